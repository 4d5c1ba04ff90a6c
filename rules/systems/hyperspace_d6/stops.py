"""A step of creation before its fields are filled."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from rules.steps import Field
from rules.systems.hyperspace_d6.character import Character


class Stop(msgspec.Struct, frozen=True):
    """A step before its fields are filled: names, the places whose problems are its own, its
    maker.
    """

    id: str
    name: str
    about: str
    places: tuple[str, ...]
    fields: Callable[[Character], tuple[Field, ...]]
    state: Callable[[Character], str]
    can_surprise: bool = True


def nothing(_: Character) -> tuple[Field, ...]:
    """The fields of a step where there is nothing to decide."""
    return ()
