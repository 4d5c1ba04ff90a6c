"""Balances columns in a few steps, however high they are.

WeasyPrint lays balanced columns out again for each pixel by which they are too low. Here their
height is estimated by their parts and found by doubling and halving steps; WeasyPrint then fills
columns of that height.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from weasyprint.formatting_structure import boxes
from weasyprint.formatting_structure.boxes import Box
from weasyprint.layout import LayoutContext, block, column
from weasyprint.layout.percent import percentage

# Where a box goes on after a break: the number of a child, and the same of that child.
SkipStack = dict[int, "SkipStack"] | None
_lay_out = column.columns_layout


def columns_layout(
    context: LayoutContext,
    box: Box,
    bottom_space: float,
    skip_stack: SkipStack,
    containing_block: Box,
    page_is_empty: bool,  # noqa: FBT001 (WeasyPrint's order)
    absolute_boxes: list[Box],
    fixed_boxes: list[Box],
    adjoining_margins: Sequence[float],
    *others: object,
) -> object:
    """WeasyPrint's function of this name; columns that fit on the page are balanced before."""
    if _can_be_balanced(box):
        top = box.content_box_y() + block.collapse_margin(adjoining_margins)
        trial = _Trial(context, box, skip_stack, containing_block, top, others)
        if height := trial.balanced(context.page_bottom - bottom_space - top):
            box, bottom_space = box.copy(), context.page_bottom - top - height
            box.style = box.style.copy()
            box.style["column_fill"] = "auto"
    return _lay_out(
        context,
        box,
        bottom_space,
        skip_stack,
        containing_block,
        page_is_empty,
        absolute_boxes,
        fixed_boxes,
        adjoining_margins,
        *others,
    )


def _can_be_balanced(box: Box) -> bool:
    """True for so many columns as high as their content, with nothing that reaches over all of
    them.
    """
    style = box.style
    return bool(
        box.children
        and style["column_fill"] == "balance"
        and style["column_width"] == style["height"] == "auto"
        and all(child.style["column_span"] != "all" for child in box.children)
    )


@dataclass
class _Trial:
    """Columns that are laid out to see what fits. Lengths are CSS pixels."""

    context: LayoutContext
    box: Box
    skip_stack: SkipStack
    containing_block: Box
    top: float
    first_styles: Sequence[object]

    def balanced(self, room: float) -> float | None:
        """The lowest height, to a pixel, of columns that hold everything; None if they don't within
        that room.
        """
        block.block_level_width(self.box, self.containing_block)
        filled = self._filled(room)
        if filled is None:
            return None
        children = [it for one in filled for it in one.children if it.is_in_normal_flow()]
        parts = [part for child in children for part in _parts(child)]
        # WeasyPrint wants room for what is below a block's content twice.
        least = min(map(_below, children), default=0.0)
        least += _least(parts, self.box.style["column_count"])
        low, high = 0, 0

        def holds(more: int) -> bool:
            return least + more >= room or self._filled(least + more) is not None

        while not holds(high):
            low, high = high + 1, max(1, 2 * high)
        return min(room, least + bisect_left(range(high), 1, low, key=holds))

    def _filled(self, height: float) -> list[Box] | None:
        """Columns of that height; None if they don't hold everything."""
        context, shapes = self.context, len(self.context.excluded_shapes)
        bottom_space = context.page_bottom - self.top - height
        column_box, skip_stack = self._column()
        context.in_column = True
        filled: list[Box] = []
        for _ in range(self.box.style["column_count"]):
            laid_out, skip_stack, *_ = block.block_box_layout(
                context,
                column_box,
                bottom_space,
                skip_stack,
                self.containing_block,
                False,  # noqa: FBT003 (WeasyPrint's order)
                *([], [], []),
                *self.first_styles,
                discard=False,
                max_lines=None,
            )
            filled += [laid_out] if laid_out else []
            if not laid_out or not skip_stack:
                break
        block.remove_placeholders(context, filled, [], [])
        del context.excluded_shapes[shapes:]
        return None if skip_stack or not laid_out else filled

    def _column(self) -> tuple[Box, SkipStack]:
        """A column with all that is left of the content, and where in that it begins."""
        box, style, skip, inside = self.box, self.box.style, 0, None
        if self.skip_stack:
            skip, inside = next(iter(self.skip_stack.items()))
        gap = style["column_gap"]
        gap = style["font_size"] if gap == "normal" else percentage(gap, style, box.width)
        count = style["column_count"]
        width = max(0, box.width - (count - 1) * gap) / count
        children = [child.copy() for child in box.children[skip:]]
        around = self.containing_block
        column_box = column._create_column_box(box, around, children, width, self.top)
        return column_box, {0: inside} if self.skip_stack else None


def _parts(child: Box) -> list[float]:
    """The heights of the parts of a child between which a column may end."""
    style, whole = child.style, float(child.margin_height())
    lines = [line.height for line in child.children if isinstance(line, boxes.LineBox)]
    last = len(lines) - style["widows"]
    if style["break_inside"] != "auto" or last < style["orphans"]:
        return [whole]
    first = style["orphans"]
    return [whole - sum(lines[first:]), *lines[first:last], sum(lines[last:])]


def _below(child: Box) -> float:
    """The height of the space below the content of a block."""
    return float(child.padding_bottom + child.border_bottom_width + child.margin_bottom)


def _least(parts: Sequence[float], count: int) -> float:
    """The lowest height, to a pixel, at which so many columns hold these parts."""
    least = max(sum(parts) / count, max(parts, default=0.0))

    def holds(more: int) -> bool:
        columns, left = 0, 0.0
        for part in parts:
            if part > left:
                columns, left = columns + 1, least + more
            left -= part
        return columns <= count

    return least + bisect_left(range(ceil(sum(parts))), 1, key=holds)


def balance_columns_briefly() -> None:
    """Lets WeasyPrint use this, wherever it lays out columns."""
    block.columns_layout = columns_layout
