"""Reads actor files of Foundry's systems OpenD6 Space and `starwarsd6` as outlines.

A file that is none is refused with the place. What an outline has no room for is named in the
report.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import msgspec

from rules.exchange import od6s, od6s_actor, starwarsd6, starwarsd6_actor
from rules.exchange.actor_parts import Part
from rules.exchange.conversion import Report
from rules.exchange.outline import Outline
from rules.problems import InvalidDocument

MAX_BYTES = 1024 * 1024


class Actor(msgspec.Struct, frozen=True):
    """The result of reading: the outline, the losses on the way, and the game that the file names,
    "" for none.
    """

    outline: Outline
    report: Report
    game: str


def is_actor(content: bytes) -> bool:
    """True if a file looks like an actor of any system."""
    head = content[:MAX_BYTES].lstrip(b"\xef\xbb\xbf \t\r\n")
    return head.startswith(b"{") and b'"items"' in head and b'"prototypeToken"' in head


def read(content: bytes) -> Actor:
    """The actor of a file; InvalidDocument with the place for anything else."""
    if len(content) > MAX_BYTES:
        raise InvalidDocument(
            f"the file has {len(content):,} bytes; at most {MAX_BYTES:,} are read"
        )
    try:
        plain = json.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InvalidDocument(f"byte {error.start} is not UTF-8") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise InvalidDocument(f"not JSON: {error.msg}", where=place) from None
    except (RecursionError, ValueError):
        raise InvalidDocument("it is nested too deep, or holds a number that is too long") from None
    file = Part(plain, "")
    id = file.part("_stats").text("systemId") or _guess(file.part("system"))
    if id not in READERS:
        known = ", ".join(READERS)
        raise InvalidDocument(f"the file is for {id!r}; known are {known}", where="_stats.systemId")
    if file.text("type") != "character":
        message = f"only actors of the type “character” are read, not {file.text('type')!r}"
        raise InvalidDocument(message, where="type")
    report = Report()
    flags = file.part("flags").part("hyperspace")
    outline = READERS[id](file, report)
    return Actor(outline, report, flags.text("system"))


def _guess(system: Part) -> str:
    if "DEX" in system.members:
        return starwarsd6.TARGET.id
    return od6s.TARGET.id if "agi" in system.part("attributes").members else ""


READERS: dict[str, Callable[[Part, Report], Outline]] = {
    starwarsd6.TARGET.id: starwarsd6_actor.read,
    od6s.TARGET.id: od6s_actor.read,
    od6s.OLDER.id: od6s_actor.read,
}
