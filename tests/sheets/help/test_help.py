"""The guides: readable by everyone, searchable, and each link in them leads to its section."""

import re
from io import BytesIO

import pymupdf
import pytest
from django.test import Client
from pypdf import PdfReader

from sheets.help.guides import guides
from sheets.printing import booklet
from tests.sheets.printing import pdf_readers


def test_both_guides_are_read_and_searched(nobody: Client) -> None:
    index = nobody.get("/help/").content.decode()
    assert 'href="/help/"' in nobody.get("/").content.decode()
    links = re.findall(r'href="(/help/[a-z-]+/)#([a-z0-9-]+)"', index)
    assert len(links) == sum(len(guide.sections) for guide in guides().values()) > 15
    for address, section in links:
        assert f'id="{section}"' in nobody.get(address).content.decode()
        assert "<br" not in nobody.get(address).content.decode()
    found = nobody.get("/help/", {"q": "webhook  DISCORD"}).content.decode()
    assert "1 section for “webhook DISCORD”." in found
    assert "/help/game-masters/#discord" in found
    assert "/help/players/" not in found
    nothing = nobody.get("/help/", {"q": "<b>tauntaun"}).content.decode()
    assert "Nothing for" in nothing
    assert "&lt;b&gt;tauntaun" in nothing
    assert nobody.get("/help/wizards/").status_code == 404


def test_a_guide_quotes_as_the_pages_do() -> None:
    assert not [
        (name, section.heading)
        for name, guide in guides().items()
        for section in guide.sections
        if '"' in section.text
    ]


def test_each_picture_is_small_and_stands_in_its_guide_and_on_paper(nobody: Client) -> None:
    players = nobody.get("/help/players/").content.decode()
    assert re.search(r'<img src="/static/img/help/sheet[^"]*\.webp" width="760"', players)
    assert "![" not in players
    for guide in guides().values():
        for section in guide.sections:
            assert all(len(one.read()) < 40_000 for one in section.pictures)
    answer = nobody.get("/help/game-masters.pdf")
    assert answer["Content-Type"] == "application/pdf"
    assert len(PdfReader(BytesIO(answer.content)).pages) == 4
    folded = nobody.get("/help/game-masters.pdf?as=folded")
    assert "hyperspace-game-masters-to-fold.pdf" in folded["Content-Disposition"]
    assert len(PdfReader(BytesIO(folded.content)).pages) == 2
    assert nobody.get("/help/wizards.pdf").status_code == 404
    assert nobody.get("/help/players.pdf?paper=a3").status_code == 400


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", ["players", "game-masters"])
def test_a_printed_guide_is_accessible_with_each_picture_below_its_heading(
    nobody: Client, name: str, paper: str
) -> None:
    pdf = nobody.get(f"/help/{name}.pdf", {"paper": paper}).content
    assert pdf_readers.complaints(pdf) == []
    assert pdf_readers.out_of_place(pdf) == []
    margin = booklet.SIDE * 72 / 25.4
    with pymupdf.open(stream=pdf) as opened:
        for page in opened:
            first = min(word[1] for word in page.get_text("words") if word[1] > 36)
            for shown in page.get_image_info():
                left, top, right, _ = shown["bbox"]
                assert left >= margin - 0.5
                assert right <= page.rect.width - margin + 0.5
                assert top > first
