"""A whole hand-out is undone with one press: from everybody, or from nobody where one used it."""

import uuid
from collections.abc import Callable
from typing import Any

from sheets import form_data
from sheets.accounts.operations import FORMER_USER, erase
from sheets.models import Award, Character, LedgerEntry, Party
from tests.sheets.cast import Person
from tests.sheets.every_game.characters import EVERY
from tests.sheets.every_game.conftest import playing
from tests.sheets.every_game.pages import address, brass_key
from tests.sheets.parties.awards.test_awards import given, told, url
from tests.sheets.parties.pages import confirm, play, text

__all__ = ("playing",)

People = dict[str, Person]
Make = Callable[..., Character]
AWARD = {"cp": "3", "credits": "200"}


def hand_out(who: Person, party: Party, to: list[Character], kind: str, **said: str) -> None:
    assert confirm(who.client, url(party), given(party, to, kind, **said)).status_code == 302


def session(who: Person, party: Party, to: list[Character]) -> None:
    form = {"to": [str(one.public_id) for one in to], "key": uuid.uuid4().hex}
    assert confirm(who.client, url(party, "session/"), form).status_code == 302


def undo(who: Person, party: Party, number: int = 0) -> Any:
    """The newest, unless it is said."""
    number = number or Award.objects.latest("pk").pk
    path = url(party, f"hand-out/{number}/undo/")
    return who.client.post(path, {"key": form_data.new_key()})


def kinds(character: Character) -> list[str]:
    return [entry["kind"] for entry in told(character)]


def figure(who: Person, character: Character, key: str) -> int:
    """A number as it stands at the table just now."""
    shown = who.client.get(address(character, "table/")).context
    return int(shown["now"].pools.get(key, shown["sheet"].figures[key]).value)


