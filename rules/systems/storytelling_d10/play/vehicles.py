"""Craft: what their pilots roll, what a hit does to them, and a fight with them."""

from __future__ import annotations

from typing import Any

from rules.fight import Defense
from rules.figures import Figure, bonus
from rules.kit.craft import crew, form, play
from rules.kit.craft.counted import EVADED, INITIATIVE, LEADING, PILOT, CountedCraft
from rules.kit.craft.craft import TypedCraft
from rules.kit.craft.fight import Targets, with_craft
from rules.kit.craft.shielded import ShieldedCraft
from rules.kit.craft.sizes import Size
from rules.kit.play.planned_procedures import ProcedureRule, procedure_groups
from rules.kit.play.success_rolls import summed
from rules.play import Attempt
from rules.systems.storytelling_d10.character import figures
from rules.systems.storytelling_d10.document import House
from rules.systems.storytelling_d10.play import actions, fight, rollables
from rules.systems.storytelling_d10.play.craft import CRAFT
from rules.systems.storytelling_d10.play.tools import difficulty
from rules.systems.storytelling_d10.rulebook.book import FOLDER, rulebook

NUMBERS = rulebook().combat.numbers


def _size(craft: TypedCraft) -> Size:
    return CRAFT.sizes[craft.kind.id]


def _soak(craft: TypedCraft) -> Any:
    less = bonus(craft.kind.name, _size(craft).shields, source=craft.kind.source)
    return difficulty(NUMBERS["soak"], less)


HEALTH = ShieldedCraft(
    levels=rulebook().combat.levels,
    dice=rollables.DICE,
    health=lambda craft: _size(craft).health,
    soak=_soak,
    squad="One of the squad falls, the target’s player says which:",
)
DECLARED = HEALTH.declared("storytelling-d10", FOLDER, House)


def _operated(craft: TypedCraft) -> tuple[Figure, Figure]:
    size, source = _size(craft), craft.kind.source
    return bonus(size.name, size.dice, source=source), bonus(
        size.name, size.difficulty, source=source
    )


ROLLS = CountedCraft(
    dice=rollables.DICE,
    usual=rollables.usual(),
    initiative_at=NUMBERS["initiative"].figure("Difficulty"),
    operated=_operated,
    evasion=NUMBERS["evasion"],
)
RULES: dict[str, ProcedureRule[Any]] = {
    "initiative": ROLLS.initiative(),
    "evade": ROLLS.evade(),
    "hazard": ROLLS.steer(),
    "harm": HEALTH.harm(),
}
TABLE = play.CraftTable(
    actions.TABLE.groups,
    procedure_groups(rollables.READER, "vehicle_play.toml", RULES, rollables.QUESTIONNAIRE),
    lost=rollables.actions_lost,
    unit="d10",
)


def _flown(pilot: Attempt[Any], _craft: Attempt[TypedCraft]) -> dict[str, int]:
    """The present dice of the pilot, and their initiative; nothing of who is out."""
    who, less = pilot.character, rollables.penalties(pilot, "dexterity", is_action=False)
    if rollables.cannot_act(who):
        return {}
    steering = rollables.current_pool(pilot, rollables.ability(who, "pilot", "dexterity"))
    return {
        PILOT: max(0, steering.value) if who.value("pilot") else 0,
        INITIATIVE: max(0, summed(figures.initiative(who), *less).value),
        LEADING: figures.initiative_first(who).value,
    }


# --- a fight


def _aim(_attempt: Attempt[Any], _action: str, targets: Targets) -> Any:
    """The size of a target, the band of its distance, and what evaded ahead."""
    target, who = targets[0], targets[0].attempt.character
    bands, evaded = tuple(CRAFT.bands), target.attempt.situation.get(EVADED, 0)
    is_craft = isinstance(who, TypedCraft)
    return {
        "size": (who.kind.id if is_craft else "medium",),
        "band": (bands[min(target.distance, len(bands) - 1)],),
        EVADED: (str(evaded),),
        "people": () if is_craft else ("yes",),
    }


FIGHT = with_craft(
    fight.FIGHT,
    ("vehicle-attack", "vehicle-damage"),
    aim=_aim,
    aim_damage=_aim,
    harmed=lambda _attempt, _action, damage: play.harm_values(damage, kind="lethal"),
    at_craft=lambda _attempt, _action, _targets: {},
    fields=("size", "squares", "band", EVADED),
    order="The pilot of a craft rolls for all aboard.",
    defend=lambda _attempt, _action, _target, total: Defense("evade", {"target": (str(total),)}),
)
CREW = crew.crew_rules(DECLARED, flown=_flown, crewed=lambda dice: {PILOT: dice, INITIATIVE: dice})
CRAFT_RULES = form.craft_rules(DECLARED, CREW)
