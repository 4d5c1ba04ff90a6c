"""Paragraphs: blocks with nothing but lines in them, set by WeasyPrint and kept.

A kept paragraph is everything that its place on a page adds nothing to: its size, its drawing from
its upper left corner, the bottoms of its lines, frames, tags, bookmarks and form fields.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any
from xml.etree.ElementTree import Element

import pydyf
from weasyprint.anchors import gather_anchors
from weasyprint.css.counters import CounterStyle
from weasyprint.css.targets import TargetCollector
from weasyprint.draw import draw_background, draw_stacking_context
from weasyprint.draw.border import draw_border
from weasyprint.formatting_structure import boxes
from weasyprint.formatting_structure.build import build_formatting_structure
from weasyprint.layout import LayoutContext
from weasyprint.layout.background import layout_box_backgrounds
from weasyprint.layout.block import block_level_layout
from weasyprint.pdf.stream import Stream
from weasyprint.stacking import StackingContext

from sheets.printing.pdf.frames import DRAWN
from sheets.printing.pdf.typesetting.cascade import Styled
from sheets.printing.pdf.typesetting.look import SIDES, Look, NotKept
from sheets.printing.pdf.typesetting.tags import Tag, read_tags

Styles = dict[Element, Styled]
MOST = 20_000
NEAR = 0.001
# No paragraph is as high; columns are as high as each other only where there is an end.
ENDLESS = 20_000
OURS = "Hyperspace"
# The frame that depends on the page around it.
OF_THE_PAGE = "foot"
_MARK = re.compile(rb"/MCID (\d+)")
_STATE = re.compile(rb"/(\S+) gs\b")
_FONT = re.compile(rb"/([A-Z]{6}) [0-9.]+ Tf|<([0-9a-f]+)>")
_NO_SPACE = re.compile(rb">0<")
_IMAGE = re.compile(rb" Do\b")


@dataclass(frozen=True, slots=True)
class Field:
    """A form field, in CSS pixels from its paragraph's upper left corner."""

    kind: str
    name: str
    title: str
    value: str
    rectangle: tuple[float, float, float, float]
    size: float
    side: int
    to_foot: bool


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph as it is printed, whatever its place. Lengths are CSS pixels."""

    width: float
    height: float
    # Drawing operators; a number for marked content stands between each two.
    drawing: tuple[bytes, ...]
    tags: tuple[Tag, ...]
    rows: tuple[float, ...] = ()
    # Where its first line stands; None without lines.
    baseline: float | None = None
    frames: str = ""
    bookmarks: tuple[tuple[int, str, float, float], ...] = ()
    fields: tuple[Field, ...] = ()
    # Glyph numbers by font, and the names of graphics states.
    glyphs: dict[str, frozenset[int]] = field(default_factory=dict)
    states: frozenset[str] = frozenset()


class Composing:
    """Sets paragraphs with one set of stylesheets, and keeps them."""

    def __init__(self, fonts: Any, fetcher: Any) -> None:
        self._fonts, self._fetcher = fonts, fetcher
        self._kept: dict[Any, Paragraph] = {}
        self._edges: dict[tuple[int, float, float], bytes] = {}
        self.faces: dict[Any, Any] = {}
        self.states = pydyf.Dictionary()
        self._resources = pydyf.Dictionary(
            {
                "ExtGState": self.states,
                "XObject": pydyf.Dictionary(),
                "Pattern": pydyf.Dictionary(),
                "Shading": pydyf.Dictionary(),
                "ColorSpace": b"",
            }
        )

    def paragraph(
        self, element: Element, styles: Styles, *, width: float, parent_tag: str
    ) -> Paragraph:
        """The paragraph of an element as wide as that, with its padding and border."""
        key = (round(width, 3), parent_tag, _signature(element, styles))
        kept = self._kept.get(key)
        if kept is None:
            if len(self._kept) > MOST:
                self._kept.clear()
            kept = self._kept[key] = self._set(element, styles, width, parent_tag)
        return kept

    def _set(self, element: Element, styles: Styles, width: float, parent_tag: str) -> Paragraph:
        box = _box(element, styles, width, self._image, self._fonts)
        for part in _parts(box):
            if part.missing_link or part.link or part.style["anchor"]:
                raise NotKept("a link")
        drawn, marked = self._drawn(box)
        lines = [line for line in box.descendants() if isinstance(line, boxes.LineBox)]
        bookmarks: list[Any] = []
        forms: dict[Any, list[Any]] = {None: []}
        gather_anchors(box, {}, [], bookmarks, forms)
        inputs = [part for group in forms.values() for part in group]
        tags, order = read_tags(box, parent_tag, marked, [part for part, _ in inputs])
        return Paragraph(
            width=box.border_width(),
            height=box.border_height(),
            drawing=tuple(_MARK.split(drawn)[::2]),
            tags=_numbered(tags, _MARK.findall(drawn), order),
            rows=tuple(line.position_y + line.height for line in lines),
            baseline=lines[0].position_y + lines[0].baseline if lines else None,
            # A cell's own frame is as high as its row.
            frames="".join(_frames(box, but=element if parent_tag == "TR" else None)),
            bookmarks=tuple((level, label, x, y) for level, label, (x, y), _ in bookmarks),
            fields=tuple(_field(part, place) for part, place in inputs),
            glyphs=_glyphs(drawn),
            states=frozenset(name.decode() for name in _STATE.findall(drawn)),
        )

    def margin_box(self, box: Any) -> Paragraph:
        """A box in the margin of a page, where it is."""
        drawn, _ = self._drawn(box)
        return Paragraph(
            width=box.border_width(),
            height=box.border_height(),
            drawing=tuple(_MARK.split(drawn)[::2]),
            tags=(),
            glyphs=_glyphs(drawn),
            states=frozenset(name.decode() for name in _STATE.findall(drawn)),
        )

    def edge(self, look: Look, width: float, height: float) -> bytes:
        """The background and border of a block of that size, from its upper left corner."""
        key = (id(look), round(width, 3), round(height, 3))
        if key not in self._edges:
            if len(self._edges) > MOST:
                self._edges.clear()
            self._edges[key] = self._edge(look, width, height)
        return self._edges[key]

    def _edge(self, look: Look, width: float, height: float) -> bytes:
        box = boxes.BlockBox("div", look.style, None, [])
        box.position_x = box.position_y = 0
        for side, border in zip(SIDES, look.border, strict=True):
            setattr(box, f"margin_{side}", 0)
            setattr(box, f"padding_{side}", 0)
            setattr(box, f"border_{side}_width", border)
        box.width = width - look.border[1] - look.border[3]
        box.height = height - look.border[0] - look.border[2]
        layout_box_backgrounds(None, box, self._image)
        stream = self._stream(box, {})
        draw_background(stream, box.background)
        draw_border(stream, box)
        return b"\n".join(map(_operators, stream.stream))

    def _stream(self, box: Any, marked: dict[Any, Any]) -> Stream:
        rectangle = (0, 0, box.border_width(), box.border_height())
        return Stream(self.faces, rectangle, self._resources, {}, marked, {}, None)

    def _drawn(self, box: Any) -> tuple[bytes, dict[Any, Any]]:
        """The drawing of a laid out box, and what it marks as content."""
        marked: dict[Any, Any] = {}
        stream = self._stream(box, marked)
        draw_stacking_context(stream, StackingContext.from_box(box, None))
        drawn = b"\n".join(map(_operators, stream.stream))
        if _IMAGE.search(drawn):
            raise NotKept("a picture")
        foreign = [key for key, font in self.faces.items() if not font.family.startswith(OURS)]
        for key in foreign:
            del self.faces[key]
        if foreign:
            raise NotKept("a face of the system")
        return _NO_SPACE.sub(b"", drawn), marked

    @staticmethod
    def _image(**_asked: Any) -> Any:
        raise NotKept("a picture")


def _numbered(tags: tuple[Tag, ...], drawn: list[bytes], order: int) -> tuple[Tag, ...]:
    """The tags, if their marks are numbered as they are drawn: 0, 1, 2 …"""
    if [int(number) for number in drawn] != list(range(order)):
        raise NotKept("marked content out of order")
    return tags


def _signature(element: Element, styles: Styles) -> tuple[Any, ...]:
    """All that a paragraph's looks depend on."""
    styled = styles[element]
    return (
        id(styled.look),
        styled.height,
        tuple(element.attrib.items()),
        element.text,
        tuple([_inline(child, styles) for child in element]),
    )


