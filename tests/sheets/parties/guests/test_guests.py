"""Guests: a seat for one session without an account, with a character of one's own."""

import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from sheets.demo import all_pregens
from sheets.models import Character, Invitation, Member, Owner, Party
from sheets.parties import operations as parties
from tests.sheets.cast import Person
from tests.sheets.parties.pages import confirm, get, play, text, url

People = dict[str, Person]
Make = Callable[..., Character]
PREGEN = next(slug for slug, one in all_pregens().items() if one.document.system == "hyperspace-d6")


def post(who: Person, party: Party, rest: str) -> Any:
    return who.client.post(url(party, rest), {"key": uuid.uuid4().hex})


def open_table(who: Person, party: Party) -> str:
    """Opens the table; the path of a seat there."""
    assert post(who, party, "guests/open/").status_code == 302
    page = get(who, party, "guests/").content.decode()
    found = re.search(r"http://[^/]+(/seat/\w+/)", page)
    assert found
    return found[1]


def sit(client: Client, seat: str, pregen: str = PREGEN, name: str = "Gus", **sent: str) -> Any:
    form = {"name": name, "pregen": pregen, "key": uuid.uuid4().hex, **sent}
    return client.post(seat, form)


def end(who: Person, party: Party) -> None:
    page = who.client.get(url(party, "sessions/end/")).context
    form = {"session": str(page["number"]), "was": page["was"], "key": uuid.uuid4().hex}
    assert who.client.post(url(party, "sessions/end/"), form).status_code == 302


def test_a_guest_plays_at_once_and_until_the_session_ends(
    people: People, party: Party, in_party: Make, client: Client
) -> None:
    vessa, greta = in_party(), people["greta"]
    assert client.get(url(party)).status_code == 404
    seat = open_table(greta, party)
    assert "session 1" in text(client.get(seat))
    key = uuid.uuid4().hex
    went = sit(client, seat, key=key)
    assert sit(client, seat, key=key).url == went.url
    mine = Character.objects.get(party=party, player="Gus")
    assert went.url == f"/characters/{mine.public_id}/table/"
    assert "Table rolls" in text(client.get(went.url))
    gus = Person(mine.owner, client)
    assert play(gus, mine, "do/skills.search/").status_code == 200
    assert "Gus" in text(get(greta, party, "members/"))
    for path in ("", "log/", "sessions/", "members/", "rules/"):
        assert client.get(url(party, path)).status_code == 200
    assert client.get(f"/characters/{vessa.public_id}/").status_code == 200
    for path in ("brief/", "guests/", "hand-out/", "calls/"):
        assert client.get(url(party, path)).status_code == 404
    assert text(client.get("/parties/")).count("Guest · 2 characters") == 1
    end(greta, party)
    assert client.get(url(party)).status_code == 404
    assert client.get(f"/characters/{vessa.public_id}/").status_code == 404
    alone = client.get(went.url)
    assert (alone.status_code, url(party) in alone.content.decode()) == (200, False)
    assert client.get(seat).status_code == 404
    assert "left after session 1" in text(get(greta, party, "guests/"))


def test_a_guest_of_the_last_session_sits_down_again(
    people: People, party: Party, client: Client
) -> None:
    greta = people["greta"]
    sit(client, open_table(greta, party))
    end(greta, party)
    again = open_table(greta, party)
    assert sit(client, again, pregen="new").url == f"/characters/new/?party={party.public_id}"
    (seat,) = Member.objects.guests()
    assert (seat.guest_of.number, client.get(url(party)).status_code) == (2, 200)


def test_what_is_wrong_is_said_and_nobody_sits(
    people: People, party: Party, client: Client
) -> None:
    seat = open_table(people["greta"], party)
    for sent, words in (
        ({"name": " "}, "Type your name"),
        ({"name": "x" * 61}, "Use at most 60 characters"),
        ({"pregen": "nobody"}, "This character doesn&#x27;t exist."),
        ({"pregen": ""}, "Choose a character, or build a new one."),
    ):
        page = sit(client, seat, **sent)
        assert (page.status_code, words in page.content.decode()) == (422, True)
    assert not Member.objects.guests().exists()
    assert "This table takes no guests any more." in text(client.get("/seat/AAAABBBBCCCC/"))
    code = seat.split("/")[2]
    assert client.get(f"/join/{code}/").status_code == 404
    post(people["greta"], party, "guests/close/")
    assert sit(client, seat).status_code == 404
    assert not Invitation.objects.exists()


def test_a_member_stays_one_and_a_guest_with_an_account_is_one_for_the_session(
    people: People, party: Party
) -> None:
    seat = open_table(people["greta"], party)
    for name in ("ines", "xeno"):
        assert sit(people[name].client, seat).status_code == 302
    assert not Member.objects.get(owner=people["ines"].owner).is_guest
    xeno = Member.objects.get(owner=people["xeno"].owner)
    assert (xeno.is_guest, xeno.name) == (True, "xeno")
    for path in (f"members/{xeno.pk}/role/", f"members/{xeno.pk}/hand-over/"):
        form = {"key": uuid.uuid4().hex, "role": "co-gm"}
        refused = confirm(people["greta"].client, url(party, path), form)
        assert refused.status_code == 422
        assert "A guest can't lead the party." in text(refused).replace("&#x27;", "'")


