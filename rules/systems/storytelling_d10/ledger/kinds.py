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
from rules.kit.inventory import WEAR, check_wear, rebuilt, wear
from rules.kit.languages import LearnLanguage
from rules.kit.ledger import AccountLedger
from rules.kit.merits import Lift
from rules.kit.power_trees import Learn
from rules.kit.specialties import Technique
from rules.kit.typed_document import Thing
from rules.kit.typed_items import PARTING, Gaining
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
from rules.systems.storytelling_d10.character.dots import LANGUAGES, SKILLS
from rules.systems.storytelling_d10.character.force import FORCE_SENSITIVITY, POWERS
from rules.systems.storytelling_d10.character.items import Item, item_of
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


# --- the story


def _check_story(character: Character, entry: entries.Story) -> None:
    most = rulebook().creation.numbers["power-most"].number
    after = {
        id: character.chosen_value(id) + character.changed.get(id, 0) + getattr(entry, id)
        for id in STORY_TRAITS
    }
    for id, value in after.items():
        name = STORY_TRAITS[id]
        if not 0 <= value <= most:
            raise EntryRefused("bad-amount", f"{name} would be {value}: it is 0 to 10.")
        if id != "power" and getattr(entry, id) > 0 and value > after["power"]:
            code = id.replace("_", "-")
            character.deviation(code, f"{name} would be {value}, above Power {after['power']}.")


def _tell(character: Character, entry: entries.Story) -> None:
    for id in STORY_TRAITS:
        character.changed[id] = character.changed.get(id, 0) + getattr(entry, id)


def _story_title(_character: Character, entry: entries.Story) -> str:
    changes = ((name, getattr(entry, id)) for id, name in STORY_TRAITS.items())
    title = ", ".join(f"{name} {by:+}" for name, by in changes if by).replace("-", "−")
    return ": ".join(filter(None, (entry.reason, title))) or "Nothing"


# --- things, another build


def _read(_character: Character, row: Any, faults: Any) -> Item | None:
    is_shield = isinstance(row, Shield)
    return item_of(row, "", faults, shield=is_shield)


class Shield(entries.Protection, frozen=True, kw_only=True):
    """A shield that is gained."""


GAINING = Gaining(
    rows={
        "weapon": entries.Weapon,
        "armor": entries.Protection,
        "shield": Shield,
        "thing": Thing,
    },
    read=_read,
    bare=lambda item: Item(item.key, item.name, item.what, weapon=item.weapon),
)


def _check_worn(character: Character, entry: entries.Wear) -> None:
    holding = character.held(entry.item) if entry.item else None
    if holding is None or holding.item.what != "shield":
        check_wear(character, entry)


def _wear(character: Character, entry: entries.Wear) -> None:
    """Armor or a shield is put on; None takes off the armor."""
    holding = character.held(entry.item) if entry.item else None
    if holding and holding.item.what == "shield":
        character.shield = holding.item.key
    else:
        wear(character, entry)


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
    entries.Story: EntryKind("The story", _story_title, _check_story, _tell),
    entries.Gain: GAINING.kind("Gained"),
    entries.Use: PARTING("Used up"),
    entries.Lose: PARTING("Lost"),
    entries.Wear: replace(WEAR, check=_check_worn, apply=_wear),
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
        if isinstance(entry, (entries.Story, Lift)) and not entry.reason.strip():
            yield NO_REASON
        if isinstance(entry, entries.Story) and not any(getattr(entry, id) for id in STORY_TRAITS):
            yield Problem("missing", "power", "Enter what the story changed.")

    @property
    def source(self) -> str:
        """Where the prices stand."""
        return rulebook().creation.prices["ability"].source


LEDGER_RULES = ExperienceRules()
