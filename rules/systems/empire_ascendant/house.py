"""What a party decides: the preset that all keep to, two readings of the source, and powers of its
own, each with a form.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.forms import parsing as forms
from rules.forms.fields import Choice, Field, Option
from rules.forms.parsing import Values
from rules.kit import house_switches, typed_powers
from rules.kit.house_switches import HouseOptions
from rules.problems import InvalidDocument, Problem
from rules.systems.empire_ascendant.character import parsing
from rules.systems.empire_ascendant.document import House
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


POWERS = typed_powers.homebrew(
    parsing.POWERS,
    tuple(row.name for row in rulebook().difficulties.ladder.values()),
    "Powers that have to be known first. Each makes it 5 harder to learn.",
)
