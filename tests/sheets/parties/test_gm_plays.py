"""A game master plays the party's characters at the table: it is kept as their doing."""

from collections.abc import Callable
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from sheets.models import Character, LedgerEntry, Party, PlayLogEntry
from sheets.play import operations
from tests.dice import Fixed
from tests.sheets.cast import Person
from tests.sheets.parties.pages import play, text

People = dict[str, Person]
Make = Callable[..., Character]


def whose(character: Character) -> list[tuple[str, str | None]]:
    """Of each line, who it says did it, and whose account that is where it is not the owner's."""
    rows = PlayLogEntry.objects.filter(character=character).order_by("number")
    return [(row.by, str(row.author) if row.author else None) for row in rows]


@pytest.mark.parametrize("who", ["greta", "cora"])
def test_who_leads_marks_harm_and_heals(people: People, vessa: Character, who: str) -> None:
    hurt = play(people[who], vessa, "do/harm/", damage="6")
    assert hurt.status_code == 200
    assert "4 gets through: wounded." in text(hurt)
    assert play(people[who], vessa, "do/treated/", total="12").status_code == 200
    vessa.refresh_from_db()
    assert vessa.marks.get("wounds", 0) == 0
    author = str(people[who].owner)
    assert whose(vessa) == [(who, author), (who, author)]


def test_a_players_own_doing_is_the_players(people: People, vessa: Character) -> None:
    play(people["ines"], vessa, "do/harm/", damage="6")
    assert whose(vessa) == [("Ines", None)]


def test_a_game_masters_own_character_is_their_own(people: People, in_party: Make) -> None:
    own = in_party("Hers", of="greta", document={"player": "Greta"})
    play(people["greta"], own, "do/harm/", damage="6")
    assert whose(own) == [("Greta", None)]


def test_points_that_go_into_a_roll_are_spent_by_who_rolls(
    people: People, vessa: Character, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operations, "DICE", Fixed(3, 3, 3, 3, 3, 3, 3, 3))
    play(people["greta"], vessa, "do/skills.stealth/", points="character-point")
    play(people["greta"], vessa, "take-back/1/")
    rows = LedgerEntry.objects.filter(character=vessa)
    assert [(row.content["kind"], row.content["by"], row.author) for row in rows] == [
        ("spend", "greta", people["greta"].owner)
    ]
    assert [by for by, _ in whose(vessa)] == ["greta", "greta"]


def test_a_game_master_takes_back_what_a_player_did_and_the_player_what_they_did(
    people: People, vessa: Character
) -> None:
    play(people["ines"], vessa, "do/harm/", damage="6")
    assert play(people["greta"], vessa, "take-back/1/").status_code == 200
    play(people["greta"], vessa, "do/harm/", damage="6")
    assert play(people["ines"], vessa, "take-back/3/").status_code == 200
    assert [by for by, _ in whose(vessa)] == ["Ines", "greta", "greta", "Ines"]


def test_a_turn_is_declared_and_a_question_answered_by_who_leads(
    people: People, vessa: Character, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert play(people["cora"], vessa, "declare/", actions="2").status_code == 200
    vessa.refresh_from_db()
    assert vessa.situation == {"actions": 2}
    monkeypatch.setattr(operations, "DICE", Fixed(1, 3, 3, 3, 3, 3))
    play(people["cora"], vessa, "do/skills.stealth/")
    assert play(people["cora"], vessa, "answer/1/", answer="It rains").status_code == 200
    assert vessa.play_log.get().answer == "It rains"


@pytest.mark.parametrize(("who", "status"), [("femi", 403), ("xeno", 404), ("otto", 404)])
def test_nobody_else_plays_it(people: People, vessa: Character, who: str, status: int) -> None:
    for path, sent in (
        ("do/harm/", {"damage": "6"}),
        ("declare/", {"actions": "2"}),
        ("take-back/1/", {}),
        ("point/1/", {}),
        ("answer/1/", {"answer": "No"}),
    ):
        assert play(people[who], vessa, path, **sent).status_code == status
    assert not PlayLogEntry.objects.exists()


def test_who_led_the_party_once_plays_it_no_more(
    people: People, party: Party, vessa: Character
) -> None:
    party.members.filter(owner=people["cora"].owner).update(role="player")
    assert play(people["cora"], vessa, "do/harm/", damage="6").status_code == 403
    party.members.filter(owner=people["cora"].owner).delete()
    assert play(people["cora"], vessa, "do/harm/", damage="6").status_code == 404


def test_a_draft_or_what_is_put_away_is_played_by_nobody(people: People, in_party: Make) -> None:
    for fields in ({"finished": False}, {"archived": True}):
        one = in_party(**fields)
        assert play(people["greta"], one, "do/harm/", damage="6").status_code == 409
        page = people["greta"].client.get(f"/characters/{one.public_id}/table/")
        assert page["Location"] == f"/characters/{one.public_id}/"


def test_a_roll_costs_one_query_more_in_a_party_and_none_for_calls_that_are_not_answered(
    people: People, vessa: Character, make_character: Any, django_assert_max_num_queries: Any
) -> None:
    ines = people["ines"].client
    with django_assert_max_num_queries(30) as inside:
        ines.post(f"/characters/{vessa.public_id}/table/do/skills.stealth/")
    Character.objects.filter(pk=vessa.pk).update(party=None)
    with django_assert_max_num_queries(30) as outside:
        ines.post(f"/characters/{vessa.public_id}/table/do/skills.stealth/")
    assert len(inside) - len(outside) == 1


def test_the_table_of_a_character_in_a_party_asks_for_its_calls_and_the_ticker(
    people: People, vessa: Character, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    address, ines = f"/characters/{vessa.public_id}/table/", people["ines"].client
    # A session, a user, the character with its party, its ledger, its log; its calls; everyone's
    # state, the membership, whose rolls there are, the newest of them; who goes with it.
    with django_assert_num_queries(11):
        ines.get(address)
    Character.objects.filter(pk=vessa.pk).update(party=None)
    with django_assert_num_queries(5):
        ines.get(address)
