"""What is done to a PDF after WeasyPrint has laid it out: frames under the words, fields over them,
and what its tags lack."""

from __future__ import annotations

from typing import Any

from sheets.printing.pdf.form_fields import dress_fields
from sheets.printing.pdf.frames import draw_frames


def finish(document: Any, pdf: Any) -> None:
    """A finisher for WeasyPrint: called with its document and the PDF before that is written."""
    draw_frames(document, pdf)
    mend_tags(pdf)
    dress_fields(document, pdf)


def mend_tags(pdf: Any) -> None:
    """Say what each header cell is the header of, and drop the tags that hold nothing."""
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
    """Frames are drawn as artifacts; the elements that ask for them say nothing."""
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
