"""The fields of creation: reading and writing them, and their problems."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.creation import Binding, Bound, of_build, text_of_build, text_of_document
from rules.forms.fields import Cell, Change, Choice, Coded, Codes, Field, Number, Option, Pick, Rows
from rules.forms.parsing import Values, cells, code, number, one, text
from rules.problems import InvalidDocument, Problem
from rules.systems.rules_sheet_d6 import document as structs
from rules.systems.rules_sheet_d6.character import figures, marks, parsing, preset
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.document import Build
from rules.systems.rules_sheet_d6.rulebook import ATTRIBUTES, book

NAME, STORY, MANY, MOST = 100, 4000, 60, 999


def character_problems(character: Character) -> tuple[Problem, ...]:
    """Everything that is open or wrong, in the order of the document."""
    found = []
    if not character.document.name.strip():
        found.append(Problem("missing", "name", "Give your character a name.", unfinished=True))
    found += character.chosen.faults
    found += character.faults
    found += marks.mark_faults(character)
    return tuple(found)


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
    "skills": structs.Skill,
    "weapons": structs.Weapon,
    "armor": structs.Armor,
    "gear": structs.Thing,
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
    return replace(build, **{member: tuple(made)})


def _members(shape: tuple[Cell, ...], row: Values) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for cell, said in zip(shape, row, strict=True):
        found[cell.id] = int(said) if cell.kind == "number" else said
        if cell.id == "damage" and said:
            found[cell.id] = parsing.damage(said).written
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
    return replace(build, attributes={**kept, **strange})


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
        Pick("preset", "Optional preset, not the source's", _preset(build), (option,)),
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
    worn = _worn_name(build)[0]
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
    held = _force_points(build)
    return Number("force_points", "Force Points", held, ruling, highest=MOST_FORCE_POINTS)


def _worn_name(build: Build) -> Values:
    """The armor that is worn, by the name it has among the armor."""
    named = {parsing.key(row.name): row.name for row in build.armor}
    return (named.get(parsing.key(build.worn), build.worn) if build.worn else "",)


def _preset(build: Build) -> Values:
    return (YES,) if build.preset else ()


def _write_preset(build: Build, values: Values) -> Build:
    if strange := [value for value in values if value not in ("", YES)]:
        raise InvalidDocument(f"{strange[0][:40]!r} is none of those that can be chosen.")
    return replace(build, preset=YES in values)


def _force_points(build: Build) -> Values:
    return ("" if build.force_points is None else str(build.force_points),)


def _write_force_points(build: Build, values: Values) -> Build:
    said = one(values)
    many = number(said, 0, MOST_FORCE_POINTS) if said else None
    return replace(build, force_points=many)


def _without_skills(build: Build) -> Build:
    """Skills that a weapon is used with stay by name, without a code."""
    used = {parsing.key(weapon.skill) for weapon in build.weapons}
    kept = [skill for skill in build.skills if parsing.key(skill.name) in used]
    return replace(build, skills=tuple(replace(skill, code="") for skill in kept))


def _rows(member: str, empty: Callable[[Build], Build]) -> Bound:
    return of_build(
        member,
        lambda build: rows_of(build, member),
        lambda build, values: write_rows(build, member, values),
        empty=empty,
    )


WORN = replace(
    of_build(
        "worn",
        _worn_name,
        lambda build, values: replace(build, worn=text(values, NAME)),
        empty=lambda build: replace(build, worn=""),
    ),
    # What is worn stands only as long as there is armor.
    dependent=lambda document: ("worn",) if document.build.armor else (),
)
FIELDS = Binding(
    (
        text_of_document("name", NAME * 2),
        text_of_document("player", NAME * 2),
        text_of_build("template", NAME),
        text_of_build("description", STORY),
        of_build("preset", _preset, _write_preset),
        of_build(
            "attributes",
            code_values,
            write_codes,
            empty=lambda build: replace(build, attributes={}),
        ),
        _rows("skills", _without_skills),
        _rows("weapons", lambda build: replace(build, weapons=())),
        _rows("armor", lambda build: replace(build, armor=())),
        _rows("gear", lambda build: replace(build, gear=())),
        WORN,
        of_build("force_points", _force_points, _write_force_points),
    )
)
