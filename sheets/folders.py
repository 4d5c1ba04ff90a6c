"""Folders: rows of a list that stand together."""

from collections.abc import Callable, Iterable
from typing import TypeVar

Row = TypeVar("Row")


def by_folder(rows: Iterable[Row], folder_of: Callable[[Row], str]) -> list[tuple[str, list[Row]]]:
    """The rows under their folders by name, those without one first."""
    folders: dict[str, list[Row]] = {}
    for row in rows:
        folders.setdefault(folder_of(row), []).append(row)
    return sorted(folders.items(), key=lambda item: (item[0].casefold(), item[0]))
