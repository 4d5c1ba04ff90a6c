"""A declared game of dots on the pages of the site, from a new character to its printed sheet."""

from io import BytesIO
from random import Random
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from rules.game import Game
from sheets import form_data, printing, storage
from sheets.models import Character, Owner
from sheets.printing import PrintOptions
from tests.sheets.every_game.characters import filled, opens, plain, retyped, unchanged
from tests.sheets.every_game.pages import address
from tests.sheets.example_characters import store
from tests.sheets.pages import words
from tests.sheets.printing import pdf_readers


@pytest.fixture
def finished(watch: Game[Any], ines_owner: Owner) -> Character:
    return store(ines_owner, plain(watch.random(Random(3))), finished=True)


def test_dots_are_filled_kept_finished_and_played(
    watch: Game[Any], ines: Client, ines_owner: Owner
) -> None:
    draft = store(ines_owner, plain(watch.empty()))
    for step in filled(watch, watch.empty()):
        at = address(draft, f"build/{step.id}/")
        opens(ines, at)
        if step.can_surprise:
            key = {"key": form_data.new_key()}
            assert ines.post(f"{at}surprise/", key).status_code in (200, 302), step.id
    draft.refresh_from_db()
    for step in filled(watch, storage.read(draft)[1]):
        at = address(draft, f"build/{step.id}/")
        for sent in (unchanged(step), retyped(step)):
            assert ines.post(at, sent).status_code in (200, 302), step.id
    ines.post(address(draft, "finish/"), {"key": form_data.new_key()})
    padding = storage.load(draft).opened.sheet.figures["padding"].value
    sent = {"damage": str(2 + padding), "key": form_data.new_key()}
    assert ines.post(address(draft, "table/do/harm/"), sent).status_code in (200, 302)
    draft.refresh_from_db()
    assert not draft.is_draft
    document = storage.read(draft)[1]
    assert document.marks.hurt == 2
    assert document.build.folk in ("hill", "river")
    (power,) = document.build.powers
    page = opens(ines, address(draft, "table/")).content.decode()
    assert f'powers.{power}"' in page or f"powers.{power}/" in page
    sent = {"key": form_data.new_key()}
    rolled = ines.post(address(draft, f"table/do/powers.{power}/"), sent)
    assert rolled.status_code in (200, 302)


def test_a_power_can_be_learned_on_the_page_of_advancement(
    watch: Game[Any], ines: Client, ines_owner: Owner
) -> None:
    made = watch.random(Random(3))
    award = watch.ledger_rules.entry({"kind": "award", "xp": "9"})
    row = store(ines_owner, plain(watch.ledger_rules.enter(made, award)), finished=True)
    (has,) = made.build.powers
    other, name = {"hush": ("night-eyes", "Night eyes"), "night-eyes": ("hush", "Hush")}[has]
    page = opens(ines, address(row, "advance/")).content.decode()
    assert f"learn.{other}" in page
    assert f"learn.{has}" not in page
    assert name in words(page)


PAGES = (
    "", "table/", "history/", "session/", "print/", "text/", "document.json", "why/pace/",
    "why/skills.fight/", "live/", "review/", "advance/",
    "why/padding/", "table/panel/initiative/", "table/panel/weapons.billhook.attack/",
)  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_every_page_of_a_character_opens(page: str, ines: Client, finished: Character) -> None:
    opens(ines, address(finished, page))


def test_its_sheet_is_printed(ines: Client, finished: Character) -> None:
    answer = ines.get(address(finished, "sheet.pdf?paper=a4"))
    assert answer.status_code == 200
    pdf = b"".join(answer) if answer.streaming else answer.content
    text = pdf_readers.text(pdf)
    for said in (
        "PACE",
        "Body",
        "Search",
        "Maimed",
        "RESOLVE",
        "GUARD",
        "Billhook",
        "FOLK",
        "GIFTS",
    ):
        assert said in text, said
    assert pdf_readers.complaints(pdf) == []
    assert pdf_readers.out_of_place(pdf) == []


def test_dots_on_a_form_are_chosen(watch: Game[Any]) -> None:
    document = watch.read(
        b'{"format": "hyperspace-character/1", "system": "night-watch", "name": "Aldo Ash",'
        b' "build": {"attributes": {"body": 4, "mind": 2, "heart": 3},'
        b' "skills": {"fight": 3, "climb": 1}}}'
    )
    form = printing.sheet_pdf(document, PrintOptions(fillable=True))
    fields = PdfReader(BytesIO(form)).get_fields() or {}
    dots = {name: str(it.value) for name, it in fields.items() if it.field_type == "/Ch"}
    assert dots["attributes-body"] == "4"
    assert dots["skills-fight-dots"] == "3"
    assert fields["skills-fight-dots"]["/_States_"][2] == ["2", "●●○○○"]
    assert fields["skills-fight"].value == "7"
    scripts = PdfReader(BytesIO(form)).root_object["/AcroForm"]["/CO"]
    calls = {str(it.get_object()["/T"]): str(it.get_object()["/AA"]["/C"]["/JS"]) for it in scripts}
    assert calls["skills-fight"] == 'addDots("attributes-body")'
    assert calls["skills-mend"] == 'addDots("attributes-mind")'
    assert pdf_readers.complaints(form) == []
    assert pdf_readers.out_of_place(form) == []
