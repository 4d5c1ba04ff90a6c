"""Recognizes files of other programs, and says in a sentence what one is and what is read here.

What it recognizes is not read here: `actors` and `roll20_file` read what can be.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from rules.problems import InvalidDocument

MAX_BYTES = 4 * 1024 * 1024
READ_HERE = (
    "Import reads exports and character files of Hyperspace, actors of Foundry’s OpenD6 Space,"
    " Star Wars D6, and World of Darkness, and Roll20 characters of the sheet D6StarWars."
)
# The members that a file of our own has at its top.
OUR_MEMBERS = frozenset({"format", "build"})
_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
PICTURE = "a picture. Add it as a portrait on the character’s page"
PACK = "a pack of Foundry 11 or newer. In Foundry, export the data of each of its actors"
# The end of each file with the rows of such a pack.
_LEVELDB = b"\x57\xfb\x80\x8b\x24\x75\x47\xdb"
_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"%PDF", "a PDF. PDFs aren’t read, filled-in ones neither: export the character as a file"),
    (b"\x89PNG", PICTURE),
    (b"\xff\xd8\xff", PICTURE),
    (b"GIF8", PICTURE),
    (b"BM", PICTURE),
    (b"\x1f\x8b", "packed with gzip. Unpack it, and import the files in it"),
    (b"Rar!", "a RAR archive. Unpack it, and import the files in it, or pack them as a ZIP"),
    (
        b"7z\xbc\xaf",
        "a 7-Zip archive. Unpack it, and import the files in it, or pack them as a ZIP",
    ),
    (b"SQLite format 3", "a database. Export the character from the program that made it"),
    (b"{\\rtf", "a text document (RTF)"),
    (b"\xd0\xcf\x11\xe0", "a document of an older Office program"),
)
# Marks of texts that are no JSON, looked for where one begins.
_TEXTS: tuple[tuple[str, str], ...] = (
    ("<!doctype html", "a web page. Save or export the character itself, not the page"),
    ("<html", "a web page. Save or export the character itself, not the page"),
    ('<document signature="hero lab', "a Hero Lab portfolio"),
    ("<root version", "a Fantasy Grounds character"),
    ("<?xml", "an XML file of another program"),
    ("begin:vcalendar", "a calendar"),
)


def _foundry(plain: dict[str, object]) -> str:
    stats = plain.get("_stats")
    system = stats.get("systemId") if isinstance(stats, dict) else None
    kind = plain.get("type")
    named = f" “{system[:40]}”" if isinstance(system, str) and system else ""
    if "items" in plain:
        return f"an actor of Foundry, of a system{named} that isn’t read here"
    what = f" ({kind[:40]})" if isinstance(kind, str) else ""
    return f"a part of a Foundry world{what}, not an actor. Export the actor itself"


def _has(*names: str) -> Callable[[dict[str, object]], bool]:
    return lambda plain: all(name in plain for name in names)


def _inside(name: str, *names: str) -> Callable[[dict[str, Any]], bool]:
    return lambda plain: (
        isinstance(plain.get(name), dict) and any(inner in plain[name] for inner in names)
    )


# The members by which a program's files are known, the surest first.
_PROGRAMS: tuple[tuple[Callable[[dict[str, Any]], bool], str], ...] = (
    (_has("schema_version", "attribs"), "a Roll20 character of another sheet than D6StarWars"),
    (_inside("character", "attribs"), "a Roll20 character of another sheet than D6StarWars"),
    (_has("callsign", "level"), "a pilot of COMP/CON (Lancer)"),
    (_inside("data", "classes", "race", "baseHitPoints"), "a character of D&D Beyond"),
    (_inside("build", "ancestry", "keyability"), "a character of Pathbuilder (Pathfinder)"),
    (_has("profile", "total_points"), "a character of GURPS Character Sheet"),
    (_has("ObjectStates"), "a save of Tabletop Simulator"),
    (_has("fariType"), "a file of Fari"),
    (_has("pages", "entries"), "a journal or notes"),
    (_has("name", "pages"), "a journal of Foundry"),
    (_has("command", "scope"), "a macro of Foundry"),
    (_has("results", "formula"), "a rollable table of Foundry"),
    (_has("walls", "tokens"), "a scene of Foundry. Export an actor on it"),
    (_has("sorting", "folder"), "a folder of Foundry. Export the actors in it"),
    (_has("packs", "compatibility"), "the description of a module or system of Foundry"),
)
_FOUNDRY = (
    _has("prototypeToken"),
    _has("token", "items"),
    _has("_stats"),
    _has("system", "type"),
    _has("data", "type", "img"),
)


def refused(what: str) -> InvalidDocument:
    """The refusal of a file that is `what`: "a PDF"."""
    return InvalidDocument(f"this file is {what}. {READ_HERE}")


def check_bytes(content: bytes) -> None:
    """Raises InvalidDocument for a file that is known by how it begins to be none of ours."""
    for signature, what in _SIGNATURES:
        if content.startswith(signature):
            raise refused(what)
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        raise refused(PICTURE)
    if content.endswith(_LEVELDB):
        raise refused(PACK)
    if content[4:8] == b"ftyp":
        raise refused(PICTURE)


def text(content: bytes) -> str:
    """The text of a file in UTF-8, or in UTF-16 with a mark at its head; InvalidDocument for what
    is no such text.
    """
    check_bytes(content)
    encoding = next((name for mark, name in _BOMS if content.startswith(mark)), "utf-8")
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        raise refused("no text, or one in an old encoding. Save a text as UTF-8") from None


def parsed(content: bytes) -> object:
    """JSON of another program, with fractions; None for what is no JSON, or damaged."""
    if len(content) > MAX_BYTES:
        return None
    try:
        return json.loads(text(content), object_pairs_hook=_members)
    except (InvalidDocument, RecursionError, ValueError):
        return None


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a member twice")
    return members


def check(content: bytes) -> None:
    """Raises InvalidDocument for a file that is recognized as another program's, with what it is
    and what is read here. A file of our own passes, a damaged one too.
    """
    head = text(content)[:200].lstrip("\ufeff \t\r\n").casefold()
    for mark, what in _TEXTS:
        if head.startswith(mark):
            raise refused(what)
    plain = parsed(content)
    if plain is None:  # a pack has a row in each line
        plain = [parsed(line) for line in content.lstrip().splitlines()[:1]]
    if isinstance(plain, list) and plain:
        plain = plain[0]
    if isinstance(plain, dict) and (what := _named(plain)):
        raise refused(what)


def _named(plain: dict[str, object]) -> str:
    """The thing that a JSON object is, "" for one of our own: "a pilot of COMP/CON (Lancer)"."""
    found = "" if "format" in plain else _first(_PROGRAMS, plain)
    if found or OUR_MEMBERS & plain.keys():
        return found
    if any(is_one(plain) for is_one in _FOUNDRY):
        return _foundry(plain)
    return "a JSON file of another program" if len(plain) > 1 else ""


def _first(
    rows: Iterable[tuple[Callable[[dict[str, object]], bool], str]], plain: dict[str, object]
) -> str:
    return next((what for is_one, what in rows if is_one(plain)), "")
