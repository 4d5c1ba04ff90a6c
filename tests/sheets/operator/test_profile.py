"""The command that shows where the time of a page goes."""

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

pytestmark = pytest.mark.django_db


def test_a_page_is_told_with_its_queries_and_functions(capsys: pytest.CaptureFixture[str]) -> None:
    User.objects.create(username="sam")
    call_command("profile_page", "/account/", "Sam")
    out = capsys.readouterr().out
    assert out.startswith("200, ")
    assert "SELECT" in out
    assert "sheets/middleware.py" in out
    assert "cumulative" in out


def test_nobody_signed_in_can_be_the_one_who_asks(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("profile_page", "/account/")
    assert capsys.readouterr().out.startswith("302, ")


def test_a_user_that_there_is_not_is_one_sentence() -> None:
    with pytest.raises(CommandError, match="No user is called tom"):
        call_command("profile_page", "/account/", "tom")
