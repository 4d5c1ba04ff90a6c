"""Whatever has consequences for others names them first, and does nothing until it is confirmed."""

from collections.abc import Callable
from typing import Any

import pytest

from sheets import form_data
from sheets.models import Character, Invitation, Member, Party
from tests.sheets.cast import Person
from tests.sheets.parties.pages import confirm, get, text, url

People = dict[str, Person]
Make = Callable[..., Character]
IN_DIALOG = {"HX-Request": "true", "HX-Target": "confirm-place"}


def membership(party: Party, who: Person) -> Member:
    return party.members.get(owner=who.owner)


def send(who: Person, path: str, *, dialog: bool = False, **sent: str) -> Any:
    form = {"key": form_data.new_key(), **sent}
    return who.client.post(path, form, headers=IN_DIALOG if dialog else {})


def everything(party: Party) -> Any:
    """The members with their roles, the characters, and the number of invitations."""
    members = party.members.order_by("pk").values_list("owner__user__username", "role")
    characters = party.characters.order_by("pk").values_list("name", flat=True)
    return list(members), list(characters), Invitation.objects.count()


Press = tuple[str, str, dict[str, str], tuple[str, ...]]
PRESSES: dict[str, Press] = {
    "send away": ("greta", "characters/{vessa}/send-away/", {}, (
        "Remove Vessa Korr from the party?",
        "Vessa Korr leaves The Long Watch: its board, log, and reviews, and any open requests.",
        "Only ines can add it again.",
    )),
    "hand over": ("greta", "members/{femi}/hand-over/", {}, (
        "Make femi the game master?",
        "femi becomes the game master of The Long Watch, and you a co-GM.",
        "Only femi can hand the role back to you",
    )),
    "co-gm": ("greta", "members/{femi}/role/", {"role": "co-gm"}, (
        "Make femi a co-GM?", "femi sees your notes and every review of The Long Watch.",
    )),
    "player": ("greta", "members/{cora}/role/", {"role": "player"}, (
        "Make cora a player?", "cora no longer sees your notes",
    )),
    "remove": ("cora", "members/{ines}/remove/", {}, (
        "Remove ines from The Long Watch?",
        "ines no longer sees The Long Watch or the sheets of its members.",
        "Vessa Korr leaves too, with what this party made for them.",
        "An invitation is open. Revoke any that they know, or they can join again.",
    )),
    "leave": ("ines", "leave/", {}, (
        "Leave The Long Watch?", "Vessa Korr leaves with you",
    )),
    "revoke": ("greta", "invitations/{invitation}/revoke/", {}, (
        "Revoke this invitation?", "Nobody can join with the code", "3 members who joined with it",
    )),
}  # fmt: skip


@pytest.fixture
def address(party: Party, people: People, vessa: Character, invitation: dict[str, str]) -> Any:
    Invitation.objects.update(uses=3)
    ids = {name: membership(party, people[name]).pk for name in ("femi", "cora", "ines")}
    found = {"vessa": vessa.public_id, "invitation": Invitation.objects.get().pk, **ids}
    return lambda path: url(party, path.format(**found))


@pytest.mark.parametrize("press", PRESSES)
def test_it_is_named_and_nothing_is_done_until_it_is_confirmed(
    press: str, people: People, party: Party, address: Callable[[str], str]
) -> None:
    who, path, sent, said = PRESSES[press]
    before = everything(party)
    asked = send(people[who], address(path), **sent)
    assert asked.status_code == 200
    assert [words for words in said if words not in text(asked)] == []
    assert everything(party) == before
    assert confirm(people[who].client, address(path), {**sent, "key": form_data.new_key()})
    assert everything(party) != before


@pytest.mark.parametrize("press", PRESSES)
def test_in_a_dialog_it_is_asked_there(
    press: str, people: People, party: Party, address: Callable[[str], str]
) -> None:
    who, path, sent, said = PRESSES[press]
    asked = send(people[who], address(path), dialog=True, **sent)
    assert "<!doctype" not in asked.content.decode()
    assert [words for words in said if words not in text(asked)] == []
    page = " ".join(asked.content.decode().split())
    for name, value in sent.items():
        assert f'name="{name}" value="{value}"' in page


def test_what_changed_since_it_was_shown_is_shown_again(
    people: People, party: Party, vessa: Character, in_party: Make
) -> None:
    ines = membership(party, people["ines"])
    path = url(party, f"members/{ines.pk}/remove/")
    asked = send(people["greta"], path).content.decode()
    digest = " ".join(asked.split()).partition('name="confirmed" value="')[2][:32]
    in_party("Nim")
    again = send(people["greta"], path, confirmed=digest)
    assert again.status_code == 409
    assert "Something changed since you loaded this page." in text(again)
    assert "Nim and Vessa Korr leave too" in text(again)
    assert party.members.filter(pk=ines.pk).exists()


def test_ones_own_character_is_taken_out_once_that_is_confirmed(
    people: People, party: Party, vessa: Character
) -> None:
    accepted = {"accepted": [{"code": "too-expensive", "where": "build.gear", "reason": "A gift"}]}
    Character.objects.update(house=accepted, house_confirmed=True)
    path = f"/characters/{vessa.public_id}/leave-party/"
    asked = send(people["ines"], path)
    said = (
        "Take Vessa Korr out of the party?",
        "You can add it again.",
        "What the game master accepted for Vessa Korr has to be accepted again",
    )
    assert [words for words in said if words not in text(asked)] == []
    vessa.refresh_from_db()
    assert vessa.party == party
    assert send(people["femi"], path).status_code == 403
    assert confirm(people["ines"].client, path, {"key": form_data.new_key()}).status_code == 302
    vessa.refresh_from_db()
    assert vessa.party is None
    # One that is in none is not asked about.
    assert send(people["ines"], path).status_code == 302


def test_what_is_refused_is_refused_without_being_asked_first(
    people: People, party: Party, in_party: Make
) -> None:
    own = in_party("Hers", of="greta")
    greta, cora = membership(party, people["greta"]), membership(party, people["cora"])
    for who, path, said in (
        ("greta", "leave/", "Make another member the game master first"),
        ("cora", f"members/{greta.pk}/remove/", "Only the game master can remove co-GMs"),
        ("cora", f"members/{cora.pk}/remove/", "Only the game master can remove co-GMs"),
        ("cora", f"characters/{own.public_id}/send-away/", "belongs to the game master"),
        ("greta", f"members/{greta.pk}/role/", "A member is a co-GM or a player."),
    ):
        answer = send(people[who], url(party, path), role="co-gm")
        assert answer.status_code == 422, path
        assert said in text(answer).replace("&#x27;", "'")
        shown = send(people[who], url(party, path), dialog=True, role="co-gm")
        assert shown.get("HX-Retarget", "#main") == "#main"


def test_the_demo_s_party_is_nobody_s_to_leave(people: People, party: Party) -> None:
    assert send(people["xeno"], url(party, "leave/")).status_code == 404


def test_a_party_is_deleted_by_its_name_and_says_what_goes(
    people: People, party: Party, vessa: Character
) -> None:
    words = text(get(people["greta"], party, "dissolve/"))
    for said in (
        "Its board, requests, notes, invitations, and rules are gone for good.",
        "3 other members can no longer see it.",
        "Its character stays with its player",
    ):
        assert said in words
