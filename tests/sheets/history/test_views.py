"""The history: the whole ledger told, the sheet after any entry, two moments compared."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from sheets.history.tags import when
from sheets.models import Character

HTMX = {"HX-Request": "true"}
MakeCharacter = Callable[..., Character]

LEDGER: list[dict[str, Any]] = [
    {"kind": "award", "cp": 12, "at": "2026-11-03T20:15:00+00:00", "by": "Ines", "note": "Rescue"},
    {"kind": "raise-skill", "skill": "stealth", "paid": 6},
    {"kind": "raise-skill", "skill": "stealth", "paid": 9},
    {"kind": "undo", "entry": 2, "at": "last tuesday"},
]


def address(character: Character, rest: str = "") -> str:
    return f"/characters/{character.public_id}/history/{rest}"


@pytest.fixture
def storied(make_character: MakeCharacter, vessa: dict[str, Any]) -> Character:
    """Twelve points, two raises of Stealth, of which the second was taken back."""
    return make_character({**vessa, "ledger": LEDGER}, finished=True)


def test_the_newest_entry_comes_first_with_what_it_moved_and_what_there_was_then(
    ines: Client, storied: Character
) -> None:
    rows = ines.get(address(storied)).context["page"].object_list
    assert [row.number for row in rows] == [4, 3, 2, 1]
    moved = [[figure.value for figure in row.event.moved] for row in rows]
    assert moved == [[9], [-9], [-6], [12]]
    points = [row.event.balances[0].value for row in rows]
    assert points == [11, 2, 11, 17]
    assert [row.event.counts for row in rows] == [True, False, True, True]
    assert [row.undone_by for row in rows] == [None, 4, None, None]
    assert rows[0].undoes == 3


def test_what_was_taken_back_is_struck_and_says_what_took_it_back(
    ines: Client, storied: Character
) -> None:
    page = ines.get(address(storied)).content.decode()
    assert page.count("<s>") == 1
    assert "Undone by" in page
    assert "Rescue" in page


def test_a_date_is_shown_readably_words_as_they_are_and_nothing_as_nothing() -> None:
    assert when("") == ""
    assert when("2026-11-03") == '<time datetime="2026-11-03">November 3, 2026</time>'
    told = when("2026-11-03T20:15:00+00:00")
    assert told.startswith('<time datetime="2026-11-03T20:15:00+00:00" data-local="minute">')
    assert told.endswith(">November 3, 2026, 20:15 UTC</time>")
    assert "21:30" in when("2026-11-03T23:30:00+02:00")
    assert when("last <b>tuesday</b>") == "last &lt;b&gt;tuesday&lt;/b&gt;"
    assert when("0001-01-01T00:00:00+14:00") == "0001-01-01T00:00:00+14:00"


def test_one_kind_of_entry_is_shown_alone(ines: Client, storied: Character) -> None:
    context = ines.get(address(storied, "?kind=raise-skill")).context
    assert [row.number for row in context["page"]] == [3, 2]
    assert list(context["kinds"]) == ["award", "raise-skill", "undo"]
    for unknown in ("nothing", "buy", "' or 1"):
        assert len(ines.get(address(storied), {"kind": unknown}).context["page"]) == 4
    fragment = ines.get(address(storied, "?kind=award"), headers=HTMX)
    assert fragment.templates[0].name == "history/_ledger.html"
    assert b"<html" not in fragment.content


def test_a_long_ledger_has_pages_of_fifty_and_asks_twice(
    ines: Client,
    make_character: MakeCharacter,
    vessa: dict[str, Any],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    short = make_character({**vessa, "ledger": LEDGER[:1]}, finished=True)
    long = make_character({**vessa, "ledger": LEDGER[:1] * 300}, finished=True)
    for character in (short, long):
        for rest in ("", "?kind=award&page=3", "1/", "compare/", "1/why/defenses.dodge/"):
            with django_assert_num_queries(2):
                assert ines.get(address(character, rest)).status_code == 200
    page = ines.get(address(long)).context["page"]
    assert len(page) == 50
    assert page.paginator.num_pages == 6
    assert [row.number for row in ines.get(address(long, "?page=6")).context["page"]][-1] == 1
    for hostile in ("0", "-1", "seven", "9" * 5000):
        assert ines.get(address(long), {"page": hostile}).status_code == 200


def test_an_empty_history_says_what_to_do_next(
    ines: Client, nobody: Client, finished: Character, draft: Character, ready_made: Character
) -> None:
    assert "After your first session" in ines.get(address(finished)).content.decode()
    assert "Continue building" in ines.get(address(draft)).content.decode()
    assert "No points gained" in nobody.get(address(ready_made)).content.decode()


def test_a_fault_is_told_where_it_happened(
    ines: Client, make_character: MakeCharacter, vessa: dict[str, Any]
) -> None:
    ledger = [{"kind": "raise-skill", "skill": "stealth", "paid": 1}, {"kind": "undo", "entry": 7}]
    character = make_character({**vessa, "ledger": ledger}, finished=True)
    page = ines.get(address(character))
    assert page.status_code == 200
    faults = [row.event.fault for row in page.context["page"]]
    assert all(faults)
    assert page.content.decode().count("log-fault") == 2


def test_the_sheet_after_any_entry_is_as_it_was_then(ines: Client, storied: Character) -> None:
    def stealth(moment: int) -> int:
        page = ines.get(address(storied, f"{moment}/"))
        assert page.status_code == 200
        value: int = page.context["sheet"].figures["skills.stealth"].value
        return value

    first = stealth(0)
    assert [stealth(moment) for moment in range(5)] == [
        first,
        first,
        first + 1,
        first + 2,
        first + 1,
    ]
    assert ines.get(address(storied, "3/")).context["then"].is_now is False
    assert ines.get(address(storied, "4/")).context["then"].is_now is True
    page = ines.get(address(storied, "3/")).content.decode()
    assert "This is an earlier version" in page
    assert f"{address(storied)}3/why/" in page
    assert f'"/characters/{storied.public_id}/why/' not in page


def test_a_number_of_then_says_why_it_was_so(ines: Client, storied: Character) -> None:
    then = ines.get(address(storied, "3/why/skills.stealth/")).context["figure"]
    now = ines.get(f"/characters/{storied.public_id}/why/skills.stealth/").context["figure"]
    assert then.value == now.value + 1
    assert ines.get(address(storied, "3/why/nothing/")).status_code == 404
    fragment = ines.get(address(storied, "3/why/skills.stealth/"), headers=HTMX)
    assert fragment.templates[0].name == "ui/_why.html"


@pytest.mark.parametrize("hostile", ["5", "99999999999", "9" * 5000, "-1", "x", "1.5", "٣٣"])
def test_a_moment_that_is_none_is_not_there(hostile: str, ines: Client, storied: Character) -> None:
    for rest in (f"{hostile}/", f"{hostile}/go-back/", f"{hostile}/why/defenses.dodge/"):
        assert ines.get(address(storied, rest)).status_code == 404
    assert ines.get(address(storied, f"{hostile}/take-back/")).status_code == 404
    assert ines.post(address(storied, f"{hostile}/go-back/")).status_code == 404
    assert ines.post(address(storied, f"{hostile}/take-back/")).status_code == 404


def test_two_moments_are_compared_by_the_sections_of_the_sheet(
    ines: Client, storied: Character
) -> None:
    groups = ines.get(address(storied, "compare/?from=1&to=3")).context["groups"]
    found = [(one.label, one.before, one.after) for group in groups for one in group.differences]
    assert ("Stealth", "6D", "8D") in found
    assert ("Character Points", "17", "2") in found
    backwards = ines.get(address(storied, "compare/?from=3&to=1")).context["groups"]
    assert ("Stealth", "8D", "6D") in [
        (one.label, one.before, one.after) for group in backwards for one in group.differences
    ]
    assert ines.get(address(storied, "compare/?from=2&to=2")).context["groups"] == ()
    whole = ines.get(address(storied, "compare/")).context
    assert (whole["before"].number, whole["after"].number) == (0, 4)


def test_the_versions_to_compare_are_listed_with_their_names_and_dates(
    ines: Client, storied: Character
) -> None:
    page = ines.get(address(storied, "compare/?from=1&to=3"))
    assert [version.number for version in page.context["versions"]] == [4, 3, 2, 1, 0]
    options = [
        " ".join(text.split())
        for text in re.findall(r"<option[^>]*>([^<]*)", page.content.decode())
    ]
    assert len(options) == 10
    assert options[0].endswith("last tuesday")
    assert options[3].endswith("November 3, 2026, 20:15 UTC")
    assert options[4] == "As finished"
    chosen = re.findall(r'<option value="(\d)" selected>', page.content.decode())
    assert chosen == ["1", "3"]


def test_of_many_versions_the_newest_and_those_asked_for_are_listed(
    ines: Client, make_character: MakeCharacter, vessa: dict[str, Any]
) -> None:
    ledger = [{"kind": "award", "cp": 1}] * 150
    long = make_character({**vessa, "ledger": ledger}, finished=True)
    versions = ines.get(address(long, "compare/?from=7&to=150")).context["versions"]
    assert [version.number for version in versions] == [*range(150, 50, -1), 7, 0]


@pytest.mark.parametrize("hostile", ["", "-1", "5", "x", "9" * 5000, "1.5", "½"])
def test_a_comparison_with_no_such_moment_says_what_would_be_right(
    hostile: str, ines: Client, storied: Character
) -> None:
    page = ines.get(address(storied, "compare/"), {"from": hostile, "to": "2"})
    assert page.status_code == 400
    assert page.context["errors"] == {"from": "Enter an entry number from 0 to 4."}
    assert ines.get(address(storied, "compare/"), {"to": hostile}).status_code == 400


def test_everybody_who_sees_the_sheet_sees_its_history_and_only_the_owner_its_ways(
    ines: Client, tom: Client, nobody: Client, storied: Character, ready_made: Character
) -> None:
    assert "take-back" in ines.get(address(storied)).content.decode()
    for rest in ("", "1/", "compare/"):
        for client in (tom, nobody):
            assert client.get(address(storied, rest)).status_code == 404
    ready_made.entries.create(position=0, content=LEDGER[0])
    ready_made.entries.create(position=1, content=LEDGER[1])
    for client in (ines, nobody):
        page = client.get(address(ready_made))
        assert len(page.context["page"]) == 2
        assert "take-back" not in page.content.decode()
        assert "go-back" not in client.get(address(ready_made, "1/")).content.decode()


def test_a_character_that_is_put_away_has_its_history_and_no_ways(
    ines: Client, storied: Character
) -> None:
    ines.post(f"/characters/{storied.public_id}/archive/")
    assert "take-back" not in ines.get(address(storied)).content.decode()
    assert (
        '<button class="press">' not in ines.get(address(storied, "1/take-back/")).content.decode()
    )
