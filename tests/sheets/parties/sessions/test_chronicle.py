"""The chronicle of a campaign as a printed booklet."""

import re
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pymupdf
import pytest
from django.core.cache import caches
from pypdf import PdfReader

from sheets import printing
from sheets.models import Award, Character, Party, PartySession
from sheets.printing.chronicle import Chronicle, chronicle_job
from sheets.printing.chronicle import Person as PrintedPerson
from tests.sheets.cast import Person
from tests.sheets.parties.pages import get, text
from tests.sheets.printing import pdf_readers

People = dict[str, Person]


def sessions(party: Party) -> None:
    Party.objects.filter(pk=party.pk).update(sessions=2)
    notes = {"notes": "They **ran**, 漢 and <b>all</b>.", "gm_notes": "It was a trap."}
    first = PartySession.objects.create(party=party, number=1, title="The Heist", **notes)
    PartySession.objects.create(party=party, number=2, notes="\n\n".join(["Rain."] * 80))
    Award.objects.create(
        party=party, session=first, description="3 Character Points to X", at=party.created_at
    )


@pytest.fixture
def _nothing_kept() -> Any:
    caches["printed"].clear()
    yield
    caches["printed"].clear()


@pytest.mark.usefixtures("_nothing_kept")
def test_it_holds_the_characters_with_portraits_and_every_session(
    people: People, party: Party, portrayed: Character
) -> None:
    Character.objects.filter(pk=portrayed.pk).update(party=party)
    sessions(party)
    answer = get(people["femi"], party, "chronicle.pdf")
    assert answer["Content-Type"] == "application/pdf"
    pdf = answer.content
    assert pdf_readers.complaints(pdf) == []
    assert pdf_readers.out_of_place(pdf) == []
    assert pdf_readers.undefined_glyphs(pdf) == 0
    words = " ".join(pdf_readers.text(pdf).split())
    for told in (
        "The Long Watch",
        portrayed.name,
        "Session 1: The Heist",
        "They ran, 漢",
        "<b>all",
    ):
        assert told in words
    assert "3 Character Points to X" in words
    assert "It was a trap." not in words
    read = PdfReader(BytesIO(pdf))
    assert len(read.pages[0].images) == 1
    width, height = read.pages[0].mediabox.width, read.pages[0].mediabox.height
    assert (round(float(width) / 72 * 25.4, 1), round(float(height) / 72 * 25.4, 1)) == (148.5, 210)
    again = get(people["femi"], party, "chronicle.pdf")
    assert again["ETag"] == answer["ETag"]


def test_some_sessions_are_printed_alone_and_a_failure_is_said(
    people: People, party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    sessions(party)
    printed = []

    def fail(chronicle: Any, *, paper: str) -> bytes:
        html = chronicle_job(chronicle, paper=paper).html
        printed.append((html.count('class="session"'), "Session 2" in html, paper))
        raise printing.PrintingFailed("It took too long. Print fewer sessions at once.")

    monkeypatch.setattr(printing, "chronicle_pdf", fail)
    for asked in ({"first": "2", "last": "2", "paper": "letter"}, {"first": "x", "paper": "x"}):
        answer = get(people["femi"], party, "chronicle.pdf", **asked)
        assert answer.status_code == 503
        assert "Print fewer sessions at once." in text(answer)
    assert printed == [(1, True, "letter"), (2, True, "a4")]


@pytest.mark.usefixtures("_nothing_kept")
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_two_of_four_characters_stand_side_by_side_each_with_a_face(
    people: People, party: Party, in_party: Callable[..., Character], paper: str
) -> None:
    in_party("Arrakkatuk of the Twelve Quiet Moons and the Long Watch")
    for name in ("Brakka", "Cory", "Dax"):
        in_party(name, of="femi")
    sessions(party)
    pdf = get(people["femi"], party, "chronicle.pdf", paper=paper).content
    assert pdf_readers.complaints(pdf) == []
    assert pdf_readers.out_of_place(pdf) == []
    with pymupdf.open(stream=pdf) as opened:
        faces = [one["bbox"] for one in opened[0].get_image_info()]
        names = {word[4]: word for word in opened[0].get_text("words")}
    assert len(faces) == 4
    assert abs(faces[0][1] - faces[1][1]) < 1
    assert faces[2][1] > faces[0][3]
    assert abs(names["Arrakkatuk"][1] - names["Brakka"][1]) < 1
    # No line of a long name goes on under its face.
    assert names["Watch"][0] > faces[0][2]


def test_a_few_characters_have_a_row_each_or_larger_faces() -> None:
    def classes(count: int) -> str:
        people = tuple(PrintedPerson(name=f"Dax {number}") for number in range(count))
        told = chronicle_job(Chronicle("x", "Watch", "", "", "", people, ()), paper="a4").html
        found = re.search(r'<section class="people ?(\w*)">', told)
        assert found
        return found[1]

    assert [classes(count) for count in (1, 3, 4, 6, 7)] == [
        "alone",
        "alone",
        "larger",
        "larger",
        "",
    ]
