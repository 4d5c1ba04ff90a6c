"""The opponents of an encounter on one page: a statblock for each kind, and boxes to tick for each
of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

import msgspec
from django.template import Engine
from django.template.loader import render_to_string

from rules.sheet.sections import (
    Column,
    Figures,
    Line,
    Passage,
    Prose,
    Section,
    Sheet,
    Track,
    Traits,
)
from sheets.printing.pdf.messages import Job
from sheets.printing.pdf.pool import pool
from sheets.printing.sheet.sections import MAX_BOXES, print_sections
from sheets.printing.sheet.view_models import AttackRow, PrintSection, WoundLevelRow
from sheets.printing.styles import GENERAL, PAPERS, Styles, for_game, page_rule
from sheets.printing.type.direction import apart
from sheets.printing.type.fonts import BOLD
from sheets.printing.type.glyphs import one_line, printable, typographic, with_minus
from sheets.printing.type.measure import MM_PER_POINT, shorten, width
from sheets.printing.version import version_for

TEMPLATE, STYLES = "printing/statblocks/statblocks.html", "printing/statblocks/statblocks.css"
# What the page gives up, one after the other, if that saves a second one.
TIGHT = tuple(f"printing/statblocks/{name}.css" for name in ("tight", "tightest", "bare"))
# Lines of a heading and letters of a line, as far as estimates need them.
HEAD, LETTERS, SMALL_LETTERS = 4, 70, 90
# Lines of a page below its head, in the smallest sizes.
PAGE = 78
# Millimeters of a line of figures, and of the air after each; the points of labels and codes, and
# the ems between the letters of a label.
FIGURES_MEASURE, FIGURE_AIR, LABEL_SIZE, LABEL_SPACING, CODE_SIZE = 91, 4.8, 7, 0.05, 17
# The name at the foot of further pages: its points, and its millimeters.
RUNNING_SIZE, RUNNING_MEASURE = 7, 62
# Letters of a text that stands on a line with others, and from which on one that several have is
# worth a look elsewhere.
SHORT = 48
ADVICE = "Shorten the notes of the encounter, or split it in two."


class Opponent(msgspec.Struct, frozen=True):
    """One of those that fight: what it is called, its sheet, and how many are left of a group."""

    name: str
    sheet: Sheet
    members: int | None = None


class Encounter(msgspec.Struct, frozen=True):
    """The page: who fights, where, and the game master's notes, as plain text."""

    slug: str
    game: str
    credit: str
    name: str
    place: str
    notes: str
    date: str
    opponents: tuple[Opponent, ...]


@dataclass(frozen=True)
class Tally:
    """The boxes of one opponent: those of its track, and one for each member of a group."""

    name: str
    levels: tuple[WoundLevelRow, ...]
    members: range


