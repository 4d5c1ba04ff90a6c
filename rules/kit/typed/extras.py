"""The parts of an opponent's form beyond its common texts: gear, points, the Force, and whatever
else a build of the game can hold. Each is a text that is read into members of the build.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rules import plain_text
from rules.kit.play.answers import whole
from rules.kit.typed.document import MANY, MOST, NAME, STORY, CodedBuild, Thing
from rules.problems import InvalidDocument

BETWEEN = re.compile(r"[,;\n]+")
_COUNTED = re.compile(r"(?a)(?:(\d{1,4}) +)?(\S.*)")
_VALUED = re.compile(r"(?a)(\S.*?)[\s:]+(\S+)")


class Extra(msgspec.Struct, frozen=True, gc=False):
    """A text of the form by its id and label: an example of it, its lines, and a hint. `read` gives
    the members of the build for a text that is not empty; InvalidDocument for what it can't read.
    `write` gives the text for a build.
    """

    id: str
    label: str
    read: Callable[[str], dict[str, object]]
    write: Callable[[Any], str]
    example: str = ""
    lines: int = 1
    hint: str = ""


def parts(text: str) -> list[str]:
    """The parts of a text between commas, semicolons or line ends."""
    found = [part.strip() for part in BETWEEN.split(plain_text.plain(text))]
    return [part for part in found if part][:MANY]


def valued(text: str, example: str) -> list[tuple[str, str]]:
    """Names with their values: "Control 2D, Sense 1D"."""
    found = []
    for part in parts(text):
        match = _VALUED.fullmatch(part)
        if match is None:
            raise InvalidDocument(f"“{part[:40]}” can't be read. Write it like this: {example}")
        found.append((match[1], match[2]))
    return found


def dots(text: str, ids: Mapping[str, str], *, most: int, example: str) -> dict[str, int]:
    """Numbers by the ids that stand for their names: `ids` are by name in lower case."""
    found = {}
    for name, value in valued(text, example):
        number = whole(value, 0, most)
        if number is None:
            raise InvalidDocument(f"“{value}” isn't a whole number from 0 to {most}")
        found[named(name, ids, example)] = number
    return found


def named(name: str, ids: Mapping[str, str], example: str) -> str:
    """The id that stands for a name."""
    id = ids.get(plain_text.folded(name))
    if id is None:
        raise InvalidDocument(f"“{name[:40]}” isn't known. Write it like this: {example}")
    return id


def number(id: str, label: str, *, most: int) -> Extra:
    """A whole number for the member of that id."""

    def read(text: str) -> dict[str, object]:
        value = whole(text, 0, most)
        if value is None:
            raise InvalidDocument(f"“{text[:40]}” isn't a whole number from 0 to {most}")
        return {id: value}

    def write(build: msgspec.Struct) -> str:
        value = getattr(build, id)
        return "" if value is None else str(value)

    return Extra(id, label, read, write)


def _things(text: str) -> dict[str, object]:
    found = []
    for part in parts(text):
        match = _COUNTED.fullmatch(part)
        name, count = (match[2], int(match[1] or 1)) if match else ("", 0)
        if not 1 <= count <= MOST or len(name) > NAME:
            raise InvalidDocument(f"Carry 1 to {MOST} of each: {GEAR_EXAMPLE}")
        found.append(Thing(name=name, quantity=count))
    return {"gear": tuple(found)}


def _written_things(build: CodedBuild) -> str:
    return ", ".join(
        row.name if row.quantity == 1 else f"{row.quantity} {row.name}" for row in build.gear
    )


GEAR_EXAMPLE = "2 Rope, Lamp"
GEAR = Extra("gear", "Gear", _things, _written_things, GEAR_EXAMPLE, lines=2)
STORY_TEXT = Extra(
    "description",
    "Notes",
    lambda text: {"description": text[:STORY]},
    lambda build: build.description,
    lines=3,
)
COMMON = (GEAR, STORY_TEXT)
