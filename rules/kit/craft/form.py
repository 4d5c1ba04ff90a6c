"""Making a declared craft: a form with every number, and its weapons in a line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from rules import plain_text
from rules.craft import CraftRules, CrewRules, MarkChanged
from rules.dice import codes
from rules.document import Document
from rules.forms.fields import Field, Text, options
from rules.forms.parsing import FormValues
from rules.kit import starters
from rules.kit.craft.craft import MOST_CREW, MOST_WEAPONS, TypedCraft
from rules.kit.craft.declared import CREW, MEMBERS, DeclaredCraft
from rules.kit.craft.tables import CODE, DICE, NUMBER, CraftTables, NumberRow
from rules.kit.play.answers import Answers, menu, number_field, required, whole
from rules.kit.starters import Starters
from rules.problems import InvalidDocument, Problem

LONGEST_NAME, LONGEST_WEAPON, LONGEST_WEAPONS = 120, 120, 2000
# Dice apart from their letter: "4 D".
_APART = re.compile(r"(?a)(?<=\d) +(?=[dD]\b)")


def craft_rules(
    declared: DeclaredCraft, crew: CrewRules[Any, Any], starting: Starters | None = None
) -> CraftRules:
    """The rules for making a game's craft, each number of which is typed, or one of the
    starters.
    """
    tables = declared.tables

    def fields(values: FormValues) -> tuple[Field, ...]:
        return _fields(tables, values)

    def document(values: FormValues) -> Document:
        starter = starting.named(values) if starting else None
        return _document(declared, starters.sent(starter, values))

    def lowered(marks: Mapping[str, MarkChanged]) -> tuple[str, ...]:
        known = {id: row.name for id, row in tables.marks.items()}
        return most_now({known[id]: marks[id] for id in known if id in marks})

    rules = CraftRules(
        tuple, fields, document, tables.about, typed=typed, lowered=lowered, crew=crew
    )
    if tables.squad:
        rules = replace(rules, group=tables.squad_name, members=tables.squad)
    if not starting:
        return rules
    return replace(rules, listed=starting.listed, heading=starters.HEADING, whose=starting.about)


def craft_starters(declared: DeclaredCraft) -> Starters:
    """The starters of a game's craft; their weapons and numbers say what one can do."""
    names = {id: row.name for id, row in declared.tables.numbers.items()}
    return Starters(declared.folder, starters.CRAFT, {"weapons": "", **names})


def most_now(marks: Mapping[str, MarkChanged]) -> tuple[str, ...]:
    """A sentence about each mark, by its name, that a smaller craft has less room for."""
    return tuple(
        f"{name} went from {before} to {after}, the most that it can have now."
        for name, (before, after) in marks.items()
    )


def typed(craft: TypedCraft) -> FormValues:
    """The values of the form for a craft as it is."""
    built, tables = craft.build.craft, craft.tables
    kind = tables.kind_field
    found = {"name": built.name, kind: getattr(built, kind), CREW: _shown(built.crew)}
    found |= {id: _shown(getattr(built, id)) for id in tables.numbers}
    if tables.squad:
        found[MEMBERS] = _shown(craft.members)
    found["weapons"] = ", ".join(_weapon_text(craft.declared, gun) for gun in built.weapons)
    return {name: (text,) for name, text in found.items()}


def _shown(value: str | int | None) -> str:
    return str(value) if value else ""


def _weapon_text(declared: DeclaredCraft, gun: Any) -> str:
    tables = declared.tables
    form, named = declared.form_of(gun), _form_in(tables, gun.name) or next(iter(tables.forms))
    damage = codes.written(gun.damage) if tables.weapon_unit == DICE else str(gun.damage)
    return " ".join((gun.name, damage, *([form] if form != named else [])))


def _form_in(tables: CraftTables, name: str) -> str:
    """The form that is in the name of a weapon, "" for none, or where it has to be typed."""
    forms = {} if tables.form_switch else _called(tables)
    return next(
        (id for id, names in forms.items() if any(called in name.lower() for called in names)), ""
    )


def _called(tables: CraftTables) -> dict[str, tuple[str, ...]]:
    """The names of each form, by id: "torpedo", "missile"."""
    return {id: (id, row.name.lower(), *row.aliases) for id, row in tables.forms.items()}


