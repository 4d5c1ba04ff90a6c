"""Medicine: a check with a medpac or a medkit, of oneself or another character."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec

from rules.figures import Figure
from rules.forms.fields import Choice, Option
from rules.forms.parsing import FormValues
from rules.kit.answers import menu
from rules.kit.checks import shown
from rules.kit.coded_play import Rollable
from rules.kit.procedures import Procedure, fixed
from rules.play import SOMEBODY, WHOM, Action, Attempt, FollowUp, Outcome, RollForm
from rules.problems import Problem, RuleViolation
from rules.systems.rules_sheet_d6 import document as entries
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.character.marks import counted
from rules.systems.rules_sheet_d6.play import checks, healing, modifiers
from rules.systems.rules_sheet_d6.play.roll_form import read_roll_input
from rules.systems.rules_sheet_d6.rulebook import Healing, book

# What is used up by one attempt.
USED_UP = ("medpac",)


class Tool(msgspec.Struct, frozen=True, gc=False):
    """Something to heal with: which of the tools it is, and what is carried of it, "" for nothing:
    then it is somebody else's.
    """

    id: str
    name: str
    tool: str
    carried: str = ""

    @property
    def used(self) -> tuple[entries.Use, ...]:
        """The entry of one that is used up, where one is."""
        if not self.carried or self.tool not in USED_UP:
            return ()
        return (entries.Use(item=self.carried, note="Medicine"),)

    @property
    def said(self) -> tuple[str, ...]:
        """That one is used up, whatever comes of it."""
        ruling = book().play.rulings["used_up"]
        return (f"One {self.carried} is used up. {ruling}",) if self.used else ()


def tools(character: Character, row: Healing, *, own_first: bool) -> tuple[Tool, ...]:
    """What can be used for this: what is carried, known by its name, and somebody else's."""
    own, others = tuple(_carried(character, row)), tuple(_others(row))
    return (*own, *others) if own_first else (*others, *own)


def _carried(character: Character, row: Healing) -> Iterator[Tool]:
    for held in character.carried:
        words = f"-{held.item.key}"
        for tool in row.tools:
            if any(f"-{name}" in words for name in book().play.tools[tool]):
                name = held.item.name
                yield Tool(f"own-{held.item.key}", f"{name}, {held.quantity}", tool, name)
                break


def _others(row: Healing) -> Iterator[Tool]:
    for tool in row.tools:
        yield Tool(f"other-{tool}", f"Somebody else's {tool}", tool)


def chosen(
    character: Character, row: Healing, values: FormValues, *, own_first: bool
) -> tuple[Tool, Choice]:
    """The tool that was chosen, the first where none was, and the menu of all; RuleViolation for
    what is none here.
    """
    found = tools(character, row, own_first=own_first)
    id = "".join(values.get("tool", ())) or found[0].id
    tool = next((tool for tool in found if tool.id == id), None)
    if tool is None:
        said = f"This takes a {' or a '.join(row.tools)}: choose one of those that are named."
        raise RuleViolation([Problem("bad-value", "tool", said)])
    options = tuple(Option(one.id, one.name, chosen=one is tool) for one in found)
    return tool, menu("tool", "With", options)


PATIENT = menu(WHOM, "Patient", (Option(SOMEBODY, "Somebody else", chosen=True),))
MEDICINE, OTHER, TREATED = "medicine", "medicine-other", "treated"
ON_THE_WORST = "With a medpac, or for wounds a medkit, on the worst you have."
UNHURT = "There is nothing that Medicine heals: no wounds and nothing worse."


def own_action(attempt: Attempt[Character]) -> Action:
    """Medicine on oneself, barred where there is nothing that it heals."""
    play = book().play
    about = f"{ON_THE_WORST} {play.rulings['yourself']} {play.rulings['checks_suffer']}"
    barred = modifiers.incapacitated(attempt.character) or _unhurt(attempt.character)
    pool = _pool_now(attempt)
    return Action(MEDICINE, "Medicine on yourself", about, pool, barred, asks=True)


def other_action(attempt: Attempt[Character]) -> Action:
    """Medicine on somebody else."""
    pool, out = _pool_now(attempt), modifiers.incapacitated(attempt.character)
    about = book().play.rulings["checks_suffer"]
    return Action(OTHER, "Medicine on somebody", about, pool, out, asks=True)


def _not_to_treat(attempt: Attempt[Character]) -> str:
    """Why nobody can be treated: the dead and the unhurt; "" where somebody can."""
    return healing.if_alive(attempt) or _unhurt(attempt.character)


def _pool_now(attempt: Attempt[Character]) -> Figure:
    return shown(modifiers.current_pool(attempt, _subject(attempt.character).pool))


def _unhurt(character: Character) -> str:
    return "" if _row(character) else UNHURT


def _subject(character: Character, action: str = MEDICINE) -> Rollable:
    name = "Medicine on yourself" if action == MEDICINE else "Medicine"
    return modifiers.ROLLED.skill(character, MEDICINE, key=action, name=name)


def _row(character: Character) -> Healing | None:
    """How Medicine works on the worst there is; None where there is nothing it heals."""
    hurt = modifiers.worst(character)
    rows = (row for row in book().play.healing.values() if row.tools)
    return next((row for row in rows if hurt and row.heals == hurt.id), None)


