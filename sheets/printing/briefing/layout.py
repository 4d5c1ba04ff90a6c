"""Fits a GM briefing onto one page.

Layouts are tried from the roomiest to the tightest until everything fits and enough room is left
for notes. In the tightest, what does not fit is counted ("and 7 more").
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from sheets.printing.briefing import characters, notes, skill_table
from sheets.printing.briefing.characters import CharacterRow, Density, FigureColumn
from sheets.printing.briefing.content import Briefing, TraitRow
from sheets.printing.briefing.notes import NoteBlocks
from sheets.printing.briefing.skill_table import SkillTables
from sheets.printing.briefing.text import SAFETY, fit_list
from sheets.printing.sheet.head import METADATA_MEASURE, NAMELESS
from sheets.printing.styles import Styles, page_height
from sheets.printing.type.direction import apart
from sheets.printing.type.fonts import BOLD, TEXT
from sheets.printing.type.glyphs import one_line
from sheets.printing.type.measure import count_lines, shorten, width

# What stands where, and what the dot in front of a code means.
LEGEND = " · skills first, then condition; a dot marks the best"
# The size of the names at the foot, in points, and their room in millimeters.
RUNNING_SIZE, RUNNING_MEASURE = 7, 68
# The most characters on a page.
MAX_CHARACTERS = 14
# The most lines of what the party owns together.
MOST_STASH_LINES = 3
# Words are kept whole as long as they can be read: smaller type and names of one line go first.
DENSITIES = (
    Density(1, hooks=6, hook_lines=5, change_lines=8),
    Density(1, hooks=4, hook_lines=3, change_lines=5),
    Density(2, hooks=4, hook_lines=3, change_lines=4),
    Density(3, hooks=4, hook_lines=3, change_lines=3),
    Density(4, hooks=4, hook_lines=3, change_lines=3),
    Density(4, hooks=4, hook_lines=3, change_lines=2, tight=True),
    Density(5, hooks=4, hook_lines=3, change_lines=2, tight=True),
    Density(4, hooks=3, hook_lines=2, change_lines=2, tight=True),
    Density(5, hooks=3, hook_lines=2, change_lines=2, tight=True),
    Density(5, hooks=3, hook_lines=2, change_lines=1, tight=True, joined=True),
    Density(5, hooks=2, hook_lines=1, change_lines=1, tight=True, joined=True),
    Density(5, hooks=3, hook_lines=2, change_lines=1, tight=True, joined=True, bare=True),
    Density(5, hooks=2, hook_lines=1, change_lines=1, tight=True, joined=True, bare=True),
    Density(5, hooks=2, hook_lines=1, change_lines=1, tight=True, joined=True, bare=True, pools=44),
)
# Where there are more characters than that has room for: fewer words and traits of each, before
# one of them is left out.
CROWDED = (
    DENSITIES[-1],
    replace(DENSITIES[-1], hooks=1, pools=38),
    replace(DENSITIES[-1], hooks=0, pools=34),
    replace(DENSITIES[-1], hooks=0, pools=30),
    replace(DENSITIES[-1], hooks=0, pools=26),
)


@dataclass(frozen=True)
class BriefingPage:
    """The laid-out briefing; `height` is that of everything but the notes, in millimeters.
    `remarks` name what does not fit.
    """

    title: str
    party: str
    size: str
    about: str
    credit: str
    running: str
    since: str
    figures: tuple[FigureColumn, ...]
    density: Density
    pools: SkillTables
    people: tuple[CharacterRow, ...]
    remarks: tuple[str, ...]
    height: float
    notes: NoteBlocks

    @property
    def columns(self) -> int:
        """The number of columns in the characters' table."""
        return len(self.figures) + 2


def fit_page(briefing: Briefing, look: Styles, *, paper: str, less: float = 0) -> BriefingPage:
    """The page, laid out as if it were `less` millimeters shorter."""
    note_blocks = notes.blocks(briefing.notes)
    most, least = look.number("notes-most"), look.number("notes-least")
    height = min(max(least, notes.height(note_blocks, look)), most)
    room = page_height(paper) - less - look.number("notes-head")
    page = _page(briefing, look, DENSITIES[0], people=0)
    for density, people in _layouts(len(briefing.people)):
        page = _page(briefing, look, density, people=people)
        if page.height + (least if density in CROWDED else height) <= room:
            break
    return replace(page, notes=notes.fit(note_blocks, look, room=room - page.height))


def _layouts(people: int) -> Iterator[tuple[Density, int]]:
    """The layouts to try: a density, and how many characters it shows."""
    most = min(people, MAX_CHARACTERS)
    yield from ((density, most) for density in DENSITIES[:-1])
    yield from ((density, count) for count in range(most, 0, -1) for density in CROWDED)


