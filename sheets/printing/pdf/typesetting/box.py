"""Lays out the box of one paragraph with WeasyPrint."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any
from xml.etree.ElementTree import Element

from weasyprint.css.properties import INITIAL_VALUES
from weasyprint.css.targets import TargetCollector
from weasyprint.formatting_structure import boxes
from weasyprint.formatting_structure.build import build_formatting_structure
from weasyprint.html import UA_COUNTER_STYLE
from weasyprint.layout import LayoutContext
from weasyprint.layout.absolute import absolute_layout
from weasyprint.layout.background import layout_box_backgrounds
from weasyprint.layout.block import block_level_layout

from sheets.printing.pdf.typesetting.cascade import Styled, Styles
from sheets.printing.pdf.typesetting.floats import Float
from sheets.printing.pdf.typesetting.look import NEAR, SIDES, NotKept

# No paragraph is as high; columns are as high as each other only where there is an end.
ENDLESS = 20_000
TRANSPARENT = INITIAL_VALUES["background_color"]
EDGE = ("background_color", *(f"border_{side}_color" for side in SIDES))


def laid_out_box(
    element: Element,
    styles: Styles,
    width: float,
    image: Callable[..., Any],
    fonts: Any,
    *,
    within: Any = None,
    room: float = ENDLESS,
    at_top: bool = True,
    beside: Sequence[Float] = (),
) -> tuple[Any, Any] | None:
    """The laid out box of a paragraph, its border's upper left corner at 0, 0, and where it goes on
    if it has no more room. None if nothing of it has. Its lines go around the floats beside it.
    """
    written = _written_style(styles[element], width, is_bare=bool(beside))
    # The styles of what has a height written on it.
    own: dict[Element, Any] = {}

    def style_for(asked: Element, pseudo: str | None = None) -> Any:
        if asked is element and pseudo is None:
            return written
        look, height = styles[asked]
        if pseudo:
            return look.pseudo.get(pseudo)
        if height and asked not in own:
            own[asked] = style = look.style.copy()
            style[height[0].replace("-", "_")] = type(style["padding_top"])(height[1], "px")
        return own.get(asked, look.style)

    targets, counters = TargetCollector(), UA_COUNTER_STYLE.copy()
    context = LayoutContext(style_for, image, fonts, counters, targets)
    box = build_formatting_structure(element, style_for, image, None, targets, counters, [])
    box.is_for_root_element = False
    context.current_page, context.page_bottom, context.forced_break = 1, room, False
    context.current_footnote_area = SimpleNamespace(height="auto")
    around = boxes.BlockBox("html", written, None, [])
    around.position_x = around.position_y = 0
    for side in SIDES:
        setattr(around, f"margin_{side}", 0)
        setattr(around, f"padding_{side}", 0)
        setattr(around, f"border_{side}_width", 0)
    around.width, around.height = width, ENDLESS
    around.is_for_root_element = False
    context.create_block_formatting_context(around, [_excluded(shape) for shape in beside])
    box.position_x = box.position_y = 0
    absolute: list[Any] = []
    laid_out, left = block_level_layout(
        context,
        box,
        0,
        within,
        around,
        page_is_empty=at_top,
        absolute_boxes=absolute,
        fixed_boxes=absolute,
    )[:2]
    if laid_out is None:
        return None
    context.finish_block_formatting_context()
    if abs(laid_out.border_box_y()) > NEAR:
        raise NotKept("a margin that collapses with what is in it")
    _check_within(laid_out)
    for placeholder in absolute:
        # The signs of a list stand beside it, wherever its page is.
        if not (placeholder.element_tag or "").endswith("::marker"):
            raise NotKept("something absolute to more than its paragraph")
        absolute_layout(context, placeholder, around, absolute, bottom_space=0, skip_stack=None)
    layout_box_backgrounds(None, laid_out, image)
    return laid_out, left


def _excluded(shape: Float) -> Any:
    """The box that WeasyPrint expects for a float that lines go around."""
    return SimpleNamespace(
        style={"float": shape.side},
        position_x=shape.x,
        position_y=shape.y,
        margin_width=lambda: shape.width,
        margin_height=lambda: shape.height,
    )


def _check_within(laid_out: Any) -> None:
    """NotKept for what reaches out of a paragraph, and for what is drawn in a way of its own."""
    for part in laid_out.descendants():
        bottom = part.position_y + part.margin_height() if part.is_floated() else 0
        if bottom > laid_out.border_height() + NEAR:
            raise NotKept("a float that reaches out of its paragraph")
    turned = (part for part in parts_of(laid_out) if part.style["transform"])
    for part in turned:
        if any(map(_has_frame, parts_of(part))):
            raise NotKept("a frame that is turned")


def _has_frame(box: Any) -> bool:
    element = box.element
    return element is not None and (
        element.get("data-frame") or element.tag in ("input", "textarea")
    )


def _written_style(styled: Styled, width: float, *, is_bare: bool) -> Any:
    """The paragraph's style as a block without margins, of a width that is known; bare, without
    what is drawn around its text: where floats stand beside it, that is below them.
    """
    style = styled.look.style.copy()
    for name in EDGE if is_bare else ():
        style[name] = TRANSPARENT
    style["display"], style["float"], style["clear"] = ("block", "flow"), "none", "none"
    length = type(style["padding_top"])
    for side in SIDES:
        style[f"margin_{side}"] = length(0, "px")
    style["width"], style["box_sizing"] = length(width, "px"), "border-box"
    style["max_width"] = length(float("inf"), "px")
    if styled.look.display[0] == "table-cell":
        style["height"] = "auto"
        for side in SIDES:
            style[f"border_{side}_width"] = 0
    elif styled.look.box_sizing != "border-box":
        # Heights, too, now count padding and border.
        for name in ("height", "min_height"):
            if style[name] != "auto":
                style[name] = length(style[name].value + _beside(styled), "px")
    if styled.height:
        name = styled.height[0].replace("-", "_")
        extra = 0 if styled.look.box_sizing == "border-box" else _beside(styled)
        style[name] = length(styled.height[1] + extra, "px")
    return style


def _beside(styled: Styled) -> float:
    """Padding and border above and below."""
    look = styled.look
    top, bottom = look.padding[0], look.padding[2]
    if not isinstance(top, float) or not isinstance(bottom, float):
        raise NotKept("padding in percent")
    return top + bottom + look.border[0] + look.border[2]


def parts_of(box: Any) -> Iterator[Any]:
    """A box and everything in it, also what is absolute."""
    yield box
    for part in box.descendants(placeholders=True):
        yield getattr(part, "_box", part)
