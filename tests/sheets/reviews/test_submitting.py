"""Reviews as players ask for them, and what they are told."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from sheets.models import Character, Party, Review
from tests.sheets.cast import Person
from tests.sheets.example_characters import VESSA
from tests.sheets.reviews.pages import decide, judged, overview, own, rebuild

People = dict[str, Person]
InParty = Callable[..., Character]
BUILD: dict[str, Any] = VESSA["build"]


def test_a_character_is_submitted_with_a_note_waits_and_is_taken_back(
    ines: Client, greta: Client, vessa: Character, party: Party
) -> None:
    assert ines.get(own(vessa)).context["standing"].state == "new"
    assert overview(greta, party) == {"Never submitted": ["Vessa Korr"]}
    assert ines.post(own(vessa), {"note": "Please."})["Location"] == own(vessa)
    assert ines.get(own(vessa)).context["standing"].state == "waiting"
    assert overview(greta, party) == {"Waiting for you": ["Vessa Korr"]}
    assert "Please." in greta.get(judged(vessa)).content.decode()
    assert "waits for your review" in greta.get(own(vessa, "")).content.decode()
    ines.post(own(vessa), {"withdraw": "yes"})
    assert not Review.objects.exists()
    assert overview(greta, party) == {"Never submitted": ["Vessa Korr"]}


def test_submitting_again_keeps_one_review_with_the_new_note(
    ines: Client, vessa: Character
) -> None:
    for note in ("First.", "Second."):
        ines.post(own(vessa), {"note": note})
    assert [one.note for one in Review.objects.all()] == ["Second."]
    form = {"key": "a" * 32, "note": "Third."}
    assert [ines.post(own(vessa), form).status_code for _ in range(2)] == [302, 302]
    assert ines.post(own(vessa), {**form, "note": "Fourth."}).status_code == 409
    assert Review.objects.get().note == "Third."


def test_a_note_that_cannot_be_kept_is_422_and_stays_in_the_form(
    ines: Client, vessa: Character
) -> None:
    for note in ("x" * 2_001, "a\x00b"):
        answer = ines.post(own(vessa), {"note": note})
        assert answer.status_code == 422
        assert answer.context["form"]["note"].value() == note
        assert set(answer.context["form"].messages) == {"note"}
    assert not Review.objects.exists()


def test_without_a_party_and_put_away_nothing_is_submitted(
    ines: Client, greta: Client, vessa: Character
) -> None:
    Character.objects.update(party=None)
    assert "in no party" in ines.get(own(vessa)).content.decode()
    assert ines.post(own(vessa), {"note": ""}).status_code == 409
    Character.objects.update(party=vessa.party, archived_at=timezone.now())
    assert ines.get(own(vessa)).status_code == 200
    assert ines.post(own(vessa), {"note": ""}).status_code == 409
    assert decide(greta, vessa, "approve").status_code == 409
    assert "Archived" in greta.get(judged(vessa)).content.decode()
    assert not Review.objects.exists()


def test_whoever_leads_is_led_to_where_they_decide_and_nobody_else_knows_of_it(
    people: People, vessa: Character
) -> None:
    for name in ("greta", "cora"):
        assert people[name].client.get(own(vessa))["Location"] == judged(vessa)
    for name in ("femi", "xeno", "otto", "sam"):
        assert people[name].client.get(own(vessa)).status_code == 404
        assert people[name].client.get(judged(vessa)).status_code == 404
    assert people["ines"].client.get(judged(vessa)).status_code == 404


@pytest.mark.parametrize("finished", ["draft", "finished"])
def test_the_reasons_stand_on_the_review_the_sheet_and_at_the_fields(
    finished: str, ines: Client, greta: Client, in_party: InParty
) -> None:
    vessa = in_party(finished=finished == "finished")
    decide(
        greta,
        vessa,
        "return",
        answer="Nearly.",
        **{"reason.edge.note": "Say who.", "reason.gear.blaster-pistol": "Too loud."},
    )
    if finished == "finished":
        ines.post(own(vessa, "rebuild/"))
    review = ines.get(own(vessa)).content.decode()
    sheet = ines.get(own(vessa, "")).content.decode()
    for page in (review, sheet):
        for told in ("Nearly.", "Edge: Your own words", "Say who.", "Blaster Pistol", "Too loud."):
            assert told in page
    assert f'href="{own(vessa, "build/gear/")}"' in review
    steps = {
        "edge-and-burden": ("Say who.", "Too loud."),
        "gear": ("Too loud.", "Say who."),
    }
    for step, (there, elsewhere) in steps.items():
        page = ines.get(own(vessa, f"build/{step}/")).content.decode()
        assert there in page
        assert elsewhere not in page
    assert "returned this" not in greta.get(own(vessa, "")).content.decode()
    ines.post(own(vessa), {"note": "Better?"})
    assert "Too loud." not in ines.get(own(vessa, "build/gear/")).content.decode()
    assert "Too loud." not in ines.get(own(vessa, "")).content.decode()


def test_a_reason_about_a_thing_that_is_gone_is_told_all_the_same(
    ines: Client, greta: Client, vessa: Character
) -> None:
    decide(greta, vessa, "return", **{"reason.gear.blaster-pistol": "Too loud."})
    rebuild(vessa, gear=[])
    (reason,) = ines.get(own(vessa)).context["reasons"]
    assert (reason.label, reason.step, reason.text) == ("Blaster Pistol", "", "Too loud.")


def test_what_was_reviewed_in_one_party_is_not_known_in_the_next(
    ines: Client, people: People, vessa: Character, party: Party
) -> None:
    decide(people["greta"].client, vessa, "approve", answer="For us.")
    ines.post(own(vessa), {"note": "Between us."})
    other = Party.objects.get(name="Others")
    Character.objects.update(party=other)
    moved = Character.objects.get(pk=vessa.pk)
    otto = people["otto"].client
    assert people["greta"].client.get(judged(vessa)).status_code == 404
    assert overview(otto, other) == {"Never submitted": ["Vessa Korr"]}
    page = otto.get(judged(moved)).content.decode()
    assert "For us." not in page
    assert "Between us." not in page
    assert ines.get(own(vessa)).context["standing"].state == "new"
    assert "For us." in ines.get(own(vessa)).content.decode()  # what was said to her is hers
    ines.post(own(vessa), {"note": "Hello."})
    assert overview(otto, other) == {"Waiting for you": ["Vessa Korr"]}
    assert Review.objects.filter(state="submitted").count() == 1
