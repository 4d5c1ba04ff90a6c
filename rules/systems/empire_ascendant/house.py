"""What a party decides: the preset that all keep to, two readings of the source, and powers of its
own, each with a form.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.document import Document
from rules.forms import parsing as forms
from rules.forms.fields import Choice, Field, Number, Option, Text, options
from rules.forms.parsing import Values
from rules.kit import house_switches, typed
from rules.kit.homebrew import HomebrewRows
from rules.kit.house_switches import HouseOptions
from rules.kit.typed_document import NAME
from rules.problems import InvalidDocument, Problem
from rules.systems.empire_ascendant.character import parsing
from rules.systems.empire_ascendant.document import LINE, MOST_PREREQUISITES, House, HousePower
from rules.systems.empire_ascendant.rulebook import rulebook

SWITCHES = house_switches.known(rulebook().party.switches, House)


def _fields(house: House) -> tuple[Field, ...]:
    """The preset that all characters keep to."""
    row, presets = rulebook().party.choices["preset"], rulebook().creation.presets
    choices = [Option("", "Each player decides", chosen=not house.preset)]
    choices += [
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
    return (Choice("preset", row.name, (house.preset,), tuple(choices), hint=row.does),)


def _write(field: str, values: Values) -> Mapping[str, Any]:
    if field != "preset":
        raise InvalidDocument("this field doesn't exist")
    preset = forms.one(values)
    forms.known((preset,), rulebook().creation.presets)
    return {"preset": preset}


def _problems(house: House) -> Iterator[Problem]:
    if house.preset and house.preset not in rulebook().creation.presets:
        message = f"{house.preset!r} is no preset."
        yield Problem("unknown-preset", "house.preset", message, never=message)


OPTIONS = HouseOptions(lambda: SWITCHES, _fields, _write, _problems)


def _wrong(power: HousePower, _others: object) -> str:
    """Why a power is illegal, "" if it is not."""
    if power.skills and not parsing.joined(power.skills):
        return f"{power.skills!r} are no Force skills of {power.name}."
    if not 0 <= power.prerequisites <= MOST_PREREQUISITES:
        return f"A power has 0 to {MOST_PREREQUISITES} prerequisites."
    return ""


def _power_fields(power: HousePower) -> tuple[Field, ...]:
    skills = options(rulebook().force.joins, power.skills, none="Each player says")
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
    names = parsing.force_names(parsing.joined(power.skills))
    return " · ".join(filter(None, (names, power.difficulty, power.does)))


def _used(document: Document) -> set[str]:
    """The keys of the powers that a document names."""
    names = [power.name for power in document.build.powers]
    names += [getattr(entry, "name", "") for entry in document.ledger]
    return {typed.key(name) for name in names}


POWERS = HomebrewRows(
    "powers",
    HousePower(id=""),
    _power_fields,
    _wrong,
    _about,
    used=_used,
    named=lambda row: typed.key(row.name),
    one="power",
)
