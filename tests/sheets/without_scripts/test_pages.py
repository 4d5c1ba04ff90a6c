"""Pages beside building and play: rules, notes, portrait, print, and a game master's tools."""

from collections.abc import Callable
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image
from pypdf import PdfReader

from sheets import demo
from sheets.models import Character
from tests.dots_game.registered import dusk
from tests.plain_page import PlainPage

__all__ = ("dusk",)


def test_rules_are_searched_and_read(page: PlainPage) -> None:
    page.goto("/rules/hyperspace-d6/combat/")
    page.fill("Search the rules", "luck")
    page.press("Search")
    page.follow("Luck")
    assert page.url.endswith("#edge-luck")
    assert "Luck" in page.part("#edge-luck").text


def test_notes_are_saved_and_shown(hers: PlainPage, draft: Character) -> None:
    hers.goto(f"/characters/{draft.public_id}/words/")
    hers.fill("Private notes", "*Mine.*")
    hers.press("Save")
    assert hers.part("#preview-private em").text == "Mine."


def test_a_portrait_is_uploaded_and_cropped(hers: PlainPage, draft: Character) -> None:
    drawn = BytesIO()
    Image.new("RGB", (300, 400), "teal").save(drawn, "JPEG")
    hers.goto(f"/characters/{draft.public_id}/portrait/")
    hers.attach("Picture", SimpleUploadedFile("me.jpg", drawn.getvalue(), "image/jpeg"))
    hers.press("Upload")
    assert hers.parts("img[alt=Portrait]")
    assert not hers.parts("#frame")
    hers.check("Custom")
    hers.fill("Width", "90")
    hers.press("Save crop")
    shown = hers.client.get(hers.part("img[alt=Portrait]").root.get("src"))
    assert Image.open(BytesIO(shown.getvalue())).width == 90


def test_a_sheet_is_previewed_and_printed_as_chosen(
    page: PlainPage, begun: Callable[..., str]
) -> None:
    base = begun("hyperspace-d6", "Surprise me")
    page.press("Play now")
    page.goto(f"{base}print/")
    page.unfold("Choose how it prints")
    page.check("Letter")
    page.press("Show")
    assert "Classic, Letter" in page.part("#preview").text
    page.press("Download")
    name, content = page.download
    assert name.endswith(".pdf")
    assert round(PdfReader(BytesIO(content)).pages[0].mediabox.width) == 612  # letter, in points


@pytest.mark.usefixtures("dusk")
def test_a_game_master_rolls_the_weather(page: PlainPage) -> None:
    page.goto("/rules/dusk/tools/weather/")
    page.press("Roll 2D")
    assert "Day 1:" in page.part(".line-said").text


def test_the_demo_party_is_on_the_first_page(page: PlainPage) -> None:
    demo.load()
    page.goto("/")
    assert len(page.parts(".company .likeness")) == 6
    page.follow("See the demo party")
    assert page.url.startswith("/parties/")
