"""Craft: what is theirs alone here, and a fight with them."""

from __future__ import annotations

from typing import Any

from rules.declared.craft import game
from rules.declared.craft.helm import EVADE, Helm
from rules.declared.craft.hits import DEPLOYED, harm_rule
from rules.forms.parsing import FormValues
from rules.kit.craft import play
from rules.kit.craft.craft import TypedCraft
from rules.kit.craft.fight import Targets, with_craft
from rules.play import Attempt, Outcome
from rules.systems.empire_ascendant.character import figures
from rules.systems.empire_ascendant.character.ruleset import GAME
from rules.systems.empire_ascendant.play import actions, modifiers, rolls, rounds
from rules.systems.empire_ascendant.play.attacks import (
    COMBAT,
    SCALES,
    larger,
    own_scale,
    scale_dice,
)
from rules.systems.empire_ascendant.play.craft import CRAFT, DECLARED, HITS, TORPEDO

SPEED = "speed"
STOPPED = CRAFT.fire[TORPEDO].does
HELM = Helm(craft=DECLARED, turn=modifiers.TURN, out=modifiers.out)


def _aim(_attempt: Attempt[object], _action: str, targets: Targets) -> FormValues:
    """The range, from Short on, what evades, the Speed that a torpedo has to catch, and the scale.
    A person dodges.
    """
    ranges, target = tuple(COMBAT.ranges), targets[0].attempt
    at = max(ranges.index(CRAFT.nearest), min(targets[0].distance, len(ranges) - 1))
    if isinstance(target.character, TypedCraft):
        evade, code = target.situation.get(EVADE, 0), target.character.figure(SPEED)
        speed = target.situation.get(SPEED) or COMBAT.per_die * code.value + code.pips
    else:
        evade, speed = target.character.figure(figures.DODGE).value, 0
    theirs = own_scale(target.character)
    said = {"range": ranges[at], "evade": evade, "defense": evade, SPEED: speed}
    return {id: (str(value),) for id, value in {**said, "their_scale": theirs}.items()}


def _harmed(attempt: Attempt[Any], _action: str, damage: Outcome) -> FormValues:
    scale = "".join(attempt.values.get("my_scale", ())) or own_scale(attempt.character)
    torpedo = {TORPEDO: "yes"} if TORPEDO in attempt.values.get("weapon", ()) else {}
    return play.harm_values(damage, their_scale=scale, **torpedo)


FIGHT = with_craft(
    rounds.FIGHT,
    ("gunnery", "ship-damage"),
    aim=_aim,
    aim_damage=_aim,
    harmed=_harmed,
    at_craft=_aim,
    fields=(EVADE, SPEED, "my_scale", "their_scale"),
    seen=("their_scale",),
    order="A craft rolls 1D for all aboard.",
)
PARTS = game.parts(
    HELM,
    rolls.QUESTIONNAIRE,
    actions.TABLE.groups,
    FIGHT,
    {
        "initiative": rounds.RULES["initiative"],
        "harm": harm_rule(
            HITS,
            modifiers.TURN,
            GAME.codes.carried,
            more=lambda inputs: scale_dice(larger(inputs)),
            stopped=lambda inputs: STOPPED if inputs[TORPEDO] and inputs[DEPLOYED] else "",
            usual=SCALES,
        ),
    },
)
