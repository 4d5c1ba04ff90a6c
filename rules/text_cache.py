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


def text_cache(
    maxsize: int, *, longest: int = LONGEST
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep the last `maxsize` results of a function of texts and numbers. A result is not kept if
    one of its texts, or the `repr` of one of its tuples, is longer than `longest`.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        cached = lru_cache(maxsize, typed=True)(function)

        @wraps(function)
        def call(*args: P.args, **named: P.kwargs) -> R:
            for value in (*args, *named.values()) if named else args:
                if isinstance(value, (str, bytes)):
                    if len(value) > longest:
                        return function(*args, **named)
                elif type(value) is tuple and len(repr(value)) > longest:
                    return function(*args, **named)
            return cached(*args, **named)  # type: ignore[arg-type]

        call.cache_clear = cached.cache_clear  # type: ignore[attr-defined]
        return call

    return decorate
