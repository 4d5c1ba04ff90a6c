"""Powers of the Force: each Force skill that a power joins is rolled at its own difficulty, and all
of them have to succeed. What a power does is told, as its player typed it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import prod
from random import Random

from msgspec.structs import replace

from rules.dice import pools
from rules.figures import Figure
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import PlannedRoll, RollPlan
from rules.kit.play.procedures import Rollable
from rules.kit.play.questions import Question
from rules.kit.play.turns import scopes
from rules.play import Action, ActionGroup, Attempt, Outcome
from rules.sheet.sections import Attack
from rules.systems.empire_ascendant.character import figures
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.document.powers import KnownPower
from rules.systems.empire_ascendant.play import checks, modifiers, rolls
from rules.systems.empire_ascendant.play.coded_rolls import CodedRoll
from rules.systems.empire_ascendant.play.rolls import GM, LADDER, Inputs
from rules.systems.empire_ascendant.rulebook.book import rulebook

FORCE = rulebook().force
POWERS, POWER, ATTACK = "powers.", "power", ".attack"
# What works on others: a power of Control alone is about oneself.
INWARD = {"control"}
_PARTS = re.compile(r"[;,/·|]|\band\b")


def difficulties(power: KnownPower, names: Mapping[str, str]) -> dict[str, int]:
    """The number of each Force skill of a power, from its difficulty as it was typed: "Moderate"
    for all of them, "Easy, Difficult" in their order, "Control 10; Sense Moderate" by name. A skill
    for which no number is read is left out.
    """
    parts = [part for part in _PARTS.split(power.difficulty.casefold()) if part.strip()]
    numbers = [_number(part) for part in parts]
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


def _number(part: str) -> int | None:
    """The number of one part: typed, or of the longest rung that it names."""
    if digits := re.search(r"\d+", part):
        return int(digits[0])
    rungs = sorted(LADDER.rungs, key=lambda rung: -len(rung.name))
    return next((rung.number for rung in rungs if rung.name.casefold() in part), None)


# --- rolls


def find(character: Character, action: str) -> Rollable | None:
    """The roll of a power, "powers.nudge", or of one in a fight, "powers.nudge.attack"."""
    key = action.removeprefix(POWERS).removesuffix(ATTACK)
    power = character.powers.get(key) if action.startswith(POWERS) else None
    if power is None or not power.skills:
        return None
    pool = figures.trait(character, power.skills[0])
    return Rollable(action, power.name, POWER, pool, key)


def _rolls(inputs: Inputs, power: KnownPower, rollable: Rollable) -> Iterator[CodedRoll]:
    """A roll for each Force skill, at its number."""
    names = {id: inputs.character.full_name(id) for id in power.skills}
    usual = difficulties(power, names)
    inputs.ask(
        Question(
            id=f"difficulty_{id}", label=f"{names[id]} difficulty", usual=str(usual.get(id, ""))
        )
        for id in power.skills
    )
    typed = {id: inputs[f"difficulty_{id}"] for id in power.skills}
    targets = {id: None if typed[id] is None else LADDER.typed(typed[id], GM) for id in typed}
    more = checks.changes(inputs)
    for id in power.skills:
        dark, target = checks.dark(inputs, targets[id])
        yield rolls.roll(
            inputs,
            figures.trait(inputs.character, id),
            *more,
            *dark,
            target=target,
            has_point=inputs["points"],
            scopes=scopes(rollable),
        )


def _plan(inputs: Inputs, rollable: Rollable) -> RollPlan:
    """The dice of the first Force skill; what the others have to reach is foreseen."""
    power = inputs.character.powers[rollable.trait]
    first, *others = inputs.said["rolls"] = list(_rolls(inputs, power, rollable))
    barred = next((why for roll in (first, *others) if (why := roll.barred())), "")
    chances = [roll.chance() for roll in (first, *others)]
    known = [chance for chance in chances if chance is not None]
    both = {"hit": Fraction(prod(known))} if len(known) == len(chances) else {}
    return RollPlan(
        roll=first,
        barred=barred,
        cost=1,
        less=modifiers.less(inputs.situation, 1),
        results=both,
        foreseen=tuple(_foreseen(power, others, both.get("hit"))),
    )


def _foreseen(power: KnownPower, others: list[CodedRoll], chance: Fraction | None) -> Iterator[str]:
    for roll in others:
        against = f" against {roll.target.value}" if roll.target else ""
        yield f"Then {roll.code.label} {roll.pool.code}{against}."
    if others:
        yield FORCE.rulings["all_skills"]
        if chance is not None:
            yield f"All of them: {pools.percent(chance)}"
    if power.does:
        yield power.does


def _used(inputs: Inputs, rollable: Rollable, outcome: Outcome, rng: Random) -> Outcome:
    """Each skill beside its number; the power works if none failed, and is told."""
    power = inputs.character.powers[rollable.trait]
    first, *others = inputs.said["rolls"]
    outcome = checks.with_point(inputs, outcome)
    results = [outcome.success]
    said = [_told(first, outcome.total)]
    for roll in others:
        thrown = roll.roll(rng)
        total = sum(die.face for die in thrown) + roll.pool.pips
        results.append(None if roll.target is None else total >= roll.target.value)
        said.append(_told(roll, total))
        outcome = replace(outcome, dice=(*outcome.dice, *thrown))
    success = False if False in results else None if None in results else True
    outcome = replace(outcome, success=success)
    works = {True: power.does, False: f"{power.name} fails.", None: ""}[success]
    return text(outcome, *said, works)


def _told(roll: CodedRoll, total: int) -> str:
    """A skill beside its number: "Control 12 against Easy 10: success"."""
    if roll.target is None:
        return f"{roll.code.label} {total}"
    result = "success" if total >= roll.target.value else "failure"
    return f"{roll.code.label} {total} against {roll.target.label} {roll.target.value}: {result}"


ROLL = PlannedRoll(rolls.QUESTIONNAIRE, _plan, _used)


# --- where they are offered


def listed(attempt: Attempt[Character]) -> tuple[ActionGroup, ...]:
    """Every power with the dice of its first Force skill."""
    character, barred = attempt.character, modifiers.unable(attempt.character, attempt.situation)
    actions = tuple(
        Action(
            f"{POWERS}{power.key}", power.name, power.does, _now(attempt, power), barred, asks=True
        )
        for power in character.powers.values()
        if power.skills
    )
    return (ActionGroup("powers", "Force powers", actions),)


def attacks(attempt: Attempt[Character]) -> tuple[Attack, ...]:
    """The powers that work on others, as attacks in a fight. What one does the table decides."""
    character = attempt.character
    return tuple(
        Attack(
            f"{POWERS}{power.key}",
            power.name,
            character.power_rules.named(power.skills),
            _now(attempt, power),
            None,
        )
        for power in character.powers.values()
        if set(power.skills) - INWARD
    )


def _now(attempt: Attempt[Character], power: KnownPower) -> Figure:
    pool = figures.trait(attempt.character, power.skills[0])
    return modifiers.TURN.changed(pool, *modifiers.taken(attempt.character, attempt.situation))
