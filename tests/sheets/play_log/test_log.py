"""The log of the table: its page, its pages, what a line shows, and all of it as files."""

import json
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse, StreamingHttpResponse
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from sheets import form_data
from sheets.models import Character, PlayLogEntry
from sheets.play_log import log

ROLL = {
    "action": "skills.blasters",
    "name": "Blasters",
    "kind": "check",
    "dice": [{"face": 6, "kind": "destiny"}, {"face": 2, "kind": ""}, {"face": 3, "kind": "point"}],
    "total": 11,
    "code": "3D",
    "why": "DEX 3D + Blasters 1D - 1 wound 1D",
    "target": 10,
    "against": "Easy",
    "success": True,
    "said": ["11 against Easy 10: success"],
    "asks": "What goes right?",
    "point": True,
}
HARM = {
    "action": "harm",
    "name": "8 damage",
    "kind": "harm",
    "total": 6,
    "said": ["6 gets through: unconscious."],
    "moved": [{"mark": "unconscious", "by": 1, "was": 0, "now": 1, "most": 1}],
}


def write(character: Character, *contents: dict[str, Any], **fields: Any) -> PlayLogEntry:
    """Lines by hand, without the operations; the last one."""
    first = character.play_log.count() + 1
    lines = [
        PlayLogEntry(
            character=character,
            number=first + position,
            kind=content["kind"],
            content=content,
            by="Ines",
            at=timezone.datetime(2026, 11, 22, 20, 15, tzinfo=timezone.get_default_timezone()),
            **fields,
        )
        for position, content in enumerate(contents)
    ]
    PlayLogEntry.objects.bulk_create(lines, batch_size=1000)
    return lines[-1]


def address(character: Character, rest: str = "log/") -> str:
    return f"/characters/{character.public_id}/{rest}"


def words(response: HttpResponse) -> str:
    return " ".join(response.content.decode().split())


def streamed(client: Client, url: str) -> str:
    response = client.get(url)
    assert isinstance(response, StreamingHttpResponse)
    return b"".join(response.streaming_content).decode()  # type: ignore[arg-type]  # not async


def test_a_log_shows_its_lines_newest_first(ines: Client, finished: Character) -> None:
    write(finished, ROLL, HARM)
    response = ines.get(address(finished))
    assert [line.number for line in response.context["page"].lines] == [2, 1]
    shown = words(response)
    for said in (
        "11 against Easy 10: success",
        "DEX 3D + Blasters 1D − 1 wound 1D",
        "Destiny Die 6; dice 2; dice of a point 3",
        "6 gets through: unconscious.",
        '<dt>Unconscious</dt><dd class="figures">+1</dd>',
        "November 22, 2026",
    ):
        assert said in shown
    assert "history.css" in shown


def test_only_the_owner_is_offered_to_take_back_and_to_answer(
    ines: Client, nobody: Client, finished: Character, ready_made: Character
) -> None:
    for client, character, offered in ((ines, finished, 1), (nobody, ready_made, 0)):
        write(character, ROLL)
        shown = words(client.get(address(character)))
        assert shown.count("table/take-back/1/") == offered
        assert shown.count("table/answer/1/") == offered
        assert "csrfmiddlewaretoken" in shown


def test_what_was_taken_back_is_struck_out_and_says_by_which(
    ines: Client, finished: Character
) -> None:
    write(finished, HARM)
    write(finished, {"kind": "back", "name": "8 damage"}, takes_back=1)
    back, harm = ines.get(address(finished)).context["page"].lines
    assert (back.takes_back, harm.taken_back_by) == (1, 2)
    assert (back.may_be_taken_back, harm.may_be_taken_back) == (False, False)
    shown = words(ines.get(address(finished)))
    assert "<s>8 damage</s>" in shown
    assert "Undone by number 2." in shown
    assert "table/take-back/" not in shown


def test_an_answer_is_shown_and_asked_for_no_more(ines: Client, finished: Character) -> None:
    write(finished, ROLL, answer="They <b>laugh</b>.")
    shown = words(ines.get(address(finished)))
    assert "They &lt;b&gt;laugh&lt;/b&gt;." in shown
    assert "table/answer/" not in shown


@pytest.mark.parametrize("fixture", ["finished", "draft", "archived"])
def test_an_empty_log_says_so(fixture: str, ines: Client, request: pytest.FixtureRequest) -> None:
    character = request.getfixturevalue(fixture)
    said = "No rolls yet." if fixture == "finished" else "The log begins once"
    assert said in words(ines.get(address(character)))


def test_pages_follow_each_other_without_gap_or_overlap(ines: Client, finished: Character) -> None:
    write(finished, *[HARM] * 120)
    spans = []
    url: str | None = address(finished)
    while url:
        page = ines.get(url).context["page"]
        spans.append((page.lines[0].number, page.lines[-1].number))
        url = f"{address(finished)}?before={page.older}" if page.older else None
    assert spans == [(120, 71), (70, 21), (20, 1)]
    last = ines.get(f"{address(finished)}?before=21").context["page"]
    assert (last.newer, last.older, last.is_newest) == (71, None, False)
    middle = ines.get(f"{address(finished)}?before=71").context["page"]
    assert (middle.newer, middle.older, middle.is_newest) == (None, 21, False)


@pytest.mark.parametrize("before", ["0", "1", "-3", "many", "9" * 9, "9" * 5000, "", "\x00"])
def test_any_place_in_a_log_is_answered(before: str, ines: Client, finished: Character) -> None:
    write(finished, ROLL)
    response = ines.get(address(finished), {"before": before})
    assert response.status_code == 200
    assert len(response.context["page"].lines) == (0 if before in ("0", "1") else 1)


