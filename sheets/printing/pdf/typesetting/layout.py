"""Places blocks, floats and tables on a page, as CSS says, around kept paragraphs.

Positions are CSS pixels from the page's upper left corner. What a page breaks does not fit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from sheets.printing.pdf.typesetting.cascade import Styled
from sheets.printing.pdf.typesetting.look import BLOCK, Look, NotKept, used
from sheets.printing.pdf.typesetting.paragraph import Composing, Paragraph, Styles

NEAR, ROUNDING = 0.001, 1e-6
FIELDS = {"input", "textarea"}
GROUPS = {("table-header-group",), ("table-row-group",), ("table-footer-group",)}


@dataclass(slots=True)
class Placed:
    """An element on the page: its border box, and what is in it."""

    element: Element
    look: Look
    x: float
    y: float
    width: float
    height: float
    inside: list[Placed] = field(default_factory=list)
    paragraph: Paragraph | None = None
    margin_bottom: float = 0
    # Where its paragraph begins, below its own top: cells have room above.
    lowered: float = 0
    # How many boxes of the style alone are around what is in it, and whether it is one itself.
    wraps: int = 0
    is_anonymous: bool = False

    def move(self, across: float, down: float) -> None:
        """Moves it with everything in it."""
        self.x += across
        self.y += down
        for child in self.inside:
            child.move(across, down)

    def all(self) -> Iterator[Placed]:
        """It and everything in it, as the document has it."""
        yield self
        for child in self.inside:
            yield from child.all()


@dataclass(slots=True)
class Float:
    """The margin box of a float."""

    side: str
    x: float
    y: float
    width: float
    height: float


Floats = list[Float]
Margins = list[float]
Row = tuple[Element | None, list[Element]]
Groups = list[tuple[Element | None, list[Row]]]


class DoesNotFit(NotKept):
    """A page is too short."""


class Layout:
    """Places the elements of one document; no one below `bottom`."""

    def __init__(self, styles: Styles, composing: Composing, bottom: float) -> None:
        self._styles, self._composing, self._bottom = styles, composing, bottom

    def body(self, body: Element, x: float, y: float, width: float) -> list[Placed]:
        """The elements of a body, which has no margin, border or padding of its own."""
        look = self._styles[body].look
        if any(used(length, width) for length in (*look.margin, *look.padding)) or any(look.border):
            raise NotKept("a body with a margin")
        floats: Floats = []
        placed, bottom, _, _ = self._children(body, x, y, width, [], floats, collapses=False)
        for shape in floats:
            bottom = max(bottom, shape.y + shape.height)
        self._check(bottom)
        return placed

    def _check(self, bottom: float) -> None:
        if bottom > self._bottom + NEAR:
            raise DoesNotFit("a page is too short")

    def _children(
        self,
        parent: Element,
        x: float,
        y: float,
        width: float,
        margins: Margins,
        floats: Floats,
        *,
        collapses: bool,
    ) -> tuple[list[Placed], float, Margins, bool]:
        """The children of a block, where the next one would begin, the margins that adjoin it, and
        whether any is in the flow.
        """
        placed: list[Placed] = []
        flows = False
        if parent.text and not parent.text.isspace():
            raise NotKept(f"text beside blocks in {parent.tag}")
        for child in parent:
            if child.tail and not child.tail.isspace():
                raise NotKept(f"text beside blocks in {parent.tag}")
            styled = self._styles[child]
            look = styled.look
            if look.display == ("none",):
                continue
            if not look.is_whole and child.tag not in FIELDS:
                look.check()
            if look.position == "absolute":
                raise NotKept("something absolute beside blocks")
            if look.float != "none":
                placed.append(self._float(child, styled, x, y + collapsed(margins), width, floats))
                continue
            if not flows and collapses and placed:
                raise NotKept("floats before a margin that collapses")
            one, y, margins = self._block(child, styled, x, y, width, margins, floats)
            placed.append(one)
            flows = True
        return placed, y, margins, flows

    def _block(
        self,
        element: Element,
        styled: Styled,
        x: float,
        y: float,
        around: float,
        margins: Margins,
        floats: Floats,
    ) -> tuple[Placed, float, Margins]:
        """A block in the flow, where the next one would begin, and the margins that adjoin it."""
        look = styled.look
        top, bottom = (used(look.margin[side], around) or 0.0 for side in (0, 2))
        if look.display[0] in ("table", "inline-table") or look.display == ("block", "table"):
            begins = y + collapsed([*margins, top])
            if floats:
                self._clear_of(floats, begins, begins + 1)
            left = used(look.margin[3], around) or 0.0
            table = self._table(element, styled, x + left, begins, around)
            return table, table.y + table.height, [bottom]
        if look.display not in BLOCK:
            raise NotKept(f"display: {look.display}")
        begins = y
        if look.clear != "none":
            hypothetical = y + collapsed([*margins, top])
            cleared = [
                shape.y + shape.height for shape in floats if look.clear in (shape.side, "both")
            ]
            if cleared and max(cleared) > hypothetical:
                begins = max(cleared) - top
                margins = []
        width, left = self._width(look, around)
        if look.is_whole or _is_paragraph(element, self._styles):
            return self._flowing(element, styled, x + left, begins, width, (*margins, top), floats)
        return self._container(
            element, styled, x + left, begins, width, [*margins, top], floats, around
        )

    def _width(self, look: Look, around: float) -> tuple[float, float]:
        """The width of a block's border box, and its left margin."""
        right, left = (used(look.margin[side], around) for side in (1, 3))
        width = used(look.width, around)
        if width is None:
            return around - (left or 0.0) - (right or 0.0), left or 0.0
        if look.box_sizing == "content-box":
            width += self._sides(look, around)
        if left is None:
            spare = max(0.0, around - width - (right or 0.0))
            left = spare / 2 if right is None else spare
        return width, left

    def _flowing(
        self,
        element: Element,
        styled: Styled,
        x: float,
        y: float,
        width: float,
        margins: tuple[float, ...],
        floats: Floats,
    ) -> tuple[Placed, float, Margins]:
        """A paragraph in the flow."""
        look = styled.look
        paragraph = self._paragraph(element, width)
        bottom = used(look.margin[2], width) or 0.0
        begins = y + collapsed(margins)
        placed = Placed(element, look, x, begins, width, paragraph.height, paragraph=paragraph)
        if not paragraph.height and not paragraph.rows:
            return placed, y, [*margins, bottom]
        ends = begins + paragraph.height
        if floats and (paragraph.rows or look.is_root):
            self._clear_of(floats, begins, ends)
        self._check(ends)
        return placed, ends, [bottom]

    def _clear_of(self, floats: Floats, top: float, bottom: float) -> None:
        """NotKept if a float stands beside what is in the flow there."""
        for shape in floats:
            if shape.y < bottom - NEAR and top + NEAR < shape.y + shape.height:
                raise NotKept("a float beside a paragraph")

    def _container(
        self,
        element: Element,
        styled: Styled,
        x: float,
        y: float,
        width: float,
        margins: Margins,
        floats: Floats,
        around: float,
    ) -> tuple[Placed, float, Margins]:
        """A block of blocks; `y` is where it would begin without margins."""
        look = styled.look
        pad_top, pad_right, _, pad_left = (used(it, around) or 0.0 for it in look.padding)
        above = look.border[0] + pad_top
        own = [] if look.is_root else floats
        collapses = not above and not look.is_root
        begins = y if collapses else y + collapsed(margins)
        if look.is_root and floats:
            self._clear_of(floats, begins, begins + 1)
        sides = look.border[3] + pad_left, look.border[1] + pad_right
        children, ends, inner, flows = self._children(
            element,
            x + sides[0],
            begins + above,
            width - sum(sides),
            margins if collapses else [],
            own,
            collapses=collapses,
        )
        if collapses:
            first = next((child for child in children if child.look.float == "none"), None)
            begins = y + collapsed(margins) if first is None else first.y
        placed = Placed(element, look, x, begins, width, 0.0, children)
        bottom = used(look.margin[2], around) or 0.0
        if not flows and self._is_empty(styled, around):
            # It has no height, and its margins are one.
            if look.is_root:
                self._root_height(placed, own, begins)
            if look.clear != "none":
                raise NotKept("an empty block that clears floats")
            return placed, y, [*margins, bottom]
        left = self._close(placed, styled, around, own, ends, inner if flows else [])
        self._check(placed.y + placed.height)
        return placed, placed.y + placed.height, [*left, bottom]

    def _is_empty(self, styled: Styled, around: float) -> bool:
        """Whether a block has no height but that of what is in it."""
        look = styled.look
        height, least = self._heights(styled)
        edges = (*look.border[::2], *(used(it, around) for it in look.padding[::2]))
        return height in (None, 0.0) and not least and not any(edges)

    def _close(
        self,
        placed: Placed,
        styled: Styled,
        around: float,
        floats: Floats,
        ends: float,
        margins: Margins,
    ) -> Margins:
        """Gives a block its height, by where its content ends; the margins in it that adjoin what
        follows.
        """
        look = styled.look
        above = look.border[0] + (used(look.padding[0], around) or 0.0)
        below = look.border[2] + (used(look.padding[2], around) or 0.0)
        height, least = self._heights(styled)
        if height is not None:
            margins = []
        if below or look.is_root:
            ends, margins = ends + collapsed(margins), []
        inside = max(0.0, ends - placed.y - above) if height is None else height
        if look.is_root and height is None:
            bottoms = (shape.y + shape.height - placed.y - above for shape in floats)
            inside = max(inside, *bottoms) if floats else inside
        placed.height = above + max(inside, least) + below
        return margins

    @staticmethod
    def _root_height(placed: Placed, floats: Floats, top: float) -> None:
        for shape in floats:
            placed.height = max(placed.height, shape.y + shape.height - top)

    def _float(
        self, element: Element, styled: Styled, x: float, y: float, around: float, floats: Floats
    ) -> Placed:
        """A float, at the side where there is room; it is added to the floats."""
        look = styled.look
        top, right, bottom, left = (used(margin, around) or 0.0 for margin in look.margin)
        width = used(look.width, around)
        if width is None:
            raise NotKept("a float as wide as its text")
        if look.box_sizing == "content-box":
            width += self._sides(look, around)
        if look.clear != "none":
            for shape in floats:
                if look.clear in (shape.side, "both"):
                    y = max(y, shape.y + shape.height)
        placed = self._root(element, styled, x + left, y + top, width, around)
        if floats:
            y = max(y, floats[-1].y)
        shape = Float(look.float, x, y, width + left + right, placed.height + top + bottom)
        self._find_place(shape, x, around, floats, is_flat=not placed.height)
        placed.move(shape.x + left - placed.x, shape.y + top - placed.y)
        self._check(placed.y + placed.height)
        floats.append(shape)
        return placed

    def _root(
        self, element: Element, styled: Styled, x: float, y: float, width: float, around: float
    ) -> Placed:
        """A block with floats of its own."""
        look = styled.look
        if look.display not in BLOCK:
            raise NotKept(f"a float with display: {look.display}")
        if look.is_whole or _is_paragraph(element, self._styles):
            paragraph = self._paragraph(element, width)
            return Placed(element, look, x, y, width, paragraph.height, paragraph=paragraph)
        return self._container(element, styled, x, y, width, [], [], around)[0]

    @staticmethod
    def _find_place(
        shape: Float, left: float, width: float, floats: Floats, *, is_flat: bool
    ) -> None:
        """Moves a float down until it has room beside the others, and to its side."""
        if is_flat:
            shape.x = left
            return
        while True:
            beside = [
                other
                for other in floats
                if other.y < shape.y < other.y + other.height
                or other.y < shape.y + shape.height < other.y + other.height
                or (other.y >= shape.y and other.y + other.height <= shape.y + shape.height)
            ]
            begins = max([left, *(it.x + it.width for it in beside if it.side == "left")])
            ends = min([left + width, *(it.x for it in beside if it.side == "right")])
            if beside and shape.width > ends - begins + ROUNDING:
                lower = min(it.y + it.height for it in beside)
                if lower > shape.y:
                    shape.y = lower
                    continue
            shape.x = begins if shape.side == "left" else ends - shape.width
            return

    def _heights(self, styled: Styled) -> tuple[float | None, float]:
        """The content's height, None for auto, and its least height."""
        look = styled.look
        height, least = look.height, look.min_height
        if styled.height:
            if styled.height[0] == "height":
                height = styled.height[1]
            else:
                least = styled.height[1]
        if isinstance(height, tuple) or isinstance(least, tuple):
            raise NotKept("a height in percent")
        if look.box_sizing == "border-box" and (height or least):
            raise NotKept("a height with its border")
        return height, least or 0.0

    @staticmethod
    def _sides(look: Look, around: float) -> float:
        """Padding and border left and right."""
        right, left = used(look.padding[1], around) or 0.0, used(look.padding[3], around) or 0.0
        return right + left + look.border[1] + look.border[3]

    def _paragraph(self, element: Element, width: float, parent: str = "") -> Paragraph:
        if element.tag == "li":
            parent = "L"
        return self._composing.paragraph(
            element, self._styles, width=width, parent_tag=parent or "Div"
        )

    def _whole_cell(self, element: Element, look: Look, x: float, y: float, width: float) -> Placed:
        """A cell set like one paragraph, without its border, which is drawn where the row ends."""
        paragraph = self._paragraph(element, width - look.border[1] - look.border[3], "TR")
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
        inside, ends, margins, _ = self._children(
            element, x + left, y + top, width - left - right, [], own, collapses=False
        )
        ends = max([ends + collapsed(margins), *(shape.y + shape.height for shape in own)])
        return Placed(element, look, x, y, width, ends + bottom - y, inside)

    # Tables: of fixed layout, with separate borders.

    def _table(self, element: Element, styled: Styled, x: float, y: float, around: float) -> Placed:
        """A table of fixed layout."""
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
        top = y + look.border[0] + pad_top + down
        whole = max(width, sum(widths) + across * (len(widths) + 1))
        placed = Placed(element, look, x, y, whole, 0.0)
        for group, rows in groups:
            inside = []
            for row in rows:
                inside.append(self._row(row, look, x + across, top, widths, across))
                top += inside[-1].height + down
                self._check(top - down)
            if group is None:
                placed.inside += inside
                continue
            group_look = self._styles[group].look
            group_look.check()
            begins = inside[0].y if inside else top
            high = top - down - begins if inside else 0.0
            size = (x + across, begins, whole - 2 * across, high)
            placed.inside.append(Placed(group, group_look, *size, inside))
        placed.wraps = _wraps(groups)
        if look.height is not None or look.min_height:
            raise NotKept("a table with a height")
        placed.height = top - y + pad_bottom + look.border[2]
        return placed

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
            if cell.get("colspan") or cell.get("rowspan"):
                raise NotKept("a cell that spans others")
            look = self._styles[cell].look
            own = used(look.width, width)
            if own is not None and look.box_sizing == "content-box":
                own += self._sides(look, width)
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
        if not 0 < len(cells) <= len(widths):
            raise NotKept("too many cells")
        whole = sum(widths) + across * (len(widths) - 1)
        placed = Placed(cells[0] if element is None else element, look, x, y, whole, 0.0)
        placed.is_anonymous = element is None
        for cell, width in zip(cells, widths, strict=False):
            placed.inside.append(self._cell(cell, x, y, width))
            x += width + across
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
        if look.display != ("table-cell",) or element.get("colspan") or element.get("rowspan"):
            raise NotKept("a cell that spans others")
        if element.tag in ("td", "th") or _is_paragraph(element, self._styles):
            placed = self._whole_cell(element, look, x, y, width)
        else:
            try:
                placed = self._cell_of_blocks(element, look, x, y, width)
            except DoesNotFit:
                raise
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


