"""What is shown of a character, in which order: the sheet and its kinds of section. No HTML."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.figures import Figure


class Line(msgspec.Struct, frozen=True, gc=False):
    """One named figure. `key` finds it again (`defenses.dodge`); `note` is a short remark."""

    key: str
    name: str
    figure: Figure
    note: str = ""
    trained: bool = False


class Figures(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="figures"):
    """A few numbers that matter most: defenses, points."""

    id: str
    name: str
    lines: tuple[Line, ...]


class Column(msgspec.Struct, frozen=True, gc=False):
    """A head pool with the pools under it: an attribute and its skills. `abbreviation` is its
    short name.
    """

    key: str
    name: str
    abbreviation: str
    figure: Figure
    lines: tuple[Line, ...]


class Traits(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="traits"):
    """Columns of traits; `row` holds one that stands across instead (the Force)."""

    id: str
    name: str
    columns: tuple[Column, ...]
    row: Column | None = None


class Attack(msgspec.Struct, frozen=True, gc=False):
    """One way to attack: its pool, its damage, and what its properties do."""

    key: str
    name: str
    skill: str
    attack: Figure
    damage: Figure | None
    special: tuple[str, ...] = ()
    quantity: int = 1
    note: str = ""


class Attacks(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="attacks"):
    """The table of weapons."""

    id: str
    name: str
    rows: tuple[Attack, ...]


class Level(msgspec.Struct, frozen=True, gc=False):
    """One band of a track: from `low` (None: anything below) to `high` (None: and more), what it is
    called and does.

    `figure` is the number that bounds it, and says why. `marked` of its `boxes` are ticked.
    """

    name: str
    low: int | None
    high: int | None
    figure: Figure
    effect: str
    boxes: int = 0
    marked: int = 0

    @property
    def ticked(self) -> int:
        """How many of its boxes are ticked, whatever is stored; a level without boxes has one."""
        return max(0, min(self.marked, self.boxes or 1))

    @property
    def reach(self) -> str:
        """From where to where: "3–5", "12+", "under 10", "–" where nothing falls between."""
        if self.low is None:
            return "" if self.high is None else f"under {self.high + 1:,}"
        if self.high is None:
            return f"{self.low:,}+" if self.low > 0 else "–"
        if self.high <= self.low:
            return f"{self.low:,}" if self.high == self.low else "–"
        return f"{self.low:,}–{self.high:,}"


class Track(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="track"):
    """What changes from minute to minute: harm, with its boxes."""

    id: str
    name: str
    levels: tuple[Level, ...]
    note: str = ""


class Thing(msgspec.Struct, frozen=True, gc=False):
    """Something carried: how many, what it does, what it is to the character (worn, granted)."""

    key: str
    name: str
    quantity: int
    detail: str = ""
    state: str = ""


class Things(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="things"):
    """Everything carried, with the purse."""

    id: str
    name: str
    purse: Figure | None
    things: tuple[Thing, ...]


class Passage(msgspec.Struct, frozen=True, gc=False):
    """A headed text: an edge with what it does and the player's own words about it."""

    name: str
    text: str
    label: str = ""
    own_words: str = ""


class Prose(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="prose"):
    """Texts: edge and burden, appearance and personality."""

    id: str
    name: str
    passages: tuple[Passage, ...]


Section = Figures | Traits | Attacks | Track | Things | Prose


def figures(sections: tuple[Section, ...]) -> dict[str, Figure]:
    """Every figure that is shown, by its key. A level goes by its track and its name, a purse by
    what is in it.
    """
    return dict(keyed for section in sections for keyed in _keyed(section))


def _keyed(section: Section) -> Iterator[tuple[str, Figure]]:
    match section:
        case Figures(lines=lines):
            yield from ((line.key, line.figure) for line in lines)
        case Traits(columns=columns, row=row):
            for column in (*columns, row) if row else columns:
                yield column.key, column.figure
                yield from ((line.key, line.figure) for line in column.lines)
        case Attacks(rows=rows):
            yield from _codes(rows)
        case Things(purse=Figure() as left):
            yield left.label.lower(), left
        case Track(id=id, levels=levels):
            for level in levels:
                yield f"{id}.{level.name.lower().replace(' ', '-')}", level.figure
        case _:
            return


def _codes(rows: tuple[Attack, ...]) -> Iterator[tuple[str, Figure]]:
    for attack in rows:
        yield f"{attack.key}.attack", attack.attack
        if attack.damage:
            yield f"{attack.key}.damage", attack.damage


class Sheet(msgspec.Struct, frozen=True, gc=False):
    """A character as shown: who it is, the sections in order, and every figure by its key.

    `facts` are the words of the head of the sheet in order: label and text ("Species", "Twilek").
    """

    system: str
    name: str
    kind: str
    concept: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    figures: dict[str, Figure]
    credit: str

    def section(self, id: str) -> Section:
        """The section of that id; KeyError where the game has none."""
        for section in self.sections:
            if section.id == id:
                return section
        raise KeyError(id)
