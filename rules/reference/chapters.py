"""A game's rules reference: its tables and terms as chapters, for pages and booklets.

A chapter has parts, a part has terms, and each term has one id in the whole reference: its address
is its chapter and that id. Nothing here is computed for a character, and there is no HTML.
"""

import re

import msgspec

_NOT_IN_IDS = re.compile(r"[^a-z0-9]+")


class Term(msgspec.Struct, frozen=True):
    """One entry of the reference.

    `figures` belong to the columns of its part. `rulings` are our own decisions, each a sentence.
    `see` are the ids of related terms; `keys` are further names by which fields and figures find
    it.
    """

    id: str
    name: str
    text: str = ""
    figures: tuple[str, ...] = ()
    source: str = ""
    rulings: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()


class Column(msgspec.Struct, frozen=True):
    """A column of figures: its short name, and the full one if that differs."""

    name: str
    full: str = ""


class Terms(msgspec.Struct, frozen=True, tag_field="kind", tag="terms"):
    """Terms to read in order, each with its figures under its name."""

    id: str
    name: str
    rows: tuple[Term, ...]
    columns: tuple[Column, ...] = ()
    note: str = ""


class Table(msgspec.Struct, frozen=True, tag_field="kind", tag="table"):
    """Terms to compare, one per line; `head` names them."""

    id: str
    name: str
    rows: tuple[Term, ...]
    columns: tuple[Column, ...]
    head: str = ""
    note: str = ""


class Paragraphs(msgspec.Struct, frozen=True, tag_field="kind", tag="words"):
    """Paragraphs without terms."""

    id: str
    name: str
    paragraphs: tuple[str, ...]


ChapterPart = Terms | Table | Paragraphs


class Chapter(msgspec.Struct, frozen=True):
    """A chapter, which has a page of its own. `group` is its heading in the contents."""

    id: str
    name: str
    group: str
    about: str
    source: str
    parts: tuple[ChapterPart, ...]


def anchor_id(*names: str) -> str:
    """An id from names: "attributes", "DEX" → `attributes-dex`."""
    return _NOT_IN_IDS.sub("-", "-".join(names).casefold()).strip("-")
