"""How often the database is asked: seldom, and never more often for more data."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from sheets.models import Character

HTMX = {"HX-Request": "true"}


def test_saving_a_field_asks_four_times(
    ines: Client,
    draft: Character,
    step_of: Callable[[Character, str], str],
    field: Callable[..., dict[str, Any]],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    # Begin, the character with its row locked, update, commit.
    for step, form in (
        ("concept", field("name", "Vessa")),
        ("species", field("species", "twilek")),
        ("skills", field("skills", "blasters", "deceive")),
    ):
        with django_assert_num_queries(4):
            response = ines.post(step_of(draft, step), form, headers=HTMX)
        assert response.status_code == 200


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


@pytest.mark.parametrize("count", [1, 30])
@pytest.mark.parametrize("query", ["", "?q=vessa"])
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
            {**vessa, "ledger": [{"kind": "session"}] * number}, finished=bool(number % 2)
        )
    # How many, these, their ledgers; how many are archived. A search counts by itself.
    with django_assert_num_queries(3 if query else 4):
        assert len(ines.get(f"/characters/{query}").context["cards"]) == count


def test_who_owns_nothing_asks_the_least(
    nobody: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for url, queries in (("/credits/", 0), ("/characters/", 0), ("/characters/import/", 0)):
        with django_assert_num_queries(queries):
            nobody.get(url)
    for url in ("/", "/characters/new/"):
        with django_assert_num_queries(1):
            nobody.get(url)
