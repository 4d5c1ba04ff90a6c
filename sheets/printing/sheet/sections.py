"""The sections of a sheet on paper, each with its cells, ready for the template.

Knows the kinds of section, but no game. `first_page.py` decides which items are on the first page;
until then all are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.figures import Figure
from rules.sheet.sections import (
    Attack,
    Attacks,
    Column,
    Figures,
    Level,
    Line,
    Passage,
    Prose,
    Section,
    Sheet,
    Thing,
    Things,
    Track,
    Traits,
)
from sheets.printing.sheet.view_models import (
    DOTTED_IN_ROW,
    FIXED_SPACE,
    IN_ROW,
    AttackRow,
    DrawnGauge,
    FigureCell,
    ItemRow,
    PoolColumn,
    PoolRow,
    PrintSection,
    WoundLevelRow,
    fixed_spaces,
    listed,
)
from sheets.printing.styles import Styles
from sheets.printing.type.fonts import BOLD, CONDENSED
from sheets.printing.type.glyphs import printable, with_minus
from sheets.printing.type.measure import (
    MM_PER_POINT,
    can_be_typed,
    count_fitting,
    count_lines,
    shorten,
    width,
)

# Letters of the name of a trait that a pool begins with, the ems they stand in, and a space of a
# tenth of an em, half a fixed one, to fill these up.
BASE, BASE_ROOM, HAIR = 3, 1.9, "\u200a"
# Millimeters for a name before dots, in columns as wide as half a page.
MAX_NAME = 40
# Points of two lines in the height of one, and a code that may be written behind a name.
SMALLEST, WRITTEN = 7, "3D+1"
# More boxes than this are written as a number, not drawn; so are more boxes of a number to spend.
MAX_BOXES, MAX_CELL_BOXES = 18, 4
# With more plates than this in a row, they are narrow.
MAX_WIDE_PLATES = 4
# Spaces that do not stretch, beside the one of `view_models`.
NO_BREAK, APART = "\u00a0", "\u2007\u2007"
# Where the name of a trait may break.
_NAME_BREAK = re.compile(f"[ /{FIXED_SPACE}]")
# Millimeters that PDF readers keep clear at the two ends of a field together.
FIELD_MARGIN = 1.5
# How a note names the armor that a number comes about with.
WORN = "in "
# On paper these numbers stand for themselves: as the table has them, or as a player entered them.
UNEXPLAINED = ("fact", "instead")


def print_sections(sheet: Sheet, styles: Styles, *, blank: bool) -> dict[str, PrintSection]:
    """Every section of the sheet by its id. A blank sheet keeps its names and leaves the rest
    empty. With few numbers their plates may be wider.
    """
    numbers = sum(len(one.lines) for one in sheet.sections if isinstance(one, Figures))
    if styles.has("plate-wide") and numbers <= MAX_WIDE_PLATES:
        styles = styles.having(plate_measure=styles.number("plate-wide"))
    return {section.id: _section(section, styles, blank=blank) for section in sheet.sections}


def _section(section: Section, styles: Styles, *, blank: bool) -> PrintSection:
    kind = str(section.__struct_config__.tag)
    part = PrintSection(section.id, section.name, kind)
    match section:
        case Figures():
            part.cells = tuple(_cell(line, styles, blank=blank) for line in section.lines)
        case Traits():
            wider = _widened(styles, len(section.columns))
            part.columns = tuple(
                _pool_column(column, wider, blank=blank) for column in section.columns
            )
            row = section.row
            part.across = _pool_column(row, styles, blank=blank) if row else None
        case Track():
            part.bands = tuple(_bands(section, styles, blank=blank))
            part.note = section.note
        case Attacks():
            part.items = [] if blank else [_attack_row(attack) for attack in section.rows]
        case Things():
            part.items = [] if blank else [_item_row(thing, styles) for thing in section.things]
            part.purse_name = section.purse.label if section.purse else ""
            part.purse = with_minus(section.purse.code) if section.purse and not blank else ""
        case Prose():
            part.items = [] if blank else [_passage(it, section.name) for it in section.passages]
    return part


def _widened(styles: Styles, count: int) -> Styles:
    """The measures of so many columns of traits where all of them share the width of a row. One
    alone parts its rows into as many as there are with dots.
    """
    count = DOTTED_IN_ROW if count == 1 else count
    if not styles.has("traits-wide") or not 1 < count < IN_ROW:
        return styles
    gaps = styles.number("between") * (count - 1)
    return styles.having(trait_measure=(styles.number("traits-wide") - gaps) / count)


def _cell(line: Line, styles: Styles, *, blank: bool) -> FigureCell:
    """A figure for its plate. A plate has few lines: a note takes precedence over the
    explanation.
    """
    drawn = _gauge(line, blank=blank)
    if blank:
        return FigureCell(line.key, line.name, "", "", line.note, gauge=drawn)
    note = printable(line.note)
    size, measure = styles.number("plate-small"), styles.number("plate-measure")
    room = int(styles.number("plate-lines"))
    kept = note[: count_fitting(note, size, measure, room=room, face=CONDENSED)].rstrip()
    note = kept if len(kept) == len(note) else kept[:-1] + "…"
    why = _why(line.figure, size, measure)
    if note.startswith(WORN) and note.removeprefix(WORN) in line.figure.why:
        note = ""  # the explanation has it
    # Boxes replace the explanation, too.
    if drawn or sum(count_lines(text, size, measure, CONDENSED) for text in (why, note)) > room:
        why = ""
    value = line.figure.value
    counted = not line.figure.unit and value <= MAX_CELL_BOXES
    boxes = range(value if counted else 0)
    return FigureCell(line.key, line.name, with_minus(line.figure.code), why, note, boxes, drawn)


def _gauge(line: Line, *, blank: bool) -> DrawnGauge | None:
    """The dots of a line, and its boxes; on a blank sheet none is filled."""
    if line.tally:
        return DrawnGauge((), tuple(ticked and not blank for ticked in line.tally))
    if line.gauge is None:
        return None
    value = 0 if blank else line.gauge.value
    spent = 0 if blank else line.gauge.spent
    places = range(min(line.gauge.most, MAX_BOXES))
    boxes = () if line.gauge.left is None else tuple(place < spent for place in places)
    return DrawnGauge(tuple(place < value for place in places), boxes)


def _why(figure: Figure, size: float, measure: float) -> str:
    """The explanation of a figure: "10 + DEX 4D − 2 Heavy Armor", each term on one line, shortened
    if a player gave it a long name (the item's own entry has it in full).
    """
    if figure.op in UNEXPLAINED or figure.why.isdigit():
        return ""
    terms = re.split(" (?=[+−] )", with_minus(printable(figure.why)))
    shown = (shorten(term, size, measure, CONDENSED) for term in terms)
    return " ".join(term.replace(" ", NO_BREAK) for term in shown)


def _pool_column(column: Column, styles: Styles, *, blank: bool) -> PoolColumn:
    figure = column.figure
    rows = tuple(_pool_row(line, styles, blank=blank) for line in column.lines)
    if any(row.base for row in rows):
        rows = tuple(replace(row, base=_with_room(row.base, row.trained)) for row in rows)
    if figure is None:
        note = "" if blank else printable(column.note)
        return PoolColumn(column.name, fixed_spaces(column.name), rows, is_headless=True, note=note)
    parted = any(_is_parted(line) for line in column.lines)
    # A unit after a blank to fill in; "" for a code that is written whole.
    code = (figure.unit if parted else "") if blank else with_minus(figure.code)
    short = fixed_spaces(column.abbreviation)
    return PoolColumn(
        column.name, f"{short} {code}".strip(), rows, parted, abbreviation=short, code=code
    )


def _pool_row(line: Line, styles: Styles, *, blank: bool) -> PoolRow:
    """A skill: the dice added to its head, if they are shown, then the whole pool."""
    name = fixed_spaces(printable(line.name))
    if line.gauge:
        code, note = ("", "") if blank else (with_minus(line.figure.code), printable(line.note))
        drawn, trained = _gauge(line, blank=blank), line.trained and not blank
        face, base = BOLD if trained else CONDENSED, _base(line.figure)
        room = styles.number("dotted-room") if styles.has("dotted-room") else MAX_NAME
        is_long = width(name, styles.number("trait-size"), face) > room
        wraps = is_long and width(name, styles.number("trait-small"), face) > room
        return PoolRow(
            line.key,
            line.name,
            name,
            trained,
            note,
            drawn,
            code,
            is_long,
            base=base,
            traits=_traits(line),
            needs_dots=line.base is not None,
            wraps=wraps,
        )
    parted = _is_parted(line)
    if blank:
        is_double = _is_double(f"{name} {WRITTEN}", styles, CONDENSED)
        above = _above(name) if is_double else ""
        rest = name.removeprefix(above)
        text = f"{rest} {line.figure.unit}" if parted else rest
        return PoolRow(line.key, line.name, text, parted=parted, is_double=is_double, above=above)
    code, added = with_minus(line.figure.code), ""
    if line.trained and parted and (own := line.figure.terms[1]).weight:
        added = with_minus(f"+{own.code}" if own.weight > 0 else own.code)
    face, measure = BOLD if line.trained else CONDENSED, styles.number("trait-measure")
    whole = f"{added}{APART}{code}" if added else code
    is_long = width(f"{name} {whole}", styles.number("trait-size"), face) > measure
    # A code alone on a line would be at its left end, as no space is left there to stretch.
    end = f"{_NAME_BREAK.split(name)[-1]} {whole}"
    is_glued = is_long and width(end, styles.number("trait-small"), face) <= measure
    is_double = is_long and _is_double(f"{name} {whole}", styles, face)
    above = _above(name) if is_double else ""
    text = f"{name.removeprefix(above)}{NO_BREAK if is_glued else ' '}{whole}"
    note = printable(line.note)
    return PoolRow(
        line.key,
        line.name,
        text,
        line.trained,
        note,
        None,
        code,
        is_long,
        added,
        parted,
        is_double=is_double,
        above=above,
    )


def _above(name: str) -> str:
    """The part of a name that ends with its last slash; "" for a name without one."""
    before, slash, _ = name.rpartition("/")
    return before + slash


def _is_double(text: str, styles: Styles, face: str) -> bool:
    """True for a row in two lines in the height of one: longer than a line in small letters, and
    two lines in the smallest.
    """
    measure = styles.number("trait-measure")
    if width(text, styles.number("trait-small"), face) <= measure:
        return False
    return count_lines(text.replace(FIXED_SPACE, " "), SMALLEST, measure, face) <= 2


def _base(figure: Figure) -> str:
    """The short name of the trait that a pool of dots begins with: "Dex"; "" for other figures."""
    is_pool = figure.op == "pool" and figure.terms[0].op == "fact"
    return figure.terms[0].label[:BASE] if is_pool else ""


def _traits(line: Line) -> tuple[str, ...]:
    """The names of the traits that a row's dots are added to, of which the best counts."""
    begins = line.base or (line.figure.terms[0] if line.figure.op == "pool" else None)
    if begins is None:
        return ()
    return tuple(it.label for it in begins.terms) if begins.op == "best" else (begins.label,)


def _with_room(base: str, is_bold: bool) -> str:  # noqa: FBT001 (as a row has it)
    """The short name of a trait after spaces, so that all are as wide and numbers stand in line."""
    free = BASE_ROOM - width(base, 1, BOLD if is_bold else CONDENSED) / MM_PER_POINT
    thin, hair = divmod(round(free * 10), 2)
    return FIXED_SPACE * thin + HAIR * hair + base


def _is_parted(line: Line) -> bool:
    """True if a pool is its head plus something; a typed code is not."""
    return line.figure.op == "pool" and line.gauge is None


def _attack_row(attack: Attack) -> AttackRow:
    remarks = [printable(text).strip().rstrip(".") for text in (*attack.special, attack.note)]
    name = _with_quantity(attack.name, attack.quantity)
    damage = with_minus(attack.damage.code) if attack.damage else "–"
    said = run_in(filter(None, remarks))
    does = attack.damage is not None
    code = with_minus(attack.attack.code)
    return AttackRow(name, code, attack.skill, damage, ". ".join(said), does)


def run_in(remarks: Iterable[str]) -> list[str]:
    """Remarks as sentences: a mere word follows the one before it after a comma."""
    said: list[str] = []
    for remark in remarks:
        if said and not remark[0].isupper():
            said[-1] += f", {remark}"
        else:
            said.append(remark[0].upper() + remark[1:])
    return said


def _item_row(thing: Thing, styles: Styles) -> ItemRow:
    name = _with_quantity(thing.name, thing.quantity)
    remark = listed(printable(thing.state), printable(thing.detail))
    text = listed(name, remark)
    wide = width(text, styles.number("thing-size")) + FIELD_MARGIN
    return ItemRow(name, remark, wide <= styles.number("thing-measure") and can_be_typed(text))


def _with_quantity(name: str, quantity: int) -> str:
    return f"{printable(name)} ×{quantity:,}" if quantity != 1 else printable(name)


def _passage(passage: Passage, heading: str) -> Passage:
    """A text, without a name of its own if it has that of its heading."""
    texts = (passage.name, passage.text, passage.label, passage.own_words)
    name, text, label, own_words = (printable(text).strip() for text in texts)
    if name == heading:
        return Passage("", text, "", own_words)
    return Passage(name, text, label, own_words)


def _bands(track: Track, styles: Styles, *, blank: bool) -> Iterator[WoundLevelRow]:
    """The levels of a track. All are set smaller if one has a long name; one without a range has
    room in its place if others have one, so that their boxes stand in line.
    """
    is_long = styles.has("level-measure") and any(
        width(level.name, styles.number("level-size"), BOLD) > styles.number("level-measure")
        for level in track.levels
    )
    no_reach = NO_BREAK if any(level.reach for level in track.levels) else ""
    for level in track.levels:
        band = _band(track, level, blank=blank)
        yield replace(band, is_long=is_long, reach=band.reach or ("" if blank else no_reach))


def _band(track: Track, level: Level, *, blank: bool) -> WoundLevelRow:
    if blank:
        return WoundLevelRow(level.name, "", level.effect, ("",) * min(level.boxes, MAX_BOXES), "")
    count = min(max(level.boxes, level.marked), MAX_BOXES)
    # Marks of the worse kind come first, and each is a full cross.
    crosses = min(level.worse, level.marked) if track.kinds else level.marked
    boxes = tuple(
        "marked" if place < crosses else "slashed" if place < level.marked else ""
        for place in range(count)
    )
    text = ""
    if level.marked > 0 and track.kinds:
        text = f"{track.told(level)} marked".capitalize()
    elif level.marked > 0:
        text = f"{level.marked:,} of {level.boxes:,} marked" if level.boxes > 0 else "Marked"
    return WoundLevelRow(level.name, level.reach, level.effect, boxes, text)
