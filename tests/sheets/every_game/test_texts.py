"""The texts of a finished character are changed on its sheet, in every game."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from rules.creation import Step, inputs
from sheets import form_data, storage
from sheets.characters import texts
from sheets.models import Character
from tests.sheets.every_game.characters import EVERY
from tests.sheets.every_game.pages import address

HTMX = {"HX-Request": "true", "HX-Target": "rolling"}


@pytest.fixture
def character(slug: str, of_game: Callable[..., Character]) -> Character:
    return of_game(slug)


def form(character: Character, **typed: str) -> dict[str, str]:
    """The form as it is shown now, with these texts typed into it."""
    fields = texts.text_fields(storage.load(character).opened)
    sent = {}
    for id, values in inputs(Step("texts", "", "", fields=fields)).items():
        sent |= {f"was.{id}": form_data.token(values), id: typed.get(id, *values)}
    return sent


def fresh(character: Character) -> Character:
    return Character.objects.get(pk=character.pk)


@EVERY
def test_every_text_of_the_steps_is_changed_by_one_entry(
    slug: str, ines: Client, character: Character
) -> None:
    there = f"{address(character)}texts/"
    page = ines.get(there).content.decode()
    fields = texts.text_fields(storage.load(character).opened)
    assert {"name", "player"} < {field.id for field in fields}
    assert all(f'name="{field.id}"' in page for field in fields)
    # What special weapons one knows needs dots that this character lacks: no mere text.
    typed = {
        field.id: f"A new {field.label.lower()}"
        for field in fields
        if not field.id.endswith("_special")
    }
    assert ines.post(there, form(character, **typed)).status_code == 302
    now = storage.load(fresh(character)).opened
    assert {
        field.id: field.values[0] for field in texts.text_fields(now) if field.id in typed
    } == typed
    assert len(now.document.ledger) == 1
    assert now.document.ledger[0].note.startswith("Changed: Name, ")
    assert now.sheet.name == "A new name"
    assert now.problems == ()


@EVERY
def test_a_name_alone_makes_no_entry(slug: str, ines: Client, character: Character) -> None:
    answer = ines.post(f"{address(character)}texts/", form(character, name="Orla"), headers=HTMX)
    assert "Orla" in answer.content.decode()
    opened = storage.load(fresh(character)).opened
    assert (opened.document.name, opened.document.ledger) == ("Orla", ())


@EVERY
def test_a_stale_form_is_refused_and_keeps_what_was_typed(
    slug: str, ines: Client, character: Character
) -> None:
    there, old = f"{address(character)}texts/", form(character, name="Mine")
    ines.post(there, form(character, name="Theirs"))
    answer = ines.post(there, old, headers=HTMX)
    assert (answer.status_code, answer["HX-Retarget"]) == (409, "#head-edit")
    page = answer.content.decode()
    assert 'value="Mine"' in page
    assert "Name is now: Theirs" in page
    assert fresh(character).name == "Theirs"
    long = ines.post(there, form(fresh(character), name="x" * 5000))
    assert long.status_code == 422
    assert fresh(character).name == "Theirs"


@EVERY
def test_a_rebuild_that_runs_keeps_the_texts_to_its_steps(
    slug: str, ines: Client, character: Character
) -> None:
    ines.post(f"{address(character)}rebuild/")
    answer = ines.post(f"{address(character)}texts/", form(character, name="Orla"))
    assert answer.status_code == 409
    assert "A rebuild is running" in answer.content.decode()


@EVERY
@pytest.mark.all_games
def test_no_text_has_the_heading_of_its_section_again(
    slug: str, ines: Client, character: Character
) -> None:
    there = f"{address(character)}texts/"
    typed = {
        one.id: "In their own words."
        for one in texts.text_fields(storage.load(character).opened)
        if not one.id.endswith("_special")
    }
    ines.post(there, form(character, **typed))
    page = ines.get(address(character)).content.decode()
    sections = re.findall(r'<section class="entry section-prose".*?</section>', page, re.DOTALL)
    assert "In their own words." in "".join(sections)
    for section in sections:
        heads = re.findall(r"<h[23]>(.*?)</h[23]>", section, re.DOTALL)
        assert len(heads) == len(set(heads)), heads
