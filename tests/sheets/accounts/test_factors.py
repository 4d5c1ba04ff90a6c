"""Codes of authenticator apps, and passkeys: only where they are switched on."""

import base64
import json
import os
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from django.contrib.auth.models import User
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from hyperspace.environment import factors_for
from sheets.accounts import recovery_codes
from tests.sheets.accounts.conftest import ANOTHER, PASSWORD, confirm, said

SIGN_IN, CODE = "/account/login/", "/account/factors/code/"
APP, REMOVE_APP = "/account/factors/app/", "/account/factors/app/remove/"
PASSKEYS, MISSING = "/account/factors/passkeys/", "/account/factors/missing/"


@pytest.fixture
def _switched_on(settings: Any) -> None:
    settings.MFA_SUPPORTED_TYPES = ["totp", "webauthn"]


def now(secret: str) -> str:
    """The code that an app shows at this moment."""
    return totp.format_hotp_value(totp.hotp_value(secret, int(totp.time.time()) // 30))


@pytest.fixture
def secret(_switched_on: None, signed_in: Client) -> str:
    """The key in Dora's app, which her account asks for now."""
    confirm(signed_in)
    key: str = signed_in.get(APP).context["form"].secret
    assert signed_in.post(APP, {"code": now(key)})["Location"] == "/account/factors/"
    return key


def half_signed_in() -> Client:
    """A browser in which the password was right."""
    client = Client()
    answer = client.post(SIGN_IN, {"login": "dora", "password": PASSWORD})
    assert answer["Location"] == CODE
    assert client.get("/account/").status_code == 302
    return client


@pytest.mark.parametrize("page", [APP, f"{PASSKEYS}add/", f"{PASSKEYS}sign-in/"])
def test_switched_off_nobody_sets_any_up(signed_in: Client, page: str) -> None:
    assert signed_in.get(page).status_code == 404
    page_said = said(signed_in.get("/account/"))
    assert "Authenticator app" not in page_said
    assert "Passkeys" not in page_said
    assert "passkey" not in said(Client().get(SIGN_IN))


@pytest.mark.usefixtures("_switched_on")
def test_setting_up_an_app_takes_the_password_again(signed_in: Client) -> None:
    assert signed_in.get(APP)["Location"].startswith("/account/reauthenticate/")


@pytest.mark.usefixtures("_switched_on")
def test_its_page_shows_the_key_as_a_picture_and_as_text(signed_in: Client) -> None:
    confirm(signed_in)
    page = signed_in.get(APP)
    assert "<svg" in page.context["totp_svg"]
    assert "style=" not in page.content.decode().partition("<main")[2]
    assert page.context["form"].secret in page.content.decode()


@pytest.mark.usefixtures("_switched_on")
def test_a_wrong_code_sets_nothing_up(signed_in: Client) -> None:
    confirm(signed_in)
    signed_in.get(APP)
    assert "This code isn't right." in said(signed_in.post(APP, {"code": "000000"}))
    assert not Authenticator.objects.filter(type="totp").exists()


def test_from_then_on_the_password_alone_does_not_let_in(secret: str) -> None:
    client = half_signed_in()
    assert "This code isn't right." in said(client.post(CODE, {"code": "000000"}))
    assert client.get("/account/").status_code == 302
    assert client.post(CODE, {"code": now(secret)}).status_code == 302
    assert client.get("/account/").status_code == 200


def test_a_code_counts_once_and_only_while_the_app_shows_it(
    secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = [3_000_000_000.0]
    monkeypatch.setattr(totp.time, "time", lambda: second[0])
    code = now(secret)
    second[0] += 29
    assert half_signed_in().post(CODE, {"code": code}).status_code == 302
    assert "This code isn't right." in said(half_signed_in().post(CODE, {"code": code}))
    second[0] += 30
    before, second[0] = now(secret), second[0] + 1
    assert "This code isn't right." in said(half_signed_in().post(CODE, {"code": before}))
    assert half_signed_in().post(CODE, {"code": now(secret)}).status_code == 302


def test_a_recovery_code_stands_in_for_the_app_once(secret: str, codes: tuple[str, ...]) -> None:
    assert half_signed_in().post(CODE, {"code": codes[0]}).status_code == 302
    assert "This code isn't right." in said(half_signed_in().post(CODE, {"code": codes[0]}))
    assert half_signed_in().post(CODE, {"code": codes[1].lower()}).status_code == 302


def test_a_recovery_code_for_the_password_does_not_stand_in_for_the_app_as_well(
    secret: str, codes: tuple[str, ...]
) -> None:
    client = Client()
    fields = {"username": "dora", "code": codes[0], "password1": ANOTHER, "password2": ANOTHER}
    assert client.post("/account/recover/", fields)["Location"] == CODE
    assert client.get("/account/").status_code == 302
    assert client.post(CODE, {"code": codes[1]}).status_code == 302
    assert client.get("/account/").status_code == 200


def test_what_is_kept_of_a_code_is_none(secret: str, codes: tuple[str, ...]) -> None:
    for digest in Authenticator.objects.get(type="recovery_codes").data["digests"][:3]:
        assert "isn't right" in said(half_signed_in().post(CODE, {"code": digest}))


def test_codes_are_not_tried_all_day(secret: str, codes: tuple[str, ...]) -> None:
    client = half_signed_in()
    for _ in range(5):
        client.post(CODE, {"code": "000000"})
    assert "Too many failed tries." in said(client.post(CODE, {"code": codes[0]}))
    assert recovery_codes.remaining(User.objects.get()) == 10


def test_it_is_asked_for_also_where_no_new_ones_are_taken_any_more(
    secret: str, settings: Any
) -> None:
    settings.MFA_SUPPORTED_TYPES = []
    client = half_signed_in()
    assert client.get(CODE).status_code == 200
    assert client.post(CODE, {"code": now(secret)}).status_code == 302


def test_the_database_alone_does_not_tell_the_key(secret: str) -> None:
    assert secret not in str(Authenticator.objects.get(type="totp").data)


def test_a_replaced_key_of_the_site_still_reads_it(secret: str, settings: Any) -> None:
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key, as long as it has to be, with letters enough in it"
    assert half_signed_in().post(CODE, {"code": now(secret)}).status_code == 302


def test_asking_no_more_leaves_the_recovery_codes(
    secret: str, signed_in: Client, codes: tuple[str, ...], dora: User
) -> None:
    assert signed_in.get(REMOVE_APP).status_code == 200
    assert signed_in.post(REMOVE_APP).status_code == 302
    assert not Authenticator.objects.filter(type="totp").exists()
    assert recovery_codes.are_valid(dora, codes)
    assert Client().post(SIGN_IN, {"login": "dora", "password": PASSWORD})["Location"] == (
        "/characters/"
    )


@pytest.mark.usefixtures("_switched_on")
def test_recovery_codes_alone_ask_for_nothing_more(dora: User, codes: tuple[str, ...]) -> None:
    answer = Client().post(SIGN_IN, {"login": "dora", "password": PASSWORD})
    assert answer["Location"] == "/characters/"


@pytest.mark.usefixtures("_switched_on")
def test_the_page_for_passkeys_gives_the_browser_what_it_needs(signed_in: Client) -> None:
    assert signed_in.get(PASSKEYS).status_code == 200
    confirm(signed_in)
    page = signed_in.get(f"{PASSKEYS}add/").content.decode()
    data = page.partition('<script id="passkey-data" type="application/json">')[2]
    options = json.loads(data.partition("</script>")[0])["creation_options"]["publicKey"]
    assert options["rp"]["id"] == "testserver"
    assert options["user"]["name"] == "dora"


@pytest.mark.usefixtures("_switched_on")
@pytest.mark.parametrize(
    "credential", ["", "nonsense", "{}", "[]", '{"id": 1}', '{"id": "x", "rawId": "%%"}', "\x00"]
)
def test_hostile_passkeys_are_refused(signed_in: Client, nobody: Client, credential: str) -> None:
    confirm(signed_in)
    signed_in.get(f"{PASSKEYS}add/")
    added = signed_in.post(f"{PASSKEYS}add/", {"name": "x", "credential": credential})
    assert added.status_code == 200
    nobody.get(f"{PASSKEYS}sign-in/", headers={"Accept": "application/json"})
    used = nobody.post(f"{PASSKEYS}sign-in/", {"credential": credential})
    assert used.status_code == 302
    assert nobody.get("/account/").status_code == 302
    assert not Authenticator.objects.filter(type="webauthn").exists()


@pytest.mark.usefixtures("_switched_on")
def test_a_passkey_of_somebody_else_is_not_there(signed_in: Client) -> None:
    confirm(signed_in)
    other = User.objects.create_user("tom")
    data = {"name": "Tom's", "credential": {"id": base64.b64encode(os.urandom(8)).decode()}}
    row = Authenticator.objects.create(user=other, type="webauthn", data=data)
    for address in (f"{PASSKEYS}{row.pk}/", f"{PASSKEYS}{row.pk}/remove/"):
        assert signed_in.get(address).status_code == 404
        assert signed_in.post(address, {"name": "mine"}).status_code == 404


@pytest.fixture
def _staff_must(_switched_on: None, settings: Any) -> None:
    settings.FACTORS_FOR = "staff"


@pytest.mark.usefixtures("_staff_must")
def test_staff_set_one_up_before_anything_else_and_keep_one(signed_in: Client, dora: User) -> None:
    assert signed_in.get("/characters/").status_code == 200
    dora.is_staff = True
    dora.save()
    for address in ("/characters/", "/account/", "/account/site/", "/"):
        assert signed_in.get(address)["Location"] == MISSING
        assert signed_in.post(address)["Location"] == MISSING
    fragment = signed_in.get("/characters/", headers={"HX-Request": "true"})
    assert fragment["HX-Redirect"] == MISSING
    assert "On this site staff accounts sign in with" in said(signed_in.get(MISSING))
    confirm(signed_in)
    key = signed_in.get(APP).context["form"].secret
    assert signed_in.post(APP, {"code": now(key)}).status_code == 302
    assert signed_in.get("/account/site/").status_code == 200
    assert signed_in.get(MISSING)["Location"] == "/account/"
    assert signed_in.post(REMOVE_APP)["Location"] == "/account/"
    assert "Add another one first" in signed_in.get("/account/").content.decode()
    assert Authenticator.objects.filter(type="totp").exists()


@pytest.mark.usefixtures("_staff_must")
def test_everyone_is_asked_where_the_site_says_so_and_whoever_has_no_account_is_not(
    signed_in: Client, nobody: Client, settings: Any
) -> None:
    settings.FACTORS_FOR = "everyone"
    assert signed_in.get("/characters/")["Location"] == MISSING
    assert "On this site all accounts sign in with" in said(signed_in.get(MISSING))
    assert signed_in.post("/account/logout/").status_code == 302
    assert signed_in.get("/characters/").status_code == 200
    assert nobody.get("/characters/").status_code == 200


def test_who_must_have_one_is_read_from_the_environment() -> None:
    assert factors_for("", []) == "nobody"
    assert factors_for("", ["totp"]) == "staff"
    assert factors_for("everyone", ["totp"]) == "everyone"
    for name, factors in (("all", ["totp"]), ("staff", [])):
        with pytest.raises(ImproperlyConfigured):
            factors_for(name, factors)
