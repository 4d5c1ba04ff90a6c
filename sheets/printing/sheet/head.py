"""The head of a printed sheet: name and facts in sizes that fit, and the file's metadata."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.sheet.sections import Sheet
from sheets.printing.options import Extras
from sheets.printing.styles import Styles
from sheets.printing.type.direction import apart
from sheets.printing.type.fonts import BOLD, CONDENSED, TEXT
from sheets.printing.type.glyphs import printable
from sheets.printing.type.measure import (
    MM_PER_POINT,
    can_be_typed,
    count_lines,
    shorten,
    width,
)

NAMELESS = "Nameless"
# Millimeters for a name in a file's particulars, at 10 points.
METADATA_MEASURE = 250
MAX_HEAD_HEIGHT = 100
# With more facts than this they are set closer together, where they do not fit into one row.
FACTS_IN_ROW = 3
# Of the facts of a row: points between the usual and the small size, millimeters between two, at
# least and at most, beside a line to write on, and by which sums of widths are rounded.
FACT_SIZES, FACTS_BETWEEN, BESIDE_LINE, ROUNDING = (10.0, 9.0), (2.5, 9.0), 2.3, 0.3
# Points of a label, and the ems between its letters.
LABEL_SIZE, LABEL_SPACING = 7, 0.05


@dataclass(frozen=True)
class Fact:
    """A fact of the head: label, text, the CSS class of its size, and its style in a row of all."""

    label: str
    text: str
    css: str
    style: str = ""


@dataclass(frozen=True)
class Head:
    """The head of a sheet: the file's metadata, texts with the CSS classes of their sizes, and its
    height in millimeters.

    A `tall` head breaks like text and has its own pages; `short` is the name on one line, `running`
    the name at the foot of further pages, `date` the date at the foot of the first; a `typed` name
    fits a form field. `emblem` and `emblem_full` are the paths of the game's emblem, `ruler` the
    name of its ruler.
    """

    title: str
    about: str
    name: str
    concept: str
    name_class: str
    facts: tuple[Fact, ...]
    height: float
    short: str
    running: str
    date: str
    tall: bool
    typed: bool
    emblem: str
    emblem_full: str
    ruler: str


def head(sheet: Sheet, look: Styles, *, game: str, extras: Extras, blank: bool) -> Head:
    """The head of a sheet: its name as large as fits."""
    name = "" if blank else printable(sheet.name).strip() or NAMELESS
    concept = "" if blank else printable(sheet.concept).strip()
    step, name_lines = _name_size(name, look)
    leading = float(look.words("name-leading")[step - 1])
    concept_lines = max(
        1, count_lines(concept, look.number("concept-size"), look.number("name-measure"), TEXT)
    )
    facts, fact_lines = _facts(sheet, look, player=extras.player, blank=blank)
    height = (
        max(look.number("name-row"), name_lines * leading)
        + concept_lines * look.number("concept-line")
        + max(
            look.number("fact-row"),
            look.number("fact-head") + fact_lines * look.number("fact-line"),
        )
        + look.number("head-between")
    )
    short, running, foot = _foot(" ".join(name.split()), look, extras)
    title = "Blank character sheet" if blank else _line(name)
    return Head(
        title=f"{title} – {game}",
        about=_line(concept),
        name=name,
        concept=concept,
        name_class=f"name-{step}",
        facts=facts,
        height=0.0 if height > MAX_HEAD_HEIGHT else max(height, look.number("head-least")),
        short=short,
        running=running,
        date=foot,
        tall=height > MAX_HEAD_HEIGHT,
        typed=can_be_typed(name) and name_lines == 1,
        emblem=look.value("emblem"),
        emblem_full=look.value("emblem-full"),
        ruler=look.value("ruler"),
    )


def _name_size(name: str, look: Styles) -> tuple[int, int]:
    """The step of a name among the sizes, from 1, and its lines: the largest size in which it has
    no more lines than that may have, or the smallest.
    """
    measure = look.number("name-room")
    lines = [
        max(1, count_lines(name, float(size), measure, BOLD)) for size in look.words("name-sizes")
    ]
    most = map(int, look.words("name-lines"))
    steps = (step for step, pair in enumerate(zip(lines, most, strict=False)) if pair[0] <= pair[1])
    step = next(steps, len(lines) - 1)
    return step + 1, lines[step]


def with_face(look: Styles) -> Styles:
    """The measures of a head with the portrait at its left, in place of the emblem."""
    room = look.number("name-measure") - look.number("face-room")
    return _narrowed(look, room, name_room=room)


def with_code(look: Styles) -> Styles:
    """The measures of a head with the code at its right, and those of the code there."""
    less, below = look.number("head-code"), look.number("code-below")
    narrowed = _narrowed(
        look, look.number("name-measure") - less, name_room=look.number("name-room") - less
    )
    return narrowed.having(code_measure=below)


def _narrowed(look: Styles, room: float, *, name_room: float) -> Styles:
    """The measures of a head in that room: its facts are narrower in the same proportion."""
    share = room / look.number("name-measure")
    return look.having(
        name_measure=room,
        name_room=name_room,
        fact_measure=look.number("fact-measure") * share,
        fact_close=look.number("fact-close") * share,
    )


def _line(text: str) -> str:
    """A text on one line of the file's metadata."""
    return shorten(" ".join(text.split()), 10, METADATA_MEASURE, TEXT)


