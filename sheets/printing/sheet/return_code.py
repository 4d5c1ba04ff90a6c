"""The small QR code in the margin at the foot of a sheet, by which the paper comes back."""

from __future__ import annotations

from sheets.printing.sheet.code_modules import code_rows
from sheets.printing.sheet.code_picture import code_png
from sheets.printing.type.fonts import SCHEME

SOURCE = SCHEME + "return"
# Pixels of a module, white modules around the code, and its side in millimeters.
SCALE, BORDER, SIDE = 10, 2, 12.5
# The code is at the right edge, beside its letters; so the credit at the left has room for a line.
RULE = (
    "@page :first { @bottom-left { width: 62% } @bottom-right { width: 38%; padding-right: 14mm;"
    f" background: url({SOURCE}) top right / {SIDE}mm {SIDE}mm no-repeat }} }}\n"
)


def png(address: str) -> bytes:
    """The code as a PNG, black on white."""
    rows = code_rows(address, error="l", boost_error=False)
    return code_png(rows, scale=SCALE, border=BORDER)
