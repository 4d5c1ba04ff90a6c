"""The party pack: made while somebody asks for it, a sheet at a time, and kept."""

import threading
from collections.abc import Callable, Iterator
from io import BytesIO

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader
from pytest_django import DjangoAssertNumQueries

from sheets import printing
from sheets.models import (
    Batch,
    Character,
    Combatant,
    Encounter,
    Notes,
    Party,
    Portrait,
)
from sheets.parties.pack import pack
from tests.sheets.cast import Person

People = dict[str, Person]
Make = Callable[..., Character]
HTMX = {"HX-Request": "true"}
CHOICE = "kind=classic&paper=a4&state=marked&ink=plain&fill=pen&backs=none&date=none"


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    caches["printed"].clear()
    yield
    caches["printed"].clear()


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names on the sheets that were printed, in their order; none of them takes any time."""
    made: list[str] = []

    def print_job(name):
        made.append(name)
        if name == "Endless":
            raise printing.PrintingFailed("This takes longer than 5 seconds to print.")
        return f"%PDF {name}".encode()

    def join(sheets, **_):
        made.append("all of them")
        return b" ".join(pdf for _, pdf in sheets)

    monkeypatch.setattr(printing, "sheet_job", lambda opened, *_: opened.document.name)
    monkeypatch.setattr(printing, "print_job", print_job)
    monkeypatch.setattr(printing, "pack_pdf", join)
    return made


@pytest.fixture
def one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """So little time that each request prints one sheet."""
    monkeypatch.setattr("sheets.parties.pack.printing.SECONDS", 0)


@pytest.fixture
def greta(people: People) -> Client:
    return people["greta"].client


def url(party: Party, name: str = "pack/", query: str = CHOICE) -> str:
    return f"/parties/{party.public_id}/{name}{'?' if query else ''}{query}"


def words(client: Client, address: str, **headers: str) -> str:
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@pytest.mark.usefixtures("one_by_one")
def test_each_time_it_is_asked_for_the_next_sheets_are_printed_and_the_last_joins_them(
    greta: Client, party: Party, in_party: Make, printed: list[str]
) -> None:
    for name in ("Vessa", "Brakka", "Dask"):
        in_party(name)
    said = [words(greta, url(party), **HTMX) for _ in range(3)]
    assert printed == ["Brakka", "Dask", "Vessa", "all of them"]
    assert [f"{done} of 3" in page for done, page in enumerate(said, start=1)] == [True] * 3
    assert ["hx-get=" in page for page in said] == [True, True, False]
    assert [page.count("pack.pdf") for page in said] == [0, 0, 2]
    assert greta.get(url(party, "pack.pdf")).content == b"%PDF Brakka %PDF Dask %PDF Vessa"
    assert "pack.pdf" in words(greta, url(party))
    assert len(printed) == 4


def test_whoever_only_looks_has_nothing_printed(
    greta: Client, party: Party, in_party: Make, printed: list[str]
) -> None:
    in_party()
    page = words(greta, url(party, query=""))
    assert "0 of 1" in page
    assert "hx-get=" not in page.partition('id="pack"')[2]
    assert printed == []


@pytest.mark.usefixtures("one_by_one")
def test_without_scripts_a_link_goes_on(
    greta: Client, party: Party, in_party: Make, printed: list[str]
) -> None:
    in_party(), in_party("Brakka")
    page = words(greta, url(party))
    assert (
        f'<a class="press without-js" href="{url(party)}">Continue</a>'.replace("&", "&amp;")
        in page
    )


def test_a_sheet_that_changed_meanwhile_is_printed_anew_and_only_that(
    greta: Client, party: Party, in_party: Make, printed: list[str]
) -> None:
    in_party("Brakka")
    vessa = in_party("Vessa")
    words(greta, url(party))
    Character.objects.filter(pk=vessa.pk).update(marks={"wounds": 1})
    away = greta.get(url(party, "pack.pdf"))
    assert (away.status_code, away["Location"]) == (302, url(party))
    words(greta, url(party))
    assert printed == ["Brakka", "Vessa", "all of them", "Vessa", "all of them"]
    assert greta.get(url(party, "pack.pdf")).status_code == 200


def test_who_is_left_out_is_named(
    greta: Client, party: Party, in_party: Make, printed: list[str]
) -> None:
    in_party("Vessa")
    in_party("Half Made", finished=False)
    in_party("Blank", finished=False, document={"build": {}})
    in_party("Gone", archived=True)
    in_party("Broken", document={"build": {"species": 7}})
    page = words(greta, url(party))
    assert printed == ["Half Made", "Vessa", "all of them"]
    left_out = page.partition("Left out")[2]
    for name, why in (
        ("Blank", "nothing chosen yet"),
        ("Gone", "archived"),
        ("Broken", "its stored data is damaged"),
    ):
        assert f'{name}</a>, Ines: <span class="soft">{why}' in left_out
    assert "Half Made" not in left_out
    assert 'Half Made</a> <span class="soft">a draft' in page


def test_a_sheet_that_cannot_be_printed_stops_it_until_it_is_left_out(
    greta: Client, party: Party, in_party: Make, printed: list[str]
) -> None:
    endless = in_party("Endless")
    in_party("Vessa")
    page = words(greta, url(party), **HTMX)
    assert "<b>Endless could not be printed.</b> This takes longer than 5 seconds" in page
    assert "hx-get=" not in page
    fewer = f"{CHOICE}&without={endless.public_id}"
    assert f'href="{url(party, query=fewer)}"'.replace("&", "&amp;") in page
    page = words(greta, url(party, query=fewer))
    assert "1 of 1" in page
    assert "left out by you" in page
    assert greta.get(url(party, "pack.pdf", fewer)).content == b"%PDF Vessa"


def test_a_sheet_that_could_not_be_printed_is_not_tried_again_by_asking_again(
    greta: Client, party: Party, in_party: Make, printed: list[str]
) -> None:
    in_party("Endless")
    for _ in range(3):
        page = words(greta, url(party), **HTMX)
        assert "<b>Endless could not be printed.</b> This takes longer than 5 seconds" in page
    assert printed == ["Endless"]


@pytest.mark.parametrize("slow", ["Brakka", "all of them"])
def test_a_slow_print_is_waited_for_by_the_next_polls_and_made_once(
    slow: str,
    greta: Client,
    party: Party,
    in_party: Make,
    printed: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    go_on, print_job, join = threading.Event(), printing.print_job, printing.pack_pdf

    def slow_job(name: str) -> bytes:
        pdf = print_job(name)
        return pdf if name != slow or go_on.wait(60) else b""

    def slow_join(*sheets: object, **named: object) -> bytes:
        pdf = join(*sheets, **named)
        return pdf if slow != "all of them" or go_on.wait(60) else b""

    monkeypatch.setattr(printing, "print_job", slow_job)
    monkeypatch.setattr(printing, "pack_pdf", slow_join)
    monkeypatch.setattr(pack, "WAIT_SECONDS", 0.1)
    in_party("Brakka"), in_party("Vessa")
    # Several polls, none of which fails, and one of a reader without scripts.
    for headers in (HTMX, HTMX, HTMX, HTMX, {}):
        page = words(greta, url(party), **headers)
        assert "In progress" in page
        assert "hx-get=" in page
        assert "could not be printed" not in page
    assert printed[-1] == slow
    assert Batch.objects.get().state == Batch.State.WAITING
    monkeypatch.setattr(pack, "WAIT_SECONDS", 60)
    go_on.set()
    while "The PDF is ready" not in page:
        page = words(greta, url(party), **HTMX)
        assert "could not be printed" not in page
    assert printed == ["Brakka", "Vessa", "all of them"]
    assert greta.get(url(party, "pack.pdf")).content == b"%PDF Brakka %PDF Vessa"


def test_a_printer_that_does_not_start_is_told_and_asked_no_more(
    greta: Client,
    party: Party,
    in_party: Make,
    printed: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_: str) -> bytes:
        raise printing.PrinterNotStarted("Printing could not be started; see the server's log.")

    monkeypatch.setattr(printing, "print_job", fail)
    in_party("Vessa")
    page = words(greta, url(party), **HTMX)
    assert "<b>Vessa could not be printed.</b> Printing could not be started" in page
    assert "hx-get=" not in page


def test_where_nothing_can_be_kept_it_says_so_and_asks_no_more(
    greta: Client,
    party: Party,
    in_party: Make,
    printed: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    in_party()
    monkeypatch.setattr(type(caches["printed"]), "set", full)
    page = words(greta, url(party), **HTMX)
    assert pack.NO_CACHE in page
    assert "hx-get=" not in page


def test_a_process_makes_one_pack_at_a_time_and_the_other_waits_its_turn(
    greta: Client, party: Party, in_party: Make, printed: list[str]
) -> None:
    in_party()
    with pack._pack_lock:
        page = words(greta, url(party), **HTMX)
    assert printed == []
    assert "0 of 1</b> printed; waiting for another pack" in page
    assert 'hx-trigger="load delay:500ms, every 5s"' in page
    assert "The PDF is ready" in words(greta, url(party), **HTMX)


def test_a_party_without_sheets_says_what_to_do(greta: Client, party: Party) -> None:
    page = words(greta, url(party))
    assert "No character of this party has a sheet yet." in page
    assert greta.get(url(party, "pack.pdf")).status_code == 302


def test_an_address_that_asks_for_what_there_is_not_leads_back(greta: Client, party: Party) -> None:
    answer = greta.get(url(party, query="paper=a5"))
    assert answer.status_code == 400
    assert f'href="{url(party, query="")}"' in answer.content.decode()


@pytest.mark.parametrize("kind", ["classic", "full"])
def test_it_asks_the_database_as_often_for_many_as_for_one(
    kind: str,
    greta: Client,
    party: Party,
    in_party: Make,
    printed: list[str],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for count in range(4):
        row = in_party(f"Vessa {count}")
        Notes.objects.create(character=row, shared=f"Notes {count}")
        cut = {"left": 0, "top": 0, "across": 9, "down": 9, "shape": "square"}
        Portrait.objects.create(
            character=row, picture=b"p", shown=b"s", width=9, height=9, digest="0" * 64, **cut
        )
        greta.get(url(party, query=CHOICE.replace("classic", kind)))  # what is new is counted
        # Session, account, membership; characters with notes and portraits; codes; batch. Ledgers
        # are read only where a sheet is still to be printed.
        with django_assert_num_queries(6):
            greta.get(url(party, query=CHOICE.replace("classic", kind)))


def test_the_file_holds_every_sheet_with_a_bookmark_and_nobodys_private_notes(
    greta: Client, party: Party, in_party: Make, people: People
) -> None:
    for name, of in (("Vessa", "ines"), ("Brakka", "femi"), ("Greta's own", "greta")):
        row = in_party(name, of=of)
        Notes.objects.create(character=row, shared=f"All know {name}", private=f"Hush {name}")
    query = CHOICE.replace("classic", "full") + "&private=yes"
    while "pack.pdf" not in words(greta, url(party, query=query), **HTMX):
        pass
    answer = greta.get(url(party, "pack.pdf", query + "&as=file"))
    assert answer["Content-Disposition"] == 'attachment; filename="The Long Watch.pdf"'
    reader = PdfReader(BytesIO(answer.content))
    names = [mark.title for mark in reader.outline if not isinstance(mark, list)]
    assert names == ["Brakka", "Greta's own", "Vessa"]
    text = " ".join(page.extract_text() for page in reader.pages)
    for name in names:
        assert f"All know {name}".replace("'", "’") in " ".join(text.split())
    assert "Hush" not in text
    same = greta.get(url(party, "pack.pdf", query), headers={"If-None-Match": answer["ETag"]})
    assert same.status_code == 304


def test_a_pack_holds_what_a_table_needs_besides(
    greta: Client,
    party: Party,
    people: People,
    in_party: Make,
    printed: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    in_party("Vessa Korr")
    trooper = in_party("Stormtrooper", of="greta")
    kind = Character.Kind.OPPONENT
    fighter = in_party("Stormtrooper 2", of="greta")  # a copy in a fight
    for row in (trooper, fighter):
        Character.objects.filter(pk=row.pk).update(party=None, roster=party, kind=kind)
    over = Encounter.State.OVER
    fight = Encounter.objects.create(party=party, name="Ambush", state=over)
    side = Combatant.Side.OPPONENTS
    Combatant.objects.create(encounter=fight, character=fighter, side=side)
    Character(
        name="The Drifter",
        kind=Character.Kind.CRAFT,
        party=party,
        owner=people["greta"].owner,
        system=party.system,
        build={"craft": {"id": "yt-1300"}},
        finished_at=timezone.now(),
    ).save()
    monkeypatch.setattr(printing, "briefing_pdf", lambda *_, **__: b"%PDF briefing")
    monkeypatch.setattr(printing, "blank_pdf", lambda *_: b"%PDF blank")
    monkeypatch.setattr(printing, "sheet_pdf", lambda opened, _: opened.document.name.encode())
    more = f"{CHOICE}&brief=yes&opponents=yes&pregens=yes&blanks=2"
    monkeypatch.setattr("sheets.parties.pack.printing.SECONDS", 30)
    page = words(greta, url(party, query=more))
    assert "Ready" in page
    assert "brief=yes&amp;pregens=yes&amp;opponents=yes&amp;blanks=2" in page
    content = greta.get(url(party, "pack.pdf", more)).content
    assert content.startswith(b"%PDF briefing %PDF Vessa Korr %PDF Stormtrooper %PDF The Drifter ")
    assert b"Neesha Vaanik" in content
    assert content.endswith(b" %PDF blank %PDF blank")
    page = words(greta, url(party))
    assert "Stormtrooper" not in page
    assert "The Drifter" in page
    for wrong in ("blanks=13", "blanks=-1", "blanks=many", "brief=no"):
        assert greta.get(url(party, query=f"{CHOICE}&{wrong}")).status_code == 400, wrong
    assert people["ines"].client.get(url(party, query=more)).status_code == 404
