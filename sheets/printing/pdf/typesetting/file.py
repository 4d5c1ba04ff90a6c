"""Writes set pages into a tagged PDF, with bookmarks, fields, links, and the fonts they need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import Any
from xml.etree.ElementTree import Element

import pydyf
from weasyprint import VERSION, Document
from weasyprint.pdf.anchors import add_outlines
from weasyprint.pdf.metadata import DocumentMetadata

from sheets.printing.pdf.messages import Total
from sheets.printing.pdf.output import compressed, to_bytes
from sheets.printing.pdf.text import Text
from sheets.printing.pdf.typesetting.drawing import SCALE, Drawn
from sheets.printing.pdf.typesetting.fields import Fields
from sheets.printing.pdf.typesetting.fonts import Fonts
from sheets.printing.pdf.typesetting.links import Links
from sheets.printing.pdf.typesetting.paragraph import Composing, Paragraph
from sheets.printing.pdf.typesetting.placed import Placed
from sheets.printing.pdf.typesetting.structure import Structure


@dataclass
class SetPage:
    """A page with everything on it, and its drawing."""

    placed: Sequence[Placed]
    drawn: Drawn
    width: float
    height: float
    foot: float

    @cached_property
    def paragraphs(self) -> Sequence[tuple[Placed, Paragraph]]:
        """All paragraphs on it, in the order of the document."""
        return [
            (one, one.paragraph)
            for top in self.placed
            for one in top.all()
            if one.paragraph is not None
        ]


def write(
    html: Any,
    pages: Sequence[SetPage],
    composing: Composing,
    fonts: Fonts,
    totals: Sequence[Total] = (),
) -> bytes:
    """The file of a document's pages; `totals` are fields that follow from others."""
    pdf = pydyf.PDF()
    resources = pydyf.Dictionary()
    pdf.add_object(resources)
    references: list[str] = []
    for number, page in enumerate(pages):
        content = compressed(page.drawn.content)
        stream = pydyf.Stream([content], {"Filter": "/FlateDecode"})
        pdf.add_object(stream)
        size = [0, 0, page.width * SCALE, page.height * SCALE]
        pdf.add_page(
            pydyf.Dictionary(
                {
                    "Type": "/Page",
                    "Parent": pdf.pages.reference,
                    "MediaBox": pydyf.Array(size),
                    "TrimBox": pydyf.Array(size),
                    "BleedBox": pydyf.Array(size),
                    "Contents": stream.reference,
                    "Resources": resources.reference,
                    "Tabs": "/S",
                    "StructParents": number,
                }
            )
        )
        references.append(pdf.objects[-1].reference.decode())
    fields, links = Fields(pdf, fonts, totals), Links(pdf)
    structure = Structure(pdf, references)
    for number, page in enumerate(pages):
        pdf_page = pdf.objects[int(references[number].split()[0])]
        linked = links.add_page(page, pdf_page)
        structure.add_page(page.placed, page.drawn, fields.add_page(page, pdf_page), linked)
    structure.close(fields.annotations | links.annotations)
    _add_outlines(pdf, pages)
    _add_resources(pdf, resources, pages, composing, fonts, fields)
    add_metadata(pdf, _metadata(html.etree_element))
    return to_bytes(pdf)


def _add_outlines(pdf: Any, pages: Sequence[SetPage]) -> None:
    outlined: Any = SimpleNamespace(
        pages=[
            SimpleNamespace(
                height=page.height,
                bookmarks=[
                    (level, label, (one.x + x, one.y + one.lowered + y), "open")
                    for one, paragraph in page.paragraphs
                    for level, label, x, y in paragraph.bookmarks
                ],
            )
            for page in pages
        ]
    )
    tree = Document.make_bookmark_tree(outlined, SCALE, transform_pages=True)
    add_outlines(pdf, tree)


def _add_resources(
    pdf: Any,
    resources: Any,
    pages: Sequence[SetPage],
    composing: Composing,
    fonts: Fonts,
    fields: Fields,
) -> None:
    glyphs: dict[str, set[int]] = {}
    states: set[str] = set()
    for page in pages:
        states |= page.drawn.states
        for font, numbers in page.drawn.glyphs.items():
            glyphs.setdefault(font, set()).update(numbers)
    made = fonts.add(pdf, glyphs, typed=fields.font)
    resources["Font"] = made.reference
    resources["ExtGState"] = pydyf.Dictionary({name: composing.states[name] for name in states})
    names = sorted(name for page in pages for name in page.drawn.pictures)
    if names:
        resources["XObject"] = _add_pictures(pdf, names, composing)
    fields.close(resources, made)


def _add_pictures(pdf: Any, names: Sequence[str], composing: Composing) -> Any:
    made = pydyf.Dictionary()
    for name in dict.fromkeys(names):
        picture = composing.pictures.object(name)
        pdf.add_object(picture)
        made[name] = picture.reference
    return made


def _metadata(root: Element) -> DocumentMetadata:
    """The metadata in the head of a document."""
    head = root.find("head")
    said = {} if head is None else {it.get("name"): it.get("content") for it in head.iter("meta")}
    title = None if head is None else head.findtext("title")
    return DocumentMetadata(
        title=" ".join((title or "").split()),
        authors=[said["author"]] if said.get("author") else [],
        description=said.get("description"),
        generator=said.get("generator"),
        lang=root.get("lang"),
    )


def add_metadata(pdf: Any, metadata: DocumentMetadata) -> None:
    """Says in a file what it is, and that it is accessible."""
    pdf.info["Producer"] = Text(f"WeasyPrint {VERSION}")
    for name, text in (
        ("Title", metadata.title),
        ("Author", ", ".join(metadata.authors)),
        ("Subject", metadata.description),
        ("Creator", metadata.generator),
    ):
        if text:
            pdf.info[name] = Text(text)
    pdf.catalog["Lang"] = pydyf.String(metadata.lang or "en")
    pdf.catalog["ViewerPreferences"] = pydyf.Dictionary({"DisplayDocTitle": "true"})
    pdf.catalog["MarkInfo"] = pydyf.Dictionary({"Marked": "true"})
    metadata.include_in_pdf(pdf, "ua", 1, conformance=None, compress=True)
