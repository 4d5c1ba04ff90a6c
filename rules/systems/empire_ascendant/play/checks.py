"""Checks of attributes, skills and Force skills: their numbers by table, their roll form and roll;
a GM's roll requests.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.dice import codes, pools
from rules.figures import Figure, bonus, dice, number, total
from rules.forms.fields import Field, Option, Text
from rules.forms.parsing import FormValues
from rules.kit import target_tables
from rules.kit.answers import Answers, menu, number_field, pick
from rules.kit.roll_requests import RollRequests
from rules.kit.target_tables import TargetInput, TargetRow, TargetTable
from rules.play import Action, FollowUp, MarkChange, Outcome, RollForm, TurnState
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.play import modifiers
from rules.systems.empire_ascendant.play.rollables import Rollable
from rules.systems.empire_ascendant.play.rolls import (
    GM,
    MOST_NUMBER,
    DiceRoll,
    cast,
    compared,
    rows_menu,
    yes,
)
from rules.systems.empire_ascendant.rulebook import Rung, rulebook

MOST_HOURS, MOST_BRIBE = 99, 100_000_000
ACCEPT, REFUSE, FORCE_POINT = "accept", "refuse", "force-point"
REQUESTS = RollRequests(
    MOST_NUMBER,
    codes.MOST_DICE,
    tie=lambda: rulebook().play.rulings["tie"],  # our ruling
    nobody_helps=rulebook().play.rulings["nobody_helps"],
    written=codes.written,
)


class Given(msgspec.Struct, frozen=True, gc=False):
    """What was decided before a check: the number to reach, its dice, and its fields."""

    target: Figure | None
    against: tuple[int, int] | None
    more: tuple[Figure, ...]
    force_point: bool
    fields: tuple[Field, ...]
    hurried: bool = False


# --- numbers to reach


@cache
def table_of(id: str) -> TargetTable | None:
    """The table of that id as a roll form shows it."""
    found = rulebook().difficulties.tables.get(id)
    if found is None:
        return None
    about = found.about
    modifiers_ = {} if id == "repair" else found.modifiers
    return TargetTable(
        id=about.id,
        name=about.name,
        rows=tuple(_row(row) for row in found.rows.values()),
        modifiers=tuple(_row(row) for row in modifiers_.values()),
        source=about.source,
        ruling=about.ruling,
    )


def _row(row: Any) -> TargetRow:
    return TargetRow(
        id=row.id,
        name=row.name,
        number=row.number,
        does=row.does,
        source=row.source,
        ruling=row.ruling,
    )


def table_for(character: Character, trait: str) -> TargetTable | None:
    """The table that a trait rolls against: its own; Information for Knowledge, and for skills of
    it without a table of their own.
    """
    knowledge = character.attribute("KNO")
    if trait in character.attributes:
        return table_of("information") if trait == knowledge else None
    row = rulebook().traits.skills.get(trait)
    if row:
        return table_of(row.table or ("information" if row.attribute == "KNO" else ""))
    skill = character.skills.get(trait)
    return table_of("information") if skill and skill.attribute == knowledge else None


def rung(value: int) -> Rung:
    """The rung of the ladder that a number stands on; the lowest for anything below it."""
    rows = tuple(rulebook().difficulties.ladder.values())
    return next((row for row in reversed(rows) if value >= row.low), rows[0])


def labeled(base: Figure, *more: Figure) -> Figure:
    """A number to reach by the name of the rung that it stands on."""
    value = base.value + sum(term.value for term in more)
    row = rung(value)
    if not more and base.label == row.name:
        return base
    return total(row.name, base, *more, source=base.source, ruling=base.ruling)


def typed(value: int, source: str = GM) -> Figure:
    """A number that was typed, by the name of its rung."""
    return number(rung(value).name, value, source=source)


def harder(target: Figure) -> Figure | None:
    """What one level more adds to a number; None past the last."""
    rows = rulebook().difficulties.ladder.values()
    after = next((row.number for row in rows if row.number > target.value), None)
    if after is None:
        return None
    force = rulebook().force
    return bonus(
        "resisting the dark side",
        after - target.value,
        source=force.sources["dark_side"],
        ruling=force.rulings["refuse"],
    )


def bribe_size(credits_: int | None) -> Figure | None:
    """What a bribe of so many credits adds to the number: the highest row that it reaches."""
    rows = sorted(rulebook().difficulties.credits.values(), key=lambda row: row.least)
    row = next((one for one in reversed(rows) if credits_ and credits_ >= one.least), None)
    if row is None:
        return None
    ruling = rulebook().difficulties.rulings["bribes_between"]
    return bonus(f"{row.name} offered", row.number, source=row.source, ruling=ruling)


def _base(answers: Answers, table: TargetTable | None) -> tuple[Figure | None, list[Field]]:
    """The number before anything is added: typed, of a row of the table, or of the ladder."""
    fields: list[Field] = []
    base: Figure | None = None
    if table:
        given: TargetInput = target_tables.read_input(answers, table)
        fields += target_tables.fields(table, given)
        base = target_tables.target(table, given)
    ladder = rulebook().difficulties.ladder
    names = {id: f"{row.name} {row.number}" for id, row in ladder.items()}
    chosen, field = rows_menu(answers, "ladder", "Difficulty", names, none="None: just roll")
    value = answers.number("target", 0, MOST_NUMBER)
    fields += [field, number_field("target", "Another number", value, 0, MOST_NUMBER)]
    if value is not None:
        return typed(value), fields
    if base is None and chosen:
        row = ladder[chosen]
        base = number(row.name, row.number, source=row.source)
    return base, fields


def _added(
    character: Character, situation: TurnState, key: str, answers: Answers
) -> tuple[list[Figure], list[Field], int]:
    """What a skill of its own kind adds to the number, the fields that say so, and by how much the
    whole is multiplied.
    """
    more: list[Figure] = []
    fields: list[Field] = []
    if key == "skills.search":
        value = answers.number("hidden", 0, MOST_NUMBER)
        fields.append(number_field("hidden", "Their Hide/Sneak total", value, 0, MOST_NUMBER))
        if value:
            difficulties = rulebook().difficulties
            source = rulebook().traits.skills["hide-sneak"].source
            ruling = difficulties.rulings["hidden"]
            more.append(bonus("Hide/Sneak", value, source=source, ruling=ruling))
    if key == "skills.bargain":
        value = answers.number("credits", 0, MOST_BRIBE)
        fields.append(number_field("credits", "Bribe, credits", value, 0, MOST_BRIBE))
        size = bribe_size(value)
        more += [size] if size else []
    if key != "skills.astrogation":
        return more, fields, 1
    travel = rulebook().travel
    for name, label, by in (
        ("saved", "Hours saved", travel.hour_saved),
        ("extra", "Extra hours", travel.hour_extra),
    ):
        value = answers.number(name, 0, MOST_HOURS)
        fields.append(number_field(name, label, value, 0, MOST_HOURS))
        if value:
            more.append(bonus(label.lower(), by * value, source=travel.sources["eta"]))
    is_hurried, field = yes(answers, "hurried", "In a hurry", "Twice the number.")
    fields.append(field)
    tries = situation.get("hurries", 0) if character.house.compounding_hurry else 0
    return more, fields, travel.hurried ** (min(5, tries) + 1) if is_hurried else 1


def given(character: Character, situation: TurnState, subject: Rollable, answers: Answers) -> Given:
    """Everything that is decided before a check, read from what a form sent."""
    base, fields = _base(answers, table_for(character, subject.trait))
    added, own, times = _added(character, situation, subject.key, answers)
    if base is None and subject.key == "skills.search" and added:
        base, *added = added
    target = labeled(base, *added) if base else None
    if target and times > 1:
        travel = rulebook().travel
        ruling = travel.rulings["hurry"]
        more = bonus(
            "in a hurry", target.value * (times - 1), source=travel.sources["eta"], ruling=ruling
        )
        target = labeled(target, more)
    dark, dark_fields = _dark(character, subject, answers)
    if target and dark == REFUSE and (step := harder(target)):
        target = labeled(target, step)
    against = answers.code("opposed")
    extra_dice, force_point, changing = changes(character, situation, answers)
    if dark == ACCEPT:
        force = rulebook().force
        held = character.marks.dark_side_points * force.dark_bonus
        extra_dice = (*extra_dice, dice("dark side", held, source=force.sources["dark_side"]))
    theirs = Text(
        "opposed",
        "Or they roll",
        (codes.written(*against) if against else "",),
        limit=10,
        placeholder="3D+1",
    )
    return Given(
        target=target,
        against=against,
        more=extra_dice,
        force_point=force_point,
        fields=(*fields, *own, theirs, *dark_fields, *changing),
        hurried=times > 1,
    )


def changes(
    character: Character, situation: TurnState, answers: Answers
) -> tuple[tuple[Figure, ...], bool, tuple[Field, ...]]:
    """What changes the dice of any check: the GM's word, a Force Point."""
    most = rulebook().play.bonus_most
    value = answers.number("bonus", -most, most)
    more = (dice("GM modifier", value, source=GM),) if value else ()
    barred = modifiers.no_force_point(character, situation)
    spends = FORCE_POINT in answers.options("points", (FORCE_POINT,))
    point = Option(
        FORCE_POINT,
        "Force Point: sixes explode for the scene",
        chosen=spends,
        barred=barred,
    )
    field = number_field("bonus", "GM modifier, dice", value, -most, most)
    return more, spends, (field, pick("points", "Points", (point,)))


