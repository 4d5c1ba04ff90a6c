"""A cache of what is worked out of short texts.

A cache that is bounded in number alone holds as many megabytes as guests have long names: what is
worked out of a long text is not kept.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

# So many characters, or bytes, an argument may have. Names of the books have at most 60.
LONGEST = 100


def text_cache(
    maxsize: int, *, longest: int = LONGEST
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keeps the last `maxsize` answers of a function of texts and numbers, by place: those that
    no text, and no tuple as it is written, longer than `longest` was given for.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        kept = lru_cache(maxsize, typed=True)(function)

        @wraps(function)
        def asked(*args: P.args, **named: P.kwargs) -> R:
            for one in args:
                if isinstance(one, (str, bytes)):
                    if len(one) > longest:
                        return function(*args, **named)
                elif type(one) is tuple and len(repr(one)) > longest:
                    return function(*args, **named)
            return kept(*args, **named)  # type: ignore[arg-type]

        asked.cache_clear = kept.cache_clear  # type: ignore[attr-defined]
        return asked

    return decorate
