"""Merits and flaws that a party makes."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass

from rules.document import Document
from rules.forms.fields import Choice, Field, Number, Text, options
from rules.kit.homebrew import HomebrewRows
from rules.systems.storytelling_d10.character.merit_rules import MeritRules
from rules.systems.storytelling_d10.character.merit_tables import (
    FLAW,
    FLAWS,
    MERIT,
    MERITS,
    HouseMerit,
)
from rules.tables import Row

LONGEST_NAME, LONGEST_TEXT, MOST_POINTS = 100, 400, 9


@dataclass(frozen=True)
class MeritHomebrew:
    """The form and the checks of a party's own merits and flaws."""

    rules: MeritRules

    def homebrew(self, used: Callable[[Document], Container[str]]) -> tuple[HomebrewRows, ...]:
        """The merits and the flaws that a party makes."""
        return tuple(
            HomebrewRows(
                kind, HouseMerit(id=""), self._form, self._wrong, _about, used=used, one=one
            )
            for kind, one in ((MERITS, MERIT), (FLAWS, FLAW))
        )

    def _form(self, row: HouseMerit) -> tuple[Field, ...]:
        kinds = options(self.rules.tables.kinds, row.kind)
        return (
            Text("name", "Name", (row.name,), limit=LONGEST_NAME),
            Choice("kind", "Kind", (row.kind,), kinds, look="menu"),
            Number("low", "Points", (str(row.low),), lowest=1, highest=MOST_POINTS),
            Number("high", "Most points", (str(row.high),), lowest=1, highest=MOST_POINTS),
            Text("does", "Effect", (row.does,), lines=3, limit=LONGEST_TEXT),
        )

    def _wrong(self, row: HouseMerit, _others: Iterable[HouseMerit]) -> str:
        """Why one cannot be, "" where it can."""
        if message := printed(self.rules.taken, row.id):
            return message
        if row.kind not in self.rules.tables.kinds:
            return f"{row.kind!r} isn't a kind of merit or flaw."
        if not 1 <= row.low <= row.high <= MOST_POINTS:
            return f"Points are 1 to {MOST_POINTS}, and the most no fewer than the least."
        strange = [id for id in row.traits if id not in self.rules.traits]
        return f"{strange[0]!r} is nothing that a merit can take." if strange else ""


def printed(taken: Mapping[str, Row], id: str) -> str:
    """Why an id is taken: what the rules call so already, "" for nothing."""
    return f"The rules have a {taken[id].name} already." if id in taken else ""


def _about(row: HouseMerit) -> str:
    points = str(row.low) if row.low == row.high else f"{row.low}–{row.high}"
    return " · ".join(filter(None, (f"{points} points", row.does)))