def _dark(
    character: Character, subject: Rollable, answers: Answers
) -> tuple[str, tuple[Field, ...]]:
    """What the dark side offers on a Force roll; whoever does not take it resists."""
    held = character.marks
    if not subject.key.startswith("force.") or not held.dark_side_points or held.fallen:
        return "", ()
    rows = rulebook().force.temptations.values()
    chosen = answers.option("dark", (row.id for row in rows)) or REFUSE
    options = tuple(
        Option(row.id, row.name, row.does, chosen=row.id == chosen, source=row.source)
        for row in rows
    )
    return chosen, (menu("dark", "The dark side", options),)


# --- the roll


def roll_of(
    character: Character, situation: TurnState, subject: Rollable, found: Given
) -> DiceRoll:
    """The dice of a check."""
    return DiceRoll(
        character,
        situation,
        subject.pool,
        *found.more,
        target=found.target,
        against=found.against,
        force_point=found.force_point,
    )


def form(
    character: Character, situation: TurnState, subject: Rollable, values: FormValues
) -> RollForm:
    """What is decided before a check, with the dice and the chance that come of it so far."""
    answers = Answers(values)
    found = given(character, situation, subject, answers)
    answers.check()
    roll = roll_of(character, situation, subject, found)
    action = Action(subject.key, subject.name, pool=subject.pool, asks=True)
    made = roll.form(action, found.fields)
    if barred := no_force_skill(subject):
        made = replace(made, barred=barred)
    if made.exact is None or not _detects(subject) or not found.target:
        return made
    seen = 1 - roll.reach(_seen(found.target.value) + 1)
    said = (f"Noticed at {_seen(found.target.value)} or less: {pools.percent(seen)}",)
    return replace(made, results={"hit": made.exact, "detected": seen}, foreseen=said)


