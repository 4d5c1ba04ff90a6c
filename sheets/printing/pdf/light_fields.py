"""Fields that are placed without being laid out: most of a form are alike.

To lay out a field takes as long as a line of text, and a form has a hundred. They lie over what is
printed and take no room, so the first of each kind is laid out, and the others are placed like it:
in the same way beside the box of their own holder. `holder` and `field` are the classes of an
element that its fields are placed in.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from weasyprint.document import Document, Page
from weasyprint.formatting_structure.boxes import BlockContainerBox, Box
from weasyprint.layout.percent import percentage

HOLDERS, FIELDS = {"field", "holder"}, {"input", "textarea"}
# Classes that change only what is printed in a holder.
OF_TEXT = {"trained"}
# The classes of elements from the holder down to a field.
Kind = tuple[str, ...]


@dataclass(frozen=True)
class LightField:
    """A field that was taken out of its holder, and the field of its kind that is laid out."""

    holder: ET.Element
    field: ET.Element
    like: ET.Element
    like_holder: ET.Element


@dataclass(frozen=True)
class TakenOut:
    """The fields that were taken out of a document, and the place of each field in it."""

    fields: tuple[LightField, ...] = ()
    order: Mapping[int, int] = field(default_factory=dict)


def take_out(root: ET.Element) -> TakenOut:
    """Takes all fields of one line out of a document, except the first of each kind."""
    order = {id(it): place for place, it in enumerate(root.iter()) if it.tag in FIELDS}
    first: dict[Kind, tuple[ET.Element, ET.Element]] = {}
    taken: list[LightField] = []
    for parent, it, holder, kind in list(_fields(root, None, ())):
        if kind not in first:
            first[kind] = it, holder
            continue
        taken.append(LightField(holder, it, *first[kind]))
        _remove(parent, it)
    return TakenOut(tuple(taken), order)


def _fields(
    element: ET.Element, holder: ET.Element | None, path: Kind
) -> Iterator[tuple[ET.Element, ET.Element, ET.Element, Kind]]:
    """Each field with its parent, its holder, and its kind."""
    names = (element.get("class") or "").split()
    path = (*path, " ".join((element.tag, *(name for name in names if name not in OF_TEXT))))
    if HOLDERS.intersection(names):
        holder = element
    for child in element:
        if child.tag == "input" and child.get("type") == "text" and holder is not None:
            yield element, child, holder, (*path, child.get("class") or "")
        else:
            yield from _fields(child, holder, path)


def _remove(parent: ET.Element, field: ET.Element) -> None:
    """Removes an element, not the text after it."""
    place = list(parent).index(field)
    if place:
        before = parent[place - 1]
        before.tail = (before.tail or "") + (field.tail or "")
    else:
        parent.text = (parent.text or "") + (field.tail or "")
    parent.remove(field)


def put_back(document: Document, taken: TakenOut) -> None:
    """Places the fields that were taken out, and adds them to the pages of the document, where all
    fields follow each other as they do in the HTML.
    """
    boxes: dict[int, tuple[Page, Box]] = {}
    for page in document.pages:
        for placed in page._page_box.descendants(placeholders=True):
            box = getattr(placed, "_box", placed)
            if isinstance(box, BlockContainerBox) and box.element is not None:
                boxes.setdefault(id(box.element), (page, box))
    for one in taken.fields:
        if id(one.holder) in boxes and id(one.like) in boxes:
            page, holder = boxes[id(one.holder)]
            box = boxes[id(one.like)][1].copy()
            box.element, box.children = one.field, []
            _place(box, holder, boxes[id(one.like_holder)][1])
            holder.children = [*holder.children, box]
            x, y = box.content_box_x(), box.content_box_y()
            page.forms[None].append((box, (x, y, x + box.width, y + box.height)))
    for page in document.pages:
        page.forms[None].sort(key=lambda it: taken.order.get(id(it[0].element), 0))


def _place(box: Box, holder: Box, like_holder: Box) -> None:
    """Places a copy of a field in another holder than its own."""
    wide, high = holder.padding_width(), holder.padding_height()
    left, top = holder.padding_box_x(), holder.padding_box_y()
    sides = {
        side: _length(box, side, wide if side in ("left", "right", "width") else high)
        for side in ("left", "right", "top", "bottom", "width", "height")
    }
    box.width = sides["width"] or box.width
    box.height = sides["height"] or box.height
    if sides["left"] is not None:
        box.position_x = left + sides["left"]
    elif sides["right"] is not None:
        box.position_x = left + wide - sides["right"] - box.margin_width()
    else:
        box.position_x += left - like_holder.padding_box_x()
    if sides["top"] is not None:
        box.position_y = top + sides["top"]
    elif sides["bottom"] is not None:
        box.position_y = top + high - sides["bottom"] - box.margin_height()
    else:
        box.position_y += top - like_holder.padding_box_y()


def _length(box: Box, side: str, whole: float) -> float | None:
    """A length of its style in pixels; None for auto."""
    length = box.style[side]
    return None if length == "auto" else float(percentage(length, box.style, whole))
