"""Markdown is made HTML of while nothing is locked, whoever saves it and how: where one writes,
others wait.
"""

import uuid
from collections.abc import Callable
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection

from sheets import markdown, storage
from sheets.form_data import token
from sheets.models import Character, Comment, Notes, PaperCode, Party, PartyNotes, PartySession
from sheets.text_export import bundle
from tests.sheets.cast import Person

pytestmark = pytest.mark.django_db(transaction=True)
People = dict[str, Person]
InParty = Callable[..., Character]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bool]]:
    """Each text that is made HTML of, and whether a transaction is open then."""
    found: list[tuple[str, bool]] = []
    was = markdown._render

    def render(words: str) -> str:
        found.append((words, connection.in_atomic_block))
        return was(words)

    monkeypatch.setattr(markdown, "_render", render)
    markdown._made.cache_clear()
    return found


def post(who: Person, url: str, **sent: Any) -> None:
    """Posts a form there, as somebody who is allowed to."""
    answer = who.client.post(url, {"key": uuid.uuid4().hex, **sent})
    assert answer.status_code in (200, 302), answer.content.decode()[:2_000]


def test_notes_of_a_character(
    people: People, in_party: InParty, made: list[tuple[str, bool]]
) -> None:
    url = f"/characters/{in_party().public_id}/words/"
    none = token(("",))
    post(people["ines"], url, **{"was.shared": none, "shared": "*A*", "was.private": none})
    post(people["ines"], url, **{"was.private": none, "private": "*B*"})
    assert made == [("*A*", False), ("*B*", False)]
    assert Notes.objects.get().private == "*B*"


def test_a_duplicate_takes_the_html_along(
    people: People, in_party: InParty, made: list[tuple[str, bool]]
) -> None:
    vessa = in_party()
    Notes.objects.create(character=vessa, shared="*A*", private="*B*")
    made.clear()
    markdown._made.cache_clear()
    post(people["ines"], f"/characters/{vessa.public_id}/duplicate/")
    assert made == []
    copy = Notes.objects.exclude(character=vessa).get()
    assert markdown.prose(copy, "private") == "<p><em>B</em></p>"


def test_an_imported_character(
    people: People, in_party: InParty, made: list[tuple[str, bool]]
) -> None:
    file = BytesIO()
    with ZipFile(file, "w") as archive:
        archive.writestr(bundle.CHARACTER, storage.download(in_party()))
        archive.writestr(bundle.PUBLIC, "*A*")
        archive.writestr(bundle.PRIVATE, "*B*")
    sent = SimpleUploadedFile("me.hyperspace", file.getvalue())
    post(people["ines"], "/characters/import/", document=sent)
    assert made == [("*A*", False), ("*B*", False)]
    assert Notes.objects.get().shared == "*A*"


def test_a_note_of_a_sheet_that_comes_back_and_its_undo(
    people: People, in_party: InParty, made: list[tuple[str, bool]]
) -> None:
    vessa = in_party()
    Notes.objects.create(character=vessa, private="*A*")
    PaperCode.objects.create(code="K7Q2MP4", character=vessa, moment=0, digest="1" * 32)
    markdown._made.cache_clear()
    made.clear()
    form = {"note": "*B*", "key": uuid.uuid4().hex}
    seen = people["ines"].client.post("/printed/K7Q2MP4/", form).context["seen"]
    post(people["ines"], "/printed/K7Q2MP4/", note="*B*", seen=seen)
    assert Notes.objects.get().private == "*A*\n\n*B*"
    markdown._made.cache_clear()
    post(people["ines"], f"/characters/{vessa.public_id}/table/take-back/1/")
    assert Notes.objects.get().private == "*A*"
    assert made == [("*B*", False), ("*A*\n\n*B*", False), ("*A*", False)]


def test_comments_and_what_a_game_master_writes(
    people: People, party: Party, in_party: InParty, made: list[tuple[str, bool]]
) -> None:
    vessa, greta = in_party(), people["greta"]
    PartySession.objects.create(party=party, number=1)
    Party.objects.filter(pk=party.pk).update(sessions=1)
    there = f"/parties/{party.public_id}/"
    post(people["ines"], f"/characters/{vessa.public_id}/comments/", text="*A*")
    post(greta, f"{there}brief/", notes="*B*", was="")
    was = greta.client.get(f"{there}sessions/1/").context["was"]
    post(greta, f"{there}sessions/1/", title="One", notes="*C*", gm_notes="*D*", was=was)
    assert made == [("*A*", False), ("*B*", False), ("*C*", False), ("*D*", False)]
    assert (Comment.objects.get().text, PartyNotes.objects.get().text) == ("*A*", "*B*")
    assert PartySession.objects.get().gm_notes == "*D*"
