"""Paragraphs: blocks with nothing but lines in them, set by WeasyPrint and kept.

A kept paragraph is everything that its place on a page adds nothing to: its size, its drawing from
its upper left corner, the bottoms of its lines, frames, tags, bookmarks and form fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from xml.etree.ElementTree import Element

import pydyf
from weasyprint.anchors import gather_anchors
from weasyprint.draw import draw_background, draw_stacking_context
from weasyprint.draw.border import draw_border
from weasyprint.formatting_structure import boxes
from weasyprint.layout.background import layout_box_backgrounds
from weasyprint.pdf.stream import Stream
from weasyprint.stacking import StackingContext

from sheets.printing.pdf.content import briefly, operators, without_empty
from sheets.printing.pdf.form_fields import VALUE
from sheets.printing.pdf.frames import DRAWN
from sheets.printing.pdf.typesetting.box import ENDLESS, laid_out_box, parts_of
from sheets.printing.pdf.typesetting.cascade import Styles
from sheets.printing.pdf.typesetting.floats import Float
from sheets.printing.pdf.typesetting.look import SIDES, Look, NotKept
from sheets.printing.pdf.typesetting.pictures import NONE, Pictures
from sheets.printing.pdf.typesetting.tags import Tag, read_tags, without_marks

MOST = 20_000
# Our faces, and the one that has what ours have not, such as arrows.
OURS = ("Hyperspace", "DejaVu Sans")
# The frame that depends on the page around it.
OF_THE_PAGE = "foot"
_MARK = re.compile(rb"/MCID (\d+)")
_STATE = re.compile(rb"/(\S+) gs\b")
_FONT = re.compile(rb"/([A-Z]{6}) [0-9.]+ Tf|<([0-9a-f]+)>")
_PICTURE = re.compile(rb"/(\S+) Do\b")


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
class Link:
    """Where a link leads, and its place, in CSS pixels from its paragraph's upper left corner."""

    address: str
    rectangle: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph as it is printed, whatever its place. Lengths are CSS pixels."""

    width: float
    height: float
    # Drawing operators; a number for marked content stands between each two.
    drawing: tuple[bytes, ...]
    tags: tuple[Tag, ...]
    rows: tuple[float, ...] = ()
    # Where each of its own lines ends, if there is nothing but these; None with other blocks.
    lines: tuple[float, ...] | None = ()
    # The height of columns one below the other: with less room they are balanced another way.
    whole_height: float = 0.0
    # Where its first line stands; None without lines.
    baseline: float | None = None
    frames: str = ""
    bookmarks: tuple[tuple[int, str, float, float], ...] = ()
    fields: tuple[Field, ...] = ()
    links: tuple[Link, ...] = ()
    # Glyph numbers by font, and the names of graphics states.
    glyphs: dict[str, frozenset[int]] = field(default_factory=dict)
    states: frozenset[str] = frozenset()
    pictures: frozenset[str] = frozenset()


class Composing:
    """Sets paragraphs with one set of stylesheets, and keeps them."""

    def __init__(self, fonts: Any, fetcher: Any) -> None:
        self._fonts, self._fetcher = fonts, fetcher
        self._kept: dict[Any, Paragraph] = {}
        self._edges: dict[tuple[Look, float, float, tuple[bool, bool]], bytes] = {}
        self.pictures = NONE
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
        self,
        element: Element,
        styles: Styles,
        *,
        width: float,
        parent_tag: str,
        beside: Sequence[Float] = (),
    ) -> Paragraph:
        """The paragraph of an element as wide as that, with its padding and border, around floats
        as seen from its corner.
        """
        shapes = tuple([shape.rounded for shape in beside])
        key = (round(width, 3), parent_tag, shapes, _signature(element, styles, self.pictures))
        kept = self._kept.get(key)
        if kept is None:
            if len(self._kept) > MOST:
                self._kept.clear()
            found = laid_out_box(element, styles, width, self._image, self._fonts, beside=beside)
            if found is None or found[1] is not None:
                raise NotKept("a paragraph without an end")
            kept = self._kept[key] = self._set(found[0], element, parent_tag)
        return kept

    def piece(
        self,
        element: Element,
        styles: Styles,
        *,
        width: float,
        parent_tag: str,
        within: Any,
        room: float | None,
        at_top: bool,
        beside: Sequence[Float] = (),
    ) -> tuple[Paragraph, Any] | None:
        """As much of a paragraph from `within` on as has room, and where it goes on. None if there
        is room for nothing of it; at the top of a page there always is.
        """
        found = laid_out_box(
            element,
            styles,
            width,
            self._image,
            self._fonts,
            within=within,
            room=ENDLESS if room is None else room,
            at_top=at_top,
            beside=beside,
        )
        return found and (self._set(found[0], element, parent_tag), found[1])

    def _set(self, box: Any, element: Element, parent_tag: str) -> Paragraph:
        """The paragraph of a laid out box."""
        for part in parts_of(box):
            if part.missing_link or part.style["anchor"]:
                raise NotKept("a place in the document that links lead to")
        # Where something is turned is known once anchors are gathered.
        bookmarks: list[Any] = []
        links: list[Any] = []
        forms: dict[Any, list[Any]] = {None: []}
        gather_anchors(box, {}, links, bookmarks, forms)
        # A kept style may come from another document, and have the name of that one's character.
        called = next(filter(None, (one.get("data-called") for one in element.iter())), "")
        drawn, marked = self._drawn(box)
        lines = [line for line in box.descendants() if isinstance(line, boxes.LineBox)]
        inputs = [part for group in forms.values() for part in group]
        tags, order = read_tags(
            box, parent_tag, marked, [part for part, _ in inputs], [link[-1] for link in links]
        )
        tags = _numbered(tags, _MARK.findall(drawn), order)
        drawn, empty = without_empty(drawn)
        return Paragraph(
            width=box.border_width(),
            height=box.border_height(),
            drawing=tuple(_MARK.split(drawn)[::2]),
            tags=without_marks(tags, empty) if empty else tags,
            rows=tuple(line.position_y + line.height for line in lines),
            lines=_own_lines(box),
            whole_height=sum(_depth(child) for child in box.children if child.is_column),
            baseline=lines[0].position_y + lines[0].baseline if lines else None,
            # A cell's own frame is as high as its row.
            frames="".join(_frames(box, but=element if parent_tag == "TR" else None)),
            bookmarks=tuple(
                (level, called if called and level == 1 else label, x, y)
                for level, label, (x, y), _ in bookmarks
            ),
            fields=tuple(_field(part, place) for part, place in inputs),
            links=tuple(_link(*link) for link in links),
            glyphs=_glyphs(drawn),
            states=_names(_STATE, drawn),
            pictures=_names(_PICTURE, drawn),
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
            states=_names(_STATE, drawn),
            pictures=_names(_PICTURE, drawn),
        )

    def edge(self, look: Look, width: float, height: float, cut: tuple[bool, bool]) -> bytes:
        """The background and border of a block of that size, from its upper left corner. It has
        none above or below where it is cut.
        """
        key = (look, round(width, 3), round(height, 3), cut)
        if key not in self._edges:
            if len(self._edges) > MOST:
                self._edges.clear()
            self._edges[key] = self._edge(look, width, height, cut)
        return self._edges[key]

    def _edge(self, look: Look, width: float, height: float, cut: tuple[bool, bool]) -> bytes:
        box = boxes.BlockBox("div", look.style, None, [])
        box.position_x = box.position_y = 0
        for side, border in zip(SIDES, look.border, strict=True):
            setattr(box, f"margin_{side}", 0)
            setattr(box, f"padding_{side}", 0)
            setattr(box, f"border_{side}_width", border)
        box.width = width - look.border[1] - look.border[3]
        box.remove_decoration(*cut)
        box.height = height - box.border_top_width - box.border_bottom_width
        layout_box_backgrounds(None, box, self._image)
        stream = self._stream(box, {})
        draw_background(stream, box.background)
        draw_border(stream, box)
        return briefly(operators(stream))

    def _stream(self, box: Any, marked: dict[Any, Any]) -> Stream:
        rectangle = (0, 0, box.border_width(), box.border_height())
        return Stream(self.faces, rectangle, self._resources, {}, marked, {}, None)

    def _drawn(self, box: Any) -> tuple[bytes, dict[Any, Any]]:
        """The drawing of a laid out box, and what it marks as content."""
        marked: dict[Any, Any] = {}
        stream = self._stream(box, marked)
        draw_stacking_context(stream, StackingContext.from_box(box, None))
        drawn = operators(stream)
        foreign = [key for key, font in self.faces.items() if not font.family.startswith(OURS)]
        for key in foreign:
            del self.faces[key]
        if foreign:
            raise NotKept("a face of the system")
        return briefly(drawn), marked

    def _image(self, **asked: Any) -> Any:
        return self.pictures.image(**asked)


def is_paragraph(element: Element, styles: Styles) -> bool:
    """True for a block with lines of its own, without content, or for a list whose items have
    signs; False for one that has only blocks in it.
    """
    if element.text and not element.text.isspace():
        return True
    blocks = False
    for child in element:
        look = styles[child].look
        outer = look.display[0]
        if outer != "none":
            if look.position == "absolute":
                if child.tag != "img":
                    return True
            elif (look.float == "none" and outer.startswith("inline")) or look.has_marker:
                return True
            blocks = True
        if child.tail and not child.tail.isspace():
            return True
    return not blocks


def _own_lines(box: Any) -> tuple[float, ...] | None:
    if not all(isinstance(child, boxes.LineBox) for child in box.children):
        return None
    return tuple(line.position_y + line.height for line in box.children)


def _depth(column: Any) -> float:
    """The height to which a column is filled."""
    ends = (child.position_y + child.margin_height() for child in column.children)
    return float(max(ends, default=column.position_y) - column.position_y)


def _numbered(tags: tuple[Tag, ...], drawn: list[bytes], order: int) -> tuple[Tag, ...]:
    """The tags, if their marks are numbered as they are drawn: 0, 1, 2 …"""
    if [int(number) for number in drawn] != list(range(order)):
        raise NotKept("marked content out of order")
    return tags


def _signature(element: Element, styles: Styles, pictures: Pictures) -> tuple[Any, ...]:
    """All that a paragraph's looks depend on."""
    styled = styles[element]
    return (
        styled.look,
        styled.height,
        tuple(element.attrib.items()),
        element.text,
        pictures.size(element.get("src")),
        tuple([_inline(child, styles, pictures) for child in element]),
    )


def _inline(element: Element, styles: Styles, pictures: Pictures) -> tuple[Any, ...]:
    children: tuple[Any, ...] = ()
    if len(element):
        children = tuple([_inline(child, styles, pictures) for child in element])
    elif element.tag == "img":
        children = (pictures.size(element.get("src")),)
    attributes = tuple(element.attrib.items())
    styled = styles[element]
    inside = (element.text, children, element.tail)
    return styled.look, styled.height, attributes, *inside


def _frames(box: Any, *, but: Element | None) -> Iterator[str]:
    seen = set() if but is None else {id(but)}
    for part in parts_of(box):
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
        value = element.get(VALUE if kind == "textarea" else "value", "")
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


def _link(kind: str, target: str, place: tuple[float, float, float, float], _box: Any) -> Link:
    if kind != "external":
        raise NotKept(f"a link of kind {kind}")
    return Link(target, place)


def _names(pattern: re.Pattern[bytes], drawn: bytes) -> frozenset[str]:
    return frozenset(name.decode() for name in pattern.findall(drawn))


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
