"""Making a declared craft: a form with every number, and its weapons in a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.craft import CraftRules, CrewRules, MarkChanged
from rules.dice import codes
from rules.document import Document
from rules.forms.fields import Field, Text, options
from rules.forms.parsing import FormValues
from rules.kit.craft.craft import (
    CREW,
    MEMBERS,
    MOST_CREW,
    MOST_WEAPONS,
    DeclaredCraft,
    TypedCraft,
)
from rules.kit.craft.tables import CODE, CraftTables
from rules.kit.play.answers import Answers, menu, number_field, required, whole
from rules.problems import InvalidDocument, Problem

LONGEST_NAME, LONGEST_WEAPONS = 120, 2000


def craft_rules(declared: DeclaredCraft, crew: CrewRules[Any, Any]) -> CraftRules:
    """How a game's craft are made where its source lists none."""
    tables = declared.tables

    def fields(values: FormValues) -> tuple[Field, ...]:
        return _fields(tables, values)

    def document(values: FormValues) -> Document:
        return _document(declared, values)

    def lowered(marks: Mapping[str, MarkChanged]) -> tuple[str, ...]:
        known = {id: row.name for id, row in tables.marks.items()}
        return most_now({known[id]: marks[id] for id in known if id in marks})

    return CraftRules(
        tuple, fields, document, tables.about, typed=typed, lowered=lowered, crew=crew
    )


def most_now(marks: Mapping[str, MarkChanged]) -> tuple[str, ...]:
    """A sentence about each mark, by its name, that a smaller craft has less room for."""
    return tuple(
        f"{name} went from {before} to {after}, the most that it can have now."
        for name, (before, after) in marks.items()
    )


def typed(craft: TypedCraft) -> FormValues:
    """The values of the form for a craft as it is."""
    built, tables = craft.build.craft, craft.tables
    found = {"name": built.name, "kind": built.kind, CREW: _shown(built.crew)}
    found |= {id: _shown(getattr(built, id)) for id in tables.numbers}
    if tables.squad:
        found[MEMBERS] = _shown(craft.members)
    found["weapons"] = ", ".join(_weapon_text(tables, gun) for gun in built.weapons)
    return {name: (text,) for name, text in found.items()}


def _shown(value: str | int | None) -> str:
    return str(value) if value else ""


def _weapon_text(tables: CraftTables, gun: Any) -> str:
    usual = next(iter(tables.forms))
    form, named = gun.form or usual, _form_in(tables, gun.name) or usual
    return " ".join((gun.name, str(gun.damage), *([form] if form != named else [])))


def _form_in(tables: CraftTables, name: str) -> str:
    """The form that is in the name of a weapon, "" for none."""
    told = (
        id for id, names in _called(tables).items() if any(one in name.lower() for one in names)
    )
    return next(told, "")


def _called(tables: CraftTables) -> dict[str, tuple[str, ...]]:
    """What each form is called, by id."""
    return {id: (id, row.name.lower(), *row.aliases) for id, row in tables.forms.items()}


def _fields(tables: CraftTables, values: FormValues) -> tuple[Field, ...]:
    answers = Answers(values)
    found: list[Field] = [
        Text("name", "Called", (answers.text("name"),), limit=LONGEST_NAME),
        menu("kind", "Kind", options(tables.kinds, answers.text("kind"), none="Choose")),
    ]
    for id, row in tables.numbers.items():
        label = " or ".join(dict.fromkeys((row.name, *row.names.values())))
        if row.unit == CODE:
            found.append(Text(id, label, (answers.text(id),), row.does, limit=10, placeholder="3D"))
        else:
            typed = whole(answers.text(id), 0, row.most)
            found.append(number_field(id, label, typed, 0, row.most))
    typed_crew = whole(answers.text(CREW), 0, MOST_CREW)
    found.append(number_field(CREW, "Crew", typed_crew, 0, MOST_CREW))
    if tables.squad:
        least, most = tables.squad
        members = whole(answers.text(MEMBERS), least, most)
        found.append(number_field(MEMBERS, "A squad of", members, least, most))
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


def _document(declared: DeclaredCraft, values: FormValues) -> Document:
    tables, answers = declared.tables, Answers(values)
    name = required(answers.text("name") or None, "name", "Give your craft a name.")
    kind = answers.option("kind", tables.kinds)
    members: dict[str, Any] = {}
    for id, row in tables.numbers.items():
        if row.unit == CODE:
            code = answers.code(id)
            members[id] = codes.written(*code) if code else ""
        else:
            members[id] = answers.number(id, 0, row.most) or 0
    members[CREW] = answers.number(CREW, 0, MOST_CREW) or 0
    squad = answers.number(MEMBERS, *tables.squad) if tables.squad else None
    weapons = _weapons(declared, answers)
    answers.check()
    required(kind or None, "kind", "Choose its kind.")
    for id, row in tables.numbers.items():
        if row.needed:
            label = row.names.get(kind, row.name)
            required(members[id] or None, id, f"Enter its {label}.")
    craft = declared.craft_type(name=name, kind=kind, weapons=weapons, **members)
    return declared.document(craft, squad)


def _weapons(declared: DeclaredCraft, answers: Answers) -> tuple[Any, ...]:
    """Weapons parted by commas, each a name, its damage, and its form: "Laser cannons 5D, Proton
    torpedoes 9D torpedo". A form that is in the name need not be typed again.
    """
    typed = answers.text("weapons")
    parts = [part.strip() for part in typed.split(",") if part.strip()]
    found = [_weapon(declared, part) for part in parts]
    guns = tuple(gun for gun in found if gun is not None)
    if len(guns) < len(parts) or len(guns) > MOST_WEAPONS:
        message = f"Name weapons with their damage: {declared.tables.weapons_hint}."
        answers.wrong.append(Problem("bad-value", "weapons", message))
    return guns


def _weapon(declared: DeclaredCraft, part: str) -> Any:
    """A weapon as typed, None for what cannot be read. A number can be in its name, too: "Mark 4
    cannon 5D".
    """
    words = part.split()
    places = (place for place in range(1, len(words)) if words[place][0].isdigit())
    read = (_weapon_at(declared, words, place) for place in places)
    return next((gun for gun in read if gun is not None), None)


def _weapon_at(declared: DeclaredCraft, words: list[str], place: int) -> Any:
    """A weapon whose damage is the word at that place."""
    tables = declared.tables
    name, rest = " ".join(words[:place])[:80], " ".join(words[place + 1 :]).lower()
    damage: str | int | None = whole(words[place], 0, tables.most_damage)
    if tables.weapon_unit == CODE:
        try:
            damage = codes.written(*codes.read(words[place]))
        except InvalidDocument:
            return None
    told = next((id for id, names in _called(tables).items() if rest in names), "")
    form = told or _form_in(tables, name)
    if damage is None or (rest and not told):
        return None
    usual = next(iter(tables.forms))
    return declared.weapon_type(name=name, damage=damage, form="" if form == usual else form)
