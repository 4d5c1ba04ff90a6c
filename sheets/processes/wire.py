"""The messages between a worker and its parent: a length of four bytes, then the content."""

from __future__ import annotations

from typing import IO

HEADER_BYTES = 4


def send(target: IO[bytes], message: bytes) -> None:
    """Writes one message. BrokenPipeError if nobody reads any more."""
    target.write(len(message).to_bytes(HEADER_BYTES) + message)
    target.flush()


def receive(source: IO[bytes]) -> bytes:
    """Reads one message; empty if there are no more."""
    size = int.from_bytes(_read_exactly(source, HEADER_BYTES))
    return _read_exactly(source, size)


def _read_exactly(source: IO[bytes], size: int) -> bytes:
    data = source.read(size)
    return data if len(data) == size else b""
