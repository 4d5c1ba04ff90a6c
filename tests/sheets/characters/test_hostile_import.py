"""Files that are none of ours: a clear word, nothing kept, and no long work."""

import time
import tracemalloc
import zipfile
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from rules.problems import InvalidDocument
from sheets.models import Character, Notes, Portrait, Receipt
from sheets.text_export import bundle
from tests.sheets.characters.packing import (
    as_json,
    locked,
    long_list,
    of_64,
    twice,
    whole,
    with_count,
    zipped,
)
from tests.sheets.example_characters import VESSA
from tests.sheets.portraits.conftest import png, text_bomb

MIB = 1024 * 1024
HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "two letters": (lambda: b"PK", "its end is missing"),
    "no end": (lambda: zipped(whole())[:-30], "its end is missing"),
    "an end alone": (lambda: zipped({}), "no character.json"),
    "cut off in the middle": (lambda: zipped(whole())[:3000] + zipped({}), "character.json"),
    "another file": (lambda: zipped({**whole(), "x.html": b"<script>"}), "x.html: unknown file"),
    "a way out": (lambda: zipped({"../character.json": b"{}"}), "../character.json: unknown file"),
    "a folder": (
        lambda: zipped({"Vessa/character.json": b"{}"}),
        "character.json, Format: missing",
    ),
    "a folder and a file beside it": (
        lambda: zipped({"Vessa/character.json": b"{}", "x.html": b""}),
        "x.html: unknown file",
    ),
    "a name in capitals": (lambda: zipped({"CHARACTER.JSON": b"{}"}), "CHARACTER.JSON: unknown"),
    "a file twice": (
        lambda: twice("notes-public.md", b"Other"),
        "notes-public.md: this file is in the ZIP twice",
    ),
    "a password": (locked, "character.json: this file is encrypted"),
    "bzip2": (lambda: zipped(whole(), packed=zipfile.ZIP_BZIP2), "use Deflate"),
    "lzma": (lambda: zipped(whole(), packed=zipfile.ZIP_LZMA), "use Deflate"),
    "many files by its count": (lambda: with_count(65_535), "too many files"),
    "many files by its list": (lambda: long_list(150_000), "too many files"),
    "counts in the extension": (of_64, "too many files"),
    "a bomb for a document": (
        lambda: zipped({"character.json": b" " * 200 * MIB}),
        "character.json: the limit is 262,144 bytes",
    ),
    "a bomb for notes": (
        lambda: zipped(whole(notes_private__md=b"x" * 100 * MIB)),
        "notes-private.md: the limit is 80,000 bytes",
    ),
    "a bomb for a picture": (
        lambda: zipped(whole(portrait__webp=b"\0" * 100 * MIB)),
        "portrait.webp: the limit is 8,388,608 bytes",
    ),
    "a document that is none": (lambda: zipped(whole(character__json=b"[]")), "character.json"),
    "a document twice in itself": (
        lambda: zipped(whole(character__json=b'{"name": "", "name": ""}')),
        "character.json, Name: this member appears twice",
    ),
    "a document of no game": (
        lambda: zipped(whole(character__json=as_json({**VESSA, "system": "chess"}))),
        "character.json",
    ),
    "notes too long": (
        lambda: zipped(whole(notes_public__md=b"x" * 20_001)),
        "notes-public.md: the limit is 20,000 characters; this has 20,001",
    ),
    "notes with a NUL": (lambda: zipped(whole(notes_public__md=b"a\0b")), "notes-public.md"),
    "notes in Latin 1": (
        lambda: zipped(whole(notes_public__md=b"caf\xe9")),
        "notes-public.md: byte 3 is not UTF-8",
    ),
    "no picture to be told of": (
        lambda: zipped({n: c for n, c in whole().items() if n != "portrait.webp"}),
        "portrait.json: portrait.webp is missing",
    ),
    "words about a picture too long": (
        lambda: zipped(whole(portrait__json=as_json({"alt": "x" * 301}))),
        "portrait.json, alt: the limit is 300 characters",
    ),
    "words about a picture with a NUL": (
        lambda: zipped(whole(portrait__json=b'{"alt": "\\u0000"}')),
        "portrait.json, alt",
    ),
    "an unknown member": (
        lambda: zipped(whole(portrait__json=as_json({"alt": "", "src": "http://x"}))),
        "portrait.json",
    ),
    "a part beyond the picture": (
        lambda: zipped(whole(portrait__json=_crop(left=200))),
        "portrait.json: The crop reaches beyond the picture of 300 × 400 pixels.",
    ),
    "a part less than nothing": (
        lambda: zipped(whole(portrait__json=_crop(left=-1))),
        "reaches beyond the picture",
    ),
    "a part of nothing": (
        lambda: zipped(whole(portrait__json=_crop(across=0))),
        "reaches beyond the picture",
    ),
    "a part without a shape": (
        lambda: zipped(whole(portrait__json=_crop(shape="round"))),
        "portrait.json, crop.shape: must be one of square, upright",
    ),
    "a part in words": (
        lambda: zipped(whole(portrait__json=_crop(left="all"))),
        "portrait.json",
    ),
    "no picture": (
        lambda: zipped(whole(portrait__webp=b"<svg onload=alert(1)>")),
        "portrait.webp: This file isn't a picture we can read",
    ),
    "a picture of too many pixels": (
        lambda: zipped(whole(portrait__webp=png(5_000, 5_000))),
        "portrait.webp: This picture has 5,000 × 5,000 pixels",
    ),
    "a picture with a bomb": (lambda: zipped(whole(portrait__webp=text_bomb())), "portrait.webp"),
    "wishes that are none": (
        lambda: zipped(whole(wish_list__json=b'{"a": 1}')),
        "wish-list.json: must be a list",
    ),
    "a wish for the moon": (
        lambda: zipped(whole(wish_list__json=b'[{"kind": "moon"}]')),
        "wish-list.json, entry 1",
    ),
    "too many wishes": (
        lambda: zipped(whole(wish_list__json=as_json([{"kind": "session"}] * 51))),
        "wish-list.json: the limit is 50 wishes; this has 51",
    ),
    "wishes without end": (
        lambda: zipped(whole(wish_list__json=b"[" * 200_000)),
        "wish-list.json: nested more than 16 levels deep",
    ),
}


