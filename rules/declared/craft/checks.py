"""The faults of the tables of craft, beside those that the kit finds: names of rows elsewhere, and
texts with names in braces.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping

from rules.declared.braces import has_others
from rules.declared.craft.tables import STEERING, CodedCraft
from rules.declared.files import PROCEDURES, VEHICLE_PLAY
from rules.declared.hit_tables import LevelRow, SystemRow
from rules.declared.play.actions import check_kinds
from rules.declared.target_tables import TargetRow
from rules.kit.craft.declared import CREW, FILE, MEMBERS
from rules.kit.craft.tables import CODE
from rules.kit.play.planned_procedures import ProcedureRow
from rules.kit.play.questions import FIRST
from rules.kit.play.result_tables import SpanRow, check_rows
from rules.kit.rulebooks import DiceRow
from rules.tables import Row, TableError, check_known

# The members of a weapon, and the values of a kind, that a text may name in braces.
_WEAPON, _VALUE = r"weapon\.(?:id|name|damage|form|special|beside)", re.compile(r"[a-z_]+")
# The questions, by id with their kind, and the texts that procedures of a craft can't do without.
# Of those that are not needed the kind counts alone.
ASKED = {"harm": ("damage",), "mend": ("system", "way")}
SAID = {"mend": ("mended", "hit"), "initiative": ("said",)}
ATTACK, RAISE = ("skill", "code", "evade", "damage"), ("code",)
OF_PERSON = {"skill": "menu", "code": "code", "evade": "number", "damage": "code"}
OF_CRAFT = {"damage": "number", "deployed": "yes", "system": "menu", "way": "menu"}
BOTH = {"target": "number", "range": "menu", "fire_control": "code"}
# The most dice that say which system is hit.
MOST_DICE = 6


def check(craft: CodedCraft) -> None:
    """TableError for the first fault of `vehicles.toml`, and of the procedures of craft."""
    tables = craft.tables
    if tables.weapon_unit != CODE:
        raise TableError(FILE, "weapon_unit", "the weapons of craft have codes here")
    for kind in tables.kinds.values():
        steering = kind.values.get(STEERING, "")
        check_known(FILE, f"{kind.id}.values.{STEERING}", steering, craft.rules.book.traits.skills)
    for place, kind_of_row in ((tables.ranges, TargetRow), (tables.range_damage, DiceRow)):
        if place:
            _rows(craft, place, kind_of_row)
    _check_braces(craft)
    _check_harm(craft)
    reader = craft.rules.reader
    if not reader.has(VEHICLE_PLAY):
        raise TableError(VEHICLE_PLAY, "", f"is missing; {FILE} needs it")
    _check_shots(craft, reader.entries(PROCEDURES, "procedure", ProcedureRow))
    _check_procedures(craft, reader.entries(VEHICLE_PLAY, "procedure", ProcedureRow))


def _rows(craft: CodedCraft, place: str, kind: type[Row]) -> Mapping[str, Row]:
    """The rows of that kind at a place in a table of the game's own."""
    check_known(FILE, "harm", place, craft.rows)
    rows: Mapping[str, Row] = craft.rows[place]
    if not rows or not all(isinstance(row, kind) for row in rows.values()):
        raise TableError(FILE, "harm", f"the rows of {place} need another frame in own.toml")
    return rows


def _check_braces(craft: CodedCraft) -> None:
    """TableError for a name in braces that is none of a closed list: it reaches nothing but numbers
    and texts of a craft.
    """
    tables = craft.tables
    values = set.intersection(*(set(kind.values) for kind in tables.kinds.values()))
    kinds = "|".join(f"kind\\[{name}\\]" for name in sorted(values) if _VALUE.fullmatch(name))
    numbers = "|".join(tables.numbers)
    own = f"{kinds}|{numbers}|plus\\[(?:{numbers})\\]|kind\\[id\\]|{MEMBERS}|penalty"
    named = {"kind": kinds or "kind", "craft": own, "weapon": f"{own}|{_WEAPON}|damage"}
    named["shot"] = f"{own}|{_WEAPON}|{CREW}"
    known = {what: (re.compile(rf"\{{(?:{names})\}}"),) for what, names in named.items()}
    for place, text, what in _texts(craft):
        if has_others(text, *known.get(what, ())):
            message = "braces name a number of the craft: {hull}, {plus[hull]}, {kind[id]}"
            raise TableError(FILE, place, message)


def _texts(craft: CodedCraft) -> Iterator[tuple[str, str, str]]:
    """Every text that names what a craft has: its place, and of what it is."""
    tables = craft.tables
    shot = tables.shot
    yield "skill", tables.skill, "kind"
    for text in (*shot.attack_values.values(), *shot.damage_values.values()):
        yield "shot", text, "shot"
    for text in tables.answered.values():
        yield "answered", text, ""
    for station in tables.stations.values():
        for text in (station.name, station.does, station.card):
            yield station.id, text, "craft"
    for action in tables.actions.values():
        texts = (action.name, action.does, action.action, action.card, *action.values.values())
        for text in (*texts, *action.alone.values()):
            yield action.id, text, "weapon" if action.each_weapon else "craft"


