"""Values that are made anew for each response: the keys of forms, and CSRF tokens.

While a page is recorded for the page cache, they are noted: in a page that is answered again, new
ones take their places.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.http import HttpRequest

Make = Callable[[HttpRequest], str]
_NOTED: ContextVar[dict[str, Make] | None] = ContextVar("nonces", default=None)


def note(value: str, make: Make) -> str:
    """Returns the value. `make` makes another of the same kind, in plain ASCII."""
    noted = _NOTED.get()
    if noted is not None:
        noted[value] = make
    return value


@contextmanager
def noted() -> Iterator[dict[str, Make]]:
    """All values that are made meanwhile, each with how another one is made."""
    values: dict[str, Make] = {}
    token = _NOTED.set(values)
    try:
        yield values
    finally:
        _NOTED.reset(token)