def _inline(element: Element, styles: Styles) -> tuple[Any, ...]:
    children = tuple([_inline(child, styles) for child in element]) if len(element) else ()
    attributes = tuple(element.attrib.items())
    styled = styles[element]
    inside = (element.text, children, element.tail)
    return id(styled.look), styled.height, attributes, *inside


def _box(
    element: Element,
    styles: Styles,
    width: float,
    image: Callable[..., Any],
    fonts: Any,
) -> Any:
    """The laid out box of a paragraph, its border's upper left corner at 0, 0."""
    written = _written_style(styles[element], width)
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

    targets, counters = TargetCollector(), CounterStyle()
    context = LayoutContext(style_for, image, fonts, counters, targets)
    box = build_formatting_structure(element, style_for, image, None, targets, counters, [])
    box.is_for_root_element = False
    context.current_page, context.page_bottom, context.forced_break = 1, ENDLESS, False
    context.current_footnote_area = SimpleNamespace(height="auto")
    around = boxes.BlockBox("html", written, None, [])
    around.position_x = around.position_y = 0
    around.width, around.height = width, ENDLESS
    around.is_for_root_element = False
    context.create_block_formatting_context(around)
    box.position_x = box.position_y = 0
    absolute: list[Any] = []
    laid_out, left = block_level_layout(
        context, box, 0, None, around, absolute_boxes=absolute, fixed_boxes=absolute
    )[:2]
    if left is not None or laid_out is None:
        raise NotKept("a paragraph without an end")
    context.finish_block_formatting_context()
    if abs(laid_out.border_box_y()) > NEAR:
        raise NotKept("a margin that collapses with what is in it")
    _check_within(laid_out)
    if absolute:
        raise NotKept("something absolute to more than its paragraph")
    layout_box_backgrounds(None, laid_out, image)
    return laid_out


