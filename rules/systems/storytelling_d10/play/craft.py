"""Vehicles and starships, for the Storyteller: guns and damage by size, maneuvers, squads, tractor
beams, collisions, the end of a ship.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from rules.dice.successes import SIDES
from rules.figures import Figure, bonus
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.kit.rulebooks import Number
from rules.phrases import counted
from rules.play import FollowUp, Outcome, TurnState
from rules.systems.storytelling_d10.character import figures
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.house import space_range
from rules.systems.storytelling_d10.play.collisions import COLLISION, destruction, level_unit
from rules.systems.storytelling_d10.play.craft_harm import through
from rules.systems.storytelling_d10.play.required_rolls import verdict
from rules.systems.storytelling_d10.play.rollables import ATTACK, DEXTERITY, QUESTIONS, Inputs
from rules.systems.storytelling_d10.play.tools import (
    TYPED,
    difficulty,
    levels,
    piloted,
    plan,
    pool_of,
    row,
    size,
    usual,
)
from rules.systems.storytelling_d10.rulebook.book import rulebook
from rules.systems.storytelling_d10.rulebook.declared_rolls import DeclaredRolls

CRAFT = rulebook().craft
GROUND, FIREARMS, GUNNERY = "ground", "firearms", "gunnery"
COLOSSAL, TRANSPORT = "colossal", "space-transport"
# In the turn of whoever pursues: the roll of this round was made.
PURSUED = "pursuits"
PURSUED_ALREADY = "You rolled for pursuit this round. Roll again next round."


Resolve = Callable[[Inputs, Outcome, Random], Outcome]


# --- guns and damage


def _range(inputs: Inputs) -> tuple[Figure | None, str]:
    """The number that the distance adds in space, and the reason if it is too far; a band may be
    given in its place.
    """
    gun, squares = CRAFT.space_ranges.get(inputs["weapon"]), inputs["squares"]
    if gun and inputs["band"]:
        return _band(inputs), ""
    if gun is None or squares is None:
        return None, ""
    bands = zip(CRAFT.bands.values(), gun.squares, strict=True)
    for position, (band, farthest) in enumerate(bands):
        if squares <= farthest:
            more = space_range(inputs.character.house)[position]
            return bonus(band.name, more, source=band.source, ruling=band.ruling), ""
    return None, f"A {gun.name.lower()} reaches {counted(gun.squares[-1], 'square')}."


def _attack_terms(inputs: Inputs) -> Iterator[Figure]:
    far, _ = _range(inputs)
    if far:
        yield far
    gun = CRAFT.space_ranges.get(inputs["weapon"])
    if (inputs["heavy"] or (gun and gun.heavy)) and ROLLS.is_below(inputs["size"], COLOSSAL):
        yield row("heavy-small").bonus("a heavy weapon")
    if raised := inputs["raise"]:
        yield bonus("by choice", raised, source=usual().source)
    if less := squad_fire(inputs["ships"] or 0)[0]:
        yield bonus("squad", -less, source=row("squad-divisor").source)
    if less := battery_fire(inputs["guns"] or 0):
        yield bonus("battery", -less, source=row("battery").source)


def _unskilled(inputs: Inputs) -> Iterator[Figure]:
    """The difficulty of a gunner with dice of their own: without a dot in Firearms, and without the
    weapon skill Gunnery.
    """
    who: Any = inputs.character
    is_own = inputs["dice"] is None and isinstance(who, Character)
    if not is_own or not (who.value(FIREARMS) or _fires(inputs)):
        return
    yield from figures.untrained(who, FIREARMS)
    if GUNNERY not in who.weapon_skills(FIREARMS):
        yield rulebook().combat.numbers["unskilled"].bonus("no skill in Gunnery")


def _fires(inputs: Inputs) -> bool:
    """True in a fight, where the distance is a band: somebody is at the gun, dot or no dot."""
    return bool(inputs["band"])


def _attack(inputs: Inputs) -> Plan:
    """Dexterity + Firearms at the usual difficulty, with the distance."""
    inputs.ask(QUESTIONS["gunner"])
    terms = (*_attack_terms(inputs), *_unskilled(inputs))
    at, (_, far) = difficulty(usual(), *terms), _range(inputs)
    pool = pool_of(inputs, FIREARMS, DEXTERITY, untrained=_fires(inputs))
    on, evaded = (ATTACK, DEXTERITY, FIREARMS), inputs["evaded"] or 0
    return plan(inputs, pool, (at,), on, added=-evaded, barred=far)


def _hit(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    result = verdict(inputs, outcome, rng) if outcome.success is None else outcome
    if not outcome.success:
        return result
    more, dealt = inputs["raise"] or 0, inputs["dealt"]
    message = f"Roll damage with {more} {_dice(more)} more." if more else ""
    known = f"?damage={dealt + more}&ships={inputs['ships'] or ''}&soaks=yes" if dealt else ""
    return text(outcome, message, hit=FollowUp(f"vehicle-damage{known}", "Roll damage"))


def damage_difficulty(inputs: Inputs) -> Figure:
    """The difficulty of damage to such a size, less for squads and pursuers."""
    craft, terms = size(inputs), list[Figure]()
    if craft.damage and not inputs["people"]:
        terms.append(bonus(craft.name, craft.damage, source=craft.source))
    if less := squad_fire(inputs["ships"] or 0)[1]:
        terms.append(bonus("squad", -less, source=row("squad-damage-ships").source))
    if inputs["pursued"]:
        terms.append(row("pursuit-damage").bonus("pursuit"))
    return difficulty(rulebook().combat.numbers["damage"], *terms)


def shield_difficulty(inputs: Inputs) -> Figure:
    """The difficulty at which shields of such a size soak."""
    craft = size(inputs)
    less = bonus(craft.name, craft.shields, source=craft.source)
    return difficulty(rulebook().combat.numbers["soak"], less)


def _damage(inputs: Inputs) -> Plan:
    """The difficulties of damage and of shields."""
    texts = [f"Damage at {damage_difficulty(inputs).text}"]
    if inputs["shields"] and not inputs["people"]:
        texts.append(f"Shields at {shield_difficulty(inputs).text}")
    if inputs["people"]:
        texts.append(f"Levels count {counted(row('against-people').number, 'time')}.")
    return Plan(foreseen=tuple(texts))


def _damaged(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    """Damage that gets through the shields counts in full, less the armor; then the shields have 1
    less for the scene (Vehicle / ship fight rules). A craft in a fight soaks it itself.
    """
    dice, damage = levels(inputs["damage"], damage_difficulty(inputs), rng)
    first = f"{counted(damage, 'level')} of damage"
    if inputs["people"]:
        damage *= row("against-people").number
        message = f"{counted(damage, 'level')} to each person, before any soak"
        return text(outcome, message, total=damage, dice=dice, unit=level_unit(damage))
    if inputs["soaks"]:
        return text(outcome, first, total=damage, dice=dice, unit=level_unit(damage))
    shields, soaked = inputs["shields"] or 0, inputs["soaked"]
    if shields and soaked is None:
        thrown, soaked = levels(shields, shield_difficulty(inputs), rng)
        dice = (*dice, *thrown)
    passed = through(damage, shields, soaked or 0, inputs["armor"] or 0)
    texts = (first, *passed.said, _health(inputs, passed.damage))
    return text(outcome, *texts, total=passed.damage, dice=dice, unit=level_unit(passed.damage))


def _dice(count: int) -> str:
    return "die" if count == 1 else "dice"


def _health(inputs: Inputs, damage: int) -> str:
    """The level that a craft of such a size has then."""
    craft, marked = size(inputs), (inputs["lost"] or 0) + damage
    if not marked:
        return ""
    level = rulebook().combat.levels[craft.health[min(marked, len(craft.health)) - 1]]
    less = f", −{-level.penalty} {_dice(-level.penalty)}" if level.penalty else ""
    ends = level.penalty is None and not ROLLS.is_below(inputs["size"], TRANSPORT)
    blows = (
        f" It explodes in {counted(row('destruction-minutes').number, 'minute')}." if ends else ""
    )
    return f"{level.name}{less}.{blows}"


# --- the pilot


def _band(inputs: Inputs) -> Figure:
    """The number that the range of a beam in space adds."""
    bands = CRAFT.bands
    band = bands[inputs["band"]]
    more = space_range(inputs.character.house)[list(bands).index(inputs["band"])]
    return bonus(band.name, more, source=band.source, ruling=band.ruling)


ROLLS = DeclaredRolls(
    CRAFT.rolls,
    {**CRAFT.numbers, "usual": usual()},
    CRAFT.sizes,
    {"band": _band},
)


def declared(procedure: str, resolve: Resolve = verdict) -> ProcedureRule[Character]:
    """A roll of the pilot as its row declares it."""

    def plan(inputs: Inputs) -> Plan:
        row = ROLLS.of(procedure, inputs)
        return piloted(
            inputs,
            ROLLS.difficulty(row, inputs),
            foreseen=row.foreseen.format(numbers=ROLLS.numbers),
            operated=row.operated,
            on=row.on,
            needed=(inputs[row.needed] or 0) if row.needed else 1,
            theirs=(inputs[row.theirs] or 0) if row.theirs else 0,
            barred=ROLLS.barred(row, inputs),
        )

    return ProcedureRule(resolve, plan)


def once_a_round(
    rule: ProcedureRule[Character], counted: str, why: str
) -> ProcedureRule[Character]:
    """A roll of which there is one in a round: the turn holds that it was made, and `why` bars the
    next. Without dice nothing is rolled, and nothing counts.
    """

    def resolve(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
        result = rule.resolve(inputs, outcome, rng)
        return result if outcome.success is None else replace(result, situation={counted: 1})

    def barred(_character: Character, situation: TurnState) -> str:
        return why if situation.get(counted) else ""

    return dataclasses.replace(rule, resolve=resolve, barred=barred)


def _maneuver(inputs: Inputs) -> Plan:
    """A quick turn by its angle, an about-face, or a loop; those only off the ground."""
    craft, chosen = CRAFT, CRAFT.maneuvers[inputs["maneuver"]]
    quick = inputs["maneuver"] == "quick-turn"
    barred = "" if quick or inputs["where"] != GROUND else "This works only in air or space."
    if inputs.character.house.gravity_cost:
        inputs.ask(QUESTIONS["gravity"])
    if not quick and not chosen.difficulties:
        return Plan(foreseen=(f"No roll: {_move(inputs)} Move.",), barred=barred)
    number = craft.quick_turns[inputs["degrees"]].number if quick else chosen.difficulties[0]
    at = difficulty(Number(id="", name=chosen.name, number=number, source=chosen.source))
    return piloted(inputs, at, barred=barred)


def _move(inputs: Inputs) -> str:
    """The Move that a maneuver takes, near a planet half or twice that by house rule."""
    move = CRAFT.maneuvers[inputs["maneuver"]].move or 0
    factor = row("gravity").number
    match inputs.said.get("gravity"):
        case "toward":
            return f"{move / factor:g}"
        case "away":
            return str(move * factor)
    return str(move)


def _maneuvered(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    chosen = CRAFT.maneuvers[inputs["maneuver"]]
    if outcome.success is None and outcome.target is None:
        return text(outcome, chosen.does, f"{_move(inputs)} Move")
    result = verdict(inputs, outcome, rng, _move(inputs))
    return text(result, chosen.does) if outcome.success else result


def _obstacle(inputs: Inputs) -> Plan:
    """The Storyteller's number, or the speed, half a d10, and 2 (Obstacles)."""
    if not _is_random(inputs):
        typed = inputs["difficulty"]
        return piloted(inputs, difficulty(usual() if typed is None else _typed(typed)))
    dice = (int(inputs["die"]),) if inputs["die"] else range(1, SIDES + 1)
    numbers = [_random_obstacle(die) for die in dice]
    message = "" if inputs["die"] else f"A d10: difficulty {numbers[0].code} to {numbers[-1].code}"
    return piloted(inputs, *numbers, foreseen=message)


