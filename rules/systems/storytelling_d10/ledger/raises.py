"""Dots bought with experience, one at a time: the entry, its price by the new value, and the offer
with what it moves.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from rules.figures import Figure, constant, number, times, total
from rules.kit.advancement_offers import Named, changes, priced_offer
from rules.kit.currency import Payments
from rules.kit.rulebooks import Price
from rules.ledger.offers import Offer
from rules.ledger.rules import EntryKind, LedgerRules
from rules.phrases import counted
from rules.problems import EntryRefused
from rules.systems.storytelling_d10.character import force
from rules.systems.storytelling_d10.character.build import SKILLS
from rules.systems.storytelling_d10.character.character import (
    APPEARANCE,
    MONSTROUS,
    WILLPOWER,
    Character,
)
from rules.systems.storytelling_d10.character.force import FORCE_SENSITIVITY
from rules.systems.storytelling_d10.character.merits import LORE
from rules.systems.storytelling_d10.document.entries import Raise
from rules.systems.storytelling_d10.rulebook.book import rulebook
from rules.text_cache import text_cache

FREE = number("cost", 0)


@text_cache(512)
def _limit(trait: str) -> tuple[int, str]:
    """The most dots of a trait, and the code of more."""
    noun = "attribute" if trait in rulebook().traits.attributes else "ability"
    noun = "willpower" if trait == WILLPOWER else noun
    return rulebook().creation.numbers[f"{noun}-most"].number, f"{noun}-max"


def _check_raise(character: Character, entry: Raise, trait: str, new: int) -> None:
    """Appearance with its flaws, the Force with what opens it, and room for Lores."""
    if trait == APPEARANCE:
        _check_appearance(character, new)
    if trait in rulebook().force.force_knowledges:
        if not character.has_merit(FORCE_SENSITIVITY):
            name = character.trait_name(trait)
            character.deviation("force-requirement", f"{name} needs Force Sensitivity.")
        if entry.ability:
            force.check_ability(character.with_dot(trait).standing, entry.ability, character)
    if entry.skill:
        SKILLS.check(character, trait, entry.skill)
    if trait.startswith(LORE) and trait not in character.abilities:
        most = rulebook().creation.numbers["own-lores"].number
        if len(character.own_traits) >= most:
            message = f"There is room for {counted(most, 'Lore')} of your own."
            character.deviation("too-many-lores", message)


def _check_appearance(character: Character, new: int) -> None:
    most = rulebook().merits.numbers["disfigured-most"].number
    if character.has_flaw(MONSTROUS):
        character.deviation("flaw-limit", "Monstrous, your Appearance stays 0.")
    if character.has_flaw("disfigured") and new > most:
        character.deviation("flaw-limit", f"Disfigured, your Appearance is {most} at most.")


def _brought(character: Character, entry: Raise, trait: str) -> None:
    """Apply what comes with a raise: a trait of one's own begins with its first dot, and a dot may
    bring a power (`ability`) or a specialty (`skill`).
    """
    if character.is_own(trait) and trait not in character.abilities:
        character.lores[trait] = character.trait_name(trait)
    if entry.ability:
        character.learned.append(entry.ability)
    if entry.skill:
        character.techniques.append((trait, entry.skill))


def kind(payments: Payments) -> EntryKind:
    """The entry that raises a trait."""

    def check(character: Character, entry: Raise) -> None:
        trait = character.trait_id(entry.trait)
        if not character.is_trait(trait):
            raise EntryRefused("unknown-trait", f"{trait!r} can't be raised with experience.")
        new = character.bought_value(trait) + 1
        if entry.to is not None and entry.to != new:
            name = character.trait_name(trait)
            message = f"{name} rises one dot at a time: from {new - 1} to {new}."
            raise EntryRefused("step-size", message)
        most, code = _limit(trait)
        if new > most:
            message = f"{character.trait_name(trait)} is {new - 1}: that is the most."
            character.deviation(code, message)
        _check_raise(character, entry, trait, new)
        payments.check(character, entry)

    def raise_(character: Character, entry: Raise) -> None:
        payments.pay(character, entry, "raised")
        trait = character.trait_id(entry.trait)
        _brought(character, entry, trait)
        character.dots[trait] = character.dots.get(trait, 0) + 1

    return EntryKind("Raised", _title, check, raise_, undoable_by_player=True)


def _title(character: Character, entry: Raise) -> str:
    trait = character.trait_id(entry.trait)
    if not character.is_trait(trait):
        return entry.trait
    value = character.bought_value(trait)
    return f"{character.trait_name(trait)} {value} → {value + 1}"


def raise_offer(
    rules: LedgerRules[Any, Any],
    character: Character,
    entry: Raise,
    shown: Callable[[Any], Iterable[Named]],
    *,
    detail: str,
    note: str,
) -> Offer:
    """One dot more, with the figures that it moves of those `shown`."""
    trait = entry.trait
    after = character.with_dot(trait)
    return priced_offer(
        rules,
        character,
        f"raise.{trait}",
        entry,
        name=character.trait_name(trait),
        act=f"Raise to {character.value(trait) + 1}",
        changes=changes(shown(character), shown(after)),
        detail=detail,
        note=note,
    )


class Prices:
    """Prices of a table: of a new value so many times that, of anything else so many points."""

    def __init__(self, rows: Mapping[str, Price]) -> None:
        self.rows = rows
        self.times = lru_cache(maxsize=2048)(self._times)
        self.flat = lru_cache(maxsize=64)(self._flat)

    def _times(self, id: str, value: int, label: str = "new value") -> Figure:
        row = self.rows[id]
        factor, new = constant("", row.times, source=row.source), number(label, value)
        return times("cost", factor, new, source=row.source)

    def _flat(self, id: str, ruling: str = "") -> Figure:
        row = self.rows[id]
        cost = number(row.name, row.points, source=row.source)
        return total("cost", cost, source=row.source, ruling=row.ruling or ruling)
