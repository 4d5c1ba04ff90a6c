"""Traits in dots whose groups a player puts in order: the place of a group gives its traits so many
dots. What a build has of them, their fields, random dots, and their columns on a sheet.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Protocol, TypeVar

import msgspec

from rules.creation import Bound
from rules.figures import Figure
from rules.kit.character import GameCharacter
from rules.kit.dot_fields import (
    PLACES,
    dots_field,
    place_of,
    ranking_field,
)
from rules.phrases import counted
from rules.problems import UNKNOWN, ProblemList
from rules.sheet.sections import Column, Line, Traits
from rules.tables import Row

B = TypeVar("B", bound=msgspec.Struct)
# How much likelier chance gives a dot to a trait that is liked, and how often it orders groups
# in another way than the usual one.
LIKELY, ODD_ORDER = 4, 0.2


class GroupedTrait(Protocol):
    """A trait of a group."""

    @property
    def name(self) -> str:
        """Its printed name."""

    @property
    def group(self) -> str:
        """The id of its group."""


class Given(msgspec.Struct, frozen=True, gc=False):
    """Dots of a trait as a build gives them, and where it does."""

    id: str
    name: str
    group: str
    dots: int
    where: str


def nothing_taken(_character: GameCharacter, _group: str) -> int:
    """The dots of a group are for its traits alone."""
    return 0


def no_result(_character: GameCharacter, _trait: str) -> Figure | None:
    """A trait by itself is all that there is to show."""
    return None


def usual_most(most: int) -> Callable[[str], int]:
    """The most dots of a trait, which here are so many for each of them."""
    return lambda _trait: most


class DotGroups(msgspec.Struct, frozen=True):
    """The groups of one kind of traits. `noun` begins the codes of problems ("attribute"), `member`
    of the build maps traits to dots, and its `order` holds the groups in their order. `points` are
    the dots by place. Every trait has `free` dots, and a new character `most`; `too_few` and
    `too_many` are said of others, with the name and the bound. Of too many dots those that are
    free count, or with `keeps_most` the most.
    """

    noun: str
    member: str
    order: str
    groups: Mapping[str, Row]
    rows: Mapping[str, GroupedTrait]
    points: tuple[int, ...]
    most: int
    too_few: str
    too_many: str
    free: int = 0
    keeps_most: bool = False

    def in_group(self, group: str) -> dict[str, str]:
        """The traits of a group: names by id."""
        return {id: row.name for id, row in self.rows.items() if row.group == group}

    def allowance(self, build: msgspec.Struct, group: str) -> int:
        """The dots that the place of a group gives, 0 without one."""
        place = place_of(getattr(build, self.order), group)
        return 0 if place is None else self.points[place]

    # --- a build

    def validated(
        self,
        build: msgspec.Struct,
        faults: ProblemList,
        more: Iterable[Given] = (),
        taken: Mapping[str, int] = {},
    ) -> dict[str, int]:
        """The dots that count, of traits that have some. `more` are traits that stand elsewhere in
        the build, and `taken` is what else the dots of a group went into.
        """
        self._check_order(build, faults)
        values, spent = (dict.fromkeys(self.rows, self.free) if self.free else {}), Counter[str]()
        for id, dots in getattr(build, self.member).items():
            row = self.rows.get(id)
            if row and self.free <= dots <= self.most:
                spent[row.group] += dots - self.free
                values[id] = dots
                continue
            where = f"build.{self.member}.{id}"
            if row is None:
                message = f"{id!r} isn't an {self.noun}."
                faults.wrong(f"unknown-{self.noun}", where, message, never=UNKNOWN)
            else:
                self._take(Given(id, row.name, row.group, dots, where), values, spent, faults)
        for one in more:
            self._take(one, values, spent, faults)
        spent.update(taken)
        self._check_spent(build, spent, faults)
        return values if self.free else {id: dots for id, dots in values.items() if dots}

    def _take(
        self, one: Given, values: dict[str, int], spent: Counter[str], faults: ProblemList
    ) -> None:
        spent[one.group] += one.dots - self.free if self.free else max(0, one.dots)
        if one.dots < self.free:
            message = self.too_few.format(name=one.name, least=self.free)
            faults.wrong(f"{self.noun}-min", one.where, message)
        elif one.dots <= self.most or self.is_accepted(one.name, one.where, faults):
            if one.dots:
                values[one.id] = one.dots
        elif self.keeps_most:
            values[one.id] = self.most

    def is_accepted(self, name: str, where: str, faults: ProblemList) -> bool:
        """Note that a trait has too many dots; whether that was accepted."""
        message = self.too_many.format(name=name, most=self.most)
        return faults.deviation(f"{self.noun}-max", where, message)

    def _check_order(self, build: msgspec.Struct, faults: ProblemList) -> None:
        order = getattr(build, self.order)
        if sorted(order) == sorted(self.groups):
            return
        *first, last = self.groups
        message = f"Rank {', '.join(first)}, and {last}, each once."
        code, where = f"{self.noun}-order", f"build.{self.order}"
        if set(order) <= {"", *self.groups} and len({*order}) == len(order) < len(self.groups):
            faults.open(code, where, message)
        else:
            faults.wrong(code, where, message)

    def _check_spent(
        self, build: msgspec.Struct, spent: Mapping[str, int], faults: ProblemList
    ) -> None:
        """A group has as many dots as its place gives."""
        for group, allowance in zip(getattr(build, self.order), self.points, strict=False):
            if group not in self.groups:
                continue
            used, where = spent.get(group, 0), f"build.{self.member}.{group}"
            name, code = self.groups[group].name, f"{self.noun}-points"
            if used > allowance:
                message = f"{name}: {counted(allowance, 'dot')} to give, and you gave {used}."
                faults.deviation(code, where, message)
            elif left := allowance - used:
                faults.open(code, where, f"{name}: {counted(left, 'dot')} left.")

    # --- the step

    def fields(
        self,
        *,
        hint: str,
        taken: Callable[[Any, str], int] = nothing_taken,
        result: Callable[[Any, str], Figure | None] = no_result,
    ) -> tuple[Bound, ...]:
        """The groups to rank, and the dots of each. `taken(character, group)` is what else they
        went into, and `result` what a trait comes to.
        """

        def there(character: GameCharacter, group: str) -> int:
            allowance = self.allowance(character.build, group)
            return max(0, allowance - taken(character, group))

        def note(character: GameCharacter, group: str) -> str:
            dots, allowance = getattr(character.build, self.member), there(character, group)
            spent = sum(dots.get(id, self.free) - self.free for id in self.in_group(group))
            return _left(spent, allowance) if allowance or (spent and not self.free) else ""

        def group_field(group: str, row: Row) -> Bound:
            return dots_field(
                group,
                row.name,
                self.member,
                self.in_group(group),
                total=lambda character: there(character, group),
                highest=self.most,
                free=self.free,
                hint=row.does,
                result=result,
            )

        names = {id: row.name for id, row in self.groups.items()}
        ranking = ranking_field(
            self.order, "Which comes first?", names, self.points, hint=hint, note=note
        )
        return (ranking, *(group_field(id, row) for id, row in self.groups.items()))

    # --- random

    def filled(
        self,
        rng: Random,
        build: B,
        order: Sequence[str],
        liked: Sequence[str],
        *,
        taken: Mapping[str, int] = {},
        most: Callable[[str], int] | None = None,
    ) -> B:
        """The build with its groups in order, mostly in this one, and with the dots that are left,
        more of them for what is liked. `taken` is what else the dots of a group went into, and
        `most` a trait's own bound.
        """
        ranked = self._ranked(rng, getattr(build, self.order), order)
        values = dict(getattr(build, self.member))
        for group, points in zip(ranked, self.points, strict=False):
            left = points - taken.get(group, 0)
            values |= self._spread(rng, values, group, left, most or usual_most(self.most), liked)
        return msgspec.structs.replace(build, **{self.order: ranked, self.member: values})

    def _ranked(self, rng: Random, order: Sequence[str], liked: Sequence[str]) -> tuple[str, ...]:
        """The order with its empty places filled."""
        places = [*order, *[""] * len(self.groups)][: len(self.groups)]
        left = [group for group in liked if group not in places]
        if not any(order) and rng.random() < ODD_ORDER:
            rng.shuffle(left)
        return tuple(one or (left.pop(0) if left else "") for one in places)

    def _spread(
        self,
        rng: Random,
        before: Mapping[str, int],
        group: str,
        points: int,
        most: Callable[[str], int],
        liked: Sequence[str],
    ) -> dict[str, int]:
        """The dots of a group with the points that are left."""
        spread = {id: before.get(id, self.free) for id in self.in_group(group)}
        empty = {id for id, dots in spread.items() if dots <= self.free}
        left = points - sum(dots - self.free for dots in spread.values())
        while left > 0:
            room = [id for id in spread if id in empty and spread[id] < most(id)]
            if not room:
                break
            weights = [LIKELY if id in liked else 1 for id in room]
            spread[rng.choices(room, weights)[0]] += 1
            left -= 1
        return {id: dots for id, dots in spread.items() if dots != self.free}

    # --- the sheet

    def section(
        self, build: msgspec.Struct, name: str, lines: Mapping[str, Iterable[Line]]
    ) -> Traits:
        """A column for each group with its `lines`, and the place that it has in the build."""
        columns = tuple(
            Column(
                f"groups.{id}", row.name, row.name, None, tuple(lines[id]), self._place(build, id)
            )
            for id, row in self.groups.items()
        )
        return Traits(self.member, name, columns)

    def _place(self, build: msgspec.Struct, group: str) -> str:
        place = place_of(getattr(build, self.order), group)
        return (
            ""
            if place is None
            else f"{PLACES[place].lower()}, {counted(self.points[place], 'dot')}"
        )


def _left(spent: int, allowance: int) -> str:
    if spent > allowance:
        return f"{spent - allowance} too many"
    return f"{allowance - spent} left" if allowance > spent else "all spent"