def _is_random(inputs: Inputs) -> bool:
    """True if an obstacle is random: its d10 was typed, or the party plays it so."""
    if inputs["difficulty"] is not None:
        return False
    return bool(inputs["die"] or inputs.character.house.random_obstacles)


def _typed(number: int) -> Number:
    return Number(id="", name="", number=number, source=TYPED)


def _random_obstacle(die: int) -> Figure:
    half = bonus("half of the d10", die // row("obstacle-divisor").number)
    return difficulty(row("obstacle"), half)


# --- craft of a kind that fire as one, and guns of a kind on one target


def squad_fire(ships: int) -> tuple[int, int]:
    """The numbers that a squad takes off the difficulty to hit, and off that of damage."""
    hit = -(-(ships - 1) // row("squad-divisor").number)
    return max(0, hit), ships // row("squad-damage-ships").number


def battery_fire(guns: int) -> int:
    """The number that so many guns take off the difficulty to hit."""
    return guns // row("battery").number


def _squad_text(ships: int) -> str:
    hit, damage = squad_fire(ships)
    return f"To hit: −{hit} difficulty, damage: −{damage} difficulty"


def _battery(inputs: Inputs) -> Plan:
    less = battery_fire(inputs["guns"] or 0)
    return Plan(foreseen=(f"To hit: −{less} difficulty" if less else "To hit: nothing less",))


def _battery_formed(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    less = battery_fire(inputs["guns"])
    message = f"To hit: −{less} difficulty" if less else "Too few guns"
    return text(outcome, message, total=less)


def _squad(inputs: Inputs) -> Plan:
    """A Pilot roll to form it; what it takes off attacks and damage."""
    terms = (row("squad-unlike").bonus("unlike ships"),) if inputs["unlike"] else ()
    return piloted(inputs, difficulty(row("squad"), *terms), foreseen=_squad_text(inputs["ships"]))


def _squad_formed(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    result = verdict(inputs, outcome, rng)
    return result if outcome.success is False else text(result, _squad_text(inputs["ships"]))


def _caught(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    return verdict(inputs, outcome, rng, size(inputs, "host").tractor)


def _holds(inputs: Inputs) -> str:
    large = not ROLLS.is_below(inputs["size"], TRANSPORT)
    return "" if large else "Only a space transport or a larger ship explodes."


RULES = {
    "vehicle-attack": ProcedureRule(_hit, _attack),
    "vehicle-damage": ProcedureRule(_damaged, _damage),
    "vehicle-evade": declared("vehicle-evade"),
    "maneuver": ProcedureRule(_maneuvered, _maneuver),
    "obstacle": ProcedureRule(verdict, _obstacle),
    "side-bump": declared("side-bump"),
    "collision": COLLISION,
    "pursuit": once_a_round(declared("pursuit"), PURSUED, PURSUED_ALREADY),
    "landing": declared("landing"),
    "docking": declared("docking"),
    "skim": declared("skim"),
    "squad": ProcedureRule(_squad_formed, _squad),
    "battery": ProcedureRule(_battery_formed, _battery),
    "tractor": declared("tractor", _caught),
    "destruction": destruction(_holds),
}
