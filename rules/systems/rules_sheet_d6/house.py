"""What a party decides: the rules that it may choose, each on or off."""

from __future__ import annotations

from functools import cache

import msgspec

from rules import tables
from rules.forms import parsing
from rules.forms.fields import Field, Option, Pick
from rules.problems import InvalidDocument, Problem, RuleViolation
from rules.systems.rules_sheet_d6.document import House
from rules.systems.rules_sheet_d6.rulebook import FOLDER, Entry

RULES = "rules"


@cache
def switches() -> dict[str, Entry]:
    """The rules that a party may choose; each is a member of a house."""
    found = tables.Reader(FOLDER).entries("party.toml", "switch", Entry)
    tables.known("party.toml", "switch", found, House.__struct_fields__)
    return found


def fields(house: House) -> tuple[Field, ...]:
    """The rules that are on."""
    on = tuple(id for id in switches() if getattr(house, id))
    options = tuple(
        Option(
            row.id, row.name, row.does, chosen=row.id in on, source=row.source, ruling=row.ruling
        )
        for row in switches().values()
    )
    return (Pick(RULES, "Rules of your table", on, options),)


def set_field(house: House, *, field: str, values: parsing.Values) -> House:
    """The house with its rules set; RuleViolation where the values cannot be read as such."""
    try:
        if field != RULES:
            raise InvalidDocument("there is no such field")
        on = parsing.known(parsing.cleaned(values, field), switches())
    except InvalidDocument as unreadable:
        raise RuleViolation([Problem("bad-value", field, unreadable.message)]) from None
    return msgspec.structs.replace(house, **{id: id in on for id in switches()})
