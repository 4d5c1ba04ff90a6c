"""Compare with now a sheet was approved, and what of it is not legal."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from sheets.models import Character, LedgerEntry, Party, Review
from tests.sheets.cast import Person
from tests.sheets.example_characters import VESSA
from tests.sheets.reviews.pages import decide, judged, lines, overview, own, rebuild

People = dict[str, Person]
InParty = Callable[..., Character]
BUILD: dict[str, Any] = VESSA["build"]


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
    assert overview(greta, party) == {"Changed since approval": ["Vessa Korr"]}
    found = lines(greta, vessa)
    assert found["burden"] == ("Debt", "Wanted")
    assert found["burden.note"] == ("To a Hutt.", "For the ship.")
    assert found["gear.combat-knife"] == ("", "2")
    assert found["gear.blaster-pistol"] == ("1", "")
    assert found["appearance"] == ("", "Green.")
    assert found["species"] == (None, "Twi'lek")
    examined = greta.get(judged(vessa)).context["examined"]
    assert [part.name for part, _ in examined.approved.changed] == [
        "Edge and burden",
        "Gear",
        "Appearance and personality",
    ]
    told = {
        one.label: (one.before, one.after)
        for group in examined.approved.groups
        for one in group.differences
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
    assert overview(greta, party) == {"Changed since approval": ["Vessa Korr"]}
    examined = greta.get(judged(vessa)).context["examined"]
    assert [(one.row.number, one.giver) for one in examined.approved.entries] == [
        (3, ""),
        (2, "greta"),
    ]
    told = {
        one.label: (one.before, one.after)
        for group in examined.approved.groups
        for one in group.differences
    }
    assert told["Stealth"] == ("6D", "7D")
    assert told["Character Points"] == ("14", "12")


def test_what_is_marked_at_the_table_and_what_the_party_optionss_is_no_change(
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
    assert lines(greta, vessa)["species"] == (None, "Twi'lek")
    version = Character.objects.get(pk=vessa.pk).version
    assert ines.post(own(vessa, "rebuild/finish/"), {"version": version}).status_code == 302
    assert lines(greta, vessa)["species"] == ("Twi'lek", "Bith")
    examined = greta.get(judged(vessa)).context["examined"]
    assert [one.row.event.kind for one in examined.approved.entries] == ["rebuild"]


def test_a_baseline_that_cannot_be_read_any_more_is_none(greta: Client, vessa: Character) -> None:
    decide(greta, vessa, "approve")
    Review.objects.update(document={"format": "hyperspace-character/0"})
    page = greta.get(judged(vessa))
    assert page.status_code == 200
    assert page.context["examined"].approved is None


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
    # Who is signed in (2), membership, characters, their ledgers, the reviews (newest, the
    # last decision, the last approval).
    with django_assert_num_queries(8):
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
    # Who is signed in (2), membership, character, its ledger, the newest review, whether its
    # player entered anything since, and who else did.
    with django_assert_num_queries(8):
        examined = greta.get(judged(vessa)).context["examined"]
    assert examined.approved.count == length
    assert len(examined.approved.entries) == min(length, 60)
