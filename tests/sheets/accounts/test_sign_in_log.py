"""Lines of the log about signing in, and sign-outs by the operator."""

import logging
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from sheets.accounts.passwords import GuessablePasswordValidator
from tests.sheets.accounts.conftest import ANOTHER, PASSWORD


def test_each_sign_in_each_failure_and_each_sign_out_is_a_line_that_names_nobody(
    dora: User, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="sheets.accounts.sign_in_log")
    browser = Client(REMOTE_ADDR="198.51.100.7")
    for name, password in (("Dora", ANOTHER), ("nora", ANOTHER), ("dora", PASSWORD)):
        browser.post("/account/login/", {"login": name, "password": password})
    browser.post("/account/reauthenticate/", {"password": PASSWORD})
    browser.post("/account/logout/")
    lines = [record.fields for record in caplog.records if hasattr(record, "fields")]
    failed, other, signed_in, shown, signed_out = [line for line in lines if "event" in line]
    assert failed["event"] == other["event"] == "Sign-in failed"
    assert failed["name"] != other["name"]
    assert (signed_in["event"], signed_in["account"]) == ("Signed in", dora.pk)
    assert signed_in["by"] == "password"
    assert (shown["event"], shown["account"], shown["by"]) == ("Confirmed", dora.pk, "password")
    assert (signed_out["event"], signed_out["account"]) == ("Signed out", dora.pk)
    assert signed_in["view"] == "account_login"
    assert len({line["network"] for line in (failed, other, signed_in, signed_out)}) == 1
    for secret in ("dora", "nora", PASSWORD, ANOTHER, "198.51"):
        assert secret not in caplog.text.lower()


def test_a_try_after_too_many_is_a_line_of_its_own(
    dora: User, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="sheets.accounts.sign_in_log")
    for _ in range(6):
        Client().post("/account/login/", {"login": "dora", "password": ANOTHER})
    events = [record.fields["event"] for record in caplog.records if hasattr(record, "fields")]
    assert events == ["Sign-in failed"] * 5 + ["Sign-in refused"]


def test_the_operator_signs_somebody_out_everywhere_or_everybody(
    dora: User, sign_in: Callable[..., Client], capsys: pytest.CaptureFixture[str]
) -> None:
    User.objects.create_user("tom", password=PASSWORD)
    phone, desk, toms = sign_in(), sign_in(), sign_in("tom")
    call_command("end_sessions", "Dora")
    assert capsys.readouterr().out == "Sessions ended: 2.\n"
    statuses = [one.get("/account/").status_code for one in (phone, desk, toms)]
    assert statuses == [302, 302, 200]
    call_command("end_sessions", "--all")
    assert toms.get("/account/").status_code == 302
    with pytest.raises(CommandError, match="No user is called nora"):
        call_command("end_sessions", "nora")


@pytest.mark.parametrize(
    "password",
    [
        "quiet harbour seven lamps",
        "the force of habit is strong",
        "correct horse battery staple",
        "Ж" * 3 + "ящерица под мостом",
        "x" * 200 + "quiet lamps",
    ],
)
def test_a_long_password_of_ones_own_is_taken(password: str) -> None:
    GuessablePasswordValidator().validate(password)
