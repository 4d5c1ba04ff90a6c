"""The form fields of set pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pydyf

from sheets.printing.pdf import form_fields
from sheets.printing.pdf.finish import PRINTED
from sheets.printing.pdf.messages import Total
from sheets.printing.pdf.text import Text
from sheets.printing.pdf.typesetting.drawing import SCALE
from sheets.printing.pdf.typesetting.fonts import Fonts
from sheets.printing.pdf.typesetting.look import NotKept
from sheets.printing.pdf.typesetting.paragraph import Field


class Fields:
    """Fields that are added to a PDF, page by page."""

    def __init__(self, pdf: Any, fonts: Fonts, totals: Sequence[Total] = ()) -> None:
        self._pdf, self._fonts, self._totals = pdf, fonts, totals
        self.annotations: dict[int, Any] = {}
        self._texts: list[tuple[Any, Field]] = []
        # The marks of boxes to tick by what draws them: those of one size share one.
        self._checks: dict[str, Any] = {}
        self.font: str | None = None

    def add_page(self, page: Any, pdf_page: Any) -> dict[int, Sequence[int]]:
        """Adds the fields of a page: the numbers of those of each paragraph."""
        return {
            id(one): [self._add(field, one, page, pdf_page) for field in paragraph.fields]
            for one, paragraph in page.paragraphs
            if paragraph.fields
        }

    def _add(self, field: Field, one: Any, page: Any, pdf_page: Any) -> int:
        left, top, right, bottom = field.rectangle
        across, down = one.corner
        lower = page.foot if field.to_foot else bottom + down
        lower = max(lower, bottom + down)
        high = page.height
        sides = (left + across, high - lower, right + across, high - top - down)
        rectangle = form_fields.rectangle(*(side * SCALE for side in sides))
        made = pydyf.Dictionary(
            {
                "Type": "/Annot",
                "Subtype": "/Widget",
                "Rect": pydyf.Array(rectangle),
                "P": pdf_page.reference,
                "F": PRINTED,
                "T": Text(field.name),
                "TU": Text(field.title),
            }
        )
        self._pdf.add_object(made)
        if field.kind == "checkbox":
            self._check(made, field, rectangle)
        else:
            self._text(made, field)
        self.annotations[made.number] = made
        pdf_page.setdefault("Annots", pydyf.Array()).append(made.reference)
        return int(made.number)

    def _check(self, made: Any, field: Field, rectangle: list[float]) -> None:
        """A box to tick, with its mark."""
        wide, high = rectangle[2] - rectangle[0], rectangle[3] - rectangle[1]
        mark = (
            f"0 g 0 {high / 2:.2f} m {wide / 2:.2f} 0 l {wide:.2f} {high:.2f} l"
            f" {wide / 2 - wide / 14:.2f} {high / 2 - high / 6:.2f} l h f"
        )
        look = self._checks.get(mark)
        if look is None:
            box = pydyf.Array([0, 0, round(wide, 2), round(high, 2)])
            look = pydyf.Stream([mark.encode()], {"Subtype": "/Form", "BBox": box})
            self._pdf.add_object(look)
            self._checks[mark] = look
        state = "/on" if field.value else "/Off"
        made.update(
            {
                "FT": "/Btn",
                "AS": state,
                "V": state,
                "AP": pydyf.Dictionary({"N": pydyf.Dictionary({"on": look.reference})}),
                "MK": pydyf.Dictionary({"BC": pydyf.Array([0, 0, 0])}),
                "Border": pydyf.Array([0, 0, 0]),
            }
        )

    def _text(self, made: Any, field: Field) -> None:
        made["FT"], made["V"] = "/Tx", Text(field.value)
        if field.kind == "textarea":
            made["Ff"] = form_fields.MULTILINE
        if field.side:
            made["Q"] = field.side
        made["DA"] = Text(f"0 g /{form_fields.TYPING} {field.size:g} Tf")
        self._texts.append((made, field))
        if self.font is None:
            self.font = self._fonts.typed()
            if self.font is None:
                raise NotKept("nothing is printed in the face of fields")

    def close(self, resources: Any, fonts: Any) -> None:
        """Writes the form, once the fonts are in the file: their references by name."""
        if not self.annotations:
            return
        references = [made.reference for made in self.annotations.values()]
        form = pydyf.Dictionary({"Fields": pydyf.Array(references), "DR": resources.reference})
        self._pdf.catalog["AcroForm"] = form
        if self._texts:
            texts = [(it, field.size, field.side) for it, field in self._texts]
            form_fields.dress(self._pdf, form, texts, self._totals, font=fonts[self.font])