def _check_within(laid_out: Any) -> None:
    """NotKept for what reaches out of a paragraph, and for what is drawn in a way of its own."""
    for part in laid_out.descendants():
        bottom = part.position_y + part.margin_height() if part.is_floated() else 0
        if bottom > laid_out.border_height() + NEAR:
            raise NotKept("a float that reaches out of its paragraph")
    if any(part.style["transform"] for part in _parts(laid_out)):
        raise NotKept("something turned inside a paragraph")


def _written_style(styled: Styled, width: float) -> Any:
    """The paragraph's style as a block without margins, of a width that is known."""
    style = styled.look.style.copy()
    style["display"], style["float"], style["clear"] = ("block", "flow"), "none", "none"
    length = type(style["padding_top"])
    for side in ("top", "right", "bottom", "left"):
        style[f"margin_{side}"] = length(0, "px")
    style["width"], style["box_sizing"] = length(width, "px"), "border-box"
    if styled.look.display[0] == "table-cell":
        style["height"] = "auto"
        for side in ("top", "right", "bottom", "left"):
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


def _parts(box: Any) -> Iterator[Any]:
    """A box and everything in it, also what is absolute."""
    yield box
    for part in box.descendants(placeholders=True):
        yield getattr(part, "_box", part)


def _frames(box: Any, *, but: Element | None) -> Iterator[str]:
    seen = set() if but is None else {id(but)}
    for part in _parts(box):
        element = part.element
        kinds = element.get("data-frame") if element is not None else None
        if kinds and id(element) not in seen:
            seen.add(id(element))
            for kind in kinds.split():
                if kind != OF_THE_PAGE:
                    yield DRAWN[kind](part)
                elif part is not box:
                    raise NotKept("room down to the foot inside a paragraph")


def _field(box: Any, place: tuple[float, float, float, float]) -> Field:
    element, style = box.element, box.style
    kind = element.get("type", "text") if element.tag == "input" else element.tag
    if kind not in ("text", "checkbox", "textarea"):
        raise NotKept(f"a field of kind {kind}")
    if kind == "checkbox":
        value = "on" if "checked" in element.attrib else ""
    else:
        value = (element.text or "") if kind == "textarea" else element.get("value", "Yes")
        if kind == "text":
            value = element.get("value", "")
    return Field(
        kind=kind,
        name=element.get("name", ""),
        title=element.get("title") or element.get("placeholder") or element.get("name", ""),
        value=value,
        rectangle=place,
        size=style["font_size"] * 0.75,
        side={"center": 1, "right": 2}.get(style["text_align_all"], 0),
        to_foot=element.get("data-field") == "foot",
    )


def _operators(line: Any) -> bytes:
    """An entry of a stream, as it is written."""
    if isinstance(line, bytes):
        return line
    return line.encode() if isinstance(line, str) else bytes(line.data)


def _glyphs(drawn: bytes) -> dict[str, frozenset[int]]:
    """The glyphs that a drawing shows, by font."""
    found: dict[str, set[int]] = {}
    font = ""
    for name, glyphs in _FONT.findall(drawn):
        if name:
            font = name.decode()
            found.setdefault(font, set())
        else:
            numbers = range(0, len(glyphs), 4)
            found[font].update(int(glyphs[place : place + 4], 16) for place in numbers)
    return {font: frozenset(numbers) for font, numbers in found.items()}
