"""The optional rules of a party: switches, each a member of its house rules. A game lists them in
its tables, and may have other fields before them.
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from rules import tables
from rules.forms import parsing
from rules.forms.fields import Field, Option, Pick
from rules.forms.parsing import Values
from rules.problems import InvalidDocument, Problem, RuleViolation
from rules.tables import Row

# The id of the field that holds every switch.
RULES = "rules"


class Switch(Row, frozen=True, kw_only=True):
    """An optional rule: a row of `[[switch]]`. `id` is its member of the house rules."""

    does: str


class Party(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A party's decisions, in TOML: choices, switches, and the kinds of things that it makes."""

    choices: dict[str, Row]
    switches: dict[str, Switch]
    homebrew: dict[str, Row]

    @property
    def options(self) -> dict[str, Row]:
        """Everything that a party can set, in order."""
        return {**self.choices, **self.switches}


def read(folder: Path, file: str, house: type[msgspec.Struct]) -> tuple[Switch, ...]:
    """The optional rules of a file; TableError where one is no member of the house."""
    switches = tables.Reader(folder).entries(file, "switch", Switch)
    tables.check_known(file, "switch", switches, house.__struct_fields__)
    return tuple(switches.values())


def known(
    rows: Mapping[str, Switch], house: type[msgspec.Struct], file: str = "party.toml"
) -> tuple[Switch, ...]:
    """The optional rules of a table; TableError where one is no member of the house."""
    tables.check_known(file, "switches", rows, house.__struct_fields__)
    return tuple(rows.values())


House = TypeVar("House", bound=msgspec.Struct)


def no_fields(_house: object) -> tuple[Field, ...]:
    """No fields: for games with only switches."""
    return ()


def no_problems(_house: object) -> Iterable[Problem]:
    """No problems: for options that cannot be wrong."""
    return ()


def no_other_field(_field: str, _values: Values) -> Mapping[str, object]:
    """Refuse any field besides the switches."""
    raise InvalidDocument("this field doesn't exist")


class HouseOptions(msgspec.Struct, frozen=True):
    """The options of a party. `switches()` are the optional rules; `other_fields(house)` are fields
    before them, and `write_other(field, values)` returns the members that one of these sets, or
    raises InvalidDocument. `problems(house)` are those of these members.
    """

    switches: Callable[[], Iterable[Switch]]
    other_fields: Callable[[Any], tuple[Field, ...]] = no_fields
    write_other: Callable[[str, Values], Mapping[str, object]] = no_other_field
    problems: Callable[[Any], Iterable[Problem]] = no_problems

    def fields(self, house: object) -> tuple[Field, ...]:
        """Every option with its present value."""
        options = tuple(
            Option(
                switch.id,
                switch.name,
                switch.does,
                chosen=bool(getattr(house, switch.id)),
                source=switch.source,
                ruling=switch.ruling,
            )
            for switch in self.switches()
        )
        on = tuple(option.id for option in options if option.chosen)
        return (*self.other_fields(house), Pick(RULES, "Rules of your table", on, options))

    def set_field(self, house: House, *, field: str, values: Values) -> House:
        """The house rules with one field set; RuleViolation if the values cannot be read."""
        try:
            texts = parsing.cleaned(values, field)
            if field != RULES:
                return msgspec.structs.replace(house, **self.write_other(field, texts))
            ids = [switch.id for switch in self.switches()]
            on = parsing.known(texts, ids)
            return msgspec.structs.replace(house, **{id: id in on for id in ids})
        except InvalidDocument as unreadable:
            raise RuleViolation([Problem("bad-value", field, unreadable.message)]) from None
