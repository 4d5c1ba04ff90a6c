"""Craft: what their crews roll, what a hit does to them, and a fight with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kit.craft import crew, form, play
from rules.kit.craft.coded import EVADE
from rules.kit.craft.craft import TypedCraft
from rules.kit.craft.declared import DeclaredCraft
from rules.kit.craft.fight import Targets, with_craft
from rules.kit.play.planned_procedures import ProcedureRule, procedure_groups
from rules.play import Attempt, Outcome
from rules.systems.empire_ascendant.character import figures, marks
from rules.systems.empire_ascendant.document.build import EMPTY, House
from rules.systems.empire_ascendant.play import actions, modifiers, rolls, rounds
from rules.systems.empire_ascendant.play.attacks import COMBAT, SCALES, own_scale
from rules.systems.empire_ascendant.play.craft import CRAFT, ROLLS, TORPEDO, shields_number
from rules.systems.empire_ascendant.rulebook.book import FOLDER

LEVELS = ROLLS.levels
DECLARED = DeclaredCraft(
    EMPTY.system,
    FOLDER,
    House,
    out=lambda craft: modifiers.refusal("destroyed" if craft.marks.level == LEVELS.most else ""),
)


def _lost(turn: Mapping[str, int]) -> int:
    """The dice that actions take of a crew without names: one for each further one."""
    return max(0, turn.get("actions", 1) - 1)


RULES: dict[str, ProcedureRule[Any]] = {
    "initiative": rounds.RULES["initiative"],
    "evade": ROLLS.steer("maneuverability"),
    "speed": ROLLS.steer("speed", "fancy"),
    "raise": ROLLS.answer(shields_number, _lost),
    "hazard": ROLLS.hazard(),
    "harm": ROLLS.harm("hull", SCALES),
}
TABLE = play.CraftTable(
    actions.TABLE.groups,
    procedure_groups(rolls.READER, "vehicle_play.toml", RULES, rolls.QUESTIONNAIRE),
    lost=_lost,
    unit="D",
)


def _flown(pilot: Attempt[Any], craft: Attempt[TypedCraft]) -> dict[str, int]:
    """The present code of the pilot in the skill that steers; nothing of who is out."""
    if marks.out(pilot.character):
        return {}
    steering = craft.character.kind.values["steering"]
    return ROLLS.flown(pilot, modifiers.ROLLED.figure(pilot.character, steering))


# --- a fight


def _aim(_attempt: Attempt[Any], _action: str, targets: Targets) -> Any:
    """The range, from Short on, what evades, the Speed that a torpedo has to catch, and the scale.
    A person dodges.
    """
    ranges, target = tuple(COMBAT.ranges), targets[0].attempt
    at = max(ranges.index(CRAFT.nearest), min(targets[0].distance, len(ranges) - 1))
    if isinstance(target.character, TypedCraft):
        evade = target.situation.get(EVADE, 0)
        speed = ROLLS.speeding(target, COMBAT.per_die)
    else:
        evade, speed = figures.defense(target.character, "dodge").value, 0
    theirs = own_scale(target.character)
    number = (str(evade),)
    return {
        "range": (ranges[at],),
        "evade": number,
        "defense": number,
        "speed": (str(speed),),
        "their_scale": (theirs,),
    }


def _harmed(attempt: Attempt[Any], _action: str, damage: Outcome) -> Any:
    scale = "".join(attempt.values.get("my_scale", ())) or own_scale(attempt.character)
    torpedo = {"torpedo": "yes"} if TORPEDO in attempt.values.get("weapon", ()) else {}
    return play.harm_values(damage, their_scale=scale, **torpedo)


FIGHT = with_craft(
    rounds.FIGHT,
    ("gunnery", "ship-damage"),
    aim=_aim,
    aim_damage=_aim,
    harmed=_harmed,
    at_craft=_aim,
    fields=("evade", "speed", "my_scale", "their_scale"),
    seen=("their_scale",),
    order="A craft rolls 1D for all aboard.",
)
CREW = crew.crew_rules(
    DECLARED, flown=_flown, crewed=lambda dice: {"pilot": dice}, evade=ROLLS.evading
)
CRAFT_RULES = form.craft_rules(DECLARED, CREW)
