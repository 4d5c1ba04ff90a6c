"""Everything that leaves the site says by which version of Hyperspace it was made."""

import re
from collections.abc import Callable
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.test import Client
from pypdf import PdfReader

from rules import registry
from sheets import form_data, printing
from sheets.accounts.export import files
from sheets.exchange import party as party_export
from sheets.models import Character, Party
from sheets.printing import PrintOptions
from sheets.text_export import bundle
from tests.hyperspace.references import ROOT
from tests.sheets.cast import Person
from tests.sheets.example_characters import VESSA

PROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
(VERSION,) = re.findall(r'^version = "(\d+\.\d+\.\d+)"$', PROJECT, re.MULTILINE)
PROGRAM = f"Hyperspace {VERSION}"

Make = Callable[..., Character]


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/rules/", "/help/", "/characters/"])
def test_the_foot_of_every_page_has_the_version(address: str) -> None:
    page = Client().get(address).content.decode()
    assert f"<span>{PROGRAM}</span>" in page.partition('<footer class="colophon">')[2]


def test_a_check_of_health_says_which_version_answers() -> None:
    assert Client().get("/healthz").content.decode() == f"alive\n{PROGRAM}\n"


@pytest.mark.parametrize("kind", ["classic", "full", "large", "frame", "cards", "tent"])
def test_a_print_says_by_which_version_it_was_made(kind: str) -> None:
    document = registry.read_character((ROOT / "fixtures/ready-made/caldo-morrun.json").read_text())
    pdf = printing.sheet_pdf(document, PrintOptions(kind=kind))
    assert _creator(pdf) == PROGRAM
    packed = printing.pack_pdf([("Caldo", pdf)], title="All", slug=document.system)
    assert _creator(packed) == PROGRAM


def _creator(pdf: bytes) -> Any:
    return (PdfReader(BytesIO(pdf)).metadata or {})["/Creator"]


@pytest.mark.django_db
def test_an_exported_character_says_it_and_is_imported_all_the_same(make_character: Make) -> None:
    packed = bundle.pack(make_character(VESSA, finished=True))
    with ZipFile(BytesIO(packed)) as archive:
        assert archive.comment.decode() == PROGRAM
    assert bundle.read(packed).document.name == VESSA["name"]


@pytest.mark.django_db
def test_an_export_of_several_characters_says_it(ines: Client, make_character: Make) -> None:
    row = make_character(VESSA, finished=True)
    sent = {"chosen": [row.public_id], "key": form_data.new_key()}
    answer: Any = ines.post("/characters/export.zip", sent)
    with ZipFile(BytesIO(b"".join(answer.streaming_content))) as archive:
        assert archive.read("read-me.txt").decode().startswith(f"Characters from {PROGRAM}.\n")


@pytest.mark.django_db
def test_the_export_of_an_account_says_it(people: dict[str, Person]) -> None:
    user = people["greta"].owner.user
    assert user
    name, text = next(files(user))
    assert name == "read-me.txt"
    assert str(text).startswith(f"{PROGRAM}: everything that belonged to ")


@pytest.mark.django_db
def test_a_party_for_another_program_says_it(party: Party) -> None:
    target = next(iter(party_export.targets.TARGETS))
    outlines = party_export.PartyOutlines((), ())
    with ZipFile(BytesIO(party_export.pack(outlines, target))) as archive:
        text = archive.read("read-me.txt").decode()
    assert text.startswith(f"Characters from {PROGRAM} for {target.name}.\n")
