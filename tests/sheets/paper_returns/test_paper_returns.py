"""Printed sheets that come back: the code, the page as it was printed, differences, one undo."""

import re
import uuid
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from sheets.models import Character, LedgerEntry, PaperCode
from tests.sheets.cast import Person
from tests.sheets.paper_returns.photos import photo, read

# Vessa Korr: 5 Character Points, 250 credits after a blaster pistol, one Force Point; Agility is
# her Dexterity of 3D. Raising it by a first die costs 3 points.

HTML = {"HTTP_ACCEPT": "text/html"}


def print_sheet(client: Client, character: Character) -> str:
    """Prints the sheet, and reads the code at its foot; its QR code says the same on a photo."""
    answer = client.get(f"/characters/{character.public_id}/sheet.pdf?kind=classic&date=none")
    assert answer.status_code == 200
    text = PdfReader(BytesIO(answer.content)).pages[0].extract_text()
    found = re.search(r"\b([0-9A-Z]{3})-([0-9A-Z]{4})\b", text)
    assert found
    code = found[1] + found[2]
    assert read(photo(answer.content)) == [f"http://testserver/printed/{code}/"]
    return code


def send(client: Client, code: str, **sent: str) -> Any:
    return client.post(f"/printed/{code}/", {"key": uuid.uuid4().hex, **_named(sent)})


def _named(sent: dict[str, str]) -> dict[str, str]:
    plain = ("note", "seen", "stage", "key")
    return {
        name if name in plain or name.startswith("choice") else f"q-{name}": value
        for name, value in sent.items()
    }


def save(client: Client, code: str, **sent: str) -> Any:
    """Sends the page, looks at the differences, and saves them."""
    seen = send(client, code, **sent)
    assert seen.status_code == 200, seen.content.decode()
    return send(client, code, **sent, seen=seen.context["seen"])


def code_of(character: Character, moment: int = 0, **marks: int) -> str:
    """A sheet that was printed when the ledger had so many entries."""
    row = PaperCode.objects.create(
        code="K7Q2MP4", character=character, moment=moment, marks=marks, digest="1" * 32
    )
    return row.code


def kinds(character: Character) -> list[str]:
    return [one.content["kind"] for one in LedgerEntry.objects.filter(character=character)]


@pytest.fixture
def ines(people: dict[str, Person]) -> Client:
    return people["ines"].client


@pytest.fixture
def vessa(in_party: Callable[..., Character]) -> Character:
    return in_party()


def test_a_printed_sheet_has_a_code_that_stays_until_the_character_changes(
    ines: Client, vessa: Character
) -> None:
    code = print_sheet(ines, vessa)
    assert print_sheet(ines, vessa) == code
    Character.objects.filter(pk=vessa.pk).update(marks={"wounds": 1})
    other = print_sheet(ines, vessa)
    assert other != code
    for one, wounds in ((code, 0), (other, 1)):
        page = ines.get(f"/printed/{one}/").content.decode()
        assert f'name="q-box.2" value="{wounds}"' in page
    typed = f"{code[:3].lower()} {code[3:]}"
    assert ines.get("/printed/", {"code": typed}).url == f"/printed/{code}/"


def test_what_was_penciled_in_is_one_line_with_one_undo(ines: Client, vessa: Character) -> None:
    code = code_of(vessa)
    answers = {
        "box.2": "1",
        "sum.cp": "2",
        "sum.credits": "200",
        "mark.force_points": "0",
        "raise.raise-skill.agility": "1",
        "item.blaster-pistol": "yes",
        "items": "Red key\nBlue key",
        "note": "Met Vell at the docks.",
    }
    answer = save(ines, code, **answers)
    assert answer.status_code == 302
    vessa.refresh_from_db()
    assert vessa.marks == {"wounds": 1, "force_points": 0}
    assert kinds(vessa) == ["adjust", "raise-skill", "lose", "grant", "grant"]
    assert LedgerEntry.objects.get(character=vessa, position=0).content["credits"] == -50
    assert vessa.notes.private == "Met Vell at the docks."
    said = vessa.play_log.get().content["said"]
    assert said[-1] == "A private note was added."
    page = ines.get(answer.url).content.decode()
    form = re.search(r'action="(/printed/K7Q2MP4/undo/\d+/)"', page)
    assert form
    undone = ines.post(form[1], {"key": uuid.uuid4().hex})
    assert undone.status_code == 302
    vessa.refresh_from_db()
    assert vessa.marks == {}
    assert kinds(vessa)[5:] == ["undo"] * 5
    vessa.notes.refresh_from_db()
    assert vessa.notes.private == ""


