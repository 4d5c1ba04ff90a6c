"""What takes dice from a roll: health, armor, several actions, evasions."""

from __future__ import annotations

from collections.abc import Iterator

from rules.figures import Figure, bonus
from rules.forms.fields import Field, Option
from rules.forms.parsing import YES
from rules.kit.answers import menu, number_field
from rules.kit.questions import ActionInput
from rules.kit.success_rolls import summed
from rules.play import Attempt, PlayState, TurnState
from rules.systems.storytelling_d10.character import figures
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.play.rollables import (
    DAMAGE,
    DEXTERITY,
    Rollable,
    every,
)
from rules.systems.storytelling_d10.rulebook import rulebook

# Whatever says who does something, and in which turn.
Doing = Attempt[Character] | ActionInput[Character]
MOST_ACTIONS = 10
BATTLE = {"no": "No battle", YES: "In battle"}
DEAD, DOWN = "Dead: no more rolls.", "Incapacitated: you can't act."


def cannot_act(character: Character) -> str:
    """Why nothing is done, "" for whoever can act."""
    if character.marks.dead:
        return DEAD
    return DOWN if character.penalty is None else ""


def actions_lost(situation: TurnState) -> int:
    """The dice that the next action loses: with n declared the i-th loses n + i − 1, less what
    Power gives back.
    """
    declared, taken = situation.get("actions", 1), situation.get("done", 0)
    if declared < 2:
        return 0
    return max(0, declared + min(taken, declared - 1) - situation.get("power_actions", 0))


def penalties(attempt: Doing, attribute: str, *, is_action: bool) -> Iterator[Figure]:
    """What takes dice from a roll with that attribute; several actions only from an action."""
    character, situation = attempt.character, attempt.situation
    hurt, level = character.penalty, character.health.level
    if hurt and level and not situation.get("no_penalties"):
        yield bonus(level.name, hurt, source=level.source)
    armor = character.equipped(character.worn, "armor")
    if armor and attribute == DEXTERITY:
        less = figures.armor_dexterity(character, armor)
        if less.value:
            yield bonus(armor.name, less.value, source=less.source)
    if is_action and (lost := actions_lost(situation)):
        source = "Star Wars Storytelling (d10), Changes and additions to Storytelling system"
        yield bonus("several actions", -lost, source=source)
    if evaded := situation.get("evasions", 0):
        row = rulebook().combat.numbers["evasion"]
        yield bonus("evasions", -row.number * evaded, source=row.source)


def current_pool(attempt: Doing, rolled: Rollable) -> Figure:
    """A pool less all that takes dice from it; of damage nothing does."""
    if rolled.pool is None:
        raise ValueError(f"{rolled.key} has no pool")
    if rolled.kind == DAMAGE:
        more = attempt.situation.get("power_damage", 0)
        return summed(rolled.pool, bonus("Power", more)) if more else rolled.pool
    terms = penalties(attempt, rolled.attribute, is_action=True)
    return summed(rolled.pool, *terms)


def play_state(attempt: Attempt[Character]) -> PlayState:
    """Every current pool, and what takes dice."""
    character = attempt.character
    pools = {one.key: current_pool(attempt, one) for one in every(character)}
    remarks = []
    if level := character.health.level:
        less = character.penalty
        remarks.append(f"{level.name}: {'no actions' if less is None else f'{less} dice'}")
    if out := cannot_act(character):
        remarks.insert(0, out)
        pools = {key: summed(pool, bonus("out", -pool.value)) for key, pool in pools.items()}
        return PlayState(pools, tuple(remarks), ())
    if lost := actions_lost(attempt.situation):
        remarks.append(f"Next action: −{lost} dice")
    return PlayState(pools, tuple(remarks), controls(attempt.situation))


def controls(situation: TurnState) -> tuple[Field, ...]:
    """The fields of a turn: how many actions are declared, and whether there is a battle."""
    declared, now = situation.get("actions", 1), bool(situation.get("battle"))
    fights = tuple(Option(id, name, chosen=now is (id == YES)) for id, name in BATTLE.items())
    return (
        number_field("actions", "Actions this round", declared, 1, MOST_ACTIONS),
        menu("battle", "Battle", fights),
    )