@dataclass(frozen=True)
class Pools:
    """A head pool with the pools under it that are worth a roll: "DEX 3D", "Blasters 4D"."""

    head: str
    rest: str


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

    @property
    def figure_rows(self) -> list[tuple[tuple[str, str], ...]]:
        """The figures in as few rows as they fit, of about as many each: one alone on a second line
        looks left over.
        """
        count = len(self.figures)
        for many in range(1, count + 1):
            size = -(-count // many)
            rows = [self.figures[at : at + size] for at in range(0, count, size)]
            if size == 1 or all(map(_fits, rows)):
                return rows
        return []

    @property
    def is_lone(self) -> bool:
        """True for one opponent of the block's own name, which its boxes need not say again."""
        return len(self.tallies) == 1 and self.tallies[0].name in ("", self.name)

    @property
    def runs(self) -> list[tuple[str, list[Passage]]]:
        """The passages of each line, with the CSS class of those that say who somebody is."""
        of_rules = [("", run) for run in _runs(self.passages)]
        return of_rules + [("person", run) for run in _runs(self.personal)]


def statblocks_pdf(encounter: Encounter, *, paper: str = "a4") -> bytes:
    """The opponents' page. ValueError if there is no such paper, PrintingFailed."""
    return pool().render(statblocks_job(encounter, paper=paper))


def statblocks_key(encounter: Encounter, *, paper: str = "a4") -> str:
    """A hash of everything that the page depends on, for an ETag or a cache."""
    digest = blake2b(version_for(encounter.slug), digest_size=16)
    for name in (TEMPLATE, STYLES, *TIGHT):
        digest.update(_source(name).encode())
    digest.update(msgspec.json.encode(("statblocks", paper, encounter)))
    return digest.hexdigest()


def statblocks_job(encounter: Encounter, *, paper: str) -> Job:
    """The HTML of the page."""
    if paper not in PAPERS:
        raise ValueError(f"no such paper: {paper!r}; there are {', '.join(PAPERS)}")
    look = for_game(encounter.slug)
    blocks = list(statblocks(encounter.opponents, look))
    shared = shared_texts(blocks)
    blocks = [_without(block, shared) for block in blocks]
    context = {
        "encounter": encounter,
        "running": apart(shorten(one_line(encounter.name), RUNNING_SIZE, RUNNING_MEASURE)),
        "rows": in_rows(blocks),
        "is_lone": len(blocks) == 1,
        "effects": effects_of_all(blocks),
        "shared": shared,
        "emblem": look.value("emblem"),
        "emblem_full": look.value("emblem-full"),
        "ruler": look.value("ruler"),
    }
    html = typographic(printable(render_to_string(TEMPLATE, context) + ""))  # a plain text again
    own = Styles(_source(GENERAL), _source(STYLES))
    tight = tuple(_source(name) for name in TIGHT)
    return Job(html, (own.text, page_rule(paper)), advice=ADVICE, tight=tight)


def statblocks(opponents: Iterable[Opponent], look: Styles) -> Iterator[Statblock]:
    """A statblock for all whose sheets say the same, in the order of the first of each."""
    kinds: dict[bytes, list[Opponent]] = {}
    for opponent in opponents:
        kinds.setdefault(_kind(opponent.sheet), []).append(opponent)
    for alike in kinds.values():
        yield _statblock(alike, look)


def in_rows(blocks: list[Statblock]) -> list[list[list[Statblock]]]:
    """Statblocks in two columns if those fit one page. Else two stand beside each other in each
    row, so that a page begins with a row, not with the rest of a column.
    """
    columns = in_columns(blocks)
    if max((sum(map(_lines, column)) for column in columns), default=0) <= PAGE:
        return [columns] if columns else []
    pairs = (blocks[place : place + 2] for place in range(0, len(blocks), 2))
    return [[[block] for block in pair] for pair in pairs]


def in_columns(blocks: list[Statblock]) -> list[list[Statblock]]:
    """Statblocks in two columns of about the same height, in order if that is not higher; in one
    if there is only one.
    """

    def higher(columns: list[list[Statblock]]) -> float:
        return max(sum(map(_lines, column)) for column in columns)

    in_order = [[blocks[:left], blocks[left:]] for left in range(1, len(blocks) + 1)]
    lower: list[list[Statblock]] = [[], []]  # each block where there is more room so far
    for block in blocks:
        min(lower, key=lambda column: sum(map(_lines, column))).append(block)
    return [column for column in min([*in_order, lower], key=higher) if column]


def effects_of_all(blocks: Iterable[Statblock]) -> tuple[tuple[str, str], ...]:
    """The effects of the wound levels by name, in the order of whoever has the most, if they are
    the same for all; () if not.
    """
    effects: dict[str, set[str]] = {}
    for block in sorted(blocks, key=lambda block: len(block.levels), reverse=True):
        for band in block.levels:
            effects.setdefault(band.name, set()).add(band.effect)
    if any(len(texts) > 1 for texts in effects.values()):
        return ()
    return tuple((name, text) for name, texts in effects.items() for text in texts)


def shared_texts(blocks: Iterable[Statblock]) -> dict[str, str]:
    """The long texts that several statblocks have, by name, in their order."""
    found: dict[str, list[str]] = {}
    for block in blocks:
        for passage in block.passages:
            found.setdefault(passage.name, []).append(passage.text)
    return {
        name: texts[0]
        for name, texts in found.items()
        if len(texts) > 1 and len(set(texts)) == 1 and len(texts[0]) > SHORT
    }


def _fits(figures: Iterable[tuple[str, str]]) -> bool:
    """True if these figures stand on one line."""
    wide = sum(
        width(name.upper(), LABEL_SIZE)
        + len(name) * LABEL_SPACING * LABEL_SIZE * MM_PER_POINT
        + width(code, CODE_SIZE, BOLD)
        + FIGURE_AIR
        for name, code in figures
    )
    return wide - FIGURE_AIR <= FIGURES_MEASURE


def _without(block: Statblock, shared: dict[str, str]) -> Statblock:
    """The statblock without those texts. Of such a passage stay the player's own words."""
    passages = (
        msgspec.structs.replace(passage, text="") if passage.name in shared else passage
        for passage in block.passages
    )
    return replace(
        block,
        passages=tuple(passage for passage in passages if passage.text or passage.own_words),
        shared=tuple(passage.name for passage in block.passages if passage.name in shared),
    )


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


def _lines(block: Statblock) -> float:
    """About how many lines a statblock takes."""
    told = (f"{one.name} {one.text} {one.own_words}" for one in (*block.passages, *block.personal))
    small = [block.things, " ".join(told)]
    small += [attack.special for attack in block.attacks]
    small += [f"{band.name} {band.reach} {band.effect}" for band in block.levels]
    small += block.shared
    pools = sum(len(pools.head) + len(pools.rest) for pools in block.pools)
    boxes = sum(1 + len(one.levels) / 3 for one in block.tallies)
    return (
        HEAD
        + len(block.attacks)
        + sum(map(len, small)) / SMALL_LETTERS
        + pools / LETTERS
        + boxes
        + len(block.figures) / 4
    )


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
        pools=tuple(_pools(sheet)),
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
    levels = tuple(band for part in parts.values() for band in part.bands)
    return Tally(opponent.name, levels, range(min(opponent.members or 0, MAX_BOXES)))


def _figures(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """The important numbers, without those that are nothing: points that nobody has."""
    for section in sheet.sections:
        if isinstance(section, Figures):
            yield from (
                (one.name, with_minus(one.figure.code)) for one in section.lines if one.figure.value
            )


def _pools(sheet: Sheet) -> Iterator[Pools]:
    """The head pools with trained skills; without head pools, what is trained, or all that is more
    than nothing.
    """
    for section in sheet.sections:
        if isinstance(section, Traits):
            for column in (*section.columns, *([section.row] if section.row else [])):
                if pools := _column(column):
                    yield pools


def _column(column: Column) -> Pools | None:
    if column.figure:
        lines = [line for line in column.lines if line.trained]
        return Pools(f"{column.abbreviation} {with_minus(column.figure.code)}", _listed(lines))
    trained = [line for line in column.lines if line.trained]
    lines = trained or [line for line in column.lines if line.figure.value > 0]
    return Pools(column.name, _listed(lines)) if lines else None


def _listed(lines: Iterable[Line]) -> str:
    return ", ".join(f"{line.name} {with_minus(line.figure.code)}" for line in lines)


def _things(parts: dict[str, PrintSection]) -> Iterator[str]:
    for part in parts.values():
        if part.kind == "things":
            for item in part.items:
                yield f"{item.name} ({item.remark})" if item.remark else item.name


def _source(name: str) -> str:
    return str(Engine.get_default().get_template(name).source)
