"""How a process and the one that started it talk: a length, then so many bytes."""

from __future__ import annotations

from typing import IO

HEADER = 4


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
