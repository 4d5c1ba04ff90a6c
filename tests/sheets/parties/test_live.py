"""News at a party's table are fetched when there are any, and for members alone."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from sheets import form_data
from sheets.models import Character, Member, Party
from tests.sheets.cast import Person
from tests.sheets.parties.pages import call, confirm, get, play, text, url

People = dict[str, Person]
Make = Callable[..., Character]


@pytest.fixture
def rolled(people: People, party: Party, vessa: Character) -> int:
    """The number of a call for Stealth that Vessa has answered: her newest line."""
    call(people["greta"], party, roll="skills.stealth", everybody="yes")
    assert play(people["ines"], vessa, "do/skills.stealth/", call=1).status_code == 200
    return vessa.play_log.latest("number").number


def seen(who: Person, party: Party) -> str:
    return str(get(who, party).context["seen"])


def look(who: Person, party: Party, seen: str, **asked: str) -> Any:
    return get(who, party, "live/", seen=seen, **asked)


def test_nothing_new_is_204_and_four_queries(
    people: People,
    party: Party,
    vessa: Character,
    in_party: Make,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for name in ("Brakka", "Nim"):
        before = seen(people["femi"], party)
        look(people["femi"], party, before)  # from now on she is known to be here
        # Who asks (a session, a user), how it all stands, and who is here.
        with django_assert_num_queries(4):
            answer = look(people["femi"], party, before, part="board")
        assert (answer.status_code, answer.content) == (204, b"")
        in_party(name)


CHANGES = (
    "a roll",
    "harm",
    "harm by the game master",
    "actions declared",
    "an award",
    "a call",
    "put away",
    "taken out",
    "another role",
)


def happen(change: str, people: People, party: Party, vessa: Character) -> None:
    """One of the changes."""
    greta, ines, key = people["greta"], people["ines"], {"key": form_data.new_key()}
    match change:
        case "a roll":
            play(ines, vessa, "do/skills.stealth/")
        case "harm":
            play(ines, vessa, "do/harm/", damage="6")
        case "harm by the game master":
            play(greta, vessa, "do/harm/", damage="6")
        case "actions declared":
            play(ines, vessa, "declare/", actions="2")
        case "an award":
            award = {"entry": "offer=given.award&kind=award", "given.award.cp": "3", **key}
            confirm(greta.client, url(party, "hand-out/"), {"to": str(vessa.public_id), **award})
        case "a call":
            call(greta, party, roll="skills.stealth", everybody="yes")
        case "put away":
            ines.client.post(f"/characters/{vessa.public_id}/archive/", key)
        case "taken out":
            confirm(ines.client, f"/characters/{vessa.public_id}/leave-party/", key)
        case "another role":
            seats = Member.objects.filter(party=party, owner=people["femi"].owner)
            seats.update(role=Member.Role.CO_GM)


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_done_is_new_to_everybody_once(
    people: People, party: Party, vessa: Character, change: str
) -> None:
    before = seen(people["femi"], party)
    happen(change, people, party, vessa)
    answer = look(people["femi"], party, before)
    assert answer.status_code == 200
    page = answer.content.decode()
    assert "<!doctype" not in page
    assert re.findall(r'<\w+ [^>]*id="(\w+)"[^>]* hx-swap-oob="true"', page) == [
        "board",
        "ticker",
        "calls",
        "called",
        "seen",
    ]
    now = re.search(r'name="seen"\s+value="(\w+)"', page)
    assert now
    assert look(people["femi"], party, now.group(1)).status_code == 204


@pytest.mark.parametrize(
    "change",
    ["closing a call", "asking again", "a point on it", "telling what went wrong"],
)
def test_what_comes_of_a_call_is_new_too(
    people: People, party: Party, vessa: Character, rolled: int, change: str
) -> None:
    content = vessa.play_log.get(number=rolled).content
    vessa.play_log.filter(number=rolled).update(content={**content, "asks": "What goes wrong?"})
    before = seen(people["femi"], party)
    match change:
        case "closing a call":
            people["greta"].client.post(url(party, "calls/1/close/"), {"key": form_data.new_key()})
        case "asking again":
            path = url(party, f"calls/1/again/{vessa.public_id}/")
            people["greta"].client.post(path, {"line": rolled, "key": form_data.new_key()})
        case "a point on it":
            play(people["ines"], vessa, f"point/{rolled}/")
        case _:
            play(people["ines"], vessa, f"answer/{rolled}/", answer="It rains")
    assert look(people["femi"], party, before).status_code == 200


def test_what_is_done_elsewhere_is_not_new(
    people: People, party: Party, vessa: Character, make_character: Callable[..., Character]
) -> None:
    before = seen(people["femi"], party)
    elsewhere = Party.objects.get(name="Others")
    make_character().save()
    elsewhere.version += 1
    elsewhere.save()
    assert look(people["femi"], party, before).status_code == 204


def test_the_order_stays_as_it_was(people: People, party: Party, in_party: Make) -> None:
    in_party("Anna", document={"marks": {"force_points": 0}})
    in_party("Zoe")
    answer = look(people["femi"], party, "", sort="force_points")
    assert text(answer).index("Zoe") < text(answer).index("Anna")


def test_for_an_ex_member_the_party_is_not_there(
    people: People, party: Party, vessa: Character
) -> None:
    before = seen(people["femi"], party)
    Member.objects.filter(party=party, owner=people["femi"].owner).delete()
    assert look(people["femi"], party, before).status_code == 404
    assert look(people["xeno"], party, "").status_code == 404


def test_the_log_is_looked_after_too(people: People, party: Party, vessa: Character) -> None:
    before = str(get(people["femi"], party, "log/").context["seen"])
    assert look(people["femi"], party, before, part="log").status_code == 204
    play(people["ines"], vessa, "do/skills.stealth/")
    answer = look(people["femi"], party, before, part="log")
    assert 'id="log" hx-swap-oob="true"' in answer.content.decode()
    assert "Vessa Korr" in text(answer)


def test_a_page_without_scripts_has_a_way_to_reload(
    people: People, party: Party, vessa: Character
) -> None:
    for path in ("", "log/"):
        page = get(people["femi"], party, path).content.decode()
        assert re.search(r"without-js[^>]*>.{0,200}Reload", page)


def test_a_touch_in_the_same_moment_by_two_is_not_missed(
    people: People, party: Party, vessa: Character, in_party: Make
) -> None:
    other, now = in_party("Brakka"), timezone.now()
    Character.objects.filter(pk=vessa.pk).update(updated_at=now)
    before = seen(people["femi"], party)
    # What was touched earlier is committed later, with an older time than the newest.
    Character.objects.filter(pk=other.pk).update(updated_at=now - timedelta(seconds=1))
    assert look(people["femi"], party, before).status_code == 200
