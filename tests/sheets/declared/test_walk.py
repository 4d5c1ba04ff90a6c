"""A game in tables alone on the pages of the site, from a new character to its printed sheet."""

import json
from random import Random
from typing import Any

import pytest
from django.test import Client

from rules import registry
from sheets import form_data, printing, storage
from sheets.api import schema
from sheets.models import Character, Owner
from sheets.printing import PrintOptions
from tests.lantern_deep import LANTERN, lantern
from tests.sheets.every_game.characters import filled, opens, plain, retyped, unchanged
from tests.sheets.every_game.pages import address
from tests.sheets.example_characters import store
from tests.sheets.printing import pdf_readers

__all__ = ("lantern",)
pytestmark = pytest.mark.usefixtures("lantern")


@pytest.fixture
def finished(ines_owner: Owner) -> Character:
    return store(ines_owner, plain(LANTERN.random(Random(3))), finished=True)


def press(client: Client, character: Character, action: str, **values: Any) -> Any:
    sent = {**values, "key": form_data.new_key()}
    return client.post(address(character, f"table/do/{action}/"), sent)


def test_a_new_diver_is_filled_finished_played_improved_and_printed(
    ines: Client, ines_owner: Owner
) -> None:
    assert b"Lantern Deep" in opens(ines, "/characters/new/").content
    draft = store(ines_owner, plain(LANTERN.empty()))
    for step in filled(LANTERN, LANTERN.empty()):
        at = address(draft, f"build/{step.id}/")
        opens(ines, at)
        if step.can_surprise:
            key = {"key": form_data.new_key()}
            assert ines.post(f"{at}surprise/", key).status_code in (200, 302), step.id
    draft.refresh_from_db()
    document = storage.read(draft)[1]
    for step in filled(LANTERN, document):
        at = address(draft, f"build/{step.id}/")
        for sent in (unchanged(step), retyped(step)):
            assert ines.post(at, sent).status_code in (200, 302), step.id
    ines.post(address(draft, "finish/"), {"key": form_data.new_key()})
    draft.refresh_from_db()
    assert not draft.is_draft
    assert press(ines, draft, "harm", damage="60").status_code in (200, 302)
    draft.refresh_from_db()
    assert storage.read(draft)[1].marks.sinking == 1
    page = opens(ines, address(draft, "table/")).content.decode()
    assert "Dead: no more rolls." in page


def test_programs_are_told_its_documents_beside_those_of_other_declared_games() -> None:
    described = json.loads(schema.document.__wrapped__())
    documents = described["components"]["schemas"]
    builds = {
        slug: documents[f"{schema.DOCUMENT}-{slug}"]["properties"]["build"]["$ref"]
        for slug in registry.all_systems()
    }
    assert LANTERN.slug in builds
    assert len(set(builds.values())) == len(builds)


PAGES = (
    "", "table/", "history/", "history/0/", "session/", "log/", "print/", "text/", "sheet.md",
    "document.json", "why/guard/", "why/skills.swim/", "live/", "live/?part=table", "review/",
    "advance/",
)  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_every_page_of_a_character_opens(page: str, ines: Client, finished: Character) -> None:
    opens(ines, address(finished, page))


@pytest.mark.parametrize("page", ["rules/lantern-deep/", "rules/lantern-deep/play/"])
def test_its_reference_opens(page: str, ines: Client) -> None:
    assert b"Lantern Deep" in opens(ines, f"/{page}").content


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_its_sheet_is_printed_with_its_own_words(
    paper: str, ines: Client, finished: Character
) -> None:
    answer = ines.get(address(finished, f"sheet.pdf?paper={paper}"))
    assert answer.status_code == 200
    pdf = b"".join(answer) if answer.streaming else answer.content
    text = pdf_readers.text(pdf)
    for said in ("GUARD", "BODY", "Hold still", "Gasping", "WICK"):
        assert said in text, said
    assert pdf_readers.complaints(pdf) == []
    assert pdf_readers.out_of_place(pdf) == []


@pytest.mark.parametrize("options", [PrintOptions(), PrintOptions(fillable=True)])
def test_three_attributes_use_the_width_of_the_page(options: PrintOptions) -> None:
    pdf = printing.sheet_pdf(LANTERN.random(Random(3)), options)
    wide, _, words = pdf_readers.words(pdf)[0]
    starts = {text: left / wide for left, _, _, _, text in words}
    assert 0.3 < starts["WITS"] < 0.4
    assert 0.6 < starts["NERVE"] < 0.7
    assert pdf_readers.out_of_place(pdf) == []


def test_its_roster_asks_for_no_files_of_programs_that_it_does_not_know(ines: Client) -> None:
    page = opens(ines, "/opponents/lantern-deep/").content.decode()
    assert "Lamp eel" in page
    assert "of Hyperspace</span>" in page
    assert "Roll20" not in page
    assert "Roll20" in opens(ines, "/opponents/rules-sheet-d6/").content.decode()
