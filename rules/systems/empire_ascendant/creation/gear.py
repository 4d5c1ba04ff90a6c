"""The step of gear: weapons, armor and which is worn, other items; Force Points, move and scale."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.creation import Bound, of_build
from rules.forms.fields import Cell, Change, Choice, Field, Number, Option
from rules.forms.parsing import Values, known, number_or_none, one
from rules.kit.bound_fields import change_to, number_field, rows_field, worn_field
from rules.kit.typed_document import MANY, MOST, NAME
from rules.systems.empire_ascendant.character import figures, parsing
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.document import (
    MOST_DIFFICULTY,
    MOST_FORCE_POINTS,
    Armor,
    Build,
    Thing,
    Weapon,
)
from rules.systems.empire_ascendant.rulebook import rulebook

QUANTITY = Cell("quantity", "How many", "number", highest=MOST)
FORMS = tuple(Option(row.id, row.name) for row in rulebook().combat.forms.values())


WEAPON = (
    Cell("name", "Weapon", limit=NAME),
    Cell("form", "Kind", "menu", options=FORMS),
    Cell("skill", "Used with", limit=NAME),
    Cell("damage", "Damage", limit=20, suggestions=("4D", "STR+1D")),
    Cell("difficulty", "Difficulty", "number", lowest=0, highest=MOST_DIFFICULTY, optional=True),
    QUANTITY,
)


def _skill_names(character: Character) -> dict[str, tuple[str, ...]]:
    """What a weapon may be used with, as suggestions."""
    skills = (skill.name for skill in character.skills.values())
    return {"skill": (*skills, *character.attributes.values())}


def _soak_in(character: Character, key: str) -> tuple[Change, ...]:
    """What Soak would be in that armor."""
    return change_to(figures.soak(character), figures.soak(character.wearing(key)))


# --- move and scale


def _read_move(build: Build) -> Values:
    return ("" if build.move is None else str(build.move),)


def _write_move(build: Build, values: Values) -> Build:
    combat = rulebook().combat
    found = number_or_none(one(values), combat.move_least, combat.move_most)
    return replace(build, move=found)


def _show_move(character: Character) -> Iterator[Field]:
    combat = rulebook().combat
    yield Number(
        "move",
        "Move, meters",
        _read_move(character.build),
        f"{combat.move} if you leave it empty.",
        lowest=combat.move_least,
        highest=combat.move_most,
    )


def _write_scale(build: Build, values: Values) -> Build:
    said = one(values)
    if said and said != build.scale:
        known((said,), rulebook().combat.scales)
    return replace(build, scale=said or rulebook().creation.scale)


def _show_scale(character: Character) -> Iterator[Field]:
    held = character.build.scale
    rows = rulebook().combat.scales.values()
    options = tuple(
        Option(row.id, row.name, chosen=held == row.id, source=row.source) for row in rows
    )
    yield Choice("scale", "Scale", (held,), options, look="menu")


def advice(character: Character) -> tuple[str, ...]:
    """What a player might have forgotten: never a fault."""
    said = []
    if not any(held.item.what == "weapon" for held in character.carried):
        said.append("No weapon yet.")
    if character.build.armor and not character.build.worn:
        said.append("You carry armor but don't wear any. It adds to Soak only while worn.")
    return tuple(said)


FIELDS: tuple[Bound, ...] = (
    rows_field(
        "weapons",
        "Weapons",
        Weapon,
        WEAPON,
        limit=MANY,
        hint="Damage as a code, or what Strength is added to: STR+1D.",
        suggest=_skill_names,
        written={"damage": lambda said: parsing.damage(said).written},
    ),
    rows_field(
        "armor",
        "Armor",
        Armor,
        (Cell("name", "Armor", limit=NAME), Cell("soak", "Adds to Soak", "code")),
        limit=MANY,
        hint="What it adds to Soak.",
    ),
    worn_field(NAME, _soak_in, hint=rulebook().combat.rulings["typed"]),
    rows_field(
        "gear", "Other gear", Thing, (Cell("name", "Item", limit=NAME), QUANTITY), limit=MANY
    ),
    number_field(
        "force_points",
        "Force Points",
        MOST_FORCE_POINTS,
        hint=rulebook().creation.rulings["force_points"],
    ),
    of_build("move", _read_move, _write_move, show=_show_move),
    of_build("scale", lambda build: (build.scale,), _write_scale, show=_show_scale),
)
