"""A page to frame: portrait, name, and what a character is known for, within the game's ornament.

It is one page, whatever the character: rows are counted, and texts are cut to their lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rules.sheet.sections import Sheet
from sheets.printing.options import Extras
from sheets.printing.sheet.head import NAMELESS
from sheets.printing.sheet.view_models import (
    AttackRow,
    FigureCell,
    PoolColumn,
    PoolRow,
    PrintSection,
)
from sheets.printing.styles import Styles
from sheets.printing.type.fonts import BOLD, CONDENSED, TEXT
from sheets.printing.type.glyphs import one_line, printable
from sheets.printing.type.measure import count_fitting, count_lines, shorten, width

# What fits the page of either paper: plates in their row, columns side by side and in all, rows
# under a column's head, attacks, and lines of the quotation.
MOST_FIGURES, MOST_COLUMNS, MOST_ROWS, MOST_ATTACKS, MOST_QUOTED = 6, 8, 4, 3, 3
# With more columns than this, four are in a row, and else three.
FEW_COLUMNS = 6
# Millimeters: above the picture and below all; of plates; of the head and of a row of columns;
# above attacks and of one; above the quotation and of a line of it; the least and the most of a
# picture.
EDGES, PLATES, HEAD, ROW, ATTACKS, ATTACK, QUOTE, LINE, LEAST, MOST = (
    42, 27, 12, 5.6, 5, 6.8, 6, 6.2, 70, 112,
)  # fmt: skip
# The width of a picture to its height, and what it leaves beside it; an emblem in its place to that
# width, at least.
UPRIGHT, BESIDE, EMBLEM = 0.75, 150, 0.8
# Of the text beside a picture: below the name, the ruler, a line of the concept and below it, a
# fact.
BELOW_NAME, RULER, CONCEPT, BELOW_CONCEPT, FACT = 2, 6.4, 6, 1.6, 10.4
# The most millimeters by which each part stands further down on a page with little on it, and by
# which an emblem is larger there.
MOST_AIR, GROWN = 12, 8
# Rows of figures besides the leading ones, and the codes of those that say nothing.
MOST_ROWS_BESIDES, NOTHING = 2, ("", "0")
# Safety factor for our estimate of line breaks.
SAFETY = 0.94
SIZE, FACT_SIZE, QUOTE_SIZE = 10.5, 13, 12
# Millimeters at the left of a quotation as wide as all, and to which that of even lines is found.
QUOTE_LEFT, EVEN = 18, 2


# Millimeters from the edges to the emblem in a corner, and its side.
INSET, CORNER, SIDES = 5, 13, ("at-left", "at-right")


@dataclass(frozen=True)
class FramedColumn:
    """A trait with those under it that the character is best known for."""

    head: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Framed:
    """A page to frame. `size` is the CSS class of the size in which the name fits, `picture` the
    height and the width of the portrait and the width beside it, in millimeters, `emblem` the side
    of an emblem in its place, and the space above and at its left. `above` is the space above the
    text beside an emblem, `top` that above both, and `air` that above each part below. `quoted` are
    the space at the left of the quotation and its width, so narrow that its lines are about as
    long.
    """

    name: str
    size: str
    concept: str
    facts: tuple[tuple[str, str], ...]
    figures: tuple[tuple[FigureCell, ...], ...]
    columns: tuple[tuple[FramedColumn, ...], ...]
    attacks: tuple[AttackRow, ...]
    quote: str
    alt: str
    picture: tuple[float, float, float]
    emblem: tuple[float, float, float]
    above: float
    top: float
    air: float
    quoted: tuple[float, float]


def framed(
    sheet: Sheet,
    parts: Mapping[str, PrintSection],
    look: Styles,
    extras: Extras,
    *,
    height: float,
) -> Framed:
    """The page of a character, so many millimeters high. A long name shrinks in steps; one that is
    longer still is cut.
    """
    wide = look.number("framed-quote") * SAFETY
    quote = _cut(_quote(parts), QUOTE_SIZE, wide, room=MOST_QUOTED)
    columns = _columns(parts, look)
    figures = tuple(_figures(sheet, parts, more=not columns))
    attacks = tuple(_attacks(parts, look))
    taken = EDGES + PLATES * len(figures) + (ATTACKS + ATTACK * len(attacks))
    taken += sum(HEAD + ROW * max(len(it.rows) for it in row) for row in columns)
    taken += QUOTE + LINE * count_lines(quote, QUOTE_SIZE, wide) if quote else 0
    high = round(min(MOST, max(LEAST, height - taken)), 1)
    picture = high, round(high * UPRIGHT, 1), round(BESIDE - high * UPRIGHT, 1)
    measure = picture[2] * SAFETY
    sizes = [float(size) for size in look.words("framed-sizes")]
    leading = [float(high) for high in look.words("framed-leading")]
    most = int(look.number("framed-lines"))
    name = one_line(sheet.name) or NAMELESS
    step = _step(name, sizes, measure, most=most)
    if step < 0:
        step = len(sizes) - 1
        name = _cut(name, sizes[-1], measure, room=most, face=BOLD)
    facts = [(label, printable(text).strip()) for label, text in sheet.facts]
    kept = [fact for fact in facts if fact[1] and one_line(fact[1]) != name]
    kept = kept[: int(look.number("framed-facts"))]
    concept = _cut(printable(sheet.concept), FACT_SIZE, measure, room=2, face=TEXT)
    parts_below = len(figures) + len(columns) + bool(attacks) + bool(quote)
    emblem, above = (0.0, 0.0, 0.0), 0.0
    if not extras.portrait:
        text = count_lines(name, sizes[step], measure, BOLD) * leading[step] + BELOW_NAME + RULER
        text += CONCEPT * count_lines(concept, FACT_SIZE, measure) + BELOW_CONCEPT if concept else 0
        text += FACT * len(kept)
        picture, emblem, above = _with_emblem(picture, text, room=height - taken)
    # One more share is kept for lines that our estimate missed, and one stands above an emblem.
    shares = parts_below + (1 if extras.portrait else 2)
    left = max(0, height - taken - picture[0])
    air = round(min(MOST_AIR, left / shares), 1)
    top = round(max(0, left - air * shares) / 2 + (0 if extras.portrait else air), 1)
    return Framed(
        name=name,
        size=f"framed-{step + 1}",
        concept=concept,
        facts=tuple((label, _fact(text, measure, is_alone=len(kept) == 1)) for label, text in kept),
        figures=figures,
        columns=columns,
        attacks=attacks,
        quote=quote,
        alt=printable(extras.portrait_alt).strip() or f"Portrait of {name}",
        picture=picture,
        emblem=emblem,
        above=above,
        top=top,
        air=air,
        quoted=_even(quote, wide),
    )


def _with_emblem(
    picture: tuple[float, float, float], text: float, *, room: float
) -> tuple[tuple[float, float, float], tuple[float, float, float], float]:
    """An emblem in place of the portrait, in the middle beside a text so many millimeters high: the
    picture with its height, the emblem, and the space above the text.
    """
    high, wide, beside = picture
    side = wide * EMBLEM + min(GROWN, max(0, room - high) / 2)
    high = min(high, max(side, text))
    emblem = round(side, 1), round(max(0, high - side) / 2, 1), round((wide - side) / 2, 1)
    return (round(high, 1), wide, beside), emblem, round(max(0, high - text) / 2, 1)


def _even(text: str, wide: float) -> tuple[float, float]:
    """The space at the left and about the least width in which a text has no more lines than in
    that one.
    """
    lines, least, most = count_lines(text, QUOTE_SIZE, wide), wide / 2, wide
    while most - least > EVEN:
        middle = (least + most) / 2
        if count_lines(text, QUOTE_SIZE, middle) <= lines:
            most = middle
        else:
            least = middle
    return round(QUOTE_LEFT + (wide - most) / 2 / SAFETY, 1), round(most / SAFETY, 1)


def _step(name: str, sizes: list[float], measure: float, *, most: int) -> int:
    """The first of the sizes in which a name fits its lines, with each word whole where one of them
    is small enough for that; -1 if it fits in none.
    """
    fitting = [
        step for step, size in enumerate(sizes) if count_lines(name, size, measure, BOLD) <= most
    ]
    whole = (
        step
        for step in fitting
        if all(width(word, sizes[step], BOLD) <= measure for word in name.split())
    )
    return next(iter((*whole, *fitting, -1)))


def corners(height: float) -> tuple[tuple[str, float], ...]:
    """The corners of a page: the CSS class of their side, and millimeters from the top."""
    return tuple((side, top) for top in (INSET, height - INSET - CORNER) for side in SIDES)


def _cut(text: str, size: float, measure: float, *, room: int, face: str = TEXT) -> str:
    """A text in so many lines; a longer one ends with its last whole sentence in them, or with the
    last whole word and an ellipsis.
    """
    whole = " ".join(text.split())
    fits = count_fitting(whole, size, measure, room=room, face=face)
    if fits >= len(whole):
        return whole
    kept = whole[: max(0, fits - 2)].rstrip()
    sentence = max(kept.rfind(f"{end} ") for end in ".!?") + 1
    if sentence > len(kept) // 2:
        return kept[:sentence]
    word = kept.rfind(" ")
    return f"{kept[:word] if word > len(kept) // 2 else kept}…"


def _fact(text: str, measure: float, *, is_alone: bool) -> str:
    """A fact on its line; one that is alone has two."""
    if is_alone:
        return _cut(text, FACT_SIZE, measure, room=2, face=CONDENSED)
    return shorten(text, FACT_SIZE, measure, CONDENSED)


def _figures(
    sheet: Sheet, parts: Mapping[str, PrintSection], *, more: bool
) -> Iterator[tuple[FigureCell, ...]]:
    """The leading figures, as their sections have them, in a row. With `more`, a row for each of
    the next sections follows, with those of its figures that there is something of.
    """
    leading = {line.key for line in sheet.leading}
    cells = [cell for part in parts.values() for cell in part.cells if cell.key in leading]
    if cells:
        yield tuple(cells[:MOST_FIGURES])
    others = [
        tuple(it for it in part.cells if it.key not in leading and it.code not in NOTHING)
        for part in parts.values()
    ]
    if more:
        yield from [row[:MOST_FIGURES] for row in others if len(row) > 1][:MOST_ROWS_BESIDES]


def _columns(
    parts: Mapping[str, PrintSection], look: Styles
) -> tuple[tuple[FramedColumn, ...], ...]:
    """The columns of traits in rows, each with what the character knows best, and empty ones at the
    end of the last row. Those of one name are one; a mere name without any has none. Where there
    are too many, others without any go first.
    """
    named: dict[str, list[PoolColumn]] = {}
    for part in parts.values():
        for column in part.all_columns:
            named.setdefault(column.head, []).append(column)
    heads = {head for head, columns in named.items() if any(it.code for it in columns)}
    found = [_column(head, columns) for head, columns in named.items()]
    found = [column for column in found if column.rows or column.head in heads]
    while len(found) > MOST_COLUMNS:
        found.remove(next((it for it in reversed(found) if not it.rows), found[-1]))
    count = 3 if len(found) <= FEW_COLUMNS else 4
    measure = float(look.words("framed-columns")[count - 3])
    found = [_shortened(column, measure) for column in found]
    found += [FramedColumn("", ())] * (-len(found) % count)
    return tuple(tuple(found[place : place + count]) for place in range(0, len(found), count))


def _column(head: str, columns: Iterable[PoolColumn]) -> FramedColumn:
    rows = (row for column in columns for row in column.rows)
    known = [row for row in rows if row.trained or (row.gauge and row.gauge.value)]
    known.sort(key=_rank, reverse=True)
    return FramedColumn(head, tuple((row.label, _code(row)) for row in known[:MOST_ROWS]))


def _shortened(column: FramedColumn, measure: float) -> FramedColumn:
    rows = ((shorten(label, SIZE, measure), code) for label, code in column.rows)
    return FramedColumn(column.head, tuple(rows))


def _rank(row: PoolRow) -> tuple[int, int]:
    """The place of a row of dots: by its pool, then by its dots. Others stay in their order."""
    if row.gauge is None:
        return 0, 0
    return int(row.code) if row.code.isdecimal() else row.gauge.value, row.gauge.value


def _code(row: PoolRow) -> str:
    return row.code or str(row.gauge.value if row.gauge else "")


def _attacks(parts: Mapping[str, PrintSection], look: Styles) -> Iterator[AttackRow]:
    """The first attacks, each on one line."""
    rows = [row for part in parts.values() if part.kind == "attacks" for row in part.items]
    for row in rows[:MOST_ATTACKS]:
        name = shorten(row.name, SIZE, look.number("framed-attack"), BOLD)
        skill = shorten(row.skill, SIZE, look.number("framed-skill"), CONDENSED)
        yield AttackRow(name, row.pool, skill, row.damage, "")


def _quote(parts: Mapping[str, PrintSection]) -> str:
    """The player's own words on who the character is: the last text of the sheet."""
    prose = [part for part in parts.values() if part.kind == "prose" and part.items]
    if not prose:
        return ""
    passage = prose[-1].items[-1]
    return str(passage.own_words or passage.text)
