"""Places blocks and floats on a page, as CSS says, around kept paragraphs.

Positions are CSS pixels from the page's upper left corner. A page has no end here: `breaks.py`
finds where it ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from xml.etree.ElementTree import Element

from sheets.printing.pdf.typesetting.cascade import Styled, Styles
from sheets.printing.pdf.typesetting.floats import Float, Floats, check_clear, find_place
from sheets.printing.pdf.typesetting.look import BLOCK, Look, NotKept, used
from sheets.printing.pdf.typesetting.paragraph import Composing, Paragraph, is_paragraph
from sheets.printing.pdf.typesetting.placed import (
    START,
    Margins,
    Placed,
    Resume,
    collapsed,
)
from sheets.printing.pdf.typesetting.sizes import heights_of, is_empty, sides_of, width_of
from sheets.printing.pdf.typesetting.tables import Tables

SET_WHOLE = {"input", "textarea", "img"}


class Layout:
    """Places the elements of one document."""

    def __init__(self, styles: Styles, composing: Composing) -> None:
        self._styles, self._composing = styles, composing
        self._tables = Tables(self, styles)
        self._paragraphs: dict[tuple[Element, float], Paragraph] = {}
        # Whether margins at the top of the page are dropped, and whether nothing is on it yet.
        self._drops_margins = self._at_top = False

    def body(
        self,
        body: Element,
        x: float,
        y: float,
        width: float,
        resume: Resume = START,
        *,
        drops_margins: bool = False,
    ) -> list[Placed]:
        """The elements of a body, which has no margin, border or padding of its own, from there on:
        those of a page and of all that follow. A page that follows without having been asked for
        drops the margins at its top.
        """
        look = self._styles[body].look
        if any(used(length, width) for length in (*look.margin, *look.padding)) or any(look.border):
            raise NotKept("a body with a margin")
        self._drops_margins, self._at_top = drops_margins, True
        return self.children(body, x, y, width, [0.0], [], resume, collapses=False)[0]

    def children(
        self,
        parent: Element,
        x: float,
        y: float,
        width: float,
        margins: Margins,
        floats: Floats,
        resume: Resume = START,
        *,
        collapses: bool,
    ) -> tuple[list[Placed], float, Margins, bool]:
        """The children of a block, where the next one would begin, the margins that adjoin it, and
        whether any is in the flow.
        """
        placed: list[Placed] = []
        flows = False
        first = resume.path[0] if resume.path else None
        for child in _shown(parent, first, self._styles):
            from_here = resume.below() if child is first else START
            styled = self._styles[child]
            look = styled.look
            if not look.is_whole and child.tag not in SET_WHOLE:
                look.check()
            if look.position == "absolute":
                placed.append(self._absolute(child, look, parent, x, y))
                continue
            if look.float != "none":
                if from_here.goes_on:
                    raise NotKept("a float that goes on")
                placed.append(self._float(child, styled, x, y + collapsed(margins), width, floats))
                self._at_top = False
                continue
            if not flows and collapses and placed:
                self._check_margin(look, margins, width, floats)
            one, y, margins = self._block(child, styled, x, y, width, margins, floats, from_here)
            placed.append(one)
            self._at_top, flows = False, True
        return placed, y, margins, flows

    @staticmethod
    def _check_margin(look: Look, margins: Margins, width: float, floats: Floats) -> None:
        """NotKept if a block moves the floats before it, with a margin that collapses with that of
        the block around them.
        """
        top = used(look.margin[0], width) or 0.0
        clears = any(look.clear in (shape.side, "both") for shape in floats)
        if clears or collapsed([*margins, top]) != collapsed(margins):
            raise NotKept("floats before a margin that collapses")

    def _absolute(
        self, element: Element, look: Look, parent: Element, x: float, y: float
    ) -> Placed:
        """A picture where its style puts it, in a block whose content begins there."""
        around = self._styles[parent].look
        left, top = look.offset
        sides = (look.width, left, top, around.padding[0], around.padding[3])
        if element.tag != "img" or around.position != "relative":
            raise NotKept("something absolute beside blocks")
        lengths = [side for side in sides if isinstance(side, float)]
        if len(lengths) < len(sides) or any(look.border) or any(look.padding):
            raise NotKept("a picture without a place of its own")
        width, left, top, above, before = lengths
        paragraph = self.paragraph(element, width)
        return Placed(
            element,
            look,
            x - before + left,
            y - above + top,
            width,
            paragraph.height,
            paragraph=paragraph,
        )

    def _block(
        self,
        element: Element,
        styled: Styled,
        x: float,
        y: float,
        around: float,
        margins: Margins,
        floats: Floats,
        resume: Resume,
    ) -> tuple[Placed, float, Margins]:
        """A block in the flow, where the next one would begin, and the margins that adjoin it."""
        look = styled.look
        top, bottom = (used(look.margin[side], around) or 0.0 for side in (0, 2))
        if resume.goes_on or (self._drops_margins and self._at_top and margins):
            top = 0.0
        if look.display[0] in ("table", "inline-table") or look.display == ("block", "table"):
            begins = y + collapsed([*margins, top])
            right, left = (used(look.margin[side], around) or 0.0 for side in (1, 3))
            table = self._tables.table(element, styled, x + left, begins, around, resume)
            if floats:
                shape = Float("left", table.x, begins, table.width, table.height)
                find_place(shape, x + left, around - left - right, floats, is_flat=False)
                table.is_lowered = shape.y != begins
                table.move(shape.x - table.x, shape.y - begins)
            table.margin_bottom = bottom
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
        width, left = width_of(look, around)
        if look.is_whole or is_paragraph(element, self._styles):
            placed = self._flowing(
                element, styled, x + left, begins, width, (*margins, top), floats, resume
            )
        else:
            placed = self._container(
                element, styled, x + left, begins, width, [*margins, top], floats, around, resume
            )
        placed[0].margin_bottom = bottom
        placed[0].goes_on = resume.goes_on
        return placed

    def _flowing(
        self,
        element: Element,
        styled: Styled,
        x: float,
        y: float,
        width: float,
        margins: tuple[float, ...],
        floats: Floats,
        resume: Resume,
    ) -> tuple[Placed, float, Margins]:
        """A paragraph in the flow."""
        look = styled.look
        if resume.within is None:
            paragraph = self.paragraph(element, width)
        else:
            paragraph = self.rest(element, width, resume.within)
        bottom = used(look.margin[2], width) or 0.0
        begins = y + collapsed(margins)
        beside: Floats = []
        if floats and paragraph.rows and not resume.goes_on:
            paragraph, beside = self._beside(element, look, x, begins, paragraph, floats)
            width = paragraph.width
        placed = Placed(element, look, x, begins, width, paragraph.height, paragraph=paragraph)
        placed.resumed, placed.beside = resume.within, beside
        if not paragraph.height and not paragraph.rows:
            return placed, y, [*margins, bottom]
        ends = begins + paragraph.height
        if floats and not beside and (paragraph.rows or look.is_root):
            check_clear(floats, left=x, top=begins, right=x + width, bottom=ends)
        return placed, ends, [bottom]

    def _beside(
        self, element: Element, look: Look, x: float, y: float, whole: Paragraph, floats: Floats
    ) -> tuple[Paragraph, Floats]:
        """A paragraph that begins there: narrower where floats at the right stand beside all of it,
        else around them; the floats that it goes around, as seen from its corner.
        """
        width, bottom = whole.width, y + whole.height
        across = [shape for shape in floats if shape.is_across(x, x + width)]
        shapes = [shape for shape in across if shape.is_beside(y, bottom)]
        if not shapes or look.is_root:
            return whole, []
        if look.is_plain and all(shape.side == "right" for shape in shapes):
            narrower = self.paragraph(element, min(shape.x for shape in shapes) - x)
            bottom = y + narrower.height
            if all(it.covers(y, bottom) for it in across if it.is_beside(y, bottom)):
                return narrower, []
        if look.is_whole:
            return whole, []
        beside = [replace(it, x=it.x - x, y=it.y - y) for it in across if y < it.y + it.height]
        around = self._composing.paragraph(
            element, self._styles, width=width, parent_tag=_tag_above(element, ""), beside=beside
        )
        return around, beside

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
        resume: Resume = START,
    ) -> tuple[Placed, float, Margins]:
        """A block of blocks; `y` is where it would begin without margins."""
        look = styled.look
        pad_top, pad_right, _, pad_left = (used(it, around) or 0.0 for it in look.padding)
        above = 0.0 if resume.goes_on else look.border[0] + pad_top
        own = [] if look.is_root else floats
        collapses = not above and not look.is_root
        begins = y if collapses else y + collapsed(margins)
        if look.is_root and floats:
            check_clear(floats, left=x, top=begins, right=x + width, bottom=begins + 1)
        sides = look.border[3] + pad_left, look.border[1] + pad_right
        children, ends, inner, flows = self.children(
            element,
            x + sides[0],
            begins + above,
            width - sum(sides),
            margins if collapses else [],
            own,
            resume,
            collapses=collapses,
        )
        if collapses:
            first = next((child for child in children if child.is_in_flow), None)
            begins = y + collapsed(margins) if first is None else first.y
        placed = Placed(element, look, x, begins, width, 0.0, children)
        bottom = used(look.margin[2], around) or 0.0
        if not flows and is_empty(styled, around):
            # It has no height, and its margins are one.
            if look.is_root:
                self._root_height(placed, own, begins)
            if look.clear != "none":
                raise NotKept("an empty block that clears floats")
            return placed, y, [*margins, bottom]
        placed.goes_on = resume.goes_on
        left = self._close(placed, styled, around, own, ends, inner if flows else [])
        return placed, placed.y + placed.height, [*left, bottom]

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
        above = 0.0 if placed.goes_on else look.border[0] + (used(look.padding[0], around) or 0.0)
        below = look.border[2] + (used(look.padding[2], around) or 0.0)
        height, least = heights_of(styled)
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
            width += sides_of(look, around)
        if look.clear != "none":
            for shape in floats:
                if look.clear in (shape.side, "both"):
                    y = max(y, shape.y + shape.height)
        placed = self._root(element, styled, x + left, y + top, width, around)
        if floats:
            y = max(y, floats[-1].y)
        shape = Float(look.float, x, y, width + left + right, placed.height + top + bottom)
        find_place(shape, x, around, floats, is_flat=not placed.height)
        placed.move(shape.x + left - placed.x, shape.y + top - placed.y)
        floats.append(shape)
        return placed

    def _root(
        self, element: Element, styled: Styled, x: float, y: float, width: float, around: float
    ) -> Placed:
        """A block with floats of its own."""
        look = styled.look
        if look.display == ("block", "table") or look.display[0] == "table":
            return self._tables.table(element, styled, x, y, around, START)
        if look.display not in BLOCK:
            raise NotKept(f"a float with display: {look.display}")
        if look.is_whole or is_paragraph(element, self._styles):
            paragraph = self.paragraph(element, width)
            return Placed(element, look, x, y, width, paragraph.height, paragraph=paragraph)
        return self._container(element, styled, x, y, width, [], [], around)[0]

    def paragraph(self, element: Element, width: float, parent: str = "") -> Paragraph:
        """A paragraph below a tag of that kind, as wide as that."""
        key = (element, width)
        if key not in self._paragraphs:
            self._paragraphs[key] = self._composing.paragraph(
                element, self._styles, width=width, parent_tag=_tag_above(element, parent)
            )
        return self._paragraphs[key]

    def rest(self, element: Element, width: float, within: object) -> Paragraph:
        """The rest of a paragraph that began on the page before."""
        piece = self.piece(element, width, within, room=None, at_top=True)
        if piece is None:
            raise NotKept("a paragraph of which nothing is left")
        return piece[0]

    def piece(
        self,
        element: Element,
        width: float,
        within: object,
        *,
        room: float | None,
        at_top: bool,
        beside: Sequence[Float] = (),
    ) -> tuple[Paragraph, object] | None:
        """As much of a paragraph from there on as has room beside floats, and where it goes on."""
        return self._composing.piece(
            element,
            self._styles,
            width=width,
            parent_tag=_tag_above(element, ""),
            within=within,
            room=room,
            at_top=at_top,
            beside=beside,
        )


def _shown(parent: Element, first: Element | None, styles: Styles) -> Iterator[Element]:
    """The children that are shown, from the first on; NotKept with text beside them."""
    begins = first is None
    if parent.text and not parent.text.isspace():
        raise NotKept(f"text beside blocks in {parent.tag}")
    for child in parent:
        if child.tail and not child.tail.isspace():
            raise NotKept(f"text beside blocks in {parent.tag}")
        begins = begins or child is first
        if begins and styles[child].look.display != ("none",):
            yield child


def _tag_above(element: Element, parent: str) -> str:
    return "L" if element.tag == "li" else parent or "Div"
