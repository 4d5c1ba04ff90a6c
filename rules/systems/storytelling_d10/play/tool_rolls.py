"""What the Storyteller's tools share: their questions, and rolls of a craft by its size."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from rules.figures import Figure, bonus, number
from rules.kit.outcomes import text
from rules.kit.planned_procedures import Plan
from rules.kit.rulebooks import Number
from rules.kit.success_rolls import DieFirst, added_to
from rules.play import Die, Outcome
from rules.systems.storytelling_d10.play import modifiers, rollables
from rules.systems.storytelling_d10.play.procedure_input import (
    QUESTIONS,
    Inputs,
    ask_bearings,
    conditions,
)
from rules.systems.storytelling_d10.play.rollables import DEXTERITY, DICE
from rules.systems.storytelling_d10.rulebook import Size, rulebook

TYPED = "typed in"
# Where what a roll takes is kept among the answers, when nobody has dice for it.
UNROLLED = "unrolled"
# One difficulty, or one for each result of the d10 that is rolled first.
Figures = tuple[Figure, ...]


def row(id: str) -> Number:
    """A number of the rules for craft."""
    return rulebook().craft.numbers[id]


def difficulty(number_: Number, *terms: Figure) -> Figure:
    """A difficulty of a table with what changes it."""
    return added_to(number_.figure("Difficulty"), *terms)


def usual() -> Number:
    """The usual difficulty."""
    return rulebook().combat.numbers["difficulty"]


def size(inputs: Inputs, question: str = "size") -> Size:
    """A size that was chosen."""
    return rulebook().craft.sizes[inputs[question]]


def rank(id: str) -> int:
    """How many sizes lie above this one."""
    return list(rulebook().craft.sizes).index(id)


def below(id: str, other: str) -> bool:
    """Whether a size is smaller than another."""
    return rank(id) > rank(other)


def steps_above(id: str, other: str) -> int:
    """How many steps a size is larger than another, negative for a smaller one."""
    return rank(other) - rank(id)


def pool_of(inputs: Inputs, ability: str, attribute: str = "") -> Figure | None:
    """The dice that were typed, otherwise the character's own, None where nobody has any."""
    if inputs["dice"] is not None:
        return number("Dice", inputs["dice"], source=TYPED) if inputs["dice"] else None
    if not inputs.character.value(ability):
        return None
    rolled = rollables.ability(inputs.character, ability, attribute)
    return modifiers.current_pool(inputs, rolled)


def plan(
    inputs: Inputs,
    pool: Figure | None,
    at: Figures,
    *foreseen: str,
    barred: str = "",
    **members: Any,
) -> Plan:
    """A roll, or without dice the difficulty with the successes that it takes."""
    throws = tuple(DICE.throw(pool or number("Dice", 0), one, **members) for one in at)
    roll = throws[0] if len(throws) == 1 else DieFirst(throws)
    if pool:
        return Plan(roll=roll, foreseen=foreseen, barred=barred)
    inputs.said[UNROLLED] = roll
    if isinstance(roll, DieFirst):
        return Plan(foreseen=foreseen, barred=barred)
    texts = (*foreseen, roll.requirement)
    return Plan(target=roll.difficulty, needed=roll.needed, foreseen=texts, barred=barred)


def changed(
    inputs: Inputs, pool: Figure | None, at: Figures, *on: str
) -> tuple[Figure | None, Figures, str]:
    """A pool and its difficulties with what merits and flaws and the Storyteller add, and which of
    two rolls counts.
    """
    bearings = ask_bearings(inputs, "any", *on, detail=on[-1])
    pool = added_to(pool, *bearings.dice(), *conditions(inputs)) if pool else None
    return pool, tuple(added_to(one, *bearings.difficulty()) for one in at), bearings.reroll


def piloted(
    inputs: Inputs,
    *at: Figure,
    foreseen: str = "",
    operated: bool = True,
    on: tuple[str, ...] = (),
    **members: Any,
) -> Plan:
    """The pilot's roll at a difficulty, with what operating such a size adds, unless the difficulty
    has its own. Merits that bear `on` it are offered.
    """
    inputs.ask(QUESTIONS["pilot"])
    craft, ability = size(inputs), inputs["ability"]
    pool = pool_of(inputs, ability, DEXTERITY)
    harder = bonus(craft.name, craft.difficulty if operated else 0, source=craft.source)
    targets = tuple(added_to(one, harder, *speeding(inputs)) for one in at)
    if pool and operated:
        pool = added_to(pool, bonus(craft.name, craft.dice, source=craft.source))
    pool, targets, members["reroll"] = changed(inputs, pool, targets, *on, DEXTERITY, ability)
    more = row("copilot").number
    copilot = f"A copilot rolls at {more} more difficulty, and adds the successes."
    added = (inputs["added"] or 0) - members.pop("theirs", 0)
    return plan(inputs, pool, targets, foreseen, copilot, added=added, **members)


def speeding(inputs: Inputs) -> Iterator[Figure]:
    """What speed adds to a difficulty: spoken of in print, but no numbers (our ruling)."""
    if speed := inputs.said.get("speed"):
        yield bonus("speed", speed, source=TYPED)


def levels(pool: int, at: Figure, rng: Random) -> tuple[tuple[Die, ...], int]:
    """Dice and successes of damage or of shields."""
    return DICE.plain(number("Dice", pool), at, rng)


def verdict(inputs: Inputs, outcome: Outcome, rng: Random, *values: object) -> Outcome:
    """The texts of success, failure, and botch, with these `values`; of one of several steps those
    of that step. Without a roll, what it takes.
    """
    if outcome.success is None:
        return _requirement(inputs, outcome, rng)
    prefix = f"{inputs['step']}_" if "step" in inputs.said else ""
    end = "won" if outcome.success else "lost"
    ends = "botch" if outcome.botch and "botch" in inputs.texts else prefix + end
    return text(outcome, inputs.texts[ends].format(*values))


def _requirement(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    """What a roll takes for which nobody has dice, once its d10 has fallen."""
    roll = inputs.said.get(UNROLLED)
    if isinstance(roll, DieFirst):
        die, roll = roll.first(rng)
        outcome = text(outcome, f"The d10 shows {die.face}.", dice=(die,))
    if roll is None:
        return outcome
    at = roll.difficulty
    result = text(outcome, roll.requirement)
    return replace(result, target=at.value, against=at.label, needed=roll.needed)
