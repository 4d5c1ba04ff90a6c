"""The prices of ledger entries, and their payment. Only the preset has prices."""

from __future__ import annotations

from rules.figures import Figure, number
from rules.kit.coded_ledger import POINTS, Raise, pip_price
from rules.kit.currency import Payments
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.document import AnyEntry
from rules.systems.rules_sheet_d6.rulebook import book

LEAST = 1


def is_priced(character: Character) -> bool:
    """Whether points buy pips: if the preset applies, to this character or to its party."""
    return character.chosen.by_preset


def price(character: Character, entry: AnyEntry) -> Figure:
    """The price of an entry now, in Character Points: a pip costs as many as the trait has dice, in
    an attribute ten times that, and at least 1. Everything else is free (our preset, not the
    source).
    """
    trait = character.trait(entry.trait) if isinstance(entry, Raise) else ""
    if not trait:
        return number("cost", 0)
    rules = book().advancement
    return pip_price(
        character.code(trait)[0],
        rules.attribute if trait in character.attributes else rules.skill,
        least=LEAST,
        source=rules.sources["pip"],
        ruling=rules.rulings["pip"],
    )


PAYMENTS = Payments(price, lambda _entry: POINTS)
