"""What the pool and its workers say to each other, and how: a length, then MessagePack."""

from __future__ import annotations

from typing import IO

import msgspec

HEADER = 4


class Job(msgspec.Struct, frozen=True, tag="job"):
    """All that is needed to make the pages: markup, stylesheets, whether it has fields, and the
    pictures in it by their address; `drawings` are those that are printed dot for dot. `advice` is
    what helps where it cannot be printed."""

    html: str
    css: tuple[str, ...]
    fillable: bool = False
    pictures: dict[str, bytes] = {}
    drawings: dict[str, bytes] = {}
    advice: str = ""


class Look(msgspec.Struct, frozen=True, tag="look"):
    """A PDF whose pages are wanted as pictures of so many pixels in width, the first so many."""

    pdf: bytes
    width: int
    most: int


class Leaf(msgspec.Struct, frozen=True):
    """A printed sheet, and whose it is."""

    name: str
    pdf: bytes


class Pack(msgspec.Struct, frozen=True, tag="pack"):
    """Sheets that are wanted in one file of that title."""

    title: str
    author: str
    leaves: tuple[Leaf, ...]


Asked = Job | Look | Pack


class Answer(msgspec.Struct, frozen=True):
    """A PDF, or its pages as pictures, or what went wrong; `spent` says that the worker will take
    no more jobs."""

    pdf: bytes = b""
    pictures: tuple[bytes, ...] = ()
    fault: str = ""
    spent: bool = False


def send(target: IO[bytes], message: bytes) -> None:
    """Write one message. BrokenPipeError where nobody reads any more."""
    target.write(len(message).to_bytes(HEADER) + message)
    target.flush()


def receive(source: IO[bytes]) -> bytes:
    """Read one message; empty where there are no more."""
    size = int.from_bytes(_exactly(source, HEADER))
    return _exactly(source, size)


def _exactly(source: IO[bytes], size: int) -> bytes:
    data = source.read(size)
    return data if len(data) == size else b""