def test_one_press_takes_it_back_from_everybody(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    before = [
        figure(people[who], one, "credits") for who, one in (("ines", vessa), ("femi", brakka))
    ]
    hand_out(people["greta"], party, [vessa, brakka], "award", **AWARD)
    # A co-GM may as well, and a second press does nothing more.
    for _ in range(2):
        assert undo(people["cora"], party).status_code == 302
    for one, who, credits in ((vessa, "ines", before[0]), (brakka, "femi", before[1])):
        award, back = told(one)
        assert (award["kind"], back["kind"], back["entry"], back["by"]) == (
            "award",
            "undo",
            0,
            "cora",
        )
        assert back["author"] == people["cora"].owner.pk
        assert figure(people[who], one, "credits") == credits
    page = text(people["greta"].client.get(url(party)))
    assert "3 Character Points and 200 credits each to Vessa Korr and Brakka" in page
    assert "Undone." in page


def test_where_one_has_spent_it_nobody_loses_it_and_they_are_named(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    hand_out(people["greta"], party, [vessa, brakka], "award", cp="3")
    # 6 of 5 + 3 points.
    raise_ = {"entry": "offer=raise-skill.stealth&kind=raise-skill&skill=stealth"}
    vessa.refresh_from_db()
    bought = {**raise_, "version": str(vessa.version), "key": form_data.new_key()}
    people["ines"].client.post(address(vessa, "advance/"), bought)
    assert kinds(vessa) == ["award", "raise-skill"]
    answer = undo(people["greta"], party)
    assert answer.status_code == 422
    said = "Nothing was undone. Vessa Korr: Stealth +1D → +2D came later and depends on it."
    assert said in text(answer)
    assert "Brakka:" not in text(answer)
    assert (kinds(vessa), kinds(brakka)) == (["award", "raise-skill"], ["award"])
    # It is still offered: once she has taken that back, it goes.
    vessa.refresh_from_db()
    back = {"version": str(vessa.version), "positions": "1", "key": form_data.new_key()}
    people["ines"].client.post(address(vessa, "history/1/take-back/"), back)
    assert undo(people["greta"], party).status_code == 302
    assert kinds(vessa) == ["award", "raise-skill", "undo", "undo"]


def test_a_thing_that_was_used_up_is_not_taken_back(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    hand_out(people["greta"], party, [vessa, brakka], "grant", item="medpac", quantity="1")
    brakka.refresh_from_db()
    used = {"kind": "use", "item": "medpac", "quantity": 1}
    LedgerEntry.objects.create(character=brakka, position=1, content=used)
    answer = undo(people["greta"], party)
    assert answer.status_code == 422
    assert "Brakka: " in text(answer)
    assert kinds(vessa) == ["grant"]


def test_who_has_left_the_party_is_named_and_keeps_what_they_have(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    hand_out(people["greta"], party, [vessa, brakka], "award", cp="1")
    Character.objects.filter(pk=brakka.pk).update(party=None)
    answer = undo(people["greta"], party)
    assert answer.status_code == 422
    assert "Brakka: No longer in the party." in text(answer)
    assert (kinds(vessa), kinds(brakka)) == (["award"], ["award"])
    # Who is there no more at all has nothing that could be taken back.
    brakka.delete()
    assert undo(people["greta"], party).status_code == 302
    assert kinds(vessa) == ["award", "undo"]


def test_a_session_is_undone_with_the_points_it_gave_back(
    people: People, party: Party, in_party: Make
) -> None:
    vessa = in_party(document={"marks": {"force_points": 0, "wounds": 1}})
    session(people["greta"], party, [vessa])
    party.refresh_from_db()
    assert (party.sessions, figure(people["ines"], vessa, "force_points")) == (1, 1)
    assert undo(people["greta"], party).status_code == 302
    party.refresh_from_db()
    assert (party.sessions, party.session_at) == (0, None)
    assert figure(people["ines"], vessa, "force_points") == 0
    assert Character.objects.get(pk=vessa.pk).marks == {"force_points": 0, "wounds": 1}


def test_a_session_stays_where_a_force_point_was_spent_in_it(
    people: People, party: Party, in_party: Make
) -> None:
    vessa = in_party(document={"marks": {"force_points": 0}})
    session(people["greta"], party, [vessa])
    Character.objects.filter(pk=vessa.pk).update(marks={"force_points": 0})
    answer = undo(people["greta"], party)
    assert answer.status_code == 422
    assert "Vessa Korr: Force Points changed since then." in text(answer)
    party.refresh_from_db()
    assert party.sessions == 1


def test_what_happened_at_the_table_meanwhile_stays(
    people: People, party: Party, in_party: Make
) -> None:
    vessa = in_party(document={"marks": {"force_points": 0}})
    session(people["greta"], party, [vessa])
    assert play(people["greta"], vessa, "do/harm/", damage="6").status_code == 200
    assert undo(people["greta"], party).status_code == 302
    assert Character.objects.get(pk=vessa.pk).marks == {"force_points": 0, "wounds": 1}


def test_an_earlier_session_is_undone_and_the_later_one_goes_on(
    people: People, party: Party, vessa: Character
) -> None:
    began = []
    for _ in range(3):
        session(people["greta"], party, [vessa])
        party.refresh_from_db()
        began.append(party.session_at)
    first, second, third = Award.objects.order_by("pk")
    undo(people["greta"], party, second.pk)
    party.refresh_from_db()
    assert (party.sessions, party.session_at) == (2, began[2])
    undo(people["greta"], party, third.pk)
    party.refresh_from_db()
    assert (party.sessions, party.session_at) == (1, began[0])
    undo(people["greta"], party, first.pk)
    party.refresh_from_db()
    assert (party.sessions, party.session_at) == (0, None)


def test_nobody_else_undoes_it(people: People, party: Party, vessa: Character) -> None:
    hand_out(people["greta"], party, [vessa], "award", cp="1")
    for who in ("ines", "femi", "otto", "xeno"):
        assert undo(people[who], party).status_code == 404
    assert undo(people["greta"], party, 10**12).status_code == 404
    others = Party.objects.get(name="Others")
    assert undo(people["otto"], others).status_code == 404
    assert kinds(vessa) == ["award"]


def test_of_a_game_master_who_is_erased_no_name_is_left(
    people: People, party: Party, vessa: Character
) -> None:
    hand_out(people["cora"], party, [vessa], "award", cp="1")
    assert people["cora"].owner.user
    erase(people["cora"].owner.user)
    assert Award.objects.get().by == FORMER_USER
    assert undo(people["greta"], party).status_code == 302


@EVERY
def test_in_every_game_a_thing_is_given_and_taken_back(
    slug: str, people: People, playing: Callable[[str], tuple[Party, Character]]
) -> None:
    party, _ = playing(slug)
    everyone = {**brass_key(slug), "everyone": "yes", "key": form_data.new_key()}
    asked = people["greta"].client.post(url(party), everyone)
    assert "2 characters get 1 Brass key each." in text(asked)
    assert confirm(people["greta"].client, url(party), everyone).status_code == 302
    assert undo(people["greta"], party).status_code == 302
    assert "Undone: 1 Brass key each" in text(people["greta"].client.get(url(party)))
    for one in party.characters.all():
        assert kinds(one)[-1] == "undo"
        assert "Brass key" not in text(people["greta"].client.get(address(one)))


@EVERY
def test_in_every_game_a_session_begins_and_is_undone(
    slug: str, people: People, playing: Callable[[str], tuple[Party, Character]]
) -> None:
    party, _ = playing(slug)
    # Somebody declared three actions in the last session, and held one.
    Character.objects.update(situation={"actions": 3, "held": 1})
    session(people["greta"], party, list(party.characters.all()))
    assert [one.situation for one in party.characters.all()] == [{}] * party.characters.count()
    assert undo(people["greta"], party).status_code == 302
    party.refresh_from_db()
    assert party.sessions == 0
