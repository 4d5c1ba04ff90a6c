"""Merits and flaws: what a game says of them, what each takes, and what a build has of them."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import asdict

from rules.figures import Figure
from rules.phrases import counted
from rules.problems import UNKNOWN, ProblemList
from rules.systems.storytelling_d10.character.merit_tables import (
    FLAW,
    FLAWS,
    MERIT,
    MERITS,
    Owned,
    Standing,
)
from rules.systems.storytelling_d10.document.build import HouseMerit, Instance
from rules.systems.storytelling_d10.rulebook.merits import OURS, Merit, MeritTables, Requirement
from rules.tables import Row

# A detail that may name several, unless the points are the most: then it means all of them.
SENSE = "sense"
# A merit that a kind of character lacks, and why: the code of the problem and its message.
Forbidden = Mapping[str, tuple[str, str]]


@dataclass(frozen=True, kw_only=True)
class MeritRules:
    """A game's rules of merits and flaws.

    `row` is its type of rows. `points` are from how many to how many one may have, and `details`
    what may stand as the detail of one: names by id. `lacks` names what the detail of one takes
    itself, and `is_detail` a detail that no table has. `forbidden(ids)` are kinds that somebody
    with these merits cannot have; of those in `single` there is one at most, which is for new
    characters, like those of `at_creation`. `conflicts` finds what else a build may not have
    together. There are `start` points for merits, and those of flaws, at most `flaw_most(house)`;
    `taken` are rows whose ids a party's own cannot have, and `places` those of problems of merits.
    """

    tables: MeritTables
    row: type[Merit]
    trait_name: Callable[[str], str]
    traits: Container[str]
    details: Callable[[Merit], Mapping[str, str]]
    points: Callable[[str, Merit], tuple[int, int]]
    lacks: Callable[[Instance, Standing], tuple[str, ...]]
    is_detail: Callable[[Merit, str], bool]
    forbidden: Callable[[set[str]], Forbidden]
    single: str
    at_creation: tuple[str, ...]
    conflicts: Callable[[Any, Sequence[Owned], Mapping[str, int], ProblemList], None]
    start: Figure
    flaw_most: Callable[[Any], Figure]
    taken: Mapping[str, Row]
    places: tuple[str, ...]

    def required(self, row: Merit) -> str:
        """The requirements of one, as printed."""
        return self.tables.required(row, self.trait_name)

    def merits(self, house: Any) -> Mapping[str, Merit]:
        """Every merit by id, those of the party too."""
        return self._with(self.tables.merits, house.merits)

    def flaws(self, house: Any) -> Mapping[str, Merit]:
        """Every flaw by id, those of the party too."""
        return self._with(self.tables.flaws, house.flaws)

    def _with(
        self, printed: Mapping[str, Merit], own: tuple[HouseMerit, ...]
    ) -> Mapping[str, Merit]:
        if not own:
            return printed
        tables, rows = self.tables, dict(printed)
        for one in own:
            if one.kind in tables.kinds and one.id not in {**tables.merits, **tables.flaws}:
                members = asdict(one)
                requires = Requirement(traits=members.pop("traits"), merits=members.pop("merits"))
                rows[one.id] = self.row(**members, requires=requires, source=OURS)
        return rows

    # --- what one takes

    def lacking(
        self, row: Merit, standing: Standing, known: Mapping[str, Merit]
    ) -> tuple[str, ...]:
        """The requirements of one that somebody does not meet: "Melee 4 (you have 2)", "Force
        Sensitivity".
        """
        needs, has = row.requires, standing.values
        lacks = [
            f"{self.trait_name(id)} {least} (you have {has.get(id, 0)})"
            for id, least in needs.traits.items()
            if has.get(id, 0) < least
        ]
        if needs.shield and not standing.has_shield():
            lacks.append("a shield")
        kind = self.tables.kinds.get(row.kind)
        for id in dict.fromkeys((kind.opened_by if kind else "", *needs.merits)):
            if id and id != row.id and id not in standing.merits:
                lacks.append(known[id].name if id in known else id)
        return tuple(lacks)

    def deviations(
        self, noun: str, one: Instance, row: Merit, standing: Standing, known: Mapping[str, Merit]
    ) -> Iterator[tuple[str, str]]:
        """The problems of one by itself: its points, and its requirements."""
        low, high = self.points(one.detail, row)
        if one.points is not None and not low <= one.points <= high:
            most = counted(high, "point")
            bounds = most if low == high else f"{low} to {most}"
            yield f"{noun}-cost", f"{row.name} is {bounds}, not {one.points}."
        if lacks := (*self.lacking(row, standing, known), *self.lacks(one, standing)):
            yield f"{noun}-requirement", f"{row.name} needs {', '.join(lacks)}."

    def lacks_detail(self, one: Instance, row: Merit) -> bool:
        """True if the detail of one is missing or not among those that it can have."""
        points, is_sense = row.low if one.points is None else one.points, row.detail == SENSE
        if not row.detail or (is_sense and row.high > 1 and points >= row.high):
            return False
        known = self.details(row)
        parts = [part.strip() for part in one.detail.split(",")] if is_sense else []
        if self.is_detail(row, one.detail):
            return False
        return not (one.detail in known or (parts and all(part in known for part in parts)))

    # --- a build

    def validated(
        self,
        build: Any,
        house: Any,
        values: Mapping[str, int],
        faults: ProblemList,
        *,
        shield: bool,
    ) -> tuple[tuple[Owned, ...], tuple[Owned, ...]]:
        """The merits that count, with those that they grant, and the flaws. `values` are those of
        all traits.
        """
        known, ids = self.merits(house), {one.id for one in build.merits}
        granted = {id for one in build.merits if one.id in known for id in known[one.id].grants}
        standing = Standing(values, ids | granted, has_shield=lambda: shield)
        forbidden = self.forbidden(ids)
        owned = tuple(self._owned(MERIT, build.merits, known, standing, faults, forbidden))
        flaws = tuple(self._owned(FLAW, build.flaws, self.flaws(house), standing, faults, {}))
        self._paired(build, faults)
        self.conflicts(build, flaws, values, faults)
        flaw_points, most = sum(one.points for one in flaws), self.flaw_most(house).value
        if flaw_points > most:
            message = f"Flaws bring {counted(most, 'point')} at most, and yours are {flaw_points}."
            if not faults.deviation("flaw-points", f"build.{FLAWS}", message):
                flaw_points = most
        spent, there = sum(one.points for one in owned), self.start.value + flaw_points
        if spent > there:
            message = f"You have {counted(there, 'point')} for merits and spent {spent}."
            faults.deviation("merit-points", f"build.{MERITS}", message)
        for id in [id for one in owned for id in one.row.grants]:
            if id in known and id not in {one.row.id for one in owned}:
                owned = (*owned, Owned(known[id], 0, granted=True))
        return owned, flaws

    def _owned(
        self,
        noun: str,
        had: Sequence[Instance],
        known: Mapping[str, Merit],
        standing: Standing,
        faults: ProblemList,
        forbidden: Forbidden,
    ) -> Iterator[Owned]:
        """The merits or the flaws that count."""
        seen: set[tuple[str, str]] = set()
        single = 0
        for position, one in enumerate(had):
            where, row = f"build.{noun}s[{position}]", known.get(one.id)
            if row is None:
                message = f"{one.id[:60]!r} is no {noun}."
                faults.wrong(f"unknown-{noun}", where, message, never=UNKNOWN)
                continue
            deviations = [*self.deviations(noun, one, row, standing, known)]
            if row.kind in forbidden:
                deviations.append(forbidden[row.kind])
            single += row.kind == self.single
            if row.kind == self.single and single > 1:
                deviations.append((f"two-{self.single}s", "You can have one race merit, not two."))
            again = (one.id, (one.detail or one.note).casefold() if row.repeats else "")
            if again in seen:
                deviations.append((f"duplicate-{noun}", f"{row.name} is listed twice."))
            seen.add(again)
            if self.lacks_detail(one, row):
                faults.open(f"{noun}-detail", where, f"Say which {row.name} is meant.")
            accepted = [faults.deviation(code, where, message) for code, message in deviations]
            if all(accepted):
                points = row.low if one.points is None else one.points
                least = self.points(one.detail, row)[0]
                yield Owned(row, max(points, least), one.detail, one.note)

    def _paired(self, build: Any, faults: ProblemList) -> None:
        """Those that may not be had together, of the same detail."""
        for pair in self.tables.pairs.values():
            if not pair.refused:
                continue
            first = [one for one in build.merits if one.id == pair.pair[0]]
            for position, flaw in enumerate(build.flaws):
                if flaw.id == pair.pair[1] and any(
                    not one.detail or flaw.detail in one.detail.split(", ") for one in first
                ):
                    where = f"build.{FLAWS}[{position}]"
                    faults.deviation("merit-flaw-conflict", where, pair.does)
