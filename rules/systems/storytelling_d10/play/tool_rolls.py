"""What the Storyteller's tools share: their questions, and rolls of a craft by its size."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from rules import tables
from rules.figures import Figure, bonus, number, total
from rules.kit import listings
from rules.kit.outcomes import text
from rules.kit.planned_procedures import Plan
from rules.kit.questions import ActionInput, Questionnaire
from rules.play import Attempt, Die, Outcome
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.play import modifiers, rollables
from rules.systems.storytelling_d10.play.bearings import Bearings
from rules.systems.storytelling_d10.play.rollables import DEXTERITY, summed
from rules.systems.storytelling_d10.play.throw import DieFirst, Throw, plain
from rules.systems.storytelling_d10.rulebook import FOLDER, Number, Size, rulebook

Given = ActionInput[Character]
FILE, TYPED = "tools.toml", "typed in"
# Where what a roll takes is kept among the answers, when nobody has dice for it.
ASKED = "asked"
# One difficulty, or one for each result of the d10 that is rolled first.
Figures = tuple[Figure, ...]
QUESTIONNAIRE = Questionnaire(lambda place: listings.rows_at(rulebook(), place))
READER = tables.Reader(FOLDER)
QUESTIONS = QUESTIONNAIRE.sets(READER, FILE)


def row(id: str) -> Number:
    """A number of the rules for craft."""
    return rulebook().craft.numbers[id]


def difficulty(found: Number, *terms: Figure) -> Figure:
    """A difficulty of a table with what changes it."""
    base = number("Difficulty", found.number, source=found.source, ruling=found.ruling)
    return added_to(base, *terms)


def usual() -> Number:
    """The usual difficulty."""
    return rulebook().combat.numbers["difficulty"]


def size(given: Given, question: str = "size") -> Size:
    """A size that was chosen."""
    return rulebook().craft.sizes[given[question]]


def rank(id: str) -> int:
    """How many sizes lie above this one."""
    return list(rulebook().craft.sizes).index(id)


def below(id: str, other: str) -> bool:
    """Whether a size is smaller than another."""
    return rank(id) > rank(other)


def steps_above(id: str, other: str) -> int:
    """How many steps a size is larger than another, negative for a smaller one."""
    return rank(other) - rank(id)


def pool_of(given: Given, ability: str, attribute: str = "") -> Figure | None:
    """The dice that were typed, otherwise the character's own, None where nobody has any."""
    if given["dice"] is not None:
        return number("Dice", given["dice"], source=TYPED) if given["dice"] else None
    if not given.character.value(ability):
        return None
    rolled = rollables.ability(given.character, ability, attribute)
    return modifiers.current_pool(Attempt(given.character, given.situation), rolled)


def plan(
    given: Given, pool: Figure | None, at: Figures, *foreseen: str, barred: str = "", **members: Any
) -> Plan:
    """A roll, or without dice the difficulty with the successes that it takes."""
    throws = tuple(Throw(pool or number("Dice", 0), one, **members) for one in at)
    roll = throws[0] if len(throws) == 1 else DieFirst(throws)
    if pool:
        return Plan(roll=roll, foreseen=foreseen, barred=barred)
    given.said[ASKED] = roll
    if isinstance(roll, DieFirst):
        return Plan(foreseen=foreseen, barred=barred)
    told = (*foreseen, roll.asked)
    return Plan(target=roll.difficulty, needed=roll.needed, foreseen=told, barred=barred)


def changed(
    given: Given, pool: Figure | None, at: Figures, *on: str
) -> tuple[Figure | None, Figures, str]:
    """A pool and its difficulties with what merits and flaws and the Storyteller add, and which of
    two rolls counts.
    """
    found = Bearings(given.character, given.answers, ("any", *on), on[-1])
    given.fields.extend(found.fields())
    more = bonus("conditions", given.said.get("bonus") or 0)
    pool = added_to(pool, *found.dice(), more) if pool else None
    return pool, tuple(added_to(one, *found.difficulty()) for one in at), found.reroll


def piloted(
    given: Given,
    *at: Figure,
    foreseen: str = "",
    operated: bool = True,
    on: tuple[str, ...] = (),
    **members: Any,
) -> Plan:
    """The pilot's roll at a difficulty, with what operating such a size adds, unless the difficulty
    has its own. Merits that bear `on` it are offered.
    """
    given.ask(QUESTIONS["pilot"])
    craft, ability = size(given), given["ability"]
    pool = pool_of(given, ability, DEXTERITY)
    harder = bonus(craft.name, craft.difficulty if operated else 0, source=craft.source)
    found = tuple(added_to(one, harder, *speeding(given)) for one in at)
    if pool and operated:
        pool = added_to(pool, bonus(craft.name, craft.dice, source=craft.source))
    pool, found, members["reroll"] = changed(given, pool, found, *on, DEXTERITY, ability)
    more = row("copilot").number
    copilot = f"A copilot rolls at {more} more difficulty, and adds the successes."
    added = (given["added"] or 0) - members.pop("theirs", 0)
    return plan(given, pool, found, foreseen, copilot, added=added, **members)


def added_to(figure: Figure, *terms: Figure) -> Figure:
    """A figure with the terms that change it, beside those that it has."""
    more = tuple(term for term in terms if term.value)
    if figure.op != "sum" or not more:
        return summed(figure, *more)
    return total(figure.label, *figure.terms, *more, unit=figure.unit)


def speeding(given: Given) -> Iterator[Figure]:
    """What speed adds to a difficulty: spoken of in print, but no numbers (our ruling)."""
    if speed := given.said.get("speed"):
        yield bonus("speed", speed, source=TYPED)


def levels(pool: int, at: Figure, rng: Random) -> tuple[tuple[Die, ...], int]:
    """Dice and successes of damage or of shields."""
    return plain(number("Dice", pool), at, rng)


def came_of(given: Given, outcome: Outcome, rng: Random, *values: object) -> Outcome:
    """The texts of success, failure, and botch, with these `values`; of one of several steps those
    of that step. Without a roll, what it takes.
    """
    if outcome.success is None:
        return _only_asked(given, outcome, rng)
    prefix = f"{given['step']}_" if "step" in given.said else ""
    end = "won" if outcome.success else "lost"
    ends = "botch" if outcome.botch and "botch" in given.texts else prefix + end
    return text(outcome, given.texts[ends].format(*values))


def _only_asked(given: Given, outcome: Outcome, rng: Random) -> Outcome:
    """What a roll takes for which nobody has dice, once its d10 has fallen."""
    roll = given.said.get(ASKED)
    if isinstance(roll, DieFirst):
        die, roll = roll.first(rng)
        outcome = text(outcome, f"The d10 shows {die.face}.", dice=(die,))
    if roll is None:
        return outcome
    at = roll.difficulty
    found = text(outcome, roll.asked)
    return replace(found, target=at.value, against=at.label, needed=roll.needed)
