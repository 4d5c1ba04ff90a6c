"""The log of a party: all its characters' lines, newest first, a page at a time."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from sheets import form_data
from sheets.models import Character, Member, Party, PartySession, PlayLogEntry
from sheets.parties import log
from tests.sheets.cast import Person
from tests.sheets.example_characters import VESSA, store
from tests.sheets.parties.pages import get, play, text

People = dict[str, Person]
Make = Callable[..., Character]


def lines(count: int, *characters: Character) -> list[str]:
    """So many lines for each in turn; what they are called, newest first."""
    now, made, name = timezone.now(), [], 0
    for number in range(1, count + 1):
        for character in characters:
            name += 1
            content = {"action": "x", "name": f"Roll {name}", "total": 3}
            row = PlayLogEntry(character=character, number=number, kind="check", at=now)
            row.content = content
            made.append(row)
    PlayLogEntry.objects.bulk_create(made)
    return [row.content["name"] for row in reversed(made)]


def shown(page: Any) -> list[str]:
    return [told.line.outcome.name for told in page.context["page"].lines]


def test_what_happens_to_anybody_is_told_newest_first(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    play(people["ines"], vessa, "do/skills.stealth/")
    play(people["femi"], brakka, "do/harm/", damage="6")
    play(people["greta"], vessa, "do/harm/", damage="3")
    page = get(people["femi"], party, "log/")
    assert shown(page) == ["3 damage", "6 damage", "Stealth"]
    told = page.context["page"].lines
    assert [one.who for one in told] == ["Vessa Korr", "Brakka", "Vessa Korr"]
    assert [(one.line.by, one.line.by_gm) for one in told] == [
        ("greta", True),
        ("Ines", False),  # as the player of that sheet is called
        ("Ines", False),
    ]
    assert text(page).count("greta GM") == 1
    own = people["ines"].client.get(f"/characters/{vessa.public_id}/log/")
    assert text(own).count("greta GM") == 1


def test_what_was_taken_back_is_struck_out(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    # Both have a line of that number; one of them is taken back.
    play(people["ines"], vessa, "do/skills.stealth/")
    play(people["femi"], brakka, "do/skills.search/")
    play(people["ines"], vessa, "take-back/1/")
    page = get(people["greta"], party, "log/").content.decode()
    assert "<s>Stealth</s>" in page
    assert "<s>Search</s>" not in page


def test_pages_follow_each_other_without_a_gap(
    people: People, party: Party, vessa: Character, brakka: Character, in_party: Make
) -> None:
    lines(3, in_party("Quiet"))
    expected = lines(70, vessa, brakka)
    told: list[str] = []
    asked: dict[str, str] = {}
    for _ in range(3):
        page = get(people["femi"], party, "log/", **asked)
        told += shown(page)
        asked = {"before": str(page.context["page"].older)}
    assert told[:140] == expected
    assert len(told) == 143
    assert page.context["page"].older is None


@pytest.mark.parametrize("before", ["", "x", "-1", "1.5", "%00", "9" * 9, "9" * 40])
def test_a_place_that_is_none_is_the_newest(
    people: People, party: Party, vessa: Character, before: str
) -> None:
    lines(2, vessa)
    page = get(people["femi"], party, "log/", before=before)
    assert page.status_code == 200
    assert len(shown(page)) == 2


def test_before_the_first_there_is_nothing_and_a_way_back(
    people: People, party: Party, vessa: Character
) -> None:
    lines(2, vessa)
    page = get(people["femi"], party, "log/", before="0")
    assert "No older entries." in text(page)
    assert "Newest" in text(page)


def test_a_log_without_lines_says_what_will_be_in_it(people: People, party: Party) -> None:
    assert "No rolls yet." in text(get(people["femi"], party, "log/"))


def test_nobody_else_s_lines_are_in_it(
    people: People, party: Party, vessa: Character, make_character: Callable[..., Character]
) -> None:
    other = make_character(finished=True)
    Character.objects.filter(pk=other.pk).update(party=Party.objects.get(name="Others"))
    lines(60, other)
    assert lines(2, vessa) == shown(get(people["femi"], party, "log/"))


def test_a_line_that_cannot_be_read_stands_in_nobodys_way(
    people: People, party: Party, vessa: Character
) -> None:
    lines(2, vessa)
    PlayLogEntry.objects.filter(number=1).update(content={"name": 7})
    assert "This entry is damaged and unreadable." in text(get(people["femi"], party, "log/"))


def test_only_the_newest_page_is_live(people: People, party: Party, vessa: Character) -> None:
    lines(60, vessa)
    newest = get(people["femi"], party, "log/")
    assert 'id="live"' in newest.content.decode()
    older = get(people["femi"], party, "log/", before=str(newest.context["page"].older))
    assert 'id="live"' not in older.content.decode()


def test_a_page_reads_no_more_rows_of_a_long_log_than_it_may_show(
    party: Party, people: People, vessa: Character, brakka: Character, in_party: Make
) -> None:
    # One has rolled for ever, one never: the rest of a page is the quiet one's old lines.
    quiet, never = in_party("Quiet"), in_party("Never")
    old = lines(3, quiet)
    long = lines(400, vessa, brakka)
    membership = Member.objects.select_related("party").get(party=party, owner=people["femi"].owner)
    newest = PlayLogEntry.objects.latest("pk").pk
    for before, expected in (
        (None, long[:10]),
        (newest - 395, long[396:406]),
        (newest - 797, [*long[798:], *old]),
    ):
        with CaptureQueriesContext(connection) as queries:
            page = log.log_page(membership, before, limit=10)
        assert [told.line.outcome.name for told in page.lines] == expected
        assert len(queries) == 6
    assert never.play_log.count() == 0
    # The eleventh newest of the busiest: nothing older than that is looked at.
    floor = PlayLogEntry.objects.filter(character=brakka).order_by("-pk")[10].pk
    with CaptureQueriesContext(connection) as queries:
        log.log_page(membership, limit=10)
    assert any(f">= {floor}" in query["sql"] for query in queries)


def test_a_question_is_answered_in_the_log(people: People, party: Party, vessa: Character) -> None:
    lines(1, vessa)
    PlayLogEntry.objects.update(
        content={"action": "x", "name": "Stealth", "asks": "What goes wrong?", "total": 9}
    )
    form = {"answer": "It rains", "key": form_data.new_key()}
    people["ines"].client.post(f"/characters/{vessa.public_id}/table/answer/1/", form)
    assert "What goes wrong? It rains" in text(get(people["femi"], party, "log/"))


def logged(party: Party, vessa: Character, brakka: Character) -> None:
    """A roll before the first session, two in it, and damage in the second."""
    now = timezone.now()
    days = [now - timedelta(days=back) for back in (30, 20, 19, 10)]
    starts = (now - timedelta(days=21), now - timedelta(days=11))
    for number, (start, title) in enumerate(zip(starts, ("The Heist", ""), strict=True), 1):
        PartySession.objects.create(party=party, number=number, began_at=start, title=title)
    dice = {"dice": [{"face": 3}], "target": 12, "against": "Dodge", "success": False}
    for character, number, day, kind, content in (
        (vessa, 1, days[0], "check", {"name": "Stealth", "total": 3, **dice}),
        (vessa, 2, days[1], "check", {"name": "Search", "total": 3, **dice}),
        (brakka, 1, days[2], "check", {"name": "Pilot", "total": 3, **dice}),
        (brakka, 2, days[3], "harm", {"name": "6 damage", "said": ["One *wound*."]}),
    ):
        PlayLogEntry.objects.create(
            character=character,
            number=number,
            kind=kind,
            content={"action": "x", **content},
            at=day,
        )


def test_the_log_stands_under_its_sessions_and_is_searched_by_person_kind_and_session(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    logged(party, vessa, brakka)
    page = get(people["femi"], party, "log/")
    assert [
        (session and session.number, [one.line.outcome.name for one in entries])
        for session, entries in page.context["page"].by_session
    ] == [(2, ["6 damage"]), (1, ["Pilot", "Search"]), (None, ["Stealth"])]
    assert "Session 1: The Heist" in text(page)
    assert "Before the first session" in text(page)
    for asked, names in (
        ({"character": str(vessa.public_id)}, ["Search", "Stealth"]),
        ({"kind": "rolls"}, ["Pilot", "Search", "Stealth"]),
        ({"kind": "harm"}, ["6 damage"]),
        ({"kind": "other"}, []),
        ({"session": "1"}, ["Pilot", "Search"]),
        ({"session": "2"}, ["6 damage"]),
        ({"session": "9"}, []),
        ({"session": "1", "character": str(vessa.public_id), "kind": "rolls"}, ["Search"]),
        (
            {"session": "x", "character": "x", "kind": "x"},
            ["6 damage", "Pilot", "Search", "Stealth"],
        ),
    ):
        assert shown(get(people["femi"], party, "log/", **asked)) == names
    none = get(people["femi"], party, "log/", kind="healing")
    assert "No entries match." in text(none)
    assert 'id="live"' not in none.content.decode()


def test_the_log_is_exported_oldest_first(
    people: People, party: Party, vessa: Character, brakka: Character
) -> None:
    logged(party, vessa, brakka)

    def exported(extension: str, **asked: str) -> str:
        return b"".join(get(people["femi"], party, f"log.{extension}", **asked)).decode()

    plain = json.loads(exported("json"))
    assert (plain["format"], plain["party"]) == ("hyperspace-party-log/1", "The Long Watch")
    assert [(one["character"], one.get("session"), one["name"]) for one in plain["lines"]] == [
        ("Vessa Korr", None, "Stealth"),
        ("Vessa Korr", 1, "Search"),
        ("Brakka", 1, "Pilot"),
        ("Brakka", 2, "6 damage"),
    ]
    lines = exported("md", session="2").splitlines()
    day = plain["lines"][3]["at"][:16].replace("T", " ")
    assert lines == [
        "# The Long Watch: log",
        "",
        "## Session 2",
        "",
        f"- {day} **Brakka** 6 damage: One \\*wound\\*.",
    ]
    assert "Search: 3 against Dodge 12: failure" in exported("md", session="1")
    words = exported("txt", character=str(vessa.public_id))
    assert words.index("Before the first session") < words.index("Session 1: The Heist")
    assert "Vessa Korr, 2. " in words
    assert "Brakka" not in words


def test_what_opponents_roll_is_for_game_masters(
    people: People, party: Party, vessa: Character
) -> None:
    foe = store(people["greta"].owner, {**VESSA, "name": "Trooper"}, finished=True)
    Character.objects.filter(pk=foe.pk).update(kind="opponent", roster=party, name="Trooper")
    lines(1, vessa, foe)
    for name, seen in (("greta", 2), ("cora", 2), ("ines", 1), ("femi", 1)):
        assert len(shown(get(people[name], party, "log/"))) == seen
        page = get(people[name], party, "log/").content.decode()
        assert ("Trooper" in page) == (seen == 2)
        assert ("Trooper" in exported_json(people[name], party)) == (seen == 2)


def exported_json(who: Person, party: Party) -> str:
    return b"".join(get(who, party, "log.json")).decode()
