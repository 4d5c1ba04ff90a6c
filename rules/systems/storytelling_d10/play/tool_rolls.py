"""What the Storyteller's tools share: their questions, and rolls of a craft by its size."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from rules.figures import Figure, bonus, number
from rules.kit.planned_procedures import Plan
from rules.kit.required_rolls import required
from rules.kit.rulebooks import Number
from rules.kit.success_rolls import added_to
from rules.play import Die
from rules.systems.storytelling_d10.play import rollables
from rules.systems.storytelling_d10.play.procedure_input import (
    QUESTIONS,
    Inputs,
    ask_bearings,
    conditions,
)
from rules.systems.storytelling_d10.play.rollables import DEXTERITY, DICE
from rules.systems.storytelling_d10.rulebook import Size, rulebook

TYPED = "typed in"
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
    return rollables.current_pool(inputs, rolled)


def plan(
    inputs: Inputs,
    pool: Figure | None,
    at: Figures,
    on: tuple[str, ...],
    *foreseen: str,
    barred: str = "",
    **members: Any,
) -> Plan:
    """A roll with what merits and flaws that bear `on` it and the Storyteller add, or without dice
    what it takes.
    """
    bearings = ask_bearings(inputs, "any", *on, detail=on[-1])
    if pool:
        pool = added_to(pool, *bearings.dice(), *conditions(inputs))
    at = tuple(added_to(one, *bearings.difficulty()) for one in at)
    members["reroll"] = bearings.reroll
    return required(inputs, DICE.throw, pool, at, *foreseen, barred=barred, **members)


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
    more = row("copilot").number
    copilot = f"A copilot rolls at {more} more difficulty, and adds the successes."
    added = (inputs["added"] or 0) - members.pop("theirs", 0)
    bearing = (*on, DEXTERITY, ability)
    return plan(inputs, pool, targets, bearing, foreseen, copilot, added=added, **members)


def speeding(inputs: Inputs) -> Iterator[Figure]:
    """What speed adds to a difficulty: spoken of in print, but no numbers (our ruling)."""
    if speed := inputs.said.get("speed"):
        yield bonus("speed", speed, source=TYPED)


def levels(pool: int, at: Figure, rng: Random) -> tuple[tuple[Die, ...], int]:
    """Dice and successes of damage or of shields."""
    return DICE.plain(number("Dice", pool), at, rng)
