"""Dots bought with experience, one at a time: the entry, its price by the new value, and the offer
with what it moves.

Which traits there are, how far they rise, and what else a dot brings is each game's own.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from rules.figures import Figure, constant, number, times, total
from rules.kit.advancement_offers import Named, changes, priced_offer
from rules.kit.currency import Payments
from rules.kit.rulebooks import Price
from rules.ledger.offers import Offer
from rules.ledger.rules import EntryKind, LedgerRules
from rules.problems import EntryRefused
from rules.systems.storytelling_d10.character.dotted import DottedCharacter
from rules.systems.storytelling_d10.document.entries import Raise

FREE = number("cost", 0)


class Raises(msgspec.Struct, frozen=True):
    """How traits rise. `limit(trait)` is the most dots of one, and the code of more;
    `check(character, entry, trait, new)` refuses what a game refuses besides, and
    `then(character, entry, trait)` is what a dot brings besides.

    A character knows its traits: `trait_id(name)`, `is_trait(id)`, `trait_name(id)`, and
    `bought_value(id)`, the dots that experience counts; `dots` are those bought since.
    """

    limit: Callable[[str], tuple[int, str]]
    check: Callable[[Any, Any, str, int], None]
    then: Callable[[Any, Any, str], None]

    def kind(self, payments: Payments) -> EntryKind:
        """The entry that raises a trait."""

        def check(character: DottedCharacter, entry: Raise) -> None:
            trait = character.trait_id(entry.trait)
            if not character.is_trait(trait):
                raise EntryRefused("unknown-trait", f"{trait!r} can't be raised with experience.")
            new = character.bought_value(trait) + 1
            if entry.to is not None and entry.to != new:
                name = character.trait_name(trait)
                message = f"{name} rises one dot at a time: from {new - 1} to {new}."
                raise EntryRefused("step-size", message)
            most, code = self.limit(trait)
            if new > most:
                message = f"{character.trait_name(trait)} is {new - 1}: that is the most."
                character.deviation(code, message)
            self.check(character, entry, trait, new)
            payments.check(character, entry)

        def raise_(character: DottedCharacter, entry: Raise) -> None:
            payments.pay(character, entry, "raised")
            trait = character.trait_id(entry.trait)
            self.then(character, entry, trait)
            character.dots[trait] = character.dots.get(trait, 0) + 1

        return EntryKind("Raised", _title, check, raise_, undoable_by_player=True)


def _title(character: DottedCharacter, entry: Raise) -> str:
    trait = character.trait_id(entry.trait)
    if not character.is_trait(trait):
        return entry.trait
    now = character.bought_value(trait)
    return f"{character.trait_name(trait)} {now} → {now + 1}"


def raise_offer(
    rules: LedgerRules[Any, Any],
    character: DottedCharacter,
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
