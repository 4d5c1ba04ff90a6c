"""What an entry of the ledger costs, and whether that can be paid. Raises need a preset."""

from __future__ import annotations

from rules.figures import Figure, number, total
from rules.kit.coded_ledger import POINTS, Raise, pip_price
from rules.kit.currency import Payments
from rules.systems.empire_ascendant import document as entries
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.document import AnyEntry
from rules.systems.empire_ascendant.rulebook import FORCE_SKILLS, rulebook

LEAST = 1


def is_priced(character: Character) -> bool:
    """Whether points buy pips: where a preset counts, for this character or for its party."""
    return bool(character.chosen.preset)


def price(character: Character, entry: AnyEntry) -> Figure:
    """What an entry costs this character now, in Character Points: a pip as many as there are dice,
    ten times that for an attribute; the first die of a Force skill and a power that is learned what
    we set for them. All else is for nothing.
    """
    rules = rulebook().advancement
    if isinstance(entry, entries.Learn):
        source, ruling = rules.sources["learn"], rules.rulings["prices"]
        cost = rules.learn if entry.cp is None else entry.cp
        return number("cost", cost, source=source, ruling=ruling)
    trait = character.trait(entry.trait) if isinstance(entry, Raise) else ""
    if not trait:
        return number("cost", 0)
    source, dice = rules.sources["pip"], character.code(trait)[0]
    if trait in FORCE_SKILLS and not dice:
        first = number("first die", rules.force_first_die, source=source)
        return total("cost", first, source=source, ruling=rules.rulings["prices"])
    return pip_price(
        dice,
        rules.attribute if trait in character.attributes else rules.skill,
        least=LEAST,
        source=source,
        ruling=rules.rulings["pip"],
    )


PAYMENTS = Payments(price, lambda _entry: POINTS)
