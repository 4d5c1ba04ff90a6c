"""Merits and flaws: what a game says of them, and what follows: what a build has of them, the sides
of their step, the entries and offers that bring and lift them, and a party's own.

The rows, what their details are, and what they change is each game's own.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from msgspec.structs import asdict, replace

from rules.creation import Bound, shown_only
from rules.document import Document
from rules.figures import Figure, number, total
from rules.forms.fields import Balance, Change, Choice, Field, Number, Text, options
from rules.kit.advancement_offers import Named, changes, priced_offer
from rules.kit.balances import BalanceRow, Instance, Side
from rules.kit.bound_fields import change_to
from rules.kit.currency import Payments
from rules.kit.homebrew import HomebrewRows
from rules.kit.merits import (
    FLAW,
    FLAWS,
    MERIT,
    MERITS,
    OURS,
    GainFlaw,
    GainMerit,
    HouseMerit,
    Lift,
    Merit,
    MeritTables,
    Owned,
    Requirement,
    Standing,
)
from rules.kit.rulebooks import Price
from rules.ledger.entries import LINE
from rules.ledger.offers import Offer, OfferGroup
from rules.ledger.rules import EntryKind, LedgerRules
from rules.problems import UNKNOWN, EntryRefused, ProblemList
from rules.tables import Row

LONGEST_NAME, LONGEST_TEXT, MOST_POINTS = 100, 400, 9
# A detail that may name several, unless the points are the most: then it means all of them.
SENSE = "sense"
# A merit that a kind of character lacks, and why: the code of the problem and its message.
Forbidden = Mapping[str, tuple[str, str]]


@dataclass(frozen=True, kw_only=True)
class MeritRules:
    """What a game says of merits and flaws.

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
        """What one takes, in print."""
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
        """What somebody lacks for one: "Melee 4 (you have 2)", "Force Sensitivity"."""
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
        """What is wrong with one by itself: its points, and what it takes."""
        low, high = self.points(one.detail, row)
        if one.points is not None and not low <= one.points <= high:
            bounds = str(low) if low == high else f"{low} to {high}"
            yield f"{noun}-cost", f"{row.name} is {bounds} points, not {one.points}."
        if lacks := (*self.lacking(row, standing, known), *self.lacks(one, standing)):
            yield f"{noun}-requirement", f"{row.name} needs {', '.join(lacks)}."

    def lacks_detail(self, one: Instance, row: Merit) -> bool:
        """Whether it is not said yet, or not as it can be, what one is about."""
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
            message = f"Flaws bring {most} points at most, and yours are {flaw_points}."
            if not faults.deviation("flaw-points", f"build.{FLAWS}", message):
                flaw_points = most
        spent, there = sum(one.points for one in owned), self.start.value + flaw_points
        if spent > there:
            message = f"You have {there} points for merits and spent {spent}."
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
        """What of one side counts."""
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
                deviations.append((f"two-{self.single}s", "You are of one people, not of two."))
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

    # --- the step

    @cached_property
    def rows(self) -> dict[str, dict[str, BalanceRow]]:
        """Every merit and every flaw as a row of a balance, by the side that it is on."""
        sides = {MERITS: self.tables.merits, FLAWS: self.tables.flaws}
        return {
            side: {id: self._row(row) for id, row in rows.items()} for side, rows in sides.items()
        }

    def _row(self, merit: Merit) -> BalanceRow:
        spans = [self.points(detail, merit) for detail in ("", *self.details(merit))]
        return BalanceRow(
            id=merit.id,
            name=merit.name,
            lowest=merit.low,
            highest=max(high for _, high in spans),
            group=self.tables.kinds[merit.kind].name,
            details=tuple(self.details(merit).values()),
            repeats=merit.repeats,
            notes=True,
            does=merit.does,
            source=merit.source,
            ruling=merit.ruling,
        )

    def known(self, id: str) -> Merit:
        """A merit or a flaw of the book."""
        return self.tables.merits.get(id) or self.tables.flaws[id]

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

        def lacks(character: Any, row: BalanceRow) -> tuple[str, ...]:
            return self.lacking(self.known(row.id), character.standing, self.tables.merits)

        def changed(member: str, character: Any, row: BalanceRow) -> tuple[Change, ...]:
            if not self.known(row.id).on_sheet:
                return ()
            had = (*getattr(character.build, member), Instance(id=row.id))
            build = replace(character.build, **{member: had})
            after = type(character)(replace(character.document, build=build, ledger=()))
            pairs = zip(figures(character), figures(after), strict=False)
            return tuple(change for now, then in pairs for change in change_to(now, then))

        def side(member: str, name: str) -> Side[Any]:
            return Side(
                member=member,
                name=name,
                rows=lambda: self.rows[member],
                gives=member == FLAWS,
                lacks=lacks,
                details=lambda _character, row: options(self.details(self.known(row.id))),
                changes=partial(changed, member),
                barred=lambda character, row: barred(character, self.known(row.id)),
                note=notes[member],
            )

        sides = (side(MERITS, "Merits"), side(FLAWS, "Flaws"))

        def balance(character: Any) -> Iterator[Field]:
            shown = tuple(
                one.shown(character, getattr(character.build, one.member)) for one in sides
            )
            there, gone = self.available(character), self.spent(character)
            yield Balance("balance", "Merits and flaws", there, gone, shown)

        return (shown_only("balance", balance), *(one.bound for one in sides))

    def available(self, character: Any) -> Figure:
        """The points for merits: those of everybody, and those of the flaws that count."""
        most = self.flaw_most(character.house)
        given = min(sum(one.points for one in character.chosen.flaws), most.value)
        return total(
            "to spend",
            self.start,
            number("flaws", given, source=most.source),
            source=self.start.source,
        )

    def spent(self, character: Any) -> Figure:
        """What the merits that count cost together."""
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
            for side, rows in ((MERITS, self.tables.merits), (FLAWS, self.tables.flaws))
        }
        if build.merits or build.flaws:
            return replace(build, **detailed)

        def is_legal(after: Any) -> bool:
            faults = read(replace(document, build=after, ledger=())).chosen.faults
            return not any(fault.where.startswith(self.places) for fault in faults)

        def instances(ids: Iterable[str], rows: Mapping[str, Merit]) -> tuple[Instance, ...]:
            return tuple(Instance(id=id, detail=detail(rows[id])) for id in ids)

        merits, flaws = choose()
        for tried in (flaws, ()):
            after = replace(build, flaws=instances(tried, self.tables.flaws))
            for id in merits:
                more = (*after.merits, *instances((id,), self.tables.merits))
                bigger = replace(after, merits=more)
                after = bigger if is_legal(bigger) else after
            if is_legal(after):
                return after
        return build

    def _detailed(
        self, one: Instance, rows: Mapping[str, Merit], detail: Callable[[Merit], str]
    ) -> Instance:
        row = rows.get(one.id)
        if row is None or not self.lacks_detail(one, row):
            return one
        return replace(one, detail=detail(row))

    # --- the ledger

    def kinds(self, payments: Payments) -> dict[type[Any], EntryKind]:
        """The entries that buy a merit, give a flaw, and lift one of either."""

        def check_merit(character: Any, entry: GainMerit) -> None:
            row = self._gained(character, MERIT, entry.merit, entry)
            if row.kind == self.single or row.id in self.at_creation:
                message = f"{row.name} is only for a new character."
                character.deviation("merit-requirement", message)
            if character.has_merit(row.id, entry.detail if row.repeats else ""):
                character.deviation("duplicate-merit", f"You have {row.name} already.")
            payments.check(character, entry)

        def gain_merit(character: Any, entry: GainMerit) -> None:
            payments.pay(character, entry, MERITS)
            row = self.merits(character.house)[entry.merit]
            character.gained.append(_had(character, row, entry))
            character.gained_ids.add(row.id)

        def check_flaw(character: Any, entry: GainFlaw) -> None:
            row = self._gained(character, FLAW, entry.flaw, entry)
            if character.has_flaw(row.id, entry.detail if row.repeats else ""):
                character.deviation("duplicate-flaw", f"You have {row.name} already.")

        def gain_flaw(character: Any, entry: GainFlaw) -> None:
            row = self.flaws(character.house)[entry.flaw]
            character.flawed.append(_had(character, row, entry))

        def merit_title(character: Any, entry: GainMerit) -> str:
            row = self.merits(character.house).get(entry.merit)
            return row.name if row else entry.merit

        def flaw_title(character: Any, entry: GainFlaw) -> str:
            row = self.flaws(character.house).get(entry.flaw)
            return row.name if row else entry.flaw

        return {
            GainMerit: EntryKind(
                "Merit bought", merit_title, check_merit, gain_merit, undoable_by_player=True
            ),
            GainFlaw: EntryKind("Flaw gained", flaw_title, check_flaw, gain_flaw),
            Lift: EntryKind(
                "Merit or flaw gone", lambda _character, entry: entry.trait, _check_lift, _lift
            ),
        }

    def _gained(self, character: Any, noun: str, id: str, entry: GainMerit | GainFlaw) -> Merit:
        """The merit or the flaw; EntryRefused for an unknown one, for one without its detail, and
        for one that this character may not have.
        """
        known = self.merits(character.house)
        row = (known if noun == MERIT else self.flaws(character.house)).get(id)
        if row is None:
            raise EntryRefused(f"unknown-{noun}", f"{id!r} isn't a {noun}.")
        one = Instance(row.id, entry.points, entry.detail)
        if self.lacks_detail(one, row):
            raise EntryRefused(f"{noun}-detail", f"Say which {row.name} is meant.")
        for code, message in self.deviations(noun, one, row, character.standing, known):
            character.deviation(code, message)
        return row

    # --- offers

    def offers(
        self,
        rules: LedgerRules[Any],
        character: Any,
        price: Price,
        figures: Callable[[Any], Sequence[Named]],
    ) -> Iterator[OfferGroup]:
        """The merits of each kind that can still be bought, with what they move of `figures`."""
        known = self.merits(character.house)
        for kind, row in self.tables.kinds.items():
            offers = [
                self._offer(rules, character, merit, price, figures)
                for merit in known.values()
                if merit.kind == kind != self.single
                and merit.id not in self.at_creation
                and (merit.repeats or not character.has_merit(merit.id))
            ]
            if offers:
                yield OfferGroup(f"merits-{kind}", f"Merits: {row.name}", tuple(offers))

    def _offer(
        self,
        rules: LedgerRules[Any],
        character: Any,
        merit: Merit,
        price: Price,
        figures: Callable[[Any], Sequence[Named]],
    ) -> Offer:
        entry, fields = GainMerit(merit=merit.id), tuple(self._asked(merit))
        required = self.required(merit)
        id, note = f"merit.{merit.id}", f"Needs {required}." if required else ""
        if not fields:
            return priced_offer(
                rules,
                character,
                id,
                entry,
                name=merit.name,
                act="Buy it",
                changes=_effects(rules, character, entry, figures),
                detail=merit.does,
                note=note,
            )
        return Offer(
            id,
            entry,
            merit.name,
            "Buy it",
            fields=fields,
            detail=merit.does,
            note=f"{price.times} Experience points for each of its {merit.cost}. {note}".strip(),
            source=merit.source,
            ruling=merit.ruling,
        )

    def _asked(self, merit: Merit) -> Iterator[Field]:
        if merit.high > merit.low:
            yield Number(
                "points", "Points", (str(merit.low),), lowest=merit.low, highest=merit.high
            )
        if known := self.details(merit):
            yield Choice("detail", "Which", ("",), options(known, none="Choose"), look="menu")
        elif merit.repeats:
            yield Text("detail", "Who or what", ("",), limit=LONGEST_NAME)

    def handouts(self, character: Any) -> Iterator[Offer]:
        """What a game master gives and takes: a flaw, and each merit or flaw that is had."""
        flaws = options(self.flaws(character.house), none="Choose")
        hint = "Where it has to be said."
        yield Offer(
            FLAW,
            GainFlaw(flaw=""),
            "A flaw",
            "Give it",
            fields=(
                Choice(FLAW, "Flaw", ("",), flaws, look="menu"),
                Text("detail", "Which", ("",), hint, limit=LONGEST_NAME),
            ),
            note="Flaws of play bring no points.",
        )
        for one in character.owned:
            yield Offer(
                f"lift.{one.row.id}.{one.detail or one.note}".rstrip("."),
                Lift(trait=one.row.id, detail=one.detail),
                f"{one.name} is gone",
                "Take it away",
                fields=(Text("reason", "Why", ("",), limit=LINE),),
            )

    # --- a party's own

    def homebrew(self, used: Callable[[Document], Container[str]]) -> tuple[HomebrewRows, ...]:
        """The merits and the flaws that a party makes."""
        return tuple(
            HomebrewRows(
                kind, HouseMerit(id=""), self._form, self._wrong, _about, used=used, one=one
            )
            for kind, one in ((MERITS, MERIT), (FLAWS, FLAW))
        )

    def _form(self, row: HouseMerit) -> tuple[Field, ...]:
        kinds = options(self.tables.kinds, row.kind)
        return (
            Text("name", "Name", (row.name,), limit=LONGEST_NAME),
            Choice("kind", "Kind", (row.kind,), kinds, look="menu"),
            Number("low", "Points", (str(row.low),), lowest=1, highest=MOST_POINTS),
            Number("high", "Most points", (str(row.high),), lowest=1, highest=MOST_POINTS),
            Text("does", "Effect", (row.does,), lines=3, limit=LONGEST_TEXT),
        )

    def _wrong(self, row: HouseMerit, _others: Iterable[HouseMerit]) -> str:
        """Why one cannot be, "" where it can."""
        if message := printed(self.taken, row.id):
            return message
        if row.kind not in self.tables.kinds:
            return f"{row.kind!r} isn't a kind of merit or flaw."
        if not 1 <= row.low <= row.high <= MOST_POINTS:
            return f"Points are 1 to {MOST_POINTS}, and the most no fewer than the least."
        strange = [id for id in row.traits if id not in self.traits]
        return f"{strange[0]!r} is nothing that a merit can take." if strange else ""


