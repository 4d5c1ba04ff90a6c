"""Finishes a PDF after WeasyPrint's layout: frames under the text, form fields, and
missing tags.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheets.printing.pdf.form_fields import complete_fields
from sheets.printing.pdf.frames import draw_frames
from sheets.printing.pdf.messages import Total

# The flag of an annotation that is printed as it is shown.
PRINTED = 4


def finish(document: Any, pdf: Any, totals: Sequence[Total] = ()) -> None:
    """A finisher for WeasyPrint: called with its document and the PDF before it is written. The
    `totals` are fields that follow from others.
    """
    draw_frames(document, pdf)
    complete_tags(pdf)
    complete_fields(document, pdf, totals)


def complete_tags(pdf: Any) -> None:
    """Adds the scope of header cells, says that links are printed too, and removes empty tags."""
    for thing in pdf.objects:
        if isinstance(thing, dict) and thing.get("Subtype") == "/Link":
            thing["F"] = PRINTED
    elements: dict[bytes, Any] = {
        thing.reference: thing for thing in pdf.objects if _type_of(thing) == "/StructElem"
    }
    for element in elements.values():
        if element["S"] == "/TH":
            section = elements[elements[element["P"]]["P"]]
            element["A"]["Scope"] = "/Column" if section["S"] == "/THead" else "/Row"
    _drop_empty(elements)


def _type_of(thing: Any) -> object:
    return thing.get("Type") if isinstance(thing, dict) else None


def _drop_empty(elements: dict[bytes, Any]) -> None:
    """Removes the tags of elements that only ask for a frame."""
    pending = [element for element in elements.values() if _is_empty(element)]
    while pending:
        element = pending.pop()
        parent = elements.get(element["P"])
        if parent and element.reference in parent["K"]:
            parent["K"].remove(element.reference)
            if _is_empty(parent):
                pending.append(parent)


def _is_empty(element: Any) -> bool:
    return not element["K"] and "Alt" not in element and element["S"] not in ("/TD", "/TH", "/TR")
