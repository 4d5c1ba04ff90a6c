"""The document of a declared game of dots: build, ledger entries, marks, house rules, as types that
its tables decide.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

import msgspec

from rules.declared import lists
from rules.declared.dots.items import Gain, Suit, Take
from rules.declared.dots.rulebook import Book
from rules.document import Accepted, Document, DocumentPart
from rules.kit.inventory import Lose, Use, Wear
from rules.kit.stash import Stash
from rules.kit.typed.document import Thing, TypedWeapon
from rules.ledger import entries
from rules.ledger.entries import Entry, Session, Undo

# What a build holds already, and an entry.
POWERS = "powers"


class Build(DocumentPart, frozen=True, kw_only=True):
    """The choices of creation: dots by trait, and gear. An attribute that is not named has one; the
    armor `worn` is named.
    """

    template: str = ""
    description: str = ""
    attributes: dict[str, int] = msgspec.field(default_factory=dict)
    skills: dict[str, int] = msgspec.field(default_factory=dict)
    weapons: tuple[TypedWeapon, ...] = ()
    armor: tuple[Suit, ...] = ()
    gear: tuple[Thing, ...] = ()
    worn: str = ""


class Marks(DocumentPart, frozen=True, kw_only=True):
    """The state in play: boxes of health marked, and points spent."""

    hurt: int = 0
    spent: int = 0


class House(DocumentPart, frozen=True, kw_only=True):
    """The house rules: accepted problems."""

    accepted: tuple[Accepted, ...] = ()


class Raise(Entry, frozen=True, kw_only=True, tag="raise"):
    """One dot more of a trait, by its id."""

    trait: str


class Learn(Entry, frozen=True, kw_only=True, tag="learn"):
    """A power more, by its id."""

    power: str


class Types(msgspec.Struct, frozen=True):
    """The types of a game's documents. `entry` is any of its entries."""

    build: type[Any]
    award: type[Any]
    adjust: type[Any]
    rebuild: type[Any]
    entry: Any

    def empty(self, slug: str) -> Document:
        """A document without a choice."""
        return Document(slug, "", self.build(), marks=Marks(), house=House())


def _struct(name: str, fields: list[Any], base: type[Any], tag: str | None = None) -> Any:
    return msgspec.defstruct(name, fields, bases=(base,), frozen=True, kw_only=True, tag=tag)


def types(slug: str, book: Book) -> Types:
    """The types of a game's documents."""
    fields = list(lists.members(book.lists))
    fields += [(POWERS, tuple[str, ...], ())] if book.powers else []
    build = _struct("Build", fields, Build)
    earned = (book.growth.experience.member, int, 0)
    award = _struct("Award", [earned], Entry, "award")
    adjust = _struct("Adjust", [earned, ("reason", str, "")], Entry, "adjust")
    rebuild = _struct("Rebuild", [("build", build)], entries.Rebuild, "rebuild")
    lists.tell_apart(slug, (build, award, adjust, rebuild))
    kinds = (award, adjust, Raise, *((Learn,) if book.powers else ()))
    of_items = (Gain, Take, Use, Lose, Stash, Wear, Session, rebuild, Undo)
    return Types(build, award, adjust, rebuild, reduce(or_, (*kinds, *of_items)))
