"""The font of form fields among the fonts of a document.

WeasyPrint reads the whole file of a font that is used in forms, for the width and the character of
every glyph, each time. `form_fields` says both anew, so that the font is embedded as it is.
"""

from __future__ import annotations

from collections.abc import Mapping

import pydyf
from weasyprint import pdf as weasyprint_pdf
from weasyprint.pdf.fonts import Font

FAMILY = "Hyperspace-Condensed,-Medium"

_build = weasyprint_pdf.build_fonts_dictionary


def is_typed(name: bytes | str) -> bool:
    """True if the font of that name is the one for typed text."""
    text = name.decode() if isinstance(name, bytes) else name
    return text.partition("+")[2].startswith(FAMILY)


def build_typed_font_briefly() -> None:
    """Lets WeasyPrint embed the font without reading it."""
    weasyprint_pdf.build_fonts_dictionary = _build_fonts


def _build_fonts(pdf: pydyf.PDF, fonts: Mapping[str, Font], *others: object) -> pydyf.Dictionary:
    for font in fonts.values():
        if font.used_in_forms and is_typed(font.name):
            font.used_in_forms, font.clean = False, _as_it_is
    return _build(pdf, fonts, *others)


def _as_it_is(_to_unicode: Mapping[int, str], _hinting: object) -> None:
    """Takes nothing out of a font."""
