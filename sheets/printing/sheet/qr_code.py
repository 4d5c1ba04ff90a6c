"""The QR code of an address, with the address in letters below."""

from __future__ import annotations

from dataclasses import dataclass

from sheets.printing.sheet.code_modules import code_rows
from sheets.printing.sheet.code_picture import code_png
from sheets.printing.styles import Styles
from sheets.printing.type.fonts import CONDENSED, SCHEME
from sheets.printing.type.measure import count_lines

SOURCE = SCHEME + "code"
# Pixels of a module, and the white modules around the code: the standard's values.
SCALE, QUIET_ZONE = 10, 4
# An address on more lines than this is not printed in letters.
MAX_LINES = 6


@dataclass(frozen=True)
class QrCode:
    """A QR code in the corner of a page: its address, and its size in millimeters."""

    address: str
    height: float
    width: float
    told: bool

    @property
    def source(self) -> str:
        """The URL of its image in a template."""
        return SOURCE


def qr_code(address: str, look: Styles) -> QrCode:
    """The QR code of an address, and the lines of letters below it."""
    size, measure = look.number("code-size"), look.number("code-measure")
    lines = count_lines(address, size, measure, CONDENSED)
    has_text = lines <= MAX_LINES
    height = look.number("code-side") + look.number("code-air")
    height += lines * look.number("code-line") if has_text else 0
    return QrCode(address, height, measure + look.number("code-gap"), has_text)


def qr_png(address: str) -> bytes:
    """The code as a PNG, black on white; up to a quarter of it may be damaged."""
    rows = code_rows(address, error="m", boost_error=True)
    return code_png(rows, scale=SCALE, border=QUIET_ZONE)
