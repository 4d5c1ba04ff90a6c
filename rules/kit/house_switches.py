"""The optional rules of a party, in every game: switches that are members of its house, each on or
off. A game lists them in its tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, TypeVar

import msgspec

from rules.forms import parsing
from rules.forms.fields import Option, Pick
from rules.forms.parsing import Values
from rules.problems import InvalidDocument, Problem, RuleViolation

# The id of the field that holds every switch.
RULES = "rules"


class Switch(Protocol):
    """An optional rule; `id` is the member of the house that holds it."""

    @property
    def id(self) -> str:
        """The member of the house."""

    @property
    def name(self) -> str:
        """The rule in a few words."""

    @property
    def does(self) -> str:
        """What it changes."""

    @property
    def source(self) -> str:
        """Where it says so."""

    @property
    def ruling(self) -> str:
        """What the game decided about it."""


House = TypeVar("House", bound=msgspec.Struct)
Setter = Callable[[str, Values], Mapping[str, Any]]


def switches_field(house: object, switches: Iterable[Switch]) -> Pick:
    """Every optional rule as one field; those that are on are chosen."""
    options = tuple(
        Option(
            switch.id,
            switch.name,
            switch.does,
            chosen=bool(getattr(house, switch.id)),
            source=switch.source,
            ruling=switch.ruling,
        )
        for switch in switches
    )
    on = tuple(option.id for option in options if option.chosen)
    return Pick(RULES, "Rules of your table", on, options)


def no_other_field(field: str, values: Values) -> Mapping[str, Any]:
    """Refuse any field besides the switches."""
    del field, values
    raise InvalidDocument("there is no such field")


def set_field(
    house: House,
    switches: Iterable[Switch],
    *,
    field: str,
    values: Values,
    other: Setter = no_other_field,
) -> House:
    """The house with one field set; RuleViolation where it cannot take the values. `other` gives
    the members that a field besides the switches sets.
    """
    try:
        texts = parsing.cleaned(values, field)
        if field != RULES:
            return msgspec.structs.replace(house, **other(field, texts))
        ids = [switch.id for switch in switches]
        on = parsing.known(texts, ids)
        return msgspec.structs.replace(house, **{id: id in on for id in ids})
    except InvalidDocument as unreadable:
        raise RuleViolation([Problem("bad-value", field, unreadable.message)]) from None
