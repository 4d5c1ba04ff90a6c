"""What an entry of the ledger costs, and whether that can be paid. Only the preset has prices."""

from __future__ import annotations

from functools import lru_cache

from rules.dice import codes
from rules.figures import Figure, at_least, constant, number, times, total
from rules.problems import Refused
from rules.systems.rules_sheet_d6 import document as entries
from rules.systems.rules_sheet_d6.character import parsing
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.document import AnyEntry
from rules.systems.rules_sheet_d6.rulebook import ATTRIBUTES, book

POINTS = "Character Points"
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


def paid(character: Character, entry: AnyEntry) -> int:
    """What an entry takes: what was paid for it then, else what it costs now."""
    return price(character, entry).value if entry.paid is None else entry.paid


def check_payment(character: Character, entry: AnyEntry) -> None:
    """Refused where there is not enough to pay an entry."""
    cost, balance = paid(character, entry), character.character_points
    if cost < 0:
        raise Refused("wrong-paid", "What was paid is 0 or more.")
    if cost > max(0, balance):
        short = cost - balance
        more = "1 more is" if short == 1 else f"{short:,} more are"
        said = f"This costs {cost:,} {POINTS} and you have {balance:,}: {more} needed."
        character.deviation("cannot-afford", said, short=short)
