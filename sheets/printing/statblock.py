"""A statblock: what those that fight as one kind of opponent share, with the boxes of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

import msgspec

from rules.sheet.sections import (
    Figures,
    Passage,
    Prose,
    Section,
    Sheet,
    Track,
)
from sheets.printing.sheet.head_pools import Pools, pools_of
from sheets.printing.sheet.sections import MAX_BOXES, print_sections
from sheets.printing.sheet.view_models import AttackRow, PrintSection, WoundLevelRow
from sheets.printing.styles import Styles
from sheets.printing.type.fonts import BOLD
from sheets.printing.type.glyphs import with_minus
from sheets.printing.type.measure import MM_PER_POINT, width

Item = TypeVar("Item")
# Letters of a text that stands on a line with others, and from which on one that several have is
# worth a look elsewhere.
SHORT = 48
# The ems between the letters of a label.
SPACING = 0.05


@dataclass(frozen=True)
class Setting:
    """The lines of a block: their millimeters, the points of the labels, codes, and
    air after each figure; of the names and labels of boxes, of a box, and of the air before each
    of their groups.
    """

    measure: float
    label: float
    code: float
    air: float
    name: float
    level: float
    box: float
    group: float


# In one of two columns, and as wide as the page.
HALF = Setting(91, label=7, code=17, air=4.8, name=11, level=8.5, box=4.7, group=4.2)
WIDE = Setting(186, label=9, code=26, air=7.8, name=12, level=10, box=5.3, group=4.4)


class Opponent(msgspec.Struct, frozen=True):
    """One of those that fight: what it is called, its sheet, and how many are left of a group."""

    name: str
    sheet: Sheet
    members: int | None = None


@dataclass(frozen=True)
class BoxGroup:
    """Boxes to tick with their label: of a level of a track, or of who is left of a group. Each
    box has its mark, "" for none.
    """

    label: str
    reach: str
    told: str
    boxes: tuple[str, ...]


@dataclass(frozen=True)
class Tally:
    """The boxes of one opponent: one for each member of a group, and those of its track."""

    name: str
    groups: tuple[BoxGroup, ...]


@dataclass(frozen=True)
class Statblock:
    """The block that opponents of one kind share, with the boxes of each. Its `personal` passages
    are in the player's own words alone; the texts of the `shared` ones are said once for all. On
    the sheet of a craft skills are worded to follow the dice.
    """

    name: str
    facts: str
    figures: tuple[tuple[str, str], ...]
    levels: tuple[WoundLevelRow, ...]
    pools: tuple[Pools, ...]
    attacks: tuple[AttackRow, ...]
    things: str
    passages: tuple[Passage, ...]
    tallies: tuple[Tally, ...]
    personal: tuple[Passage, ...] = ()
    shared: tuple[str, ...] = ()
    is_craft: bool = False
    is_wide: bool = False
    # Its height in millimeters in each of the sizes it was reckoned with.
    heights: dict[str, float] = field(default_factory=dict, init=False, compare=False)

    @property
    def setting(self) -> Setting:
        """The setting of its lines."""
        return WIDE if self.is_wide else HALF

    @cached_property
    def figure_rows(self) -> list[tuple[tuple[str, str], ...]]:
        """The figures in rows."""
        return even_rows(self.figures, self._figure_width, self.setting.measure + self.setting.air)

    @cached_property
    def tally_rows(self) -> list[tuple[str, list[tuple[BoxGroup, ...]]]]:
        """The name of each opponent, "" where it is the block's own, and its boxes in rows. The
        first is empty below a name that takes half a line.
        """
        found = []
        for tally in self.tallies:
            name = "" if self.is_lone else tally.name or self.name
            measure = self.setting.measure
            room = measure - width(name, self.setting.name, BOLD)
            above = [()] if room < measure / 2 else []
            room = measure if above else room
            found.append((name, [*above, *even_rows(tally.groups, self._group_width, room)]))
        return found

    @property
    def is_lone(self) -> bool:
        """True for one opponent of the block's own name, which its boxes need not say again."""
        return len(self.tallies) == 1 and self.tallies[0].name in ("", self.name)

    @cached_property
    def runs(self) -> list[tuple[str, list[Passage]]]:
        """The passages of each line, with the CSS class of those that say who somebody is."""
        of_rules = [("", run) for run in _runs(self.passages)]
        return of_rules + [("person", run) for run in _runs(self.personal)]

    def _figure_width(self, figure: tuple[str, str]) -> float:
        """Millimeters of a figure with the air after it."""
        name, code = figure
        size = self.setting.label
        wide = width(name.upper(), size) + len(name) * SPACING * size * MM_PER_POINT
        return wide + width(code, self.setting.code, BOLD) + self.setting.air

    def _group_width(self, group: BoxGroup) -> float:
        """Millimeters of a label with its boxes and the air before it."""
        label = " ".join(filter(None, (group.label, group.reach, group.told)))
        wide = width(label, self.setting.level, BOLD) + self.setting.box * len(group.boxes)
        return wide + self.setting.group


