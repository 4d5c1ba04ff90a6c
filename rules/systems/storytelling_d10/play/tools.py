"""Tools of the Storyteller: what they share, hyperspace, numbers of Saga Edition, and the price of
a merit.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

from rules.dice.successes import SIDES
from rules.figures import Figure, bonus, number
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.kit.rulebooks import Number
from rules.play import Die, Outcome
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.play import rollables, turns
from rules.systems.storytelling_d10.play.required_rolls import required, verdict
from rules.systems.storytelling_d10.play.rollables import (
    DEXTERITY,
    DICE,
    QUESTIONS,
    Inputs,
    ask_bearings,
    conditions,
)
from rules.systems.storytelling_d10.rulebook.book import rulebook
from rules.systems.storytelling_d10.rulebook.conversions import converted
from rules.systems.storytelling_d10.rulebook.sizes import Size, armor_of
from rules.systems.storytelling_d10.rulebook.success_rolls import added_to

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


def pool_of(
    inputs: Inputs, ability: str, attribute: str = "", *, untrained: bool = False
) -> Figure | None:
    """The dice that were typed, otherwise the character's own, None where nobody has any: a craft
    has none, and somebody without a dot in the ability only where they act `untrained`.
    """
    if inputs["dice"] is not None:
        return number("Dice", inputs["dice"], source=TYPED) if inputs["dice"] else None
    character: object = inputs.character
    if not isinstance(character, Character) or not (untrained or character.value(ability)):
        return None
    rolled = rollables.ability(character, ability, attribute)
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
    planned = required(inputs, DICE.throw, pool, at, *foreseen, barred=barred, **members)
    is_own = bool(pool) and inputs.get("dice") is None
    return dataclasses.replace(planned, less=turns.less(inputs.situation, 1) if is_own else "")


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
    """The number that speed adds to a difficulty: the book speaks of it without numbers (our
    ruling).
    """
    if speed := inputs.said.get("speed"):
        yield bonus("speed", speed, source=TYPED)


def levels(pool: int, at: Figure, rng: Random) -> tuple[tuple[Die, ...], int]:
    """Dice and successes of damage or of shields."""
    return DICE.plain(number("Dice", pool), at, rng)


# --- hyperspace


def region_successes(start: str, end: str) -> int:
    """A success for each region on the way, one within a region (our ruling)."""
    order = list(rulebook().travel.regions)
    steps = abs(order.index(end) - order.index(start))
    return steps or rulebook().travel.numbers["same-region"].number


def hours(start: str, end: str, hyperdrive: Fraction, *, same_quadrant: bool) -> Fraction:
    """The time on the way."""
    travel = rulebook().travel
    table = travel.regions[start].hours[list(travel.regions).index(end)]
    return table * hyperdrive / (travel.numbers["quadrant"].number if same_quadrant else 1)


def _jump(inputs: Inputs, die: int) -> Figure:
    """The difficulty with that complication."""
    travel = rulebook().travel
    data, terms = travel.chart_data[inputs["data"]], list[Figure]()
    if inputs["device"]:
        terms.append(travel.numbers["device"].bonus("device"))
    complication = travel.complications[data.complication]
    terms.append(
        bonus(
            "complication",
            complication.adds[die - 1],
            source=complication.source,
            ruling=complication.ruling,
        )
    )
    return difficulty(Number(id="", name="", number=data.difficulty, source=data.source), *terms)


def _time(inputs: Inputs) -> str:
    """The hours in words, "" while a region lacks."""
    if not (inputs["from"] and inputs["to"]):
        return ""
    factor = inputs["hyperdrive"] or Fraction(1)
    time = hours(inputs["from"], inputs["to"], factor, same_quadrant=inputs["same_quadrant"])
    exact = f"{float(time):,.2f}".rstrip("0").rstrip(".")
    return f"{exact} {'hour' if time == 1 else 'hours'} on the way"


def _astrogation(inputs: Inputs) -> Plan:
    """Difficulty by the charts, successes by the way (Hyperspace travel)."""
    die, needed = int(inputs["complication"] or 0), 1
    if inputs["from"] and inputs["to"]:
        needed = region_successes(inputs["from"], inputs["to"])
    at = tuple(_jump(inputs, one) for one in ((die,) if die else range(1, SIDES + 1)))
    data = rulebook().travel.chart_data[inputs["data"]]
    message = "" if die else f"A d10 adds 0 to {data.complication} to the difficulty."
    pool = pool_of(inputs, "astrogate", "intelligence")
    on = ("intelligence", "astrogate")
    return plan(inputs, pool, at, on, _time(inputs), message, needed=needed)


def _jumped(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    return text(verdict(inputs, outcome, rng), _time(inputs))


# --- Saga Edition


def craft_armor(hit_points: int) -> int:
    """The armor of a craft by its hit points."""
    craft = rulebook().craft
    return armor_of(craft.hit_points, craft.numbers["armor-step"].number, hit_points)


def saga_successes(dc: int) -> int:
    """The successes for a difficulty class."""
    rows = rulebook().saga.saga_successes.values()
    return next(row.successes for row in rows if row.high is None or dc <= row.high)


def _lines(inputs: Inputs) -> tuple[str, ...]:
    """The conversions of the numbers typed so far."""
    book, what = rulebook().saga, inputs["what"]
    rows = (row for row in book.conversions.values() if row.what == what)
    looked_up = {"successes": saga_successes, "craft-armor": craft_armor}
    return tuple(converted(rows, inputs.said, book.numbers, looked_up))


def _import(inputs: Inputs) -> Plan:
    inputs.ask(QUESTIONS[inputs["what"]])
    return Plan(foreseen=_lines(inputs))


def _imported(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    lines = _lines(inputs) or ("Enter its numbers.",)
    return text(outcome, *lines, row=inputs["what"])


# --- merits


def price(effect: str, *, requirement: bool) -> int:
    """The points that a merit costs, at least one."""
    book = rulebook().saga
    worth = book.merit_guide[book.merit_effects[effect].worth].number
    return max(1, worth - (book.numbers["requirement-less"].number if requirement else 0))


def _merit(inputs: Inputs) -> Plan:
    if not inputs["effect"]:
        return Plan()
    return Plan(foreseen=(_worth(price(inputs["effect"], requirement=inputs["requirement"])),))


def _worth(points: int) -> str:
    return f"{points} {'point' if points == 1 else 'points'}"


def _priced(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    points = price(inputs["effect"], requirement=inputs["requirement"])
    message, unit = _worth(points), _worth(points).partition(" ")[2]
    return text(outcome, message, total=points, unit=unit)


RULES = {
    "astrogation": ProcedureRule(_jumped, _astrogation),
    "import": ProcedureRule(_imported, _import),
    "merit-price": ProcedureRule(_priced, _merit),
}
