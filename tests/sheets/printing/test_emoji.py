"""Emoji, which are pictures: a document with many of them is made in little time."""

import time
from contextlib import nullcontext
from typing import Any

import pytest
from PIL import Image

from rules import registry
from rules.character import Character
from rules.document import Document
from sheets.printing import PrintOptions
from sheets.printing.pdf import worker
from sheets.printing.pdf.images import page_images
from sheets.printing.sheet.compose import compose
from tests.sheets.printing import mupdf
from tests.sheets.printing.conftest import document

SEVEN = "🚀🌙🗡💎🤖👽🔧"
TIMES = 300


@pytest.fixture
def starry() -> Document:
    """Two thousand and a hundred emoji, of seven kinds, in all sizes and weights."""
    build = {"concept": SEVEN, "appearance": SEVEN * TIMES, "gear": [{"id": "medpac"}]}
    return document(f"Star {SEVEN}", build)


def _make(made: Document) -> bytes:
    sheet = Character(registry.get(made.system), made).sheet
    return worker.make_pdf(compose(sheet, PrintOptions(), game="Any"))


def test_of_two_thousand_each_is_encoded_once_and_that_in_little_time(
    starry: Document, monkeypatch: pytest.MonkeyPatch
):
    """About a second of processor time; three leave room for a busy machine."""
    _make(document("Warm", {}))
    encoded = []
    save = Image.Image.save

    def counting(image: Image.Image, *arguments: Any, **options: Any) -> None:
        encoded.append(image.size)
        save(image, *arguments, **options)

    monkeypatch.setattr(Image.Image, "save", counting)
    began = time.process_time()
    pdf = _make(starry)
    assert time.process_time() - began < 3
    # The picture, its colors alone, and what of it can be seen through.
    assert len(encoded) == 3 * len(SEVEN)
    shown = "".join(page.text for page in mupdf.pages(pdf))
    assert shown.count("🚀") >= TIMES


def test_it_looks_as_if_each_were_encoded_by_itself(monkeypatch: pytest.MonkeyPatch):
    few = document(f"Star {SEVEN}", {"concept": SEVEN, "appearance": SEVEN * 2})
    shown = page_images(_make(few), width=700, most=1)
    monkeypatch.setattr(worker, "encode_once", nullcontext)
    assert page_images(_make(few), width=700, most=1) == shown
