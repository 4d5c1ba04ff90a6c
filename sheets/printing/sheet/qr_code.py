"""The QR code of an address, with the address in letters below."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from sheets.printing.sheet.code_modules import code_rows
from sheets.printing.sheet.code_picture import code_png
from sheets.printing.styles import Styles
from sheets.printing.type.fonts import CONDENSED, SCHEME
from sheets.printing.type.measure import width

SOURCE = SCHEME + "code"
# Pixels of a module, and the white modules around the code: the standard's values.
SCALE, QUIET_ZONE = 10, 4
# The parts of an address, and those of its domain.
_PART, _LABEL = re.compile(r"[^/]*/+|[^/]+"), re.compile(r"^[^.]+|\.[^.]*")
# An address on more lines than this is not printed in letters.
MAX_LINES = 6


@dataclass(frozen=True)
class QrCode:
    """A QR code in the corner of a page: its address, its size in millimeters, and the lines of the
    address in letters below it, if these are few.
    """

    address: str
    height: float
    width: float
    lines: tuple[str, ...]

    @property
    def source(self) -> str:
        """The URL of its image in a template."""
        return SOURCE


def qr_code(address: str, look: Styles) -> QrCode:
    """The QR code of an address, and the lines of letters below it."""
    size, measure = look.number("code-size"), look.number("code-measure")
    lines = tuple(address_lines(address, size, measure))
    lines = lines if len(lines) <= MAX_LINES else ()
    height = look.number("code-side") + look.number("code-air")
    height += len(lines) * look.number("code-line")
    return QrCode(address, height, measure + look.number("code-gap"), lines)


def address_lines(address: str, size: float, measure: float) -> Iterator[str]:
    """An address in lines that end with a slash where they can, else before a dot: only what is
    still wider than a line is parted, evenly.
    """
    line = ""
    for part in _PART.findall(address):
        for piece in _pieces(part, size, measure):
            if line and width(line + piece, size, CONDENSED) > measure:
                yield line
                line = ""
            line += piece
    yield line


def _pieces(part: str, size: float, measure: float) -> Iterator[str]:
    count = ceil(width(part, size, CONDENSED) / measure)
    if count > 1 and "." in part:
        for label in _LABEL.findall(part):
            yield from _pieces(label, size, measure) if label != part else (label,)
    elif count > 1:
        length = ceil(len(part) / count)
        yield from (part[at : at + length] for at in range(0, len(part), length))
    else:
        yield part


def qr_png(address: str) -> bytes:
    """The code as a PNG, black on white; up to a quarter of it may be damaged."""
    rows = code_rows(address, error="m", boost_error=True)
    return code_png(rows, scale=SCALE, border=QUIET_ZONE)
