"""Every address × everybody × every method: who gets in, and who gets what else."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import cycle
from typing import Any
from zlib import crc32

import pytest
from django.db import transaction
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse

from sheets.api import tokens
from sheets.models import Character, Party
from sheets.page_cache.declaration import is_cached_page
from sheets.writes import Mine
from tests.checked_pages import CheckedPageCacheMiddleware
from tests.sampling import draw
from tests.sheets.access_rows import EVERYBODY, Row
from tests.sheets.access_table import CHARACTER, TABLE
from tests.sheets.cast import Person

TOKENLESS = ("nobody", "visitor", "holder", "guest")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
# Whom a method lets in is decided for these two, and for PUT. HEAD is GET without its body: two
# kinds of people send it.
DECIDED = ("GET", "POST")
SENDS_ALL = ("owner", "nobody")
# Addresses of portraits, which ready-made characters have none of.
WITHOUT_PORTRAIT = ("character_portrait_image", "character_portrait_small")


@pytest.fixture(autouse=True)
def _all_of_it(settings: Any) -> None:
    """Mail is sent, all factors are switched on, and nobody tries too often."""
    settings.SENDS_MAIL = True
    settings.MFA_SUPPORTED_TYPES = ["totp", "webauthn"]
    settings.ACCOUNT_RATE_LIMITS = False
    settings.RATES = {
        action: () if action.startswith("api") else rates
        for action, rates in settings.RATES.items()
    }


def addresses(patterns: list[Any]) -> list[URLPattern]:
    found = []
    for one in patterns:
        if isinstance(one, URLResolver):
            found += addresses(one.url_patterns)
        else:
            assert isinstance(one, URLPattern)
            found.append(one)
    return found


def answer(client: Client, method: str, url: str) -> int:
    """The status of an answer, of which nothing stays."""
    before, cookies = transaction.savepoint(), deepcopy(client.cookies)
    try:
        response = client.generic(method, url)
        b"".join(response)  # to its end, so that what it opened is closed
        return response.status_code
    finally:
        transaction.savepoint_rollback(before)
        client.cookies = cookies


@pytest.fixture
def everybody(
    people: dict[str, Person], tom: Client, nobody: Client, guest: Client, party: Party
) -> dict[str, Client]:
    """A browser for each kind of person."""
    accounts = {
        "owner": "ines",
        "fellow": "femi",
        "gm": "greta",
        "co-gm": "cora",
        "another gm": "otto",
        "ex-member": "xeno",
        "staff": "sam",
    }
    browsers = {kind: people[name].client for kind, name in accounts.items()}
    for kind, name in accounts.items():
        sent = tokens.Create(
            Mine(people[name].owner), name="All", can_write=True, lasts="never", character=None
        ).run()
        browsers[kind].defaults["HTTP_AUTHORIZATION"] = f"Bearer {sent}"
    return {**browsers, "nobody": nobody, "guest": guest, "holder": Client(), "visitor": tom}


@pytest.fixture
def ines_owner(people: dict[str, Person]) -> Any:
    """Ines has an account here: the characters of `conftest` are hers by it."""
    return people["ines"].owner


@pytest.fixture
def subject(request: pytest.FixtureRequest, on: str, party: Party) -> dict[str, Any]:
    """The arguments of an address: the ids of the thing it is about."""
    if not on:
        return {}
    found = request.getfixturevalue(on)
    if isinstance(found, Character):
        Character.objects.filter(pk=found.pk).update(party=party)
    return found if isinstance(found, dict) else {"id": found.public_id}


def expected(row: Row, kind: str, method: str) -> int:
    if row.is_api and method == "OPTIONS":
        return 204
    if method not in row.methods:
        return 405
    if row.is_api and kind in TOKENLESS and row.let_in != EVERYBODY:
        return 401
    if kind in row.let_in:
        if method in ("POST", "PUT"):
            return row.posted.get(kind, row.post)
        return row.got.get(kind, row.get)
    return row.refused if kind in row.turned_away else 404


def test_every_address_is_in_the_table_once() -> None:
    found = [one.name for one in addresses(get_resolver().url_patterns)]
    assert sorted(found) == sorted(TABLE)


def test_every_view_refuses_the_methods_that_the_table_leaves_out_with_those_it_has() -> None:
    """Whoever sends it, and whatever it is about: it is asked for neither."""
    for one in addresses(get_resolver().url_patterns):
        row = TABLE[one.name]
        for method in METHODS:
            if expected(row, "nobody", method) == 405:
                refusal = one.callback(RequestFactory().generic(method, "/"))
                assert refusal.status_code == 405, (one.name, method)
                assert set(refusal["Allow"].split(", ")) - {"OPTIONS"} == row.methods, one.name


def asked(name: str, row: Row, *, soaks: bool = False) -> Iterator[tuple[str, str]]:
    """Kinds of people with a method that they send there: daily everybody who is refused, and of
    those who are let in, and wait for a whole page, two and whoever gets something else. A method
    that the address has not got is refused before it is asked who sends it: daily one sends one.
    """
    inside = sorted(row.let_in - row.got.keys() - row.posted.keys())
    first = crc32(name.encode()) + draw()
    skipped = {inside[(first + step) % len(inside)] for step in range(2, len(inside))}
    absent = [method for method in METHODS if method not in row.methods]
    one = sorted(EVERYBODY)[first % len(EVERYBODY)], absent[first % len(absent)]
    for kind in sorted(EVERYBODY):
        erases = "DELETE" in row.methods and kind not in row.let_in
        every = kind in SENDS_ALL or "PUT" in row.methods or erases
        for method in METHODS if every else DECIDED:
            if method in row.methods:
                waits = kind in skipped or (kind, method) == ("owner", "HEAD")
                if soaks or not waits or expected(row, kind, method) in (401, 403, 404):
                    yield kind, method
            elif soaks and (kind, method) != one:
                yield kind, method
    yield one


def test_a_daily_run_asks_everybody_who_is_refused_and_at_least_two_of_the_others() -> None:
    for name, row in TABLE.items():
        pairs = set(asked(name, row))
        refused = {(kind, "GET") for kind in EVERYBODY - row.let_in if "GET" in row.methods}
        assert refused <= pairs
        assert len([method for _, method in pairs if method not in row.methods]) == 1
        if "GET" in row.methods:
            inside = {kind for kind, method in pairs if method == "GET"} & row.let_in
            assert len(inside) >= min(2, len(row.let_in))


@pytest.mark.parametrize("on", sorted({row.on for row in TABLE.values()}))
def test_everybody_gets_what_the_table_says_and_no_more(
    on: str,
    everybody: dict[str, Client],
    subject: dict[str, Any],
    pytestconfig: pytest.Config,
) -> None:
    assert set(everybody) == EVERYBODY
    soaks = pytestconfig.getoption("--soak")
    wrong = {}
    for name, row in TABLE.items():
        if row.on != on:
            continue
        url = reverse(name, kwargs={**subject, **row.arguments})
        for kind, method in asked(name, row, soaks=soaks):
            status = answer(everybody[kind], method, url)
            if status != expected(row, kind, method):
                wrong[name, kind, method] = status
    assert wrong == {}


# A print is written down when it is first made. Here nothing of an answer stays, so that none of
# these would come from the cache.
WRITTEN = ("character_pdf", "character_print_picture")
# Of each kind who looks at a character or a party, one; and who stands outside.
ASK_AGAIN = ("owner", "nobody", "fellow", "gm", "visitor", "ex-member")


@pytest.mark.parametrize("on", ["", "finished", "party"])
def test_who_asks_again_gets_the_same_and_so_does_everybody_else(
    on: str, everybody: dict[str, Client], subject: dict[str, Any]
) -> None:
    CheckedPageCacheMiddleware.compared.clear()
    wrong, kept = {}, set()
    for name, row in TABLE.items():
        if row.on != on or name in WRITTEN:
            continue
        url = reverse(name, kwargs={**subject, **row.arguments})
        if not is_cached_page(resolve(url).func):
            continue
        for turn in range(3):  # the third answer comes from the page cache
            for kind in ASK_AGAIN:
                status = answer(everybody[kind], "GET", url)
                if status != expected(row, kind, "GET"):
                    wrong[name, kind, turn] = status
        kept.add(url)
    assert wrong == {}
    assert kept - CheckedPageCacheMiddleware.compared == set()


def test_everybody_may_look_at_a_ready_made_character_and_nobody_may_change_it(
    ready_made: Character, ines: Client, tom: Client, nobody: Client
) -> None:
    """Each of them tries to change it. Whole pages they ask for in turn: it is nobody's here."""
    turns = cycle((ines, tom, nobody))
    for name, row in CHARACTER.items():
        looks = row.turned_away == frozenset() and {"owner", "fellow"} <= row.let_in
        url = reverse(name, kwargs={"id": ready_made.public_id, **row.arguments})
        for method in sorted(row.methods):
            for client in (next(turns),) if looks else (ines, tom, nobody):
                status = answer(client, method, url)
                if name in WITHOUT_PORTRAIT or not (looks or row.turned_away):
                    assert status == 404, name
                else:
                    assert status == (row.get if looks else 403), name


def test_a_character_that_is_not_there_is_404(ines: Client) -> None:
    for name, row in CHARACTER.items():
        kwargs = {"id": "00000000-0000-4000-8000-000000000000", **row.arguments}
        for method in row.methods:
            assert answer(ines, method, reverse(name, kwargs=kwargs)) == 404, name


def test_answers_belong_to_the_one_who_asked(ines: Client, finished: Character) -> None:
    for name, kwargs in (("characters", {}), ("character", {"id": finished.public_id})):
        response = ines.get(reverse(name, kwargs=kwargs))
        assert response["Cache-Control"] == "private, no-store"
        assert "Cookie" in response["Vary"]


def test_a_strangers_character_is_on_no_shelf_but_their_own(
    everybody: dict[str, Client], in_party: Callable[..., Character], ready_made: Character
) -> None:
    in_party()

    def shown(kind: str) -> list[str]:
        page = everybody[kind].get("/characters/")
        return [card.character.name for card in page.context["cards"]]

    assert shown("owner") == ["Vessa Korr"]
    assert shown("visitor") == ["Brakka"]
    assert [shown(kind) for kind in sorted(EVERYBODY - {"owner", "visitor"})] == [[]] * 9
