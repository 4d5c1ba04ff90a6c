"""A character on paper: the page where one chooses, the PDF, pictures of its pages."""

import datetime as dt
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone
from PIL import Image

from sheets import printing
from sheets.models import Character, LedgerEntry, Words
from sheets.printing import Edition, Extras

HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    """What other tests printed is not there."""
    caches["printed"].clear()
    yield
    caches["printed"].clear()


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "localdate", lambda: dt.date(2026, 11, 22))


@pytest.fixture
def url(finished: Character) -> str:
    return f"/characters/{finished.public_id}/sheet.pdf"


@pytest.fixture
def place(finished: Character) -> str:
    return f"/characters/{finished.public_id}/print/"


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Edition, Extras]]:
    """What was printed, which is nothing really."""
    asked: list[tuple[Edition, Extras]] = []

    def keep(_: object, edition: Edition, extras: Extras) -> bytes:
        asked.append((edition, extras))
        return b"%PDF"

    monkeypatch.setattr(printing, "sheet_pdf", keep)
    monkeypatch.setattr(printing, "page_pictures", lambda _pdf, *, width: [png(width), png(width)])
    return asked


def png(width: int) -> bytes:
    written = BytesIO()
    Image.new("1", (width, 1414)).save(written, "PNG")
    return written.getvalue()


def fail(*_: object, **__: object) -> bytes:
    raise printing.PrintingFailed("This took too long.")


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
        assert "22 November 2026" in text


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
        assert "“paper” is one of: a4, letter." in response.content.decode()
        assert f'href="{place}"' in response.content.decode()


def test_what_the_browser_has_is_not_printed_again(
    ines: Client, url: str, finished: Character, printed: list[tuple[Edition, Extras]]
) -> None:
    etag = ines.get(url)["ETag"]
    again = ines.get(url, headers={"If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")
    assert (again["ETag"], again["Cache-Control"]) == (etag, "private, no-cache")
    assert [edition.paper for edition, _ in printed] == ["a4"]
    assert ines.get(f"{url}?paper=letter", headers={"If-None-Match": etag}).status_code == 200
    Character.objects.filter(pk=finished.pk).update(name="Somebody else")
    assert ines.get(f"{url}?paper=a4", headers={"If-None-Match": etag}).status_code == 200
    assert [edition.paper for edition, _ in printed] == ["a4", "letter", "a4"]


def test_what_was_printed_is_kept_for_whoever_asks_next(
    ines: Client, url: str, place: str, printed: list[tuple[Edition, Extras]]
) -> None:
    for address in (url, place, f"{place}1.png", f"{place}2.png", url):
        assert ines.get(address).status_code == 200
    assert len(printed) == 1
    caches["printed"].clear()
    assert ines.get(url).content == b"%PDF"
    assert len(printed) == 2


def test_a_stranger_gets_nothing_of_what_is_kept(
    ines: Client, tom: Client, url: str, place: str, printed: list[tuple[Edition, Extras]]
) -> None:
    etag = ines.get(url)["ETag"]
    ines.get(place)
    for address in (url, place, f"{place}1.png"):
        assert tom.get(address, headers={"If-None-Match": etag}).status_code == 404


def test_what_the_address_says_is_what_is_printed(
    ines: Client, url: str, printed: list[tuple[Edition, Extras]]
) -> None:
    ines.get(f"{url}?kind=full&paper=letter&state=empty&ink=colour&fill=screen&date=none")
    edition = Edition("full", "letter", state=False, colour=True, fillable=True)
    assert printed == [(edition, Extras(player="Ines"))]


def test_a_choice_is_remembered_by_the_page_and_by_the_quick_link(
    ines: Client, url: str, place: str, printed: list[tuple[Edition, Extras]]
) -> None:
    ines.get(f"{place}?kind=full&paper=letter&date=none")
    cookie = ines.cookies["paper"]
    assert cookie.value == "full.letter.marked.plain.pen.none"
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 31536000)
    assert 'value="letter" checked' in ines.get(place).content.decode()
    ines.get(url)
    assert [edition for edition, _ in printed] == [Edition("full", "letter")]
    ines.get(f"{url}?kind=classic")
    assert printed[-1][0] == Edition("classic", "a4")


def test_looking_without_choosing_remembers_nothing(ines: Client, url: str, place: str) -> None:
    for address in (place, url, f"{url}?as=file", f"{place}1.png?paper=letter"):
        ines.get(address)
    assert "paper" not in ines.cookies


def test_a_cookie_of_somebody_elses_making_is_as_good_as_none(ines: Client, place: str) -> None:
    for odd in ("full", "x.y.z.a.b.c", "\x00", "é" * 500):
        ines.cookies["paper"] = odd
        response = ines.get(place)
        assert response.status_code == 200
        assert 'value="classic" checked' in response.content.decode()


def test_the_page_shows_every_page_with_room_kept_for_it(
    ines: Client, place: str, printed: list[tuple[Edition, Extras]]
) -> None:
    page = ines.get(f"{place}?kind=full").content.decode()
    query = "kind=full&amp;paper=a4&amp;state=marked&amp;ink=plain&amp;fill=pen&amp;date=today"
    for number in (1, 2):
        assert f'<img src="{place}{number}.png?{query}" width="1000" height="1414"' in page
    assert "Full, A4, as it stands, plain ink, for a pen, dated today: 2 pages." in page