def test_the_game_master_removes_a_guest_with_their_character(
    people: People, party: Party, client: Client
) -> None:
    greta = people["greta"]
    sit(client, open_table(greta, party))
    (seat,) = Member.objects.guests()
    form = {"key": uuid.uuid4().hex}
    assert confirm(greta.client, url(party, f"members/{seat.pk}/remove/"), form).status_code == 302
    assert client.get(url(party)).status_code == 404
    mine = Character.objects.get(player="Gus")
    assert mine.party is None
    assert client.get(f"/characters/{mine.public_id}/table/").status_code == 200


def test_a_guest_keeps_seat_and_character_with_an_account(
    people: People, party: Party, client: Client
) -> None:
    seat = open_table(people["greta"], party)
    sit(client, seat)
    visitor = Owner.objects.get(kind=Owner.Kind.VISITOR)
    gus = User.objects.create_user("gus")
    client.force_login(gus)
    assert client.post("/account/take-over/", {"key": uuid.uuid4().hex}).status_code == 302
    (kept,) = Member.objects.guests()
    assert (kept.name, kept.owner.user, kept.owner == visitor) == ("gus", gus, False)
    assert Character.objects.get(player="Gus").owner == kept.owner
    assert client.get(url(party)).status_code == 200
    # Whoever is a member already, with an account, has one seat afterwards.
    other = Client()
    sit(other, seat, name="Ines")
    other.force_login(people["ines"].owner.user)
    assert other.post("/account/take-over/", {"key": uuid.uuid4().hex}).status_code == 302
    assert not Member.objects.get(owner=people["ines"].owner).is_guest


def test_a_session_with_guests_is_not_undone(people: People, party: Party, client: Client) -> None:
    greta = people["greta"]
    sit(client, open_table(greta, party))
    end_page = greta.client.get(url(party, "sessions/end/")).context
    form = {"session": "1", "was": end_page["was"], "next": "yes", "key": uuid.uuid4().hex}
    greta.client.post(url(party, "sessions/end/"), form)
    assert client.get(url(party)).status_code == 404
    entry = get(greta, party, "sessions/").context["page"].entries[1]
    undo = f"hand-out/{entry.ending.pk}/undo/"
    sit(client, open_table(greta, party), pregen="new")
    assert client.get(url(party)).status_code == 200
    refused = post(greta, party, undo)
    assert "Session 2 has guests. Remove them first." in text(refused)
    Member.objects.guests().update(guest_of=entry.session)
    assert post(greta, party, undo).status_code == 302
    assert client.get(url(party)).status_code == 200


def test_the_end_of_a_session_names_its_guests_and_keeps_those_who_are_checked(
    people: People, party: Party, client: Client
) -> None:
    greta, other = people["greta"], Client()
    seat = open_table(greta, party)
    sit(client, seat)
    sit(other, seat, name="Hal")
    gus, hal = Member.objects.guests().order_by("pk")
    character = Character.objects.get(party=party, player="Gus")
    page = greta.client.get(url(party, "sessions/end/"))
    assert f"Gus keeps the seat {character.name}" in text(page)
    assert "Hal keeps the seat" in text(page)
    assert f'name="kept" value="{hal.pk}" checked' in page.content.decode()
    form = {
        "session": "1",
        "was": page.context["was"],
        "next": "yes",
        "kept": [str(gus.pk), "x", "9" * 30],
        "key": uuid.uuid4().hex,
    }
    assert greta.client.post(url(party, "sessions/end/"), form).status_code == 302
    sessions = get(greta, party, "sessions/")
    assert "End of session 1: no seat any more for Hal" in text(sessions)
    assert client.get(url(party)).status_code == 200
    assert other.get(url(party)).status_code == 404
    ending = sessions.context["page"].entries[1].ending
    assert post(greta, party, f"hand-out/{ending.pk}/undo/").status_code == 302
    assert [client.get(url(party)).status_code, other.get(url(party)).status_code] == [200, 200]
    assert {row.guest_of.number for row in Member.objects.guests()} == {1}  # type: ignore[union-attr]


def test_a_session_begun_by_itself_keeps_the_guests_of_the_one_before(
    people: People, party: Party, in_party: Make, client: Client
) -> None:
    vessa, greta = in_party(), people["greta"]
    sit(client, open_table(greta, party))
    form = {"to": [str(vessa.public_id)], "key": uuid.uuid4().hex}
    confirm(greta.client, url(party, "session/"), form)
    party.refresh_from_db()
    assert party.sessions == 2
    assert client.get(url(party)).status_code == 200


def test_a_guest_does_not_fill_the_board_and_a_full_table_says_so(
    people: People, party: Party, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = open_table(people["greta"], party)
    for _ in range(4):
        assert sit(client, seat).status_code == 302
    enough = sit(client, seat)
    assert (enough.status_code, party.characters.count()) == (422, 4)
    assert "You have 4 characters at this table." in text(enough)
    monkeypatch.setattr(parties, "MOST_MEMBERS", party.members.count())
    full = sit(Client(), seat, name="Tom")
    assert (full.status_code, party.characters.count()) == (422, 4)
    assert "This party is full" in text(full)
