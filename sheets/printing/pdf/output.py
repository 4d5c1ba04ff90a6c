"""Writes the objects of a PDF into a small file: all but streams are compressed together, and of
the places of objects only what differs from one to the next is.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import deflate
import pydyf

from sheets.printing.pdf.source import moved

HEADER = b"%PDF-1.7\n%\xf0\x9f\x96\xa4\n"
# The next level takes half as long again for a hundredth less. A form, of which the objects of a
# hundred fields are the largest part, is a thirtieth smaller for a twentieth of its time.
LEVEL, OF_FORMS = 6, 10
# Bytes of a kind of place, of the place itself, and of the place within compressed objects: a row
# is one number of eight bytes, with a byte before it that says how it is told.
WIDTHS, ROW = (1, 4, 3), 8
HIGH_BITS = bytes(1) + b"\x80" * ROW
KIND, WHERE = 56, 24
COMPRESSED, PLAIN, FREE = 2 << KIND, 1 << KIND, 0
# The mark of an object that is not written.
GONE = "f"
# How the standard calls rows of which each tells what differs from the row above.
UP, EACH_ROW_SAYS = b"\x02", 12


class Written(pydyf.Object):  # type: ignore[misc]  # pydyf comes without types
    """An object that is written as it is."""

    def __init__(self, content: bytes = b"", *, is_stream: bool = False) -> None:
        super().__init__()
        self.content, self.is_stream = content, is_stream

    @property
    def data(self) -> bytes:
        """The object as it is written."""
        return self.content

    @property
    def compressible(self) -> bool:
        """True if it is compressed together with others; streams are not."""
        return not self.is_stream


def referred(pdf: pydyf.PDF, reference: bytes) -> Any:
    """The object that is referred to: its number is its place in the file."""
    return pdf.objects[int(reference.split(b" ", 1)[0])]


def to_bytes(pdf: pydyf.PDF) -> bytes:
    """The file of a PDF whose objects are all there, without those that are marked as gone."""
    if pdf.info:
        pdf.add_object(pdf.info)
    parts, at = [HEADER], len(HEADER)
    places: dict[int, int] = {}
    used = [thing for thing in pdf.objects if thing.free != GONE]
    together = [thing for thing in used if thing.compressible]
    streams = [thing for thing in used if not thing.compressible]
    number = len(pdf.objects)
    for stream in (*streams, _together(together, _level(pdf))):
        stream.number = stream.number or number
        written = stream.indirect + b"\n"
        places[stream.number] = PLAIN | at << WHERE
        parts.append(written)
        at += len(written)
    stream_place = COMPRESSED | number << WHERE
    places |= {thing.number: stream_place | place for place, thing in enumerate(together)}
    index = _index(pdf, places, at, number + 1)
    return b"".join([*parts, index.indirect, b"\nstartxref\n%d\n%%%%EOF\n" % at])


def without_gaps(pdf: pydyf.PDF) -> pydyf.PDF:
    """The PDF renumbered, so that objects that are gone leave no gaps, with equal streams once."""
    references = {thing.reference: b"null" for thing in pdf.objects}
    closed = pydyf.PDF()
    closed.objects = closed.objects[:1]
    streams: dict[bytes, bytes] = {}
    kept: list[tuple[pydyf.Object, bytes]] = []
    level = _level(pdf)
    for thing in pdf.objects:
        if thing.free == GONE:
            continue
        if level == OF_FORMS and isinstance(thing, pydyf.Stream) and thing.compress:
            _compress(thing, level)
        number, data = b"%d 0 R" % (len(kept) + 1), thing.data
        references[thing.reference] = number
        if not thing.compressible:
            references[thing.reference] = streams.setdefault(data, number)
        if references[thing.reference] == number:
            kept.append((thing, data))
    for thing, data in kept:
        head, stream, body = data, b"", b""
        if not thing.compressible:
            head, stream, body = data.partition(b"\nstream\n")
        written = moved(head, references, 0) + stream + body
        closed.add_object(Written(written, is_stream=not thing.compressible))
        if thing is pdf.catalog:
            closed.catalog = closed.objects[-1]
    closed.info = pdf.info
    return closed


def _level(pdf: pydyf.PDF) -> int:
    """The level at which a file is compressed."""
    return OF_FORMS if b"/AcroForm" in pdf.catalog.data else LEVEL


def _compress(stream: pydyf.Stream, level: int) -> None:
    """Compresses a stream in place. Font files are often those of the last form."""
    content = b"\n".join(pydyf._to_bytes(part) for part in stream.stream)
    make = _compressed_font if "Length1" in stream.extra else compressed
    stream.stream, stream.compress = [make(content, level)], False
    stream.extra["Filter"] = "/FlateDecode"


def _together(objects: list[pydyf.Object], level: int) -> pydyf.Stream:
    """A stream with what is no stream itself."""
    contents = [_data(thing) for thing in objects]
    places, at = [], 0
    for thing, content in zip(objects, contents, strict=True):
        places.append(b"%d %d" % (thing.number, at))
        at += len(content) + 1
    head = b" ".join(places)
    extra = {"Type": "/ObjStm", "N": len(objects), "First": len(head) + 1}
    return _stream(b"\n".join([head, *contents]), extra, level)


def _data(value: Any) -> bytes:
    """A value as pydyf writes it, in half the time: nearly all are of a few types."""
    kind = type(value)
    if kind is bytes:
        return bytes(value)
    if kind is pydyf.Dictionary:
        return b"<<%b>>" % b"".join([_name(key) + _data(it) for key, it in value.items()])
    if kind is pydyf.Array:
        return b"[%b]" % b" ".join([_data(it) for it in value])
    if kind is str:
        return str(value).encode()
    if kind is int or (kind is float and value.is_integer()):
        return b"%d" % value
    return bytes(value.data if isinstance(value, pydyf.Object) else pydyf._to_bytes(value))


@cache
def _name(key: str) -> bytes:
    return b"/%b " % key.encode()


def _index(pdf: pydyf.PDF, places: dict[int, int], at: int, number: int) -> pydyf.Stream:
    """The stream that tells where each object is."""
    places[number] = PLAIN | at << WHERE
    rows = [places.get(each, FREE).to_bytes(1 + ROW) for each in range(number + 1)]
    extra = {
        "Type": "/XRef",
        "W": pydyf.Array(WIDTHS),
        "Size": number + 1,
        "Root": pdf.catalog.reference,
        "DecodeParms": pydyf.Dictionary({"Predictor": EACH_ROW_SAYS, "Columns": ROW}),
    }
    if pdf.info:
        extra["Info"] = pdf.info.reference
    made = _stream(_differences(rows), extra, LEVEL)
    made.number = number
    return made


def _differences(rows: list[bytes]) -> bytes:
    """The differences from one row to the next, byte by byte: no byte borrows from the one above.
    All rows are one number.
    """
    places = int.from_bytes(b"".join(rows))
    above = places >> 8 * (1 + ROW)
    high = int.from_bytes(HIGH_BITS * len(rows))
    lower = (places | high) - (above & ~high)
    differences = lower ^ ((places ^ ~above) & high)
    differences |= int.from_bytes((UP + bytes(ROW)) * len(rows))
    return differences.to_bytes((1 + ROW) * len(rows))


def _stream(content: bytes, extra: dict[str, object], level: int) -> pydyf.Stream:
    return pydyf.Stream([compressed(content, level)], {**extra, "Filter": "/FlateDecode"})


@lru_cache(maxsize=16)
def _compressed_font(content: bytes, level: int) -> bytes:
    return compressed(content, level)


def compressed(content: bytes, level: int = LEVEL) -> bytes:
    """The content of a stream, deflated."""
    return bytes(deflate.zlib_compress(content, level))
