"""Faults in the folder of a declared game: each names the file, the row and the member, and says
what would be right.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rules.tables import TableError


class Fault(msgspec.Struct, frozen=True, gc=False, order=True):
    """A fault at a member of a row of a file; row and member are "" where it is in none."""

    file: str
    row: str
    member: str
    message: str

    def __str__(self) -> str:
        place = ", ".join(filter(None, (self.file, self.row, self.member)))
        return f"{place}: {self.message}"

    @classmethod
    def of_table(cls, error: TableError) -> Fault:
        """The fault that a reader of tables raised."""
        row, _, member = error.key.partition(".")
        message = str(error).removeprefix(f"{error.file}: ").removeprefix(f"{error.key}: ")
        return cls(error.file, row, member, message)


class GameError(Exception):
    """A folder that makes no game, with all of its faults."""

    def __init__(self, folder: str, faults: Iterable[Fault]) -> None:
        self.folder = folder
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))
