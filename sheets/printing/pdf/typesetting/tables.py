"""Places tables of fixed layout with separate borders, and their cells."""

from __future__ import annotations

from typing import Protocol
from xml.etree.ElementTree import Element

from sheets.printing.pdf.typesetting.cascade import Styled, Styles
from sheets.printing.pdf.typesetting.floats import Floats
from sheets.printing.pdf.typesetting.look import Look, NotKept, used
from sheets.printing.pdf.typesetting.paragraph import Paragraph, is_paragraph
from sheets.printing.pdf.typesetting.placed import Margins, Placed, Resume, collapsed
from sheets.printing.pdf.typesetting.sizes import sides_of

HEADER, BODY = ("table-header-group",), ("table-row-group",)
GROUPS = {HEADER, BODY, ("table-footer-group",)}
Row = tuple[Element | None, list[Element]]
Groups = list[tuple[Element | None, list[Row]]]


class Blocks(Protocol):
    """The layout of the blocks in a cell."""

    def children(
        self,
        parent: Element,
        x: float,
        y: float,
        width: float,
        margins: Margins,
        floats: Floats,
        resume: Resume = ...,
        *,
        collapses: bool,
    ) -> tuple[list[Placed], float, Margins, bool]:
        """The children of a block."""

    def paragraph(self, element: Element, width: float, parent: str = "") -> Paragraph:
        """A paragraph below a tag of that kind, as wide as that."""


class Tables:
    """Places the tables of one document."""

    def __init__(self, blocks: Blocks, styles: Styles) -> None:
        self._blocks, self._styles = blocks, styles

    def table(
        self,
        element: Element,
        styled: Styled,
        x: float,
        y: float,
        around: float,
        resume: Resume,
    ) -> Placed:
        """A table from there on; one that goes on has its header again."""
        look = styled.look
        width = used(look.width, around)
        if look.style["table_layout"] != "fixed" or width is None:
            raise NotKept("a table as wide as its text")
        across, down = look.style["border_spacing"]
        pad_top, pad_right, pad_bottom, pad_left = (used(it, around) or 0.0 for it in look.padding)
        if pad_left or pad_right or look.border[1] or look.border[3]:
            raise NotKept("a table with room at its sides")
        groups = self._rows(element)
        widths = self._columns(groups, width, across)
        wraps = _wraps(groups)
        has_header = groups[0][0] is not None and self._display(groups[0][0]) == HEADER
        above = 0.0 if resume.goes_on and not has_header else look.border[0] + pad_top
        groups = _from(groups, resume, keeps_first=has_header)
        top = y + above + (0.0 if resume.goes_on else down)
        whole = max(width, sum(widths) + across * (len(widths) + 1))
        placed = Placed(element, look, x, y, whole, 0.0)
        for group, rows in groups:
            inside = []
            for row in rows:
                inside.append(self._row(row, look, x + across, top, widths, across))
                top += inside[-1].height + down
            if group is None:
                placed.inside += inside
                continue
            group_look = self._styles[group].look
            group_look.check()
            begins = inside[0].y if inside else top
            high = top - down - begins if inside else 0.0
            size = (x + across, begins, whole - 2 * across, high)
            placed.inside.append(Placed(group, group_look, *size, inside))
        placed.wraps, placed.goes_on = wraps, above != look.border[0] + pad_top
        if look.height is not None or look.min_height:
            raise NotKept("a table with a height")
        placed.height = top - y + pad_bottom + look.border[2]
        return placed

    def _display(self, element: Element) -> tuple[str, ...]:
        return self._styles[element].look.display

    def _rows(self, table: Element) -> Groups:
        """The groups of a table's rows, and the cells of each row. None stands for a group or a row
        that the document does not have.
        """
        shown = [child for child in table if self._styles[child].look.display != ("none",)]
        kinds = {self._styles[child].look.display for child in shown}
        if kinds and kinds <= GROUPS:
            return [(group, [(row, list(row)) for row in group]) for group in shown]
        if kinds == {("table-row",)}:
            return [(None, [(row, list(row)) for row in shown])]
        if kinds == {("table-cell",)}:
            return [(None, [(None, shown)])]
        raise NotKept("such a table")

    def _columns(self, groups: Groups, width: float, across: float) -> list[float]:
        """The widths of the columns, by the cells of the first row."""
        found: list[float | None] = []
        for cell in groups[0][1][0][1] if groups and groups[0][1] else ():
            if _span(cell) > 1:
                raise NotKept("a first row with a cell that spans others")
            look = self._styles[cell].look
            own = used(look.width, width)
            if own is not None and look.box_sizing == "content-box":
                own += sides_of(look, width)
            found.append(own)
        spacing = across * (len(found) + 1)
        open_ones = [place for place, own in enumerate(found) if own is None]
        known = sum(own for own in found if own is not None) + spacing
        each = max(0.0, width - known) / len(open_ones) if open_ones else 0.0
        widths = [each if own is None else own for own in found]
        extra = width - sum(widths) - spacing
        return [own + extra / len(widths) for own in widths] if extra > 0 and widths else widths

    def _row(
        self,
        row: Row,
        table: Look,
        x: float,
        y: float,
        widths: list[float],
        across: float,
    ) -> Placed:
        """A row, its cells as high as the highest."""
        element, cells = row
        look = table
        if element is not None:
            look = self._styles[element].look
            look.check()
            if look.display != ("table-row",) or look.height is not None:
                raise NotKept("a row with a height")
        if not 0 < sum(map(_span, cells)) <= len(widths):
            raise NotKept("too many cells")
        whole = sum(widths) + across * (len(widths) - 1)
        placed = Placed(cells[0] if element is None else element, look, x, y, whole, 0.0)
        placed.is_anonymous = element is None
        column = 0
        for cell in cells:
            spanned = widths[column : column + _span(cell)]
            width = sum(spanned) + across * (len(spanned) - 1)
            placed.inside.append(self._cell(cell, x, y, width))
            x += width + across
            column += len(spanned)
        baselines = {id(one): _baseline(one) for one in placed.inside if not _is_aligned(one.look)}
        lowest = max(baselines.values(), default=0.0)
        for one in placed.inside:
            down = lowest - baselines.get(id(one), lowest)
            one.lowered += down
            one.height += down
        placed.height = max((one.height for one in placed.inside), default=0.0)
        for one in placed.inside:
            one.lowered += _lowered(one.look, placed.height - one.height)
            one.height = placed.height
            for inner in one.inside:
                inner.move(0, one.lowered)
        return placed

    def _cell(self, element: Element, x: float, y: float, width: float) -> Placed:
        """A cell with its content at the top, as high as that, or as its style asks."""
        styled = self._styles[element]
        look = styled.look
        look.check()
        if look.display != ("table-cell",) or element.get("rowspan"):
            raise NotKept("a cell that spans rows")
        if element.tag in ("td", "th") or is_paragraph(element, self._styles):
            placed = self._whole_cell(element, look, x, y, width)
        else:
            try:
                placed = self._cell_of_blocks(element, look, x, y, width)
            except NotKept:
                placed = self._whole_cell(element, look, x, y, width)
        high = placed.height - look.border[0] - look.border[2]
        if look.height is not None:
            if isinstance(look.height, tuple):
                raise NotKept("a cell with a height in percent")
            beside = (used(look.padding[0], width) or 0.0) + (used(look.padding[2], width) or 0.0)
            if look.box_sizing == "border-box":
                beside = -look.border[0] - look.border[2]
            extra = look.height + beside - high
            if extra > 0:
                placed.height += extra
                placed.lowered += _lowered(look, extra)
        return placed

    def _whole_cell(self, element: Element, look: Look, x: float, y: float, width: float) -> Placed:
        """A cell set like one paragraph, without its border, which is drawn where the row ends."""
        paragraph = self._blocks.paragraph(element, width - look.border[1] - look.border[3], "TR")
        height = paragraph.height + look.border[0] + look.border[2]
        placed = Placed(element, look, x, y, width, height, paragraph=paragraph)
        placed.lowered = look.border[0]
        return placed

    def _cell_of_blocks(
        self, element: Element, look: Look, x: float, y: float, width: float
    ) -> Placed:
        """A cell with blocks in it, as high as these."""
        top, right, bottom, left = (
            border + (used(padding, width) or 0.0)
            for border, padding in zip(look.border, look.padding, strict=True)
        )
        own: Floats = []
        inside, ends, margins, _ = self._blocks.children(
            element, x + left, y + top, width - left - right, [], own, collapses=False
        )
        ends = max([ends + collapsed(margins), *(shape.y + shape.height for shape in own)])
        return Placed(element, look, x, y, width, ends + bottom - y, inside)


