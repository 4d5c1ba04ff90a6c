"""Names, passwords and codes of an account are read as they look, wherever they were copied."""

from collections.abc import Callable

import pytest
from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import User
from django.test import Client, override_settings

from sheets.accounts import hashers, recovery_codes
from tests.sheets.accounts.conftest import ANOTHER, PASSWORD

PASTED = "\u200equiet\u00a0harbour\u2009seven lamps "
WITH_SIGNS = 'Ines\'s 7 lamps - all "lit"'
LIKE_SIGNS = "Ines’s ７ lamps – all “lit”"


@pytest.mark.parametrize(
    "name", ["dora", "\u200bDora\u200b", "ｄora", " dora\u00a0", "\u2066dora\u2069"]
)
@pytest.mark.parametrize("password", [PASSWORD, PASTED])
def test_a_pasted_name_and_password_sign_in(
    dora: User, sign_in: Callable[..., Client], name: str, password: str
) -> None:
    assert sign_in(name, password).get("/account/").status_code == 200
    assert dora.username == "dora"


@pytest.mark.parametrize("name", ["dora-3", "dora‑3", "dora–３", "dora-٣"])
def test_digits_and_dashes_of_a_name_are_those_of_a_keyboard(
    sign_in: Callable[..., Client], name: str
) -> None:
    User.objects.create_user("dora-3", password=PASSWORD)
    assert sign_in(name).get("/account/").status_code == 200


def test_a_name_in_another_script_keeps_its_digits(sign_in: Callable[..., Client]) -> None:
    User.objects.create_user("علي٣", password=PASSWORD)
    assert sign_in("\u200fعلي٣").get("/account/").status_code == 200


def test_a_password_that_was_pasted_first_is_typed_later() -> None:
    for first, second in ((WITH_SIGNS, LIKE_SIGNS), (LIKE_SIGNS, WITH_SIGNS)):
        user = User(username="x")
        user.set_password(first)
        assert user.check_password(second)
        assert not user.check_password(second.replace("7", "8").replace("７", "8"))
        assert not user.check_password(second.swapcase())


@override_settings(PASSWORD_HASHERS=["sheets.accounts.hashers.PBKDF2"])
def test_a_hash_of_another_spelling_opens_with_it_alone() -> None:
    django = hashers.PBKDF2PasswordHasher()
    stored = django.encode(LIKE_SIGNS, "salt", iterations=2)
    assert check_password(LIKE_SIGNS, stored)
    assert not check_password(WITH_SIGNS, stored)
    assert make_password(WITH_SIGNS).startswith("pbkdf2_sha256$")


def test_a_recovery_code_is_read_as_it_looks(dora: User, codes: tuple[str, ...]) -> None:
    full = {ord(sign): ord(sign) + 0xFEE0 for sign in codes[0] if sign.isalnum()}
    pasted = f"\u200f{codes[0].lower().translate(full)}".replace("-", "\u2011")
    assert recovery_codes.reset_password(name="\u200bDora", code=pasted, password=ANOTHER) == dora


def test_signs_that_nobody_sees_make_no_password(nobody: Client) -> None:
    hidden = "ab" + "\u200b" * 20
    form = {"username": "edda", "password1": hidden, "password2": hidden}
    assert nobody.post("/account/signup/", form).status_code == 200
    assert not User.objects.exists()
