"""Rounds: the number of actions, a new round, and points that count for one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from rules.declared import figures, ranges
from rules.declared.character import DeclaredCharacter
from rules.declared.play import modifiers
from rules.declared.play.inputs import Inputs
from rules.declared.play.modifiers import Play, most_actions
from rules.declared.ruleset import Ruleset
from rules.kit.play.answers import read_number
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule, saying
from rules.play import Outcome, TurnState


def over(rules: Ruleset) -> dict[str, int]:
    """The state after a round: what a point does for a scene goes on."""
    point = rules.book.point
    return {"actions": 1, **({point.turn: 0} if point and point.times else {})}


def scene_over(rules: Ruleset) -> dict[str, int]:
    """The state after a scene."""
    point = rules.book.point
    return {**over(rules), **({point.turn: 0} if point and point.lasts else {})}


def declare(attempt: Play) -> dict[str, int]:
    """The turn with the number of actions declared; RuleViolation for too many. What was not sent
    stays as it is.
    """
    number = read_number(attempt.values, "actions", 1, most_actions(attempt))
    return {**attempt.situation, "actions": number or attempt.situation.get("actions", 1)}


def _ending(inputs: Inputs) -> Iterator[str]:
    yield inputs.texts["said"]
    if modifiers.multiplied(inputs.character, inputs.situation):
        yield inputs.texts["over"]


def _end(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """A new round: one action, codes no longer multiplied, and no check after the last fight."""
    situation = {**over(inputs.character.rules), "stamina": 0}
    return text(outcome, *_ending(inputs), situation=situation)


# --- initiative


def _initiative(inputs: Inputs) -> Plan:
    """The dice of initiative, with a present code or a figure."""
    rolled, character = inputs.character.rules.book.fight.initiative, inputs.character
    if rolled is None:
        return Plan()
    added, source = None, character.rules.identity.source or character.rules.identity.name
    if rolled.adds in character.rules.traits:
        trait = character.attribute(rolled.adds) or rolled.adds
        code = figures.trait(character, trait)
        added = modifiers.current_pool(inputs.attempt, code)
    elif rolled.adds:
        added = character.figure(rolled.adds)
    pool = ranges.initiative_pool(rolled, added, source=source)
    roll = ranges.InitiativeRoll(pool)
    return Plan(roll=roll, foreseen=(roll.average(),))


# --- points


def _may_spend(character: DeclaredCharacter, situation: TurnState) -> str:
    return modifiers.incapacitated(character) or modifiers.no_point(character, situation)


def _spend(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """It counts until the round ends, or the scene."""
    point = inputs.character.rules.book.point
    if point is None:
        return outcome
    shifts = (modifiers.spent_point(inputs.character, point),)
    return text(outcome, inputs.texts["said"], shifts=shifts, situation={point.turn: 1})


def procedures(rules: Ruleset) -> Mapping[str, ProcedureRule[DeclaredCharacter]]:
    """A new round, and spending a point that counts for one."""
    found = {"round": ProcedureRule(_end, lambda inputs: Plan(foreseen=tuple(_ending(inputs))))}
    if rules.book.fight.initiative:
        found[ranges.INITIATIVE] = ProcedureRule(saying, _initiative, modifiers.unable)
    point = rules.book.point
    if point and point.lasts:
        found[point.action] = ProcedureRule(
            _spend, lambda inputs: Plan(foreseen=(inputs.texts["said"],)), _may_spend
        )
    return found
