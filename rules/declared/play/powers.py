"""Powers in play: each skill that a power joins is rolled at its own difficulty, and all of them
have to succeed. What a power does is told, as its player typed it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import prod
from random import Random
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.declared.play import checks, modifiers
from rules.declared.play import inputs as fields
from rules.declared.powers.document import Coded, KnownPower
from rules.declared.powers.table import Powers
from rules.declared.ruleset import Ruleset
from rules.dice import pools
from rules.figures import Figure
from rules.kit.play.checks import Check
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import (
    Plan,
    PlannedRoll,
    ProcedureRule,
    RollPlan,
    result,
)
from rules.kit.play.procedures import Rollable
from rules.kit.play.questions import FIRST, ActionInput, Question, Questionnaire
from rules.kit.play.turns import scopes
from rules.play import Action, ActionGroup, Attempt, Outcome, TurnState
from rules.sheet.sections import Attack

POWERS, POWER, ATTACK = "powers.", "power", ".attack"
_PARTS = re.compile(r"[;,/·|]|\band\b")
Inputs = ActionInput[Any]


def difficulties(
    power: KnownPower, names: Mapping[str, str], rungs: Mapping[str, int]
) -> dict[str, int]:
    """The number of each skill of a power, from its difficulty as it was typed: "Moderate" for all
    of them, "Easy, Difficult" in their order, "Control 10; Sense Moderate" by name. A skill for
    which no number is read is left out. `rungs` are numbers by the names of the ladder.
    """
    parts = [part for part in _PARTS.split(power.difficulty.casefold()) if part.strip()]
    numbers = [_number(part, rungs) for part in parts]
    named = {
        id: number
        for part, number in zip(parts, numbers, strict=True)
        for id in power.skills
        if names[id].casefold() in part
    }
    if not named and len(numbers) == len(power.skills):
        named = dict(zip(power.skills, numbers, strict=True))
    elif not named and len(numbers) == 1:
        named = dict.fromkeys(power.skills, numbers[0])
    return {id: number for id, number in named.items() if number is not None}


def _number(part: str, rungs: Mapping[str, int]) -> int | None:
    """The number of one part: typed, or of the longest rung that it names."""
    if digits := re.search(r"\d+", part):
        return int(digits[0])
    longest = sorted(rungs, key=len, reverse=True)
    return next((rungs[name] for name in longest if name.casefold() in part), None)


class SkillRoll(msgspec.Struct, frozen=True):
    """The roll of one skill of a power, by its label."""

    label: str
    check: Check

    def told(self, total: int) -> str:
        """A skill beside its number: "Control 12 against Easy 10: success"."""
        target = self.check.target
        if target is None:
            return f"{self.label} {total}"
        result = "success" if total >= target.value else "failure"
        return f"{self.label} {total} against {target.label} {target.value}: {result}"


class PowerRolls:
    """The rolls of the powers of a game. `spent` gives an outcome with what was spent on it, and
    `unable` says why no power can be used now, "" where one can. `others` are traits that learning
    may be rolled with besides the skills of powers, by their names.
    """

    others: Mapping[str, str] = MappingProxyType({})

    spent: Callable[[Inputs, Outcome], Outcome] = staticmethod(checks.with_point)
    unable: Callable[[Any, TurnState], str] = staticmethod(modifiers.unable)

    def __init__(self, rules: Ruleset, powers: Powers) -> None:
        self.rules, self.powers = rules, powers

    # --- what a game may say otherwise

    def target(self, value: int) -> Figure:
        """A typed number, with the name of its rung."""
        return checks.difficulty(self.rules, value)

    def changes(self, inputs: Inputs) -> tuple[Figure, ...]:
        """The changes to the dice of every skill. Here the check adds them itself; this asks for
        the GM's dice and for a point.
        """
        inputs.fields += fields.changes(inputs)
        return ()

    def check(
        self, inputs: Inputs, code: Figure, target: Figure | None, *more: Figure, **rest: Any
    ) -> Check:
        """The roll of one skill."""
        return checks.changed_check(inputs, code, target, more=more, **rest)

    def now(self, attempt: Attempt[Any], pool: Figure) -> Figure:
        """A code as it is rolled now."""
        return modifiers.current_pool(attempt, pool)

    def plain(self, inputs: Inputs, code: Figure, *, target: Figure) -> Check:
        """The roll that decides whether a power is learned."""
        return checks.roll_of(inputs.attempt, code, target=target)

    # --- rolls

    def find(self, character: Coded, action: str) -> Rollable | None:
        """The roll of a power, "powers.nudge", or of one in a fight, "powers.nudge.attack"."""
        key = action.removeprefix(POWERS).removesuffix(ATTACK)
        power = character.powers.get(key) if action.startswith(POWERS) else None
        if power is None or not power.skills:
            return None
        pool = self.rules.codes.trait(character, power.skills[0])
        return Rollable(action, power.name, POWER, pool, key)

    def planned(self, questionnaire: Questionnaire) -> PlannedRoll[Any, Rollable]:
        """Such rolls, with their form."""
        return PlannedRoll(questionnaire, self._plan, self._used)

    def _rolls(self, inputs: Inputs, power: KnownPower, rollable: Rollable) -> Iterator[SkillRoll]:
        """A roll for each skill, at its number."""
        character = inputs.character
        names = {id: character.full_name(id) for id in power.skills}
        rungs = {row.name: row.number for row in self.rules.book.play.difficulties.values()}
        usual = difficulties(power, names, rungs)
        inputs.ask(
            Question(
                id=f"difficulty_{id}", label=f"{names[id]} difficulty", usual=str(usual.get(id, ""))
            )
            for id in power.skills
        )
        typed = {id: inputs[f"difficulty_{id}"] for id in power.skills}
        more = self.changes(inputs)
        for id in power.skills:
            target = None if typed[id] is None else self.target(typed[id])
            code = self.rules.codes.trait(character, id)
            check = self.check(inputs, code, target, *more, scopes=scopes(rollable))
            yield SkillRoll(code.label, check)

    def _plan(self, inputs: Inputs, rollable: Rollable) -> RollPlan:
        """The dice of the first skill; what the others have to reach is foreseen."""
        power = inputs.character.powers[rollable.trait]
        first, *others = inputs.said["rolls"] = list(self._rolls(inputs, power, rollable))
        checks = [roll.check for roll in (first, *others)]
        barred = next((why for check in checks if (why := check.barred())), "")
        chances = [check.chance() for check in checks]
        known = [chance for chance in chances if chance is not None]
        both = {"hit": Fraction(prod(known))} if len(known) == len(chances) else {}
        return RollPlan(
            roll=first.check,
            barred=barred,
            cost=1,
            less=modifiers.less(inputs.attempt),
            results=both,
            foreseen=tuple(self._foreseen(power, others, both.get("hit"))),
        )

    def _foreseen(
        self, power: KnownPower, others: list[SkillRoll], chance: Fraction | None
    ) -> Iterator[str]:
        for roll in others:
            target = roll.check.target
            against = f" against {target.value}" if target else ""
            yield f"Then {roll.label} {roll.check.pool.code}{against}."
        if others:
            yield self.powers.rulings["all_skills"]
            if chance is not None:
                yield f"All of them: {pools.percent(chance)}"
        if power.does:
            yield power.does

    def _used(self, inputs: Inputs, rollable: Rollable, outcome: Outcome, rng: Random) -> Outcome:
        """Each skill beside its number; the power works if none failed, and is told."""
        power = inputs.character.powers[rollable.trait]
        first, *others = inputs.said["rolls"]
        outcome = self.spent(inputs, outcome)
        results = [outcome.success]
        said = [first.told(outcome.total)]
        for roll in others:
            target, thrown = roll.check.target, roll.check.roll(rng)
            total = sum(die.face for die in thrown) + roll.check.pool.pips
            results.append(None if target is None else total >= target.value)
            said.append(roll.told(total))
            outcome = replace(outcome, dice=(*outcome.dice, *thrown))
        success = False if False in results else None if None in results else True
        outcome = replace(outcome, success=success)
        works = {True: power.does, False: f"{power.name} fails.", None: ""}[success]
        return text(outcome, *said, works)

    # --- learning one

    def learning(self, untrained: str = "") -> ProcedureRule[Any]:
        """The roll for a power that is learned, harder for each one that it needs; `untrained` says
        why nobody without a die in a skill of powers can.
        """
        no_dice = untrained or f"You have no dice in {self.powers.called}."

        def barred(character: Any, situation: TurnState) -> str:
            return self.unable(character, situation) or ("" if character.power_skills else no_dice)

        return ProcedureRule(result, self._learning, barred)

    def _learning(self, inputs: Inputs) -> Plan:
        character = inputs.character
        names = {id: character.full_name(id) for id in character.power_skills}
        names |= self.others
        if not names:
            return Plan()
        inputs.ask([Question(id="trait", label="Roll", kind="menu", options=names, usual=FIRST)])
        inputs.ask([Question(id="prerequisites", label="Prerequisites", most=20, usual="0")])
        code = self.rules.codes.trait(character, character.trait(inputs["trait"]))
        target = self.powers.learned(inputs["prerequisites"])
        return Plan(roll=self.plain(inputs, code, target=target))

    # --- where they are offered

    def listed(self, attempt: Attempt[Any]) -> tuple[ActionGroup, ...]:
        """Every power with the dice of its first skill."""
        barred = self.unable(attempt.character, attempt.situation)
        actions = tuple(
            Action(
                f"{POWERS}{power.key}",
                power.name,
                power.does,
                self._now(attempt, power),
                barred,
                asks=True,
            )
            for power in attempt.character.powers.values()
            if power.skills
        )
        return (ActionGroup("powers", self.powers.name, actions),)

    def attacks(self, attempt: Attempt[Any]) -> tuple[Attack, ...]:
        """The powers that reach others, as attacks in a fight. What one does the table decides."""
        character = attempt.character
        return tuple(
            Attack(
                f"{POWERS}{power.key}",
                power.name,
                character.power_rules.named(power.skills),
                self._now(attempt, power),
                None,
            )
            for power in character.powers.values()
            if set(power.skills) - set(self.powers.inward)
        )

    def _now(self, attempt: Attempt[Any], power: KnownPower) -> Figure:
        return self.now(attempt, self.rules.codes.trait(attempt.character, power.skills[0]))


def rolls(rules: Ruleset) -> PowerRolls | None:
    """The rolls of powers, None in a game without."""
    return PowerRolls(rules, rules.book.powers) if rules.book.powers else None
