"""Finishes a PDF after WeasyPrint's layout: frames under the text, form fields, missing tags, and
shorter content and fonts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import pydyf
from weasyprint.document import Document

from sheets.printing.pdf.content import (
    as_margin,
    briefly,
    marked,
    operators,
    repeated,
    without_empty,
)
from sheets.printing.pdf.font_file import make_bare
from sheets.printing.pdf.form_fields import alt_text, complete_fields
from sheets.printing.pdf.frames import draw_frames
from sheets.printing.pdf.messages import Total
from sheets.printing.pdf.output import GONE, referred
from sheets.printing.pdf.text import Text

# The flag of an annotation that is printed as it is shown.
PRINTED = 4
# Tags that say nothing of what is in them, and one that only groups others.
MERE, GROUP = frozenset({"NonStruct", "Span"}), "Div"
# The spaces that do not stretch, as a font's list of letters has them: after the glyph.
OTHER_SPACE = re.compile(rb"(?<=> )<(?:2009|2007|200a|202f|00a0)>$")
# What a tag has that says nothing.
PLAIN = {"Type", "S", "P", "Pg", "K"}


def finish(document: Document, pdf: pydyf.PDF, totals: Sequence[Total] = ()) -> None:
    """A finisher for WeasyPrint: called with its document and the PDF before it is written. The
    `totals` are fields that follow from others.
    """
    draw_frames(document, pdf)
    complete_tags(pdf)
    complete_fields(document, pdf, totals)
    _tell_fields(pdf)
    _put_within_tags(pdf)
    _leave_out_types(pdf)
    _shorten_information(pdf)
    _read_spaces(pdf)
    make_bare(pdf.objects)


def complete_tags(pdf: pydyf.PDF) -> None:
    """Adds the scope of header cells, says that links are printed too, takes repeated heads and
    feet out of the tags, gives items of lists their bodies, and removes empty tags and those that
    say nothing.
    """
    for thing in pdf.objects:
        if isinstance(thing, dict) and thing.get("Subtype") == "/Link":
            thing["F"] = PRINTED
    elements: dict[bytes, pydyf.Dictionary] = {
        thing.reference: thing for thing in pdf.objects if _type_of(thing) == "/StructElem"
    }
    for element in elements.values():
        if element["S"] == "/TH":
            section = elements[elements[element["P"]]["P"]]
            element["A"]["Scope"] = "/Column" if section["S"] == "/THead" else "/Row"
    _part_from_margins(pdf, elements)
    _add_bodies(pdf, elements)
    _drop_empty(elements)
    _drop_mere(pdf, elements)


def _add_bodies(pdf: pydyf.PDF, elements: dict[bytes, pydyf.Dictionary]) -> None:
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


def _type_of(thing: object) -> object:
    return thing.get("Type") if isinstance(thing, dict) else None


def _part_from_margins(pdf: pydyf.PDF, elements: dict[bytes, pydyf.Dictionary]) -> None:
    """Makes artifacts of margins that repeat what was told: their tags are not below the ones above
    them.
    """
    numbers = _owners(pdf)
    pages = [referred(pdf, reference) for reference in pdf.page_references]
    owners = numbers[1 : 2 * len(pages) : 2]
    contents = [referred(pdf, _last(page["Contents"])) for page in pages]
    margins = []
    for content, tags in zip(contents, owners, strict=True):
        outside = {mark for mark, tag in enumerate(tags) if _is_outside(elements[tag], elements)}
        margins.append(marked(operators(content), outside))
    told_before = repeated([list(boxes.values()) for boxes in margins])
    for content, tags, boxes, again in zip(contents, owners, margins, told_before, strict=True):
        marks = {mark for place, mark in enumerate(boxes) if place in again}
        drawn, empty = without_empty(briefly(operators(content)))
        content.stream = [as_margin(drawn, marks)]
        for mark in marks:
            elements[tags[mark]].free = GONE
            tags[mark] = "null"
        for mark in empty - marks:
            elements[tags[mark]]["K"].remove(mark)
            tags[mark] = "null"


def _owners(pdf: pydyf.PDF) -> pydyf.Array:
    """The tags that the marks of each page and each field belong to."""
    root = referred(pdf, pdf.catalog["StructTreeRoot"])
    return referred(pdf, root["ParentTree"])["Nums"]


def _last(contents: pydyf.Array | bytes) -> bytes:
    """The stream with a page's own content: frames come before it."""
    return contents[-1] if isinstance(contents, list) else contents


def _is_outside(element: pydyf.Dictionary, elements: dict[bytes, pydyf.Dictionary]) -> bool:
    """True if a tag is not in the tree."""
    while (above := elements.get(element["P"])) is not None:
        if element.reference not in above["K"]:
            return True
        element = above
    return False


