"""A game's tables and terms in words, as chapters: what a reference page or a booklet shows.

A chapter has parts, a part has terms, and each term has one id in the whole reference: its address
is its chapter and that id. Nothing here is computed for a character, and there is no HTML.
"""

from __future__ import annotations

import re

import msgspec

_NOT_IN_IDS = re.compile(r"[^a-z0-9]+")
_WORD = re.compile(r"[^\W_]+")


class Term(msgspec.Struct, frozen=True):
    """One thing that can be looked up.

    `figures` stand under the columns of its part. `rulings` are decisions of ours, each a sentence
    that says so. `see` are the ids of others; `keys` are further names under which fields and
    figures know it.
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
    """What a figure is: its short name, and in full where that is another."""

    name: str
    full: str = ""


class Terms(msgspec.Struct, frozen=True, tag_field="kind", tag="terms"):
    """Terms to read one after the other, each with its figures under its name if it has some."""

    id: str
    name: str
    rows: tuple[Term, ...]
    columns: tuple[Column, ...] = ()
    note: str = ""


class Table(msgspec.Struct, frozen=True, tag_field="kind", tag="table"):
    """Terms to compare, a line each; `head` says what they are."""

    id: str
    name: str
    rows: tuple[Term, ...]
    columns: tuple[Column, ...]
    head: str = ""
    note: str = ""


class Paragraphs(msgspec.Struct, frozen=True, tag_field="kind", tag="words"):
    """Paragraphs without terms of their own."""

    id: str
    name: str
    paragraphs: tuple[str, ...]


ChapterPart = Terms | Table | Paragraphs


class Chapter(msgspec.Struct, frozen=True):
    """A subject: a page of its own. `group` is the heading that it stands under in the contents."""

    id: str
    name: str
    group: str
    about: str
    source: str
    parts: tuple[ChapterPart, ...]


def anchor_id(*names: str) -> str:
    """An id from names: "attributes", "DEX" → `attributes-dex`."""
    return _NOT_IN_IDS.sub("-", "-".join(names).casefold()).strip("-")
