"""A character as a PDF: what the view adds to printing."""

from collections.abc import Callable

import pytest
from django.test import Client

from sheets import printing
from sheets.models import Character


@pytest.fixture
def url(finished: Character) -> str:
    return f"/characters/{finished.public_id}/sheet.pdf"


def test_the_sheet_comes_as_a_pdf_on_either_paper(
    ines: Client, url: str, pdf_text: Callable[[bytes], str]
) -> None:
    for query in ("", "?paper=a4", "?paper=letter"):
        response = ines.get(url + query)
        assert response["Content-Type"] == "application/pdf"
        assert response["Content-Disposition"] == 'inline; filename="Vessa Korr.pdf"'
        assert response["Cache-Control"] == "private, no-cache"
        assert "Vessa Korr" in pdf_text(response.content)


@pytest.mark.parametrize("paper", ["", "a3", "A4", "%00", "a4&paper=x"])
def test_a_paper_that_is_none_is_refused(paper: str, ines: Client, url: str) -> None:
    assert ines.get(f"{url}?paper={paper}").status_code == 400


def test_what_the_browser_has_is_not_printed_again(
    ines: Client, url: str, finished: Character, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    monkeypatch.setattr(printing, "sheet_pdf", lambda *_, paper: asked.append(paper) or b"%PDF")
    etag = ines.get(url)["ETag"]
    again = ines.get(url, headers={"If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")
    assert asked == ["a4"]
    assert ines.get(f"{url}?paper=letter", headers={"If-None-Match": etag}).status_code == 200
    Character.objects.filter(pk=finished.pk).update(name="Somebody else")
    assert ines.get(url, headers={"If-None-Match": etag}).status_code == 200
    assert asked == ["a4", "letter", "a4"]


def test_what_cannot_be_printed_says_so(
    ines: Client, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, paper: str) -> bytes:
        raise printing.PrintingFailed("This took too long.")

    monkeypatch.setattr(printing, "sheet_pdf", fail)
    response = ines.get(url)
    assert response.status_code == 503
    assert b"This took too long." in response.content
    assert "ETag" not in response
