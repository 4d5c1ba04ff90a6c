"""What a party decides: the rules that it may choose, each on or off."""

from __future__ import annotations

from functools import cache

from rules import tables
from rules.forms.fields import Field
from rules.forms.parsing import Values
from rules.kit import house_switches
from rules.systems.rules_sheet_d6.document import House
from rules.systems.rules_sheet_d6.rulebook import FOLDER, Entry


@cache
def switches() -> dict[str, Entry]:
    """The rules that a party may choose; each is a member of a house."""
    found = tables.Reader(FOLDER).entries("party.toml", "switch", Entry)
    tables.known("party.toml", "switch", found, House.__struct_fields__)
    return found


def fields(house: House) -> tuple[Field, ...]:
    """The rules that are on."""
    return (house_switches.switches_field(house, switches().values()),)


def set_field(house: House, *, field: str, values: Values) -> House:
    """The house with its rules set; RuleViolation where the values cannot be read as such."""
    return house_switches.set_field(house, switches().values(), field=field, values=values)
