"""Writes the objects of a PDF into a small file: all but streams are compressed together, and of
the places of objects only what differs from one to the next is.
"""

from __future__ import annotations

import zlib
from typing import Any

import pydyf

HEADER = b"%PDF-1.7\n%\xf0\x9f\x96\xa4\n"
# Higher levels take three times as long for a twentieth less.
LEVEL = 5
# Bytes of a kind of place, of the place itself, and of the place within compressed objects.
WIDTHS = (1, 4, 3)
COMPRESSED, PLAIN, FREE = 2, 1, 0
# The mark of an object that is not written.
GONE = "f"
# How the standard calls rows of which each tells what differs from the row above.
UP, EACH_ROW_SAYS = b"\x02", 12
# The row of an object that follows the one above in the same stream.
NEXT = UP + bytes(sum(WIDTHS) - 1) + b"\x01"


class Written(pydyf.Object):  # type: ignore[misc]  # pydyf comes without types
    """An object that is written as it is."""

    def __init__(self, content: bytes = b"", *, is_stream: bool = False) -> None:
        super().__init__()
        self.content, self.is_stream = content, is_stream

    @property
    def data(self) -> bytes:
        """How it is written."""
        return self.content

    @property
    def compressible(self) -> bool:
        """Whether it is compressed together with others: streams are not."""
        return not self.is_stream


def to_bytes(pdf: Any) -> bytes:
    """The file of a PDF whose objects are all there, without those that are marked as gone."""
    if pdf.info:
        pdf.add_object(pdf.info)
    parts, at = [HEADER], len(HEADER)
    places: dict[int, tuple[int, int, int]] = {0: (FREE, 0, 0)}
    used = [thing for thing in pdf.objects if thing.free != GONE]
    together = [thing for thing in used if thing.compressible]
    streams = [thing for thing in used if not thing.compressible]
    number = len(pdf.objects)
    for stream in (*streams, _together(together)):
        stream.number = stream.number or number
        written = stream.indirect + b"\n"
        places[stream.number] = (PLAIN, at, 0)
        parts.append(written)
        at += len(written)
    places |= {thing.number: (COMPRESSED, number, place) for place, thing in enumerate(together)}
    index = _index(pdf, places, at, number + 1)
    return b"".join([*parts, index.indirect, b"\nstartxref\n%d\n%%%%EOF\n" % at])


def _together(objects: list[Any]) -> Any:
    """A stream with what is no stream itself."""
    contents = [thing.data for thing in objects]
    places, at = [], 0
    for thing, content in zip(objects, contents, strict=True):
        places.append(b"%d %d" % (thing.number, at))
        at += len(content) + 1
    head = b" ".join(places)
    extra = {"Type": "/ObjStm", "N": len(objects), "First": len(head) + 1}
    return _stream(b"\n".join([head, *contents]), extra)


def _index(pdf: Any, places: dict[int, tuple[int, int, int]], at: int, number: int) -> Any:
    """The stream that tells where each object is."""
    places[number] = (PLAIN, at, 0)
    rows, above = [], (FREE, 0, 0)
    for each in range(number + 1):
        found = places.get(each, (FREE, 0, 0))
        kind, where, within = found
        # Most are together, one after the other: only the last byte is one more.
        if within & 255 and kind == COMPRESSED and above == (kind, where, within - 1):
            rows.append(NEXT)
        else:
            rows.append(UP + _difference(found, above))
        above = found
    extra = {
        "Type": "/XRef",
        "W": pydyf.Array(WIDTHS),
        "Size": number + 1,
        "Root": pdf.catalog.reference,
        "DecodeParms": pydyf.Dictionary({"Predictor": EACH_ROW_SAYS, "Columns": sum(WIDTHS)}),
    }
    if pdf.info:
        extra["Info"] = pdf.info.reference
    made = _stream(b"".join(rows), extra)
    made.number = number
    return made


def _difference(place: tuple[int, ...], above: tuple[int, ...]) -> bytes:
    """What differs from one place to the next, byte by byte."""
    rows = (
        b"".join(value.to_bytes(width) for width, value in zip(WIDTHS, row, strict=True))
        for row in (place, above)
    )
    return bytes((it - over) & 255 for it, over in zip(*rows, strict=True))


def _stream(content: bytes, extra: dict[str, Any]) -> Any:
    return pydyf.Stream([zlib.compress(content, LEVEL)], {**extra, "Filter": "/FlateDecode"})