def _fields(tables: CraftTables, values: FormValues) -> tuple[Field, ...]:
    answers, kind = Answers(values), tables.kind_field
    kinds = options(tables.kinds, answers.text(kind), none="Choose")
    found: list[Field] = [
        Text("name", "Name", (answers.text("name"),), limit=LONGEST_NAME),
        menu(kind, kind.capitalize(), kinds),
        *(_field(row, answers) for row in tables.numbers.values()),
    ]
    typed_crew = whole(answers.text(CREW), 0, MOST_CREW)
    found.append(number_field(CREW, "Crew", typed_crew, 0, MOST_CREW))
    if tables.squad:
        least, most = tables.squad
        members = whole(answers.text(MEMBERS), least, most)
        found.append(number_field(MEMBERS, f"A {tables.squad_name} of", members, least, most))
    found.append(
        Text(
            "weapons",
            "Weapons",
            (answers.text("weapons"),),
            limit=LONGEST_WEAPONS,
            placeholder=tables.weapons_hint,
        )
    )
    return tuple(found)


def _field(row: NumberRow, answers: Answers) -> Field:
    """The field of a number."""
    label = " or ".join(dict.fromkeys((row.name, *row.names.values())))
    if row.unit == CODE:
        return Text(row.id, label, (answers.text(row.id),), row.does, limit=10, placeholder="3D")
    typed = whole(answers.text(row.id), row.least, row.most)
    label = f"{label} (dice)" if row.unit == DICE else label
    return number_field(row.id, label, typed, row.least, row.most)


def _document(declared: DeclaredCraft, values: FormValues) -> Document:
    tables, answers = declared.tables, Answers(values)
    name = required(answers.text("name") or None, "name", "Give your craft a name.")
    field = tables.kind_field
    kind = answers.option(field, tables.kinds)
    members: dict[str, object] = {}
    for id, row in tables.numbers.items():
        if row.unit == CODE:
            code = answers.code(id)
            members[id] = codes.written(*code) if code else ""
        else:
            members[id] = answers.number(id, row.least, row.most) or 0
    members[CREW] = answers.number(CREW, 0, MOST_CREW) or 0
    squad = answers.number(MEMBERS, *tables.squad) if tables.squad else None
    weapons = _weapons(declared, answers)
    answers.check()
    required(kind or None, field, f"Choose its {field}.")
    for id, row in tables.numbers.items():
        if row.needed or row.least:
            least = f", {row.least} or more" if row.least else ""
            label = row.names.get(kind, row.name)
            required(members[id] or None, id, f"Enter its {label}{least}.")
    members[field] = kind
    craft = declared.craft_type(name=name, weapons=weapons, **members)
    return declared.document(craft, squad)


def _weapons(declared: DeclaredCraft, answers: Answers) -> tuple[object, ...]:
    """Weapons parted by commas, each a name, its damage, and its form: "Laser cannons 5D, Proton
    torpedoes 9D torpedo". A form that is in the name need not be typed again.
    """
    typed = plain_text.plain(answers.text("weapons"))
    parts = [part.strip() for part in typed.split(",") if part.strip()]
    found = [_weapon(declared, part) for part in parts]
    guns = tuple(gun for gun in found if gun is not None)
    if len(guns) < len(parts) or len(guns) > MOST_WEAPONS:
        message = f"Name weapons with their damage: {declared.tables.weapons_hint}."
        answers.wrong.append(Problem("bad-value", "weapons", message))
    return guns


def _weapon(declared: DeclaredCraft, part: str) -> object:
    """A weapon as typed, None for what cannot be read. A number can be in its name, too: "Mark 4
    cannon 5D".
    """
    words = _APART.sub("", part).split() if len(part) <= LONGEST_WEAPON else []
    places = (place for place in range(1, len(words)) if words[place][0].isdigit())
    read = (_weapon_at(declared, words, place) for place in places)
    return next((gun for gun in read if gun is not None), None)


def _weapon_at(declared: DeclaredCraft, words: list[str], place: int) -> object:
    """A weapon whose damage is the word at that place."""
    tables = declared.tables
    name, rest = " ".join(words[:place])[:80], " ".join(words[place + 1 :]).lower()
    damage = _damage(tables, words[place])
    typed = next((id for id, names in _called(tables).items() if rest in names), "")
    if damage is None or (rest and not typed):
        return None
    form = typed or _form_in(tables, name) or next(iter(tables.forms))
    return declared.gun(name, damage, form)


def _damage(tables: CraftTables, text: str) -> str | int | None:
    """The damage of a weapon as its document has it, None for what cannot be read."""
    if tables.weapon_unit == NUMBER:
        return whole(text, 0, tables.most_damage)
    try:
        count, pips = codes.read(text)
    except InvalidDocument:
        return None
    if tables.weapon_unit == CODE:
        return codes.written(count, pips)
    return None if pips or count > tables.most_damage else count