def _wraps(groups: Groups) -> int:
    """How many boxes a table has besides its own, where neither group nor row is an element."""
    group, rows = groups[0]
    if group is not None:
        return 0
    return 3 if rows[0][0] is None else 2


def _lowered(look: Look, extra: float) -> float:
    """How far the content of a cell moves down, if it has that much room."""
    return {"middle": extra / 2, "bottom": extra}.get(look.style["vertical_align"], 0.0)


def _is_aligned(look: Look) -> bool:
    return look.style["vertical_align"] in ("top", "middle", "bottom")


def _baseline(cell: Placed) -> float:
    """Where the first line of a cell stands, from its top."""
    for one in cell.all():
        if one.paragraph is not None and one.paragraph.baseline is not None:
            return one.y + one.lowered + one.paragraph.baseline - cell.y
    return cell.height - cell.look.border[2]


def _is_paragraph(element: Element, styles: Styles) -> bool:
    """Whether a block has lines of its own, or nothing in it; else there are only blocks."""
    if element.text and not element.text.isspace():
        return True
    blocks = False
    for child in element:
        look = styles[child].look
        outer = look.display[0]
        if outer != "none":
            if look.position == "absolute" or (look.float == "none" and outer.startswith("inline")):
                return True
            blocks = True
        if child.tail and not child.tail.isspace():
            return True
    return not blocks


def collapsed(margins: tuple[float, ...] | Margins) -> float:
    """One margin of several that adjoin."""
    if not margins:
        return 0.0
    return max(0.0, *margins) + min(0.0, *margins)
