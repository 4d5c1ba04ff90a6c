"""Width and height of a block, from its style. Lengths are CSS pixels."""

from __future__ import annotations

from sheets.printing.pdf.typesetting.cascade import Styled
from sheets.printing.pdf.typesetting.look import Look, NotKept, used


def width_of(look: Look, around: float) -> tuple[float, float]:
    """The width of a block's border box, and its left margin."""
    right, left = (used(look.margin[side], around) for side in (1, 3))
    width = used(look.width, around)
    most = look.max_width
    if width is None:
        width = around - (left or 0.0) - (right or 0.0)
        beside = sides_of(look, around) if look.box_sizing == "content-box" else 0.0
        if most is None or width <= most + beside:
            return width, left or 0.0
        width = most + beside
    else:
        width = width if most is None else min(width, most)
        if look.box_sizing == "content-box":
            width += sides_of(look, around)
    if left is None:
        spare = max(0.0, around - width - (right or 0.0))
        left = spare / 2 if right is None else spare
    return width, left


def sides_of(look: Look, around: float) -> float:
    """Padding and border left and right."""
    right, left = used(look.padding[1], around) or 0.0, used(look.padding[3], around) or 0.0
    return right + left + look.border[1] + look.border[3]


def heights_of(styled: Styled) -> tuple[float | None, float]:
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
        edges = (look.border[0], look.border[2], look.padding[0], look.padding[2])
        if not all(isinstance(edge, float) for edge in edges):
            raise NotKept("a height with its border")
        around = sum(edge for edge in edges if isinstance(edge, float))
        height = None if height is None else max(0.0, height - around)
        least = max(0.0, (least or 0.0) - around)
    return height, least or 0.0


def is_empty(styled: Styled, around: float) -> bool:
    """True if a block is only as high as its content."""
    look = styled.look
    height, least = heights_of(styled)
    edges = (*look.border[::2], *(used(it, around) for it in look.padding[::2]))
    return height in (None, 0.0) and not least and not any(edges)
