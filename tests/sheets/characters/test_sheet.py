"""One character, looked at."""

import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client

from rules import registry
from sheets.models import Character
from sheets.responses import file_name


def test_the_sheet_shows_what_is_open_of_a_draft(ines: Client, draft: Character) -> None:
    context = ines.get(f"/characters/{draft.public_id}/").context
    assert context["open_step"].id == "concept"
    assert len(context["problems"]) == 6
    assert context["mine"]
    assert context["owner_is_visitor"]


def test_the_sheet_of_a_finished_character_has_nothing_open(
    ines: Client, finished: Character
) -> None:
    context = ines.get(f"/characters/{finished.public_id}/").context
    assert context["open_step"] is None
    assert context["problems"] == ()
    assert context["sheet"].figures["defenses.dodge"].value == 13


def test_lost_dice_are_explained_where_some_are_lost(ines: Client, finished: Character) -> None:
    url = f"/characters/{finished.public_id}/"
    assert "lost for now" not in ines.get(url).content.decode()
    Character.objects.filter(pk=finished.pk).update(marks={"wounds": 1}, version=9)
    assert "lost for now" in ines.get(url).content.decode()


def test_what_can_be_done_besides_stands_under_headings(ines: Client, finished: Character) -> None:
    page = ines.get(f"/characters/{finished.public_id}/").content.decode()
    menu = page.split('<div class="more-list">')[1].split("</details>")[0]
    assert re.findall(r'<p class="label">([^<]*)', menu) == ["Play", "Print and share", "Change"]
    kept = page.split('class="keep soft">')[1].split("</div>")[0]
    assert len(re.sub("<[^>]+>", "", kept).split()) < 30


def test_the_ledger_counts(ines: Client, finished: Character, played: Character) -> None:
    def points(character: Character) -> int:
        figures = ines.get(f"/characters/{character.public_id}/").context["sheet"].figures
        value: int = figures["character_points"].value
        return value

    assert points(finished) == 5
    assert points(played) == 3


def test_a_ready_made_character_is_not_the_visitors_own(
    ines: Client, ready_made: Character
) -> None:
    context = ines.get(f"/characters/{ready_made.public_id}/").context
    assert not context["mine"]
    assert not context["owner_is_visitor"]
    assert context["open_step"] is None


def test_every_number_can_be_asked_why(ines: Client, finished: Character) -> None:
    url = f"/characters/{finished.public_id}/"
    for key, figure in ines.get(url).context["sheet"].figures.items():
        page = ines.get(f"{url}why/{key}/")
        assert page.status_code == 200
        assert page.context["figure"] == figure
    assert page.templates[0].name == "ui/why.html"
    fragment = ines.get(f"{url}why/defenses.dodge/", headers={"HX-Request": "true"})
    assert fragment.templates[0].name == "ui/_why.html"


@pytest.mark.parametrize("key", ["defenses", "nothing", "%00", "defenses.dodge%20", "é", "..."])
def test_what_is_no_number_of_the_sheet_is_404(key: str, ines: Client, finished: Character) -> None:
    assert ines.get(f"/characters/{finished.public_id}/why/{key}/").status_code == 404


def test_the_document_can_be_kept_and_taken_in_again(
    ines: Client, tom: Client, played: Character
) -> None:
    response = ines.get(f"/characters/{played.public_id}/document.json")
    assert response["Content-Type"] == "application/json"
    assert response["Content-Disposition"] == 'attachment; filename="Vessa Korr.json"'
    assert response["Cache-Control"] == "private, no-store"
    document = registry.read(response.content)
    assert document.name == "Vessa Korr"
    assert len(document.ledger) == 2
    tom.post("/characters/import/", {"pasted": response.content.decode()})
    copy = Character.objects.latest("pk")
    again = tom.get(f"/characters/{copy.public_id}/document.json")
    assert again.content == response.content


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Vessa Korr", "Vessa Korr"),
        ("", "character"),
        ("...", "character"),
        ("../../etc/passwd", "etc passwd"),
        ('a"b\\c;d', "a b c;d"),
        ("a\r\nSet-Cookie: x=1", "a Set-Cookie x=1"),
        ("\u202egnp.exe", "gnp.exe"),
        ("漢字", "漢字"),
        ("x" * 300, "x" * 80),
    ],
)
def test_a_file_is_named_after_the_character_safely(name: str, file: str) -> None:
    assert file_name(name) == file


def test_a_name_beyond_ascii_is_sent_as_the_standard_says(
    ines: Client, make_character: Callable[..., Character], vessa: dict[str, Any]
) -> None:
    character = make_character({**vessa, "name": "Élan 漢"})
    response = ines.get(f"/characters/{character.public_id}/document.json")
    expected = "attachment; filename*=utf-8''%C3%89lan%20%E6%BC%A2.json"
    assert response["Content-Disposition"] == expected


def test_a_damaged_character_says_so_everywhere_and_can_still_be_taken_out(
    ines: Client, damaged: Character
) -> None:
    url = f"/characters/{damaged.public_id}/"
    reads = ("", "build/", "build/concept/", "why/defenses.dodge/", "sheet.pdf")
    for path in reads:
        response = ines.get(url + path)
        assert response.status_code == 422
        said = "Species: a text is expected, not a whole number."
        assert response.context["message"] == said
        assert response.context["character"] == damaged
    for path in ("build/concept/", "build/species/surprise/", "finish/", "duplicate/"):
        assert ines.post(url + path).status_code == 422
    kept = json.loads(ines.get(f"{url}document.json").content)
    assert kept["build"] == {"species": 7}
    assert ines.post(f"{url}archive/").status_code == 302
    assert ines.post(f"{url}delete/").status_code == 302


def test_a_character_of_a_game_that_is_gone_can_still_be_taken_out(
    ines: Client, finished: Character
) -> None:
    Character.objects.update(system="chess")
    url = f"/characters/{finished.public_id}/"
    gone = ines.get(url)
    assert (gone.status_code, gone.context["character"]) == (422, finished)
    assert "The game of this character isn't on this site." in unescape(gone.content.decode())
    assert json.loads(ines.get(f"{url}document.json").content)["system"] == "chess"
    assert ines.get("/characters/").status_code == 200
