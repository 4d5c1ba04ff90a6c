"""A sample of many like cases runs every day, all of them with `--soak`."""

from collections.abc import Iterable
from typing import Any

import pytest


def sample(values: Iterable[Any], *, every: int, first: int = 0) -> list[Any]:
    """The values as parameters of a test: of every so many one runs daily, from `first` on.

    A tuple holds the values of several parameters.
    """
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=() if number % every == first else pytest.mark.soak,
        )
        for number, value in enumerate(values)
    ]
