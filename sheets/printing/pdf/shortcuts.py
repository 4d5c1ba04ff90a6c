"""Shortcuts through what WeasyPrint asks thousands of times for a sheet.

They know how one release works inside. With any other none is taken: a page takes longer then, and
looks the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from weasyprint import VERSION
from weasyprint.css import AnonymousStyle, ComputedStyle
from weasyprint.css.computed_values import PHYSICAL_FUNCTIONS
from weasyprint.css.properties import INHERITED, INITIAL_NOT_COMPUTED, INITIAL_VALUES
from weasyprint.formatting_structure.boxes import Box
from weasyprint.layout import percent
from weasyprint.text import line_break

RELEASE = "70.0"
# Properties whose value depends on others, or on more than the element and its parent.
_SPECIAL = {"display", "float", "page", "position"} | PHYSICAL_FUNCTIONS.keys()
_SPECIAL |= {name for name in INITIAL_VALUES if name.startswith("text_decoration_")}
_FROM_PARENT = INHERITED - _SPECIAL
_INITIAL = {
    name: value
    for name, value in INITIAL_VALUES.items()
    if name not in INHERITED | INITIAL_NOT_COMPUTED | _SPECIAL
}
_AUTO_IS_NONE = {"min_width", "min_height"}
Answer = TypeVar("Answer")
_compute = ComputedStyle.__missing__
_resolve = percent.resolve_one_percentage


@wraps(_compute)
def _computed(style: ComputedStyle, name: str) -> object:
    """The value of a property: nine in ten are inherited or initial, and no rule is about them."""
    if name not in style.cascaded:
        if name in _INITIAL:
            style[name] = _INITIAL[name]
            return style[name]
        if name in _FROM_PARENT and style.parent_style is not None:
            style[name] = style.parent_style[name]
            return style[name]
    return _compute(style, name)


@wraps(_resolve)
def _resolve_one(box: Box, name: str, whole: float) -> None:
    """Sets a length of a box: most are in pixels or "auto"."""
    length = box.style[name]
    if getattr(length, "unit", "") == "px":
        setattr(box, name, length.value)
    elif length == "auto" and name not in _AUTO_IS_NONE:
        setattr(box, name, length)
    else:
        _resolve(box, name, whole)


@wraps(Box.is_in_normal_flow)
def _is_in_normal_flow(box: Box) -> bool:
    """False for what floats, is placed, is in the margin of a page, or is a footnote."""
    style = box.style
    return style["float"] == "none" and style["position"] in ("static", "relative")


def _once(ask: Callable[..., Answer]) -> Callable[..., Answer]:
    """The function of a style, asked once for each: that of a box is never changed."""
    name = f"once{ask.__name__}"

    @wraps(ask)
    def asked(style: ComputedStyle | AnonymousStyle, *others: object, **more: object) -> Answer:
        if not isinstance(style, ComputedStyle | AnonymousStyle):
            return ask(style, *others, **more)
        answers: dict[object, Answer] = style.__dict__.setdefault(name, {})
        key = (*others, *more.values())
        if key not in answers:
            answers[key] = ask(style, *others, **more)
        return answers[key]

    return asked


# What each is taken instead of, by what has it.
SHORTCUTS = (
    (ComputedStyle, "__missing__", _computed),
    (Box, "is_in_normal_flow", _is_in_normal_flow),
    (percent, "resolve_one_percentage", _resolve_one),
    (line_break, "get_font_description", _once(line_break.get_font_description)),
    (line_break, "_font_style_cache_key", _once(line_break._font_style_cache_key)),
)


def take_shortcuts() -> None:
    """Lets WeasyPrint use them, if it is the release that they were written for."""
    if VERSION == RELEASE:
        for owner, name, shortcut in SHORTCUTS:
            setattr(owner, name, shortcut)
