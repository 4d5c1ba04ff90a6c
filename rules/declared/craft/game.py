"""The craft of a declared game behind the one interface: their making, their game, their fights."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rules.craft import CraftRules
from rules.craft_game import craft_game
from rules.declared.character import DeclaredCharacter
from rules.declared.craft import checks
from rules.declared.craft.gunnery import Gunnery
from rules.declared.craft.helm import EVADE, NOBODY, Helm, Inputs, crewed, lost
from rules.declared.craft.hits import harm_rule
from rules.declared.craft.tables import CodedCraft
from rules.declared.files import VEHICLE_PLAY
from rules.declared.play import modifiers
from rules.declared.play.actions import Rules
from rules.declared.play.checks import turn_rules
from rules.declared.play.inputs import questionnaire
from rules.declared.ranges import INITIATIVE, Initiative, InitiativeRoll, initiative_pool
from rules.fight import FightRules
from rules.forms.parsing import FormValues
from rules.game import Game
from rules.kit.craft import crew, form, play, sheet
from rules.kit.craft.craft import TypedCraft
from rules.kit.craft.fight import Targets, with_craft
from rules.kit.craft.play import CraftTable
from rules.kit.play import table_procedures
from rules.kit.play.planned_procedures import Plan, ProcedureRow, ProcedureRule, saying
from rules.kit.play.procedure_tables import procedure_groups
from rules.kit.play.procedures import ProcedureGroup
from rules.kit.play.questions import Questionnaire
from rules.kit.starters import CRAFT as STARTERS

Persons = Iterable[ProcedureGroup[Any]]
ORDER = "A craft rolls once, for all aboard."


@dataclass(frozen=True)
class CraftParts:
    """The parts of a game for its craft: how one is made, its own game, and fights with it."""

    rules: CraftRules
    game: Game[TypedCraft]
    fight: FightRules[object]


def parts(
    helm: Helm,
    questions: Questionnaire,
    persons: Persons,
    fight: FightRules[object],
    procedures: Rules,
) -> CraftParts:
    """The craft of a game whose persons do these procedures; TableError for a fault of its tables.
    `procedures` of craft take the place of the usual ones, and `fight` is that of persons and
    craft.
    """
    craft, rules = helm.craft, helm.craft.rules
    checks.check(craft)
    rows = rules.reader.entries(VEHICLE_PLAY, "procedure", ProcedureRow)
    every = {
        **table_procedures.rules(rows, questions.table),
        **{id: helm.steered(row) for id, row in rows.items() if row.does == "steer"},
        **play.RULES,
        **({craft.tables.answer: helm.raising()} if craft.tables.harm.raised_by else {}),
        "harm": harm_rule(craft.hits, helm.turn, rules.codes.carried),
        **procedures,
    }
    groups = procedure_groups(
        rules.reader, VEHICLE_PLAY, every, questions, reaction=craft.tables.reaction
    )
    table = CraftTable(persons, groups, lost=lost, unit="D")
    crews = crew.crew_rules(
        craft, flown=helm.flown, crewed=crewed, evade=helm.evading, unable=helm.unable
    )
    starters = form.craft_starters(craft) if rules.reader.has(STARTERS) else None
    made = craft_game(
        craft.system,
        rules.identity.name,
        craft,
        state=table.state,
        actions=table.table,
        sheet=lambda one: sheet.sheet(one, craft.hits.track, rules.identity.credit),
        fight=fight,
    )
    return CraftParts(form.craft_rules(craft, crews, starters), made, fight)


# --- of a game in tables alone


def shots(craft: CodedCraft) -> Rules:
    """The procedures of persons that fire the weapons of craft."""
    return Gunnery(craft, turn_rules(craft.rules)).procedures()


def declared(
    craft: CodedCraft, persons: Persons, fight: FightRules[DeclaredCharacter]
) -> CraftParts:
    """The craft of a game in tables alone, whose persons do these procedures and fight so."""
    rules = craft.rules
    helm = Helm(craft=craft, turn=turn_rules(rules), out=modifiers.incapacitated)
    rolled, source = rules.book.fight.initiative, rules.identity.source or rules.identity.name
    first = {INITIATIVE: _initiative(helm, rolled, source)} if rolled else {}
    return parts(helm, questionnaire(rules), persons, _fight(craft, fight), first)


def _initiative(helm: Helm, rolled: Initiative, source: str) -> ProcedureRule[TypedCraft]:
    """The dice of the game, with those of whoever steers where persons add something, too."""

    def plan(inputs: Inputs) -> Plan:
        added = helm.pilot(inputs) if rolled.adds else None
        roll = InitiativeRoll(initiative_pool(rolled, added, source=source))
        barred = inputs.character.out() or ("" if roll.pool.value else NOBODY)
        return Plan(roll=roll, barred=barred, foreseen=(roll.average(),))

    return ProcedureRule(saying, plan)


def _fight(craft: CodedCraft, persons: FightRules[DeclaredCharacter]) -> FightRules[object]:
    """A fight with craft: each shot against its range, and what evades."""
    tables = craft.tables
    bands = tuple(craft.rows[tables.ranges]) if tables.ranges else ()

    def aim(_attempt: object, _action: str, targets: Targets) -> FormValues:
        evade = (str(targets[0].attempt.situation.get(EVADE, 0)),)
        near = bands[min(targets[0].distance, len(bands) - 1)] if bands else ""
        return {EVADE: evade, "defense": evade, "range": (near,)}

    return with_craft(
        persons,
        (tables.shot.attack, tables.shot.damage),
        aim=aim,
        aim_damage=aim,
        harmed=lambda _attempt, _action, damage: play.harm_values(damage),
        at_craft=aim,
        fields=("range", EVADE),
        order=ORDER,
    )