def _tell_fields(pdf: pydyf.PDF) -> None:
    """Says in the tag of a field what is printed in it."""
    for element in pdf.objects:
        if _type_of(element) == "/StructElem" and element["S"] == "/Form":
            for kid in element["K"]:
                if isinstance(kid, int):
                    continue
                if text := alt_text(referred(pdf, referred(pdf, kid)["Obj"])):
                    element["Alt"] = Text(text)


def _put_within_tags(pdf: pydyf.PDF) -> None:
    """Writes what refers to a field or link into its tag: by itself it takes an object each."""
    for element in pdf.objects:
        if _type_of(element) != "/StructElem":
            continue
        for place, kid in enumerate(element["K"]):
            if not isinstance(kid, int) and _type_of(referred(pdf, kid)) == "/OBJR":
                found = referred(pdf, kid)
                element["K"][place] = pydyf.Dictionary({"Type": "/OBJR", "Obj": found["Obj"]})
                found.free = GONE


def _shorten_information(pdf: pydyf.PDF) -> None:
    """Writes what the file says of itself a byte a character."""
    for name, text in pdf.info.items():
        if isinstance(text, pydyf.String):
            pdf.info[name] = Text(text.string)


def _read_spaces(pdf: pydyf.PDF) -> None:
    """Says of spaces of any width that they are spaces: words between them are found and copied as
    they are typed.
    """
    for font in pdf.objects:
        if _type_of(font) == "/Font" and "ToUnicode" in font:
            letters = referred(pdf, font["ToUnicode"])
            letters.stream = [
                OTHER_SPACE.sub(b"<0020>", line) if isinstance(line, bytes) else line
                for line in letters.stream
            ]


def _leave_out_types(pdf: pydyf.PDF) -> None:
    """Tags are known by where they are: there are hundreds."""
    for thing in pdf.objects:
        if _type_of(thing) == "/StructElem":
            del thing["Type"]


def _drop_empty(elements: dict[bytes, pydyf.Dictionary]) -> None:
    """Removes the tags of elements that only ask for a frame."""
    pending = [element for element in elements.values() if _is_empty(element)]
    while pending:
        element = pending.pop()
        parent = elements.get(element["P"])
        if parent and element.reference in parent["K"]:
            parent["K"].remove(element.reference)
            element.free = GONE
            if _is_empty(parent):
                pending.append(parent)


def _drop_mere(pdf: pydyf.PDF, elements: dict[bytes, pydyf.Dictionary]) -> None:
    """Puts what is in tags that say nothing into the tags around them, then also tags in those that
    only group others.
    """
    instead: dict[bytes, bytes] = {}
    for says_nothing in (_is_mere, _is_group):
        for reference, element in elements.items():
            above = elements.get(element["P"])
            # Tags that are not below the one above them are those of page margins.
            if not above or reference not in above["K"]:
                continue
            if not says_nothing(element, above, elements):
                continue
            place = above["K"].index(reference)
            above["K"][place : place + 1] = element["K"]
            for kid in element["K"]:
                if kid in elements:
                    elements[kid]["P"] = above.reference
            instead[reference] = above.reference
            element.free = GONE
    if instead:
        _point_to(pdf, instead)


def _is_mere(
    element: pydyf.Dictionary, above: pydyf.Dictionary, _elements: dict[bytes, pydyf.Dictionary]
) -> bool:
    if element["S"].removeprefix("/") not in MERE or not element.keys() <= PLAIN:
        return False
    return bool(element["Pg"] == above.get("Pg"))


def _is_group(
    element: pydyf.Dictionary, _above: pydyf.Dictionary, elements: dict[bytes, pydyf.Dictionary]
) -> bool:
    """True if a tag only groups others. One around a table does more: it keeps it apart from the
    next.
    """
    is_plain = element["S"] == f"/{GROUP}" and element.keys() <= PLAIN
    return is_plain and all(
        kid in elements and elements[kid]["S"] != "/Table" for kid in element["K"]
    )


def _point_to(pdf: pydyf.PDF, instead: dict[bytes, bytes]) -> None:
    """Which tag each mark and field belongs to, now that some are gone."""

    def last(reference: object) -> object:
        while isinstance(reference, bytes) and reference in instead:
            reference = instead[reference]
        return reference

    numbers = _owners(pdf)
    for place, it in enumerate(numbers):
        if isinstance(it, list):
            it[:] = map(last, it)
        else:
            numbers[place] = last(it)


def _is_empty(element: pydyf.Dictionary) -> bool:
    return not element["K"] and "Alt" not in element and element["S"] not in ("/TD", "/TH", "/TR")
