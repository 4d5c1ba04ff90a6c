"""Checks and attacks: their dice, number and roll; a GM's roll requests and opposed checks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from msgspec.structs import replace

from rules.declared import ranges, target_tables
from rules.declared.character import DeclaredCharacter
from rules.declared.play import inputs as fields
from rules.declared.play import modifiers
from rules.declared.play.coded_rolls import CodedRoll, TurnRules
from rules.declared.play.inputs import MOST_NUMBER, Inputs
from rules.declared.play.ladders import Ladder
from rules.declared.play.modifiers import Play
from rules.declared.ranges import NO_AIM
from rules.declared.ruleset import Ruleset
from rules.declared.target_tables import TargetTable
from rules.dice import codes
from rules.figures import Figure, dice, number, total
from rules.kit.play.checks import (
    THEIR,
    against_code,
    against_total,
    compared,
    fallen,
    follow,
    refuse,
    shown,
)
from rules.kit.play.outcomes import faces, text
from rules.kit.play.planned_procedures import PlannedRoll, RollPlan
from rules.kit.play.procedures import Rollable
from rules.kit.play.questions import Questionnaire
from rules.kit.play.roll_requests import RollRequests
from rules.kit.play.turns import asked_cost, scopes
from rules.play import Attempt, FollowUp, Outcome, TurnState
from rules.problems import Problem, RuleViolation
from rules.turn import Scope, Turn

POINT_RULE = "A point goes on the newest roll of your own, once."
ALONE = "This game has no combined actions. Roll alone."
GM = "Your GM"


def requests(rules: Ruleset) -> RollRequests:
    """A GM's roll requests."""
    return RollRequests(
        MOST_NUMBER,
        codes.MOST_DICE,
        tie=lambda: rules.book.play.rulings["tie"],
        nobody_helps=ALONE,
        written=codes.written,
    )


@dataclass(frozen=True, kw_only=True)
class RollCheck(CodedRoll):
    """A check: a code against a number, a target of attacks, or another code. A point multiplies
    the code or adds its dice, the GM's dice come last.
    """

    character: DeclaredCharacter

    @cached_property
    def pool(self) -> Figure:
        """The code with everything that changes it."""
        point, turn, more = self.character.rules.book.point, self.turn, self.more
        if point and self.has_point and point.times:
            turn = Turn.of(turn).with_numbers({**turn, point.turn: 1})
        if point and self.has_point and point.dice:
            more = (dice(point.one, point.dice, source=point.source), *more)
        attempt = Attempt(self.character, turn)
        return modifiers.current_pool(attempt, self.code, *more, scopes=self.scopes, cost=self.cost)


def turn_rules(rules: Ruleset) -> TurnRules:
    """The terms that hold for every roll of a turn."""
    point = rules.book.point
    return TurnRules(
        taken=lambda character, turn, cost: modifiers.penalties(Attempt(character, turn), cost),
        unable=lambda character, _turn: modifiers.incapacitated(character),
        too_many=lambda character, turn, cost: modifiers.too_many_actions(
            Attempt(character, turn), cost
        ),
        no_point=modifiers.no_point,
        pips_stay=rules.book.play.rulings["pips_stay"],
        point=f"a {point.one}" if point and not point.after else "",
        exploding=point.turn if point and point.explodes else "",
    )


def roll_of(
    attempt: Play,
    code: Figure,
    kind: type[RollCheck] = RollCheck,
    *,
    bonus: int = 0,
    more: tuple[Figure, ...] = (),
    **rest: Any,
) -> RollCheck:
    """A code as it is rolled in this attempt; `bonus` are the GM's dice."""
    character = attempt.character
    return kind(
        rules=turn_rules(character.rules),
        character=character,
        turn=attempt.situation,
        code=code,
        more=(*more, *((dice("conditions", bonus, source=GM),) if bonus else ())),
        **rest,
    )


def changed_check(
    inputs: Inputs,
    code: Figure,
    target: Figure | None = None,
    against: tuple[int, int] | None = None,
    scopes: tuple[Scope, ...] = ("checks",),
    cost: int = 1,
    more: tuple[Figure, ...] = (),
) -> RollCheck:
    """A check with the answers that change its dice: the GM's, a point; and with `more` dice."""
    return roll_of(
        inputs.attempt,
        code,
        target=target,
        against=against,
        bonus=inputs["bonus"] or 0,
        more=more,
        has_point=fields.spends_point(inputs),
        scopes=scopes,
        cost=cost,
    )


def _plan(inputs: Inputs, rollable: Rollable) -> RollPlan:
    """The dice of a check and its number: a target of attacks, a difficulty, an opponent's code."""
    rules = inputs.character.rules
    changes, questions = fields.changes(inputs), fields.questions(rules)
    aim = NO_AIM
    if rollable.is_attack:
        inputs.ask(questions["attack"])
        aim = ranges.aimed(rules.book.fight, inputs.answers)
        inputs.fields += aim.fields
    else:
        inputs.said["row"] = _asked(inputs, rollable)
        inputs.said["target"] = inputs.answers.target(MOST_NUMBER)
        opposed = inputs.read(questions["opposed"])
    cost, target = asked_cost(inputs, rollable), _target(inputs)
    if target and aim.harder:
        target = total(target.label, target, *aim.harder, source=target.source)
    check = changed_check(
        inputs,
        rollable.pool,
        target,
        inputs.get("opposed"),
        scopes(rollable),
        cost,
        aim.dice(dice),
    )
    if not rollable.is_attack and inputs.has_form:
        ladder = fields.ladder_fields(rules, inputs["target"], shown(check.pool))
        inputs.fields += (*ladder, *opposed)
    inputs.fields += changes
    return RollPlan(roll=check, cost=cost, less=modifiers.less(inputs.attempt, cost))


