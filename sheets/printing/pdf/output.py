"""Writes the objects of a PDF into a small file: all but streams are compressed together, and of
the places of objects only what differs from one to the next is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import accumulate
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


@dataclass(slots=True)
class File:
    """The objects of a file by number, each as it is written: b"" for one that is gone. `streams`
    are the numbers of those that are written by themselves, not together with others.
    """

    objects: list[bytes] = field(default_factory=lambda: [b""])
    streams: set[int] = field(default_factory=set)
    catalog: int = 0
    info: int = 0

    def add(self, content: bytes = b"", *, is_stream: bool = False) -> int:
        """Adds an object; its number."""
        number = len(self.objects)
        self.objects.append(content)
        if is_stream:
            self.streams.add(number)
        return number


def referred(pdf: pydyf.PDF, reference: bytes) -> Any:
    """The object that is referred to: its number is its place in the file."""
    return pdf.objects[int(reference.split(b" ", 1)[0])]


def to_bytes(file: File) -> bytes:
    """The file, without the objects that are gone."""
    parts, at = [HEADER], len(HEADER)
    objects, number = file.objects, len(file.objects)
    together = [each for each, content in enumerate(objects) if content]
    if file.streams:
        together = [each for each in together if each not in file.streams]
    level = OF_FORMS if b"/AcroForm" in objects[file.catalog] else LEVEL
    places: dict[int, int] = {}
    for each in (*sorted(file.streams), number):
        content = objects[each] if each < number else _together(objects, together, level)
        written = b"%d 0 obj\n%b\nendobj\n" % (each, content)
        places[each] = PLAIN | at << WHERE
        parts.append(written)
        at += len(written)
    stream_place = COMPRESSED | number << WHERE
    places |= {each: stream_place | place for place, each in enumerate(together)}
    index = _index(file, places, at, number + 1)
    end = b"%d 0 obj\n%b\nendobj\nstartxref\n%d\n%%%%EOF\n" % (number + 1, index, at)
    return b"".join([*parts, end])


def without_gaps(pdf: pydyf.PDF) -> File:
    """The objects of a PDF renumbered, so that those that are marked as gone leave no gaps, with
    equal streams once.
    """
    references = {thing.reference: b"null" for thing in pdf.objects}
    file = File()
    streams: dict[bytes, bytes] = {}
    kept: list[tuple[pydyf.Object, bytes]] = []
    is_form = b"/AcroForm" in pdf.catalog.data
    for thing in pdf.objects:
        if thing.free == GONE:
            continue
        if is_form and isinstance(thing, pydyf.Stream) and thing.compress:
            _compress(thing, OF_FORMS)
        number, data = b"%d 0 R" % (len(kept) + 1), _data(thing)
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
        place = file.add(written, is_stream=not thing.compressible)
        if thing is pdf.catalog:
            file.catalog = place
    if pdf.info:
        file.info = file.add(_data(pdf.info))
    return file


def _compress(stream: pydyf.Stream, level: int) -> None:
    """Compresses a stream in place. Font files are often those of the last form."""
    content = b"\n".join(pydyf._to_bytes(part) for part in stream.stream)
    make = _compressed_font if "Length1" in stream.extra else compressed
    stream.stream, stream.compress = [make(content, level)], False
    stream.extra["Filter"] = "/FlateDecode"


def _together(objects: Sequence[bytes], numbers: Sequence[int], level: int) -> bytes:
    """A stream with what is no stream itself."""
    contents = [objects[number] for number in numbers]
    lengths = [len(content) + 1 for content in contents]
    places = accumulate(lengths[:-1], initial=0)
    head = " ".join([f"{number} {at}" for number, at in zip(numbers, places, strict=True)]).encode()
    extra = {"Type": "/ObjStm", "N": len(numbers), "First": len(head) + 1}
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


def _index(file: File, places: dict[int, int], at: int, number: int) -> bytes:
    """The stream that tells where each object is."""
    places[number] = PLAIN | at << WHERE
    rows = [places.get(each, FREE).to_bytes(1 + ROW) for each in range(number + 1)]
    extra = {
        "Type": "/XRef",
        "W": pydyf.Array(WIDTHS),
        "Size": number + 1,
        "Root": b"%d 0 R" % file.catalog,
        "DecodeParms": pydyf.Dictionary({"Predictor": EACH_ROW_SAYS, "Columns": ROW}),
    }
    if file.info:
        extra["Info"] = b"%d 0 R" % file.info
    return _stream(_differences(rows), extra, LEVEL)


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


def _stream(content: bytes, extra: dict[str, object], level: int) -> bytes:
    made = pydyf.Stream([compressed(content, level)], {**extra, "Filter": "/FlateDecode"})
    return bytes(made.data)


@lru_cache(maxsize=16)
def _compressed_font(content: bytes, level: int) -> bytes:
    return compressed(content, level)


def compressed(content: bytes, level: int = LEVEL) -> bytes:
    """The content of a stream, deflated."""
    return bytes(deflate.zlib_compress(content, level))
