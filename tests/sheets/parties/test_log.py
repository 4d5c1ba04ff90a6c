"""The log of a party: all its characters' lines, newest first, a page at a time."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from sheets import form_data
from sheets.models import Character, Member, Party, PlayLogEntry
from sheets.parties import log
from tests.sheets.cast import Person
from tests.sheets.parties.pages import get, play, text

People = dict[str, Person]
Make = Callable[..., Character]


@pytest.fixture
def vessa(in_party: Make) -> Character:
    return in_party()


@pytest.fixture
def brakka(in_party: Make) -> Character:
    return in_party("Brakka", of="femi")


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
        assert len(queries) == 5
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
