"""A party whose game master is gone can be taken over: all members see it, and the game master has
two weeks to object.
"""

import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from sheets.guard import state
from sheets.models import Character, Member, Party, Takeover
from tests.sheets.cast import Person
from tests.sheets.parties.pages import confirm, get, text, url

People = dict[str, Person]


def send(who: Person, party: Party, rest: str = "") -> str:
    """The words of the members page after a form about who leads."""
    answer = confirm(who.client, url(party, f"lead/{rest}"), {"key": uuid.uuid4().hex})
    assert answer.status_code == 302
    return text(get(who, party, "members/"))


def roles(party: Party) -> dict[str, str]:
    members = Member.objects.filter(party=party).select_related("owner__user")
    return {member.name: member.role for member in members}


def wait(party: Party, days: float) -> None:
    """Lets so many days go by."""
    earlier = timezone.now() - timedelta(days=days)
    Takeover.objects.filter(party=party, state="asked").update(asked_at=earlier)
    Takeover.objects.filter(party=party, state="objected").update(ended_at=earlier)


def test_who_asks_leads_after_two_weeks_and_the_game_master_becomes_a_co_gm(
    people: People, party: Party
) -> None:
    send(people["ines"], party, "ask/")
    wait(party, 13.9)
    assert "You can lead the party from" in send(people["ines"], party)
    assert roles(party)["ines"] == "player"
    wait(party, 14.1)
    assert "Lead the party" in text(get(people["ines"], party, "members/"))
    assert "You lead this party now." in send(people["ines"], party)
    assert roles(party) == {"greta": "co-gm", "cora": "co-gm", "ines": "gm", "femi": "player"}
    assert "ines took over as game master." in text(get(people["femi"], party, "members/"))
    party.refresh_from_db()
    assert party.lead_asked_at is None


def test_every_page_of_the_party_says_so_to_everyone(people: People, party: Party) -> None:
    send(people["ines"], party, "ask/")
    for page in ("", "members/", "log/", "sessions/", "stash/", "fight/", "rules/", "skills/"):
        assert "ines asks to lead this party. Unless you object" in text(
            get(people["greta"], party, page)
        )
        seen = text(get(people["femi"], party, page))
        assert "ines asks to lead this party. Its game master can object until" in seen
        assert "Object " not in seen
    assert "A member asks to lead this party." in text(people["greta"].client.get("/parties/"))


# Pages of many kinds that have nothing to do with the party.
ELSEWHERE = ("/", "/characters/", "/parties/", "/rules/", "/help/", "/account/", "/characters/new/")
TOLD = "ines asks to lead The Long Watch. The game master can object until"


def sees(who: Client, address: str) -> bool:
    """True if a page says that Ines asks to lead."""
    return TOLD in text(who.get(address))


def test_every_other_page_says_so_to_all_members_but_to_nobody_else(
    people: People, party: Party, in_party: Callable[..., Character]
) -> None:
    character = f"/characters/{in_party('Vessa Korr').public_id}/"
    for is_asked in (False, True):
        if is_asked:
            send(people["ines"], party, "ask/")
            state.refresh()  # as whatever serves the site does once it is saved
        for address in ELSEWHERE:
            for who in ("greta", "cora", "femi"):
                assert sees(people[who].client, address) is is_asked, (who, address)
            for other in (people["ines"].client, people["xeno"].client, Client()):
                assert not sees(other, address), address
        assert sees(people["greta"].client, character) is is_asked
    assert not sees(people["greta"].client, url(party))  # it has a notice of its own


def test_it_says_so_once_where_it_is_dismissed(people: People, party: Party) -> None:
    send(people["ines"], party, "ask/")
    state.refresh()
    greta = people["greta"].client
    assert 'name="next" value="/rules/"' in greta.get("/rules/").content.decode()
    answer = greta.post(url(party, "lead/dismiss/"), {"next": "/rules/"})
    assert (answer.status_code, answer["Location"]) == (302, "/rules/")
    assert not any(sees(greta, address) for address in ELSEWHERE)
    assert sees(people["femi"].client, "/rules/")
    assert "ines asks to lead this party." in text(get(people["greta"], party))
    # Who asks anew is told of anew.
    send(people["ines"], party, "withdraw/")
    send(people["ines"], party, "ask/")
    state.refresh()
    assert sees(greta, "/rules/")


def test_a_page_asks_for_no_more_while_a_party_is_being_taken_over(
    people: People, party: Party
) -> None:
    addresses = ("/characters/", "/rules/", "/help/")

    def count(who: Client) -> list[int]:
        counts = []
        for address in addresses:
            with CaptureQueriesContext(connection) as made:
                assert who.get(address).status_code == 200
            counts.append(len(made))
        return counts

    before = [count(people[who].client) for who in ("xeno", "greta")]
    send(people["ines"], party, "ask/")
    state.refresh()
    assert [count(people[who].client) for who in ("xeno", "greta")] == before


