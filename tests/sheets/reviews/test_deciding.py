"""Reviews as game masters decide on them: on what they saw, once."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from sheets.models import Character, Member, Party, Review
from tests.sheets.cast import Person
from tests.sheets.example_characters import VESSA
from tests.sheets.reviews.pages import decide, judged, overview, own, rebuild, shown

People = dict[str, Person]
InParty = Callable[..., Character]
BUILD: dict[str, Any] = VESSA["build"]


def test_approving_keeps_the_character_as_it_was_shown(
    ines: Client, greta: Client, vessa: Character, people: People
) -> None:
    ines.post(own(vessa), {"note": "Please."})
    assert decide(greta, vessa, "approve", answer="Welcome aboard.").status_code == 302
    review = Review.objects.get()
    assert (review.state, review.answer, review.by) == ("approved", "Welcome aboard.", "greta")
    assert review.decided_by == people["greta"].owner
    assert review.decided_at is not None
    assert review.document["name"] == "Vessa Korr"
    assert review.document["build"]["species"] == "twilek"
    page = ines.get(own(vessa)).content.decode()
    assert "greta approved it" in page
    assert "Welcome aboard." in page
    assert "Approved on" in ines.get(own(vessa, "")).content.decode()


def test_what_was_never_submitted_can_be_decided_all_the_same(
    greta: Client, vessa: Character, party: Party
) -> None:
    assert decide(greta, vessa, "approve").status_code == 302
    assert overview(greta, party) == {"Approved": ["Vessa Korr"]}


def test_returning_takes_a_reason_for_a_field_or_for_the_whole(
    greta: Client, vessa: Character, party: Party
) -> None:
    answer = decide(greta, vessa, "return", **{"reason.edge": "  "})
    assert answer.status_code == 422
    assert "Enter a reason, here or at the field" in answer.context["errors"]["answer"]
    assert not Review.objects.exists()
    reasons = {
        "reason.edge": "Not here.",
        "reason.gear.blaster-pistol": "Too loud.",
        "reason.name": "",
    }
    assert decide(greta, vessa, "return", **reasons).status_code == 302
    review = Review.objects.get()
    assert review.reasons == {"edge": "Not here.", "gear.blaster-pistol": "Too loud."}
    assert overview(greta, party) == {"Returned to the player": ["Vessa Korr"]}
    assert decide(greta, vessa, "return", answer="All of it.").status_code == 302


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"reason.edge": "x" * 501}, "edge"),
        ({"reason.edge": "a\x00b"}, "edge"),
        ({"reason.nothing": "What?"}, "nothing"),
        ({"reason.gear.bowcaster": "You have none."}, "gear.bowcaster"),
        ({"answer": "x" * 2_001, "reason.edge": "Fine."}, "answer"),
    ],
)
def test_what_cannot_be_kept_is_422_and_all_that_was_typed_stays(
    sent: dict[str, str], field: str, greta: Client, vessa: Character
) -> None:
    typed = {"reason.burden": "Nor this.", **sent}
    answer = decide(greta, vessa, "return", **typed)
    assert answer.status_code == 422
    assert set(answer.context["errors"]) == {field}
    assert "Nor this.</textarea>" in answer.content.decode()
    assert not Review.objects.exists()


def test_what_has_reasons_against_it_is_not_approved_by_a_slip(
    greta: Client, vessa: Character
) -> None:
    answer = decide(greta, vessa, "approve", **{"reason.edge": "Not here."})
    assert answer.status_code == 422
    assert "Not here.</textarea>" in answer.content.decode()
    assert not Review.objects.exists()


def test_a_decision_sent_twice_is_one(greta: Client, vessa: Character) -> None:
    form = {**shown(greta, vessa), "decision": "approve", "key": "a" * 32}
    assert [greta.post(judged(vessa), form).status_code for _ in range(2)] == [302, 302]
    assert Review.objects.count() == 1
    assert greta.post(judged(vessa), {**form, "answer": "Other."}).status_code == 409


def test_a_co_gm_decides_too_and_a_game_master_reviews_their_own(
    people: People, in_party: InParty, party: Party
) -> None:
    hers = in_party("Shaali", of="greta")
    assert decide(people["cora"].client, hers, "return", answer="No.").status_code == 302
    people["greta"].client.post(own(hers), {"note": "But."})
    page = people["greta"].client.get(judged(hers))
    assert page.context["mine"]
    assert decide(people["greta"].client, hers, "approve").status_code == 302
    assert overview(people["greta"].client, party) == {"Approved": ["Shaali"]}


def test_a_character_that_changed_meanwhile_is_409_with_what_it_is_now(
    greta: Client, vessa: Character
) -> None:
    seen = shown(greta, vessa)
    rebuild(vessa, concept="Someone else")
    for decision in ("approve", "return"):
        answer = decide(greta, vessa, decision, answer="Fine by me.", **seen)
        assert answer.status_code == 409
        assert "Someone else" in answer.content.decode()
        assert "Fine by me.</textarea>" in answer.content.decode()
        assert answer.context["character"].version == int(seen["version"]) + 1
    assert not Review.objects.exists()


def test_a_review_that_went_on_meanwhile_is_409(
    ines: Client, people: People, vessa: Character
) -> None:
    greta, cora = people["greta"].client, people["cora"].client
    seen = shown(greta, vessa)
    ines.post(own(vessa), {"note": "Now."})
    assert decide(greta, vessa, "approve", **seen).status_code == 409
    seen = shown(greta, vessa)
    decide(cora, vessa, "return", answer="No.")
    assert decide(greta, vessa, "approve", **seen).status_code == 409
    ines.post(own(vessa), {"note": "Again."})
    seen = shown(greta, vessa)
    ines.post(own(vessa), {"withdraw": "yes"})
    assert decide(greta, vessa, "approve", **seen).status_code == 409
    assert [one.state for one in Review.objects.all()] == ["returned"]


def test_a_form_that_says_nothing_of_what_it_showed_decides_nothing(
    greta: Client, vessa: Character
) -> None:
    for form in ({}, {"decision": "approve"}, {"version": "x", "seen": "9.approved"}):
        assert greta.post(judged(vessa), form).status_code == 409
    assert not Review.objects.exists()


def test_who_leads_the_party_no_more_decides_no_more(people: People, vessa: Character) -> None:
    cora = people["cora"].client
    seen = shown(cora, vessa)
    Member.objects.filter(owner=people["cora"].owner).update(role=Member.Role.PLAYER)
    assert decide_blindly(cora, vessa, seen).status_code == 404
    Member.objects.filter(owner=people["cora"].owner).delete()
    assert decide_blindly(cora, vessa, seen).status_code == 404
    assert not Review.objects.exists()


def decide_blindly(client: Client, character: Character, seen: dict[str, str]) -> Any:
    return client.post(judged(character), {**seen, "decision": "approve"})


def test_a_character_of_another_party_is_not_there(
    people: People, vessa: Character, in_party: InParty
) -> None:
    elsewhere = in_party("Elsewhere", of="otto")
    Character.objects.filter(pk=elsewhere.pk).update(party=Party.objects.get(name="Others"))
    for part, form in (("", {"decision": "approve"}), ("accept/", {}), ("reject/", {})):
        url = judged(vessa, part).replace(str(vessa.public_id), str(elsewhere.public_id))
        assert people["greta"].client.post(url, form).status_code == 404
    assert people["greta"].client.get(judged(elsewhere)).status_code == 404