def _crop(**changed: Any) -> bytes:
    crop = {"shape": "square", "left": 150, "top": 200, "across": 150, **changed}
    return as_json({"crop": crop})


@pytest.mark.parametrize("kind", HOSTILE)
def test_it_is_refused_with_its_place_and_nothing_of_it_is_kept(kind: str, ines: Client) -> None:
    make, said = HOSTILE[kind]
    content = make()
    assert len(content) < bundle.MAX_BYTES
    began = time.process_time()
    file = SimpleUploadedFile("x.zip", content)
    answer = ines.post("/characters/import/", {"document": file, "pasted": "mine"})
    assert time.process_time() - began < 2
    assert answer.status_code == 422
    assert said in answer.context["error"]
    assert answer.context["pasted"] == "mine"
    for model in (Character, Notes, Portrait, Receipt):
        assert not model.objects.exists()


def test_a_bomb_takes_no_memory() -> None:
    content = zipped({"character.json": b" " * 200 * MIB})
    tracemalloc.start()
    with pytest.raises(InvalidDocument):
        bundle.read(content)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 4 * MIB


def test_a_file_that_is_too_large_is_told_its_size(ines: Client) -> None:
    content = b"PK" + b"x" * bundle.MAX_BYTES
    with pytest.raises(InvalidDocument, match="the limit is 9,105,664"):
        bundle.read(content)
    answer = ines.post("/characters/import/", {"document": SimpleUploadedFile("x.zip", content)})
    assert answer.status_code == 422
    huge = SimpleUploadedFile("x.zip", b"PK" + b"x" * 10 * MIB)
    assert ines.post("/characters/import/", {"document": huge}).status_code == 413


def test_a_document_of_its_own_is_bounded_as_before(ines: Client) -> None:
    file = SimpleUploadedFile("x.json", b" " * (256 * 1024 + 1))
    answer = ines.post("/characters/import/", {"document": file})
    assert answer.status_code == 422
    assert "262,145 bytes; at most 262,144" in answer.context["error"]


@pytest.mark.parametrize("many", [200, pytest.param(1000, marks=pytest.mark.soak)])
def test_whatever_a_hand_changes_in_it_is_read_or_refused(many: int) -> None:
    """Archives with bytes changed, left out, or put in."""
    rng, made, refused = Random(11), zipped(whole()), 0
    for _ in range(many):
        content = bytearray(made)
        for _ in range(rng.choice((1, 2, 8))):
            at = rng.randrange(len(content))
            match rng.randrange(3):
                case 0:
                    content[at] = rng.randrange(256)
                case 1:
                    del content[at : at + rng.randrange(1, 40)]
                case _:
                    content[at:at] = rng.randbytes(rng.randrange(1, 40))
        try:
            bundle.read(bytes(content))
        except InvalidDocument:
            refused += 1
    assert many / 2 < refused < many


def test_an_import_without_a_picture_asks_no_process(
    ines: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(_: bytes) -> Any:
        raise AssertionError

    monkeypatch.setattr("sheets.portraits.process.process_upload", never)
    content = zipped({"character.json": as_json(VESSA)})
    answer = ines.post("/characters/import/", {"document": SimpleUploadedFile("x.zip", content)})
    assert answer.status_code == 302
