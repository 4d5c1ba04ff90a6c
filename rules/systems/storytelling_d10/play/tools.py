"""Hyperspace, numbers of Saga Edition, and the price of a merit, for the Storyteller."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random

from rules.dice.successes import SIDES
from rules.figures import Figure, bonus
from rules.kit.outcomes import text
from rules.kit.planned_procedures import Plan, ProcedureRule
from rules.play import Outcome
from rules.systems.storytelling_d10.play.tool_rolls import (
    QUESTIONS,
    Given,
    came_of,
    changed,
    difficulty,
    plan,
    pool_of,
)
from rules.systems.storytelling_d10.rulebook import Number, rulebook

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


def _jump(given: Given, die: int) -> Figure:
    """The difficulty with that complication."""
    travel = rulebook().travel
    data, terms = travel.chart_data[given["data"]], list[Figure]()
    if given["device"]:
        device = travel.numbers["device"]
        terms.append(bonus("device", device.number, source=device.source, ruling=device.ruling))
    found = travel.complications[data.complication]
    terms.append(
        bonus("complication", found.adds[die - 1], source=found.source, ruling=found.ruling)
    )
    return difficulty(Number(id="", name="", number=data.difficulty, source=data.source), *terms)


def _time(given: Given) -> str:
    """The hours in words, "" while a region lacks."""
    if not (given["from"] and given["to"]):
        return ""
    factor = given["hyperdrive"] or Fraction(1)
    found = hours(given["from"], given["to"], factor, same_quadrant=given["same_quadrant"])
    exact = f"{float(found):,.2f}".rstrip("0").rstrip(".")
    return f"{exact} {'hour' if found == 1 else 'hours'} on the way"


def _astrogation(given: Given) -> Plan:
    """Difficulty by the charts, successes by the way (Hyperspace travel)."""
    die, needed = int(given["complication"] or 0), 1
    if given["from"] and given["to"]:
        needed = region_successes(given["from"], given["to"])
    at = tuple(_jump(given, one) for one in ((die,) if die else range(1, SIDES + 1)))
    data = rulebook().travel.chart_data[given["data"]]
    told = "" if die else f"A d10 adds 0 to {data.complication} to the difficulty."
    pool = pool_of(given, "astrogate", "intelligence")
    pool, at, reroll = changed(given, pool, at, "intelligence", "astrogate")
    return plan(given, pool, at, _time(given), told, needed=needed, reroll=reroll)


def _jumped(given: Given, outcome: Outcome, rng: Random) -> Outcome:
    return text(came_of(given, outcome, rng), _time(given))


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


def _weapon(given: Given) -> Iterator[str]:
    dice, sides = given["dice"], given["sides"]
    if dice is None or sides is None:
        return
    yield f"{_dice(up(dice, sides))} of damage"
    if (squares := given["medium_range"]) is not None:
        meters = Fraction(squares * saga("range-halves"), 2)
        far, harder = _meters(2 * meters), saga("double-range")
        yield f"Range {_meters(meters)} m; to {far} m +{harder} difficulty"
    if dice * sides >= saga("least-vehicle-damage"):
        yield f"To craft: {_dice(_gun(given))} of damage"
    else:
        yield "It can't hurt craft."


def _meters(length: Fraction) -> str:
    return f"{float(length):,.1f}".removesuffix(".0")


def _gun(given: Given) -> int:
    return nearest(given["dice"] * given["sides"] * (given["multiplier"] or 1), saga("gunnery"))


def _armor(given: Given) -> Iterator[str]:
    if (bonus_ := given["bonus"]) is not None:
        yield f"Armor {bonus_ // saga('armor')}"
    if (most := given["max_dexterity"]) is not None:
        lost = max(saga("armor-least"), saga("armor-dexterity") - most)
        yield f"It takes {_dice(lost)} of Dexterity; you run as fast as ever."


def _shield(given: Given) -> Iterator[str]:
    if (rating := given["shield_rating"]) is not None:
        yield f"Shield {rating // saga('shield')}"


def _gear(given: Given) -> Iterator[str]:
    if (bonus_ := given["bonus"]) is not None:
        yield f"+{_dice(bonus_ // saga('bonus'))}"


def _ability(given: Given) -> Iterator[str]:
    if (dc := given["dc"]) is not None:
        count = saga_successes(dc)
        yield f"{count} {'success' if count == 1 else 'successes'}"
    if given["dice"] and given["sides"]:
        yield f"{_dice(up(given['dice'], given['sides']))} of damage"


def _vehicle(given: Given) -> Iterator[str]:
    if (points := given["hit_points"]) is not None:
        yield f"Armor {craft_armor(points)}"
    if (rating := given["shield_rating"]) is not None:
        yield f"Shields {nearest(rating, saga('craft-shield'))}"
    if (speed := given["speed"]) is not None:
        yield f"Move in space {speed * saga('space-move')}"
    if given["dice"] and given["sides"]:
        yield f"Gun: {_dice(_gun(given))} of damage"


IMPORTS: dict[str, Callable[[Given], Iterator[str]]] = {
    "weapon": _weapon,
    "armor": _armor,
    "shield": _shield,
    "gear": _gear,
    "ability": _ability,
    "vehicle": _vehicle,
}


def _import(given: Given) -> Plan:
    """What the numbers typed so far become."""
    given.ask(QUESTIONS[given["what"]])
    return Plan(foreseen=tuple(IMPORTS[given["what"]](given)))


def _imported(given: Given, outcome: Outcome, _rng: Random) -> Outcome:
    found = tuple(IMPORTS[given["what"]](given))
    return text(outcome, *(found or ("Enter its numbers.",)), row=given["what"])


# --- merits


def price(effect: str, *, requirement: bool) -> int:
    """What a merit is worth, at least a point."""
    book = rulebook().saga
    worth = book.merit_guide[book.merit_effects[effect].worth].number
    return max(1, worth - (book.numbers["requirement-less"].number if requirement else 0))


def _merit(given: Given) -> Plan:
    if not given["effect"]:
        return Plan()
    return Plan(foreseen=(_worth(price(given["effect"], requirement=given["requirement"])),))


def _worth(points: int) -> str:
    return f"{points} {'point' if points == 1 else 'points'}"


def _priced(given: Given, outcome: Outcome, _rng: Random) -> Outcome:
    points = price(given["effect"], requirement=given["requirement"])
    said, unit = _worth(points), _worth(points).partition(" ")[2]
    return text(outcome, said, total=points, unit=unit)


RULES = {
    "astrogation": ProcedureRule(_jumped, _astrogation),
    "import": ProcedureRule(_imported, _import),
    "merit-price": ProcedureRule(_priced, _merit),
}
