"""The game master's brief: what it says, the notes on it, and the page that comes of it."""

import re
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from sheets import printing
from sheets.models import Character, Member, Party, PartyNotes, StashItem
from sheets.parties.briefing import paper as briefing
from sheets.parties.briefing.content import briefing_content
from sheets.printing.briefing import layout, pdf
from tests.sheets.cast import Person
from tests.sheets.printing import pdf_readers

People = dict[str, Person]
Make = Callable[..., Character]
BEGAN = datetime(2026, 11, 12, 18, 0, tzinfo=UTC)
BEFORE, AFTER = "2026-11-12T17:00:00+00:00", "2026-11-12T19:00:00+00:00"


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    caches["printed"].clear()
    yield
    caches["printed"].clear()


@pytest.fixture
def greta(people: People) -> Client:
    return people["greta"].client


def url(party: Party, rest: str = "brief/") -> str:
    return f"/parties/{party.public_id}/{rest}"


def words(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def changes(client: Client, party: Party) -> list[tuple[str, ...]]:
    """The changes of each character."""
    people = client.get(url(party)).context["brief"].people
    return [person.changes for person in people]


def notes_of(party: Party) -> str:
    """The notes of a party's game masters."""
    return Party.objects.get(pk=party.pk).gm_notes.text


def note(party: Party, notes: str, was: str = "") -> dict[str, Any]:
    return {"notes": notes, "was": was, "key": uuid.uuid4().hex}


def test_it_shows_everybody_who_plays_and_names_the_others(
    greta: Client, party: Party, in_party: Make
) -> None:
    in_party(document={"marks": {"wounds": 1}})
    in_party("Brakka", of="femi")
    in_party("Half Made", finished=False)
    in_party("Gone", archived=True)
    in_party("Broken", document={"build": {"species": 7}})
    page = words(greta, url(party))
    assert "For the game master · 2 characters" in page
    shown, _, left_out = page.partition("Not in the briefing")
    for said in ("Vessa Korr", "Brakka", "It never asked.", "To a Hutt.", "1 wound: −1D"):
        assert said in shown
    for name, why in (
        ("Half Made", "still being made"),
        ("Gone", "archived"),
        ("Broken", "its stored data is damaged"),
    ):
        assert f'{name}</a>, Ines: <span class="soft">{why}' in left_out
    assert "why/defenses.dodge/?now=1" in shown


def test_what_changed_is_what_was_entered_since_the_partys_last_session(
    greta: Client, party: Party, in_party: Make
) -> None:
    Party.objects.filter(pk=party.pk).update(session_at=BEGAN)
    ledger = [
        {"kind": "award", "cp": 9, "at": BEFORE},
        {"kind": "award", "cp": 4, "at": AFTER, "note": "The heist"},
        {"kind": "raise-skill", "skill": "stealth", "paid": 6, "at": AFTER},
        {"kind": "session", "at": AFTER},
    ]
    in_party(document={"ledger": ledger})
    assert changes(greta, party) == [
        ("Skill raised: Stealth +1D → +2D", "Award: 4 Character Points (The heist)")
    ]
    assert "Since 12 Nov" in words(greta, url(party))
    assert "last session on November 12, 2026" in words(greta, url(party))


def test_without_one_it_is_what_came_after_each_ones_own_last_session(
    greta: Client, party: Party, in_party: Make
) -> None:
    in_party(
        "Anders",
        document={"ledger": [{"kind": "award", "cp": 1}, {"kind": "session"}]},
    )
    in_party(
        "Brakka",
        document={"ledger": [{"kind": "session"}, {"kind": "award", "cp": 2}]},
    )
    in_party("Cado", document={"ledger": [{"kind": "award", "cp": 3}]})
    assert changes(greta, party) == [
        (),
        ("Award: 2 Character Points",),
        ("Award: 3 Character Points",),
    ]
    page = words(greta, url(party))
    assert "Since the last session" in page
    assert "Nothing changed." in page


def test_an_entry_without_a_time_counts_from_the_last_session_on(
    greta: Client, party: Party, in_party: Make
) -> None:
    Party.objects.filter(pk=party.pk).update(session_at=BEGAN)
    ledger = [
        {"kind": "award", "cp": 1},
        {"kind": "session", "at": "some evening"},
        {"kind": "award", "cp": 2, "at": "later"},
        {"kind": "award", "cp": 3, "at": "2026-11-12 19:00"},
    ]
    in_party(document={"ledger": ledger})
    assert changes(greta, party) == [("Award: 3 Character Points", "Award: 2 Character Points")]


def test_what_was_taken_back_did_not_happen_and_what_happened_often_stands_once(
    greta: Client, party: Party, in_party: Make
) -> None:
    ledger = [
        {"kind": "award", "cp": 9},
        {"kind": "raise-skill", "skill": "stealth", "paid": 6},
        {"kind": "undo", "entry": 1},
        {"kind": "spend", "cp": 1},
        {"kind": "spend", "cp": 1},
    ]
    in_party(document={"ledger": ledger})
    assert changes(greta, party) == [
        ("Points: 1 Character Point spent ×2", "Award: 9 Character Points")
    ]


def test_an_empty_party_says_what_to_do(greta: Client, party: Party) -> None:
    page = words(greta, url(party))
    assert "No characters yet." in page
    assert url(party, "members/") in page


def test_notes_are_kept_and_shown_as_they_look_to_who_leads_alone(
    people: People, party: Party, in_party: Make
) -> None:
    in_party()
    form = note(party, "The **droid** lies.\n\n<script>")
    for _ in range(2):
        answer = people["greta"].client.post(url(party), form)
        assert (answer.status_code, answer["Location"]) == (302, f"{url(party)}#notes")
    assert notes_of(party) == "The **droid** lies.\n\n<script>"
    page = words(people["cora"].client, url(party))
    assert "<strong>droid</strong>" in page
    assert "<script>" not in page.partition("<main")[2].partition("</main")[0]
    for rest in ("", "members/", "skills/", "log/"):
        assert "droid</strong>" not in words(people["ines"].client, url(party, rest))
    assert people["ines"].client.post(url(party), note(party, "Mine")).status_code == 404


def test_notes_that_were_changed_in_another_place_are_not_lost(
    people: People, party: Party
) -> None:
    people["cora"].client.post(url(party), note(party, "Cora was first"))
    answer = people["greta"].client.post(url(party), note(party, "Greta came later"))
    page = " ".join(answer.content.decode().split())
    assert answer.status_code == 409
    assert "changed in another tab" in page
    assert '<textarea name="was" hidden' in page
    assert "> Cora was first</textarea>" in page
    assert "> Greta came later</textarea>" in page
    assert "<p>Cora was first</p>" in page
    assert notes_of(party) == "Cora was first"
    again = note(party, "Greta came later", was="Cora was first")
    assert people["greta"].client.post(url(party), again).status_code == 302
    assert notes_of(party) == "Greta came later"


@pytest.mark.parametrize(
    ("notes", "why"), [("x" * 20_001, "Use at most 20,000 characters"), ("a\0b", "be saved: ")]
)
def test_notes_that_cannot_be_kept_stay_in_the_form(
    notes: str, why: str, greta: Client, party: Party
) -> None:
    answer = greta.post(url(party), note(party, notes))
    assert answer.status_code == 422
    assert why in answer.content.decode()
    assert notes[:10] in answer.content.decode()
    assert notes_of(party) == ""


def test_the_page_holds_what_the_screen_does(greta: Client, party: Party, in_party: Make) -> None:
    Party.objects.filter(pk=party.pk).update(session_at=BEGAN)
    PartyNotes.objects.create(party=party, text="# Plan\n\nThe droid lies.")
    ledger = [{"kind": "award", "cp": 4, "at": AFTER, "note": "The heist"}]
    in_party(document={"ledger": ledger, "marks": {"wounds": 1}})
    in_party("Brakka", of="femi")
    in_party("Gone", archived=True)
    answer = greta.get(url(party, "brief.pdf?paper=letter&as=file"))
    assert answer["Content-Disposition"] == 'attachment; filename="The Long Watch briefing.pdf"'
    told = pdf_readers.told(answer.content)
    for said in (
        "The Long Watch",
        "For the game master · 2 characters · last session on November 12, 2026",
        "Debt Burden “To a Hutt.”",
        "Since 12 Nov Award: 4 Character Points (The heist)",
        "1 wound: −1D",
        "Not in play: Gone",
        "The droid lies.",
    ):
        assert said in told
    particulars = pdf_readers.information(answer.content)
    assert (particulars["Pages"], particulars["Page size"]) == ("1", "612 x 792 pts (letter)")


def test_the_stash_is_on_the_page_and_on_paper_on_three_lines_at_most(
    greta: Client, party: Party, in_party: Make
) -> None:
    in_party()
    content = {"kind": "award", "credits": 1}
    money = {"name": "credits", "unit": "credit", "content": content, "quantity": 250}
    StashItem.objects.create(party=party, **money)
    for number in range(60):
        name = f"Crate {number:02}"
        StashItem.objects.create(party=party, name=name, content={}, quantity=2)
    page = greta.get(url(party)).content.decode()
    assert "250 credits</li>" in page
    assert "2 × Crate 59</li>" in page
    membership = Member.objects.get(party=party, role="gm")
    brief = briefing.print_content(party, briefing_content(membership))
    remarks = layout.fit_page(brief, pdf._styles(), paper="a4").remarks
    assert [line[:7] for line in remarks] == ["Stash: "] * 3
    assert remarks[0].startswith("Stash: 250 credits, 2 × Crate 00, 2 × Crate 01")
    assert re.search(r" and \d+ more$", remarks[2])
    printed = greta.get(url(party, "brief.pdf?paper=a4")).content
    assert "Stash: 250 credits, 2 × Crate 00" in pdf_readers.told(printed)


def test_the_best_is_marked_where_there_is_one(party: Party, in_party: Make) -> None:
    # PER 5D = Twi'lek 3D + Spy 2D, Stealth 1D; a wound takes one.
    vessa = in_party(document={"marks": {"wounds": 1}})
    in_party("Brakka", of="femi")
    membership = party.members.select_related("party").get(role="gm")
    content = briefing.print_content(party, briefing_content(membership))
    stealth = next(pool for pool in content.pools if pool.name == "Stealth")
    assert [who.name for who in content.people] == ["Brakka", vessa.name]
    assert (stealth.codes, stealth.best, stealth.own) == (
        ("6D", "5D"),
        (True, False),
        (True, True),
    )
    Character.objects.filter(pk=vessa.pk).update(marks={})
    content = briefing.print_content(party, briefing_content(membership))
    stealth = next(pool for pool in content.pools if pool.name == "Stealth")
    assert (stealth.codes, stealth.best) == (("6D", "6D"), (False, False))


def test_a_page_is_made_once_until_something_is_another(
    greta: Client, party: Party, in_party: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def page(content: Any, *, paper: str) -> bytes:
        made.append(paper)
        return b"%PDF"

    monkeypatch.setattr(printing, "briefing_pdf", page)
    vessa = in_party()
    address = url(party, "brief.pdf?paper=a4")
    etag = greta.get(address)["ETag"]
    assert greta.get(address, headers={"If-None-Match": etag}).status_code == 304
    Character.objects.filter(pk=vessa.pk).update(marks={"wounds": 1})
    assert greta.get(address)["ETag"] != etag
    greta.get(url(party, "brief.pdf?paper=letter"))
    assert made == ["a4", "a4", "letter"]


def test_where_it_cannot_be_printed_that_is_said(
    greta: Client, party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> bytes:
        raise printing.PrintingFailed("This takes longer than 5 seconds to print.")

    monkeypatch.setattr(printing, "briefing_pdf", fail)
    answer = greta.get(url(party, "brief.pdf"))
    assert answer.status_code == 503
    assert "This takes longer than 5 seconds" in answer.content.decode()
    assert f'href="{url(party)}"' in answer.content.decode()


def test_a_paper_that_there_is_not_leads_back(greta: Client, party: Party) -> None:
    answer = greta.get(url(party, "brief.pdf?paper=a5"))
    assert answer.status_code == 400
    assert f'href="{url(party)}"' in answer.content.decode()


@pytest.mark.parametrize("rest", ["brief/", "brief.pdf"])
def test_it_asks_the_database_as_often_for_many_as_for_one(
    rest: str,
    greta: Client,
    party: Party,
    in_party: Make,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    monkeypatch.setattr(printing, "briefing_pdf", lambda *_, **__: b"%PDF")
    for count in range(4):
        in_party(f"Vessa {count}", document={"ledger": [{"kind": "award", "cp": 1}] * count})
        greta.get(url(party, rest))  # what is printed anew is counted
        # Session, account, membership; encounters; the stash; characters: their ledgers are known
        # from the first time.
        with django_assert_num_queries(6):
            greta.get(url(party, rest))