def test_lines_on_a_page_know_what_newer_pages_say_of_them(finished: Character) -> None:
    write(finished, HARM, *[ROLL] * 10)
    write(finished, {"kind": "back"}, takes_back=1)
    write(finished, {**ROLL, "kind": "point"}, point_on=2)
    page = log.page(finished, before=4, limit=5)
    assert [(line.number, line.taken_back_by, line.point_by) for line in page.lines] == [
        (3, None, None),
        (2, None, 13),
        (1, 12, None),
    ]
    assert [line.is_newest for line in page.lines] == [False, False, False]


def test_the_newest_line_that_stands_may_take_a_point(finished: Character) -> None:
    write(finished, ROLL, HARM)
    write(finished, {"kind": "back"}, takes_back=2)
    lines = log.newest(finished)
    assert [(line.number, line.may_take_point) for line in lines] == [
        (3, False),
        (2, False),
        (1, True),
    ]


@pytest.mark.parametrize("length", [60, 600])
def test_a_log_asks_the_same_however_long_it_is(
    length: int,
    ines: Client,
    finished: Character,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    write(finished, *[ROLL] * length)
    # The character, its ledger, the lines; further down also the newest, and what is about these.
    with django_assert_num_queries(3):
        ines.get(address(finished))
    with django_assert_num_queries(5):
        ines.get(f"{address(finished)}?before=30")
    with django_assert_num_queries(1):
        assert log.newest(finished)


def test_a_page_is_found_in_an_index_and_nothing_is_sorted(finished: Character) -> None:
    for rows in (
        finished.play_log.newest_first()[:50],
        finished.play_log.newest_first(before=900)[:50],
        finished.play_log.oldest_first(after=900)[:50],
    ):
        plan = rows.explain()
        if connection.vendor == "sqlite":
            assert "SEARCH sheets_playlogentry USING INDEX" in plan
            assert "TEMP B-TREE" not in plan


def test_all_of_it_is_exported_as_data(ines: Client, finished: Character) -> None:
    write(finished, ROLL, answer="They laugh.")
    write(finished, HARM)
    write(finished, {"kind": "back", "name": "8 damage"}, takes_back=2)
    told = json.loads(streamed(ines, address(finished, "log.json")))
    assert (told["format"], told["character"]) == ("hyperspace-log/1", "Vessa Korr")
    assert [line["number"] for line in told["lines"]] == [1, 2, 3]
    first, harm, back = told["lines"]
    assert (first["dice"][0], first["answer"]) == ({"face": 6, "kind": "destiny"}, "They laugh.")
    assert (harm["moved"][0]["by"], harm["taken_back_by"], back["takes_back"]) == (1, 3, 2)


def test_an_empty_log_is_exported_too(ines: Client, finished: Character) -> None:
    assert json.loads(streamed(ines, address(finished, "log.json")))["lines"] == []
    assert streamed(ines, address(finished, "log.txt")).startswith("Vessa Korr: at the table\n")


def test_all_of_it_is_exported_in_words(ines: Client, finished: Character) -> None:
    write(finished, ROLL, answer="They\nlaugh.")
    write(finished, HARM)
    assert streamed(ines, address(finished, "log.txt")) == (
        "Vessa Korr: at the table\n"
        "\n"
        "1. 2026-11-22 20:15 UTC Ines\n"
        "    Blasters 3D\n"
        "    *6 2 +3 = 11\n"
        "    11 against Easy 10: success\n"
        "    What goes right? They laugh.\n"
        "\n"
        "2. 2026-11-22 20:15 UTC Ines\n"
        "    8 damage\n"
        "    6 gets through: unconscious.\n"
        "    Unconscious +1\n"
        "\n"
        "The Destiny Die has a *, the dice of a point a +.\n"
    )


def test_signs_that_no_die_has_are_not_explained(ines: Client, finished: Character) -> None:
    write(finished, HARM)
    assert streamed(ines, address(finished, "log.txt")).endswith("    Unconscious +1\n\n")


def test_an_export_of_a_long_log_is_whole_and_asked_for_in_pieces(
    ines: Client, finished: Character, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    write(finished, *[HARM] * 1100)
    # The character, and for every 500 lines these and what is about them; then that there are none.
    with django_assert_num_queries(1 + 2 * 3 + 1):
        told = json.loads(streamed(ines, address(finished, "log.json")))
    assert [line["number"] for line in told["lines"]] == list(range(1, 1101))


@pytest.mark.parametrize(
    "content", [None, [], "x", 7, {"dice": "many"}, {"moved": 7}, {"said": [1]}, {"total": "x"}]
)
def test_a_line_that_cannot_be_read_stands_in_nobodys_way(
    content: Any, ines: Client, finished: Character
) -> None:
    line = write(finished, HARM)
    PlayLogEntry.objects.filter(pk=line.pk).update(content=content if content is not None else {})
    for rest in ("log/", "log.json", "log.txt"):
        assert ines.get(address(finished, rest)).status_code == 200
    streamed(ines, address(finished, "log.txt"))
    streamed(ines, address(finished, "log.json"))


def test_a_copy_begins_a_log_of_its_own_and_deleting_for_good_takes_it_along(
    ines: Client, finished: Character
) -> None:
    write(finished, ROLL)
    ines.post(address(finished, "duplicate/"), {"key": form_data.new_key()})
    copy = Character.objects.exclude(pk=finished.pk).get(owner=finished.owner)
    assert copy.play_log.count() == 0
    for page in ("delete/", "erase/"):
        ines.post(address(finished, page), {"key": form_data.new_key()})
    assert not PlayLogEntry.objects.exists()