def _check_harm(craft: CodedCraft) -> None:
    tables, harm = craft.tables, craft.tables.harm
    numbers = [id for id, row in tables.numbers.items() if row.unit == CODE]
    check_known(FILE, "harm.soak", harm.soak, numbers)
    check_known(FILE, "harm.raised", tuple(filter(None, [harm.raised])), numbers)
    check_known(FILE, "harm.mark", harm.mark, tables.marks)
    if not 1 <= harm.dice <= MOST_DICE:
        raise TableError(FILE, "harm.dice", f"1 to {MOST_DICE}")
    if harm.raise_at:
        _rows(craft, harm.raise_at, TargetRow)
    if harm.raised_by:
        check_known(FILE, "harm.raised", harm.raised, numbers)
        check_known(FILE, "harm.raise_with", harm.raise_with, craft.rules.book.traits.skills)
    levels, margins = _rows(craft, harm.levels, LevelRow), _rows(craft, harm.margins, SpanRow)
    check_known(FILE, "harm.margins", margins, levels)
    check_rows(FILE, "harm.margins", craft.hits.margins)
    ranks = [row.rank for row in craft.hits.levels.values()]
    if ranks[0] != 0 or sorted({*ranks}) != list(range(craft.hits.most + 1)):
        raise TableError(FILE, "harm.levels", "ranks go from 0, that of the first, up by one")
    for level in craft.hits.levels.values():
        check_known(FILE, f"{level.id}.instead", tuple(filter(None, [level.instead])), levels)
        check_known(FILE, f"{level.id}.marks", level.marks, tables.marks)
        if level.worsens and level.rank == craft.hits.most:
            raise TableError(FILE, f"{level.id}.worsens", "nothing is worse than the last level")
        for kind in tables.kinds.values() if level.table else ():
            place = craft.hits.place(kind.values.get(harm.kind, ""), level)
            _check_systems(craft, place, tables.marks)


def _check_systems(craft: CodedCraft, place: str, marks: Container[str]) -> None:
    """TableError unless every total of the dice has a system."""
    rows, count = tuple(_rows(craft, place, SystemRow).values()), craft.tables.harm.dice
    systems = [row for row in rows if isinstance(row, SystemRow)]
    check_rows(FILE, place, systems)
    if systems[0].low > count:
        raise TableError(FILE, place, f"begins at {systems[0].low}, and {count}D can be {count}")
    for row in systems:
        check_known(FILE, f"{row.id}.marks", row.marks, marks)


def _check_shots(craft: CodedCraft, rows: Mapping[str, ProcedureRow]) -> None:
    """TableError unless the procedures of persons for craft ask enough."""
    shot, raised_by = craft.tables.shot, craft.tables.harm.raised_by
    aimed = "range" if craft.tables.ranges else "target"
    needed = {shot.attack: (*ATTACK, aimed), shot.damage: ("damage",)}
    for id, asked in {**needed, **({raised_by: RAISE} if raised_by else {})}.items():
        check_known(FILE, "shot", id, rows)
        _check_questions(PROCEDURES, rows[id], asked, {**OF_PERSON, **BOTH})
    menu = next(question for question in rows[shot.attack].questions if question.id == "skill")
    skills = [*craft.rules.book.traits.skills, FIRST]
    named = (menu.usual or "usual", *menu.options, *filter(None, [menu.rows]))
    check_known(PROCEDURES, f"{shot.attack}.skill", named, skills)
    check_known(PROCEDURES, f"{shot.damage}.texts", "said", rows[shot.damage].texts)
    check_known(FILE, "shot.unless", tuple(filter(None, [shot.unless])), craft.tables.marks)


def _check_questions(
    file: str, row: ProcedureRow, needed: Iterable[str], kinds: Mapping[str, str]
) -> None:
    """TableError for a question that is missing, or of another kind."""
    check_known(file, f"{row.id}.questions", needed, {question.id for question in row.questions})
    check_kinds(file, row, kinds)


def _check_procedures(craft: CodedCraft, rows: Mapping[str, ProcedureRow]) -> None:
    tables = craft.tables
    if not any(row.repaired for row in tables.marks.values()):
        raise TableError(FILE, "marks", "at least one of them can be repaired")
    answers = (tables.answer or "answer",) if tables.harm.raised_by else ()
    check_known(FILE, "answer", (*answers, *filter(None, [tables.maneuver])), rows)
    for action in tables.actions.values():
        if action.by_craft:
            check_known(FILE, f"{action.id}.action", action.action, rows)
    if tables.actions[tables.hazard].each_weapon:
        raise TableError(FILE, "hazard", "a hazard is no action of each weapon")
    for id, row in rows.items():
        needed, said = ASKED.get(id, ()), SAID.get(id, ())
        if row.does == "check":
            raise TableError(VEHICLE_PLAY, f"{id}.does", "a craft has no traits: let it steer")
        if row.does == "steer" and row.rolls:
            codes = [number.id for number in tables.numbers.values() if number.unit == CODE]
            check_known(VEHICLE_PLAY, f"{id}.rolls", row.rolls, codes)
            said = ("said",)
        elif row.does == "steer":
            needed = ("target",)
        _check_questions(VEHICLE_PLAY, row, needed, {**OF_CRAFT, **BOTH})
        check_known(VEHICLE_PLAY, f"{id}.texts", said, row.texts)
