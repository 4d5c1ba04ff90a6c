"""A cache of what is worked out of short texts.

A cache with a bound on its number of entries alone takes as much memory as guests' names are long.
So a result for a long text is not kept.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

# The most characters or bytes of an argument. Names in the books have at most 60.
LONGEST = 100


class _TooLong(Exception):
    """An argument is too long for its result to be kept: a cache keeps nothing that raises."""


def text_cache(
    maxsize: int, *, longest: int = LONGEST, typed: bool = False
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep the last `maxsize` results of a function of texts and numbers. A result is not kept if
    one of its texts, or the `repr` of one of its tuples, is longer than `longest`. With `typed`, 1
    and True are different arguments, as in `functools.lru_cache`.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @lru_cache(maxsize, typed)
        def cached(*args: P.args, **named: P.kwargs) -> R:
            if any(_length(value) > longest for value in (*args, *named.values())):
                raise _TooLong
            return function(*args, **named)

        @wraps(function)
        def call(*args: P.args, **named: P.kwargs) -> R:
            try:
                return cached(*args, **named)  # type: ignore[arg-type]
            except _TooLong:
                pass
            return function(*args, **named)

        call.cache_clear = cached.cache_clear  # type: ignore[attr-defined]
        return call

    return decorate


def _length(value: object) -> int:
    """The size of an argument; 0 if it is neither a text nor a tuple."""
    if isinstance(value, (str, bytes)):
        return len(value)
    return len(repr(value)) if isinstance(value, tuple) else 0