def even_rows(
    items: Sequence[Item], wide: Callable[[Item], float], room: float
) -> list[tuple[Item, ...]]:
    """The items in as few rows as they fit, of about as many each if that fits: one alone on a
    second line looks left over. One wider than a row has one of its own.
    """
    rows: list[list[Item]] = []
    used = room
    for item in items:
        used += wide(item)
        if not rows or used > room:
            rows.append([])
            used = wide(item)
        rows[-1].append(item)
    size = -(-len(items) // max(1, len(rows)))
    even = [tuple(items[at : at + size]) for at in range(0, len(items), max(1, size))]
    fits = all(sum(map(wide, row)) <= room for row in even)
    return even if fits else [*map(tuple, rows)]


def statblocks(opponents: Iterable[Opponent], look: Styles) -> Iterator[Statblock]:
    """A statblock for all whose sheets say the same, in the order of the first of each."""
    kinds: dict[bytes, list[Opponent]] = {}
    for opponent in opponents:
        kinds.setdefault(_kind(opponent.sheet), []).append(opponent)
    for alike in kinds.values():
        yield _statblock(alike, look)


def _runs(passages: Iterable[Passage]) -> list[list[Passage]]:
    """The passages of each line: short ones share theirs."""
    runs: list[list[Passage]] = []
    for passage in passages:
        if runs and _is_short(passage) and _is_short(runs[-1][-1]):
            runs[-1].append(passage)
        else:
            runs.append([passage])
    return runs


def _is_short(passage: Passage) -> bool:
    return len(passage.name) + len(passage.text) + len(passage.own_words) <= SHORT


def _kind(sheet: Sheet) -> bytes:
    """The sheet's content without its name and marks: equal for opponents of one kind."""
    sections = [_unmarked(section) for section in sheet.sections]
    return msgspec.json.encode((sheet.kind, sheet.facts, sections))


def _unmarked(section: Section) -> Section:
    if not isinstance(section, Track):
        return section
    levels = tuple(msgspec.structs.replace(level, marked=0, worse=0) for level in section.levels)
    return msgspec.structs.replace(section, levels=levels)


def _statblock(alike: list[Opponent], look: Styles) -> Statblock:
    sheet = alike[0].sheet
    parts = print_sections(sheet, look, blank=False)
    kind = sheet.kind or sheet.name
    name = alike[0].name if len(alike) == 1 else kind
    facts = [(label, text) for label, text in sheet.facts if text and text != name]
    told = [
        passage
        for section in sheet.sections
        if isinstance(section, Prose)
        for passage in section.passages
    ]
    return Statblock(
        name=name or "Unnamed",
        facts=_facts(facts, is_craft=sheet.is_craft),
        figures=tuple(_figures(sheet)),
        levels=tuple(band for part in parts.values() for band in part.bands),
        pools=tuple(pools_of(sheet)),
        attacks=tuple(
            row for part in parts.values() if part.kind == "attacks" for row in part.items
        ),
        things=", ".join(_things(parts)),
        passages=tuple(passage for passage in told if passage.text),
        personal=tuple(passage for passage in told if not passage.text),
        tallies=tuple(_tally(opponent, look) for opponent in alike),
        is_craft=sheet.is_craft,
    )


def _facts(facts: Sequence[tuple[str, str]], *, is_craft: bool) -> str:
    """The facts of a person by themselves; several of a craft with their labels: "Kind Speeders ·
    Scale Speeder".
    """
    if is_craft and len(facts) > 1:
        return " · ".join(f"{label} {text}" for label, text in facts)
    return ", ".join(dict.fromkeys(text for _, text in facts))


def _tally(opponent: Opponent, look: Styles) -> Tally:
    tracks = [section for section in opponent.sheet.sections if isinstance(section, Track)]
    sheet = msgspec.structs.replace(opponent.sheet, sections=tuple(tracks))
    parts = print_sections(sheet, look, blank=False)
    levels = [band for part in parts.values() for band in part.bands]
    left = ("",) * min(opponent.members or 0, MAX_BOXES)
    return Tally(
        opponent.name,
        (*([BoxGroup("left", "", "", left)] if left else []), *map(_level_boxes, levels)),
    )


def _level_boxes(band: WoundLevelRow) -> BoxGroup:
    """The boxes of a level; one without any has one."""
    boxes = band.boxes or ("marked" if band.told else "",)
    return BoxGroup(band.name, band.reach.strip(), band.told, boxes)


def _figures(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """The important numbers, without those that are nothing: points that nobody has."""
    for section in sheet.sections:
        if isinstance(section, Figures):
            yield from (
                (one.name, with_minus(one.figure.code)) for one in section.lines if one.figure.value
            )


def _things(parts: dict[str, PrintSection]) -> Iterator[str]:
    for part in parts.values():
        if part.kind == "things":
            for item in part.items:
                yield f"{item.name} ({item.remark})" if item.remark else item.name