def _facts(sheet: Sheet, look: Styles, *, player: str, blank: bool) -> tuple[tuple[Fact, ...], int]:
    """The facts, and the most lines that one takes in the small size. They share a row where that
    is wide enough. A blank sheet also asks for what others have among their texts.
    """
    rows = [*sheet.facts, ("Player", player)] if player.strip() or blank else [*sheet.facts]
    if blank:
        rows += [(asked, "") for asked in look.words("asked")]
    shown = [(label, "" if blank else printable(text).strip()) for label, text in rows]
    if not blank and (in_row := _facts_in_row(shown, look)):
        return in_row, 1
    close = "close " if len(rows) > FACTS_IN_ROW else ""
    measure = look.number("fact-close" if close else "fact-measure")
    if blank:
        return tuple(_facts_to_fill(shown, look, measure, close)), 0
    facts, most = [], 0
    for label, text in shown:
        small = count_lines(text, look.number("fact-size"), measure, CONDENSED) > 1
        if small:
            most = max(most, count_lines(text, look.number("fact-small"), measure, CONDENSED))
        facts.append(Fact(label, text, f"fact {close}tight" if small else f"fact {close}".strip()))
    return tuple(facts), most


def _facts_to_fill(
    shown: Sequence[tuple[str, str]], look: Styles, measure: float, close: str
) -> Iterator[Fact]:
    """Facts with lines to write on: in rows of as many as fit, as wide as the head together."""
    room = look.number("name-measure") - ROUNDING
    count = int(room / measure)
    wide = (room - BESIDE_LINE * (count - 1)) / count
    for place, (label, _) in enumerate(shown, start=1):
        last = "" if place % count else "; margin-right: 0"
        yield Fact(label, "", f"fact {close}".strip(), f"width: {wide:.2f}mm{last}")


def _facts_in_row(shown: Sequence[tuple[str, str]], look: Styles) -> tuple[Fact, ...]:
    """The facts side by side in the largest size that fits: in equal columns, or else each as wide
    as it is; none if no size fits. One without a text has a line to write on.
    """
    room = look.number("name-measure") - ROUNDING
    least, most = FACTS_BETWEEN
    for size in (look.number("fact-size"), *FACT_SIZES, look.number("fact-small")):
        wide = [max(_label_width(label), width(text, size)) + least for label, text in shown]
        free = room - sum(wide)
        if not wide or free < 0 or any("\n" in text for _, text in shown):
            continue
        share = room / len(wide)
        even = max(wide) <= share
        widths = [share if even else one + min(free / len(wide), most - least) for one in wide]
        return tuple(
            _fact_in_row(label, text, one, size)
            for (label, text), one in zip(shown, widths, strict=True)
        )
    return ()


def _fact_in_row(label: str, text: str, wide: float, size: float) -> Fact:
    if not text:
        return Fact(label, "", "fact in-row asked", f"width: {wide - BESIDE_LINE:.2f}mm")
    return Fact(label, text, "fact in-row", f"width: {wide:.2f}mm; font-size: {size:g}pt")


def _label_width(label: str) -> float:
    spaces = len(label) * LABEL_SPACING * LABEL_SIZE * MM_PER_POINT
    return width(label.upper(), LABEL_SIZE) + spaces


def _foot(name: str, look: Styles, extras: Extras) -> tuple[str, str, str]:
    """The name on one line; the foot of further pages, with the name; and that of the first, each
    beside the credit. They have the code by which the paper comes back, and the date; the date
    gives way to a long name, which is shortened only beside the code.
    """
    size, most = look.number("running-size"), look.number("running-measure")
    code, date = (printable(text) for text in (extras.return_code, extras.date))
    whole = " · ".join(filter(None, (code, date)))
    beside = whole if width(f"{name} · {whole}", size) <= most else code
    short = shorten(name, size, most - width(f" · {beside}" if beside else "", size), CONDENSED)
    running = " · ".join(filter(None, (apart(short), beside)))
    return short, running, shorten(whole, size, most, CONDENSED)
