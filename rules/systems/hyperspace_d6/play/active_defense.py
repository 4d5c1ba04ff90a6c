"""Active defense: a roll instead of a defense; in quick play one against any threat."""

from functools import partial

from msgspec.structs import replace

from rules.forms.fields import Option
from rules.kit.play.answers import menu
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.play import Attempt, FollowUp
from rules.problems import Problem
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.play import checks, weapon_in_hand
from rules.systems.hyperspace_d6.play.modifiers import incapacitated, is_played_quickly
from rules.systems.hyperspace_d6.play.roll_form import check_plan
from rules.systems.hyperspace_d6.play.rollables import Inputs, rollable
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.guide import Active, guide
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES

PREFIX, AVOID = "defend.", "avoid"
HIT = FollowUp("harm", "Take the hit")


def _about(inputs: Inputs, row: Active) -> str:
    """The skills of a defense: "Agility, or Melee with a lightsaber in hand"."""
    skills = inputs.character.skills
    other = f", or {skills[row.instead].name} {row.when}" if row.instead else ""
    return f"{skills[row.skill].name}{other}"


def _plan(inputs: Inputs, action: str, row: Active | None = None) -> Plan:
    """The roll of an active defense by its skill, usual or chosen; without a row an attribute."""
    character = inputs.character
    keys = {id: f"attributes.{id}" for id in ATTRIBUTES}
    if row:
        keys = {id: f"skills.{id}" for id in (row.skill, *_instead(inputs.attempt, row))}
    able = {id: roll for id, key in keys.items() if (roll := rollable(character, key))}
    usual = next(iter(able))
    chosen = "".join(inputs.answers.chosen("with")) or usual
    if chosen not in able:
        message = f"Roll {' or '.join(roll.name for roll in able.values())}."
        inputs.answers.wrong.append(Problem("bad-value", "with", message))
        chosen = usual
    options = []
    for id, roll in able.items():
        when = f", {row.when}" if row and id == row.instead else ""
        name = f"{roll.name} {roll.pool.code}{when}"
        options.append(Option("" if id == usual else id, name, chosen=id == chosen))
    if len(able) > 1:
        inputs.fields.append(menu("with", "You roll", tuple(options)))
    name = inputs.texts["named"].format(able[chosen].name)
    roll = replace(able[chosen], key=action, name=name, miss=HIT, is_reaction=True)
    if row:
        defends = next(id for id, each in book().defenses.items() if each.skill == chosen)
        roll = replace(roll, against="their roll", defends=defends)
    return check_plan(inputs, roll)


def _instead(attempt: Attempt[Character], row: Active) -> tuple[str, ...]:
    """The skill that may replace the usual one: Melee for Agility with a lightsaber in hand, Melee
    for Brawl with any weapon, and Brawl for Melee with none. If the weapon in hand is unknown, any
    carried one counts.
    """
    is_unknown = weapon_in_hand.HAND not in attempt.situation
    is_bare = row.instead in weapon_in_hand.BARE_HANDS
    held = () if is_unknown and is_bare else weapon_in_hand.hands(attempt)
    is_able = row.instead and weapon_in_hand.replaces(held, row.skill, row.instead)
    return (row.instead,) if is_able else ()


def _defense(row: Active) -> ProcedureRule[Character]:
    """An active defense against a kind of attack, if the party plays so."""
    return ProcedureRule(
        checks.checked,
        partial(_plan, action=f"{PREFIX}{row.id}", row=row),
        incapacitated,
        has=lambda character: character.house.active_defense and not character.house.quickplay,
        about=lambda inputs: _about(inputs, row),
    )


RULES = {
    AVOID: ProcedureRule(
        checks.checked, partial(_plan, action=AVOID), incapacitated, has=is_played_quickly
    ),
    **{f"{PREFIX}{id}": _defense(row) for id, row in guide().active.items()},
}
