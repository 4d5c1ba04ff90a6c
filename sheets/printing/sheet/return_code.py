"""The small QR code in the margin at the foot of a sheet, by which the paper comes back."""

from __future__ import annotations

from io import BytesIO

import segno

from sheets.printing.type.fonts import SCHEME

SOURCE = SCHEME + "return"
# Pixels of a module, white modules around the code, and its side in millimeters.
SCALE, BORDER, SIDE = 10, 2, 12.5
# Modules of a side, at most, for addresses of up to 78 characters; the picture is that wide.
MODULES = 37
DOTS_PER_INCH = round((MODULES + 2 * BORDER) * SCALE / SIDE * 25.4)
RULE = (
    "@page :first { @bottom-left { width: 48% }"
    f" @bottom-center {{ content: url({SOURCE}); width: 12%; vertical-align: top;"
    f" text-align: center; image-resolution: {DOTS_PER_INCH}dpi }}"
    " @bottom-right { width: 40% } }\n"
)


def png(address: str) -> bytes:
    """The code as a PNG, black on white."""
    output = BytesIO()
    code = segno.make(address, error="l", micro=False, boost_error=False)
    code.save(output, kind="png", scale=SCALE, border=BORDER)
    return output.getvalue()
