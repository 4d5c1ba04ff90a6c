"""Fixtures for tests of the rules."""

from collections.abc import Iterable
from typing import Protocol, TypeVar
from zlib import crc32

import pytest

from tests.sampling import draw

T = TypeVar("T")


class Drawn(Protocol):
    def __call__(self, cases: Iterable[T], *, every: int) -> list[T]: ...


@pytest.fixture
def drawn(request: pytest.FixtureRequest) -> Drawn:
    """Of many like cases those that are asked about: daily one in so many, one at least, another
    one with another sample; all with `--soak`. The tests of a file ask a game about the same ones,
    so that these are worked out once.
    """
    soaks = request.config.getoption("--soak")
    file, _, test = request.node.nodeid.partition("::")
    first = crc32(f"{file}{test.partition('[')[2]}".encode()) + draw()

    def of(cases: Iterable[T], *, every: int) -> list[T]:
        found = list(cases)
        share = 1 if soaks else max(1, min(every, len(found)))
        return found[first % share :: share]

    return of
