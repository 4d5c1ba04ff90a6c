"""A decision is undone with one press, and what was written with it is at hand for the next one."""

from typing import Any

import pytest
from django.test import Client

from sheets import form_data
from sheets.models import Character, Party, Review
from tests.sheets.cast import Person
from tests.sheets.parties.pages import text
from tests.sheets.reviews.pages import decide, judged, overview, own, rebuild, shown
from tests.sheets.toasts import toast_of

People = dict[str, Person]
REASONS = {"answer": "Nearly.", "reason.burden": "We have two of those."}


def submit(client: Client, character: Character) -> None:
    form = {"note": "Please.", "key": form_data.new_key()}
    assert client.post(own(character), form).status_code == 302


def undo(client: Client, character: Character, **sent: str) -> Any:
    form = {**shown(client, character), "key": form_data.new_key(), **sent}
    return client.post(judged(character, "undo/"), form)


@pytest.mark.parametrize("decision", ["approve", "return"])
def test_a_decision_is_undone_and_the_character_waits_again(
    ines: Client, greta: Client, vessa: Character, party: Party, decision: str
) -> None:
    submit(ines, vessa)
    sent = REASONS if decision == "return" else {"answer": "Welcome."}
    assert decide(greta, vessa, decision, **sent).status_code == 302
    page = greta.get(f"/parties/{party.public_id}/reviews/").content.decode()
    assert judged(vessa, "undo/") in page
    toast = toast_of(page)
    assert toast.text == ("Approved." if decision == "approve" else "Returned, with your reasons.")
    assert toast.address == judged(vessa, "undo/")
    assert greta.post(toast.address, toast.fields).status_code == 302
    review = Review.objects.get()
    assert (review.state, review.note, review.document) == ("submitted", "Please.", None)
    assert (review.decided_at, review.decided_by, review.by) == (None, None, "")
    assert overview(greta, party) == {"Waiting for you": ["Vessa Korr"]}
    # The player sees that it waits, and nothing of what was written.
    words = text(ines.get(own(vessa)))
    assert "It waits for your GM" in words
    assert "Nearly." not in words
    assert "Welcome." not in words


def test_what_was_written_is_still_in_the_form(
    ines: Client, greta: Client, vessa: Character
) -> None:
    submit(ines, vessa)
    decide(greta, vessa, "return", **REASONS)
    undo(greta, vessa)
    assert greta.get(judged(vessa)).context["typed"] == REASONS
    # Decided anew, it is as if nothing had been before.
    decide(greta, vessa, "approve", answer="After all.")
    review = Review.objects.get()
    assert (review.state, review.answer, review.reasons) == ("approved", "After all.", {})
    assert "typed" in greta.get(judged(vessa)).context
    assert greta.get(judged(vessa)).context["typed"] == {}


def test_a_decision_that_nobody_asked_for_leaves_nothing(
    greta: Client, vessa: Character, party: Party
) -> None:
    decide(greta, vessa, "approve")
    rebuild(vessa, concept="A spy")
    decide(greta, vessa, "return", **REASONS)
    assert undo(greta, vessa).status_code == 302
    assert [one.state for one in Review.objects.all()] == ["approved"]
    assert overview(greta, party) == {"Changed since approval": ["Vessa Korr"]}
    assert undo(greta, vessa).status_code == 302
    assert overview(greta, party) == {"Never submitted": ["Vessa Korr"]}


def test_where_nothing_was_decided_there_is_nothing_to_undo(
    ines: Client, greta: Client, vessa: Character
) -> None:
    assert undo(greta, vessa).status_code == 422
    submit(ines, vessa)
    answer = undo(greta, vessa)
    assert answer.status_code == 422
    assert "There is no decision to undo" in text(answer)
    assert "Undo approval" not in text(greta.get(judged(vessa)))


def test_one_that_was_submitted_again_meanwhile_is_out_of_date(
    ines: Client, greta: Client, vessa: Character
) -> None:
    submit(ines, vessa)
    decide(greta, vessa, "return", **REASONS)
    before = shown(greta, vessa)
    submit(ines, vessa)
    assert undo(greta, vessa, **before).status_code == 409
    assert [one.state for one in Review.objects.order_by("pk")] == ["returned", "submitted"]


def test_nobody_else_undoes_a_decision(
    people: People, ines: Client, greta: Client, vessa: Character
) -> None:
    submit(ines, vessa)
    decide(greta, vessa, "approve")
    form = {**shown(greta, vessa), "key": form_data.new_key()}
    for who in ("ines", "femi", "otto", "xeno"):
        assert people[who].client.post(judged(vessa, "undo/"), form).status_code == 404
    assert undo(people["cora"].client, vessa).status_code == 302
    assert Review.objects.get().state == "submitted"


def test_put_away_nothing_is_undone(ines: Client, greta: Client, vessa: Character) -> None:
    decide(greta, vessa, "approve")
    form = {**shown(greta, vessa), "key": form_data.new_key()}
    ines.post(own(vessa, "archive/"), {"key": form_data.new_key()})
    assert greta.post(judged(vessa, "undo/"), form).status_code == 409
    assert Review.objects.get().state == "approved"
