"""Reads actor files of Foundry's systems OpenD6 Space, `starwarsd6` and World of Darkness as
outlines, and Roll20 characters: one, or a pack of many.

A file that is none is refused with the place. What an outline has no room for is named in the
report.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from rules.exchange import (
    foreign,
    od6s,
    od6s_actor,
    od6s_craft,
    od6s_template,
    roll20_file,
    starwarsd6,
    starwarsd6_actor,
    worldofdarkness,
    worldofdarkness_actor,
)
from rules.exchange.actor_parts import Part
from rules.exchange.conversion import Report
from rules.exchange.outline import Craft, Outline
from rules.problems import InvalidDocument

MAX_BYTES = 1024 * 1024
MOST_ACTORS = 300
# The types of actors that are people, and those that are opponents.
PEOPLE = ("character", "npc", "creature")
OPPONENTS = ("npc", "creature")


class Actor(msgspec.Struct, frozen=True):
    """The result of reading: the outline, the losses on the way, and the game that the file names,
    "" for none. `is_opponent` is True for what belongs in a roster; a ship has a `craft`.
    """

    outline: Outline
    report: Report
    game: str
    is_opponent: bool = False
    craft: Craft | None = None


class Pack(msgspec.Struct, frozen=True):
    """All actors of a file, and a sentence about each that cannot be read."""

    actors: tuple[Actor, ...]
    unread: tuple[str, ...] = ()


def is_actor(content: bytes) -> bool:
    """True if a file looks like an actor of any system, a pack of them, or a Roll20 character."""
    return any(_is_one(plain) for plain in _plain(content, most=20))


def read(content: bytes) -> Actor:
    """The one actor of a file; InvalidDocument with the place for anything else."""
    if len(content) > MAX_BYTES:
        raise InvalidDocument(
            f"the file has {len(content):,} bytes; at most {MAX_BYTES:,} are read"
        )
    if roll20_file.is_chat(content):
        return _of_roll20(roll20_file.of_chat(foreign.text(content)))
    try:
        plain = json.loads(foreign.text(content))
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise InvalidDocument(f"not JSON: {error.msg}", where=place) from None
    except (RecursionError, ValueError):
        raise InvalidDocument("it is nested too deep, or holds a number that is too long") from None
    return _of_plain(plain)


def read_all(content: bytes) -> Pack:
    """Every actor of a file: of one, of a list, of a Foundry pack with one in each line.
    InvalidDocument where none of it can be read.
    """
    rows = [
        one
        for plain in _plain(content, most=MOST_ACTORS + 1)
        if _is_one(plain)
        for one in (plain, *_pilots(plain))
    ]
    if len(rows) < 2:
        return Pack((read(content) if not rows else _of_plain(rows[0]),))
    if len(rows) > MOST_ACTORS:
        raise InvalidDocument(f"at most {MOST_ACTORS} actors are read at a time")
    actors, unread = list[Actor](), list[str]()
    for plain in rows:
        try:
            actors.append(_of_plain(plain))
        except InvalidDocument as fault:
            name = plain.get("name")
            unread.append(f"{name if isinstance(name, str) else 'One'}: {fault.in_words}"[:300])
    if not actors:
        raise InvalidDocument(unread[0])
    return Pack(tuple(actors), tuple(unread))


def _is_object(line: bytes) -> bool:
    return line.lstrip().startswith(b"{")


def _is_one(plain: object) -> bool:
    if not isinstance(plain, dict) or foreign.OUR_MEMBERS & plain.keys():
        return False
    is_actor = isinstance(plain.get("items"), list) and any(
        isinstance(plain.get(name), dict) for name in ("system", "data")
    )
    return is_actor or od6s_template.is_one(plain) or roll20_file.is_one(plain)


def _pilots(plain: dict[str, object]) -> Iterator[object]:
    """The person in a craft of OpenD6 Space that has its pilot in it."""
    seat = Part(plain, "").system.members.get("embedded_pilot")
    if isinstance(seat, dict) and seat.get("value") is True and _is_one(seat.get("actor")):
        yield seat["actor"]


def _newest(rows: Iterator[object]) -> list[object]:
    """The rows of a pack of lines as they are now: what changes is written once more, with its id,
    and what is deleted is named.
    """
    found: dict[object, object] = {}
    for place, row in enumerate(rows):
        if isinstance(row, dict):
            id = row.get("_id") if isinstance(row.get("_id"), str) else place
            found.pop(id, None)
            if not row.get("$$deleted"):
                found[id] = row
    return list(found.values())


def _plain(content: bytes, *, most: int) -> Iterator[Any]:
    """The objects of a file: the one that it is, the rows of its list, or one of each line."""
    if len(content) > foreign.MAX_BYTES:
        return
    if roll20_file.is_chat(content):
        yield roll20_file.of_chat(foreign.text(content))
        return
    whole = foreign.parsed(content)
    if whole is None:
        lines = content.splitlines()[: 10 * most]
        yield from _newest(map(foreign.parsed, filter(_is_object, lines)))[:most]
    elif isinstance(whole, dict) and isinstance(whole.get("actors"), list):
        yield from whole["actors"][:most]
    else:
        yield from whole[:most] if isinstance(whole, list) else [whole]


def _of_plain(plain: object) -> Actor:
    if isinstance(plain, dict) and roll20_file.is_one(plain):
        return _of_roll20(plain)
    if isinstance(plain, dict) and od6s_template.is_one(plain):
        plain = od6s_template.as_actor(plain)
    file = Part(plain, "")
    id = file.part("_stats").text("systemId")
    id = id or _guess(file.system)
    if id not in READERS:
        known = ", ".join(READERS)
        raise InvalidDocument(f"the file is for {id!r}; known are {known}", where="_stats.systemId")
    kind, report = file.text("type"), Report()
    game = file.part("flags").part("hyperspace").text("system")
    if id in _OD6S and kind in od6s_craft.KINDS:
        craft = od6s_craft.read(file, report)
        return Actor(Outline(system=game, game="OpenD6 Space", name=craft.name), report, game,
                     is_opponent=True, craft=craft)  # fmt: skip
    if id == worldofdarkness.TARGET.id and worldofdarkness_actor.is_one(file.system):
        outline = worldofdarkness_actor.read(file, report)
        is_opponent = kind in (*OPPONENTS, *worldofdarkness_actor.OPPONENTS)
        return Actor(outline, report, game, is_opponent=is_opponent)
    if kind not in PEOPLE:
        message = f"actors of the type {kind!r} are not read, only {', '.join(PEOPLE)}"
        raise InvalidDocument(message, where="type")
    outline = READERS[id](file, report)
    return Actor(outline, report, game, is_opponent=kind in OPPONENTS)


def _of_roll20(plain: dict[str, object]) -> Actor:
    report = Report()
    return Actor(roll20_file.read(plain, report), report, "")


def _guess(system: Part) -> str:
    """The system of an actor that names none."""
    if "DEX" in system.members or "rangedDefense" in system.members:
        return starwarsd6.TARGET.id
    if worldofdarkness_actor.is_one(system):
        return worldofdarkness.TARGET.id
    attributes = system.members.get("attributes")
    is_od6s = isinstance(attributes, dict) and "agi" in attributes
    return od6s.TARGET.id if is_od6s or "maneuverability" in system.members else ""


_OD6S = (od6s.TARGET.id, od6s.OLDER.id)
READERS: dict[str, Callable[[Part, Report], Outline]] = {
    starwarsd6.TARGET.id: starwarsd6_actor.read,
    **dict.fromkeys(_OD6S, od6s_actor.read),
    worldofdarkness.TARGET.id: worldofdarkness_actor.read,
}
