"""The crew of a craft: its stations, what can be done there, and what a pilot gives the craft."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from rules.craft import ATTACK, FACING, CrewAction, CrewRules, Side, Station
from rules.figures import Figure, number
from rules.forms.parsing import FormValues
from rules.play import Attempt
from rules.sheet.sections import Line
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.craft import checks, sheet
from rules.systems.hyperspace_d6.craft.lookup import DEFENSES, DICE
from rules.systems.hyperspace_d6.craft.state import SECTIONS, CraftState
from rules.systems.hyperspace_d6.play.modifiers import current_pool, incapacitated
from rules.systems.hyperspace_d6.play.roll_input import CRAFT_DICE
from rules.systems.hyperspace_d6.play.rollables import ABOARD, REPAIRS, rollable
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.guide import guide

STEER, GUNS, SENSORS, SHIELDS, ENGINES, PASSENGER = (
    *("pilot", "gunner", "sensors", "shields", "engineer", "passenger"),
)
# The level of people whom a crew without names is by default.
USUAL = "proficient"
RULING = (
    "Our ruling: craft are in front of each other until a pilot gets around one. The pilot"
    " also does what nobody is there for. A crew without names has the dice of a proficient NPC in"
    " all that it does, unless your GM says otherwise."
)
JUMP = "Your GM says which dice of the craft help, if any. Our ruling: none."


def stations(craft: CraftState) -> tuple[Station, ...]:
    """The places aboard: as many gunners as weapons (HyperspaceD6, Vehicle Actions)."""
    return tuple(_stations(craft))


def _stations(craft: CraftState) -> Iterator[Station]:
    steering = book().skills[craft.chosen.skill].name
    is_flown = craft.chosen.skill == "pilot"
    does = f"Steers, and adds {steering} to Evade."
    known = _numbers(craft)
    name = "Pilot" if is_flown else "Driver"
    yield Station(STEER, name, does, lines=known("mobility", "evade"))
    if guns := len(craft.weapons):
        name = "Gunner" if guns == 1 else "Gunners"
        card = f"{_with_dice('gunnery', craft, 'fire_control')} against Evade."
        yield Station(GUNS, name, "Fires the weapons.", guns, known("fire_control"), "Gunner", card)
    yield Station(SENSORS, "Sensors", "Scans, and plots jumps.", lines=known("sensors"))
    if craft.value("shields"):
        yield Station(SHIELDS, "Shields", "Angles the deflectors.", lines=known("shields"))
    yield Station(ENGINES, "Engineer", "Repairs damaged systems.", lines=known("hull"))
    yield Station(PASSENGER, "Passengers", "Act as they would on foot.", None, one="Passenger")


def _numbers(craft: CraftState) -> Callable[..., tuple[Line, ...]]:
    """Gives the craft's numbers of these names."""
    names = {**DICE, **DEFENSES}
    return lambda *ids: tuple(Line(id, names[id], craft.figure(id)) for id in ids)


def actions(
    attempt: Attempt[CraftState], station: str, held: Collection[str]
) -> tuple[CrewAction, ...]:
    """What can be done at a station; the pilot also does what nobody is there for
    (HyperspaceD6, Vehicle Combat Basics: a pilot angles the shields and fires).
    """
    known = {one.id for one in stations(attempt.character)}
    free = (id for id in _ACTIONS if id != station and id not in held) if station == STEER else ()
    ids = (id for id in (station, *free) if id in known and id in _ACTIONS)
    return tuple(action for id in ids for action in _ACTIONS[id](attempt))


def _terms(attempt: Attempt[CraftState], number: str = "") -> dict[str, tuple[str, ...]]:
    """The dice of the craft for a check, less those that damage takes."""
    craft = attempt.character
    figure = craft.figure(number) if number else None
    adds = [f"{figure.value} {figure.label}"] if figure else []
    takes = [f"{one.value} {one.label}" for one in checks.damage_taken(craft)]
    return {CRAFT_DICE: (*adds, *takes)}


def _steer(attempt: Attempt[CraftState]) -> Iterator[CrewAction]:
    steering = f"{ABOARD}.{attempt.character.chosen.skill}"
    values = _terms(attempt, "mobility")
    about = guide().topics["facing"].does
    card = f"{_check(attempt)}, opposed: get on another side of a craft."
    yield CrewAction("outmaneuver", "Outmaneuver", about, steering, values, needs=FACING, card=card)
    yield hazard(attempt)


def hazard(attempt: Attempt[CraftState]) -> CrewAction:
    """The check among rocks and mines (HyperspaceD6, Vehicle Range, Movement, and Facing)."""
    about = "Through rocks, mines or wrecks: your GM names the number."
    steering = f"{ABOARD}.{attempt.character.chosen.skill}"
    name = "Fly through a hazard"
    card = f"{_check(attempt)}. Your GM names the number."
    return CrewAction("steer", name, about, steering, _terms(attempt, "mobility"), card=card)


def _check(attempt: Attempt[CraftState]) -> str:
    """The check of the pilot: "Pilot + 3D Mobility"."""
    return _with_dice(attempt.character.chosen.skill, attempt.character, "mobility")


