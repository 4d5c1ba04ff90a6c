"""The document of a declared game: build, ledger entries, marks, house rules, as types that its
tables decide.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from rules.declared import lists
from rules.declared.powers.document import HousePower, Learn, Pick, Power
from rules.declared.rulebook import Book
from rules.document import Accepted, Document, DocumentPart
from rules.kit.coded import ledger
from rules.kit.inventory import Lose, Use, Wear
from rules.kit.play.marks import Bounds
from rules.kit.stash import Stash
from rules.kit.typed import document as typed_document
from rules.kit.typed.document import TypedWeapon
from rules.ledger import entries
from rules.ledger.entries import Entry, Session, Undo

USUAL_AMOUNTS = ("cp", "force_points")
PRESET, OUT, ONE_STEP = "preset", "unconscious", "one_step_a_hit"


class Types(msgspec.Struct, frozen=True):
    """The types of a game's documents. `entry` is any of its entries."""

    build: type[Any]
    armor: type[Any]
    marks: type[Any]
    house: type[Any]
    award: type[Any]
    adjust: type[Any]
    gain: type[Any]
    take: type[Any]
    rebuild: type[Any]
    entry: Any
    empty: Document


def _struct(name: str, fields: Iterable[tuple[Any, ...]], base: type[Any], tag: str = "") -> Any:
    """A part of documents with these fields besides those of the base."""
    return msgspec.defstruct(
        name, fields, bases=(base,), frozen=True, kw_only=True, gc=False, tag=tag or None
    )


class OwnParts(msgspec.Struct, frozen=True):
    """The parts of a game's documents that no table declares: its rows of `weapons`, and further
    members of a build, each with its type and what it usually is.
    """

    weapons: type[Any] = TypedWeapon
    members: tuple[tuple[str, Any, Any], ...] = ()

    @property
    def gained(self) -> tuple[tuple[str, Any, Any], ...]:
        """The members of an entry that brings a weapon: those that only this game has."""
        fields = msgspec.structs.fields(self.weapons)
        known = TypedWeapon.__struct_fields__
        return tuple((one.name, one.type, one.default) for one in fields if one.name not in known)


USUAL_PARTS = OwnParts()


def build_fields(book: Book, armor: type[object], own: OwnParts) -> list[tuple[object, ...]]:
    """The fields of a build besides those that every such game has."""
    fields: list[tuple[object, ...]] = [
        (point.id, int | None, None) for point in book.points.values()
    ]
    if book.creation.presets:
        fields.append((PRESET, str, ""))
    elif book.creation.optional:
        fields.append((PRESET, bool, False))
    if book.powers:
        codes: object = msgspec.field(default_factory=dict)
        fields += [(book.powers.member, dict[str, str], codes), ("powers", tuple[Power, ...], ())]
    weapons, suits = tuple[own.weapons, ...], tuple[armor, ...]  # type: ignore[name-defined,valid-type]
    fields += [("weapons", weapons, ()), ("armor", suits, ())]
    fields += [*((id, int | None, None) for id in book.typed), *own.members]
    return [*fields, *lists.members(book.lists)]


def mark_bounds(book: Book, others: Bounds) -> dict[str, int | None]:
    """Every mark of a game, with its highest number, None for any: those of the boxes, of the
    unconscious, of points spent, and the `others`.
    """
    names: dict[str, int | None] = {level.mark: None for level in book.defense.levels.values()}
    if any(level.out for level in book.defense.levels.values()):
        names[OUT] = 1
    names |= {point.mark: None for point in book.points.values()}
    return {**{name: names[name] for name in names if name not in others}, **others}


def _points(amounts: list[tuple[object, ...]]) -> tuple[type[object], type[object]]:
    """Awards and corrections of these amounts: those that all D6 games have, where they are the
    same.
    """
    if tuple(name for name, *_ in amounts) == USUAL_AMOUNTS:
        return typed_document.Award, typed_document.Adjust
    award = _struct("Award", amounts, Entry, "award")
    return award, _struct("Adjust", [*amounts, ("reason", str, "")], Entry, "adjust")


def types(
    slug: str,
    book: Book,
    switches: Iterable[str],
    marks: Iterable[str],
    own: OwnParts = USUAL_PARTS,
) -> Types:
    """The types of a game's documents. `switches` are its house rules, `marks` its marks."""
    armor = _struct("Armor", [("name", str), book.armor.part], DocumentPart)
    build = _struct("Build", build_fields(book, armor, own), typed_document.CodedBuild)
    amounts: list[tuple[object, ...]] = [(book.advancement.experience.member, int, 0)]
    amounts += [(point.id, int, 0) for point in book.points.values()]
    award, adjust = _points(amounts)
    gain = _struct("Gain", [*own.gained, book.armor.part], typed_document.Gain, "gain")
    take = _struct("Take", [("attribute", str, "")], gain, "take")
    rebuild = _struct("Rebuild", [("build", build)], entries.Rebuild, "rebuild")
    accepted = ("accepted", tuple[Accepted, ...], ())
    decided: list[tuple[object, ...]] = [accepted]
    if book.creation.presets:
        decided.append((PRESET, str, ""))
    decided += [(name, bool, False) for name in switches]
    if book.powers:
        decided.append(("powers", tuple[HousePower, ...], ()))
    house = _struct("House", decided, DocumentPart)
    learned = (Pick, Learn) if book.powers else ()
    kinds = (award, adjust, ledger.Raise, ledger.Correct, Use, Lose, Stash, Wear, Session, Undo)
    marked = _struct("Marks", [(name, int, 0) for name in marks], DocumentPart)
    earned = (award, adjust) if award is not typed_document.Award else ()
    lists.tell_apart(slug, (armor, build, *earned, gain, take, rebuild, house, marked))
    return Types(
        build=build,
        armor=armor,
        marks=marked,
        house=house,
        award=award,
        adjust=adjust,
        gain=gain,
        take=take,
        rebuild=rebuild,
        entry=reduce(or_, (*kinds, *learned, gain, take, rebuild)),
        empty=Document(slug, "", build(), marks=marked(), house=house()),
    )
