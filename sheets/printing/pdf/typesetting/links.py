"""The links of set pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pydyf

from sheets.printing.pdf.finish import PRINTED
from sheets.printing.pdf.typesetting.drawing import SCALE
from sheets.printing.pdf.typesetting.paragraph import Link


class Links:
    """Links that are added to a PDF, page by page, as WeasyPrint writes them."""

    def __init__(self, pdf: Any) -> None:
        self._pdf = pdf
        self.annotations: dict[int, Any] = {}

    def add_page(self, page: Any, pdf_page: Any) -> dict[int, Sequence[int]]:
        """Adds the links of a page: the numbers of those of each paragraph."""
        return {
            id(one): [
                self._add(link, one.corner, page.height, pdf_page) for link in paragraph.links
            ]
            for one, paragraph in page.paragraphs
            if paragraph.links
        }

    def _add(self, link: Link, corner: tuple[float, float], high: float, pdf_page: Any) -> int:
        across, down = corner
        left, top, right, bottom = link.rectangle
        sides = (left + across, high - top - down, right + across, high - bottom - down)
        made = pydyf.Dictionary(
            {
                "Type": "/Annot",
                "Subtype": "/Link",
                "Rect": pydyf.Array(side * SCALE for side in sides),
                "BS": pydyf.Dictionary({"W": 0}),
                "F": PRINTED,
                "Contents": pydyf.String(link.address),
                "A": pydyf.Dictionary(
                    {"Type": "/Action", "S": "/URI", "URI": pydyf.String(link.address)}
                ),
            }
        )
        self._pdf.add_object(made)
        self.annotations[made.number] = made
        pdf_page.setdefault("Annots", pydyf.Array()).append(made.reference)
        return int(made.number)