def _with_dice(skill: str, craft: CraftState, number: str) -> str:
    """A skill with dice of the craft: "Gunnery + 2D Fire Control"."""
    figure = craft.figure(number)
    return f"{_skill(skill)} + {figure.code} {figure.label}" if figure.value else _skill(skill)


def _skill(id: str) -> str:
    return book().skills[id].name


def _fire(attempt: Attempt[CraftState]) -> Iterator[CrewAction]:
    craft = attempt.character
    for weapon in craft.weapons:
        damage = craft.damage(weapon)
        values = _terms(attempt, "fire_control") | {
            "gun": (f"{damage.value} {weapon.name}",),
            "scale": (craft.chosen.scale,),
        }
        if weapon.ion:
            values["nature"] = ("ion",)
        about = f"Damage {damage.code}," + (" ion," if weapon.ion else "")
        yield CrewAction(
            f"fire-{weapon.id}",
            f"Fire {weapon.name}",
            about,
            f"{ABOARD}.gunnery",
            values,
            needs=ATTACK,
            card=f"{about.removesuffix(',')}.",
        )


def _scan(attempt: Attempt[CraftState]) -> Iterator[CrewAction]:
    about = "Look for threats, life signs, a way in."
    card = f"{_with_dice('sensors', attempt.character, 'sensors')}. {about}"
    values = _terms(attempt, "sensors")
    yield CrewAction("scan", "Scan", about, f"{ABOARD}.sensors", values, card=card)
    about = "A hyperspace jump: your GM names the number."
    yield CrewAction(
        "jump",
        "Plot a jump",
        about,
        f"{ABOARD}.astrogation",
        _terms(attempt),
        ruling=JUMP,
        card=f"{_skill('astrogation')}. Your GM names the number.",
    )


def _angle(_attempt: Attempt[CraftState]) -> Iterator[CrewAction]:
    about = guide().topics["angling"].does
    yield CrewAction(
        "angle", "Angle the shields", about, "angle", by_craft=True, adds_up=True, card=about
    )


def _repair(attempt: Attempt[CraftState]) -> Iterator[CrewAction]:
    about = "A success repairs one system. Your GM names the number."
    yield CrewAction(
        "repair",
        "Repair a system",
        about,
        REPAIRS,
        _terms(attempt),
        onto=True,
        card=f"{_skill('vehicles')}. {about}",
    )


_ACTIONS = {STEER: _steer, GUNS: _fire, SENSORS: _scan, SHIELDS: _angle, ENGINES: _repair}


def flown(pilot: Attempt[Character], craft: Attempt[CraftState]) -> dict[str, int]:
    """The present dice of the pilot, for initiative, and their whole code as a number for
    Evade if they have a die in the skill itself (HyperspaceD6, Vehicle Defenses). Who is out steers
    nothing.
    """
    if incapacitated(pilot.character):
        return {checks.PILOT: 0}
    skill = craft.character.chosen.skill
    check = rollable(pilot.character, f"{ABOARD}.{skill}")
    if check is None:
        return {}
    now = current_pool(pilot, check.pool, check.attribute, check.skill)
    changes = {checks.PILOT: max(0, now.value)}
    if _is_skilled(pilot.character, skill):
        changes[checks.EVADE] = check.pool.value
    return changes


def _is_skilled(character: Character, skill: str) -> bool:
    row = character.skills[skill]
    attribute = rollable(character, f"attributes.{row.attribute}")
    check = rollable(character, f"skills.{skill}")
    return bool(attribute and check and check.pool.value > attribute.pool.value)


def crewed(dice: int) -> dict[str, int]:
    """A crew of opponents: so many dice in everything, and the same number for Evade
    (HyperspaceD6, Vehicle Defenses: skilled NPCs as well).
    """
    return {checks.CREW: dice, checks.EVADE: dice} if dice else {}


def opposed(craft: Attempt[CraftState]) -> FormValues:
    """The dice of the other side of an opposed Pilot check: the pilot it, and Mobility."""
    crew = craft.situation.get(checks.CREW, 0)
    steering = craft.situation.get(checks.PILOT, crew)
    less = sum(one.value for one in checks.damage_taken(craft.character))
    return {"opposed": (str(max(1, steering + craft.character.value("mobility") + less)),)}


def _evade(craft: Attempt[CraftState]) -> Figure:
    return checks.evade(craft)


def _lines(craft: CraftState) -> tuple[Line, ...]:
    """Hull, and how many systems are damaged."""
    damaged = number("damaged systems", craft.marks.damaged, source="At the table")
    return (
        Line("hull", "Hull", craft.figure("hull")),
        *((Line("damaged", "Damaged", damaged),) if craft.marks.damaged else ()),
    )


def _crew_dice() -> int:
    level = guide().npc_levels[USUAL]
    return level.attributes + level.skill_dice


CREW = CrewRules[Character, Any](
    stations=stations,
    actions=actions,
    pilot=STEER,
    hazard=hazard,
    maneuver="mobility",
    ruling=RULING,
    turn=(checks.CREW, checks.PILOT, checks.EVADE),
    sides=tuple(Side(id, id.capitalize()) for id in SECTIONS),
    crew_dice=_crew_dice(),
    flown=flown,
    crewed=crewed,
    evade=_evade,
    opposed=opposed,
    lines=_lines,
    shares=lambda craft: tuple(sheet.shares(craft)) if craft.value("shields") else (),
)
