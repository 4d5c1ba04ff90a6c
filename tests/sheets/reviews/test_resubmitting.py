"""A character that was returned and is submitted again comes with the requests, and its changes."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from sheets import form_data
from sheets.models import Character, LedgerEntry, Party, Review
from tests.sheets.cast import Person
from tests.sheets.parties.pages import text
from tests.sheets.reviews.pages import decide, judged, own, rebuild

People = dict[str, Person]
TOO_RICH = {
    "answer": "Nearly.",
    "reason.burden": "We have two of those.",
    "reason.gear.blaster-pistol": "No guns.",
}


def submit(client: Client, character: Character, note: str = "") -> None:
    form = {"note": note, "key": form_data.new_key()}
    assert client.post(own(character), form).status_code == 302


@pytest.fixture
def returned(ines: Client, greta: Client, vessa: Character) -> Character:
    """Vessa, approved once, changed, submitted, returned with reasons at two fields."""
    decide(greta, vessa, "approve")
    rebuild(vessa, concept="A spy")
    submit(ines, vessa)
    assert decide(greta, vessa, "return", **TOO_RICH).status_code == 302
    return vessa


def examined(client: Client, character: Character) -> Any:
    return client.get(judged(character)).context["examined"]


def changed(since: Any) -> dict[str, tuple[str, str]]:
    """The changed values since a decision, by field."""
    lines = (line for _, lines in since.changed for line in lines)
    return {line.id: (line.was, line.decision.said) for line in lines}


def test_the_reasons_of_last_time_stand_beside_what_came_of_them(
    ines: Client, greta: Client, returned: Character
) -> None:
    rebuild(returned, burden={"id": "wanted", "note": "To a Hutt."})
    submit(ines, returned, note="Now?")
    found = examined(greta, returned)
    assert [(one.label, one.reason, one.was, one.now, one.changed) for one in found.asked] == [
        ("Burden", "We have two of those.", "Debt", "Wanted", True),
        ("Blaster Pistol", "No guns.", "1", "1", False),
    ]
    words = text(greta.get(judged(returned)))
    assert "Requested last time" in words
    assert "Nearly." in words
    assert "Burden We have two of those. It was: Debt Now: Wanted" in words
    assert "Blaster Pistol No guns. Not changed: 1" in words
    assert ", after greta returned it on" in words


def test_what_changed_is_told_since_it_was_returned_and_since_it_was_approved(
    ines: Client, greta: Client, returned: Character
) -> None:
    rebuild(returned, burden={"id": "wanted", "note": "To a Hutt."})
    submit(ines, returned)
    found = examined(greta, returned)
    assert changed(found.returned) == {"burden": ("Debt", "Wanted")}
    assert changed(found.approved) == {
        "burden": ("Debt", "Wanted"),
        "concept": ("A smuggler's daughter", "A spy"),
    }
    words = text(greta.get(judged(returned)))
    assert words.index("Since it was returned") < words.index("Since it was approved")


def test_what_was_gained_and_spent_since_is_told_as_well(
    people: People, ines: Client, greta: Client, returned: Character
) -> None:
    spent = {"kind": "award", "cp": 4, "by": "greta"}
    LedgerEntry.objects.create(
        character=returned, position=0, content=spent, author=people["greta"].owner
    )
    submit(ines, returned)
    found = examined(greta, returned)
    assert [(one.row.number, one.giver) for one in found.returned.entries] == [(1, "greta")]
    told = {
        one.label: (one.before, one.after)
        for group in found.returned.groups
        for one in group.differences
    }
    assert told["Character Points"] == ("5", "9")


def test_one_that_was_never_approved_is_held_against_what_was_returned(
    ines: Client, greta: Client, vessa: Character
) -> None:
    submit(ines, vessa)
    decide(greta, vessa, "return", **TOO_RICH)
    rebuild(vessa, concept="A spy")
    submit(ines, vessa)
    found = examined(greta, vessa)
    assert found.approved is None
    assert changed(found.returned) == {"concept": ("A smuggler's daughter", "A spy")}
    lines = {line.id: line.was for part in found.parts for line in part.lines}
    assert lines["concept"] == "A smuggler's daughter"


def test_one_that_is_submitted_as_it_was_says_so(
    ines: Client, greta: Client, returned: Character
) -> None:
    submit(ines, returned)
    assert "Nothing has changed since it was returned on" in text(greta.get(judged(returned)))


def test_a_field_that_is_gone_is_told_with_its_reason(
    ines: Client, greta: Client, returned: Character
) -> None:
    rebuild(returned, gear=[])
    submit(ines, returned)
    (_, gun) = examined(greta, returned).asked
    assert (gun.label, gun.step, gun.was, gun.now) == ("Blaster Pistol", "", "1", "")


def test_once_it_is_approved_nothing_is_asked_for_any_more(
    ines: Client, greta: Client, returned: Character
) -> None:
    submit(ines, returned)
    decide(greta, returned, "approve")
    found = examined(greta, returned)
    assert (found.asked, found.returned) == ((), None)
    assert "Requested last time" not in text(greta.get(judged(returned)))


def test_a_returned_one_that_cannot_be_read_any_more_still_has_its_reasons(
    ines: Client, greta: Client, returned: Character
) -> None:
    Review.objects.filter(state="returned").update(document={"format": "hyperspace-character/0"})
    submit(ines, returned)
    found = examined(greta, returned)
    assert found.returned is None
    assert [one.reason for one in found.asked] == ["We have two of those.", "No guns."]


def test_the_list_says_that_it_was_submitted_again(
    ines: Client, greta: Client, returned: Character, party: Party
) -> None:
    submit(ines, returned)
    overview = text(greta.get(f"/parties/{party.public_id}/reviews/"))
    assert "resubmitted after you returned it on" in overview


def test_the_player_still_sees_what_was_asked_for_while_it_waits(
    ines: Client, returned: Character
) -> None:
    submit(ines, returned)
    words = text(ines.get(own(returned)))
    assert "Requested changes Your GM sees these beside your changes." in words
    assert "We have two of those." in words


def test_what_another_party_asked_for_is_not_told(
    people: People, ines: Client, returned: Character
) -> None:
    others = Party.objects.get(name="Others")
    Character.objects.filter(pk=returned.pk).update(party=others)
    returned.refresh_from_db()
    submit(ines, returned)
    found = examined(people["otto"].client, returned)
    assert (found.asked, found.news) == ((), [])


def test_a_review_that_waits_again_asks_twice_more(
    ines: Client,
    greta: Client,
    returned: Character,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    submit(ines, returned)
    # Who is signed in (2), membership, character, its ledger, the newest review, the one by
    # which it was returned, and the one that approved it.
    with django_assert_num_queries(8):
        greta.get(judged(returned))
