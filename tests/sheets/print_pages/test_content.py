"""Content of a character's print, and the page for one that can't be printed."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from sheets import printing
from sheets.models import Character, LedgerEntry, Notes
from sheets.printing import Extras, PrintOptions
from tests.sheets.print_pages.pages import fail


def test_what_cannot_be_printed_says_so_and_offers_the_classic_page(
    ines: Client, url: str, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printing, "sheet_pdf", fail)
    response = ines.get(f"{url}?kind=full&paper=letter")
    page = response.content.decode()
    assert response.status_code == 503
    assert "This took too long." in page
    assert f'href="{url}?kind=classic&amp;paper=letter&amp;' in page
    assert f'href="{place}?kind=full&amp;paper=letter&amp;' in page
    assert "ETag" not in response
    assert response["Cache-Control"] == "private, no-store"
    assert "Print the classic page" not in ines.get(f"{url}?kind=classic").content.decode()


def test_the_page_stays_where_nothing_can_be_printed(
    ines: Client, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printing, "sheet_pdf", fail)
    response = ines.get(f"{place}?kind=full")
    page = response.content.decode()
    assert response.status_code == 200
    assert "No preview right now." in page
    assert 'name="kind" value="classic"' in page
    picture = ines.get(f"{place}1.png?kind=full")
    assert (picture.status_code, picture.content) == (503, b"This took too long.\n")


def test_the_full_sheet_has_the_portrait_and_the_notes_that_all_may_see(
    ines: Client, url: str, portrayed: Character, printed: list[tuple[PrintOptions, Extras]]
) -> None:
    Notes.objects.create(character=portrayed, shared="She **never** sleeps.", private="<b>Mine.")
    ines.get(f"{url}?kind=full")
    extras = printed[0][1]
    assert extras.date == "November 22, 2026"
    assert extras.player == "Ines"
    assert extras.portrait == bytes(portrayed.portrait.shown)
    assert extras.portrait_alt == "Two shades"
    assert [(note.name, note.html) for note in extras.notes] == [
        ("Notes", "<p>She <strong>never</strong> sleeps.</p>")
    ]
    ines.get(f"{url}?kind=full&private=yes")
    assert [(note.name, note.html) for note in printed[1][1].notes] == [
        ("Notes", "<p>She <strong>never</strong> sleeps.</p>"),
        ("Private notes", "<p>&lt;b&gt;Mine.</p>"),
    ]
    ines.get(f"{url}?kind=classic&private=yes")
    classic = replace(printed[2][1], return_code="", return_link="")
    assert classic == Extras(date="November 22, 2026", player="Ines")


def test_the_full_sheet_carries_the_history_since_a_day_where_it_still_counts(
    ines: Client,
    url: str,
    place: str,
    finished: Character,
    printed: list[tuple[PrintOptions, Extras]],
) -> None:
    assert "Include history since" not in ines.get(place).content.decode()
    raised = {"kind": "raise-skill", "skill": "swim", "at": "2026-11-21T20:00:00+00:00"}
    for position, content in enumerate(
        [
            {"kind": "award", "cp": 3, "at": "2026-10-30T20:00:00+00:00"},
            {"kind": "award", "cp": 4, "at": "2026-11-14T20:00:00+00:00", "note": "<b>Escape</b>"},
            {"kind": "award", "cp": 1},
            raised,
            {"kind": "undo", "entry": 3, "at": "2026-11-21T20:05:00+00:00"},
        ]
    ):
        LedgerEntry.objects.create(character=finished, position=position, content=content)
    assert "Include history since" in ines.get(place).content.decode()
    ines.get(f"{url}?kind=full&since=2026-11-01")
    assert [(note.name, note.html) for note in printed[-1][1].notes] == [
        (
            "History since November 1, 2026",
            "<ul><li>November 14, 2026: Award: 4 Character Points; +4 Character Points; then "
            "12 Character Points, 250 Credits; &lt;b&gt;Escape&lt;/b&gt;</li></ul>",
        )
    ]
    ines.get(f"{url}?kind=full&since=2026-11-20")
    assert printed[-1][1].notes[0].html == "<p>Nothing was gained or spent.</p>"
    ines.get(f"{url}?kind=cards&since=2026-11-01")
    assert printed[-1][1].notes == ()


def test_private_notes_are_offered_to_the_owner_alone_and_printed_for_nobody_else(
    ines: Client,
    tom: Client,
    ready_made: Character,
    finished: Character,
    place: str,
    printed: list[tuple[PrintOptions, Extras]],
) -> None:
    assert "Include private notes" not in ines.get(place).content.decode()
    Notes.objects.create(character=finished, private="Mine.")
    Notes.objects.create(character=ready_made, private="The demo's own.")
    assert "Include private notes" in ines.get(place).content.decode()
    theirs = f"/characters/{ready_made.public_id}/print/"
    assert "Include private notes" not in tom.get(theirs).content.decode()
    tom.get(f"/characters/{ready_made.public_id}/sheet.pdf?kind=full&private=yes")
    assert printed[-1][1].notes == ()


def test_a_character_that_is_unfinished_or_illegal_prints_and_says_so(
    ines: Client, draft: Character, make_character: Callable[..., Character], vessa: dict[str, Any]
) -> None:
    page = ines.get(f"/characters/{draft.public_id}/print/").content.decode()
    assert "Not finished yet." in page
    assert "1.png" in page
    vessa["build"]["skills"] = ["stealth", "deceive", "blasters", "swim"]
    illegal = make_character(vessa, finished=True)
    page = ines.get(f"/characters/{illegal.public_id}/print/").content.decode()
    assert "Not legal yet." in page
    assert "1.png" in page
    assert ines.get(f"/characters/{illegal.public_id}/sheet.pdf").status_code == 200


def test_what_is_stored_damaged_is_said_and_not_printed(ines: Client, damaged: Character) -> None:
    for path in ("print/", "sheet.pdf", "print/1.png"):
        assert ines.get(f"/characters/{damaged.public_id}/{path}").status_code == 422


def test_everybody_may_print_a_ready_made_character(
    nobody: Client, ready_made: Character, pdf_text: Callable[[bytes], str]
) -> None:
    response = nobody.get(f"/characters/{ready_made.public_id}/sheet.pdf")
    assert "Everybody's" in pdf_text(response.content).replace("’", "'")


def test_the_full_sheet_has_the_awards_of_each_session_unless_the_history_says_them(
    ines: Client, url: str, finished: Character, printed: list[tuple[PrintOptions, Extras]]
) -> None:
    ines.get(f"{url}?kind=full")
    assert printed[-1][1].timeline == ()
    for position, content in enumerate(
        [
            {"kind": "award", "cp": 3, "at": "2026-10-30T20:00:00+00:00"},
            {"kind": "session", "at": "2026-11-14T18:00:00+00:00"},
            {"kind": "award", "cp": 4, "at": "2026-11-14T20:00:00+00:00", "note": "<b>Escape</b>"},
            {"kind": "award", "cp": 9, "at": "2026-11-15T20:00:00+00:00"},
            {"kind": "undo", "entry": 3, "at": "2026-11-15T20:05:00+00:00"},
            {"kind": "award", "cp": 1},
            {"kind": "raise-skill", "skill": "swim", "at": "2026-11-21T20:00:00+00:00"},
        ]
    ):
        LedgerEntry.objects.create(character=finished, position=position, content=content)
    ines.get(f"{url}?kind=full")
    assert [(note.name, note.html) for note in printed[-1][1].timeline] == [
        (
            "Sessions",
            "<ul><li>October 30, 2026: 3 Character Points</li>"
            "<li>November 14, 2026: &lt;b&gt;Escape&lt;/b&gt;: 4 Character Points</li>"
            "<li>1 Character Point</li></ul>",
        )
    ]
    ines.get(f"{url}?kind=full&since=2026-11-01")
    assert printed[-1][1].timeline == ()
    ines.get(f"{url}?kind=classic")
    assert printed[-1][1].timeline == ()
