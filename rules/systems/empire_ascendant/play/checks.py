"""Checks of attributes, skills and Force skills: their numbers by table, and their roll; a GM's
roll requests.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from rules.declared import target_tables
from rules.declared.play import checks as declared
from rules.declared.play import inputs as fields
from rules.declared.play.coded_rolls import CodedRoll
from rules.declared.play.modifiers import less
from rules.declared.target_tables import TargetTable
from rules.dice import pools
from rules.figures import Figure, bonus, dice
from rules.kit.play.checks import against_code
from rules.kit.play.outcomes import cleared, compared, text
from rules.kit.play.planned_procedures import PlannedRoll, RollPlan
from rules.kit.play.procedures import Rollable
from rules.kit.play.turns import asked_cost
from rules.play import FollowUp, Outcome
from rules.systems.empire_ascendant.character.ruleset import GAME
from rules.systems.empire_ascendant.play import modifiers, rolls
from rules.systems.empire_ascendant.play.rolls import GM, LADDER, QUESTIONS, Inputs
from rules.systems.empire_ascendant.rulebook.book import rulebook

BOOK = rulebook()
TRAVEL, MOST_NUMBER = BOOK.travel, 500
REFUSE, SEARCH, ASTROGATION = "refuse", "skills.search", "skills.astrogation"
INTRUSION, SWIMMING = "skills.computer-programming-repair", "skills.swimming"
TIE, ALONE = BOOK.table.rulings["tie"], BOOK.table.rulings["nobody_helps"]
REQUESTS = replace(declared.requests(GAME), number=MOST_NUMBER, tie=lambda: TIE, nobody_helps=ALONE)


def bribe_size(credits_: int | None) -> tuple[Figure, ...]:
    """The term of a bribe of so many credits: of the highest row that it reaches."""
    rows = [row for row in BOOK.difficulties.credits.values() if (credits_ or 0) >= row.least]
    if not credits_ or not rows:
        return ()
    row, ruling = max(rows, key=lambda row: row.least), BOOK.difficulties.rulings["bribes_between"]
    return (bonus(f"{row.name} offered", row.number, source=row.source, ruling=ruling),)


def _base(inputs: Inputs, table: TargetTable | None) -> Figure | None:
    """The number before anything is added: typed, of a row of the table, or of the ladder."""
    base = target_tables.asked(inputs, table) if table else None
    inputs.ask(QUESTIONS["number"])
    if inputs["target"] is not None:
        return LADDER.typed(inputs["target"], GM)
    if base is None and inputs["ladder"]:
        rung = BOOK.play.difficulties[inputs["ladder"]]
        return LADDER.typed(rung.number, rung.source)
    return base


def _added(inputs: Inputs) -> Iterator[Figure]:
    """The terms that a skill of its own kind adds to the number."""
    if hidden := inputs.get("hidden"):
        row, ruling = BOOK.traits.skills["hide-sneak"], BOOK.difficulties.rulings["hidden"]
        yield bonus(row.name, hidden, source=row.source, ruling=ruling)
    yield from bribe_size(inputs.get("credits"))
    if saved := inputs.get("saved"):
        yield bonus("hours saved", TRAVEL.hour_saved * saved, **TRAVEL.cite("eta"))
    if extra := inputs.get("extra"):
        yield bonus("extra hours", TRAVEL.hour_extra * extra, **TRAVEL.cite("eta"))


def _target(inputs: Inputs, rollable: Rollable) -> Figure | None:
    """The number to reach, with all that the skill adds to it."""
    base = _base(inputs, declared.table_for(inputs.character, rollable.trait))
    inputs.ask(QUESTIONS.get(rollable.key, ()))
    added = list(_added(inputs))
    if base is None and rollable.key == SEARCH and added:
        base = added.pop(0)
    if base is None:
        return None
    target = LADDER.labeled(base, *added)
    if not inputs.get("hurried"):
        return target
    tries = inputs.situation.get("hurries", 0) if inputs.character.house.compounding_hurry else 0
    more = target.value * (TRAVEL.hurried ** (min(5, tries) + 1) - 1)
    return LADDER.labeled(target, bonus("in a hurry", more, **TRAVEL.cite("eta", "hurry")))


def changes(inputs: Inputs) -> tuple[Figure, ...]:
    """The dice that the GM adds to any check or takes; asks for a Force Point, too."""
    inputs.fields += fields.changes(inputs)
    inputs.said["points"] = fields.spends_point(inputs)
    value = inputs["bonus"]
    return (dice("GM modifier", value, source=GM),) if value else ()


def dark(inputs: Inputs, target: Figure | None) -> tuple[tuple[Figure, ...], Figure | None]:
    """The offer of the dark side on a Force roll: dice, or for whoever resists one level more, but
    nothing past the last.
    """
    condition = inputs.character.marks
    if not condition.dark_side_points or condition.fallen:
        return (), target
    if "dark" not in inputs.said:
        inputs.ask(QUESTIONS["dark"])
    if inputs["dark"] != REFUSE:
        more = condition.dark_side_points * BOOK.force.dark_bonus
        return (dice("dark side", more, **BOOK.force.cite("dark_side")),), target
    above = LADDER.above(target.value) if target else None
    if not target or above is None:
        return (), target
    by, cited = above - target.value, BOOK.force.cite("dark_side", "refuse")
    return (), LADDER.labeled(target, bonus("resisting the dark side", by, **cited))


def _plan(inputs: Inputs, rollable: Rollable) -> RollPlan:
    """The dice of a check and its number; of an intrusion also the chance that it is noticed."""
    target, is_force = _target(inputs, rollable), rollable.key.startswith("force.")
    inputs.ask(QUESTIONS["opposed"])
    tempting, target = dark(inputs, target) if is_force else ((), target)
    pool = (rollable.pool, *changes(inputs), *tempting)
    cost = asked_cost(inputs, rollable)
    decided = {"target": target, "against": inputs["opposed"], "has_point": inputs["points"]}
    roll = rolls.roll(inputs, *pool, cost=cost, **decided)
    untrained = modifiers.refusal("no_force_skill" if is_force and not rollable.pool.value else "")
    plan = RollPlan(roll=roll, cost=cost, less=less(inputs.attempt, cost), barred=untrained)
    chance = roll.chance()
    if chance is None or rollable.key != INTRUSION or not target:
        return plan
    seen = 1 - roll.reach(_seen(target.value) + 1)
    foreseen = (f"Noticed at {_seen(target.value)} or less: {pools.percent(seen)}",)
    results = {"hit": chance, "detected": seen}
    return dataclasses.replace(plan, results=results, foreseen=foreseen)


def _seen(target: int) -> int:
    """The highest total at which an intrusion is noticed."""
    return int(target // BOOK.table.detected)


def _resolve(inputs: Inputs, rollable: Rollable, outcome: Outcome, rng: Random) -> Outcome:
    """A total that equals the number is enough (our ruling). Some skills do more: an intrusion is
    noticed, a swimmer drowns, a jump goes wrong.
    """
    outcome, target = declared.with_point(inputs, outcome), outcome.target
    if target is None:
        against = inputs["opposed"]
        return against_code(outcome, against, rng, tie=TIE) if against else outcome
    outcome = text(outcome, compared(outcome))
    if rollable.key == INTRUSION and outcome.total <= _seen(target):
        return text(outcome, "The intrusion was noticed.", row="detected")
    if rollable.key == SWIMMING and not outcome.success:
        return replace(outcome, miss=FollowUp("drowning", "You're drowning: roll"))
    if rollable.key == SWIMMING:
        return text(outcome, shifts=cleared(inputs.character.marks, "drowning"))
    if rollable.key == ASTROGATION and not outcome.success:
        return _lost(inputs, outcome, target - outcome.total)
    return outcome


def _lost(inputs: Inputs, outcome: Outcome, missed: int) -> Outcome:
    """A jump that goes wrong: a mishap, or none where it was missed by too much."""
    house = inputs.character.house
    if inputs["hurried"] and house.compounding_hurry:
        tries = inputs.situation.get("hurries", 0) + 1
        outcome = replace(outcome, situation={**outcome.situation, "hurries": tries})
    if missed > TRAVEL.mishap_most and not house.mishap_past_nine:
        return text(outcome, TRAVEL.rulings["past_nine"])
    return replace(outcome, miss=FollowUp("mishap", f"Astrogation mishap: missed by {missed}"))


CHECK = PlannedRoll(rolls.QUESTIONNAIRE, _plan, _resolve)


def skill_roll(inputs: Inputs, skill: str, *more: Figure, **rest: Any) -> CodedRoll:
    """A skill as it is rolled now."""
    return rolls.roll(inputs, GAME.codes.trait(inputs.character, skill), *more, **rest)