def test_a_fragment_is_the_preview_alone(
    ines: Client, place: str, printed: list[tuple[Edition, Extras]]
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


def test_what_cannot_be_printed_says_so_and_offers_the_classic_page(
    ines: Client, url: str, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printing, "sheet_pdf", fail)
    response = ines.get(f"{url}?kind=full&paper=letter")
    page = response.content.decode()
    assert response.status_code == 503
    assert "This took too long." in page
    assert f'href="{url}?kind=classic&amp;paper=letter&amp;' in page
    assert f'href="{place}?kind=full&amp;paper=letter&amp;' in page
    assert "ETag" not in response
    assert response["Cache-Control"] == "private, no-store"
    assert "Print the classic page" not in ines.get(f"{url}?kind=classic").content.decode()


def test_the_page_stays_where_nothing_can_be_printed(
    ines: Client, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printing, "sheet_pdf", fail)
    response = ines.get(f"{place}?kind=full")
    page = response.content.decode()
    assert response.status_code == 200
    assert "There is nothing to show just now." in page
    assert 'name="kind" value="classic"' in page
    picture = ines.get(f"{place}1.png?kind=full")
    assert (picture.status_code, picture.content) == (503, b"This took too long.\n")


def test_the_full_sheet_has_the_portrait_and_the_notes_that_all_may_see(
    ines: Client, url: str, portrayed: Character, printed: list[tuple[Edition, Extras]]
) -> None:
    Words.objects.create(character=portrayed, shared="She **never** sleeps.", private="<b>Mine.")
    ines.get(f"{url}?kind=full")
    extras = printed[0][1]
    assert extras.date == "22 November 2026"
    assert extras.player == "Ines"
    assert extras.portrait == bytes(portrayed.portrait.shown)
    assert extras.portrait_alt == "Two shades"
    assert [(note.name, note.html) for note in extras.notes] == [
        ("Notes", "<p>She <strong>never</strong> sleeps.</p>")
    ]
    ines.get(f"{url}?kind=full&private=yes")
    assert [(note.name, note.html) for note in printed[1][1].notes] == [
        ("Notes", "<p>She <strong>never</strong> sleeps.</p>"),
        ("Private notes", "<p>&lt;b&gt;Mine.</p>"),
    ]
    ines.get(f"{url}?kind=classic&private=yes")
    assert printed[2][1] == Extras(date="22 November 2026", player="Ines")


def test_the_full_sheet_carries_the_history_since_a_day_where_it_still_counts(
    ines: Client, url: str, place: str, finished: Character, printed: list[tuple[Edition, Extras]]
) -> None:
    assert "The history since" not in ines.get(place).content.decode()
    raised = {"kind": "raise-skill", "skill": "swim", "at": "2026-11-21T20:00:00+00:00"}
    for position, content in enumerate(
        [
            {"kind": "award", "cp": 3, "at": "2026-10-30T20:00:00+00:00"},
            {"kind": "award", "cp": 4, "at": "2026-11-14T20:00:00+00:00", "note": "<b>Escape</b>"},
            {"kind": "award", "cp": 1},
            raised,
            {"kind": "undo", "entry": 3, "at": "2026-11-21T20:05:00+00:00"},
        ]
    ):
        LedgerEntry.objects.create(character=finished, position=position, content=content)
    assert "The history since" in ines.get(place).content.decode()
    ines.get(f"{url}?kind=full&since=2026-11-01")
    assert [(note.name, note.html) for note in printed[-1][1].notes] == [
        (
            "History since 1 November 2026",
            "<ul><li>14 November 2026: Award: 4 Character Points; +4 Character Points; then "
            "12 Character Points, 250 Credits; &lt;b&gt;Escape&lt;/b&gt;</li></ul>",
        )
    ]
    ines.get(f"{url}?kind=full&since=2026-11-20")
    assert printed[-1][1].notes[0].html == "<p>Nothing was gained or spent.</p>"
    ines.get(f"{url}?kind=cards&since=2026-11-01")
    assert printed[-1][1].notes == ()


def test_private_notes_are_offered_to_the_owner_alone_and_printed_for_nobody_else(
    ines: Client,
    tom: Client,
    ready_made: Character,
    finished: Character,
    place: str,
    printed: list[tuple[Edition, Extras]],
) -> None:
    assert "My private notes too" not in ines.get(place).content.decode()
    Words.objects.create(character=finished, private="Mine.")
    Words.objects.create(character=ready_made, private="The demo's own.")
    assert "My private notes too" in ines.get(place).content.decode()
    theirs = f"/characters/{ready_made.public_id}/print/"
    assert "My private notes too" not in tom.get(theirs).content.decode()
    tom.get(f"/characters/{ready_made.public_id}/sheet.pdf?kind=full&private=yes")
    assert printed[-1][1].notes == ()


def test_a_character_that_is_unfinished_or_illegal_prints_and_says_so(
    ines: Client, draft: Character, make_character: Callable[..., Character], vessa: dict[str, Any]
) -> None:
    page = ines.get(f"/characters/{draft.public_id}/print/").content.decode()
    assert "Not finished yet." in page
    assert "1.png" in page
    vessa["build"]["skills"] = ["stealth", "deceive", "blasters", "swim"]
    illegal = make_character(vessa, finished=True)
    page = ines.get(f"/characters/{illegal.public_id}/print/").content.decode()
    assert "Not all of it is legal." in page
    assert "1.png" in page
    assert ines.get(f"/characters/{illegal.public_id}/sheet.pdf").status_code == 200


def test_what_is_stored_damaged_is_said_and_not_printed(ines: Client, damaged: Character) -> None:
    for path in ("print/", "sheet.pdf", "print/1.png"):
        assert ines.get(f"/characters/{damaged.public_id}/{path}").status_code == 422


def test_everybody_may_print_a_ready_made_character(
    nobody: Client, ready_made: Character, pdf_text: Callable[[bytes], str]
) -> None:
    response = nobody.get(f"/characters/{ready_made.public_id}/sheet.pdf")
    assert "Everybody's" in pdf_text(response.content).replace("’", "'")
