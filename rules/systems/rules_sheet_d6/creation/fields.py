"""The fields of creation: reading and writing them, and their problems."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rules.document import Document
from rules.forms import parsing
from rules.forms.fields import Cell, Change, Choice, Coded, Codes, Field, Number, Option, Pick, Rows
from rules.forms.parsing import Values, cells, code, number, one, text
from rules.problems import InvalidDocument, Problem, RuleViolation
from rules.systems.rules_sheet_d6 import document as parts
from rules.systems.rules_sheet_d6.character import figures, marks, preset
from rules.systems.rules_sheet_d6.character import parsing as typed
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.document import Build
from rules.systems.rules_sheet_d6.rulebook import ATTRIBUTES, book

OTHER = ("preset", "worn", "force_points")


NAME, STORY, MANY, MOST = 100, 4000, 60, 999


TEXTS = {"template": NAME, "description": STORY}


def character_problems(character: Character) -> tuple[Problem, ...]:
    """Everything that is open or wrong, in the order of the document."""
    found = []
    if not character.document.name.strip():
        found.append(Problem("missing", "name", "Give your character a name.", unfinished=True))
    found += character.chosen.faults
    found += character.faults
    found += marks.mark_faults(character)
    return tuple(found)


def set_field(document: Document, *, field: str, values: Values) -> Document:
    """The document with one field written; RuleViolation where the values cannot be read as its."""
    try:
        texts = parsing.cleaned(values, field)
        if field in ("name", "player"):
            said = parsing.text(texts, NAME * 2)
            return msgspec.structs.replace(document, **{field: said})
        written = _write(document.build, field, texts)
    except InvalidDocument as unreadable:
        raise RuleViolation([Problem("bad-value", field, unreadable.message)]) from None
    return msgspec.structs.replace(document, build=written)


def _write(build: Build, field: str, values: Values) -> Build:
    if field in TEXTS:
        return msgspec.structs.replace(build, **{field: parsing.text(values, TEXTS[field])})
    if field in CELLS:
        return write_rows(build, field, values)
    if field == "attributes":
        return write_codes(build, values)
    if field in OTHER:
        return write_other(build, field, values)
    raise InvalidDocument("there is no such field")


def field_values(document: Document, field: str) -> Values | None:
    """The present values of a field as a form sends them; None where there is no such field."""
    build: Build = document.build
    if field in ("name", "player"):
        return (str(getattr(document, field)),)
    if field in TEXTS:
        return (str(getattr(build, field)),)
    if field in CELLS:
        return rows_of(build, field)
    if field == "attributes":
        return code_values(build)
    return values_of(build, field) if field in OTHER else None


MOST_DEFENSE = 30
MOST_FORCE_POINTS = 99
YES = "yes"


def skill_cells() -> tuple[Cell, ...]:
    """A skill: its name, under which attribute, and its whole code."""
    rows = book().traits
    known = tuple(row.name for row in rows.skills.values())
    menu = (
        Option("", "Where it stands"),
        *(Option(id, rows.attributes[id].name) for id in ATTRIBUTES),
    )
    return (
        Cell("name", "Skill", limit=NAME, suggestions=known),
        Cell("attribute", "Attribute", "menu", options=menu),
        Cell("code", "Code", "code"),
    )


def weapon_cells(names: tuple[str, ...] = ()) -> tuple[Cell, ...]:
    """A weapon: its name, the skill it is used with, its damage, how many."""
    return (
        Cell("name", "Weapon", limit=NAME),
        Cell("skill", "Used with", limit=NAME, suggestions=names),
        Cell("damage", "Damage", limit=20, suggestions=("4D", "STR+1D")),
        Cell("quantity", "How many", "number", highest=MOST),
    )


ARMOR = (
    Cell("name", "Armor", limit=NAME),
    Cell("defense", "Adds to Defense", "number", lowest=0, highest=MOST_DEFENSE),
)
GEAR = (
    Cell("name", "Thing", limit=NAME),
    Cell("quantity", "How many", "number", highest=MOST),
)


def rows_of(build: Build, member: str) -> Values:
    """The rows of a member of the build as a form sends them: cell after cell."""
    found: list[str] = []
    for row in getattr(build, member):
        plain = msgspec.structs.asdict(row)
        found += (str(plain[cell.id]) for cell in CELLS[member]())
    return tuple(found)


CELLS: Mapping[str, Callable[[], tuple[Cell, ...]]] = {
    "skills": skill_cells,
    "weapons": weapon_cells,
    "armor": lambda: ARMOR,
    "gear": lambda: GEAR,
}
KINDS: Mapping[str, type[Any]] = {
    "skills": parts.Skill,
    "weapons": parts.Weapon,
    "armor": parts.Armor,
    "gear": parts.Thing,
}


def write_rows(build: Build, member: str, values: Values) -> Build:
    """The build with all rows of a member typed anew; InvalidDocument where a cell cannot be
    read.
    """
    kinds = KINDS[member]
    shape = Rows(member, "", (), CELLS[member](), limit=MANY)
    made, wrong = [], []
    for row in cells(shape, values):
        try:
            made.append(kinds(**_members(shape.cells, row)))
        except InvalidDocument as unreadable:
            wrong.append(f"{row[0].strip()[:40]}: {unreadable.message.rstrip('.')}.")
    if wrong:
        raise InvalidDocument(" ".join(wrong))
    return msgspec.structs.replace(build, **{member: tuple(made)})


def _members(shape: tuple[Cell, ...], row: Values) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for cell, said in zip(shape, row, strict=True):
        found[cell.id] = int(said) if cell.kind == "number" else said
        if cell.id == "damage" and said:
            found[cell.id] = typed.damage(said).written
    return found


def write_codes(build: Build, values: Values) -> Build:
    """The build with the codes of all six attributes typed anew."""
    if len(values) != len(ATTRIBUTES):
        raise InvalidDocument(f"A code for each of {', '.join(ATTRIBUTES)} is expected.")
    wrong: list[str] = []
    found = {}
    for id, said in zip(ATTRIBUTES, values, strict=True):
        try:
            found[id] = code(said)
        except InvalidDocument as unreadable:
            wrong.append(f"{book().traits.attributes[id].name}: {unreadable.message}.")
    if wrong:
        raise InvalidDocument(" ".join(wrong))
    strange = {id: said for id, said in build.attributes.items() if id not in ATTRIBUTES}
    kept = {id: said for id, said in found.items() if said}
    return msgspec.structs.replace(build, attributes={**kept, **strange})


def code_values(build: Build) -> Values:
    """The codes as they were typed, in the order of the sheet."""
    return tuple(build.attributes.get(id, "") for id in ATTRIBUTES)


def attributes(character: Character) -> tuple[Field, ...]:
    """Whether the sums are kept to, and the six codes."""
    build, chosen = character.build, character.chosen
    rows, creation = book().traits.attributes, book().creation
    traits = tuple(
        Coded(id, rows[id].name, build.attributes.get(id, ""), figures.attribute(character, id))
        for id in ATTRIBUTES
    )
    left = preset.left("attributes", chosen.attributes, chosen.skills) if chosen.by_preset else None
    hint = "Type each as it stands on your table's sheets: 3D, 3D+1, 3D+2."
    party = " Your party keeps to them." if character.house.preset else ""
    option = Option(
        YES,
        f"Keep to {preset.written(creation.preset_attributes)}"
        f" and {preset.written(creation.preset_skills)}",
        f"{creation.rulings['preset']}{party}",
        chosen=build.preset,
        source=creation.sources["preset"],
        term="preset",
    )
    return (
        Pick("preset", "Optional preset, not the source's", values_of(build, "preset"), (option,)),
        Codes("attributes", "Attributes", code_values(build), traits, hint, left),
    )


def skills(character: Character) -> tuple[Field, ...]:
    """Every skill with a code of its own."""
    chosen = character.chosen
    held = rows_of(character.build, "skills")
    hint = (
        "Whole codes, the attribute included. What is not typed here is rolled with its attribute."
    )
    if chosen.by_preset:
        hint += f" {preset.told('skills', chosen.attributes, chosen.skills)}, by the preset."
    return (Rows("skills", "Skills", held, skill_cells(), hint, MANY),)


def gear(character: Character) -> tuple[Field, ...]:
    """Weapons, armor and which is worn, things; and how many Force Points one begins with."""
    build = character.build
    names = tuple(skill.name for skill in character.skills.values())
    weapons = Rows(
        "weapons",
        "Weapons",
        rows_of(build, "weapons"),
        weapon_cells(names),
        "Damage as a code, or what Strength is added to: STR+1D.",
        MANY,
    )
    armor = Rows(
        "armor", "Armor", rows_of(build, "armor"), ARMOR, "What it adds to your Defense.", MANY
    )
    return (
        weapons,
        armor,
        _worn(character),
        Rows("gear", "Anything else", rows_of(build, "gear"), GEAR, "", MANY),
        force_points(build),
    )


def _worn(character: Character) -> Field:
    """Which armor is worn; what cannot be worn any more is kept aside."""
    build = character.build
    suits = [row.name for row in build.armor]
    worn = values_of(build, "worn")[0]
    adds = {row.name: row.defense for row in reversed(build.armor)}
    options = [
        Option("", "Nothing", chosen=not worn, changes=_wearing(character, 0), term="armor"),
        *(
            Option(name, name, chosen=name == worn, changes=_wearing(character, adds[name]))
            for name in dict.fromkeys(suits)
        ),
    ]
    if worn and worn not in suits:
        options.append(Option(worn, worn, chosen=True, set_aside=True))
    ruling = book().defense.rulings["armor"]
    return Choice("worn", "You wear", (worn,), tuple(options), look="menu", hint=ruling)


def _wearing(character: Character, adds: int) -> tuple[Change, ...]:
    """What Defense would be in armor that adds so much to it."""
    now = figures.defense(character)
    then = now.value + adds - (character.worn_armor.defense if character.worn_armor else 0)
    if then == now.value:
        return ()
    return (Change(now.label, now.code, str(then), then > now.value),)


def force_points(build: Build) -> Number:
    """How many Force Points one begins with."""
    ruling = book().creation.rulings["force_points"]
    held = values_of(build, "force_points")
    return Number("force_points", "Force Points", held, ruling, highest=MOST_FORCE_POINTS)


def values_of(build: Build, field: str) -> Values:
    """What a field beside the rows holds, as a form sends it."""
    match field:
        case "preset":
            return (YES,) if build.preset else ()
        case "worn":
            named = {typed.key(row.name): row.name for row in build.armor}
            return (named.get(typed.key(build.worn), build.worn) if build.worn else "",)
        case "force_points":
            return ("" if build.force_points is None else str(build.force_points),)
        case _:
            return (str(getattr(build, field)),)


def write_other(build: Build, field: str, values: Values) -> Build:
    """The build with one of those fields written; InvalidDocument where the values are none of
    it.
    """
    match field:
        case "preset":
            if strange := [value for value in values if value not in ("", YES)]:
                raise InvalidDocument(f"{strange[0][:40]!r} is none of those that can be chosen.")
            return msgspec.structs.replace(build, preset=YES in values)
        case "worn":
            return msgspec.structs.replace(build, worn=text(values, NAME))
        case _:
            said = one(values)
            many = number(said, 0, MOST_FORCE_POINTS) if said else None
            return msgspec.structs.replace(build, force_points=many)