def printed(taken: Mapping[str, Row], id: str) -> str:
    """Why an id is taken: what the rules call so already, "" for nothing."""
    return f"The rules have a {taken[id].name} already." if id in taken else ""


def _about(row: HouseMerit) -> str:
    points = str(row.low) if row.low == row.high else f"{row.low}–{row.high}"
    return " · ".join(filter(None, (f"{points} points", row.does)))


def _effects(
    rules: LedgerRules[Any],
    character: Any,
    entry: GainMerit,
    figures: Callable[[Any], Sequence[Named]],
) -> tuple[Change, ...]:
    if rules.refusal(character, entry):
        return ()
    after = character.copied()
    rules.kinds[GainMerit].apply(after, entry)
    return changes(figures(character), figures(after))


def _had(character: Any, row: Merit, entry: GainMerit | GainFlaw) -> Owned:
    """A merit or a flaw as it is had from now on."""
    character.lifted.discard((row.id, entry.detail))
    points = row.low if entry.points is None else entry.points
    return Owned(row, points, entry.detail, entry.note)


def _check_lift(character: Any, entry: Lift) -> None:
    if not any((one.row.id, one.detail) == (entry.trait, entry.detail) for one in character.owned):
        raise EntryRefused("not-owned", f"The rules have no merit or flaw {entry.trait!r}.")


def _lift(character: Any, entry: Lift) -> None:
    character.lifted.add((entry.trait, entry.detail))
