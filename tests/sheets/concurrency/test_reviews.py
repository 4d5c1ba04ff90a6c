"""Races on a character under review: its player saves while a game master accepts, two decide at
once. Beside the race stands its control: the same without the lock.
"""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from sheets.access import LEADING_ROLES, CharacterAccess
from sheets.creation import operations
from sheets.errors import OutOfDate
from sheets.form_data import SentField, token
from sheets.models import Character, Identity, Party, Review
from sheets.reviews import exceptions
from sheets.reviews import operations as reviews
from sheets.reviews.case import ReviewCase, ReviewedState
from tests.sheets.cast import Person
from tests.sheets.concurrency.threads import (
    LONG_PATIENCE,
    PATIENCE,
    at_once,
    meet,
    meet_to_write,
    take_the_lock_out,
)
from tests.sheets.concurrency.world import run

pytestmark = pytest.mark.django_db(transaction=True)

People = dict[str, Person]


@pytest.fixture
def meeting(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> threading.Barrier:
    """Under the lock, before writing, everybody waits here for the other."""
    return meet_to_write(monkeypatch, getattr(request, "param", PATIENCE))


@pytest.fixture
def draft(in_party: Callable[..., Character]) -> Character:
    """A draft in the party, with a pick to go."""
    build = {"species": "twilek", "skills": ["stealth", "deceive"]}
    return in_party("", finished=False, document={"build": build})


def who(person: Person) -> Identity:
    return Identity(user=person.owner.user_id)


def case(person: Person, party: Party, character: Character, seen: str = "") -> ReviewCase:
    """The review case as a game master of the party saw it at first."""
    shown, id = ReviewedState(character.version, seen), character.public_id
    return ReviewCase(who(person), party.public_id, LEADING_ROLES, id=id, shown=shown)


def saves(person: Person, character: Character) -> Callable[[], Any]:
    sent = {"name": SentField(was=token([""]), values=("Vessa",))}
    character_access = CharacterAccess(who(person), character.public_id)
    return lambda: operations.SaveFields(character_access, step="concept", sent=sent).run()


def accepts(person: Person, party: Party, character: Character) -> Callable[[], Any]:
    one = case(person, party, character)
    place = {"code": "too-few-picks", "where": "build.skills"}
    return lambda: run(exceptions.Accept(one, **place, reason="Old age."))


def test_what_the_player_saves_while_something_is_accepted_is_never_lost(
    people: People, party: Party, draft: Character, meeting: threading.Barrier
) -> None:
    raised = at_once(saves(people["ines"], draft), accepts(people["greta"], party, draft))
    row = Character.objects.get()
    # Each holds a lock of its own there, on the party and on the character; the latter decides.
    assert not meeting.broken or connection.vendor == "sqlite"
    assert row.name == "Vessa"
    # Who was first decides whether the game master has seen what they accepted.
    accepted = [one["reason"] for one in row.house.get("accepted", [])]
    assert (accepted, [type(one) for one in raised]) in [(["Old age."], []), ([], [OutOfDate])]


@pytest.mark.parametrize("meeting", [LONG_PATIENCE], indirect=True)
def test_without_the_lock_one_of_the_two_is_lost(
    people: People,
    party: Party,
    draft: Character,
    meeting: threading.Barrier,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected = take_the_lock_out(monkeypatch)
    raised = at_once(saves(people["ines"], draft), accepts(people["greta"], party, draft))
    row = Character.objects.get()
    assert not meeting.broken
    assert (row.name == "Vessa") != ("accepted" in row.house)
    assert [type(error) for error in raised] == expected


def test_of_two_who_decide_at_once_one_has_decided(
    people: People, party: Party, draft: Character
) -> None:
    reviews.Submit(CharacterAccess(who(people["ines"]), draft.public_id), note="").run()
    seen = f"{Review.objects.get().pk}.submitted"
    first, second = (case(people[name], party, draft, seen) for name in ("greta", "cora"))
    raised = at_once(
        lambda: run(reviews.Approve(first, answer="Yes.", reasons={})),
        lambda: run(reviews.ReturnToPlayer(second, answer="No.", reasons={})),
    )
    assert [type(error) for error in raised] == [OutOfDate]
    review = Review.objects.get()
    assert (review.state, review.answer) in [("approved", "Yes."), ("returned", "No.")]


@pytest.fixture
def approved(people: People, party: Party, draft: Character) -> str:
    """The state of the draft's review, once it was submitted and approved."""
    reviews.Submit(CharacterAccess(who(people["ines"]), draft.public_id), note="").run()
    seen = f"{Review.objects.get().pk}.submitted"
    run(reviews.Approve(case(people["greta"], party, draft, seen), answer="", reasons={}))
    return f"{Review.objects.get().pk}.approved"


def undoes_and_returns(
    people: People, party: Party, draft: Character, seen: str
) -> list[Callable[[], Any]]:
    """One game master undoes a decision, while another decides otherwise."""
    first, second = (case(people[name], party, draft, seen) for name in ("greta", "cora"))
    return [
        lambda: run(reviews.Undo(first)),
        lambda: run(reviews.ReturnToPlayer(second, answer="No.", reasons={})),
    ]


def test_a_decision_that_is_undone_while_another_is_made_is_one_or_the_other(
    people: People, party: Party, draft: Character, approved: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    met = meet_to_write(monkeypatch)
    raised = at_once(*undoes_and_returns(people, party, draft, approved))
    assert met.broken
    assert [type(error) for error in raised] == [OutOfDate]
    states = [one.state for one in Review.objects.order_by("pk")]
    assert states in (["submitted"], ["approved", "returned"])


def test_without_the_lock_it_is_neither(
    people: People, party: Party, draft: Character, approved: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Each has seen that nothing was changed, and neither has written: whoever looks later sees it.
    met = meet(monkeypatch, Review, "save", LONG_PATIENCE)
    expected = take_the_lock_out(monkeypatch)
    raised = at_once(*undoes_and_returns(people, party, draft, approved))
    assert not met.broken
    assert [type(error) for error in raised] == expected
    if not expected:
        states = sorted(one.state for one in Review.objects.all())
        # Which of the two wrong outcomes it is depends on who commits first.
        assert states in (["returned"], ["returned", "submitted"])
