"""Where a page ends: what stays on it of what is placed, and where the next page begins.

WeasyPrint's rules, applied to what is placed on a page without an end: breaks between blocks and
rows where none is to be avoided, else earlier ones. A paragraph or columns that break are set once
more by WeasyPrint itself, with as much room as there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sheets.printing.pdf.typesetting.look import AVOID, FORCED, NEAR, Look, NotKept, Overfull, used
from sheets.printing.pdf.typesetting.paragraph import Paragraph
from sheets.printing.pdf.typesetting.placed import Placed, Resume
from sheets.printing.pdf.typesetting.tables import BODY, HEADER

TABLES = {"table", "inline-table"}
# So much of a paragraph as has room, and where it goes on.
Piece = Callable[..., tuple[Paragraph, Any] | None]
Kept = tuple[list[Placed] | None, Resume | None]
One = tuple[Placed | None, Resume | None]


@dataclass(slots=True)
class Page:
    """The blocks of a page, the start of the next one, and True if a style asks for that break."""

    placed: list[Placed]
    following: Resume | None
    is_asked_for: bool


class PageEnd:
    """The foot of a page."""

    def __init__(self, foot: float, piece: Piece) -> None:
        self._foot, self._piece = foot, piece
        self._asked = False

    def page(self, placed: Sequence[Placed]) -> Page:
        """The first page of these blocks."""
        kept, following = self._within(placed, 0.0, at_top=True, adds_margins=False)
        if kept is None:
            raise NotKept("a page on which nothing fits")
        return Page(kept, following, self._asked)

    def _is_below(self, bottom: float, less: float) -> bool:
        """True if a block ends below the page, were that so much shorter."""
        return bottom > self._foot - less + NEAR

    def _within(
        self, placed: Sequence[Placed], less: float, *, at_top: bool, adds_margins: bool
    ) -> Kept:
        """The children of a block that stay on the page, and the start of the rest; None if none
        stays.
        """
        kept: list[Placed] = []
        for one in placed:
            if one.look.position == "absolute":
                kept.append(one)
                continue
            before = between(kept[-1], one) if kept else "auto"
            if before in FORCED:
                self._asked = True
                return kept, Resume((one.element,))
            if one.look.float != "none":
                if self._moves(one, less, can_move=bool(kept) or not at_top):
                    earlier = self._earlier(kept) if before in AVOID else None
                    return earlier or (kept, Resume((one.element,)))
                kept.append(one)
                continue
            margin = one.margin_bottom if adds_margins else 0.0
            new, resume = self._settled(one, less, margin, at_top=at_top and not kept)
            if new is None:
                return self._before(one, kept, before, at_top=at_top)
            kept.append(new)
            if resume:
                return kept, Resume((one.element, *resume.path), resume.within)
        return kept, None

    def _moves(self, one: Placed, less: float, *, can_move: bool) -> bool:
        """True if a floating picture begins the next page. NotKept if another float doesn't end on
        this one.
        """
        moves = can_move and self._is_below(_end_of_content(one), less)
        if one.element.tag == "img":
            return moves
        if self._is_below(_content(one), less):
            fault = "a float at the end of a page"
            raise Overfull(fault) if moves else NotKept(fault)
        if self._one(one, less, at_top=True)[1]:
            raise Overfull("a float over two pages")
        return False

    def _before(self, one: Placed, kept: list[Placed], before: str, *, at_top: bool) -> Kept:
        """The break before a block of which nothing fits, or an earlier one."""
        if before in AVOID:
            if earlier := self._earlier(kept):
                return earlier
            if not at_top:
                return None, None
        return (kept, Resume((one.element,))) if kept else (None, None)

    def _settled(self, one: Placed, less: float, margin: float, *, at_top: bool) -> One:
        """As much of a block as fits, with what is below its content."""
        new, resume = self._one(one, less, at_top=at_top)
        if new is None or at_top or not new.height:
            return new, resume
        below = 0.0 if new.is_cut or _is_table(new) else _below(new.look, new.width)
        bottom = new.y + new.height
        if self._is_below(bottom - below, less):
            return None, None
        more = less + below + (0.0 if new.is_cut else margin)
        if self._is_below(bottom, more):
            return self._one(one, more, at_top=at_top)
        return new, resume

    def _one(self, one: Placed, less: float, *, at_top: bool) -> One:
        if one.paragraph is not None:
            return self._of_paragraph(one, one.paragraph, less, at_top=at_top)
        if _is_table(one):
            if one.is_lowered and self._is_below(one.y + one.height + one.margin_bottom, less):
                raise NotKept("a table below a float at the end of a page")
            return self._of_table_box(one, less, at_top=at_top)
        avoids = one.look.break_inside in AVOID and not at_top
        if avoids and self._is_below(_content(one), less):
            return None, None
        adds = bool(_below(one.look, one.width)) or one.look.is_root
        kept, resume = self._within(one.inside, less, at_top=at_top, adds_margins=adds)
        if kept is None:
            return (None, None) if one.inside else (one, None)
        if resume is None:
            return one, None
        if avoids:
            return None, None
        if one.look.height is not None:
            raise Overfull("a block of some height over two pages")
        height = self._foot - less - one.y
        return replace(one, inside=kept, height=height, is_cut=True, margin_bottom=0.0), resume

    def _of_paragraph(self, one: Placed, paragraph: Paragraph, less: float, *, at_top: bool) -> One:
        below = _below(one.look, one.width)
        bottom = max((one.y + row for row in paragraph.rows), default=one.y) + below
        if one.look.is_whole:
            bottom = one.y + max(paragraph.whole_height, one.height) + one.margin_bottom
        if paragraph.pictures and self._is_below(one.y + one.height, less):
            raise NotKept("a picture at the end of a page")
        breaks = bool(paragraph.rows) or one.look.is_whole
        if not breaks or not self._is_below(bottom, less):
            return one, None
        room = self._foot - less - one.y
        piece = self._piece(
            one.element, one.width, one.resumed, room=room, at_top=at_top, beside=one.beside
        )
        return (None, None) if piece is None else _cut(one, piece)

    def _of_table_box(self, one: Placed, less: float, *, at_top: bool) -> One:
        """As much of a table as fits in the box around it, which has its margins."""
        new, resume = self._of_table(one, less, at_top=at_top)
        if new is None or new.is_cut or at_top:
            return new, resume
        bottom, below = new.y + new.height, _below(one.look, one.width)
        if self._is_below(bottom - below, less):
            return None, None
        if self._is_below(bottom, less + below):
            return self._of_table(one, less + below, at_top=at_top)
        return new, resume

    def _of_table(self, one: Placed, less: float, *, at_top: bool) -> One:
        """As many rows of a table as fit."""
        header = [group for group in one.inside[:1] if group.look.display == HEADER]
        if header and at_top and self._is_below(_content(header[0]), less):
            raise NotKept("a header as high as a page")
        body, empty = one.inside[len(header) :], at_top and not header
        if body and body[0].is_row:
            kept, resume = self._rows(body, one, less, at_top=empty)
        else:
            kept, resume = self._groups(body, one, less, at_top=empty)
        if kept is None or (resume and one.look.break_inside in AVOID and not at_top):
            return None, None
        if resume is None:
            return one, None
        if not kept and at_top:
            raise NotKept("a header with nothing below it")
        inside = [*header, *kept]
        end = inside[-1].y + inside[-1].height + one.look.style["border_spacing"][1]
        height = end - one.y
        new = replace(one, inside=inside, height=height, is_cut=True, margin_bottom=0.0)
        return new, resume

    def _groups(
        self, groups: Sequence[Placed], table: Placed, less: float, *, at_top: bool
    ) -> Kept:
        """As many groups of rows as fit; None if the table does not begin here."""
        kept: list[Placed] = []
        for group in groups:
            if group.look.break_inside in AVOID or group.look.display != BODY:
                raise NotKept("such a group of rows at the end of a page")
            first = at_top and not kept
            rows, resume = self._rows(group.inside, table, less, at_top=first)
            if rows is None:
                before = between(kept[-1], group) if kept else "auto"
                return self._before_row(group, kept, before, at_top=first)
            if resume is None:
                kept.append(group)
                continue
            height = rows[-1].y + rows[-1].height - group.y if rows else 0.0
            kept.append(replace(group, inside=rows, height=height))
            return kept, Resume((group.element, *resume.path), resume.within)
        return kept, None

    def _rows(self, rows: Sequence[Placed], table: Placed, less: float, *, at_top: bool) -> Kept:
        """As many rows of a group as fit; None if the group does not begin here."""
        spacing = table.look.style["border_spacing"][1]
        kept: list[Placed] = []
        for row in rows:
            before = between(kept[-1], row) if kept else "auto"
            if before in FORCED:
                self._asked = True
                return kept, Resume((row.element,))
            is_broken = self._is_below(max(map(_content, row.inside), default=row.y), less)
            if at_top and not kept:
                if is_broken:
                    raise NotKept("a row as high as a page")
            elif is_broken or self._is_below(row.y + row.height + spacing, less):
                if is_broken and not _is_one_piece(row):
                    tops = (line for cell in row.inside for line in _lines(cell))
                    if not self._is_below(min(tops), less):
                        raise Overfull("a row over two pages")
                return self._before_row(row, kept, before, at_top=at_top)
            kept.append(row)
        return kept, None

    def _before_row(self, row: Placed, kept: list[Placed], before: str, *, at_top: bool) -> Kept:
        if kept:
            if before not in AVOID:
                return kept, Resume((row.element,))
            if earlier := self._earlier(kept):
                return earlier
        return (kept, Resume((row.element,))) if at_top else (None, None)

    def _earlier(self, kept: Sequence[Placed]) -> tuple[list[Placed], Resume] | None:
        """The last break among those blocks that need not be avoided."""
        following: Placed | None = None
        for place in reversed(range(len(kept))):
            one = kept[place]
            if "header" in one.look.display[0] or one.look.float != "none":
                continue
            if following is not None and between(one, following) not in AVOID:
                after = kept[place + 1]
                return list(kept[: place + 1]), Resume((after.element,))
            following = one
            if one.look.break_inside in AVOID or one.is_row:
                continue
            if one.paragraph is not None:
                if found := self._earlier_line(one, one.paragraph):
                    return [*kept[:place], found[0]], found[1]
            elif inner := self._earlier(one.inside):
                new = replace(one, inside=inner[0])
                return [*kept[:place], new], Resume((one.element, *inner[1].path), inner[1].within)
        return None

    def _earlier_line(self, one: Placed, paragraph: Paragraph) -> tuple[Placed, Resume] | None:
        """A paragraph without its last lines."""
        if one.look.is_whole:
            return None
        style = one.look.style
        lines = paragraph.lines
        if lines is None:
            raise NotKept("a break between blocks in a paragraph")
        count = len(lines) - style["widows"]
        if count < style["orphans"]:
            return None
        room = lines[count - 1] + NEAR
        piece = self._piece(
            one.element, one.width, one.resumed, room=room, at_top=False, beside=one.beside
        )
        if piece is None or piece[1] is None:
            raise NotKept("a paragraph that breaks elsewhere")
        new, resume = _cut(one, piece)
        return new, Resume((one.element,), resume.within if resume else None)


def _cut(one: Placed, piece: tuple[Paragraph, Any]) -> tuple[Placed, Resume | None]:
    """A paragraph with only a piece of it."""
    paragraph, within = piece
    if within is None:
        if abs(paragraph.height - one.height) > NEAR:
            raise NotKept("columns that are balanced another way")
        return replace(one, paragraph=paragraph), None
    new = replace(one, paragraph=paragraph, height=paragraph.height, is_cut=True, margin_bottom=0.0)
    return new, Resume((), within)


def between(one: Placed, other: Placed) -> str:
    """The break between two siblings: "auto", one of `AVOID` or of `FORCED`."""
    found = "auto"
    for value in (*_asked(one, -1), *_asked(other, 0)):
        if value in FORCED or (found == "auto" and value in AVOID):
            found = value
    return found


def _asked(one: Placed, side: int) -> Iterator[str]:
    """The breaks that a block and the blocks at its edge ask for."""
    while True:
        yield one.look.break_after if side else one.look.break_before
        if not one.inside or one.is_row:
            return
        one = one.inside[side]
        if one.is_cell:
            return


def _is_table(one: Placed) -> bool:
    return one.paragraph is None and (
        one.look.display[0] in TABLES or one.look.display == ("block", "table")
    )


def _below(look: Look, width: float) -> float:
    """The padding and the border at the bottom."""
    return look.border[2] + (used(look.padding[2], width) or 0.0)


def _end_of_content(one: Placed) -> float:
    """Where a float's content would end without the padding and border above it."""
    look, width = one.look, one.width
    above = look.border[0] + (used(look.padding[0], width) or 0.0)
    return one.y + one.height - above - _below(look, width)


def _content(one: Placed) -> float:
    """The lowest edge of the lines in a block."""
    if one.paragraph is None:
        return max(map(_content, one.inside), default=one.y)
    if one.paragraph.pictures:
        return one.y + one.height
    below = _below(one.look, one.width)
    return max((one.y + one.lowered + row for row in one.paragraph.rows), default=one.y) + below


def _lines(one: Placed) -> Iterator[float]:
    """Where each line in a cell ends."""
    for inner in one.all():
        if inner.paragraph is not None:
            yield from (inner.y + inner.lowered + row for row in inner.paragraph.rows)


def _is_one_piece(row: Placed) -> bool:
    return any(one.look.break_inside in AVOID for one in (row, *row.inside))
