"""What a party decides: the preset that all keep to, two readings of the source, and powers of its
own, each with a form.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec.structs import replace

from rules.document import Document
from rules.forms import parsing as forms
from rules.forms.fields import Choice, Field, Number, Option, Text
from rules.forms.parsing import Values
from rules.kit.homebrew import HomebrewRows
from rules.kit.house_switches import HouseOptions, Switch
from rules.kit.typed_document import NAME
from rules.problems import InvalidDocument, Problem
from rules.systems.empire_ascendant.character import parsing
from rules.systems.empire_ascendant.document import LINE, MOST_PREREQUISITES, House, HousePower
from rules.systems.empire_ascendant.rulebook import rulebook
from rules.tables import check_known


@cache
def switches() -> tuple[Switch, ...]:
    """The rules that a party may switch on; each is a member of a house."""
    rows = rulebook().party.switches
    check_known("party.toml", "switches", rows, House.__struct_fields__)
    return tuple(rows.values())


def _fields(house: House) -> tuple[Field, ...]:
    """The preset that all characters keep to."""
    row, presets = rulebook().party.choices["preset"], rulebook().creation.presets
    options = [Option("", "Each player decides", chosen=not house.preset)]
    options += [
        Option(
            id,
            presets[id].name,
            presets[id].does,
            chosen=house.preset == id,
            source=row.source,
            ruling=row.ruling,
        )
        for id in presets
    ]
    return (Choice("preset", row.name, (house.preset,), tuple(options), hint=row.does),)


def _write(field: str, values: Values) -> Mapping[str, Any]:
    if field != "preset":
        raise InvalidDocument("this field doesn't exist")
    preset = forms.one(values)
    forms.known((preset,), rulebook().creation.presets)
    return {"preset": preset}


OPTIONS = HouseOptions(switches, _fields, _write)


def problems(house: House) -> tuple[Problem, ...]:
    """An unknown preset; illegal powers, or powers that share an id or a name."""
    message = f"{house.preset!r} is no preset."
    unknown = house.preset and house.preset not in rulebook().creation.presets
    preset = Problem("unknown-preset", "house.preset", message, never=message)
    return (*((preset,) if unknown else ()), *POWERS.problems(house))


def _wrong(power: HousePower, _others: object) -> str:
    """Why a power is illegal, "" if it is not."""
    if power.skills and not parsing.joined(power.skills):
        return f"{power.skills!r} are no Force skills of {power.name}."
    if not 0 <= power.prerequisites <= MOST_PREREQUISITES:
        return f"A power has 0 to {MOST_PREREQUISITES} prerequisites."
    return ""


def _power_fields(power: HousePower) -> tuple[Field, ...]:
    joins = rulebook().force.joins.values()
    skills = (
        Option("", "Each player says", chosen=not power.skills),
        *(Option(row.id, row.name, chosen=power.skills == row.id) for row in joins),
    )
    rungs = tuple(row.name for row in rulebook().difficulties.ladder.values())
    return (
        Text("name", "Name", (power.name,), limit=NAME),
        Choice("skills", "Force skills", (power.skills,), skills, look="menu"),
        Number(
            "prerequisites",
            "Prerequisites",
            (str(power.prerequisites),),
            "Powers that have to be known first. Each makes it 5 harder to learn.",
            highest=MOST_PREREQUISITES,
        ),
        Text("difficulty", "Difficulty", (power.difficulty,), limit=NAME, suggestions=rungs),
        Text("does", "Effect", (power.does,), lines=3, limit=LINE),
    )


def _about(power: HousePower) -> str:
    names = ", ".join(rulebook().traits.force[id].name for id in parsing.joined(power.skills))
    return " · ".join(filter(None, (names, power.difficulty, power.does)))


POWERS = HomebrewRows("powers", HousePower(id=""), _power_fields, _wrong, _about, one="power")


def in_house(document: Document, house: House) -> Document:
    """The document in a party: with its options and powers, the accepted problems of the document,
    and powers of other parties that the document uses and this one does not have.
    """
    old: House = document.house or House()
    names = [power.name for power in document.build.powers]
    names += [getattr(entry, "name", "") for entry in document.ledger]
    powers = POWERS.moved(old, house, names)
    return replace(document, house=replace(house, accepted=old.accepted, powers=powers))