def test_servers_know_as_soon_as_it_is_saved(
    people: People,
    party: Party,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        send(people["ines"], party, "ask/")
    assert sees(people["femi"].client, "/rules/")
    with django_capture_on_commit_callbacks(execute=True):
        send(people["greta"], party, "object/")
    assert not sees(people["femi"].client, "/rules/")


@pytest.mark.parametrize("who", ["greta", "cora"])
def test_who_leads_objects_and_the_member_asks_again_two_weeks_later(
    who: str, people: People, party: Party
) -> None:
    send(people["ines"], party, "ask/")
    wait(party, 20)
    assert f"ines asked to lead. {who} objected." in send(people[who], party, "object/")
    assert "Nobody asks to lead this party any more." in send(people["ines"], party)
    assert "You can ask again 14 days after that." in send(people["ines"], party, "ask/")
    assert roles(party)["ines"] == "player"
    wait(party, 15)
    assert "You asked to lead this party." in send(people["ines"], party, "ask/")


def test_only_one_asks_at_a_time_and_may_withdraw(people: People, party: Party) -> None:
    send(people["ines"], party, "ask/")
    assert "ines has asked already." in send(people["femi"], party, "ask/")
    assert "Only whoever asked can do this." in send(people["femi"], party, "withdraw/")
    wait(party, 20)
    assert "Only whoever asked can do this." in send(people["femi"], party)
    assert "ines asked to lead, and withdrew." in send(people["ines"], party, "withdraw/")
    assert "You asked to lead this party." in send(people["femi"], party, "ask/")


def test_a_co_gm_who_asks_cannot_object_to_it_and_may_lead(people: People, party: Party) -> None:
    send(people["cora"], party, "ask/")
    assert "Withdraw it instead." in send(people["cora"], party, "object/")
    wait(party, 15)
    send(people["cora"], party)
    assert roles(party)["cora"] == "gm"


def test_neither_the_game_master_nor_a_guest_asks(
    people: People, party: Party, guest: Client
) -> None:
    assert "You are the game master already." in send(people["greta"], party, "ask/")
    assert "Ask to lead" not in text(get(people["greta"], party, "members/"))
    answer = confirm(guest, url(party, "lead/ask/"), {"key": uuid.uuid4().hex})
    assert answer.status_code == 302
    assert not Takeover.objects.exists()


@pytest.mark.parametrize(("who", "rest"), [("ines", "leave/"), ("greta", "members/{ines}/remove/")])
def test_who_leaves_asks_no_more(who: str, rest: str, people: People, party: Party) -> None:
    send(people["ines"], party, "ask/")
    ines = Member.objects.get(party=party, owner=people["ines"].owner)
    form: dict[str, Any] = {"key": uuid.uuid4().hex}
    confirm(people[who].client, url(party, rest.format(ines=ines.pk)), form)
    party.refresh_from_db()
    assert party.lead_asked_at is None
    assert Takeover.objects.get().state == "withdrawn"


def test_a_game_master_who_hands_over_ends_what_was_asked(people: People, party: Party) -> None:
    send(people["ines"], party, "ask/")
    femi = Member.objects.get(party=party, owner=people["femi"].owner)
    form = {"key": uuid.uuid4().hex}
    confirm(people["greta"].client, url(party, f"members/{femi.pk}/hand-over/"), form)
    assert roles(party)["femi"] == "gm"
    assert Takeover.objects.get().state == "objected"
    wait(party, 20)
    assert "Nobody asks to lead this party any more." in send(people["ines"], party)


def test_the_operator_appoints_a_member_and_all_members_read_it(
    people: People, party: Party, capsys: pytest.CaptureFixture[str]
) -> None:
    send(people["femi"], party, "ask/")
    call_command("appoint", str(party.public_id), "ines")
    assert capsys.readouterr().out == "ines leads The Long Watch.\n"
    assert roles(party) == {"greta": "co-gm", "cora": "co-gm", "ines": "gm", "femi": "player"}
    page = text(get(people["femi"], party, "members/"))
    assert "ines was made game master by the site’s operator." in page
    party.refresh_from_db()
    assert party.lead_asked_at is None


@pytest.mark.parametrize("name", ["xeno", "nobody", "ines "])
def test_the_operator_appoints_nobody_else(name: str, people: People, party: Party) -> None:
    with pytest.raises(CommandError, match=r"No member of this party has that name\."):
        call_command("appoint", str(party.public_id), name)
    with pytest.raises(CommandError, match=r"No party has this id\."):
        call_command("appoint", str(uuid.uuid4()), "ines")
    assert roles(party)["greta"] == "gm"