def panel(attempt: Attempt[Character], action: Action) -> RollForm:
    """Your own Medicine: the tool, the dice, and what each row heals."""
    character = attempt.character
    given, row, subject = read_roll_input(attempt.values), _row(character), _subject(character)
    if row is None:
        pool = shown(checks.pool_of(attempt, subject, given))
        return RollForm(action, (), pool, barred=action.barred)
    tool, field = chosen(character, row, attempt.values, own_first=True)
    found = healing.checked(attempt, (subject, row, action), given)
    return msgspec.structs.replace(
        found,
        fields=(field, *found.fields),
        foreseen=(*found.foreseen, *tool.said),
    )


def roll(attempt: Attempt[Character], rng: Random) -> Outcome:
    """Your own Medicine on the worst there is; a medpac is used up whatever comes of it."""
    character = attempt.character
    row = _hurt(character)
    tool, _ = chosen(character, row, attempt.values, own_first=True)
    outcome = checks.thrown(attempt, _subject(character), read_roll_input(attempt.values), rng)
    found = healing.dressed(character, outcome, row, *tool.said)
    return msgspec.structs.replace(found, entries=tool.used)


# --- on somebody else


def other_panel(attempt: Attempt[Character], action: Action) -> RollForm:
    """Your Medicine on somebody else: who, how badly they are hurt, the tool, and what each row
    heals.
    """
    values = attempt.values
    given, row, subject = (
        read_roll_input(values),
        _theirs(values),
        _subject(attempt.character, OTHER),
    )
    tool, field = chosen(attempt.character, row, values, own_first=True)
    found = healing.checked(attempt, (subject, row, action), given)
    pool = found.pool if found.exact is not None else None
    return msgspec.structs.replace(
        found,
        fields=(PATIENT, _worst(row), field, *found.fields),
        foreseen=(*healing.each_row(row, pool), *tool.said),
        onto=TREATED,
    )


def other_roll(attempt: Attempt[Character], rng: Random) -> Outcome:
    """What they heal is theirs to mark; a medpac is used up whatever comes of it."""
    values = attempt.values
    row, subject = _theirs(values), _subject(attempt.character, OTHER)
    tool, _ = chosen(attempt.character, row, values, own_first=True)
    outcome = checks.thrown(attempt, subject, read_roll_input(values), rng)
    total, many = outcome.total, healing.healed(row, outcome.total)
    said = f"{total}: heals {counted(healing.level_of(row), many)}."
    onto = FollowUp(
        f"{TREATED}?total={total}&tool=other-{tool.tool}",
        f"Your patient enters {total} and the {tool.tool} under “Get treated”.",
    )
    found = healing.against_rows(
        outcome, row, said if many else healing.nothing_healed(total), *tool.said
    )
    return msgspec.structs.replace(
        found, entries=tool.used, whom=SOMEBODY, onto=onto if many else FollowUp()
    )


def _theirs(values: FormValues) -> Healing:
    """How Medicine works on the worst that they have; wounds where nothing was said."""
    rows = {row.heals: row for row in book().play.healing.values() if row.tools}
    worst = "".join(values.get("worst", ())) or next(iter(rows))
    if worst not in rows:
        raise RuleViolation([Problem("bad-value", "worst", "Choose the worst that they have.")])
    if "".join(values.get(WHOM, ())) not in ("", SOMEBODY):
        raise RuleViolation([Problem("bad-value", WHOM, "Choose who is to be healed.")])
    return rows[worst]


def _worst(chosen: Healing) -> Choice:
    levels = book().defense.levels
    options = tuple(
        Option(row.heals, levels[row.heals].name, chosen=row.heals == chosen.heals)
        for row in book().play.healing.values()
        if row.tools
    )
    return menu("worst", "Their worst", options)


# --- somebody else's


def treated_panel(attempt: Attempt[Character], action: Action) -> RollForm:
    """Somebody else's Medicine: what their total heals, or what each row would."""
    character = attempt.character
    total, row = healing.TOTAL.read(attempt.values), _row(character)
    fields = (healing.TOTAL.field(total),)
    if row is None or action.barred:
        return RollForm(action, fields, barred=action.barred)
    tool, field = chosen(character, row, attempt.values, own_first=False)
    said = tuple(healing.rows_said(character, row))
    if total is not None:
        said = (healing.healed_said(character, row, total), *tool.said)
    return RollForm(action, (*fields, field), foreseen=said)


def treated(attempt: Attempt[Character], _rng: Random) -> Outcome:
    """Somebody else's Medicine on the worst there is (Star Wars D6 rules sheet, Healing)."""
    character = attempt.character
    total, row = healing.TOTAL.need(attempt.values), _hurt(character)
    tool, _ = chosen(character, row, attempt.values, own_first=False)
    return Outcome(
        action=TREATED,
        name="Treatment",
        kind="heal",
        total=total,
        success=healing.healed(row, total) > 0,
        said=(healing.healed_said(character, row, total), *tool.said),
        shifts=healing.shifts_of(character, row, total),
        entries=tool.used,
        row=healing.reached(row, total),
    )


def _hurt(character: Character) -> Healing:
    row = _row(character)
    if row is None:
        raise RuleViolation([Problem("barred", MEDICINE, UNHURT)])
    return row


GET_TREATED = Action(
    TREATED,
    "Get treated",
    f"Type the total of their Medicine. {ON_THE_WORST}",
    asks=True,
)
PROCEDURES = (
    Procedure(MEDICINE, own_action, panel, roll),
    Procedure(OTHER, other_action, other_panel, other_roll),
    fixed(GET_TREATED, _not_to_treat, treated, treated_panel),
)
