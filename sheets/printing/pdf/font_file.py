"""The file of a font in a PDF: what only finds or places its glyphs is left out."""

from __future__ import annotations

import struct
from collections.abc import Iterable

import pydyf

from sheets.printing.pdf.content import operators

# What draws glyphs of a number. A PDF finds and places them by itself.
DRAWING = (b"cvt ", b"fpgm", b"glyf", b"head", b"hhea", b"hmtx", b"loca", b"maxp", b"prep")
HEADER, ROW, WORD = 12, 16, 4


def make_bare(objects: Iterable[object]) -> None:
    """Leaves of the font files among a PDF's objects only the tables that draw."""
    for thing in objects:
        if isinstance(thing, pydyf.Stream) and "Length1" in thing.extra:
            thing.stream = [bare(operators(thing))]
            thing.extra["Length1"] = len(thing.stream[0])


def bare(file: bytes) -> bytes:
    """A TrueType file with only the tables that draw; any other file as it is."""
    count = struct.unpack_from(">H", file, 4)[0] if len(file) > HEADER else 0
    rows = [
        struct.unpack_from(">4sLLL", file, HEADER + ROW * number)
        for number in range(count)
        if len(file) >= HEADER + ROW * (number + 1)
    ]
    kept = sorted(row for row in rows if row[0] in DRAWING)
    if b"glyf" not in (row[0] for row in kept):
        return file
    at = HEADER + ROW * len(kept)
    directory, tables = [], []
    for name, checked, start, length in kept:
        directory.append(struct.pack(">4sLLL", name, checked, at, length))
        tables.append(file[start : start + length] + bytes(-length % WORD))
        at += len(tables[-1])
    return b"".join([_header(file, len(kept)), *directory, *tables])


def _header(file: bytes, tables: int) -> bytes:
    """The first bytes of a file with so many tables."""
    power = tables.bit_length() - 1
    search = ROW << power
    return file[:4] + struct.pack(">HHHH", tables, search, power, ROW * tables - search)
