"""Reviews: submitted by a player, decided by a game master on what they saw, told to both."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from sheets.models import Character, LedgerEntry, Member, Party, Review
from tests.sheets.cast import Person
from tests.sheets.conftest import VESSA

People = dict[str, Person]
InParty = Callable[..., Character]
BUILD: dict[str, Any] = VESSA["build"]


@pytest.fixture
def vessa(in_party: InParty) -> Character:
    """Vessa, in Greta's party."""
    return in_party()


@pytest.fixture
def ines(people: People) -> Client:
    """Ines has an account here."""
    return people["ines"].client


@pytest.fixture
def greta(people: People) -> Client:
    """Greta, who leads the party."""
    return people["greta"].client


def own(character: Character, part: str = "review/") -> str:
    return f"/characters/{character.public_id}/{part}"


def judged(character: Character, part: str = "") -> str:
    assert character.party is not None
    return f"/parties/{character.party.public_id}/reviews/{character.public_id}/{part}"


def shown(client: Client, character: Character) -> dict[str, str]:
    """What the page carries of what it shows."""
    page = client.get(judged(character)).context
    return {"version": str(page["character"].version), "seen": page["standing"].seen}


def decide(client: Client, character: Character, decision: str, **sent: str) -> Any:
    """Decides on what the page shows now, unless it is said what it shows."""
    form = {**shown(client, character), "decision": decision, **sent}
    return client.post(judged(character), form)


def rebuild(character: Character, **build: Any) -> None:
    """Its build is another by now: as if its player had changed it."""
    row = Character.objects.get(pk=character.pk)
    row.build = {**row.build, **build}
    row.version += 1
    row.save()


def overview(client: Client, party: Party) -> dict[str, list[str]]:
    """Who stands in which list."""
    groups = client.get(f"/parties/{party.public_id}/reviews/").context["groups"]
    return {name: [one.character.name for one in listed] for name, listed in groups}


def lines(client: Client, character: Character) -> dict[str, tuple[str | None, str]]:
    """Every field as the game master sees it: what it was, and what it is."""
    parts = client.get(judged(character)).context["examined"].parts
    return {line.id: (line.was, line.decision.said) for part in parts for line in part.lines}


# --- the player


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
        assert answer.context["note"] == note
        assert set(answer.context["errors"]) == {"note"}
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
    assert "Put away" in greta.get(judged(vessa)).content.decode()
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


# --- deciding


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
    assert "Say why" in answer.context["errors"]["answer"]
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


# --- what is new since it was approved


def test_a_field_that_was_changed_shows_what_it_was_and_what_it_is(
    ines: Client, greta: Client, vessa: Character, party: Party
) -> None:
    decide(greta, vessa, "approve")
    assert {was for was, _ in lines(greta, vessa).values()} == {None}
    rebuild(
        vessa,
        burden={"id": "wanted", "note": "For the ship."},
        gear=[{"id": "combat-knife", "quantity": 2}],
        appearance="Green.",
    )
    assert overview(greta, party) == {"Changed since it was approved": ["Vessa Korr"]}
    found = lines(greta, vessa)
    assert found["burden"] == ("Debt", "Wanted")
    assert found["burden.note"] == ("To a Hutt.", "For the ship.")
    assert found["gear.combat-knife"] == ("", "2")
    assert found["gear.blaster-pistol"] == ("1", "")
    assert found["appearance"] == ("", "Green.")
    assert found["species"] == (None, "Twilek")
    examined = greta.get(judged(vessa)).context["examined"]
    assert [part.name for part, _ in examined.changed] == [
        "Edge and burden",
        "Gear",
        "Appearance and personality",
    ]
    told = {
        one.label: (one.before, one.after) for group in examined.groups for one in group.differences
    }
    assert told["Credits"] == ("250", "700")


def test_entries_since_then_are_told_with_who_gave_them(
    people: People, greta: Client, in_party: InParty, party: Party
) -> None:
    vessa = in_party(document={"ledger": [{"kind": "award", "cp": 9}]})
    decide(greta, vessa, "approve")
    given = {"kind": "award", "cp": 4, "by": "greta"}
    LedgerEntry.objects.create(
        character=vessa, position=1, content=given, author=people["greta"].owner
    )
    assert overview(greta, party) == {"Approved": ["Vessa Korr"]}  # she knows of it
    spent = {"kind": "raise-skill", "skill": "stealth", "paid": 6, "by": "Ines"}
    LedgerEntry.objects.create(character=vessa, position=2, content=spent)
    assert overview(greta, party) == {"Changed since it was approved": ["Vessa Korr"]}
    examined = greta.get(judged(vessa)).context["examined"]
    assert [(one.row.number, one.giver) for one in examined.since] == [(3, ""), (2, "greta")]
    told = {
        one.label: (one.before, one.after) for group in examined.groups for one in group.differences
    }
    assert told["Stealth"] == ("6D", "7D")
    assert told["Character Points"] == ("14", "12")


def test_what_is_marked_at_the_table_and_what_the_party_decides_is_no_change(
    greta: Client, vessa: Character, party: Party
) -> None:
    decide(greta, vessa, "approve")
    Character.objects.update(marks={"wounds": 1}, house={"one_raise_a_session": True}, version=9)
    assert overview(greta, party) == {"Approved": ["Vessa Korr"]}


def test_what_was_approved_before_is_held_against_until_it_is_approved_again(
    greta: Client, vessa: Character
) -> None:
    decide(greta, vessa, "approve")
    rebuild(vessa, concept="A spy")
    decide(greta, vessa, "return", answer="Why?")
    assert lines(greta, vessa)["concept"] == ("A smuggler's daughter", "A spy")
    decide(greta, vessa, "approve")
    assert lines(greta, vessa)["concept"] == (None, "A spy")


