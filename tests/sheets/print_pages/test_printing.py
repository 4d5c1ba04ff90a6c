"""Prints: as they are chosen, remembered and kept."""

import threading
from collections.abc import Callable
from io import BytesIO

import pytest
from django.core.cache import caches
from django.test import Client
from PIL import Image

from sheets import printing
from sheets.models import Character
from sheets.print_pages.choices import PrintChoices
from sheets.printing import Extras, PrintOptions
from tests import cookies
from tests.sheets.pages import markup
from tests.sheets.print_pages.pages import HTMX


def test_the_sheet_comes_as_a_pdf_on_either_paper(
    ines: Client, url: str, pdf_text: Callable[[bytes], str]
) -> None:
    for query in ("", "?paper=a4", "?paper=letter"):
        response = ines.get(url + query)
        assert response["Content-Type"] == "application/pdf"
        assert response["Content-Disposition"] == 'inline; filename="Vessa Korr.pdf"'
        assert response["Cache-Control"] == "private, no-cache"
        text = pdf_text(response.content)
        assert "Vessa Korr" in text
        assert "November 22, 2026" in text


def test_every_kind_is_printed_and_a_file_to_keep_is_named_after_it(
    ines: Client, url: str, pdf_text: Callable[[bytes], str]
) -> None:
    for kind in ("full", "cards"):
        response = ines.get(f"{url}?kind={kind}&as=file")
        name = f'attachment; filename="Vessa Korr {kind}.pdf"'
        assert response["Content-Disposition"] == name
        assert "Vessa Korr" in pdf_text(response.content)


@pytest.mark.parametrize("paper", ["", "a3", "A4", "%00", "a4&paper=x"])
def test_a_paper_that_is_none_is_refused_with_what_would_be_right(
    paper: str, ines: Client, url: str, place: str
) -> None:
    for address in (url, place, f"{place}1.png"):
        response = ines.get(f"{address}?paper={paper}")
        assert response.status_code == 400
        assert "“paper” must be one of: a4, letter." in response.content.decode()
        assert f'href="{place}"' in response.content.decode()


