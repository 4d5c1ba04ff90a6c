"""The counting of costly requests, and the sentences of a limit."""

import threading
from typing import Any

import pytest
from django.test import Client, RequestFactory

from sheets import rate_limits
from sheets.visitors import Visitor
from tests.sheets.concurrency.threads import at_once


def asking(client: Client) -> Any:
    request = RequestFactory().post("/")
    request.COOKIES = {name: morsel.value for name, morsel in client.cookies.items()}
    request.user = type("Nobody", (), {"is_authenticated": False})()
    request.visitor = Visitor(request)  # type: ignore[attr-defined]
    return request


@pytest.mark.usefixtures("few")
@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_share_one_limit(ines: Client) -> None:
    """Four attempts in each of two threads, with connections of their own."""
    start, outcomes = threading.Barrier(2), []

    def work() -> None:
        start.wait()
        for _ in range(4):
            try:
                rate_limits.count(asking(ines), "import")
                outcomes.append("let in")
            except rate_limits.RateLimited:
                outcomes.append("refused")

    assert at_once(work, work) == []
    assert sorted(outcomes) == ["let in"] * 3 + ["refused"] * 5


def test_counting_takes_one_transaction_and_few_questions(
    ines: Client, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(24):
        rate_limits.count(asking(ines), "new")


def test_without_a_limit_nothing_is_counted(
    ines: Client, settings: Any, django_assert_num_queries: Any
) -> None:
    settings.RATES = {**settings.RATES, "new": ()}
    with django_assert_num_queries(0):
        rate_limits.count(asking(ines), "new")


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (1, "1 second"),
        (59, "59 seconds"),
        (60, "1 minute"),
        (61, "2 minutes"),
        (3600, "1 hour"),
        (3601, "2 hours"),
        (86_400, "1 day"),
    ],
)
def test_a_time_is_rounded_up(seconds: int, words: str) -> None:
    assert rate_limits.duration(seconds) == words


@pytest.mark.parametrize(
    ("seconds", "words"), [(86_400, "in a day."), (3600, "in an hour."), (600, "in 10 minutes.")]
)
def test_a_limit_names_its_time(seconds: int, words: str) -> None:
    late = rate_limits.RateLimited("new", rate_limits.Rate(2, seconds, "visitor"), 30)
    assert (
        str(late)
        == f"Too many tries: the limit is 2 new characters {words} Try again in 30 seconds."
    )
