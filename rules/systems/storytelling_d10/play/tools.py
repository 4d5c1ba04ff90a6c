"""Hyperspace, numbers of Saga Edition, and the price of a merit, for the Storyteller."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random

from rules.dice.successes import SIDES
from rules.figures import Figure, bonus
from rules.kit.outcomes import text
from rules.kit.planned_procedures import Plan, ProcedureRule
from rules.kit.required_rolls import verdict
from rules.kit.rulebooks import Number
from rules.play import Outcome
from rules.systems.storytelling_d10.play.procedure_input import QUESTIONS, Inputs
from rules.systems.storytelling_d10.play.tool_rolls import (
    difficulty,
    plan,
    pool_of,
)
from rules.systems.storytelling_d10.rulebook import rulebook

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


def saga(id: str) -> int:
    """A number of the conversion."""
    return rulebook().saga.numbers[id].number


def up(dice: int, sides: int) -> int:
    """Dice of personal weapons and Force abilities."""
    return -(-dice * sides // saga("dice"))


def nearest(amount: int, divisor: int) -> int:
    """Ordinary rounding: halves go up."""
    return (2 * amount + divisor) // (2 * divisor)


def craft_armor(hit_points: int) -> int:
    """The armor of a craft by its hit points; past the table its steps go on growing as they do in
    it (our ruling).
    """
    rows = list(rulebook().craft.hit_points.values())
    for row in rows:
        if hit_points < row.below:
            return row.armor
    step, below, armor = rows[-1].below - rows[-2].below, rows[-1].below, rows[-1].armor
    while hit_points >= below:
        step += rulebook().craft.numbers["armor-step"].number
        below, armor = below + step, armor + 1
    return armor


def saga_successes(dc: int) -> int:
    """The successes for a difficulty class."""
    rows = rulebook().saga.saga_successes.values()
    return next(row.successes for row in rows if row.high is None or dc <= row.high)


def _dice(count: int) -> str:
    return f"{count} {'die' if count == 1 else 'dice'}"


def _weapon(inputs: Inputs) -> Iterator[str]:
    dice, sides = inputs["dice"], inputs["sides"]
    if dice is None or sides is None:
        return
    yield f"{_dice(up(dice, sides))} of damage"
    if (squares := inputs["medium_range"]) is not None:
        meters = Fraction(squares * saga("range-halves"), 2)
        far, harder = _meters(2 * meters), saga("double-range")
        yield f"Range {_meters(meters)} m; to {far} m +{harder} difficulty"
    if dice * sides >= saga("least-vehicle-damage"):
        yield f"To craft: {_dice(_gun(inputs))} of damage"
    else:
        yield "It can't hurt craft."


def _meters(length: Fraction) -> str:
    return f"{float(length):,.1f}".removesuffix(".0")


def _gun(inputs: Inputs) -> int:
    return nearest(inputs["dice"] * inputs["sides"] * (inputs["multiplier"] or 1), saga("gunnery"))


def _armor(inputs: Inputs) -> Iterator[str]:
    if (bonus_ := inputs["bonus"]) is not None:
        yield f"Armor {bonus_ // saga('armor')}"
    if (most := inputs["max_dexterity"]) is not None:
        lost = max(saga("armor-least"), saga("armor-dexterity") - most)
        yield f"It takes {_dice(lost)} of Dexterity; you run as fast as ever."


def _shield(inputs: Inputs) -> Iterator[str]:
    if (rating := inputs["shield_rating"]) is not None:
        yield f"Shield {rating // saga('shield')}"


def _gear(inputs: Inputs) -> Iterator[str]:
    if (bonus_ := inputs["bonus"]) is not None:
        yield f"+{_dice(bonus_ // saga('bonus'))}"


def _ability(inputs: Inputs) -> Iterator[str]:
    if (dc := inputs["dc"]) is not None:
        count = saga_successes(dc)
        yield f"{count} {'success' if count == 1 else 'successes'}"
    if inputs["dice"] and inputs["sides"]:
        yield f"{_dice(up(inputs['dice'], inputs['sides']))} of damage"


def _vehicle(inputs: Inputs) -> Iterator[str]:
    if (points := inputs["hit_points"]) is not None:
        yield f"Armor {craft_armor(points)}"
    if (rating := inputs["shield_rating"]) is not None:
        yield f"Shields {nearest(rating, saga('craft-shield'))}"
    if (speed := inputs["speed"]) is not None:
        yield f"Move in space {speed * saga('space-move')}"
    if inputs["dice"] and inputs["sides"]:
        yield f"Gun: {_dice(_gun(inputs))} of damage"


IMPORTS: dict[str, Callable[[Inputs], Iterator[str]]] = {
    "weapon": _weapon,
    "armor": _armor,
    "shield": _shield,
    "gear": _gear,
    "ability": _ability,
    "vehicle": _vehicle,
}


def _import(inputs: Inputs) -> Plan:
    """What the numbers typed so far become."""
    inputs.ask(QUESTIONS[inputs["what"]])
    return Plan(foreseen=tuple(IMPORTS[inputs["what"]](inputs)))


def _imported(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    lines = tuple(IMPORTS[inputs["what"]](inputs))
    return text(outcome, *(lines or ("Enter its numbers.",)), row=inputs["what"])


# --- merits


def price(effect: str, *, requirement: bool) -> int:
    """What a merit is worth, at least a point."""
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
