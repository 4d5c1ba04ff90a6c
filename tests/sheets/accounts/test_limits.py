"""Limits for tries: counted in one place for all processes, by addresses nobody makes up."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.core.cache.backends.db import DatabaseCache
from django.db import connection
from django.http import HttpResponse
from django.test import Client, RequestFactory

from sheets import network_address
from tests.sheets.accounts.conftest import ANOTHER, PASSWORD, said
from tests.sheets.concurrency.threads import at_once

SIGN_IN, SIGN_UP, RECOVER = "/account/login/", "/account/signup/", "/account/recover/"
TOO_OFTEN = "Too many failed tries. Wait five minutes, then try again."


def attempt(name: str = "dora", password: str = ANOTHER, **headers: str) -> HttpResponse:
    """One browser more, wherever it is."""
    return Client().post(SIGN_IN, {"login": name, "password": password}, headers=headers)  # type: ignore[return-value]


def from_address(address: str) -> Client:
    return Client(REMOTE_ADDR=address)


@pytest.fixture
def trusted(settings: Any) -> None:
    """One proxy of ours stands before the server."""
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1


def test_after_five_wrong_passwords_the_right_one_waits_as_well(dora: User) -> None:
    for _ in range(5):
        assert "don't match" in said(attempt())
    assert TOO_OFTEN in said(attempt())
    assert TOO_OFTEN in said(attempt(password=PASSWORD))


def test_a_name_without_an_account_waits_just_so(dora: User) -> None:
    answers = [said(attempt("nora")) for _ in range(6)]
    assert "don't match" in answers[4]
    assert TOO_OFTEN in answers[5]


@pytest.mark.parametrize("spelling", ["DORA", "Dora ", "ＤORA"])
def test_another_spelling_is_the_same_name(dora: User, spelling: str) -> None:
    for _ in range(5):
        attempt(spelling)
    assert TOO_OFTEN in said(attempt(password=PASSWORD))


def test_another_name_of_the_site_does_not_begin_anew(dora: User) -> None:
    for _ in range(5):
        attempt(host="localhost")
    assert TOO_OFTEN in said(attempt(host="127.0.0.1", password=PASSWORD))


def test_other_names_are_not_held_up(dora: User) -> None:
    User.objects.create_user("tom", password=PASSWORD)
    for _ in range(5):
        attempt()
    assert attempt("tom", PASSWORD).status_code == 302


def test_one_address_does_not_try_one_name_after_another(dora: User) -> None:
    answers = [said(attempt(f"nobody-{number}")) for number in range(11)]
    assert "don't match" in answers[9]
    assert TOO_OFTEN in answers[10]
    other = from_address("198.51.100.7")
    assert other.post(SIGN_IN, {"login": "dora", "password": PASSWORD}).status_code == 302


def test_a_stranger_elsewhere_keeps_nobody_out(dora: User, codes: tuple[str, ...]) -> None:
    stranger, home = from_address("203.0.113.9"), from_address("198.51.100.7")
    recover = {"username": "dora", "code": "0" * 16, "password1": ANOTHER, "password2": ANOTHER}
    for _ in range(6):
        wrong = said(stranger.post(SIGN_IN, {"login": "dora", "password": ANOTHER}))
        lost = said(stranger.post(RECOVER, recover))
    assert TOO_OFTEN in wrong
    assert TOO_OFTEN in lost
    assert home.post(SIGN_IN, {"login": "dora", "password": PASSWORD}).status_code == 302
    # Nor where she is asked for her password again, nor from finding her way back with a code.
    erase = home.post("/account/reauthenticate/?next=/account/", {"password": PASSWORD})
    assert erase.status_code == 302
    found = from_address("198.51.100.8").post(RECOVER, {**recover, "code": codes[0]})
    assert found.status_code == 302


def test_a_network_of_many_addresses_counts_as_one(dora: User) -> None:
    for number in range(5):
        wrong = {"login": "dora", "password": ANOTHER}
        from_address(f"2001:db8:1:2::{number + 1}").post(SIGN_IN, wrong)
    right = {"login": "dora", "password": PASSWORD}
    assert TOO_OFTEN in said(from_address("2001:db8:1:2:ffff::1").post(SIGN_IN, right))
    assert from_address("2001:db8:1:3::1").post(SIGN_IN, right).status_code == 302


def test_who_signs_in_rightly_is_never_held_up(dora: User) -> None:
    for _ in range(20):
        assert attempt(password=PASSWORD).status_code == 302


def test_too_many_accounts_from_one_address_get_a_page_that_says_so(nobody: Client) -> None:
    fields = {"username": "x", "password1": "x", "password2": "x"}
    for _ in range(20):
        assert nobody.post(SIGN_UP, fields).status_code == 200
    answer = nobody.post(SIGN_UP, fields)
    assert answer.status_code == 429
    assert "Too many requests" in said(answer)
    assert answer["Retry-After"] == "60"
    assert nobody.get(SIGN_UP).status_code == 200
    assert from_address("198.51.100.7").post(SIGN_UP, fields).status_code == 200


def test_recovery_codes_are_not_tried_all_day(dora: User, codes: tuple[str, ...]) -> None:
    def tries(code: str, name: str = "dora") -> HttpResponse:
        fields = {"username": name, "code": code, "password1": ANOTHER, "password2": ANOTHER}
        return Client().post(RECOVER, fields)  # type: ignore[return-value]

    assert [tries("0" * 16).status_code for _ in range(5)] == [422] * 5
    answer = tries(codes[0])
    assert answer.status_code == 429
    assert TOO_OFTEN in said(answer)
    assert User.objects.get().check_password(PASSWORD)


# --- who is counted together

FORGED = ["203.0.113.1", "203.0.113.1, 203.0.113.2", "unknown", "", "127.0.0.1", "::1", "\x00", ","]


@pytest.mark.parametrize("forged", FORGED)
def test_without_a_proxy_nobody_can_make_up_an_address(forged: str) -> None:
    for header in ("X-Forwarded-For", "X-Real-IP", "Forwarded"):
        request = RequestFactory(REMOTE_ADDR="198.51.100.7").get("/", headers={header: forged})
        assert network_address.client_address(request) == "198.51.100.7"


@pytest.mark.usefixtures("trusted")
@pytest.mark.parametrize("forged", FORGED)
def test_behind_a_proxy_it_is_what_the_proxy_saw(forged: str) -> None:
    """A proxy adds the address it was asked from at the end of what was sent."""
    said = f"{forged}, 192.0.2.55" if forged else "192.0.2.55"
    request = RequestFactory(REMOTE_ADDR="10.0.0.1").get("/", headers={"X-Forwarded-For": said})
    assert network_address.client_address(request) == "192.0.2.55"


@pytest.mark.parametrize(
    ("proxies", "said", "address"),
    [
        (2, "203.0.113.1, 192.0.2.55, 10.0.0.2", "192.0.2.55"),
        (2, "10.0.0.2", "10.0.0.1"),  # it came past the outer one
        (1, "192.0.2.55:4711", "192.0.2.55"),
        (1, "[2001:db8::5]:4711", "2001:db8::5"),
        (1, "::ffff:192.0.2.55", "192.0.2.55"),
        (1, "nonsense", "10.0.0.1"),
    ],
)
def test_proxies_are_counted_from_the_end(
    proxies: int, said: str, address: str, settings: Any
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    request = RequestFactory(REMOTE_ADDR="10.0.0.1").get("/", headers={"X-Forwarded-For": said})
    assert network_address.client_address(request) == address


def test_where_nobody_knows_the_address_all_count_together() -> None:
    for unknown in ("", "unix:", "somewhere"):
        assert (
            network_address.client_address(RequestFactory(REMOTE_ADDR=unknown).get("/"))
            == "0.0.0.0"
        )


def test_a_made_up_address_does_not_begin_anew(dora: User) -> None:
    for number in range(10):
        attempt(f"nobody-{number}", x_forwarded_for=f"203.0.113.{number}")
    answer = attempt("nobody-10", x_forwarded_for="203.0.113.99")
    assert TOO_OFTEN in said(answer)


@pytest.mark.usefixtures("trusted")
def test_behind_a_proxy_those_from_elsewhere_are_not_held_up(dora: User) -> None:
    for number in range(10):
        attempt(f"nobody-{number}", **{"X-Forwarded-For": f"203.0.113.{number}, 192.0.2.1"})
    held = attempt("nobody-10", **{"X-Forwarded-For": "203.0.113.99, 192.0.2.1"})
    assert TOO_OFTEN in said(held)
    assert attempt(password=PASSWORD, **{"X-Forwarded-For": "192.0.2.2"}).status_code == 302


# --- across processes


def test_the_limits_are_kept_in_the_database() -> None:
    assert isinstance(caches["default"], DatabaseCache)


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_share_one_limit(dora: User) -> None:
    """Eight wrong attempts in each of two threads, with connections of their own."""
    caches["default"].clear()
    start = threading.Barrier(2)
    answers: list[str] = []

    def work() -> None:
        start.wait()
        for _ in range(4):
            answers.append(said(attempt()))

    assert at_once(work, work) == []
    assert sum("don't match" in answer for answer in answers) == 5
    assert sum(TOO_OFTEN in answer for answer in answers) == 3
    caches["default"].clear()


@pytest.mark.django_db(transaction=True)
def test_what_one_worker_counts_another_one_counts_on(
    dora: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    caches["default"].clear()

    def in_another(call: Callable[[], None]) -> None:
        def work() -> None:
            call()
            connection.close()

        thread = threading.Thread(target=work)
        thread.start()
        thread.join()

    for _ in range(5):
        in_another(lambda: attempt() and None)
    assert TOO_OFTEN in said(attempt())
    caches["default"].clear()


def test_a_full_cache_keeps_what_is_counted_now(dora: User) -> None:
    """Somebody who fills it with names tried once does not make it forget anybody at once."""
    for _ in range(5):
        attempt()
    for number in range(400):
        caches["default"].set(f"filler-{number}", "x", 300)
    assert TOO_OFTEN in said(attempt(password=PASSWORD))
