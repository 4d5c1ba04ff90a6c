"""Reads files that `output.py` has written, object by object, to put them into another file."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

_STREAM = re.compile(rb"(\d+) 0 obj\n(<<.*?/Length (\d+)>>\nstream\n)", re.DOTALL)
_STREAM_END = b"\nendstream\nendobj\n"
_STRING = rb"\((?:[^\\()]++|\\.)*+\)"
# The name of a cell at the head of a table, and those that another cell is below; any other text,
# which stays as it is; a reference; or the number of a page's or an annotation's tags.
_MOVED = re.compile(
    rb"(/ID %b|/Headers \[[^\]]*\]|%b|\b\d+ 0 R\b|/StructParents? \d+)" % (_STRING, _STRING),
    re.DOTALL,
)
# What stands nowhere in objects: texts with such bytes are written in hexadecimal digits.
_BETWEEN = b"\0\0"
# An array with nothing but numbers, names and references in it is one token.
_TOKEN = re.compile(
    rb"%b|<<|>>|\[[^\[\]()<>]*\]|[\[\]]|<[0-9a-fA-F]*>|/[^\s/<>\[\]()]*|[^\s/<>\[\]()]+" % _STRING,
    re.DOTALL,
)

Entries = dict[bytes, bytes]


@dataclass(slots=True)
class Source:
    """The objects of a file by number: as they are written, and what follows the dictionaries of
    streams.
    """

    objects: dict[int, bytes] = field(default_factory=dict)
    streams: dict[int, bytes] = field(default_factory=dict)
    catalog: int = 0
    info: int = 0

    @property
    def size(self) -> int:
        """The highest number."""
        return max(*self.objects, *self.streams)


def read(pdf: bytes) -> Source:
    """The objects of a file; ValueError if `to_bytes` has not written it."""
    source, at, index = Source(), pdf.find(b"\n", pdf.find(b"\n") + 1) + 1, b""
    while found := _STREAM.match(pdf, at):
        number, head, length = int(found[1]), found[2], int(found[3])
        body = pdf[found.end() : found.end() + length]
        at = found.end() + length + len(_STREAM_END)
        if b"/Type /ObjStm" in head:
            source.objects |= _together(entries(head), zlib.decompress(body))
        elif b"/Type /XRef" in head:
            index = head
        else:
            source.objects[number], source.streams[number] = head, body
    if not index:
        raise ValueError("not a file that output.py has written")
    said = entries(index)
    source.catalog = reference(said[b"/Root"])
    source.info = reference(said.get(b"/Info", b"0 0 R"))
    return source


def _together(head: Entries, content: bytes) -> dict[int, bytes]:
    """The objects that were compressed together."""
    first = int(head[b"/First"])
    numbers = [int(number) for number in content[:first].split()]
    places = [*numbers[1::2], len(content) - first + 1]
    return {
        number: content[first + begins : first + ends - 1]
        for number, begins, ends in zip(numbers[::2], places[:-1], places[1:], strict=True)
    }


def moved(content: bytes, references: Mapping[bytes, bytes], tags: int) -> bytes:
    """An object with other references instead of its own ("7 0 R"), and the numbers of its tags
    counted on by `tags`, which also begins the names of cells: each is named once in a file.
    """
    parts = _MOVED.split(content)
    parts[1::2] = [references.get(found) or _counted_on(found, tags) for found in parts[1::2]]
    return b"".join(parts)


def all_moved(
    objects: Mapping[int, bytes], references: Mapping[bytes, bytes], tags: int
) -> dict[int, bytes]:
    """Objects by number, each `moved`: all at once is faster."""
    contents = moved(_BETWEEN.join(objects.values()), references, tags).split(_BETWEEN)
    return dict(zip(objects, contents, strict=True))


def _counted_on(found: bytes, tags: int) -> bytes:
    """The text that replaces one that is no reference: names of cells, a string, or the number of
    tags.
    """
    if found.startswith((b"/ID", b"/Headers")):
        return found.replace(b"(", b"(%d-" % tags) if tags else found
    if not found.startswith(b"/"):
        return found
    name, _, number = found.partition(b" ")
    return b"%b %d" % (name, int(number) + tags)


def entries(content: bytes) -> Entries:
    """The entries of a dictionary, each as it is written."""
    found: Entries = {}
    depth, name, begins, has_value = 0, b"", 0, False
    for token in _TOKEN.finditer(content):
        said = token[0]
        if depth == 1 and (said == b">>" or (said.startswith(b"/") and has_value)):
            if name:
                found[name] = content[begins : token.start()].strip()
            name, has_value = b"", False
        if said in (b"<<", b"["):
            depth += 1
        elif said in (b">>", b"]"):
            depth -= 1
        if depth == 0:
            break
        if depth == 1 and not name and said.startswith(b"/"):
            name, begins = said, token.end()
        elif name:
            has_value = True
    return found


def dictionary(said: Entries) -> bytes:
    """A dictionary with these entries."""
    return b"<<%b>>" % b"".join(name + b" " + value for name, value in said.items())


def items(array: bytes) -> Iterator[bytes]:
    """The references and arrays in an array, and the numbers between them."""
    for found in re.finditer(rb"\d+ 0 R|\[[^\]]*\]|\d+", array[1:-1]):
        yield found[0]


def reference(written: bytes) -> int:
    """The number of the object that is referred to."""
    return int(written.split()[0])