def test_what_is_left_is_counted_and_the_log_undoes_the_note_too(
    ines: Client, vessa: Character
) -> None:
    medpacs = {"kind": "grant", "item": "medpac", "quantity": 3}
    LedgerEntry.objects.create(character=vessa, position=0, content=medpacs)
    code = code_of(vessa, moment=1)
    too_many = {"item.medpac": "4"}
    assert send(ines, code, **too_many).status_code == 422
    save(ines, code, **{"item.medpac": "1", "note": "Two for Brakka."})
    assert LedgerEntry.objects.get(character=vessa, position=1).content["quantity"] == 2
    line = vessa.play_log.get()
    assert "Medpac 3 → 1" in line.content["said"]
    vessa.notes.private += "\n\nPaid the toll."
    vessa.notes.save()
    undo = f"/characters/{vessa.public_id}/table/take-back/{line.number}/"
    assert ines.post(undo, {"key": uuid.uuid4().hex}).status_code == 302
    vessa.notes.refresh_from_db()
    assert vessa.notes.private == "Paid the toll."
    assert kinds(vessa) == ["grant", "lose", "undo"]


def test_points_left_on_paper_count_after_what_was_raised(ines: Client, vessa: Character) -> None:
    # Of 5 points 3 went into Agility: 2 are left, and nothing has to be corrected.
    save(ines, code_of(vessa), **{"sum.cp": "2", "raise.raise-skill.agility": "1"})
    assert kinds(vessa) == ["raise-skill"]


def test_where_the_character_changed_since_the_player_decides(
    ines: Client, vessa: Character
) -> None:
    code = code_of(vessa, wounds=1)
    LedgerEntry.objects.create(character=vessa, position=0, content={"kind": "award", "cp": 4})
    # Printed with 5 points, 3 on paper, 9 by now.
    seen = send(ines, code, **{"box.2": "1", "sum.cp": "3"})
    ((change, _),) = seen.context["changes"]
    assert (change.printed, change.paper, change.now, change.both) == ("5", "3", "9", "7")
    token = seen.context["seen"]
    undecided = send(ines, code, **{"box.2": "1", "sum.cp": "3"}, seen=token)
    assert undecided.status_code == 409
    both = {"box.2": "1", "sum.cp": "3", "choice-sum.cp": "both"}
    assert send(ines, code, **both, seen=token).status_code == 302
    assert LedgerEntry.objects.get(character=vessa, position=1).content["cp"] == -2


def test_a_stale_page_saves_nothing_and_shows_the_new_differences(
    ines: Client, vessa: Character
) -> None:
    code = code_of(vessa)
    seen = send(ines, code, **{"box.2": "1", "sum.credits": "100"}).context["seen"]
    LedgerEntry.objects.create(
        character=vessa, position=0, content={"kind": "award", "credits": 40}
    )
    late = send(ines, code, **{"box.2": "1", "sum.credits": "100"}, seen=seen)
    assert late.status_code == 409
    (_, _), (credits, _) = late.context["changes"]
    assert (credits.now, credits.is_open) == ("290", True)
    assert kinds(vessa) == ["award"]


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({"sum.credits": "many"}, "Type a whole number from 0 to 1,000,000."),
        ({"raise.raise-attribute.DEX": "1"}, "This costs 36 Character Points."),
        ({}, "Nothing on this page differs"),
    ],
)
def test_what_cannot_be_is_said_on_the_page_and_nothing_typed_is_lost(
    ines: Client, vessa: Character, sent: dict[str, str], says: str
) -> None:
    code, note = code_of(vessa), {"note": "Owes Vell 20."} if sent else {}
    answer = send(ines, code, **sent, **note)
    if answer.status_code == 200:
        answer = send(ines, code, **sent, **note, seen=answer.context["seen"])
    assert answer.status_code == 422
    page = answer.content.decode()
    assert says in page
    for text in (*sent.values(), *note.values()):
        assert text in page
    assert kinds(vessa) == []


def test_a_code_opens_nothing_for_a_stranger(
    people: dict[str, Person], vessa: Character, client: Client
) -> None:
    code = code_of(vessa)
    for who in (client, people["femi"].client):
        assert who.get(f"/printed/{code}/", **HTML).status_code == 404
        assert who.get("/printed/", {"code": code}).status_code == 404
    assert people["greta"].client.get(f"/printed/{code}/").status_code == 200


def test_only_the_page_that_scans_may_use_the_camera(client: Client) -> None:
    assert "camera=(self)" in client.get("/printed/")["Permissions-Policy"]
    assert "camera=()" in client.get("/")["Permissions-Policy"]
