"""A table at a convention: characters made step by step, one PDF, and seats that players take."""

import html
import re
import uuid
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from django.core.cache import caches
from django.http import QueryDict
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader

from rules import pregens, registry
from rules.character import Character as OpenCharacter
from sheets.errors import NotOffered
from sheets.models import Character, ConventionSeat, Party, PartySession
from sheets.parties.convention import seats
from sheets.parties.convention.pack import PackChoice
from sheets.parties.pack.extras import PackExtras
from tests.sheets.cast import Person
from tests.sheets.parties.pages import get, text, url

People = dict[str, Person]
ORDER = {"players": "3", "theme": "crew", "level": "seasoned", "seed": "dawn"}


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    caches["printed"].clear()
    yield
    caches["printed"].clear()


@pytest.fixture
def one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """So little time that each request makes one character."""
    monkeypatch.setattr("sheets.parties.convention.views.SECONDS", 0)


def post(who: Person | Client, party: Party, rest: str, **sent: str) -> Any:
    client = who if isinstance(who, Client) else who.client
    return client.post(url(party, rest), {"key": uuid.uuid4().hex, **sent})


def names(party: Party) -> list[str]:
    there = seats.table(party)
    assert there is not None
    return [seat.name for seat in there.seats]


def seat_link(who: Person, party: Party) -> str:
    found = re.search(r"http://[^/]+(/seat/\w+/)", get(who, party, "convention/").content.decode())
    assert found
    return found[1]


@pytest.mark.usefixtures("one_by_one")
def test_each_request_makes_the_next_characters_and_a_seed_makes_them_again(
    people: People, party: Party
) -> None:
    greta = people["greta"]
    assert post(greta, party, "convention/", **ORDER).status_code == 302
    for made in (1, 2):
        page = greta.client.post(
            url(party, "convention/make/"),
            {"key": uuid.uuid4().hex},
            headers={"HX-Request": "true"},
        )
        assert f"{made} of 3" in text(page)
    assert post(greta, party, "convention/make/").status_code == 302
    first = names(party)
    assert len(set(first)) == 3
    # One more press makes no more.
    assert post(greta, party, "convention/make/").status_code == 302
    assert names(party) == first
    assert post(greta, party, "convention/", **ORDER).status_code == 422
    asked = post(greta, party, "convention/discard/")
    digest = asked.context["digest"]
    assert post(greta, party, "convention/discard/", confirmed=digest).status_code == 302
    post(greta, party, "convention/", **ORDER)
    for _ in range(3):
        post(greta, party, "convention/make/")
    assert names(party) == first
    system = registry.get(party.system)
    there = seats.table(party)
    assert there is not None
    documents = [seat.document for seat in there.seats]
    assert [OpenCharacter(system, one).problems for one in documents] == [()] * 3
    assert len(pregens.best_at(system, documents)) == 14


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({"players": "41"}, "Type a whole number from 1 to 40."),
        ({"players": "six"}, "Type a whole number from 1 to 40."),
        ({"theme": "ewoks"}, "Choose one of these themes."),
        ({"level": "godlike"}, "Choose one of these levels."),
    ],
)
def test_an_order_that_cannot_be_read_says_what_would_be_right(
    people: People, party: Party, sent: dict[str, str], says: str
) -> None:
    answer = post(people["greta"], party, "convention/", **(ORDER | sent))
    assert answer.status_code == 422
    assert says in text(answer)


def test_one_pdf_holds_the_summary_the_codes_the_rules_and_each_character(
    people: People, party: Party
) -> None:
    greta = people["greta"]
    post(greta, party, "convention/", **ORDER | {"players": "1", "level": "new"})
    post(greta, party, "convention/make/")
    query = "convention/pack/?paper=letter&part=summary&part=seats&part=card&part=classic"
    for _ in range(8):
        if greta.client.get(url(party, query)).context["ready"]:
            break
    answer = get(greta, party, "convention.pdf?" + query.partition("?")[2])
    reader = PdfReader(BytesIO(b"".join(answer)))
    pages = [page.extract_text() for page in reader.pages]
    (name,) = names(party)
    assert len(pages) == 4
    assert name in pages[0]
    assert "Seed: dawn" in pages[0]
    assert "scan to play" in pages[1].casefold()
    assert "Force Points" in pages[2]
    assert name in pages[3]


