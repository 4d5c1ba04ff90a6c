"""Several characters at once: exported, archived, restored, and that undone."""

import io
import re
import uuid
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from sheets import form_data
from sheets.models import Character, Identity
from sheets.parties import live
from tests.sheets.cast import Person
from tests.sheets.example_characters import VESSA, owner_of, store

Make = Callable[..., Character]


def names(client: Client, address: str = "/characters/") -> list[str]:
    return [card.character.name for card in client.get(address).context["cards"]]


def form(*characters: Character, **more: str) -> dict[str, Any]:
    return {"chosen": [row.public_id for row in characters], "key": form_data.new_key(), **more}


def body(answer: Any) -> bytes:
    return b"".join(answer.streaming_content)


@pytest.fixture
def three(make_character: Make) -> list[Character]:
    """Ada, Bo and Cy, who was edited last."""
    return [make_character({**VESSA, "name": name}, finished=True) for name in ("Ada", "Bo", "Cy")]


def test_several_are_archived_and_one_press_undoes_it(ines: Client, three: list[Character]) -> None:
    """The list stays as it was filtered, and nobody counts as edited."""
    ada, _, cy = three
    edited = {row.pk: row.updated_at for row in Character.objects.all()}
    sent = form(ada, cy, sort="name")
    answer = ines.post("/characters/archive/", sent)
    assert answer["Location"] == f"/characters/?sort=name&done={sent['key']}"
    page = ines.get(answer["Location"])
    assert [card.character.name for card in page.context["cards"]] == ["Bo"]
    assert page.context["done"].names == ("Ada", "Cy")
    toast = page.content.decode().partition('id="toast"')[2].partition("</aside>")[0]
    assert "2 characters." in re.sub(r"\s+", " ", toast)
    assert sorted(names(ines, "/characters/?archived=1")) == ["Ada", "Cy"]
    # The same press once more changes nothing, and undoing twice undoes once.
    assert ines.post("/characters/archive/", sent)["Location"] == answer["Location"]
    undo = {"of": sent["key"], "key": form_data.new_key(), "sort": "name"}
    for _ in range(2):
        assert ines.post("/characters/undo/", undo)["Location"] == "/characters/?sort=name"
    assert names(ines) == ["Cy", "Bo", "Ada"]
    assert {row.pk: row.updated_at for row in Character.objects.all()} == edited
    assert ines.get(answer["Location"]).context["done"] is None


def test_one_that_is_archived_by_itself_can_be_undone_in_the_same_way(
    ines: Client, three: list[Character]
) -> None:
    key = form_data.new_key()
    answer = ines.post(f"/characters/{three[0].public_id}/archive/", {"key": key})
    assert ines.get(answer["Location"]).context["done"].names == ("Ada",)
    Character.objects.get(name="Bo").delete()
    ines.post("/characters/undo/", {"of": key, "key": form_data.new_key()})
    assert sorted(names(ines)) == ["Ada", "Cy"]


def test_several_come_back_from_the_archive(ines: Client, three: list[Character]) -> None:
    ines.post("/characters/archive/", form(*three))
    sent = form(three[1], archived="1")
    answer = ines.post("/characters/restore/", sent)
    assert answer["Location"] == f"/characters/?archived=1&done={sent['key']}"
    assert names(ines) == ["Bo"]
    ines.post("/characters/undo/", {"of": sent["key"], "key": form_data.new_key()})
    assert names(ines) == []


def test_all_means_all_that_match_on_whatever_page(ines: Client, make_character: Make) -> None:
    for number in range(30):
        make_character({**VESSA, "name": f"Number {number}"})
    make_character({**VESSA, "name": "Another"})
    refused = ines.post("/characters/archive/", {"q": "number", "sort": "name"})
    assert 'href="/characters/?q=number&amp;sort=name&amp;page=2"' in refused.content.decode()
    assert ines.get("/characters/archive/")["Location"] == "/characters/"
    ines.post("/characters/archive/", {"all": "1", "q": "number", "key": form_data.new_key()})
    assert names(ines) == ["Another"]
    assert ines.get("/characters/?archived=1").context["page"].paginator.count == 30


