"""The entries that characters of dots share: what they learn, gain, carry, and lose; and what of it
a rebuild may not take away.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.kit.inventory import rebuilt
from rules.ledger.rules import REBUILD, EntryKind
from rules.problems import EntryRefused
from rules.systems.storytelling_d10.character.dotted import DottedCharacter

KEEP = "Keep it, or undo that first."


def rebuild_kind(opener: tuple[str, str], powers: str) -> EntryKind:
    """The entry that makes the build anew. What came since rests on it: items used or lost, traits
    of one's own that were raised, and `powers`, which take the merit `opener` (id and name).
    """

    def check(character: DottedCharacter, entry: Any) -> None:
        trial = type(character)(replace(character.document, build=entry.build))
        _, left_out = rebuilt(character.holdings, trial.chosen.items, character.holding_type)
        if left_out:
            names = ", ".join(item.name for item in left_out)
            message = f"The rebuild drops {names}, which you used or lost since. {KEEP}"
            character.deviation("not-owned", message)
        known = {*trial.known, *trial.own_traits, *character.lores}
        for trait in character.dots:
            if character.is_own(trait) and trait not in known:
                name = character.trait_name(trait)
                message = f"The rebuild drops {name}, which you raised. {KEEP}"
                raise EntryRefused("needs-skill", message)
        id, name = opener
        since = {one.row.id for one in character.gained}
        if character.learned and not (trial.has_merit(id) or id in since):
            message = f"The rebuild drops {name}, which your {powers} need."
            raise EntryRefused("needs-skill", message)

    return replace(REBUILD, check=check)


def brought(character: DottedCharacter, entry: Any, trait: str) -> None:
    """What a raise brings besides: a trait of one's own begins with its first dot, and a dot may
    bring a power (`ability`) or a specialty (`skill`).
    """
    if character.is_own(trait) and trait not in character.abilities:
        character.lores[trait] = character.trait_name(trait)
    if entry.ability:
        character.learned.append(entry.ability)
    if entry.skill:
        character.techniques.append((trait, entry.skill))
