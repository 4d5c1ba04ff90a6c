"""The kinds of ledger entries, and the rules of this ledger.

`prices.py` has their prices, `rules.kit` what entries on traits, merits, and items do, and
`rules.ledger` the replay.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from rules.kit.dot_raises import Raises
from rules.kit.inventory import rebuilt
from rules.kit.languages import LearnLanguage
from rules.kit.ledger import AccountLedger
from rules.kit.merits import Lift
from rules.kit.power_trees import Learn
from rules.kit.specialties import Technique
from rules.kit.story_changes import StoryTraits
from rules.ledger.entries import NO_REASON, Session, Undo
from rules.ledger.rules import REBUILD, SESSION, UNDO, EntryKind
from rules.problems import EntryRefused, Problem
from rules.systems.storytelling_d10 import document as entries
from rules.systems.storytelling_d10.character.character import (
    APPEARANCE,
    MONSTROUS,
    STORY_TRAITS,
    WILLPOWER,
    Character,
)
from rules.systems.storytelling_d10.character.dots import ITEMS, LANGUAGES, SKILLS
from rules.systems.storytelling_d10.character.force import FORCE_SENSITIVITY, POWERS
from rules.systems.storytelling_d10.character.merits import LORE, MERITS
from rules.systems.storytelling_d10.document import AnyEntry
from rules.systems.storytelling_d10.ledger.prices import ACCOUNTS, PAYMENTS
from rules.systems.storytelling_d10.rulebook import rulebook

# --- dots


@lru_cache(maxsize=512)
def _limit(trait: str) -> tuple[int, str]:
    """The most dots of a trait, and the code of more."""
    noun = "attribute" if trait in rulebook().traits.attributes else "ability"
    noun = "willpower" if trait == WILLPOWER else noun
    return rulebook().creation.numbers[f"{noun}-most"].number, f"{noun}-max"


def _check_raise(character: Character, entry: entries.Raise, trait: str, new: int) -> None:
    """Appearance with its flaws, the Force with what opens it, and room for Lores."""
    if trait == APPEARANCE:
        _check_appearance(character, new)
    if trait in rulebook().force.force_knowledges:
        if not character.has_merit(FORCE_SENSITIVITY):
            name = character.trait_name(trait)
            character.deviation("force-requirement", f"{name} needs Force Sensitivity.")
        if entry.ability:
            POWERS.check(character.with_dot(trait).standing, entry.ability, character)
    if entry.skill:
        SKILLS.check(character, trait, entry.skill)
    if trait.startswith(LORE) and trait not in character.abilities:
        most = rulebook().creation.numbers["own-lores"].number
        if len(character.own_lores) >= most:
            message = f"There is room for {most} Lores of your own."
            character.deviation("too-many-lores", message)


def _check_appearance(character: Character, new: int) -> None:
    most = rulebook().merits.numbers["disfigured-most"].number
    if character.has_flaw(MONSTROUS):
        character.deviation("flaw-limit", "Monstrous, your Appearance stays 0.")
    if character.has_flaw("disfigured") and new > most:
        character.deviation("flaw-limit", f"Disfigured, your Appearance is {most} at most.")


def _raised(character: Character, entry: entries.Raise, trait: str) -> None:
    """A Lore of one's own begins with its first dot, and a dot may bring an ability or a skill."""
    if trait.startswith(LORE) and trait not in character.abilities:
        character.lores[trait] = character.trait_name(trait)
    if entry.ability:
        character.learned.append(entry.ability)
    if entry.skill:
        character.techniques.append((trait, entry.skill))


RAISES = Raises(_limit, _check_raise, _raised)


STORY = StoryTraits(STORY_TRAITS, rulebook().creation.numbers["power-most"].number, entries.Story)


# --- another build


def _check_rebuild(character: Character, entry: entries.Rebuild) -> None:
    """What came since rests on the build: things used or lost, Lores, the Force."""
    trial = Character(replace(character.document, build=entry.build))
    _, left_out = rebuilt(character.holdings, trial.chosen.items, character.holding_type)
    if left_out:
        names = ", ".join(item.name for item in left_out)
        message = (
            f"The rebuild drops {names}, which you used or lost since. Keep it, or undo that first."
        )
        character.deviation("not-owned", message)
    for trait in character.dots:
        if trait.startswith(LORE) and trait not in (*trial.abilities, *character.lores):
            message = (
                f"The rebuild drops {character.trait_name(trait)}, which you raised."
                " Keep it, or undo that first."
            )
            raise EntryRefused("needs-skill", message)
    since = {one.row.id for one in character.gained}
    if character.learned and not (trial.has_merit(FORCE_SENSITIVITY) or FORCE_SENSITIVITY in since):
        message = "The rebuild drops Force Sensitivity, which your Force abilities need."
        raise EntryRefused("needs-skill", message)


KINDS: dict[type[Any], EntryKind] = {
    entries.Award: ACCOUNTS.kind("Award"),
    entries.Adjust: ACCOUNTS.kind("Correction"),
    entries.Raise: RAISES.kind(PAYMENTS),
    Technique: SKILLS.kind(PAYMENTS),
    Learn: POWERS.kind(PAYMENTS),
    LearnLanguage: LANGUAGES.kind(PAYMENTS),
    **MERITS.kinds(PAYMENTS),
    entries.Story: STORY.kind,
    **ITEMS.kinds,
    Session: SESSION,
    entries.Rebuild: replace(REBUILD, check=_check_rebuild),
    Undo: UNDO,
}


class ExperienceRules(AccountLedger[Character]):
    """How characters of this game grow."""

    kinds = KINDS
    carrying = ("weapons", "armor", "shields", "gear")
    character, rebuild_entry = Character, entries.Rebuild
    accounts, payments = ACCOUNTS, PAYMENTS

    def input_problems(self, entry: AnyEntry) -> Iterator[Problem]:
        """Something is given, or changed for a reason."""
        yield from super().input_problems(entry)
        yield from STORY.input_problems(entry)
        if isinstance(entry, Lift) and not entry.reason.strip():
            yield NO_REASON

    @property
    def source(self) -> str:
        """Where the prices stand."""
        return rulebook().creation.prices["ability"].source


LEDGER_RULES = ExperienceRules()