def test_a_rebuild_counts_once_it_is_finished(
    ines: Client, greta: Client, vessa: Character
) -> None:
    decide(greta, vessa, "approve")
    ines.post(own(vessa, "rebuild/"))
    row = Character.objects.get(pk=vessa.pk)
    row.rebuilding = {"name": "Vessa Korr", "player": "Ines", "build": {**BUILD, "species": "bith"}}
    row.save()
    assert lines(greta, vessa)["species"] == (None, "Twilek")
    version = Character.objects.get(pk=vessa.pk).version
    assert ines.post(own(vessa, "rebuild/finish/"), {"version": version}).status_code == 302
    assert lines(greta, vessa)["species"] == ("Twilek", "Bith")
    examined = greta.get(judged(vessa)).context["examined"]
    assert [one.row.event.kind for one in examined.since] == ["rebuild"]


def test_a_baseline_that_cannot_be_read_any_more_is_none(greta: Client, vessa: Character) -> None:
    decide(greta, vessa, "approve")
    Review.objects.update(document={"format": "hyperspace-character/0"})
    page = greta.get(judged(vessa))
    assert page.status_code == 200
    assert not page.context["examined"].has_baseline


# --- where it is not legal


def test_what_is_wrong_is_named_with_its_place(
    greta: Client, in_party: InParty, party: Party
) -> None:
    build = copy.deepcopy(BUILD) | {
        "skills": ["stealth", "deceive", "blasters", "swim"],
        "gear": [{"id": "lightsaber", "quantity": 1}],
    }
    ledger = [{"kind": "award", "cp": 99}, {"kind": "raise-skill", "skill": "swim", "paid": 99}]
    wrong = in_party(document={"build": build, "ledger": ledger})
    examined = greta.get(judged(wrong)).context["examined"]
    assert [(fault.place, fault.field, fault.part) for fault in examined.wrong] == [
        ("Skills", "skills", "skills"),
        ("Gear", "", "gear"),
        ("History, number 2: Swim +0D → +1D", "", ""),
    ]
    (group,) = greta.get(f"/parties/{party.public_id}/reviews/").context["groups"]
    (listed,) = group[1]
    assert [fault.place for fault in listed.faults] == [one.place for one in examined.wrong]
    page = greta.get(judged(wrong)).content.decode()
    assert 'href="#line-skills"' in page
    assert 'id="line-skills"' in page
    assert 'id="part-gear"' in page


def test_of_a_draft_what_is_open_is_told_apart_from_what_is_wrong(
    greta: Client, in_party: InParty
) -> None:
    draft = in_party(finished=False, document={"build": {"species": "twilek"}})
    examined = greta.get(judged(draft)).context["examined"]
    assert examined.wrong == []
    assert "Choose a profession." in [fault.problem.message for fault in examined.open]


def test_what_a_player_marks_as_granted_is_shown_as_such(greta: Client, in_party: InParty) -> None:
    gear = [
        {"id": "lightsaber", "quantity": 1, "granted": True},
        {"id": "medpac", "quantity": 1},
    ]
    gifted = in_party(document={"build": {**BUILD, "gear": gear}})
    page = greta.get(judged(gifted))
    assert [one.label for one in page.context["examined"].granted] == ["Lightsaber"]
    assert "marked as granted" in page.content.decode()


# --- the player is told


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
        for told in ("Nearly.", "Edge: In your words", "Say who.", "Blaster Pistol", "Too loud."):
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


# --- a page that shows something older


def test_a_character_that_changed_meanwhile_is_409_with_what_it_is_now(
    greta: Client, vessa: Character
) -> None:
    seen = shown(greta, vessa)
    rebuild(vessa, concept="Somebody else")
    for decision in ("approve", "return"):
        answer = decide(greta, vessa, decision, answer="Fine by me.", **seen)
        assert answer.status_code == 409
        assert "Somebody else" in answer.content.decode()
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


# --- another party


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


# --- how often the database is asked


@pytest.mark.parametrize("count", [1, 12])
def test_the_overview_asks_the_same_however_many_there_are(
    count: int,
    greta: Client,
    in_party: InParty,
    party: Party,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(count):
        wrong = {"build": {**BUILD, "species": "hutt"}} if number % 3 else {}
        ledger = [{"kind": "award", "cp": 1}] * number
        one = in_party(f"Number {number}", document={**wrong, "ledger": ledger})
        if number % 2:
            decide(greta, one, "approve")
    # Who is signed in (twice), the seat, the characters, their ledgers, the reviews (twice).
    with django_assert_num_queries(7):
        assert greta.get(f"/parties/{party.public_id}/reviews/").status_code == 200


@pytest.mark.parametrize("length", [1, 300])
def test_one_review_asks_the_same_however_long_the_ledger(
    length: int,
    greta: Client,
    in_party: InParty,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    vessa = in_party()
    decide(greta, vessa, "approve")
    for position in range(length):
        content = {"kind": "award", "cp": 1}
        LedgerEntry.objects.create(character=vessa, position=position, content=content)
    # Who is signed in (twice), the seat, the character, its ledger, the newest review and the one
    # that approved it, whether its player entered anything since, and who else did.
    with django_assert_num_queries(9):
        examined = greta.get(judged(vessa)).context["examined"]
    assert examined.since_count == length
    assert len(examined.since) == min(length, 60)
