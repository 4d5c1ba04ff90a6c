"""Active defense: a skill roll instead of a defense, if the party plays so; in quick play an
attribute roll against any threat (HyperspaceD6, Active Defense; Quickplay Rules).
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.forms.fields import Option
from rules.kit.play.answers import menu
from rules.kit.play.planned_procedures import ProcedureRule
from rules.play import Attempt, FollowUp
from rules.problems import Problem
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.play import checks, weapon_in_hand
from rules.systems.hyperspace_d6.play.modifiers import incapacitated
from rules.systems.hyperspace_d6.play.roll_form import check_plan
from rules.systems.hyperspace_d6.play.rollables import Rollable, rollable
from rules.systems.hyperspace_d6.play.rolls import Inputs
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.guide import Active, guide
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES

PREFIX, AVOID = "defend.", "avoid"
HIT = FollowUp("harm", "Take the hit")


def _about(inputs: Inputs, row: Active) -> str:
    """The skill of a defense, and the one that may replace it: "Agility, or Melee with a lightsaber
    in hand".
    """
    skills = inputs.character.skills
    other = f", or {skills[row.instead].name} {row.when}" if row.instead else ""
    return f"{skills[row.skill].name}{other}"


def _chosen(inputs: Inputs, action: str) -> Rollable:
    """The roll of an active defense: the usual skill, or the chosen one of several."""
    able, row = _able(inputs.attempt, action), guide().active.get(action.removeprefix(PREFIX))
    usual = next(iter(able))
    chosen = "".join(inputs.answers.chosen("with")) or usual
    if chosen not in able:
        message = f"Roll {' or '.join(roll.name for roll in able.values())}."
        inputs.answers.wrong.append(Problem("bad-value", "with", message))
        chosen = usual
    if len(able) > 1:
        options = tuple(
            Option(
                "" if id == usual else id,
                f"{roll.name} {roll.pool.code}"
                + (f", {row.when}" if row and id == row.instead else ""),
                chosen=id == chosen,
            )
            for id, roll in able.items()
        )
        inputs.fields.append(menu("with", "You roll", options))
    roll = replace(able[chosen], key=action, miss=HIT)
    roll = replace(roll, name=inputs.texts["named"].format(roll.name))
    if action == AVOID:
        return replace(roll, is_reaction=True)
    defends = next(id for id, each in book().defenses.items() if each.skill == chosen)
    return replace(roll, against="their roll", defends=defends)


def _able(attempt: Attempt[Character], action: str) -> dict[str, Rollable]:
    """The skills that can be used, the usual one first; in quick play the attributes."""
    character = attempt.character
    row = guide().active.get(action.removeprefix(PREFIX))
    keys: dict[str, str] = {}
    if character.house.quickplay:
        keys = {id: f"attributes.{id}" for id in ATTRIBUTES}
    elif row:
        keys = {id: f"skills.{id}" for id in (row.skill, *_instead(attempt, row))}
    rolls = {id: rollable(character, key) for id, key in keys.items()}
    return {id: roll for id, roll in rolls.items() if roll}


def _instead(attempt: Attempt[Character], row: Active) -> tuple[str, ...]:
    """The skill that may replace the usual one: Melee for Agility with a lightsaber in hand, Melee
    for Brawl with any weapon, and Brawl for Melee with none. If the weapon in hand is unknown, any
    carried one counts.
    """
    if not row.instead:
        return ()
    able = weapon_in_hand.weapons(attempt.character)
    if weapon_in_hand.is_told(attempt.situation):
        holding = weapon_in_hand.in_hand(attempt)
        able = [holding] if holding else []
        if row.instead == "brawl":
            return () if holding else (row.instead,)
    if row.skill == "agility":
        able = [holding for holding in able if weapon_in_hand.is_reflective(holding)]
    return (row.instead,) if able or row.instead == "brawl" else ()


def _defense(action: str) -> ProcedureRule[Character]:
    """An active defense against a kind of attack, if the party plays so."""
    row = guide().active[action.removeprefix(PREFIX)]
    return ProcedureRule(
        checks.checked,
        lambda inputs: check_plan(inputs, _chosen(inputs, action)),
        incapacitated,
        has=lambda character: character.house.active_defense and not character.house.quickplay,
        about=lambda inputs: _about(inputs, row),
    )


RULES = {
    AVOID: ProcedureRule(
        checks.checked,
        lambda inputs: check_plan(inputs, _chosen(inputs, AVOID)),
        incapacitated,
        has=lambda character: character.house.quickplay,
    ),
    **{action: _defense(action) for action in (f"{PREFIX}{row}" for row in guide().active)},
}