def no_force_skill(subject: Rollable) -> str:
    """Why a Force skill without dice isn't rolled."""
    lacks = subject.key.startswith("force.") and not subject.pool.value
    return modifiers.said("no_force_skill") if lacks else ""


def _detects(subject: Rollable) -> bool:
    return subject.key == "skills.computer-programming-repair"


def _seen(target: int) -> int:
    """The highest total at which an intrusion is noticed."""
    return target // rulebook().play.detected


def roll(
    character: Character, situation: TurnState, subject: Rollable, values: FormValues, rng: Random
) -> Outcome:
    """Roll a check; a total that equals the number is enough (our ruling)."""
    answers = Answers(values)
    found = given(character, situation, subject, answers)
    answers.check()
    action = Action(subject.key, subject.name)
    outcome = cast(roll_of(character, situation, subject, found), action, rng)
    if found.target is None and found.against:
        return _opposed(outcome, found.against, rng)
    if outcome.target is not None:
        outcome = replace(outcome, said=(compared(outcome),))
    return replace(_after(character, situation, subject, found, outcome))


def _after(
    character: Character, situation: TurnState, subject: Rollable, found: Given, outcome: Outcome
) -> Outcome:
    """What some skills do besides: an intrusion is noticed, a swimmer drowns, a jump goes wrong."""
    failed, target = outcome.success is False, outcome.target or 0
    if _detects(subject) and outcome.target is not None and outcome.total <= _seen(target):
        said = (*outcome.said, "Your intrusion was noticed.")
        return replace(outcome, row="detected", said=said)
    if subject.key == "skills.swimming" and outcome.success is not None:
        drowning = character.marks.drowning
        if failed:
            return _follow(outcome, FollowUp("drowning", "You're drowning: roll"))
        shifts = (MarkChange("drowning", -drowning),) if drowning else ()
        return replace(outcome, shifts=(*outcome.shifts, *shifts))
    if subject.key == "skills.astrogation" and failed:
        if found.hurried and character.house.compounding_hurry:
            tries = {**outcome.situation, "hurries": situation.get("hurries", 0) + 1}
            outcome = replace(outcome, situation=tries)
        if target - outcome.total <= rulebook().travel.mishap_most or (
            character.house.mishap_past_nine
        ):
            name = f"Astrogation mishap: missed by {target - outcome.total}"
            return _follow(outcome, FollowUp("mishap", name))
        return replace(outcome, said=(*outcome.said, rulebook().travel.rulings["past_nine"]))
    return outcome


def _follow(outcome: Outcome, then: FollowUp) -> Outcome:
    return replace(outcome, miss=then, follows=then.action, follows_name=then.name)


def _opposed(outcome: Outcome, theirs: tuple[int, int], rng: Random) -> Outcome:
    """Held against what somebody else rolls; of equal totals none wins (our ruling)."""
    other = sum(pools.roll(rng, theirs[0])) + theirs[1]
    against = f"their {codes.written(*theirs)}"
    said = [f"{outcome.total} against {against} {other}: "]
    if outcome.total == other:
        said = [f"{said[0]}nobody wins", rulebook().play.rulings["tie"]]
    else:
        said[0] += "success" if outcome.total > other else "failure"
    return replace(
        outcome,
        target=other,
        against=against,
        success=None if outcome.total == other else outcome.total > other,
        said=tuple(said),
    )


def chances(roll: DiceRoll, rows: dict[str, tuple[int, int | None]]) -> dict[str, Fraction]:
    """The exact chance of a total within each of these, from so much to so much."""
    return {
        id: roll.reach(low) - (roll.reach(high + 1) if high is not None else 0)
        for id, (low, high) in rows.items()
    }


def chance_texts(found: dict[str, Fraction], names: dict[str, str]) -> Iterator[str]:
    """Each result that can come of it with its chance."""
    for id, chance in found.items():
        if chance:
            yield f"{names[id]}: {pools.percent(chance)}"
