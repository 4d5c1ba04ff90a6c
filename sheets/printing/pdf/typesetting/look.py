"""The values of a computed style that the layout of blocks needs, read once for each style."""

from __future__ import annotations

from typing import Any

# Lengths closer than this are the same.
NEAR = 0.001
SIDES = ("top", "right", "bottom", "left")
# Breaks between pages that are avoided, and those that are asked for.
AVOID, FORCED = {"avoid", "avoid-page"}, {"page"}
BREAKS = ("auto", "avoid-column", *AVOID, *FORCED)
# What the layout of blocks does not know, with the only value it takes.
ONLY: dict[str, tuple[Any, ...]] = {
    "opacity": (1,),
    "z_index": ("auto",),
    "direction": ("ltr",),
    "column_width": ("auto",),
    "column_count": ("auto",),
    "visibility": ("visible",),
    "page": ("auto", ""),
    "float": ("none", "left", "right"),
    "clear": ("none", "left", "right", "both"),
    "position": ("static", "relative", "absolute"),
    "caption_side": ("top",),
    "outline_style": ("none",),
    "border_collapse": ("separate",),
    "break_before": BREAKS,
    "break_after": BREAKS,
    "max_lines": ("none",),
    "continue": ("auto",),
}
BLOCK = {("block", "flow"), ("block", "flow-root"), ("block", "flow", "list-item")}


class NotKept(Exception):
    """A page asks for more than what is put together of kept parts."""


class Overfull(NotKept):
    """A page ends where kept parts cannot be divided, so there are at least `pages` pages."""

    pages = 2


class Look:
    """A computed style: WeasyPrint's own for an element and its pseudo-elements, and its numbers.

    Lengths are CSS pixels; a number of percent is a pair with "%".
    """

    __slots__ = (
        "_fault",
        "border",
        "box_sizing",
        "break_after",
        "break_before",
        "break_inside",
        "clear",
        "display",
        "float",
        "has_marker",
        "height",
        "is_plain",
        "is_root",
        "is_whole",
        "margin",
        "max_width",
        "min_height",
        "offset",
        "padding",
        "position",
        "pseudo",
        "style",
        "width",
    )

    def __init__(self, style: Any, pseudo: dict[str, Any]) -> None:
        self.style, self.pseudo = style, pseudo
        self.display: tuple[str, ...] = style["display"]
        self.float: str = style["float"]
        self.clear: str = style["clear"]
        position = style["position"]
        self.position: str = position if isinstance(position, str) else position[0]
        self.margin = [_length(style[f"margin_{side}"]) for side in SIDES]
        self.padding = [_length(style[f"padding_{side}"]) for side in SIDES]
        self.border = [float(style[f"border_{side}_width"]) for side in SIDES]
        self.width, self.height = _length(style["width"]), _length(style["height"])
        self.min_height = _length(style["min_height"])
        self.max_width = _limit(style["max_width"])
        self.box_sizing: str = style["box_sizing"]
        self.offset = _length(style["left"]), _length(style["top"])
        self.break_before: str = style["break_before"]
        self.break_after: str = style["break_after"]
        self.break_inside: str = style["break_inside"]
        self.is_root = self.float != "none" or "flow-root" in self.display
        self.is_plain = not any(self.border) and style["background_color"].alpha == 0
        self._fault = _fault(style)
        # Columns are set with everything in them, like one paragraph.
        self.is_whole = style["column_count"] != "auto" and self.display in BLOCK
        # Items with a sign or number are set with their list.
        self.has_marker = "list-item" in self.display and style["list_style_type"] != "none"

    def check(self) -> None:
        """NotKept if the layout of blocks does not know this style."""
        if self._fault:
            raise NotKept(self._fault)


def _fault(style: Any) -> str:
    """The first value of a style that the layout of blocks doesn't know; "" if it knows all."""
    for name, known in ONLY.items():
        if style[name] not in known:
            return f"{name}: {style[name]}"
    # Cells are cut off as they are set.
    if style["overflow"] not in ("visible", "hidden" if "table-cell" in style["display"] else ""):
        return "something that is cut off"
    if style["transform"] or style["box_shadow"]:
        return "a transformation or a shadow"
    if any(kind != "none" for kind, _ in style["background_image"]):
        return "a background image"
    if style["max_height"].value != float("inf") or style["max_width"].unit == "%":
        return "a greatest height, or a width in percent"
    if "list-item" in style["display"] and style["list_style_type"] != "none":
        return "an item without its list"
    if _length(style["min_width"]) not in (0, None):
        return "a least width"
    return _fault_of_border(style)


def _fault_of_border(style: Any) -> str:
    for side in SIDES:
        if style[f"border_{side}_width"] and style[f"border_{side}_style"] != "solid":
            return "a border that is not solid"
    if any(
        style[f"border_{corner}_radius"][0].value
        for corner in ("top_left", "top_right", "bottom_left", "bottom_right")
    ):
        return "round corners"
    return ""


Length = float | tuple[float, str] | None


def _length(value: Any) -> Length:
    """A length in pixels, a number of percent, or None for auto."""
    if value == "auto":
        return None
    if isinstance(value, (int, float)):
        return float(value)
    if value.unit == "%":
        return (float(value.value), "%")
    return float(value.value)


def _limit(value: Any) -> float | None:
    """A greatest length in pixels; None for none."""
    return None if value.value == float("inf") else float(value.value)


def used(length: Length, base: float) -> float | None:
    """A length in pixels; None for auto."""
    return length[0] * base / 100 if isinstance(length, tuple) else length
