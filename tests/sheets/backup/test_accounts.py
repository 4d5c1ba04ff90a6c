"""Accounts in a backup: who they are and what lets them in comes back, where they were signed in
does not.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User

from sheets import backup
from sheets.accounts import recovery_codes
from sheets.backup import archive, database
from tests.sheets.backup.conftest import lines, run, table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def account(file: Path) -> tuple[User, tuple[str, ...]]:
    """An account with an address, an app, and recovery codes, that is signed in; and a backup."""
    user = User.objects.create_user("dora", password="quiet harbour seven lamps")
    EmailAddress.objects.create(user=user, email="dora@example.org", verified=True, primary=True)
    Authenticator.objects.create(user=user, type="totp", data={"secret": "locked"})
    UserSession.objects.create(user=user, ip="127.0.0.1", session_key="x" * 32, user_agent="x")
    codes = recovery_codes.create(user)
    backup.save(file)
    return user, codes


def test_all_of_an_account_is_in_it_but_where_it_is_signed_in(
    account: tuple[User, tuple[str, ...]], file: Path
) -> None:
    said = lines(file)
    assert len(table(said, "account.emailaddress")) == 1
    assert len(table(said, "mfa.authenticator")) == 2
    assert table(said, "auth.user")[0]["username"] == "dora"
    assert "usersessions.usersession" not in said[0]["tables"]
    assert "x" * 32 not in str(said)
    assert not any(code.replace("-", "") in str(said) for code in account[1])


def test_it_comes_back_and_lets_in_as_before(
    account: tuple[User, tuple[str, ...]], file: Path
) -> None:
    user, codes = account
    with database.scratch() as alias:
        database.load(archive.open_archive(file), alias)
        back = User.objects.using(alias).get()
        held = Authenticator.objects.using(alias).order_by("pk").values("type", "data")
        assert back.check_password("quiet harbour seven lamps")
        assert list(held) == list(Authenticator.objects.order_by("pk").values("type", "data"))
        assert EmailAddress.objects.using(alias).get().verified
    assert recovery_codes.are_valid(user, codes)
    assert run("restore_check", file)[0] == 0


def test_a_site_that_is_restored_counts_attempts_at_once(
    account: tuple[User, tuple[str, ...]], file: Path, elsewhere: Callable[..., str]
) -> None:
    count = "from django.core.cache import cache; cache.set('x', 7); print(cache.get('x'))"
    counted = elsewhere(("restore", file), ("shell", "--no-imports", "-c", count))
    assert counted.endswith("\n7\n")
