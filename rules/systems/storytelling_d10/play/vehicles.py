"""Craft: what their pilots roll, what a hit does to them, and a fight with them."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from rules.fight import Defense, Target
from rules.figures import bonus, number
from rules.kit.craft import crew, form, play
from rules.kit.craft.craft import TypedCraft
from rules.kit.craft.fight import Targets, is_craft, with_craft
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule, as_rolled
from rules.kit.play.procedure_tables import procedure_groups
from rules.kit.play.success_checks import NO_DICE
from rules.play import Attempt, Outcome
from rules.systems.storytelling_d10.character import figures
from rules.systems.storytelling_d10.play import actions, fight, rollables, turns
from rules.systems.storytelling_d10.play.craft import CRAFT
from rules.systems.storytelling_d10.play.craft_harm import (
    DECLARED,
    HARM,
    Inputs,
    penalty,
    size_of,
)
from rules.systems.storytelling_d10.play.required_rolls import verdict
from rules.systems.storytelling_d10.rulebook.book import rulebook
from rules.systems.storytelling_d10.rulebook.success_rolls import LeadingRoll, added_to, summed

NUMBERS, SKILLS = rulebook().combat.numbers, rulebook().traits.ability_groups["skills"]
# What a turn holds: the dice of the pilot, and what one without a dot adds to difficulties; those
# of initiative and of its leading roll; the successes of an evasion ahead, and how many evasions
# there were.
PILOT, UNTRAINED, INITIATIVE, LEADING = "pilot", "untrained", "initiative", "leading"
EVADED, EVASIONS = "evaded", "evasions"


# --- the pilot


def _initiative(inputs: Inputs) -> Plan:
    """The pilot's dice, or those of a crew without names; the successes of the leading roll are
    dice more.
    """
    turn, at = inputs.situation, NUMBERS["initiative"].figure("Difficulty")
    first = number("first roll", turn.get(LEADING, 0))
    second = number("Initiative", turn.get(INITIATIVE, 0))
    bars = inputs.character.out() or ("" if first.value + second.value > 0 else NO_DICE)
    return Plan(roll=LeadingRoll(rollables.DICE, first, second, at, bars=bars))


def _steered(inputs: Inputs) -> Plan:
    """The pilot's dice with the size of the craft, less what damages it and each evasion."""
    craft, turn, evasion = inputs.character, inputs.situation, NUMBERS["evasion"]
    size, source = size_of(craft), craft.kind.source
    pool = summed(
        number("who steers", turn.get(PILOT, 0)),
        bonus(size.name, size.dice, source=source),
        bonus("damage to the craft", -penalty(craft)),
        bonus("evading", -turn.get(EVASIONS, 0) * evasion.number, source=evasion.source),
    )
    typed, needed = inputs.get("difficulty"), inputs.get("target") or 1
    base = number("Difficulty", typed, source="Entered") if typed else rollables.usual()
    harder = bonus(size.name, size.difficulty, source=source)
    speed = bonus("speed", inputs.get("speed") or 0, source="Entered")
    unskilled = bonus("no dot in Pilot", turn.get(UNTRAINED, 0), source=SKILLS.source)
    at = added_to(base, harder, speed, unskilled)
    return Plan(roll=rollables.DICE.throw(pool, at, needed=needed, bars=craft.out()))


def _evaded(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    """Against the successes of an attack; without an attack what it shows counts until the next
    turn.
    """
    turn: dict[str, Any] = {EVASIONS: inputs.situation.get(EVASIONS, 0) + 1}
    if not inputs["target"]:
        turn[EVADED] = outcome.total
    return text(verdict(inputs, outcome, rng), situation=turn)


RULES: dict[str, ProcedureRule[Any]] = {
    **play.RULES,
    "initiative": ProcedureRule(as_rolled, _initiative),
    "evade": ProcedureRule(_evaded, _steered),
    "hazard": ProcedureRule(verdict, _steered),
    "harm": HARM,
}
TABLE = play.CraftTable(
    actions.TABLE.groups,
    procedure_groups(rollables.READER, "vehicle_play.toml", RULES, rollables.QUESTIONNAIRE),
    lost=turns.actions_lost,
    unit="d10",
)


def _flown(pilot: Attempt[Any], _craft: Attempt[TypedCraft]) -> dict[str, int]:
    """The present dice of the pilot, and their initiative; nothing of who is out."""
    who, less = pilot.character, rollables.penalties(pilot, "dexterity", cost=0)
    if rollables.cannot_act(who):
        return {}
    steering = rollables.current_pool(pilot, rollables.ability(who, "pilot", "dexterity"))
    return {
        PILOT: max(0, steering.value),
        UNTRAINED: sum(more.value for more in figures.untrained(who, "pilot")),
        INITIATIVE: max(0, summed(figures.initiative(who), *less).value),
        LEADING: figures.initiative_first(who).value,
    }


# --- a fight


def _aim(_attempt: Attempt[Any], _action: str, targets: Targets) -> Any:
    """The size of a target, the band of its distance, and what evaded ahead."""
    target, who = targets[0], targets[0].attempt.character
    bands, evaded = tuple(CRAFT.bands), target.attempt.situation.get(EVADED, 0)
    is_vehicle = is_craft(target.attempt)
    return {
        "size": (who.kind.id if is_vehicle else "medium",),
        "band": (bands[min(target.distance, len(bands) - 1)],),
        EVADED: (str(evaded),),
        "people": () if is_vehicle else ("yes",),
    }


def _defend(
    _attempt: Attempt[Any], _action: str, target: Target[Any], rolled: Outcome
) -> tuple[Defense, ...]:
    """A craft evades that somebody steers, and that can still move."""
    evade, craft = Defense("evade", {"target": (str(rolled.total),)}), target.attempt
    steered = is_craft(craft) and craft.situation.get(PILOT, 0) > 0 and not craft.character.out()
    return (evade,) if steered else ()


def _rolls_as(attempt: Attempt[Any]) -> str:
    """Craft of one kind roll as one, where the party plays so."""
    craft = attempt.character
    return craft.kind.id if is_craft(attempt) and craft.house.group_initiative else ""


FIGHT = with_craft(
    replace(fight.FIGHT, rolls_as=_rolls_as),
    ("vehicle-attack", "vehicle-damage"),
    aim=_aim,
    aim_damage=_aim,
    harmed=lambda _attempt, _action, damage: play.harm_values(damage, kind="lethal"),
    at_craft=lambda _attempt, _action, _targets: {},
    fields=("size", "squares", "band", EVADED),
    seen=("size", "band", EVADED, "people"),
    order="The pilot of a craft rolls for all aboard.",
    defend=_defend,
)
CREW = crew.crew_rules(DECLARED, flown=_flown, crewed=lambda dice: {PILOT: dice, INITIATIVE: dice})
CRAFT_RULES = form.craft_rules(DECLARED, CREW, form.craft_starters(DECLARED))
