"""The picture of a QR code, as a PNG of one bit a pixel."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
# One bit a pixel, gray; the only ways of compressing, filtering and ordering there are.
_KIND = bytes((1, 0, 0, 0, 0))
# What a line of pixels is told by: as it is, or as the difference from the line above.
_PLAIN, _ABOVE = b"\0", b"\2"
# A higher level takes ten times as long for a tenth less.
_LEVEL = 6


def code_png(rows: Sequence[str], *, scale: int, border: int) -> bytes:
    """A code, black on white, so many pixels a module, with so many white modules around it; of its
    rows "1" is black.
    """
    side = (len(rows) + 2 * border) * scale
    length = -(-side // 8)
    same = (_ABOVE + bytes(length)) * (scale - 1)
    white = _PLAIN + _packed("1" * side) + same + (_ABOVE + bytes(length)) * (border - 1) * scale
    margin = "1" * border * scale
    module = {"0": "1" * scale, "1": "0" * scale}
    lines = [white]
    for row in rows:
        pixels = "".join([module[digit] for digit in row])
        lines += (_PLAIN, _packed(f"{margin}{pixels}{margin}"), same)
    lines.append(white)
    size = struct.pack(">II", side, side)
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", size + _KIND),
            _chunk(b"IDAT", zlib.compress(b"".join(lines), _LEVEL)),
            _chunk(b"IEND", b""),
        )
    )


def _packed(pixels: str) -> bytes:
    """A line of pixels, eight a byte."""
    length = -(-len(pixels) // 8)
    return int(pixels.ljust(length * 8, "0"), 2).to_bytes(length)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
