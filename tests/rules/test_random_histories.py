"""Random histories of entries, undos, restored moments and rebuilds: the books always balance."""

from random import Random
from typing import Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from rules import document as documents
from rules import registry
from rules.document import Document
from rules.offers import Offer
from rules.problems import RuleViolation

SYSTEM = registry.get("hyperspace-d6")
seeds = st.integers(0, 10_000)


class History(RuleBasedStateMachine):
    """One character through the years. `document` only ever grows at its end."""

    document: Document

    @initialize(seed=seeds)
    def begin(self, seed: int) -> None:
        self.document = SYSTEM.random(Random(seed))

    def grow(self, after: Document) -> None:
        """The ledger is only appended to; the first build stays as it is."""
        before = self.document
        assert after.ledger[: len(before.ledger)] == before.ledger
        assert after.build == before.build
        self.document = after

    def enter(self, **members: str) -> None:
        try:
            after = SYSTEM.enter(self.document, SYSTEM.entry(members))
        except RuleViolation:
            return  # refused: nothing is half-written
        assert len(after.ledger) == len(self.document.ledger) + 1
        self.grow(after)

    @rule(cp=st.integers(0, 30), credits=st.integers(0, 3000))
    def award(self, cp: int, credits: int) -> None:
        self.enter(kind="award", cp=str(cp), credits=str(credits))

    @rule(cp=st.integers(1, 4))
    def spend(self, cp: int) -> None:
        self.enter(kind="spend", cp=str(cp))

    @rule()
    def session(self) -> None:
        self.enter(kind="session")

    @rule(cp=st.integers(-9, 9), credits=st.integers(-500, 500))
    def adjust(self, cp: int, credits: int) -> None:
        self.enter(kind="adjust", cp=str(cp), credits=str(credits), reason="Counted anew")

    @rule(part=st.sampled_from(["advance", "carried", "market"]), data=st.data())
    def take_an_offer(self, part: str, data: st.DataObject) -> None:
        found = [offer for group in SYSTEM.offers(self.document, part) for offer in group.offers]
        ready = [offer for offer in found if offer.open]
        if ready:
            self.enter(**answered(data.draw(st.sampled_from(ready)), data))

    @precondition(lambda self: self.document.ledger)
    @rule(data=st.data())
    def take_back(self, data: st.DataObject) -> None:
        position = data.draw(st.integers(0, len(self.document.ledger) - 1))
        taken = SYSTEM.take_back(self.document, position)
        if taken.obstacle:
            assert taken.document == self.document
        else:
            assert position in taken.positions
            self.grow(taken.document)

    @rule(data=st.data())
    def go_back(self, data: st.DataObject) -> None:
        moment = data.draw(st.integers(0, len(self.document.ledger)))
        then = SYSTEM.sheet(SYSTEM.as_of(self.document, moment))
        since = SYSTEM.history(self.document)[moment:]
        back = SYSTEM.go_back(self.document, moment)
        if back.obstacle:
            return
        self.grow(back.document)
        if all(event.removable for event in since):
            assert plain(SYSTEM.sheet(self.document)) == plain(then)

    @rule(seed=seeds)
    def rebuild(self, seed: int) -> None:
        wanted = SYSTEM.random(Random(seed))
        try:
            self.grow(SYSTEM.rebuilt(self.document, wanted))
        except RuleViolation:
            return
        assert SYSTEM.build_now(self.document).build == wanted.build

    @invariant()
    def the_sheet_is_the_replay(self) -> None:
        again = registry.read(documents.dump(self.document))
        assert SYSTEM.sheet(again) == SYSTEM.sheet(self.document)

    @invariant()
    def nothing_is_at_fault(self) -> None:
        assert SYSTEM.problems(self.document) == ()
        assert SYSTEM.faulty(self.document) == {}

    @invariant()
    def the_balances_are_the_sums_of_the_ledger(self) -> None:
        figures = SYSTEM.sheet(self.document).figures
        points, credits = figures["character_points"].value, figures["credits"].value
        assert points >= 0
        assert credits >= 0
        told = SYSTEM.history(self.document)
        moved = [figure for event in told for figure in event.moved]
        assert points == 5 + sum(one.value for one in moved if one.label == "Character Points")
        if told:
            assert tuple(balance.value for balance in told[-1].balances) == (points, credits)


def answered(offer: Offer, data: st.DataObject) -> dict[str, str]:
    """The members of an offer with its fields filled in somehow."""
    members = {
        name: "" if value is None else str(value) for name, value in members_of(offer.entry).items()
    }
    for field in offer.fields:
        match field.id:
            case "quantity":
                members["quantity"] = str(data.draw(st.integers(1, 3)))
            case "credits" | "cp":
                members[field.id] = str(data.draw(st.integers(0, 300)))
            case "as":
                members["as"] = data.draw(st.sampled_from(["Old Faithful", "Lucky", "Third"]))
            case "item":
                members["item"] = data.draw(
                    st.sampled_from(["medpac", "light-armor", "lightsaber"])
                )
            case "feature":
                members["feature"] = "Fires bursts"
    return members


def members_of(entry: Any) -> dict[str, Any]:
    """The members of an entry as plain values."""
    return dict(msgspec.to_builtins(entry))


def plain(sheet: Any) -> Any:
    """A sheet without the order in which sums were made."""
    return {key: figure.value for key, figure in sheet.figures.items()}


def test_random_histories_keep_their_books() -> None:
    run_state_machine_as_test(
        History,
        settings=settings(
            max_examples=120,
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        ),
    )