def _page(briefing: Briefing, look: Styles, density: Density, *, people: int) -> BriefingPage:
    shown = briefing.people[:people]
    chosen = [pool for pool in briefing.pools if not (density.bare and _is_bare(pool))]
    chosen = [pool for pool, after in zip_longest(chosen, chosen[1:]) if not _is_empty(pool, after)]
    chosen = [pool for place, pool in enumerate(chosen) if not _is_headed(chosen[:place], pool)]
    columns = characters.figure_columns(briefing, look)
    persons = tuple(
        characters.character_row(who, columns, look, density, since=briefing.since) for who in shown
    )
    pools = skill_table.skill_tables(
        [_first_codes(pool, people) for pool in chosen[: density.pools]],
        [one_line(who.name) or NAMELESS for who in shown],
        look,
        step=density.step,
    )
    remarks = tuple(_remarks(briefing, look, density, people=people))
    party, size = _party_name(one_line(briefing.party), look, tight=density.tight)
    height = (
        look.number("head-tight" if density.tight else "head")
        + pools.height
        + (look.number("people-head") + sum(one.height for one in persons) if persons else 0)
        + len(remarks) * look.number("remark")
    )
    return BriefingPage(
        title=f"{_metadata_name(one_line(briefing.party))}: GM briefing – {briefing.game}",
        party=party,
        size=size,
        about=shorten(
            one_line(briefing.about) + (LEGEND if briefing.people else ""),
            look.number("about-size"),
            look.number("measure"),
        ),
        credit=briefing.credit,
        running=_running_foot(one_line(briefing.party), f" · {briefing.date}"),
        since=briefing.since,
        figures=columns,
        density=density,
        pools=pools,
        people=persons,
        remarks=remarks,
        height=height,
        notes=NoteBlocks((), more=False),
    )


def _party_name(name: str, look: Styles, *, tight: bool) -> tuple[str, str]:
    """The name on one line, and the CSS class of the size at which it fits."""
    measure = look.number("name-room") * 0.98
    sizes = [float(size) for size in look.words("name-sizes")]
    for step, size in enumerate(sizes, start=1):
        if count_lines(name, size, measure, BOLD) <= 1 and not (tight and step == 1):
            return name, f"name-{step}"
    return shorten(name, sizes[-1], measure, BOLD), f"name-{len(sizes)}"


def _metadata_name(name: str) -> str:
    return shorten(name, 10, METADATA_MEASURE, TEXT)


def _running_foot(name: str, date: str) -> str:
    """The foot of the page: the name, shortened to fit, and the date."""
    room = RUNNING_MEASURE - width(date, RUNNING_SIZE)
    return f"{apart(shorten(name, RUNNING_SIZE, room))}{date}"


def _first_codes(pool: TraitRow, people: int) -> TraitRow:
    """The trait with the codes of the first characters only."""
    return TraitRow(
        pool.name, pool.codes[:people], pool.best[:people], pool.own[:people], pool.heads
    )


def _is_bare(pool: TraitRow) -> bool:
    return not pool.heads and not any(pool.own)


def _is_empty(pool: TraitRow, after: TraitRow | None) -> bool:
    """True if a row is a head alone, without codes or rows below it."""
    return pool.heads and not any(pool.codes) and (after is None or after.heads)


def _is_headed(before: Sequence[TraitRow], pool: TraitRow) -> bool:
    """True for a head without codes that has the name of the one before: both are one group."""
    last = next((it.name for it in reversed(before) if it.heads), None)
    return pool.heads and not any(pool.codes) and pool.name == last


def _remarks(briefing: Briefing, look: Styles, density: Density, *, people: int) -> Iterator[str]:
    """A line for each kind of content that doesn't fit on the page."""
    bare = [pool for pool in briefing.pools if density.bare and _is_bare(pool)]
    others = [pool for pool in briefing.pools if pool not in bare]
    for what, names in (
        ("Left out", [pool.name for pool in bare]),
        ("Traits not on this page", [pool.name for pool in others[density.pools :]]),
        ("Not on this page", [who.name or NAMELESS for who in briefing.people[people:]]),
        ("Not in play", list(briefing.asides)),
    ):
        if names:
            yield _one_line(what, [one_line(name) for name in names], look)
    yield from _lines("Stash", [one_line(text) for text in briefing.stash], look)


def _lines(what: str, names: Sequence[str], look: Styles) -> Iterator[str]:
    """All names on at most so many lines; the last one counts the rest."""
    size, left = look.number("remark-size"), list(names)
    measure = (look.number("measure") - width(f"{what}: ", size)) * SAFETY
    for line in range(1, MOST_STASH_LINES + 1):
        if not left:
            return
        fits = sum(
            width(", ".join(left[:count]), size) <= measure for count in range(1, len(left) + 1)
        )
        if line == MOST_STASH_LINES or fits in (0, len(left)):
            yield _one_line(what, left, look)
            return
        yield f"{what}: {', '.join(left[:fits])}"
        left = left[fits:]


def _one_line(what: str, names: Sequence[str], look: Styles) -> str:
    size = look.number("remark-size")
    measure = look.number("measure") - width(f"{what}: ", size)
    return f"{what}: {fit_list(names, size=size, measure=measure, lines=1, separator=', ')}"
