"""New characters: from nothing, from chance, from a ready-made one, from a document."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.html import escape

from rules import registry
from rules.character import Character as OpenCharacter
from rules.house import Acceptance
from sheets import demo, form_data
from sheets.demo import Pregen
from sheets.models import Character

NEW = {"system": "hyperspace-d6"}


@pytest.fixture
def example(
    monkeypatch: pytest.MonkeyPatch, vessa: dict[str, Any], as_text: Callable[[Any], str]
) -> Pregen:
    document = registry.read(as_text(vessa))
    sheet = OpenCharacter(registry.get(document.system), document).summary
    one = Pregen("vessa-korr", document, sheet, row_id=uuid.uuid4())
    for module in ("sheets.demo", "sheets.creation.operations"):
        monkeypatch.setattr(f"{module}.all_pregens", lambda: {one.slug: one})
    return one


def test_a_new_character_is_an_empty_draft_at_its_first_step(ines: Client) -> None:
    response = ines.post("/characters/new/", NEW, follow=True)
    character = Character.objects.get()
    assert character.is_draft
    assert (character.name, character.build, character.version) == ("", {}, 1)
    assert response.redirect_chain[-1][0] == f"/characters/{character.public_id}/build/concept/"


def test_a_surprise_is_legal_and_complete_but_still_a_draft(ines: Client) -> None:
    response = ines.post("/characters/new/", {**NEW, "surprise": "1"}, follow=True)
    character = Character.objects.get()
    assert character.is_draft
    assert character.name
    assert response.redirect_chain[-1][0] == f"/characters/{character.public_id}/meet/"
    assert response.context["left"] == []
    page = ines.get(f"/characters/{character.public_id}/build/review/")
    assert page.context["problems"] == ()


def test_an_idea_fills_all_but_the_name(ines: Client) -> None:
    response = ines.post("/characters/new/", {**NEW, "idea": "smuggler"}, follow=True)
    character = Character.objects.get()
    assert character.is_draft
    assert (character.name, character.build["profession"]) == ("", "scoundrel")
    assert response.redirect_chain[-1][0] == f"/characters/{character.public_id}/meet/"


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("SMUGGLER", ["Smuggler"]),
        ("hacker", ["Slicer"]),
        ("jedi lightsaber", ["Jedi in training", "Jedi guardian"]),
        ("accountant", []),
    ],
)
def test_ideas_are_found_by_name_and_by_other_words(
    words: str, names: list[str], nobody: Client
) -> None:
    page = nobody.get("/characters/new/", {"game": NEW["system"], "q": words})
    assert [idea.name for idea in page.context["ideas"]] == names
    assert ("No idea matches" in page.content.decode()) is not names


def test_the_page_is_about_one_game(nobody: Client) -> None:
    for slug, game in registry.all_systems().items():
        page = nobody.get("/characters/new/", {"game": slug})
        assert page.context["game"] is game
        assert len(page.content) < 100 * 1024
    assert nobody.get("/characters/new/", {"game": "chess"}).context["game"].rank == 0


def test_whoever_comes_back_goes_on_with_the_last_character(ines: Client, nobody: Client) -> None:
    assert "Continue" not in nobody.get("/").content.decode()
    ines.post("/characters/new/", {**NEW, "surprise": "1"})
    character = Character.objects.get()
    page = ines.get("/").content.decode()
    assert f"Continue {escape(character.name)}" in page
    assert f'href="/characters/{character.public_id}/build/"' in page


def test_a_ready_made_character_can_be_taken_and_changed(ines: Client, example: Pregen) -> None:
    (cast,) = ines.get("/characters/new/").context["pregen_groups"]
    assert cast.pregens == (example,)
    (cast,) = ines.get("/").context["pregen_groups"]
    assert cast.pregens == (example,)
    ines.post("/characters/new/", {"start": "vessa-korr"})
    character = Character.objects.get()
    assert character.is_draft
    assert character.name == "Vessa Korr"
    assert character.build["species"] == "twilek"


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"system": "chess"},
        {"system": "\x00"},
        {**NEW, "start": "../../etc/passwd"},
        {**NEW, "idea": "no"},
    ],
)
def test_no_character_begins_with_a_game_or_a_start_that_is_none(
    form: dict[str, str], ines: Client
) -> None:
    response = ines.post("/characters/new/", form)
    assert response.status_code == 422
    assert response.context["errors"]
    assert not Character.objects.exists()


def test_the_same_form_sent_twice_is_one_character(ines: Client) -> None:
    form = {**NEW, "surprise": "1", "key": form_data.new_key()}
    locations = {ines.post("/characters/new/", form)["Location"] for _ in range(3)}
    assert len(locations) == 1
    assert Character.objects.count() == 1


def test_the_same_form_with_other_content_is_a_conflict(ines: Client) -> None:
    key = form_data.new_key()
    ines.post("/characters/new/", {**NEW, "key": key})
    response = ines.post("/characters/new/", {**NEW, "surprise": "1", "key": key})
    assert response.status_code == 409
    assert Character.objects.count() == 1


def test_the_same_key_of_another_visitor_is_another_form(ines: Client, tom: Client) -> None:
    form = {**NEW, "key": form_data.new_key()}
    ines.post("/characters/new/", form)
    tom.post("/characters/new/", form)
    assert Character.objects.filter(name="").count() == 2


def test_a_legal_document_comes_in_finished(
    ines: Client, vessa: dict[str, Any], as_text: Callable[[Any], str]
) -> None:
    response = ines.post("/characters/import/", {"pasted": as_text(vessa)})
    character = Character.objects.get()
    assert response["Location"] == f"/characters/{character.public_id}/"
    assert not character.is_draft
    assert (character.name, character.player) == ("Vessa Korr", "Ines")


def test_a_file_comes_in_like_a_pasted_text(
    ines: Client, vessa: dict[str, Any], as_text: Callable[[Any], str]
) -> None:
    file = SimpleUploadedFile("v.json", b"\xef\xbb\xbf" + as_text(vessa).encode())
    assert ines.post("/characters/import/", {"document": file}).status_code == 302
    assert Character.objects.get().name == "Vessa Korr"


def test_an_illegal_document_comes_in_as_a_draft_that_says_what_is_wrong(
    ines: Client, vessa: dict[str, Any], as_text: Callable[[Any], str]
) -> None:
    vessa["build"]["species"] = "hutt"
    page = ines.post("/characters/import/", {"pasted": as_text(vessa)}, follow=True)
    assert page.status_code == 200
    assert Character.objects.get().is_draft
    assert [problem.where for problem in page.context["problems"]] == ["build.species"]


def test_a_played_document_stays_finished_and_keeps_its_ledger(
    ines: Client, vessa: dict[str, Any], as_text: Callable[[Any], str]
) -> None:
    vessa["ledger"] = [{"kind": "award", "cp": 3}, {"kind": "session"}]
    vessa["build"]["species"] = "hutt"
    ines.post("/characters/import/", {"pasted": as_text(vessa)})
    character = Character.objects.get()
    assert not character.is_draft
    assert [entry.content for entry in character.entries.all()] == vessa["ledger"]


def test_an_acceptance_from_elsewhere_is_a_claim(
    ines: Client, vessa: dict[str, Any], as_text: Callable[[Any], str]
) -> None:
    vessa["build"]["species"] = "hutt"
    ines.post("/characters/import/", {"pasted": as_text(vessa)})
    problem = ines.get(f"/characters/{Character.objects.get().public_id}/").context["problems"][0]
    Character.objects.all().delete()
    claim = {"code": problem.code, "where": problem.where, "reason": "The GM is fine with it."}
    vessa["house"] = {"accepted": [claim]}
    ines.post("/characters/import/", {"pasted": as_text(vessa)})
    character = Character.objects.get()
    assert character.is_draft
    context = ines.get(f"/characters/{character.public_id}/").context
    assert context["problems"] == (problem,)
    assert context["accepted"] == ()
    Character.objects.update(house_confirmed=True)
    context = ines.get(f"/characters/{character.public_id}/").context
    assert context["problems"] == ()
    assert context["accepted"] == (Acceptance(problem, "The GM is fine with it."),)


@pytest.mark.parametrize(
    ("pasted", "place"),
    [
        ("", "Choose a file"),
        ("   ", "Choose a file"),
        ("nonsense", "line 1, column 1"),
        ("[]", "object"),
        ("{}", "Format: missing"),
        ('{"format": "hyperspace-character/1", "format": ""}', "appears twice"),
        ("[" * 2000 + "]" * 2000, "levels deep"),
        ('{"a": NaN}', "NaN"),
        ('{"a": 99999999999999}', "32 bits"),
        ('{"a": "\\u0000"}', "U+0000"),
        ('{"a": "\\ud800"}', "U+D800"),
        ("x" * (256 * 1024 + 1), "262,145 bytes; at most 262,144"),
    ],
)
def test_an_unreadable_document_is_refused_with_its_place(
    pasted: str, place: str, ines: Client
) -> None:
    response = ines.post("/characters/import/", {"pasted": pasted})
    assert response.status_code == 422
    assert place in response.context["error"]
    assert response.context["pasted"] == pasted
    assert not Character.objects.exists()


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b"\xff\xfe{\x00}\x00", "Format: missing"),
        (b"\xff\xfe{\x00}", "in an old encoding. Save a text as UTF-8"),
        (b'{"name": "\xe9"}', "in an old encoding. Save a text as UTF-8"),
        (b"x" * (400 * 1024), "at most 262,144"),
        (b"\x00", "not JSON"),
    ],
)
def test_an_unreadable_file_is_refused_with_its_place(
    content: bytes, place: str, ines: Client
) -> None:
    form = {"document": SimpleUploadedFile("v.json", content), "pasted": "kept"}
    response = ines.post("/characters/import/", form)
    assert response.status_code == 422
    assert place in response.context["error"]
    assert response.context["pasted"] == "kept"


def test_the_same_document_sent_twice_is_one_character(
    ines: Client, vessa: dict[str, Any], as_text: Callable[[Any], str]
) -> None:
    key = form_data.new_key()
    for _ in range(2):
        ines.post("/characters/import/", {"pasted": as_text(vessa), "key": key})
    assert Character.objects.count() == 1
    other = {**vessa, "name": "Other"}
    response = ines.post("/characters/import/", {"pasted": as_text(other), "key": key})
    assert response.status_code == 409
    assert Character.objects.count() == 1


def test_ready_made_characters_are_read_once_and_keep_their_ids() -> None:
    assert demo.all_pregens() is demo.all_pregens()
    for slug, one in demo.all_pregens().items():
        assert demo.slug_of(one.row_id) == slug
