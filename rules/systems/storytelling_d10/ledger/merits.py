"""Merits and flaws after creation: the entries and offers that bring and lift them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rules.forms.fields import Change, Choice, Field, Number, Text, options
from rules.kit.advancement_offers import Named, changes, priced_offer
from rules.kit.currency import Payments
from rules.kit.rulebooks import Price
from rules.ledger.entries import LINE, Entry
from rules.ledger.offers import Offer, OfferGroup
from rules.ledger.rules import EntryKind, LedgerRules
from rules.phrases import counted
from rules.problems import EntryRefused
from rules.systems.storytelling_d10.character.merit_rules import MeritRules
from rules.systems.storytelling_d10.character.merit_tables import (
    FLAW,
    MERIT,
    MERITS,
    MeritBearer,
    Owned,
)
from rules.systems.storytelling_d10.document.build import Instance
from rules.systems.storytelling_d10.document.entries import GainFlaw, GainMerit, Lift
from rules.systems.storytelling_d10.rulebook.merits import Merit

LONGEST_NAME = 100


@dataclass(frozen=True)
class MeritAdvancement:
    """The entries that bring and lift a game's merits and flaws after creation."""

    rules: MeritRules

    def kinds(self, payments: Payments) -> dict[type[Entry], EntryKind]:
        """The entries that buy a merit, give a flaw, and lift one of either."""

        def check_merit(character: MeritBearer, entry: GainMerit) -> None:
            row = self._gained(character, MERIT, entry.merit, entry)
            if row.kind == self.rules.single or row.id in self.rules.at_creation:
                message = f"{row.name} is only for a new character."
                character.deviation("merit-requirement", message)
            if character.has_merit(row.id, entry.detail if row.repeats else ""):
                character.deviation("duplicate-merit", f"You have {row.name} already.")
            payments.check(character, entry)

        def gain_merit(character: MeritBearer, entry: GainMerit) -> None:
            payments.pay(character, entry, MERITS)
            row = self.rules.merits(character.house)[entry.merit]
            character.gained.append(_had(character, row, entry))
            character.gained_ids.add(row.id)

        def check_flaw(character: MeritBearer, entry: GainFlaw) -> None:
            row = self._gained(character, FLAW, entry.flaw, entry)
            if character.has_flaw(row.id, entry.detail if row.repeats else ""):
                character.deviation("duplicate-flaw", f"You have {row.name} already.")

        def gain_flaw(character: MeritBearer, entry: GainFlaw) -> None:
            row = self.rules.flaws(character.house)[entry.flaw]
            character.flawed.append(_had(character, row, entry))

        def merit_title(character: MeritBearer, entry: GainMerit) -> str:
            row = self.rules.merits(character.house).get(entry.merit)
            return row.name if row else entry.merit

        def flaw_title(character: MeritBearer, entry: GainFlaw) -> str:
            row = self.rules.flaws(character.house).get(entry.flaw)
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

    def _gained(
        self, character: MeritBearer, noun: str, id: str, entry: GainMerit | GainFlaw
    ) -> Merit:
        """The merit or the flaw; EntryRefused for an unknown one, for one without its detail, and
        for one that this character may not have.
        """
        known = self.rules.merits(character.house)
        row = (known if noun == MERIT else self.rules.flaws(character.house)).get(id)
        if row is None:
            raise EntryRefused(f"unknown-{noun}", f"{id!r} isn't a {noun}.")
        one = Instance(row.id, entry.points, entry.detail)
        if self.rules.lacks_detail(one, row):
            raise EntryRefused(f"{noun}-detail", f"Say which {row.name} is meant.")
        for code, message in self.rules.deviations(noun, one, row, character.standing, known):
            character.deviation(code, message)
        return row

    # --- offers

    def offers(
        self,
        rules: LedgerRules[Any, Any],
        character: MeritBearer,
        price: Price,
        figures: Callable[[Any], Sequence[Named]],
    ) -> Iterator[OfferGroup]:
        """The merits of each kind that can still be bought, with what they move of `figures`."""
        known = self.rules.merits(character.house)
        for kind, row in self.rules.tables.kinds.items():
            offers = [
                self._offer(rules, character, merit, price, figures)
                for merit in known.values()
                if merit.kind == kind != self.rules.single
                and merit.id not in self.rules.at_creation
                and (merit.repeats or not character.has_merit(merit.id))
            ]
            if offers:
                yield OfferGroup(f"merits-{kind}", f"Merits: {row.name}", tuple(offers))

    def _offer(
        self,
        rules: LedgerRules[Any, Any],
        character: MeritBearer,
        merit: Merit,
        price: Price,
        figures: Callable[[Any], Sequence[Named]],
    ) -> Offer:
        entry, fields = GainMerit(merit=merit.id), tuple(self._asked(merit))
        id = f"merit.{merit.id}"
        if not fields:
            return priced_offer(
                rules,
                character,
                id,
                entry,
                name=merit.name,
                act="Buy merit",
                changes=_effects(rules, character, entry, figures),
                detail=merit.does,
            )
        lacks = self.rules.lacking(merit, character.standing, self.rules.merits(character.house))
        points = counted(price.times, "Experience point")
        return Offer(
            id,
            entry,
            merit.name,
            "Buy merit",
            fields=fields,
            detail=merit.does,
            barred=f"{merit.name} needs {', '.join(lacks)}." if lacks else "",
            note=f"{points} for each of its {merit.cost}.",
            source=merit.source,
            ruling=merit.ruling,
        )

    def _asked(self, merit: Merit) -> Iterator[Field]:
        if merit.high > merit.low:
            yield Number(
                "points", "Points", (str(merit.low),), lowest=merit.low, highest=merit.high
            )
        if known := self.rules.details(merit):
            yield Choice("detail", "Which", ("",), options(known, none="Choose"), look="menu")
        elif merit.repeats:
            yield Text("detail", "Who or what", ("",), limit=LONGEST_NAME)

    def handouts(self, character: MeritBearer) -> Iterator[Offer]:
        """The offers of a game master to give and take: a flaw, and each merit or flaw that the
        character has.
        """
        flaws = options(self.rules.flaws(character.house), none="Choose")
        hint = "Only for flaws that need a detail."
        yield Offer(
            FLAW,
            GainFlaw(flaw=""),
            "A flaw",
            "Give flaw",
            fields=(
                Choice(FLAW, "Flaw", ("",), flaws, look="menu"),
                Text("detail", "Which", ("",), hint, limit=LONGEST_NAME),
            ),
            note="Flaws gained in play give no points.",
        )
        for one in character.owned:
            yield Offer(
                f"lift.{one.row.id}.{one.detail or one.note}".rstrip("."),
                Lift(trait=one.row.id, detail=one.detail),
                f"{one.name} is gone",
                "Remove trait",
                fields=(Text("reason", "Why", ("",), limit=LINE),),
            )


def _effects(
    rules: LedgerRules[Any, Any],
    character: MeritBearer,
    entry: GainMerit,
    figures: Callable[[Any], Sequence[Named]],
) -> tuple[Change, ...]:
    if rules.refusal(character, entry):
        return ()
    after = character.copied()
    rules.kinds[GainMerit].apply(after, entry)
    return changes(figures(character), figures(after))


def _had(character: MeritBearer, row: Merit, entry: GainMerit | GainFlaw) -> Owned:
    """A merit or a flaw as it is had from now on."""
    character.lifted.discard((row.id, entry.detail))
    points = row.low if entry.points is None else entry.points
    return Owned(row, points, entry.detail, entry.note)


def _check_lift(character: MeritBearer, entry: Lift) -> None:
    if not any((one.row.id, one.detail) == (entry.trait, entry.detail) for one in character.owned):
        raise EntryRefused("not-owned", f"The rules have no merit or flaw {entry.trait!r}.")


def _lift(character: MeritBearer, entry: Lift) -> None:
    character.lifted.add((entry.trait, entry.detail))
