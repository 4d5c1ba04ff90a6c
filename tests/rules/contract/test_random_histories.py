"""Random histories of entries, undos, restored moments and rebuilds: the books always balance."""

from random import Random
from typing import Any

import msgspec
import pytest
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
from rules.character import Character
from rules.document import Document
from rules.forms.fields import Choice, Number, Text
from rules.game import Game
from rules.ledger.offers import Offer
from rules.problems import RuleViolation
from tests.rules.contract.systems import EARNING, priced

seeds = st.integers(0, 10_000)


def figures(character: Character) -> dict[str, int]:
    """The sheet's numbers by their names, the first of each."""
    shown = character.sheet.figures.values()
    return {figure.label: figure.value for figure in reversed(shown)}


class History(RuleBasedStateMachine):
    """One character through the years. `document` only ever grows at its end."""

    system: Game
    document: Document
    # Replayed anew from each document.
    character: Character
    # The first sheet's figures.
    first: dict[str, int]

    @initialize(seed=seeds)
    def begin(self, seed: int) -> None:
        self.document = self.system.random(Random(seed))
        if seed % 2:
            self.document = priced(self.system, self.document)
        self.character = Character(self.system, self.document)
        self.first = figures(self.character)

    def grow(self, after: Document) -> None:
        """The ledger is only appended to; the first build stays as it is."""
        before = self.document
        assert after.ledger[: len(before.ledger)] == before.ledger
        assert after.build == before.build
        self.document = after
        self.character = Character(self.system, after)

    def enter(self, **members: str) -> None:
        try:
            opened = self.character.enter(self.system.ledger_rules.entry(members))
        except RuleViolation:
            return  # refused: nothing is half-written
        after = opened.document
        assert opened.sheet == Character(self.system, after).sheet
        if len(after.ledger) % 3 == 0:
            assert opened.offers("advance") == Character(self.system, after).offers("advance")
        assert len(after.ledger) == len(self.document.ledger) + 1
        self.grow(after)

    @rule(cp=st.integers(0, 30), more=st.integers(0, 3000))
    def award(self, cp: int, more: int) -> None:
        force = str(more // 1000)
        self.enter(kind="award", cp=str(cp), xp=str(cp), credits=str(more), force_points=force)

    @rule(cp=st.integers(1, 4))
    def spend(self, cp: int) -> None:
        self.enter(kind="spend", cp=str(cp))

    @rule()
    def session(self) -> None:
        self.enter(kind="session")

    @rule(cp=st.integers(-9, 9), more=st.integers(-500, 500))
    def adjust(self, cp: int, more: int) -> None:
        points = str(more // 200)
        members = {"cp": str(cp), "xp": str(cp), "credits": str(more), "force_points": points}
        self.enter(kind="adjust", reason="Anew", **members)

    @rule(part=st.sampled_from(["advance", "carried", "market", "table"]), data=st.data())
    def take_an_offer(self, part: str, data: st.DataObject) -> None:
        found = [offer for group in self.character.offers(part) for offer in group.offers]
        ready = [offer for offer in found if offer.open]
        if ready:
            self.enter(**answered(data.draw(st.sampled_from(ready)), data))

    @precondition(lambda self: self.document.ledger)
    @rule(data=st.data())
    def take_back(self, data: st.DataObject) -> None:
        position = data.draw(st.integers(0, len(self.document.ledger) - 1))
        taken = self.character.undo(position)
        if taken.refusal:
            assert taken.document == self.document
        else:
            assert position in taken.positions
            self.grow(taken.document)

    @rule(data=st.data())
    def go_back(self, data: st.DataObject) -> None:
        moment = data.draw(st.integers(0, len(self.document.ledger)))
        then = Character(self.system, self.character.as_of(moment).document).sheet
        since = self.character.history()[moment:]
        back = self.character.restore_to(moment)
        if back.refusal:
            return
        self.grow(back.document)
        if all(event.undoable for event in since):
            assert plain(self.character.sheet) == plain(then)

    @rule(seed=seeds)
    def rebuild(self, seed: int) -> None:
        wanted = self.system.random(Random(seed))
        try:
            self.grow(self.character.rebuilt(wanted).document)
        except RuleViolation:
            return
        assert self.character.build_now().build == wanted.build

    @invariant()
    def the_sheet_is_the_replay(self) -> None:
        again = registry.read(documents.dump(self.document))
        assert Character(self.system, again).sheet == self.character.sheet

    @invariant()
    def nothing_is_at_fault(self) -> None:
        assert self.character.problems == ()
        assert (
            self.system.ledger_rules.invalid_entries(self.system.ledger_rules.replay(self.document))
            == {}
        )

    @invariant()
    def the_balances_are_the_sums_of_the_ledger(self) -> None:
        told = self.character.history()
        if not told:
            return
        now = figures(self.character)
        for balance in told[-1].balances:
            moved = [one for event in told for one in event.moved if one.label == balance.label]
            assert balance.value >= 0
            assert balance.value == now.get(balance.label, 0)
            assert balance.value == self.first.get(balance.label, 0) + sum(
                one.value for one in moved
            )


WORDS = {
    "as": ["Old Faithful", "Lucky", "Third"],
    "item": ["medpac", "light-armor", "lightsaber"],
    "feature": ["Fires bursts"],
    "name": ["Medpac", "Lucky charm", "Plate"],
    "trait": ["Dodge", "Juggling", "STR"],
    "attribute": ["STR", "TEC"],
    "code": ["3D", "4D+2", "5d+1"],
    "skill": ["Blaster", "Juggling", "DEX"],
    "damage": ["4D", "STR+1D"],
}


def answered(offer: Offer, data: st.DataObject) -> dict[str, str]:
    """The members of an offer with its fields filled in somehow."""
    members = {
        name: "" if value is None else str(value) for name, value in members_of(offer.entry).items()
    }
    for field in offer.fields:
        if isinstance(field, Number):
            most = 3 if field.id in ("quantity", "defense", "force_points") else 300
            members[field.id] = str(data.draw(st.integers(1, most)))
        elif isinstance(field, Text | Choice) and field.id in WORDS:
            members[field.id] = data.draw(st.sampled_from(WORDS[field.id]))
    return members


def members_of(entry: Any) -> dict[str, Any]:
    """The members of an entry as plain values."""
    return dict(msgspec.to_builtins(entry))


def plain(sheet: Any) -> Any:
    """A sheet without the order in which sums were made."""
    return {key: figure.value for key, figure in sheet.figures.items()}


@EARNING
@pytest.mark.parametrize("examples", [4, pytest.param(120, marks=pytest.mark.soak)])
def test_random_histories_keep_their_books(system: Game, examples: int) -> None:
    machine = type("History", (History,), {"system": system})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        ),
    )
