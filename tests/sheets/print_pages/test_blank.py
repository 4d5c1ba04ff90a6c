"""The blank sheet of a game, for anybody."""

from collections.abc import Callable, Iterator
from io import BytesIO

import pytest
from django.core.cache import caches
from django.test import Client
from pypdf import PdfReader

from sheets import printing
from tests.sheets.pages import markup

PLACE = "/paper/hyperspace-d6/"


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    """Empties the cache of prints before and after."""
    caches["printed"].clear()
    yield
    caches["printed"].clear()


def test_a_blank_sheet_comes_as_a_pdf_for_anybody(
    nobody: Client, pdf_text: Callable[[bytes], str]
) -> None:
    response = nobody.get(f"{PLACE}blank.pdf")
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == 'inline; filename="hyperspace-d6-blank-a4.pdf"'
    assert response["Cache-Control"] == "public, no-cache"
    assert "BURDEN" in pdf_text(response.content)
    etag = {"If-None-Match": response["ETag"]}
    assert nobody.get(f"{PLACE}blank.pdf", headers=etag).status_code == 304
    fillable = nobody.get(f"{PLACE}blank.pdf?fill=screen&as=file&paper=letter", headers=etag)
    assert PdfReader(BytesIO(fillable.content)).get_fields()
    name = 'attachment; filename="hyperspace-d6-blank-letter.pdf"'
    assert fillable["Content-Disposition"] == name


def test_the_page_offers_paper_ink_and_fields_and_shows_the_sheet(nobody: Client) -> None:
    page = markup(nobody.get(f"{PLACE}?paper=letter&fill=screen").content.decode())
    assert f'<img src="{PLACE}1.png?' in page
    assert "Letter, plain ink, fillable: 1 page." in page
    assert 'name="kind"' not in page
    assert nobody.get(f"{PLACE}1.png?paper=letter")["Content-Type"] == "image/png"
    assert nobody.get(f"{PLACE}2.png").status_code == 404


def test_it_begins_with_what_was_chosen_for_a_character_and_changes_nothing_of_that(
    nobody: Client,
) -> None:
    nobody.cookies["paper"] = "full.letter.empty.colour.pen.none.none"
    assert "Letter, color, for pen and paper: 1 page." in markup(nobody.get(PLACE).content.decode())
    response = nobody.get(f"{PLACE}?paper=a4&fill=screen")
    assert "A4, plain ink, fillable: 1 page." in markup(response.content.decode())
    assert "Set-Cookie" not in response


def test_a_game_that_is_none_is_not_there_and_a_paper_that_is_none_refused(nobody: Client) -> None:
    for path in ("", "blank.pdf", "1.png"):
        assert nobody.get(f"/paper/chess/{path}").status_code == 404
        response = nobody.get(f"{PLACE}{path}?paper=a3")
        assert response.status_code == 400
        assert "“paper” must be one of: a4, letter." in response.content.decode()
        assert f'href="{PLACE}"' in response.content.decode()


def test_what_cannot_be_printed_says_so(nobody: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> bytes:
        raise printing.PrintingFailed("This took too long.")

    monkeypatch.setattr(printing, "blank_pdf", fail)
    response = nobody.get(f"{PLACE}blank.pdf")
    assert response.status_code == 503
    assert b"This took too long." in response.content
    assert f'href="{PLACE}?'.encode() in response.content
    assert nobody.get(f"{PLACE}1.png").status_code == 503
    assert b"No preview right now." in nobody.get(PLACE).content


def test_the_first_page_the_shelf_and_the_rules_lead_to_it(nobody: Client) -> None:
    for page in ("/", "/characters/", "/rules/hyperspace-d6/"):
        assert f'href="{PLACE}"' in nobody.get(page).content.decode(), page
