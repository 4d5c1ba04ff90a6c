"""What an entry of the ledger costs, and whether that can be paid. Only the preset has prices."""

from __future__ import annotations

from functools import lru_cache

from rules.dice import codes
from rules.figures import Figure, at_least, constant, number, times, total
from rules.kit.currency import Accounts, Currency, Payments
from rules.systems.rules_sheet_d6 import document as entries
from rules.systems.rules_sheet_d6.character import parsing
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.document import AnyEntry
from rules.systems.rules_sheet_d6.rulebook import ATTRIBUTES, book

MOST_POINTS = 1_000
POINTS = Currency(
    name="Character Points",
    one="Character Point",
    member="cp",
    account=lambda character: character.points,
    balance=lambda character: character.character_points,
    most=MOST_POINTS,
)
FORCE_POINTS = Currency(
    name="Force Points",
    one="Force Point",
    member="force_points",
    account=lambda character: character.force,
    balance=lambda character: character.force_points,
    total=lambda character: character.chosen.force_points + sum(character.force.values()),
    most=MOST_POINTS,
)
ACCOUNTS = Accounts((POINTS, FORCE_POINTS), entries.Award, entries.Adjust)
LEAST = 1


def is_priced(character: Character) -> bool:
    """Whether points buy pips: where the preset counts, for this character or for its party."""
    return character.chosen.by_preset


@lru_cache(maxsize=4096)  # a long ledger names the same few traits again and again
def _meant(name: str) -> str:
    return parsing.attribute(name) or parsing.key(name)


def trait(character: Character, name: str) -> str:
    """The attribute's id or the skill's key that a name means, "" where there is none."""
    found = _meant(name)
    return found if found in ATTRIBUTES or found in character.skills else ""


def dice(character: Character, trait: str) -> int:
    """The whole dice of an attribute, or of a skill: those of its attribute where it has no code of
    its own.
    """
    code = character.corrected.get(trait)
    raised = character.raised.get(trait, 0)
    if trait in ATTRIBUTES:
        code = code or character.chosen.attributes.get(trait, (0, 0))
    else:
        skill = character.skills[trait]
        code = code or skill.code
        if code is None:
            id = skill.attribute
            code = character.corrected.get(id) or character.chosen.attributes.get(id, (0, 0))
            raised += character.raised.get(id, 0)
    return (codes.in_pips(*code) + raised) // codes.PIPS_IN_A_DIE


def price(character: Character, entry: AnyEntry) -> Figure:
    """What an entry costs this character now, in Character Points: a pip as many as there are dice,
    on an attribute ten times that, and 1 at the least. All else is for nothing (our preset, and not
    of the source).
    """
    found = trait(character, entry.trait) if isinstance(entry, entries.Raise) else ""
    if not found:
        return number("cost", 0)
    rules = book().advancement
    source, ruling = rules.sources["pip"], rules.rulings["pip"]
    factor = rules.attribute if found in ATTRIBUTES else rules.skill
    now = number("dice now", dice(character, found))
    if factor * now.value < LEAST:
        return at_least("cost", now, LEAST, source=source, ruling=ruling)
    if factor == 1:
        return total("cost", now, source=source, ruling=ruling)
    return times("cost", constant("", factor), now, source=source, ruling=ruling)


PAYMENTS = Payments(price, lambda _entry: POINTS)
paid, check_payment = PAYMENTS.paid, PAYMENTS.check
