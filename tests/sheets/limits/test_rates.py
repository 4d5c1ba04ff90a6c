"""Rate limits of costly requests, for a visitor and for all who share an address."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from PIL import Image

from sheets import form_data
from sheets.models import Character
from tests.sheets.accounts.conftest import said
from tests.sheets.cast import in_party, party, people
from tests.sheets.limits.conftest import Clock
from tests.sheets.portraits.conftest import saved

__all__ = ("in_party", "party", "people")

HTMX = {"HX-Request": "true"}
GAME = "hyperspace-d6"
PICTURE = saved(Image.new("RGB", (40, 60), "teal"))
Deed = Callable[[Client, int], HttpResponse]


def new(client: Client, number: int, **more: str) -> HttpResponse:
    fields = {"system": GAME, "key": form_data.new_key(), **more}
    return client.post("/characters/new/", fields)  # type: ignore[return-value]


def take_in(client: Client, number: int, pasted: str = "{}") -> HttpResponse:
    return client.post("/characters/import/", {"pasted": pasted})  # type: ignore[return-value]


def picture(client: Client, url: str, **more: str) -> HttpResponse:
    file = SimpleUploadedFile("me.png", PICTURE)
    return client.post(f"{url}portrait/", {"picture": file, **more})  # type: ignore[return-value]


def fetch(client: Client, url: str) -> HttpResponse:
    return client.get(url)  # type: ignore[return-value]


def join(client: Client, number: int) -> HttpResponse:
    return client.post("/parties/join/", {"code": f"ABCD{number:08}"})  # type: ignore[return-value]


@pytest.fixture(
    params=[
        "new",
        "by chance",
        "ready-made",
        "copy",
        "import",
        "portrait",
        "crop",
        "PDF",
        "preview",
        "picture",
        "blank",
        "blank preview",
        "code",
        "link",
    ]
)
def deed(request: pytest.FixtureRequest, of_ines: str, printed: list[str]) -> Deed:
    """Each of the things that are counted, done for the so-manieth time."""
    typed = "?date=typed&when="
    paper = [
        f"ink={ink}&fill={fill}&paper={paper}"
        for ink in ("plain", "colour")
        for fill in ("pen", "screen")
        for paper in ("a4", "letter")
    ]
    deeds: dict[str, Deed] = {
        "new": new,
        "by chance": lambda who, number: new(who, number, surprise="1"),
        "ready-made": lambda who, number: new(who, number, start="grawwa"),
        "copy": lambda who, _: who.post(f"{of_ines}duplicate/", {"key": form_data.new_key()}),
        "import": take_in,
        "portrait": lambda who, _: picture(who, of_ines),
        "crop": lambda who, _: who.post(f"{of_ines}portrait/show/", {"shape": "round"}),
        "PDF": lambda who, number: fetch(who, f"{of_ines}sheet.pdf{typed}{number}"),
        "preview": lambda who, number: fetch(who, f"{of_ines}print/{typed}{number}"),
        "picture": lambda who, number: fetch(who, f"{of_ines}print/1.png{typed}{number}"),
        "blank": lambda who, number: fetch(who, f"/paper/{GAME}/blank.pdf?{paper[number]}"),
        "blank preview": lambda who, number: fetch(who, f"/paper/{GAME}/?{paper[number]}"),
        "code": join,
        "link": lambda who, number: fetch(who, f"/join/ABCD{number:08}/"),
    }
    return deeds[request.param]


@pytest.mark.usefixtures("few")
def test_a_fourth_is_told_to_wait_and_once_the_time_is_over_goes_through(
    ines: Client, deed: Deed, clock: Clock
) -> None:
    before = [deed(ines, number) for number in range(3)]
    assert 429 not in {answer.status_code for answer in before}
    clock.move(360)
    answer = deed(ines, 3)
    assert answer.status_code == 429
    assert answer["Retry-After"] == "240"
    assert "the limit is 3 " in said(answer) + answer.content.decode()
    assert "in 10 minutes. Try again in 4 minutes." in answer.content.decode()
    clock.move(240)
    assert deed(ines, 4).status_code == before[0].status_code


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("deed", ["new", "import", "code", "link", "blank"], indirect=True)
def test_those_who_share_an_address_share_a_limit_and_are_told_so(deed: Deed, clock: Clock) -> None:
    crowd = [Client() for _ in range(5)]
    assert 429 not in {deed(one, number).status_code for number, one in enumerate(crowd)}
    answer = deed(Client(), 5)
    assert answer.status_code == 429
    assert answer["Retry-After"] == "600"
    assert "Too many tries from your network: the limit is 5 " in answer.content.decode()
    assert deed(Client(REMOTE_ADDR="198.51.100.7"), 6).status_code != 429


@pytest.mark.usefixtures("few")
def test_a_visitor_is_the_same_at_every_address(ines: Client) -> None:
    for number in range(3):
        ines.defaults["REMOTE_ADDR"] = f"198.51.100.{number}"
        assert new(ines, number).status_code == 302
    ines.defaults["REMOTE_ADDR"] = "198.51.100.9"
    assert new(ines, 3).status_code == 429


@pytest.mark.usefixtures("few")
def test_an_account_is_the_same_in_every_browser(people: dict[str, Any]) -> None:
    user = people["ines"].owner.user
    for number in range(4):
        browser = Client(REMOTE_ADDR=f"198.51.100.{number}")
        browser.force_login(user)
        assert new(browser, number).status_code == (302 if number < 3 else 429)


@pytest.mark.usefixtures("few")
def test_a_network_of_ipv6_counts_as_one_address() -> None:
    for number in range(5):
        join(Client(REMOTE_ADDR=f"2001:db8:0:1::{number}"), number)
    assert join(Client(REMOTE_ADDR="2001:db8:0:1:ffff::9"), 5).status_code == 429
    assert join(Client(REMOTE_ADDR="2001:db8:0:2::1"), 6).status_code == 422


@pytest.mark.usefixtures("few")
def test_what_is_refused_writes_nothing_and_is_not_counted(ines: Client, clock: Clock) -> None:
    for number in range(3):
        new(ines, number)
    characters = Character.objects.count()
    with CaptureQueriesContext(connection) as queries:
        for number in range(20):
            clock.move(1)
            assert new(ines, number)["Retry-After"] == str(599 - number)
    assert {query["sql"].split()[0] for query in queries} == {"SELECT"}
    assert Character.objects.count() == characters
    clock.move(580)
    assert new(ines, 0).status_code == 302


@pytest.mark.usefixtures("few")
def test_one_limit_is_none_of_another(ines: Client, of_ines: str) -> None:
    for number in range(4):
        new(ines, number)
    assert take_in(ines, 0).status_code == 422
    assert picture(ines, of_ines).status_code == 302


@pytest.mark.usefixtures("few")
def test_a_print_that_has_not_changed_is_never_refused(
    ines: Client, of_ines: str, printed: list[str]
) -> None:
    for _ in range(9):
        for path in ("sheet.pdf", "print/", "print/1.png"):
            assert ines.get(of_ines + path).status_code == 200
    assert printed == ["%PDF"]
    etag = ines.get(f"{of_ines}sheet.pdf")["ETag"]
    for number in range(9):
        ines.get(f"{of_ines}sheet.pdf?date=typed&when={number}")
    assert ines.get(f"{of_ines}sheet.pdf").status_code == 200
    unchanged = ines.get(f"{of_ines}sheet.pdf", headers={"If-None-Match": etag})
    assert unchanged.status_code == 304


@pytest.mark.usefixtures("few")
def test_who_looks_at_a_link_prints_only_so_often(
    nobody: Client, held: dict[str, str], printed: list[str]
) -> None:
    for paper in ("a4", "letter"):
        assert nobody.get(f"/s/{held['key']}/sheet.pdf?paper={paper}").status_code == 200
    for number in range(5):
        fetch(nobody, f"/paper/{GAME}/blank.pdf?paper=letter&ink={('plain', 'colour')[number % 2]}")
    for client in (Client(), Client()):
        fetch(client, f"/paper/{GAME}/blank.pdf?fill=screen")
        fetch(client, f"/paper/{GAME}/blank.pdf?fill=screen&ink=colour")
    Character.objects.update(name="Another")
    answer = nobody.get(f"/s/{held['key']}/sheet.pdf")
    assert answer.status_code == 429
    assert answer["Referrer-Policy"] == "no-referrer"
    assert answer["X-Robots-Tag"] == "noindex, nofollow"


# --- nothing typed is lost


@pytest.mark.usefixtures("few")
def test_what_was_pasted_is_still_there(ines: Client) -> None:
    for number in range(4):
        answer = take_in(ines, number, "{ “my” <character> }")
    assert answer.status_code == 429
    told = "Nothing was imported. Too many tries: the limit is 3 imports in 10 minutes."
    assert told in said(answer)


@pytest.mark.usefixtures("few")
def test_so_is_the_code(ines: Client) -> None:
    for number in range(4):
        answer = join(ines, number)
    assert answer.status_code == 429
    assert 'value="ABCD00000003"' in answer.content.decode()


@pytest.mark.usefixtures("few")
def test_a_fragment_is_told_in_a_fragment(ines: Client, of_ines: str, printed: list[str]) -> None:
    for number in range(4):
        url = f"{of_ines}print/?date=typed&when={number}"
        answer = ines.get(url, headers=HTMX)
    assert answer.status_code == 429
    assert answer["Retry-After"] == "600"
    assert answer.content.decode().startswith('<section class="proofs" id="preview"')
    assert "the limit is 3 new prints in 10 minutes" in answer.content.decode()


# --- codes


@pytest.mark.usefixtures("few")
def test_who_guesses_is_not_told_of_a_right_code(
    nobody: Client, invitation: dict[str, str]
) -> None:
    for number in range(5):
        join(nobody, number)
    code = invitation["code"]
    assert nobody.post("/parties/join/", {"code": code}).status_code == 429
    answer = nobody.get(f"/join/{code}/")
    assert answer.status_code == 429
    assert "The Long Watch" not in answer.content.decode()


@pytest.mark.usefixtures("few")
def test_who_follows_a_link_that_is_right_is_not_counted(
    nobody: Client, invitation: dict[str, str]
) -> None:
    for _ in range(9):
        assert nobody.get(f"/join/{invitation['code']}/").status_code == 200


# --- a pack


@pytest.mark.usefixtures("few")
def test_a_pack_that_goes_on_too_long_says_so_and_keeps_what_was_printed(
    people: dict[str, Any], party: Any, in_party: Callable[..., Character], printed: list[str]
) -> None:
    greta, url = people["greta"].client, f"/parties/{party.public_id}/pack/?paper=a4&date=none"
    for number in range(4):
        in_party(f"Vessa {number}")
        answer = greta.get(url, headers=HTMX)
    assert answer.status_code == 429
    assert answer["Retry-After"] == "600"
    assert "the limit is 3 new prints in 10 minutes" in answer.content.decode()
    assert "3 of 4" in answer.content.decode()


# --- the figures


@pytest.mark.parametrize("many", [8, pytest.param(40, marks=pytest.mark.soak)])
def test_a_game_master_prepares_forty_characters(
    many: int, ines: Client, clock: Clock, printed: list[str], as_text: Any, vessa: dict[str, Any]
) -> None:
    """Within ten minutes: made or brought in, each with a portrait and its crop, and printed."""
    for number in range(many):
        where = new(ines, number, surprise="1")["Location"].removesuffix("meet/")
        assert take_in(ines, number, as_text({**vessa, "name": f"Foe {number}"})).status_code == 302
        assert picture(ines, where).status_code == 302
        crop = {"shape": "square", "place": "top"}
        assert ines.post(f"{where}portrait/show/", crop).status_code == 409  # of another picture
        for path in ("print/", "sheet.pdf", "sheet.pdf?kind=full", "sheet.pdf?kind=cards"):
            assert ines.get(where + path).status_code == 200
        clock.move(10)


@pytest.mark.parametrize("pupils", [6, pytest.param(30, marks=pytest.mark.soak)])
def test_a_class_of_thirty_sits_behind_one_address(
    pupils: int,
    make_visitor: Callable[[str], Client],
    clock: Clock,
    printed: list[str],
    as_text: Any,
    vessa: dict[str, Any],
) -> None:
    """All of it in one lesson, most of it in the first minutes."""
    for pupil in range(pupils):
        client = make_visitor(f"pupil {pupil}")
        for number in range(5):
            where = new(client, number, surprise="1")["Location"].removesuffix("meet/")
        assert take_in(client, 0, as_text(vessa)).status_code == 302
        for _ in range(3):
            assert picture(client, where).status_code == 302
        for number in range(10):
            url = f"{where}print/?date=typed&when={number}"
            assert client.get(url, headers=HTMX).status_code == 200
        for number in range(4):
            assert join(client, number).status_code == 422
