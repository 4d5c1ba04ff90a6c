"""Merits and flaws that a party makes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from rules.forms.fields import Choice, Field, Number, Text, options
from rules.kit.homebrew import HomebrewRows, RowProblem, name_problems
from rules.phrases import counted
from rules.systems.storytelling_d10.character.merit_rules import MeritRules
from rules.systems.storytelling_d10.character.merit_tables import FLAW, FLAWS, MERIT, MERITS
from rules.systems.storytelling_d10.document.build import HouseMerit
from rules.tables import Row

LONGEST_NAME, LONGEST_TEXT, MOST_POINTS = 100, 400, 9


@dataclass(frozen=True)
class MeritHomebrew:
    """The form and the checks of a party's own merits and flaws."""

    rules: MeritRules

    def homebrew(self) -> tuple[HomebrewRows, ...]:
        """The merits and the flaws that a party makes."""
        return tuple(
            HomebrewRows(
                kind, HouseMerit(id=""), self._form, partial(self._wrong, one), _about, one=one
            )
            for kind, one in ((MERITS, MERIT), (FLAWS, FLAW))
        )

    def _form(self, row: HouseMerit, _house: object) -> tuple[Field, ...]:
        kinds = options(self.rules.tables.kinds, row.kind)
        return (
            Text("name", "Name", (row.name,), limit=LONGEST_NAME),
            Choice("kind", "Kind", (row.kind,), kinds, look="menu"),
            Number("low", "Points", (str(row.low),), lowest=1, highest=MOST_POINTS),
            Number("high", "Most points", (str(row.high),), lowest=1, highest=MOST_POINTS),
            Text("does", "Effect", (row.does,), lines=3, limit=LONGEST_TEXT),
        )

    def _wrong(
        self, one: str, row: HouseMerit, others: Iterable[HouseMerit], _house: object
    ) -> Iterator[RowProblem]:
        """Why one cannot be."""
        yield from name_problems(row, others, one)
        yield from printed(self.rules.taken, row.id)
        if row.kind not in self.rules.tables.kinds:
            yield "kind", f"{row.kind!r} isn't a kind of merit or flaw."
        if not 1 <= row.low <= row.high <= MOST_POINTS:
            yield "low", f"Enter 1 to {MOST_POINTS} points, the most at least as many as the least."
        strange = [id for id in row.traits if id not in self.rules.traits]
        if strange:
            yield "name", f"{strange[0]!r} is nothing that a merit can take."


def printed(taken: Mapping[str, Row], id: str) -> Iterator[RowProblem]:
    """That an id is taken: by what the rules call so already."""
    if id in taken:
        yield "name", f"The rules have a {taken[id].name} already."


def _about(row: HouseMerit, _house: object) -> str:
    one = counted(row.high, "point")
    points = one if row.low == row.high else f"{row.low}–{one}"
    return " · ".join(filter(None, (points, row.does)))