def test_printed_codes_outlast_the_session_and_their_paper_comes_back(
    people: People, party: Party, client: Client
) -> None:
    greta = people["greta"]
    post(greta, party, "convention/", **ORDER | {"players": "1"})
    post(greta, party, "convention/make/")
    link, (name,) = seat_link(greta, party), names(party)
    assert "Who is best at what" in text(get(greta, party, "convention/"))
    query = "convention/pack/?paper=a4&part=cards&part=tent"
    for _ in range(8):
        if greta.client.get(url(party, query)).context["ready"]:
            break
    answer = get(greta, party, "convention.pdf?" + query.partition("?")[2])
    pages = [page.extract_text() for page in PdfReader(BytesIO(b"".join(answer))).pages]
    seat = ConventionSeat.objects.get()
    printed = f"{seat.code[:3]}-{seat.code[3:]}"
    assert pages[0].count(printed) > 2  # each card has it, and the foot
    assert f"Code of this sheet: {printed}" in pages[-1]
    free = client.get("/printed/", {"code": printed})
    assert (free.status_code, "Nobody has taken this seat yet." in text(free)) == (404, True)
    PartySession.objects.update(ended_at=timezone.now())
    form = {"name": "Gus", "pregen": "seat-1", "key": uuid.uuid4().hex}
    assert client.post(link, form).status_code == 302
    assert PartySession.objects.filter(party=party, ended_at=None).count() == 1
    page = client.get("/printed/", {"code": printed}, follow=True)
    assert f"{name}: bring the paper back" in text(page)


def test_a_seat_is_taken_once_and_is_free_again_when_its_character_leaves(
    people: People, party: Party, client: Client
) -> None:
    greta = people["greta"]
    post(greta, party, "convention/", **ORDER | {"players": "2"})
    for _ in range(2):
        post(greta, party, "convention/make/")
    link, (first, second) = seat_link(greta, party), names(party)
    page = html.unescape(client.get(f"{link}?take=seat-2").content.decode())
    assert first in page
    assert re.search(r'value="seat-2"[^>]*checked', page)
    form = {"name": "Gus", "pregen": "seat-2", "key": uuid.uuid4().hex}
    assert client.post(link, form).status_code == 302
    mine = Character.objects.get(party=party, player="Gus")
    assert mine.name == second
    other = Client()
    assert second not in html.unescape(text(other.get(link)))
    late = other.post(link, {"name": "Ida", "pregen": "seat-2", "key": uuid.uuid4().hex})
    assert late.status_code == 422
    assert "Choose" in text(late)
    mine.party = None
    mine.save()
    assert second in html.unescape(text(other.get(link)))
    form = {"name": "Ida", "pregen": "seat-2", "key": uuid.uuid4().hex}
    assert other.post(link, form).status_code == 302
    assert ConventionSeat.objects.get(position=1).character.player == "Ida"


def test_only_one_of_two_who_choose_the_same_character_at_once_gets_it(
    people: People,
    party: Party,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    greta = people["greta"]
    post(greta, party, "convention/", **ORDER | {"players": "1"})
    post(greta, party, "convention/make/")
    link = seat_link(greta, party)
    free = seats.free_seats(party)
    # The second has read which seats are free before the first sat down.
    monkeypatch.setattr("sheets.parties.guests.operations.free_seats", lambda _party: free)
    answers = []
    for name, who in (("Gus", client), ("Ida", Client())):
        form = {"name": name, "pregen": "seat-1", "key": uuid.uuid4().hex}
        with pytest.MonkeyPatch.context() as page:
            page.setattr("sheets.parties.guests.forms.free_seats", lambda _party: free)
            answers.append(who.post(link, form))
    assert [answer.status_code for answer in answers] == [302, 422]
    assert "Someone else has just taken this character" in text(answers[1])
    assert Character.objects.filter(party=party).count() == 1


def test_both_packs_keep_in_their_address_that_they_are_printed_on_both_sides() -> None:
    for read in (PackChoice.read, PackExtras.read):
        assert read(QueryDict("paper=a4&part=card")).two_sided is False
        choice = read(QueryDict("paper=a4&part=card&two_sided=yes"))
        assert choice.two_sided
        assert read(QueryDict(choice.query)) == choice
        with pytest.raises(NotOffered):
            read(QueryDict("paper=a4&two_sided=perhaps"))
