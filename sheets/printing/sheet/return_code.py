"""The small QR code in the margin at the foot of a sheet, by which the paper comes back."""

from __future__ import annotations

from sheets.printing.sheet.code_modules import code_rows
from sheets.printing.sheet.code_picture import code_png
from sheets.printing.type.fonts import SCHEME

SOURCE = SCHEME + "return"
# Pixels of a module, white modules around the code, and its side in millimeters.
SCALE, BORDER, SIDE = 10, 2, 12.5
# Modules of a side, at most, for addresses of up to 78 characters; the picture is that wide.
MODULES = 37
DOTS_PER_INCH = round((MODULES + 2 * BORDER) * SCALE / SIDE * 25.4)
# The code is in the middle; what is beside it may take two lines.
RULE = (
    "@page :first { @bottom-left { width: 44%; padding-top: 1.2mm; line-height: 7.6pt }"
    f" @bottom-center {{ content: url({SOURCE}); width: 12%; vertical-align: top;"
    f" text-align: center; image-resolution: {DOTS_PER_INCH}dpi }}"
    " @bottom-right { width: 44%; padding-top: 1.2mm; line-height: 7.6pt } }\n"
)


def png(address: str) -> bytes:
    """The code as a PNG, black on white."""
    rows = code_rows(address, error="l", boost_error=False)
    return code_png(rows, scale=SCALE, border=BORDER)
