"""What the pool and its workers say to each other, in MessagePack."""

from __future__ import annotations

import msgspec


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


class PageImages(msgspec.Struct, frozen=True, tag="look"):
    """A PDF whose pages are wanted as pictures of so many pixels in width, the first so many."""

    pdf: bytes
    width: int
    most: int


class PackSheet(msgspec.Struct, frozen=True):
    """A printed sheet, and whose it is."""

    name: str
    pdf: bytes


class Pack(msgspec.Struct, frozen=True, tag="pack"):
    """Sheets that are wanted in one file of that title."""

    title: str
    author: str
    leaves: tuple[PackSheet, ...]


PrintJob = Job | PageImages | Pack


class Answer(msgspec.Struct, frozen=True):
    """A PDF, or its pages as pictures, or what went wrong; `spent` says that the worker will take
    no more jobs."""

    pdf: bytes = b""
    pictures: tuple[bytes, ...] = ()
    fault: str = ""
    spent: bool = False
