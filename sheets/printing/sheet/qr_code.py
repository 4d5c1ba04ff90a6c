"""An address as a code that a phone reads from paper, with the address in letters under it."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

import segno

from sheets.printing.styles import Styles
from sheets.printing.type.fonts import CONDENSED, SCHEME
from sheets.printing.type.measure import count_lines

SOURCE = SCHEME + "code"
# Pixels of a square, and squares that stay white around: what readers ask for.
SCALE, QUIET_ZONE = 10, 4
# An address that takes more lines is not typed in by anybody.
MAX_LINES = 6


@dataclass(frozen=True)
class QrCode:
    """A code in the corner of a page: where it leads, and the room it takes in millimetres."""

    address: str
    height: float
    width: float
    told: bool

    @property
    def source(self) -> str:
        """What a template calls its picture."""
        return SOURCE


def qr_code(address: str, look: Styles) -> QrCode:
    """The code of an address, with as many lines under it as that takes."""
    size, measure = look.number("code-size"), look.number("code-measure")
    lines = count_lines(address, size, measure, CONDENSED)
    has_text = lines <= MAX_LINES
    height = look.number("code-side") + look.number("code-air")
    height += lines * look.number("code-line") if has_text else 0
    return QrCode(address, height, measure + look.number("code-gap"), has_text)


def qr_png(address: str) -> bytes:
    """It as a PNG, black on white; a quarter of its squares may be spoilt, or nearly."""
    made = BytesIO()
    segno.make(address, error="m", micro=False).save(
        made, kind="png", scale=SCALE, border=QUIET_ZONE
    )
    return made.getvalue()