@pytest.mark.parametrize("action", ["archive/", "restore/", "export.zip"])
def test_nothing_selected_or_not_ones_own_is_refused_and_nothing_done(
    ines: Client, tom: Client, three: list[Character], action: str
) -> None:
    """The answer is the same whether somebody else has such a character or nobody."""
    theirs = Character.objects.get(name="Brakka")
    ada = three[0]
    for sent in (form(sort="name"), {"chosen": ["x", "%00"]}, {}):
        answer = ines.post(f"/characters/{action}", sent)
        assert answer.status_code == 422
        assert "Select at least one first." in answer.content.decode()
    for other in (str(theirs.public_id), str(uuid.uuid4())):
        sent = {**form(ada), "chosen": [str(ada.public_id), other]}
        answer = ines.post(f"/characters/{action}", sent)
        assert answer.status_code == 422
        assert "deleted or isn&#x27;t yours. Nothing was done." in answer.content.decode()
        box = f'value="{ada.public_id}"\n   checked'
        assert re.sub(r" +", " ", box) in re.sub(r" +", " ", answer.content.decode())
        assert ines.get("/characters/").context["stock"].archived == 0
    assert not Character.objects.exclude(archived_at=None).exists()
    assert Client().post(f"/characters/{action}", form(ada)).status_code == 422
    assert tom.post("/characters/undo/", {"of": form_data.new_key()}).status_code == 422
    # The key of another's form undoes nothing.
    sent = form(ada)
    ines.post("/characters/archive/", sent)
    answer = tom.post("/characters/undo/", {"of": sent["key"], "key": form_data.new_key()})
    assert "can&#x27;t be undone any more" in answer.content.decode()
    assert names(ines, "/characters/?archived=1") == ["Ada"]


def test_an_export_holds_each_character_as_import_reads_it(
    ines: Client, three: list[Character], portrayed: Character
) -> None:
    """Characters of one name get files of their own."""
    twin = store(owner_of("ines"), {**VESSA, "name": "ada"}, finished=True)
    chosen = form(three[0], twin, portrayed)
    answer = ines.post("/characters/export.zip", chosen)
    assert "hyperspace-characters.zip" in answer["Content-Disposition"]
    content = body(answer)
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    assert sorted(files) == ["Ada.zip", "Vessa Korr.zip", "ada (2).zip", "read-me.txt"]
    one = zipfile.ZipFile(io.BytesIO(files["Vessa Korr.zip"]))
    assert "portrait.webp" in one.namelist()
    sent = ines.post(
        "/characters/import/", {"document": SimpleUploadedFile("a.zip", files["ada (2).zip"])}
    )
    assert Character.objects.order_by("-pk")[0].name == "ada"
    assert sent.status_code == 302
    whole = ines.post("/characters/import/", {"document": SimpleUploadedFile("a.zip", content)})
    assert whole.status_code == 422
    assert "This ZIP holds several characters" in whole.content.decode()


def test_exporting_many_asks_for_a_few_at_a_time(ines: Client, make_character: Make) -> None:
    """Forty more characters cost two more queries: ledgers are read for twenty at a time."""
    rows = [make_character({**VESSA, "name": f"N{number}"}) for number in range(45)]
    asked = []
    for some in (rows[:5], rows[:5], rows):
        with CaptureQueriesContext(connection) as queries:
            assert len(body(ines.post("/characters/export.zip", form(*some)))) > len(some) * 300
        asked.append(len(queries))
    assert asked[2] == asked[1] + 2


def test_a_board_shows_anew_what_was_archived(
    people: dict[str, Person], in_party: Callable[..., Character]
) -> None:
    row = in_party("Vessa Korr")
    assert row.party
    greta = Identity(user=people["greta"].owner.user_id)
    before = live.party_state(greta, row.party.public_id), live.state_of_fetched(row)
    people["ines"].client.post("/characters/archive/", form(row))
    board = people["greta"].client.get(f"/parties/{row.party.public_id}/").content.decode()
    assert "Not on the board" in board
    row.refresh_from_db()
    after = live.party_state(greta, row.party.public_id), live.state_of_fetched(row)
    assert before[0] != after[0]
    assert before[1] != after[1]
