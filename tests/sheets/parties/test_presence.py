"""Presence: a mark beside the name on the board, for as long as an open page asks for news."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client

from sheets.models import Character, Owner, Party
from sheets.parties import presence
from tests.sheets.cast import Person
from tests.sheets.example_characters import VESSA, store
from tests.sheets.parties.pages import get, url

People = dict[str, Person]
Make = Callable[..., Character]


class Clock:
    """The time, as `presence` reads it, both of the wall and of the process."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def time(self) -> float:
        return self.now

    monotonic = time


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(presence, "time", clock)
    return clock


def look(who: Client, party: Party, seen: str = "", part: str = "board") -> Any:
    """A look for news of an open page of the party."""
    return who.get(url(party, "live/"), {"part": part, "seen": seen})


def here(who: Person, party: Party) -> list[str]:
    """The names with the mark on somebody's board, after its next look."""
    page = look(who.client, party).content.decode()
    rows = re.findall(r'<tr class="member.*?</tr>', page, re.DOTALL)
    named = [(re.search(r'class="member-name"[^>]*>([^<]+)<', row), row) for row in rows]
    return [found[1] for found, row in named if found and "here now" in row]


# Each page from which a player looks for news, with the address it asks.
PAGES = {
    "board": "/parties/{party}/live/?part=board",
    "log": "/parties/{party}/live/?part=log",
    "fight": "/parties/{party}/fight/live/?seen=none",
    "duel": "/parties/{party}/duel/live/",
    "crew": "/parties/{party}/crew/live/",
    "sheet": "/characters/{character}/live/",
    "play": "/characters/{character}/live/?part=table",
}


@pytest.mark.usefixtures("brakka")
@pytest.mark.parametrize("page", list(PAGES))
def test_whoever_has_a_page_of_the_party_open_is_here(
    page: str, people: People, party: Party, vessa: Character
) -> None:
    assert here(people["femi"], party) == []
    address = PAGES[page].format(party=party.public_id, character=vessa.public_id)
    assert people["ines"].client.get(address).status_code in (200, 204)
    assert here(people["femi"], party) == ["Vessa Korr"]
    assert here(people["greta"], party) == ["Brakka", "Vessa Korr"]


@pytest.mark.usefixtures("vessa")
def test_a_minute_after_the_last_look_nobody_is_here(
    people: People, party: Party, clock: Clock
) -> None:
    look(people["ines"].client, party)
    seen = str(look(people["femi"].client, party).context["seen"])
    assert look(people["femi"].client, party, seen).status_code == 204
    clock.now += 61
    answer = look(people["femi"].client, party, seen)
    assert answer.status_code == 200
    assert "here now" not in answer.content.decode()
    assert str(answer.context["seen"]) == str(get(people["femi"], party).context["seen"])


@pytest.mark.usefixtures("vessa")
def test_who_looks_every_two_seconds_is_kept_every_25_and_stays_here(
    people: People, party: Party, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[float] = []
    as_kept = cache.set

    def keep(*args: Any, **named: Any) -> None:
        kept.append(clock.now)
        as_kept(*args, **named)

    monkeypatch.setattr(presence.cache, "set", keep, raising=False)
    start = clock.now
    for _ in range(60):
        look(people["ines"].client, party, part="log")
        assert presence.others_here(presence.Identity(), party.public_id)
        clock.now += 2
    assert [at - start for at in kept] == [0, 26, 52, 78, 104]


@pytest.mark.usefixtures("brakka")
def test_guests_are_here_too(people: People, party: Party, guest: Client) -> None:
    row = store(Owner.objects.get(seats__guest_name="Gus"), VESSA, finished=True)
    Character.objects.filter(pk=row.pk).update(party=party)
    look(guest, party)
    assert here(people["femi"], party) == ["Vessa Korr"]


@pytest.mark.usefixtures("vessa")
def test_a_stranger_is_not_noted_nor_is_somebody_elsewhere(
    people: People, party: Party, nobody: Client
) -> None:
    own = store(people["ines"].owner, {**VESSA, "name": "Another"}, finished=True)
    people["ines"].client.get(f"/characters/{own.public_id}/live/")
    for client in (nobody, people["xeno"].client):
        look(client, party)
    assert cache.get(f"here:{party.public_id.hex}") is None


@pytest.mark.usefixtures("vessa")
def test_a_cache_that_takes_no_writes_breaks_no_page(
    people: People, party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_args: Any, **_named: Any) -> None:
        raise OperationalError("the cache table takes no writes")

    monkeypatch.setattr(presence.cache, "set", refuse, raising=False)
    assert look(people["ines"].client, party).status_code == 200
    assert here(people["femi"], party) == []
