"""Numbers of queries: few, and never more for more data."""

from collections.abc import Callable
from typing import Any
from unittest.mock import MagicMock

import pytest
from django.db.models.sql.compiler import SQLCompiler
from django.test import Client
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from sheets import form_data
from sheets.apps import turn_off_compiling
from sheets.models import Character, LedgerEntry, Notes

HTMX = {"HX-Request": "true"}


def test_saving_a_field_asks_five_times(
    ines: Client,
    draft: Character,
    step_of: Callable[[Character, str], str],
    field: Callable[..., dict[str, Any]],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    # The character; begin, its row locked, update, commit.
    for step, form in (
        ("concept", field("name", "Vessa")),
        ("species", field("species", "twilek")),
        ("skills", field("skills", "blasters", "deceive")),
    ):
        with django_assert_num_queries(5):
            response = ines.post(step_of(draft, step), form, headers=HTMX)
        assert response.status_code == 200


def test_what_a_save_and_a_roll_read_is_turned_into_sql_once_for_all_of_them(
    ines: Client,
    draft: Character,
    finished: Character,
    step_of: Callable[[Character, str], str],
    field: Callable[..., dict[str, Any]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def save(member: str) -> None:
        response = ines.post(step_of(draft, "concept"), field(member, "Vessa"), headers=HTMX)
        assert response.status_code == 200

    def roll() -> None:
        roll_form = {"key": form_data.new_key()}
        url = f"/characters/{finished.public_id}/table/do/attributes.DEX/"
        with django_capture_on_commit_callbacks(execute=True):
            assert ines.post(url, roll_form).status_code == 302

    save("name")
    roll()
    built: list[SQLCompiler] = []
    as_sql = SQLCompiler.as_sql

    def noted(compiler: SQLCompiler, *args: Any, **named: Any) -> Any:
        built.append(compiler)
        return as_sql(compiler, *args, **named)

    monkeypatch.setattr(SQLCompiler, "as_sql", noted)
    save("pronouns")
    roll()
    assert built == []
    assert Character.objects.count() == 2
    assert len(built) == 1


@pytest.mark.parametrize("step", ["concept", "species", "gear", "review"])
def test_a_step_asks_once(
    step: str,
    ines: Client,
    complete: Character,
    step_of: Callable[[Character, str], str],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(1):
        ines.get(step_of(complete, step))


@pytest.mark.parametrize("length", [1, 300])
def test_a_sheet_asks_twice_however_long_its_ledger(
    length: int,
    ines: Client,
    make_character: Callable[..., Character],
    vessa: dict[str, Any],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    vessa["ledger"] = [{"kind": "award", "cp": 1}] * length
    url = f"/characters/{make_character(vessa, finished=True).public_id}/"
    for path in ("", "why/defenses.dodge/", "document.json"):
        with django_assert_num_queries(2):
            assert ines.get(url + path).status_code == 200


@pytest.mark.parametrize("length", [1, 300])
def test_paper_asks_once_more_where_it_shows_the_portrait(
    length: int,
    ines: Client,
    portrayed: Character,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    Notes.objects.create(character=portrayed, shared="Notes.", private="Mine.")
    for position in range(length):
        content = {"kind": "award", "cp": 1}
        LedgerEntry.objects.create(character=portrayed, position=position, content=content)
    url = f"/characters/{portrayed.public_id}/"
    # Each asks for the code by which the paper comes back; the page of choices besides whether
    # there is a link that a code could be printed of.
    for path, besides in (("print/", 1), ("print/1.png", 0), ("sheet.pdf", 0)):
        for kind, queries in (("classic", 3), ("full", 4)):
            ines.get(f"{url}{path}?kind={kind}&private=yes")  # what is printed anew is counted
            with django_assert_num_queries(queries + besides):
                assert ines.get(f"{url}{path}?kind={kind}&private=yes").status_code == 200


@pytest.mark.parametrize("length", [1, 300])
def test_a_page_to_grow_on_asks_twice_however_long_the_ledger(
    length: int,
    ines: Client,
    make_character: Callable[..., Character],
    vessa: dict[str, Any],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    vessa["ledger"] = [{"kind": "award", "cp": 1}] * length
    url = f"/characters/{make_character(vessa, finished=True).public_id}/"
    for path in ("advance/", "gear/", "session/", "plan/", "price/advance/raise-skill.melee/"):
        with django_assert_num_queries(2):
            assert ines.get(url + path).status_code == 200
    # And what the address says was just made.
    with django_assert_num_queries(2):
        assert ines.get(f"{url}advance/?made={length - 1}").context["made"]


@pytest.mark.parametrize("length", [1, 300])
def test_buying_asks_the_same_however_long_the_ledger(
    length: int,
    ines: Client,
    make_character: Callable[..., Character],
    vessa: dict[str, Any],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    vessa["ledger"] = [{"kind": "award", "cp": 1}] * length
    url = f"/characters/{make_character(vessa, finished=True).public_id}/advance/"
    form = {"key": "0" * 32, "version": "1", "entry": "kind=raise-skill&skill=melee"}
    # The row, whether the form was sent before, the ledger; begin, the row locked,
    # the update, the new entry, the form's receipt, commit; then the page, which asks nothing.
    with django_assert_num_queries(9):
        assert ines.post(url, form, headers=HTMX).status_code == 200


@pytest.mark.parametrize("count", [1, 60])
@pytest.mark.parametrize("query", ["", "?q=vessa&sort=name&game=hyperspace-d6&party=none"])
def test_a_shelf_asks_the_same_however_full_it_is(
    query: str,
    count: int,
    ines: Client,
    make_character: Callable[..., Character],
    vessa: dict[str, Any],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(count):
        make_character(
            {**vessa, "ledger": [{"kind": "session"}] * number}, finished=bool(number % 9)
        )
    # What there is to choose from, who matches, this page's, their ledgers.
    with django_assert_num_queries(4):
        answer = ines.get(f"/characters/{query}")
    assert answer.context["page"].paginator.count == count
    assert len(answer.content) < 108 * 1024


def test_who_owns_nothing_asks_the_least(
    nobody: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for url, queries in (("/credits/", 0), ("/characters/", 0), ("/characters/import/", 0)):
        with django_assert_num_queries(queries):
            nobody.get(url)
    for url in ("/", "/characters/new/"):
        with django_assert_num_queries(1):
            nobody.get(url)


@pytest.mark.parametrize(("vendor", "sent"), [("postgresql", ["SET jit = off"]), ("sqlite", [])])
def test_a_new_connection_to_postgresql_compiles_no_query(vendor: str, sent: list[str]) -> None:
    opened = MagicMock(vendor=vendor)
    turn_off_compiling(connection=opened)
    cursor = opened.cursor.return_value.__enter__.return_value
    assert [call.args[0] for call in cursor.execute.call_args_list] == sent
