"""A sample of many like cases runs daily, all of them with `--soak`."""

import os
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Protocol, TypeVar

import pytest

T = TypeVar("T")


class Drawn(Protocol):
    """The fixture of that name: the cases of a test that run."""

    def __call__(self, cases: Iterable[T], *, every: int) -> list[T]: ...


# The environment variable with the number of the sample: workers and later runs ask for the same.
SAMPLE = "SAMPLE"


def set_draw() -> None:
    """Chooses the number: the one that was asked for, or else the commit's; 0 without Git."""
    if SAMPLE not in os.environ:
        command = ["git", "rev-parse", "--short=6", "HEAD"]
        here = Path(__file__).parent
        try:
            run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=here)
        except FileNotFoundError:
            os.environ[SAMPLE] = "0"
        else:
            os.environ[SAMPLE] = str(int(run.stdout.strip() or "0", 16))


def draw() -> int:
    """The number of the sample: in the course of commits, samples that begin with it meet all."""
    return int(os.environ[SAMPLE])


def with_another_each(rows: Iterable[Any], columns: Iterable[Any]) -> list[Any]:
    """Every pair as parameters of a test: daily each of the rows has one column, each another."""
    rows, columns = list(rows), list(columns)
    return [
        pytest.param(
            *(row if isinstance(row, tuple) else (row,)),
            column,
            marks=() if (place + draw()) % len(columns) == number else pytest.mark.soak,
        )
        for place, row in enumerate(rows)
        for number, column in enumerate(columns)
    ]


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
