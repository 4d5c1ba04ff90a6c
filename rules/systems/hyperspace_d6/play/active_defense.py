"""Active defense: a skill roll instead of a defense, if the party plays so; in quick play an
attribute roll against any threat (HyperspaceD6, Active Defense; Quickplay Rules).
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.forms.fields import Field, Option
from rules.kit.play.answers import menu
from rules.kit.play.procedures import Procedure
from rules.play import Action, Attempt, FollowUp, RollForm
from rules.problems import Problem, RuleViolation
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.play import checks, weapon_in_hand
from rules.systems.hyperspace_d6.play.rollables import Rollable
from rules.systems.hyperspace_d6.play.rollables import rollable as rollable_of
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.guide import Active, guide
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES

PREFIX, AVOID = "defend.", "avoid"
HIT = FollowUp("harm", "Take the hit")


def _action(character: Character, id: str) -> Action | None:
    """One action for each kind of attack, if the party plays so; in quick play, one for all
    threats.
    """
    rulings, skills = book().play.rulings, character.skills
    if character.house.quickplay or id == AVOID:
        about = f"{guide().topics['quickplay-rolls'].does} {rulings['quickplay_avoid']}"
        is_played = character.house.quickplay and id == AVOID
        return Action(AVOID, "Dodge a threat", about) if is_played else None
    if not character.house.active_defense:
        return None
    row = guide().active[id.removeprefix(PREFIX)]
    other = f", or {skills[row.instead].name} {row.when}" if row.instead else ""
    text = f"{skills[row.skill].name}{other}. Match or beat their roll, and they miss."
    return Action(id, f"Against {row.name}", f"{text} {rulings['active']}")


def subject(attempt: Attempt[Character], action: str) -> Rollable | None:
    """The roll of an active defense: the usual skill, or the chosen one.

    None if the party does not play so; RuleViolation for a skill that cannot be used.
    """
    able = _able(attempt, action)
    if not able:
        return None
    chosen = "".join(attempt.values.get("with", ())) or next(iter(able))
    if chosen not in able:
        message = f"Roll {' or '.join(one.name for one in able.values())}."
        raise RuleViolation([Problem("bad-value", "with", message)])
    roll_subject = msgspec.structs.replace(able[chosen], key=action, miss=HIT)
    if action == AVOID:
        return msgspec.structs.replace(roll_subject, name=f"Dodged with {roll_subject.name}")
    name = guide().active[action.removeprefix(PREFIX)].name
    defends = next(id for id, row in book().defenses.items() if row.skill == chosen)
    return msgspec.structs.replace(
        roll_subject, name=f"Defense against {name}", against="their roll", defends=defends
    )


def fields(attempt: Attempt[Character], subject: Rollable) -> Iterator[Field]:
    """A menu, if there are several skills."""
    able = _able(attempt, subject.key)
    if len(able) < 2:
        return
    row = guide().active.get(subject.key.removeprefix(PREFIX))
    chosen = subject.skill or subject.attribute
    options = tuple(
        Option(
            id if place else "",
            f"{one.name} {one.pool.code}" + (f", {row.when}" if row and id == row.instead else ""),
            chosen=id == chosen,
        )
        for place, (id, one) in enumerate(able.items())
    )
    yield menu("with", "You roll", options)


def _able(attempt: Attempt[Character], action: str) -> dict[str, Rollable]:
    """The skills that can be used, the usual one first; none if the party does not play so."""
    character = attempt.character
    row = guide().active.get(action.removeprefix(PREFIX))
    keys: dict[str, str] = {}
    if character.house.quickplay:
        keys = {id: f"attributes.{id}" for id in ATTRIBUTES if action == AVOID}
    elif row and action.startswith(PREFIX) and character.house.active_defense:
        keys = {id: f"skills.{id}" for id in (row.skill, *_instead(attempt, row))}
    rollables = {id: rollable_of(character, key) for id, key in keys.items()}
    return {id: one for id, one in rollables.items() if one}


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


def _procedure(id: str) -> Procedure[Character]:
    """The procedure of one active defense, or of avoiding a threat."""

    def rolled(attempt: Attempt[Character]) -> Rollable | None:
        return subject(attempt, id)

    def form(attempt: Attempt[Character], action: Action) -> RollForm:
        form = check.form(attempt, action)
        roll_form = rolled(attempt)
        first = fields(attempt, roll_form) if roll_form else ()
        return msgspec.structs.replace(form, fields=(*first, *form.fields))

    check = checks.procedure(id, lambda character: _action(character, id), rolled)
    return Procedure(id, check.offer, form, check.resolve)


PROCEDURES = tuple(_procedure(id) for id in (AVOID, *(f"{PREFIX}{row}" for row in guide().active)))
