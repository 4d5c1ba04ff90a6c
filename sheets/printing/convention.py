"""The pages of a table at a convention besides the sheets: a summary for the game master, the codes
of the seats, and a card with the rules that players ask for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from itertools import zip_longest

import msgspec
from django.template import Engine
from django.template.loader import render_to_string

from rules import registry
from sheets.printing.briefing.text import SAFETY, fit_text
from sheets.printing.pdf.messages import Job
from sheets.printing.pdf.pool import pool
from sheets.printing.rules_card import card_layout
from sheets.printing.sheet import qr_code
from sheets.printing.styles import PAPERS, Styles, for_game, page_height, page_rule
from sheets.printing.type.fonts import BOLD, SCHEME
from sheets.printing.type.glyphs import bound, one_line, printable, typographic
from sheets.printing.type.measure import count_lines, shorten
from sheets.printing.version import version_for

FOLDER = "printing/convention"
STYLES = f"{FOLDER}/convention.css"
PARTS = ("summary", "seats", "card")
NO_CODE = "–"
ADVICE = "Make a table with fewer characters."
# The table's name at the foot of a page; of a seat its character's name, and what that is: points,
# millimeters, and lines.
RUNNING_SIZE, RUNNING_MEASURE = 8, 54
SEAT_MEASURE, NAME_SIZE, NAME_LINES, ABOUT_SIZE, ABOUT_LINES = 48, 14, 3, 8, 4
# Of a seat, the points of what it is best at, the millimeters of a line of each, and those for all.
BEST_SIZE, NAME_LINE, ABOUT_LINE, BEST_LINE, SEAT_ROOM = 9, 5.7, 3.8, 3.9, 31
# So many cards fill a page, so many in lower ones if that saves another page, and the millimeters
# of a line and for all lines there.
MOST_SEATS, MOST_CLOSE, CLOSE_SEAT = 10, 14, (60, 18)
# The summary's heads, a row of a seat, and of a skill its lines and the space around them, in
# millimeters; the points of the names of who is best, and their millimeters. There is room for
# notes, or they are left out.
SUMMARY_HEADS, SEAT_ROW, SUMMARY_LINE, SKILL_AIR = 56, 9.8, 3.9, 2.5
SUMMARY_SIZE, WHO_MEASURE, NOTES_LEAST = 8.5, 42, 34


class SeatLine(msgspec.Struct, frozen=True):
    """A seat: its number, its character and what that is; where a phone takes it, "" for nowhere;
    and what it is best at.
    """

    number: int
    name: str
    about: str
    address: str = ""
    best_at: tuple[str, ...] = ()


class SkillLine(msgspec.Struct, frozen=True):
    """An important skill: the highest code, and who has it. Nobody is trained in it where it is
    not `is_trained`.
    """

    name: str
    code: str
    who: str
    is_trained: bool = True


class ConventionTable(msgspec.Struct, frozen=True):
    """Everything that these pages say. `address` takes a seat without a character, "" where the
    table takes no guests; `untrained` names the skills in which nobody is trained.
    """

    slug: str
    name: str
    order: str
    seats: tuple[SeatLine, ...]
    skills: tuple[SkillLine, ...]
    address: str = ""
    untrained: str = ""


def summary_job(table: ConventionTable, paper: str) -> Job:
    """The summary: who sits where, and who is best at what, two skills a row."""
    known = [skill for skill in table.skills if skill.code != NO_CODE]
    middle = -(-len(known) // 2)
    rows = list(zip_longest(known[:middle], known[middle:])) if known[1:] else [known]
    context = {
        "table": table,
        "running": _running(table),
        "rows": rows,
        "has_notes": page_height(paper) - _summary_height(table, rows) > NOTES_LEAST,
    }
    return _job("summary", table.slug, paper, context)


def _summary_height(table: ConventionTable, rows: Iterable[Iterable[SkillLine | None]]) -> float:
    """About how high the summary is without notes, in millimeters."""
    lines = [
        max(
            (count_lines(it.who, SUMMARY_SIZE, WHO_MEASURE * SAFETY) for it in row if it), default=0
        )
        for row in rows
    ]
    skills = sum(SKILL_AIR + count * SUMMARY_LINE for count in lines)
    return SUMMARY_HEADS + len(table.seats) * SEAT_ROW + skills


def seats_job(table: ConventionTable, paper: str) -> Job:
    """The codes of the seats, to be cut out or laid on the table."""
    cards = len(table.seats) + bool(table.address)
    close = MOST_SEATS < cards <= MOST_CLOSE
    seats = [(_fitted(seat, close=close), f"{SCHEME}seat-{seat.number}") for seat in table.seats]
    drawings = {source: qr_code.qr_png(seat.address) for seat, source in seats if seat.address}
    if table.address:
        drawings[f"{SCHEME}table"] = qr_code.qr_png(table.address)
    context = {
        "table": table,
        "seats": seats,
        "code": f"{SCHEME}table",
        "running": _running(table),
        "is_close": close,
    }
    return _job("seats", table.slug, paper, context, drawings)


def _running(table: ConventionTable) -> str:
    """The name of the table on a line at the foot."""
    return shorten(one_line(table.name), RUNNING_SIZE, RUNNING_MEASURE)


def _fitted(seat: SeatLine, *, close: bool = False) -> SeatLine:
    """The seat with what fits onto its card, or onto a lower and `close` one."""
    measure, room = CLOSE_SEAT if close else (SEAT_MEASURE, SEAT_ROOM)
    name, about = one_line(seat.name), one_line(seat.about)
    name = fit_text(name, size=NAME_SIZE, measure=measure, lines=NAME_LINES, face=BOLD)
    about = fit_text(about, size=ABOUT_SIZE, measure=measure, lines=ABOUT_LINES)
    used = count_lines(name, NAME_SIZE, measure * SAFETY, BOLD) * NAME_LINE
    used += count_lines(about, ABOUT_SIZE, measure * SAFETY) * ABOUT_LINE
    lines, best_at = (
        int((room - used) / BEST_LINE),
        [bound(one_line(it)) for it in seat.best_at],
    )
    while count_lines(", ".join(best_at), BEST_SIZE, measure * SAFETY, BOLD) > max(0, lines):
        best_at.pop()
    return msgspec.structs.replace(seat, name=name, about=about, best_at=tuple(best_at))


def card_job(slug: str, paper: str) -> Job:
    """The rules on one page. ValueError for a game without a card."""
    system = registry.get(slug)
    if system.convention is None or not system.convention.card:
        raise ValueError(f"{slug} has no card of rules")
    parts = [part for chapter in system.reference() for part in chapter.parts]
    layout = card_layout(parts, system.convention.card, height=page_height(paper))
    look = for_game(slug)
    context = {
        "columns": layout.spaced,
        "name": system.name,
        "emblem": look.value("emblem"),
        "emblem_full": look.value("emblem-full"),
    }
    return _job("card", slug, paper, context, measures=layout.styles)


def convention_key(part: str, table: ConventionTable, paper: str) -> str:
    """A hash of everything that one of the PARTS depends on."""
    digest = blake2b(version_for(table.slug), digest_size=16)
    for name in (f"{FOLDER}/{part}.html", STYLES):
        digest.update(_source(name).encode())
    digest.update(msgspec.msgpack.encode((part, paper, table)))
    return digest.hexdigest()


def convention_pdf(part: str, table: ConventionTable, paper: str) -> bytes:
    """One of the PARTS as a PDF. KeyError for another, ValueError if there is no such paper,
    PrintingFailed.
    """
    jobs = {"summary": summary_job, "seats": seats_job}
    job = card_job(table.slug, paper) if part == "card" else jobs[part](table, paper)
    return pool().render(job)


def _job(
    name: str,
    slug: str,
    paper: str,
    context: Mapping[str, object],
    drawings: Mapping[str, bytes] | None = None,
    *,
    measures: str = "",
) -> Job:
    """A page of one of our templates. ValueError if there is no such paper."""
    if paper not in PAPERS:
        raise ValueError(f"no such paper: {paper!r}; there are {', '.join(PAPERS)}")
    system = registry.get(slug)
    html = render_to_string(f"{FOLDER}/{name}.html", {"system": system, **context}) + ""
    styles = Styles(_source(STYLES), measures)
    return Job(
        typographic(printable(html)),
        (styles.text, page_rule(paper)),
        drawings=dict(drawings or {}),
        advice=ADVICE,
    )


def _source(name: str) -> str:
    return str(Engine.get_default().get_template(name).source)
