"""The tags of a paragraph, read from WeasyPrint's, as plain values; and what those lack."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pydyf
from weasyprint.pdf.tags import _build_box_tree, _get_pdf_tag

FIGURE, FORM = "Figure", "Form"
EMPTY_KEPT = frozenset({"TD", "TH", "TR"})
# Tags that say nothing of what is in them, and one that only groups others.
MERE, GROUP = frozenset({"NonStruct", "Span"}), "Div"


@dataclass(frozen=True, slots=True)
class FieldMark:
    """The place of a form field among tags."""

    number: int


@dataclass(frozen=True, slots=True)
class LinkMark:
    """The place of a link's annotation among tags."""

    number: int


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag with its marks (numbers of marked content), fields, links, and tags inside."""

    kind: str
    inside: tuple[int | FieldMark | LinkMark | Tag, ...]
    # Further entries of its dictionary, as they are written.
    more: str = ""
    # Where a picture is: its sides in CSS pixels from its paragraph's upper left corner.
    box: tuple[float, ...] = ()

    @property
    def is_mere(self) -> bool:
        """True if it has no meaning of its own: its content belongs to the tag around it."""
        return self.kind in MERE and not self.more

    @property
    def is_group(self) -> bool:
        """True if it only groups tags: they mean the same without it."""
        is_plain = self.kind == GROUP and not self.more and not self.box
        return is_plain and all(isinstance(it, Tag) for it in self.inside)

    @property
    def parts(self) -> tuple[int | FieldMark | LinkMark | Tag, ...]:
        """The parts that it adds to the tag around it: itself, or its content if it has no
        meaning.
        """
        return self.inside if self.is_mere or self.is_group else (self,)


def tag_of(name: str) -> str:
    """The tag of an HTML element."""
    return str(_get_pdf_tag(name))


class _Pages(list[bytes]):
    """The references of pages; a paragraph's tags do not know theirs."""

    def __getitem__(self, place: Any) -> Any:
        return b"0 0 R"


class _Objects:
    """As much of a PDF as tags need while they are made."""

    def __init__(self) -> None:
        self.objects: list[Any] = []
        self.page_references = _Pages()

    def add_object(self, thing: Any) -> None:
        self.objects.append(thing)
        thing.number = len(self.objects)

    def __getitem__(self, reference: bytes) -> Any:
        return self.objects[int(reference.split()[0]) - 1]


def read_tags(
    box: Any, parent: str, marked: dict[Any, Any], inputs: Sequence[Any], linked: Sequence[Any]
) -> tuple[tuple[Tag, ...], int]:
    """The tags of a laid out paragraph below a tag of that kind, without empty ones, and how many
    marks they have.
    """
    objects = _Objects()
    above = pydyf.Dictionary({"S": f"/{parent}", "K": pydyf.Array()})
    objects.add_object(above)
    annotations: dict[bytes, FieldMark | LinkMark] = {}
    for number, part in enumerate(inputs):
        part.widget_annotation = pydyf.Dictionary({"Subtype": "/Widget"})
        objects.add_object(part.widget_annotation)
        annotations[part.widget_annotation.reference] = FieldMark(number)
    for number, part in enumerate(linked):
        part.link_annotation = pydyf.Dictionary({"Subtype": "/Link"})
        objects.add_object(part.link_annotation)
        annotations[part.link_annotation.reference] = LinkMark(number)
    count = len(marked)
    elements = list(_build_box_tree(box, above, objects, 0, {}, [], marked))
    add_bodies(objects, {it.reference: it for it in objects.objects if "S" in it})
    found = (_read(element, objects, annotations) for element in elements)
    return tuple(tag for tag in found if tag), count


def add_bodies(pdf: Any, elements: dict[bytes, Any]) -> None:
    """Gives each item of a list a body, which WeasyPrint gives only those with lines of their own:
    its blocks, or else the list that follows it, which is within the item.
    """
    for item in [element for element in elements.values() if element["S"] == "/LI"]:
        kinds = {kid: elements[kid]["S"] for kid in item["K"] if kid in elements}
        if "/LBody" in kinds.values():
            continue
        inside = [kid for kid, kind in kinds.items() if kind != "/Lbl"]
        if not inside:
            beside = elements[item["P"]]["K"]
            after = beside.index(item.reference) + 1
            inside = [kid for kid in beside[after : after + 1] if elements[kid]["S"] == "/L"]
            del beside[after : after + len(inside)]
        body = pydyf.Dictionary(
            {
                "Type": "/StructElem",
                "S": "/LBody",
                "K": pydyf.Array(inside),
                "Pg": item["Pg"],
                "P": item.reference,
            }
        )
        pdf.add_object(body)
        elements[body.reference] = body
        for kid in inside:
            elements[kid]["P"] = body.reference
        item["K"] = pydyf.Array([*(kid for kid in kinds if kid not in inside), body.reference])


def _read(
    element: Any, objects: _Objects, annotations: dict[bytes, FieldMark | LinkMark]
) -> Tag | None:
    inside: list[int | FieldMark | LinkMark | Tag] = []
    for kid in element["K"]:
        if isinstance(kid, int):
            inside.append(kid)
            continue
        below = objects[kid]
        if below.get("Type") == "/OBJR":
            inside.append(annotations[below["Obj"]])
        elif tag := _read(below, objects, annotations):
            inside += tag.parts
    kind = element["S"].removeprefix("/")
    if not inside and "Alt" not in element and kind not in EMPTY_KEPT:
        return None
    if kind == FIGURE:
        return Tag(kind, tuple(inside), _more(element, "Alt"), tuple(element["A"]["BBox"]))
    return Tag(kind, tuple(inside), _more(element, "A", "Alt"))


def without_marks(tags: Sequence[Tag], gone: Collection[int]) -> tuple[Tag, ...]:
    """The tags without these marks, those after them counted on, and without what is then empty."""
    return tuple(tag for tag in (_without(tag, gone) for tag in tags) if tag)


def _without(tag: Tag, gone: Collection[int]) -> Tag | None:
    inside: list[int | FieldMark | LinkMark | Tag] = []
    for kid in tag.inside:
        if isinstance(kid, Tag):
            if found := _without(kid, gone):
                inside += found.parts
        elif not isinstance(kid, int):
            inside.append(kid)
        elif kid not in gone:
            inside.append(kid - sum(mark < kid for mark in gone))
    if not inside and "/Alt " not in tag.more and tag.kind not in EMPTY_KEPT:
        return None
    return replace(tag, inside=tuple(inside))


def _more(element: Any, *names: str) -> str:
    """The entries of those names."""
    entries = (f"/{name} {_text(element[name])}" for name in names if name in element)
    return " ".join(entries)


def _text(value: Any) -> str:
    data = value.data if hasattr(value, "data") else value
    return data.decode("latin-1") if isinstance(data, bytes) else str(data)