def _asked(inputs: Inputs, rollable: Rollable) -> Figure | None:
    """The number of a table that the trait is rolled against, None for no row and for no table."""
    table = table_for(inputs.character, rollable.trait)
    return target_tables.asked(inputs, table) if table else None


def table_for(character: DeclaredCharacter, trait: str) -> TargetTable | None:
    """The table that a trait is rolled against, None for none: its own, or its attribute's."""
    skill = character.skills.get(trait)
    attribute = skill.attribute if skill else trait
    tables = character.rules.book.targets.values()
    own = (row for row in tables if trait in row.traits)
    bases = (row for row in tables if attribute in map(character.attribute, row.traits))
    return next(own, None) or next(bases, None)


def _target(inputs: Inputs) -> Figure | None:
    """The target number: that of an attack, a difficulty, or the row of a table; None for none."""
    rules = inputs.character.rules
    if (defense := inputs.get("defense")) is not None:
        row, source = (
            rules.book.figures[rules.book.defense.target],
            rules.book.play.sources["attack"],
        )
        return number(row.name, defense, source=source, ruling=row.ruling)
    target = inputs.get("target")
    return inputs.get("row") if target is None else difficulty(rules, target)


def difficulty(rules: Ruleset, least: int) -> Figure:
    """A target number with the name of its rung; above the ladder that of the highest."""
    play = rules.book.play
    rows = tuple(play.difficulties.values())
    source = next((row.source for row in reversed(rows) if least >= row.low), GM)
    highest = rows[-1].high
    ruling = play.rulings["top"] if highest is not None and least > highest else ""
    return Ladder(rows, "difficulty").typed(least, source, ruling)


def with_point(inputs: Inputs, outcome: Outcome) -> Outcome:
    """A roll with the point that was spent on it, if one was."""
    character = inputs.character
    point = character.rules.book.point
    if point is None or not fields.spends_point(inputs):
        return outcome
    outcome = text(outcome, shifts=(modifiers.spent_point(character, point),))
    return text(outcome, situation={point.turn: 1}) if point.lasts else outcome


def _resolve(inputs: Inputs, rollable: Rollable, outcome: Outcome, rng: Random) -> Outcome:
    """A check or an attack; a total equal to the target number succeeds."""
    outcome, attempt = with_point(inputs, outcome), inputs.attempt
    tie = attempt.character.rules.book.play.rulings["tie"]
    outcome = text(outcome, point=takes_point(attempt))
    if outcome.target is None and inputs.get("opposed"):
        return against_code(outcome, inputs["opposed"], rng, tie=tie)
    return _judged(outcome, rollable)


def _judged(outcome: Outcome, rollable: Rollable) -> Outcome:
    """A total beside its number, and the damage that follows an attack."""
    won, lost = ("a hit", "a miss") if rollable.is_attack else ("success", "failure")
    sentences: tuple[str, ...] = ()
    if outcome.target is not None:
        sentences = (compared(outcome.total, outcome.against, outcome.target, won=won, lost=lost),)
    damage = FollowUp(rollable.damage_key, "Roll damage") if rollable.damage_key else FollowUp()
    return text(outcome, *sentences, hit=damage)


def takes_point(attempt: Play) -> bool:
    """True if a point can be spent on a roll that was seen."""
    character, point = attempt.character, attempt.character.rules.book.point
    return bool(point and point.after) and not _no_point(character, attempt.situation)


def _no_point(character: DeclaredCharacter, situation: TurnState) -> str:
    return modifiers.incapacitated(character) or modifiers.no_point(character, situation)


def add_point(attempt: Play, outcome: Outcome, rng: Random) -> Outcome:
    """A point on a roll that was seen: its dice are added, or all dice are thrown again."""
    character, point = attempt.character, attempt.character.rules.book.point
    rollable = modifiers.rolled(character.rules).find(character, outcome.action)
    if point is None or rollable is None or not outcome.point:
        raise RuleViolation([Problem("barred", outcome.action, POINT_RULE)])
    refuse(outcome.action, _no_point(character, attempt.situation))
    dice = outcome.dice
    if point.after == "reroll":
        dice = fallen(rng, len(dice), exploding=0)
    else:
        more = fallen(rng, point.dice, exploding=0)
        dice = (*dice, *(replace(die, kind="point") for die in more))
    total = outcome.total - faces(outcome.dice) + faces(dice)
    shifts = (modifiers.spent_point(character, point),)
    # The roll has taken its share of the turn already.
    outcome = replace(outcome, shifts=shifts, situation={}, cost=0, effects=None, point=False)
    outcome = replace(outcome, dice=dice, total=total, said=())
    if outcome.against.startswith(THEIR) and outcome.target is not None:
        tie = character.rules.book.play.rulings["tie"]
        return against_total(outcome, outcome.target, outcome.against, tie=tie)
    success = None if outcome.target is None else total >= outcome.target
    return follow(_judged(replace(outcome, success=success), rollable))


def check_rolls(questionnaire: Questionnaire) -> PlannedRoll[DeclaredCharacter, Rollable]:
    """The checks and attacks of a game."""
    return PlannedRoll(questionnaire, _plan, _resolve)