def _span(cell: Element) -> int:
    """The number of columns that a cell spans."""
    return int(cell.get("colspan") or 1)


def _from(groups: Groups, resume: Resume, *, keeps_first: bool) -> Groups:
    """The groups and rows from where a page begins, and the first group if that is kept."""
    if not resume.path:
        return groups
    *above, first = resume.path
    if len(above) > 1 or resume.within is not None:
        raise NotKept("a row over two pages")
    kept = groups[:1] if keeps_first else []
    if above:
        place = next(place for place, (group, _) in enumerate(groups) if group is above[0])
    elif groups[0][0] is None:
        place = 0
    else:
        place = next(place for place, (group, _) in enumerate(groups) if group is first)
        return [*kept, *groups[place:]]
    group, rows = groups[place]
    at = next(at for at, (row, cells) in enumerate(rows) if first in (row, cells[0]))
    return [*kept, (group, rows[at:]), *groups[place + 1 :]]


def _wraps(groups: Groups) -> int:
    """The number of boxes that a table has around its rows, if neither group nor row is an
    element.
    """
    group, rows = groups[0]
    if group is not None:
        return 0
    return 3 if rows[0][0] is None else 2


def _lowered(look: Look, extra: float) -> float:
    """The distance by which a cell's content moves down, if the cell has that much room left."""
    return {"middle": extra / 2, "bottom": extra}.get(look.style["vertical_align"], 0.0)


def _is_aligned(look: Look) -> bool:
    return look.style["vertical_align"] in ("top", "middle", "bottom")


def _baseline(cell: Placed) -> float:
    """Where the first line of a cell stands, from its top."""
    for one in cell.all():
        if one.paragraph is not None and one.paragraph.baseline is not None:
            return one.y + one.lowered + one.paragraph.baseline - cell.y
    return cell.height - cell.look.border[2]
