"""A sample of many like cases runs every day, all of them with `--soak`."""

import os
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import pytest

# The environment variable with the number of the day: workers and later runs may ask for the same.
DAY = "SAMPLE_DAY"


def set_day() -> None:
    """Chooses the day: today, or the one that was asked for."""
    os.environ.setdefault(DAY, str(datetime.now(tz=UTC).toordinal()))


def day() -> int:
    """The number of the day. Samples that begin with it meet all cases in the course of days."""
    return int(os.environ[DAY])


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
