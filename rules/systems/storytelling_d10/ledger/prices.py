"""What an entry of the ledger costs in experience."""

from __future__ import annotations

from functools import cache, lru_cache

from rules.figures import Figure, constant, number, times, total
from rules.kit.currency import Accounts, Currency, Payments
from rules.systems.storytelling_d10 import document as entries
from rules.systems.storytelling_d10.character import catalog
from rules.systems.storytelling_d10.character.character import WILLPOWER, Character
from rules.systems.storytelling_d10.document import AnyEntry
from rules.systems.storytelling_d10.rulebook import rulebook

MOST_POINTS = 1_000
POINTS = Currency(
    name="Experience points",
    one="experience point",
    member="xp",
    account=lambda character: character.points,
    balance=lambda character: character.experience,
    most=MOST_POINTS,
)
DESTINY = Currency(
    name="Destiny points",
    one="Destiny point",
    member="destiny",
    account=lambda character: character.destiny,
    balance=lambda character: max(0, character.all_destiny),
    total=lambda character: character.all_destiny,
    most=MOST_POINTS,
)
ACCOUNTS = Accounts((POINTS, DESTINY), entries.Award, entries.Adjust)
FREE = number("cost", 0)


def price_of_dot(character: Character, trait: str) -> Figure:
    """What one dot more of a trait costs."""
    book, new = rulebook(), character.bought_value(trait) + 1
    if trait == WILLPOWER:
        return _times("willpower", new)
    if trait in book.traits.attributes:
        return _times("raise-attribute", new)
    knowledge = trait in book.force.force_knowledges
    if new > 1:
        return _times("raise-knowledge" if knowledge else "raise-ability", new)
    if knowledge and character.house.first_force_dot_two:
        return _times("raise-knowledge", new)
    ruling = book.creation.prices["raise-knowledge"].ruling if knowledge else ""
    row = book.creation.prices["ability"]
    cost = number(row.name, row.points, source=row.source)
    return total("cost", cost, source=row.source, ruling=ruling)


@lru_cache(maxsize=2048)
def _times(id: str, value: int, label: str = "new value") -> Figure:
    row = rulebook().creation.prices[id]
    factor, new = constant("", row.times, source=row.source), number(label, value)
    return times("cost", factor, new, source=row.source)


@cache
def _flat(id: str) -> Figure:
    row = rulebook().creation.prices[id]
    cost = number(row.name, row.points, source=row.source)
    return total("cost", cost, source=row.source, ruling=row.ruling)


def price(character: Character, entry: AnyEntry) -> Figure:
    """What an entry costs this character now; what a dot left open to choose costs nothing."""
    match entry:
        case entries.Raise():
            trait = character.trait_id(entry.trait)
            return price_of_dot(character, trait) if character.is_trait(trait) else FREE
        case entries.Technique():
            return FREE if character.open_skills(entry.ability) else _flat("technique")
        case entries.Learn():
            return FREE if character.open_abilities() else _flat("force-ability")
        case entries.LearnLanguage():
            return _flat("written" if entry.form == "written" else "spoken")
        case entries.GainMerit():
            row = catalog.merits(character.house).get(entry.merit)
            if row is None:
                return FREE
            points = row.low if entry.points is None else entry.points
            return _times("merit", points, "points")
        case _:
            return FREE


PAYMENTS = Payments(price, lambda _entry: POINTS)
