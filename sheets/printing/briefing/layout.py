"""What goes onto the one page of a brief, and how large.

From the roomiest way to the tightest, the first one is taken in which everything has its place and
enough is left for notes. In the tightest, what has none is counted ("and 7 more").
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sheets.printing.briefing import characters, notes, skill_table
from sheets.printing.briefing.characters import Density, Person
from sheets.printing.briefing.content import Briefing, Pool
from sheets.printing.briefing.notes import Notes
from sheets.printing.briefing.skill_table import Pools
from sheets.printing.briefing.text import line, listed
from sheets.printing.sheet.head import NAMELESS, PARTICULARS_MEASURE, RUNNING_MEASURE, RUNNING_SIZE
from sheets.printing.styles import Styles, page_height
from sheets.printing.type.fonts import BOLD, TEXT
from sheets.printing.type.measure import count_lines, shorten, width

# So many stand on a page at the most.
MOST_PEOPLE = 14
DENSITIES = (
    Density(1, hooks=6, hook_lines=5, change_lines=8),
    Density(1, hooks=4, hook_lines=3, change_lines=5),
    Density(2, hooks=4, hook_lines=3, change_lines=4),
    Density(2, hooks=3, hook_lines=2, change_lines=3),
    Density(3, hooks=3, hook_lines=2, change_lines=2),
    Density(3, hooks=2, hook_lines=1, change_lines=2),
    Density(4, hooks=2, hook_lines=1, change_lines=1),
    Density(4, hooks=2, hook_lines=1, change_lines=1, tight=True),
    Density(4, hooks=2, hook_lines=1, change_lines=1, tight=True, joined=True),
    Density(5, hooks=2, hook_lines=1, change_lines=1, tight=True, joined=True),
    Density(5, hooks=2, hook_lines=1, change_lines=1, tight=True, joined=True, bare=True),
    Density(5, hooks=2, hook_lines=1, change_lines=1, tight=True, joined=True, bare=True, pools=44),
)


@dataclass(frozen=True)
class Page:
    """The brief in its place: its head, the pools, the people, the notes; `height` is that of all
    but the notes, in millimetres. `remarks` name what has no place on it.
    """

    title: str
    party: str
    size: str
    about: str
    credit: str
    running: str
    since: str
    heads: tuple[str, ...]
    density: Density
    pools: Pools
    people: tuple[Person, ...]
    remarks: tuple[str, ...]
    height: float
    notes: Notes

    @property
    def columns(self) -> int:
        """How many the table of people has."""
        return len(self.heads) + 2


def fitted(briefing: Briefing, look: Styles, *, paper: str, less: float = 0) -> Page:
    """The page, as if it were so many millimetres shorter."""
    words = notes.blocks(briefing.notes)
    most, least = look.number("notes-most"), look.number("notes-least")
    wanted = min(max(least, notes.height(words, look)), most)
    room = page_height(paper) - less - look.number("notes-head")
    page = _page(briefing, look, DENSITIES[0], people=0)
    for density, people in _ways(len(briefing.people)):
        page = _page(briefing, look, density, people=people)
        if page.height + (least if density is DENSITIES[-1] else wanted) <= room:
            break
    return replace(page, notes=notes.fitting(words, look, room=room - page.height))


def _ways(people: int) -> Iterator[tuple[Density, int]]:
    """How it may be set, and how many people stand on it."""
    most = min(people, MOST_PEOPLE)
    yield from ((density, most) for density in DENSITIES)
    yield from ((DENSITIES[-1], count) for count in range(most - 1, 0, -1))


def _page(briefing: Briefing, look: Styles, density: Density, *, people: int) -> Page:
    shown = briefing.people[:people]
    chosen = [pool for pool in briefing.pools if not (density.bare and _is_bare(pool))]
    persons = tuple(characters.person(who, look, density, since=briefing.since) for who in shown)
    pools = skill_table.pools(
        [_of(pool, people) for pool in chosen[: density.pools]],
        [line(who.name) or NAMELESS for who in shown],
        look,
        step=density.step,
    )
    remarks = tuple(_remarks(briefing, look, density, people=people))
    party, size = _party(line(briefing.party), look, tight=density.tight)
    height = (
        look.number("head-tight" if density.tight else "head")
        + pools.height
        + (look.number("people-head") + sum(one.height for one in persons) if persons else 0)
        + len(remarks) * look.number("remark")
    )
    return Page(
        title=f"{_particular(line(briefing.party))}: the brief – {briefing.game}",
        party=party,
        size=size,
        about=shorten(line(briefing.about), look.number("about-size"), look.number("measure")),
        credit=briefing.credit,
        running=_running(line(briefing.party), f" · {briefing.date}"),
        since=briefing.since,
        heads=characters.heads(briefing),
        density=density,
        pools=pools,
        people=persons,
        remarks=remarks,
        height=height,
        notes=Notes((), more=False),
    )


def _party(name: str, look: Styles, *, tight: bool) -> tuple[str, str]:
    """The name on one line, and the class of the size in which it goes there."""
    measure = look.number("measure") * 0.98
    sizes = [float(size) for size in look.words("name-sizes")]
    for step, size in enumerate(sizes, start=1):
        if count_lines(name, size, measure, BOLD) <= 1 and not (tight and step == 1):
            return name, f"name-{step}"
    return shorten(name, sizes[-1], measure, BOLD), f"name-{len(sizes)}"


def _particular(name: str) -> str:
    return shorten(name, 10, PARTICULARS_MEASURE, TEXT)


def _running(name: str, date: str) -> str:
    """What stands at the foot: the name as far as it goes there, and the date."""
    room = RUNNING_MEASURE - width(date, RUNNING_SIZE)
    return f"{shorten(name, RUNNING_SIZE, room)}{date}"


def _of(pool: Pool, people: int) -> Pool:
    """It for the first people only."""
    return Pool(pool.name, pool.codes[:people], pool.best[:people], pool.own[:people], pool.heads)


def _is_bare(pool: Pool) -> bool:
    return not pool.heads and not any(pool.own)


def _remarks(briefing: Briefing, look: Styles, density: Density, *, people: int) -> Iterator[str]:
    """What has no place, each on one line."""
    bare = [pool for pool in briefing.pools if density.bare and _is_bare(pool)]
    others = [pool for pool in briefing.pools if pool not in bare]
    for what, names in (
        ("Nobody has dice of their own in", [pool.name for pool in bare]),
        ("Traits not on this page", [pool.name for pool in others[density.pools :]]),
        ("Not on this page", [who.name or NAMELESS for who in briefing.people[people:]]),
        ("Not in play", list(briefing.asides)),
    ):
        if names:
            yield _one_line(what, [line(name) for name in names], look)


def _one_line(what: str, names: Sequence[str], look: Styles) -> str:
    size = look.number("remark-size")
    measure = look.number("measure") - width(f"{what}: ", size)
    return f"{what}: {listed(names, size=size, measure=measure, lines=1, between=', ')}"
