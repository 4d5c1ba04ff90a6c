"""What the pool and its workers say to each other, and how: a length, then MessagePack."""

from __future__ import annotations

from typing import IO

import msgspec

HEADER = 4


class Job(msgspec.Struct, frozen=True):
    """All that is needed to make the pages: markup, stylesheets, and whether it has fields."""

    html: str
    css: tuple[str, ...]
    fillable: bool = False


class Answer(msgspec.Struct, frozen=True):
    """A PDF, or what went wrong; `spent` says that the worker will take no more jobs."""

    pdf: bytes = b""
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
