"""Values that are made anew for each response: the keys of forms, and CSRF tokens.

While a page is recorded for the page cache, they are noted: in a page that is answered again, new
ones take their places.
"""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.http import HttpRequest
from django.middleware.csrf import CSRF_ALLOWED_CHARS, CSRF_SECRET_LENGTH, get_token

_LETTERS: str = CSRF_ALLOWED_CHARS
_NUMBERS = {letter: number for number, letter in enumerate(_LETTERS)}

Make = Callable[[HttpRequest], str]
_NOTED: ContextVar[dict[str, Make] | None] = ContextVar("nonces", default=None)


def note(value: str, make: Make) -> str:
    """Returns the value. `make` makes another of the same kind, in plain ASCII."""
    noted = _NOTED.get()
    if noted is not None:
        noted[value] = make
    return value


def csrf_token(request: HttpRequest) -> str:
    """Another CSRF token for the request's secret, like those of Django's `get_token`, in a tenth
    of the time: Django asks the system for each letter of the mask.
    """
    secret = request.META.get("CSRF_COOKIE", "")
    if len(secret) != CSRF_SECRET_LENGTH:
        return get_token(request)
    request.META["CSRF_COOKIE_NEEDS_UPDATE"] = True
    mask = _letter_numbers(CSRF_SECRET_LENGTH)
    sums = [_NUMBERS[letter] + number for letter, number in zip(secret, mask, strict=True)]
    return "".join([_LETTERS[number % len(_LETTERS)] for number in mask + sums])


def _letter_numbers(count: int) -> list[int]:
    """Numbers of letters, each as likely as any other: bytes past the last whole alphabet don't
    count.
    """
    end = 256 - 256 % len(_LETTERS)
    numbers: list[int] = []
    while len(numbers) < count:
        numbers += [byte % len(_LETTERS) for byte in secrets.token_bytes(2 * count) if byte < end]
    return numbers[:count]


@contextmanager
def noted() -> Iterator[dict[str, Make]]:
    """All values that are made meanwhile, each with how another one is made."""
    values: dict[str, Make] = {}
    token = _NOTED.set(values)
    try:
        yield values
    finally:
        _NOTED.reset(token)
