"""The differences between two sheets, field by field, as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from rules.sheet.sections import (
    Attack,
    Attacks,
    Figures,
    Passage,
    Prose,
    Section,
    Sheet,
    Thing,
    Things,
    Track,
    Traits,
)

NOTHING = "–"


class Difference(msgspec.Struct, frozen=True, gc=False):
    """One difference: its place on the sheet, its name, and the old and the new value.

    `–` stands for a missing value.
    """

    section: str
    label: str
    before: str
    after: str


def differences(before: Sheet, after: Sheet) -> tuple[Difference, ...]:
    """All differences, in the order of the sheet; removed values follow the others.

    Numbers are compared by value, not by explanation.
    """
    old, new = dict(_lines(before)), dict(_lines(after))
    places = list(dict.fromkeys((*new, *old)))
    return tuple(
        Difference(section, label, old.get((section, label), NOTHING), new.get(place, NOTHING))
        for place in places
        if old.get(place) != new.get(place)
        for section, label in (place,)
    )


Place = tuple[str, str]


def _lines(sheet: Sheet) -> Iterator[tuple[Place, str]]:
    """Every line of a sheet: its place, and its text."""
    yield ("Character", "Name"), sheet.name
    yield ("Character", "Concept"), sheet.concept or NOTHING
    for label, text in sheet.facts:
        yield ("Character", label), text or NOTHING
    for section in sheet.sections:
        yield from _section(section)


def _section(section: Section) -> Iterator[tuple[Place, str]]:
    for label, text in _rows(section):
        yield (section.name, label), text


def _rows(section: Section) -> Iterator[tuple[str, str]]:
    match section:
        case Figures(lines=lines):
            yield from ((line.name, line.figure.code) for line in lines)
        case Traits():
            yield from _traits(section)
        case Attacks(rows=rows):
            yield from ((attack.name, _attack(attack)) for attack in rows)
        case Track(levels=levels):
            yield from ((level.name, level.reach) for level in levels)
        case Things(purse=purse, things=things):
            if purse:
                yield purse.label, purse.code
            yield from ((thing.name, _thing(thing)) for thing in things)
        case Prose(passages=passages):
            yield from ((passage.label or passage.name, _passage(passage)) for passage in passages)


def _traits(traits: Traits) -> Iterator[tuple[str, str]]:
    for column in (*traits.columns, traits.row) if traits.row else traits.columns:
        if column.figure:
            yield column.name, column.figure.code
        yield from ((line.name, line.figure.code) for line in column.lines)


def _attack(attack: Attack) -> str:
    count = f"{attack.quantity:,} × " if attack.quantity != 1 else ""
    damage = f", damage {attack.damage.code}" if attack.damage else ""
    return f"{count}{attack.attack.code}{damage}" + "".join(f"; {text}" for text in attack.special)


def _thing(thing: Thing) -> str:
    return ", ".join(filter(None, (f"{thing.quantity:,}", thing.state, thing.detail)))


def _passage(passage: Passage) -> str:
    label = passage.label or passage.name
    texts = (passage.name, passage.text, passage.own_words)
    return " ".join(text for text in texts if text and text != label)


@dataclass(frozen=True)
class Group:
    """The differences within one section of the sheet."""

    section: str
    differences: tuple[Difference, ...]


def grouped(before: Sheet, after: Sheet) -> tuple[Group, ...]:
    """The differences between two sheets, by section."""
    sections: dict[str, list[Difference]] = {}
    for difference in differences(before, after):
        sections.setdefault(difference.section, []).append(difference)
    return tuple(Group(section, tuple(changes)) for section, changes in sections.items())
