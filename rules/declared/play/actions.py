"""Every action in play: the rolls of the sheet, and the procedures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any

from rules import tables
from rules.declared import figures
from rules.declared.character import DeclaredCharacter
from rules.declared.play import checks, damage, healing, modifiers, powers, rounds, treatment
from rules.declared.play.checks import RollCheck
from rules.declared.play.inputs import FILE, Inputs, changes, questionnaire
from rules.declared.play.powers import POWER, PowerRolls
from rules.declared.ruleset import Ruleset
from rules.kit.play import table_procedures
from rules.kit.play.lasting import lasting_group
from rules.kit.play.planned_procedures import ProcedureRow, ProcedureRule, result
from rules.kit.play.procedure_tables import procedure_groups
from rules.kit.play.procedures import (
    ActionTable,
    Rollable,
    RollKind,
    nothing_listed,
    rolls_by_kind,
)
from rules.kit.play.questions import Questionnaire
from rules.play import Outcome

Rules = Mapping[str, ProcedureRule[Any]]
NO_SHOTS: Rules = MappingProxyType({})


def procedures(rules: Ruleset) -> Mapping[str, ProcedureRule[object]]:
    """Every procedure of a game by its id, with those it adds in Python."""
    return {
        **rounds.procedures(rules),
        **damage.RULES,
        **healing.procedures(rules),
        **treatment.procedures(rules),
        **_learning(rules),
        **rules.extras.procedures(rules),
    }


def _rolled(inputs: Inputs, trait: str, number: int | None) -> RollCheck:
    """A trait as it is rolled now, with the GM's dice and a point."""
    character = inputs.character
    target = None if number is None else checks.difficulty(character.rules, number)
    code = figures.trait(character, character.attribute(trait) or trait)
    inputs.fields += changes(inputs)
    return checks.changed_check(inputs, code, target)


def _resolved(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    return result(inputs, checks.with_point(inputs, outcome), rng)


def _declared(
    rules: Ruleset, rows: Mapping[str, ProcedureRow]
) -> Mapping[str, ProcedureRule[DeclaredCharacter]]:
    """The procedures that the table alone declares; TableError for a fault of one."""
    table = questionnaire(rules).table
    table_procedures.check_rows(FILE, rows, table, rules.traits)
    return table_procedures.rules(rows, table, _rolled, unable=modifiers.unable, resolve=_resolved)


def _learning(rules: Ruleset) -> Mapping[str, ProcedureRule[object]]:
    """The roll to learn a power, in a game with powers whose table has it."""
    learned = powers.rolls(rules)
    return {"learning": learned.learning()} if learned and "learning" in _rows(rules) else {}


# The texts, and the questions by their kinds, that a procedure cannot do without.
TEXTS = {
    "round": ("said",),
    "initiative": ("said",),
    "scene": ("woken", "due", "nothing", "said"),
    "wake": ("won", "lost", "said"),
    treatment.OTHER: ("onto",),
}
QUESTIONS = {
    "harm": {"damage": "number"},
    "wake": {"total": "number"},
    treatment.OTHER: {"whom": "menu", "worst": "menu"},
    treatment.TREATED: {"total": "number"},
}


def _rows(rules: Ruleset) -> dict[str, ProcedureRow]:
    return tables.Reader(rules.folder).entries(FILE, "procedure", ProcedureRow)


def _check_rows(rows: Mapping[str, ProcedureRow], needed: Mapping[str, object]) -> None:
    """TableError for a procedure that the game needs and its table lacks, or that it does not
    know.
    """
    for id, row in rows.items():
        if id not in needed and not row.does:
            text = f"this game has no such procedure; it has {', '.join(needed)}"
            raise tables.TableError(FILE, id, text)
        if id in needed and row.does:
            raise tables.TableError(FILE, f"{id}.does", "the game does that itself: leave this out")
    for id in needed:
        if id not in rows:
            raise tables.TableError(FILE, id, "is missing: add a [[procedure]] with this id")


def check_kinds(file: str, row: ProcedureRow, kinds: Mapping[str, str]) -> None:
    """TableError for a question of another kind than its id has to have."""
    for question in row.questions:
        kind = kinds.get(question.id, question.kind)
        if question.kind != kind:
            raise tables.TableError(file, f"{row.id}.{question.id}", f"its kind has to be {kind}")


def _check_texts(rules: Ruleset, rows: Mapping[str, ProcedureRow]) -> None:
    """TableError for a procedure that lacks a text or a question, or asks one of another kind."""
    texts, point = dict(TEXTS), rules.book.point
    if point and point.lasts:
        texts[point.action] = ("said",)
    if point and point.times:
        texts["round"] = ("said", "over")
    for id, row in rows.items():
        asked = {question.id for question in row.questions}
        kinds = QUESTIONS.get(id, {})
        for member, needed, given in (
            ("texts", texts.get(id, ()), row.texts),
            ("questions", kinds, asked),
        ):
            for name in needed:
                if name not in given:
                    raise tables.TableError(FILE, f"{id}.{member}", f"“{name}” is missing")
        check_kinds(FILE, row, kinds)


def table(rules: Ruleset, shots: Rules = NO_SHOTS) -> ActionTable[DeclaredCharacter, Rollable]:
    """The actions of a game, with the `shots` from its craft; TableError for a fault of its
    procedures.
    """
    asked, rows = questionnaire(rules), _rows(rules)
    kinds = {"check": checks.check_rolls(asked).kind, "damage": damage.damage_rolls(asked).kind}
    needed = {**procedures(rules), **shots}
    _check_rows(rows, needed)
    _check_texts(rules, rows)
    every = {**_declared(rules, rows), **needed}
    return assembled(rules, asked, every, kinds, powers.rolls(rules))


def assembled(
    rules: Ruleset,
    asked: Questionnaire,
    every: Rules,
    kinds: Mapping[str, RollKind[Any, Rollable]],
    learned: PowerRolls | None,
    kind: Callable[[Rollable], str] = lambda rollable: rollable.kind,
) -> ActionTable[DeclaredCharacter, Rollable]:
    """The actions of `every` procedure, of the rolls of the sheet by their kinds, and of powers."""
    if learned:
        kinds = {**kinds, POWER: learned.planned(asked).kind}

    def find(character: DeclaredCharacter, key: str) -> Rollable | None:
        power = learned.find(character, key) if learned else None
        return power or modifiers.rolled(rules).find(character, key)

    groups = procedure_groups(tables.Reader(rules.folder), FILE, every, asked)
    listed = learned.listed if learned else nothing_listed
    rolls = rolls_by_kind(find, kind, kinds)
    return ActionTable(rolls, (*groups, *lasting_group(asked)), listed)
