"""The step of merits and flaws: its balance, the points on both sides, and a random choice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from msgspec.structs import replace

from rules.creation import Bound, shown_only
from rules.document import Document
from rules.figures import Figure, number, total
from rules.forms.fields import Balance, Change, Field, Group, options
from rules.kit.bound_fields import change_to
from rules.systems.storytelling_d10.character.balances import BalanceRow, Side
from rules.systems.storytelling_d10.character.merit_rules import MeritRules
from rules.systems.storytelling_d10.character.merit_tables import FLAWS, MERITS, MeritBearer
from rules.systems.storytelling_d10.document.build import Instance
from rules.systems.storytelling_d10.rulebook.book import rulebook
from rules.systems.storytelling_d10.rulebook.merits import Merit


@dataclass(frozen=True)
class MeritStep:
    """The step of a game's merits and flaws."""

    rules: MeritRules

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The kinds of merits and flaws."""
        return tuple(Group(id, kind.name) for id, kind in self.rules.tables.kinds.items())

    @cached_property
    def rows(self) -> dict[str, dict[str, BalanceRow]]:
        """Every merit and every flaw as a row of a balance, by the side that it is on."""
        sides = {MERITS: self.rules.tables.merits, FLAWS: self.rules.tables.flaws}
        return {
            side: {id: self._row(row) for id, row in rows.items()} for side, rows in sides.items()
        }

    def _row(self, merit: Merit) -> BalanceRow:
        spans = [self.rules.points(detail, merit) for detail in ("", *self.rules.details(merit))]
        return BalanceRow(
            id=merit.id,
            name=merit.name,
            lowest=merit.low,
            highest=max(high for _, high in spans),
            group=merit.kind,
            details=tuple(self.rules.details(merit).values()),
            repeats=merit.repeats,
            notes=True,
            does=merit.does,
            best=merit.good,
            keywords=" ".join(self._traits(merit)),
            source=merit.source,
            ruling=merit.ruling,
        )

    @staticmethod
    def _traits(merit: Merit) -> Iterator[str]:
        """The names of the traits whose rolls it changes."""
        names = rulebook().traits
        known = {**names.attributes, **names.abilities}
        for effect in merit.bearings:
            yield from (known[id].name for id in effect.on if id in known)

    def known(self, id: str) -> Merit:
        """A merit or a flaw of the book."""
        return self.rules.tables.merits.get(id) or self.rules.tables.flaws[id]

    def fields(
        self,
        *,
        barred: Callable[[Any, Merit], str],
        figures: Callable[[Any], Iterable[Figure]],
        notes: Mapping[str, str],
    ) -> tuple[Bound, ...]:
        """The balance, and what its two sides are. `barred` says why no new character can have one,
        and `figures` are those that one may change; `notes` are said of each side.
        """

        def lacks(character: MeritBearer, row: BalanceRow) -> tuple[str, ...]:
            return self.rules.lacking(
                self.known(row.id), character.standing, self.rules.tables.merits
            )

        def changed(member: str, character: MeritBearer, row: BalanceRow) -> tuple[Change, ...]:
            if not self.known(row.id).on_sheet:
                return ()
            had = (*getattr(character.build, member), Instance(id=row.id))
            build = replace(character.build, **{member: had})
            after = type(character)(replace(character.document, build=build, ledger=()))
            pairs = zip(figures(character), figures(after), strict=False)
            return tuple(change for old, new in pairs for change in change_to(old, new))

        def side(member: str, name: str) -> Side[Any]:
            return Side(
                member=member,
                name=name,
                rows=lambda: self.rows[member],
                gives=member == FLAWS,
                lacks=lacks,
                details=lambda _character, row: options(self.rules.details(self.known(row.id))),
                changes=partial(changed, member),
                barred=lambda character, row: barred(character, self.known(row.id)),
                note=notes[member],
            )

        sides = (side(MERITS, "Merits"), side(FLAWS, "Flaws"))

        def balance(character: MeritBearer) -> Iterator[Field]:
            shown = tuple(
                one.shown(character, getattr(character.build, one.member)) for one in sides
            )
            there, gone = self.available(character), self.spent(character)
            yield Balance("balance", "Merits and flaws", there, gone, shown, groups=self.groups)

        return (shown_only("balance", balance), *(one.bound for one in sides))

    def available(self, character: MeritBearer) -> Figure:
        """The points for merits: those of everybody, and those of the flaws that count."""
        most = self.rules.flaw_most(character.house)
        given = min(sum(one.points for one in character.chosen.flaws), most.value)
        return total(
            "to spend",
            self.rules.start,
            number("flaws", given, source=most.source),
            source=self.rules.start.source,
        )

    def spent(self, character: MeritBearer) -> Figure:
        """The cost of the merits that count."""
        terms = (
            number(one.name, one.points, source=one.row.source)
            for one in character.chosen.merits
            if not one.granted
        )
        return total("spent", *terms)

    # --- random

    def filled(
        self,
        document: Document,
        read: Callable[[Document], Any],
        detail: Callable[[Merit], str],
        choose: Callable[[], tuple[Iterable[str], Iterable[str]]],
    ) -> Any:
        """The build with the details that lack; and where it has neither merits nor flaws, with
        those of `choose` (merits and flaws) that the character of a document, `read`, can have.
        """
        build = document.build
        detailed = {
            side: tuple(self._detailed(one, rows, detail) for one in getattr(build, side))
            for side, rows in ((MERITS, self.rules.tables.merits), (FLAWS, self.rules.tables.flaws))
        }
        if build.merits or build.flaws:
            return replace(build, **detailed)

        def is_legal(after: Any) -> bool:
            faults = read(replace(document, build=after, ledger=())).chosen.faults
            return not any(fault.where.startswith(self.rules.places) for fault in faults)

        def instances(ids: Iterable[str], rows: Mapping[str, Merit]) -> tuple[Instance, ...]:
            return tuple(Instance(id=id, detail=detail(rows[id])) for id in ids)

        merits, flaws = choose()
        for tried in (flaws, ()):
            after = replace(build, flaws=instances(tried, self.rules.tables.flaws))
            for id in merits:
                more = (*after.merits, *instances((id,), self.rules.tables.merits))
                bigger = replace(after, merits=more)
                after = bigger if is_legal(bigger) else after
            if is_legal(after):
                return after
        return build

    def _detailed(
        self, one: Instance, rows: Mapping[str, Merit], detail: Callable[[Merit], str]
    ) -> Instance:
        row = rows.get(one.id)
        if row is None or not self.rules.lacks_detail(one, row):
            return one
        return replace(one, detail=detail(row))