def test_reloading_does_not_try_again_what_could_not_be_printed(
    ines: Client, url: str, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    def fail(*_: object) -> bytes:
        tried.append("a sheet")
        raise printing.PrintingFailed("This takes longer than 5 seconds to print.")

    monkeypatch.setattr(printing, "sheet_pdf", fail)
    for _ in range(3):
        assert ines.get(url).status_code == 503
        assert "longer than 5 seconds" in ines.get(place).content.decode()
        assert ines.get(f"{place}1.png").status_code == 503
    assert tried == ["a sheet"]


def test_what_the_browser_has_is_not_printed_again(
    ines: Client, url: str, finished: Character, printed: list[tuple[PrintOptions, Extras]]
) -> None:
    etag = ines.get(url)["ETag"]
    again = ines.get(url, headers={"If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")
    assert (again["ETag"], again["Cache-Control"]) == (etag, "private, no-cache")
    assert [edition.paper for edition, _ in printed] == ["a4"]
    assert ines.get(f"{url}?paper=letter", headers={"If-None-Match": etag}).status_code == 200
    Character.objects.filter(pk=finished.pk).update(name="Someone else")
    assert ines.get(f"{url}?paper=a4", headers={"If-None-Match": etag}).status_code == 200
    assert [edition.paper for edition, _ in printed] == ["a4", "letter", "a4"]


def test_what_was_printed_is_kept_for_whoever_asks_next(
    ines: Client, url: str, place: str, printed: list[tuple[PrintOptions, Extras]]
) -> None:
    for address in (url, place, f"{place}1.png", f"{place}2.png", url):
        assert ines.get(address).status_code == 200
    assert len(printed) == 1
    caches["printed"].clear()
    assert ines.get(url).content == b"%PDF"
    assert len(printed) == 2


def test_a_stranger_gets_nothing_of_what_is_kept(
    ines: Client, tom: Client, url: str, place: str, printed: list[tuple[PrintOptions, Extras]]
) -> None:
    etag = ines.get(url)["ETag"]
    ines.get(place)
    for address in (url, place, f"{place}1.png"):
        assert tom.get(address, headers={"If-None-Match": etag}).status_code == 404


def test_what_the_address_says_is_what_is_printed(
    ines: Client, url: str, printed: list[tuple[PrintOptions, Extras]]
) -> None:
    ines.get(f"{url}?kind=full&paper=letter&state=empty&ink=colour&fill=screen&date=none")
    edition = PrintOptions("full", "letter", state=False, colour=True, fillable=True)
    assert printed == [(edition, Extras(player="Ines"))]


def test_a_choice_is_remembered_by_the_page_and_by_the_quick_link(
    ines: Client, url: str, place: str, printed: list[tuple[PrintOptions, Extras]]
) -> None:
    ines.get(f"{place}?kind=full&paper=letter&date=none")
    cookie = ines.cookies["paper"]
    assert cookie.value == "full.letter.marked.plain.pen.none.none"
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 31536000)
    assert 'value="letter" checked' in markup(ines.get(place).content.decode())
    ines.get(url)
    assert [edition for edition, _ in printed] == [PrintOptions("full", "letter")]
    ines.get(f"{url}?kind=classic")
    assert printed[-1][0] == PrintOptions("classic", "a4")


def test_looking_without_choosing_remembers_nothing(ines: Client, url: str, place: str) -> None:
    for address in (place, url, f"{url}?as=file", f"{place}1.png?paper=letter"):
        ines.get(address)
    assert "paper" not in ines.cookies


def test_a_cookie_of_somebody_elses_making_is_as_good_as_none(ines: Client, place: str) -> None:
    for odd in ("full", "x.y.z.a.b.c", "\x00", "é" * 500):
        response = ines.get(place, headers=cookies.sent("paper", odd, with_those_of=ines))
        assert response.status_code == 200
        assert 'value="classic" checked' in markup(response.content.decode())


def test_the_page_shows_every_page_with_room_kept_for_it(
    ines: Client, place: str, printed: list[tuple[PrintOptions, Extras]]
) -> None:
    page = markup(ines.get(f"{place}?kind=full").content.decode())
    query = PrintChoices(kind="full").query.replace("&", "&amp;")
    for number in (1, 2):
        assert f'<img src="{place}{number}.png?{query}" width="1000" height="1414"' in page
    assert "Full, A4, current values, plain ink, for pen and paper, dated today: 2 pages." in page


def test_a_fragment_is_the_preview_alone(
    ines: Client, place: str, printed: list[tuple[PrintOptions, Extras]]
) -> None:
    fragment = ines.get(f"{place}?paper=letter", headers=HTMX).content.decode()
    assert fragment.startswith('<section class="proofs" id="preview"')
    assert "<form" not in fragment
    assert "paper=letter" in fragment


def test_a_page_comes_as_a_picture_and_one_too_many_is_not_there(ines: Client, place: str) -> None:
    response = ines.get(f"{place}1.png?paper=a4")
    assert response["Content-Type"] == "image/png"
    assert response["Cache-Control"] == "private, no-cache"
    assert Image.open(BytesIO(response.content)).size == (1000, 1415)
    etag = {"If-None-Match": response["ETag"]}
    assert ines.get(f"{place}1.png?paper=a4", headers=etag).status_code == 304
    assert ines.get(f"{place}1.png?paper=letter", headers=etag).status_code == 200
    for number in (0, 9, 10**30):
        assert ines.get(f"{place}{number}.png").status_code == 404


def test_who_waits_for_a_slow_print_is_told_when_to_try_again_and_then_gets_it(
    ines: Client, url: str, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All workers are busy with slow jobs; none of them is ended for who waits."""
    go_on, begun = threading.Event(), []

    def slow(*_: object) -> bytes:
        begun.append("a print")
        go_on.wait(60)
        return b"%PDF"

    monkeypatch.setattr(printing, "sheet_pdf", slow)
    monkeypatch.setattr("sheets.print_pages.cache.WAIT_SECONDS", 0.1)
    for address in (url, url, f"{place}1.png"):
        response = ines.get(address)
        assert response.status_code == 503
        assert response["Retry-After"] == "60"
        assert b"being printed right now" in response.content
    assert begun == ["a print"]
    go_on.set()
    monkeypatch.setattr("sheets.print_pages.cache.WAIT_SECONDS", 60)
    response = ines.get(url)
    assert (response.status_code, response.content) == (200, b"%PDF")
    assert begun == ["a print"]
