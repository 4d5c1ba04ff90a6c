"""What an entry of the ledger costs in experience."""

from __future__ import annotations

from rules.figures import Figure
from rules.kit.currency import Accounts, Currency, Payments, of_account
from rules.kit.dot_raises import FREE, Prices
from rules.kit.languages import LearnLanguage
from rules.kit.merits import GainMerit
from rules.kit.power_trees import Learn
from rules.kit.specialties import Technique
from rules.systems.storytelling_d10 import document as entries
from rules.systems.storytelling_d10.character.character import WILLPOWER, Character
from rules.systems.storytelling_d10.character.dots import SKILLS
from rules.systems.storytelling_d10.character.force import POWERS
from rules.systems.storytelling_d10.character.merits import MERITS
from rules.systems.storytelling_d10.document import AnyEntry
from rules.systems.storytelling_d10.rulebook import rulebook

MOST_POINTS = 1_000
POINTS = of_account(
    "points",
    "experience",
    name="Experience points",
    one="experience point",
    member="xp",
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
ROWS = rulebook().creation.prices
PRICES = Prices(ROWS)


def price_of_dot(character: Character, trait: str) -> Figure:
    """What one dot more of a trait costs; the first dot of a Force knowledge as a new ability."""
    book, new = rulebook(), character.bought_value(trait) + 1
    if trait == WILLPOWER:
        return PRICES.times("willpower", new)
    if trait in book.traits.attributes:
        return PRICES.times("raise-attribute", new)
    is_knowledge = trait in book.force.force_knowledges
    id = "raise-knowledge" if is_knowledge else "raise-ability"
    if new > 1 or (is_knowledge and character.house.first_force_dot_two):
        return PRICES.times(id, new)
    return PRICES.flat("ability", ROWS[id].ruling if is_knowledge else "")


def price(character: Character, entry: AnyEntry) -> Figure:
    """What an entry costs this character now; what a dot left open to choose costs nothing."""
    match entry:
        case entries.Raise():
            trait = character.trait_id(entry.trait)
            return price_of_dot(character, trait) if character.is_trait(trait) else FREE
        case Technique():
            is_free = SKILLS.left(character, entry.ability)
            return FREE if is_free else PRICES.flat("technique")
        case Learn():
            return FREE if POWERS.left(character) else PRICES.flat("force-ability")
        case LearnLanguage():
            return PRICES.flat("written" if entry.form == "written" else "spoken")
        case GainMerit():
            row = MERITS.merits(character.house).get(entry.merit)
            if row is None:
                return FREE
            points = row.low if entry.points is None else entry.points
            return PRICES.times("merit", points, "points")
        case _:
            return FREE


PAYMENTS = Payments(price, lambda _entry: POINTS)
