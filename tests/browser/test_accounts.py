"""Accounts in a browser: for everybody, with a passkey, on paper."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from sheets.accounts import recovery_codes
from tests.browser.conftest import Third, post

pytestmark = [pytest.mark.browser, pytest.mark.looks]

PASSWORD, ANOTHER = "quiet harbour seven lamps", "brass kettle under snow"
OUTSIDE = (
    "login/",
    "signup/",
    "recover/",
    "password/reset/",
    "password/reset/sent/",
    "password/reset/key/1-x-y/",
    "inactive/",
    "email/confirm/x/",
)
INSIDE = (
    "",
    "sessions/",
    "take-over/",
    "erase/",
    "codes/",
    "password/",
    "logout/",
    "reauthenticate/",
    "email/",
    "factors/app/",
    "factors/passkeys/",
    "factors/passkeys/add/",
)


@pytest.fixture(autouse=True)
def _all_of_it(settings: Any, live_server: LiveServer) -> None:
    """Mail is sent, and all factors are switched on."""
    settings.SENDS_MAIL = True
    settings.MFA_SUPPORTED_TYPES = ["totp", "webauthn"]


@pytest.fixture
def dora(live_server: LiveServer) -> User:
    """An account, with a party's worth of letters in its name."""
    return User.objects.create_user("dora-of-the-very-long-watch-at-the-rim", password=PASSWORD)


@pytest.fixture
def signed_in(page: Page, dora: User) -> Page:
    """The page of a browser in which she is signed in, and asked for her password just now."""
    post(page, "/account/login/", login=dora.username, password=PASSWORD)
    post(page, "/account/reauthenticate/", password=PASSWORD)
    return page


def enter(page: Page, name: str, password: str = PASSWORD) -> None:
    page.goto("/account/login/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()


def sign_up(page: Page, name: str) -> list[str]:
    """The codes that were told."""
    page.goto("/account/signup/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("The same once more").fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("heading", name="Your recovery codes")).to_be_visible()
    return page.locator(".codes code").all_inner_texts()


def show(page: Page, name: str) -> None:
    """The page of an account; some ask for more than the address."""
    page.goto(f"/account/{name}")


def test_axe_finds_nothing_on_any_page_of_accounts(
    page: Page, accessible: Callable[..., None], third: Third, dora: User
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for name in third(OUTSIDE):
        show(page, name)
        accessible()
    page.goto("/characters/new/")
    page.get_by_role("button", name="Surprise me").first.click()
    page.wait_for_url("**/meet/")
    show(page, "signup/")
    page.get_by_label("Name").fill("two words")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("alert")).to_be_visible()
    accessible()  # with what is wrong
    sign_up(page, "femi")
    accessible()  # the codes
    for name in third(INSIDE):
        show(page, name)
        accessible()
        if page.get_by_role("heading", name="Confirm your password").is_visible():
            page.get_by_label("Password").fill(PASSWORD)
            page.get_by_role("button", name="Continue").click()
            page.wait_for_url(lambda url: "reauthenticate" not in url)
            accessible()


def test_the_name_of_an_account_does_not_push_the_masthead_out(signed_in: Page) -> None:
    show(signed_in, "")
    for width in (320, 390, 768, 1280):
        signed_in.set_viewport_size({"width": width, "height": 844})
        box = signed_in.get_by_role("link", name="Your account: dora").bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= width
        assert box["height"] >= 44


def test_codes_are_copied_at_a_press(page: Page, live_server: LiveServer) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    codes = sign_up(page, "edda")
    page.get_by_role("button", name="Copy codes").click()
    expect(page.locator("#copied")).to_have_text("Codes copied.")
    assert page.evaluate("navigator.clipboard.readText()").split() == codes


def test_no_button_is_shown_before_it_does_something(page: Page, live_server: LiveServer) -> None:
    waiting: list[Route] = []
    page.route("**/js/copy*.js", lambda route: waiting.append(route))  # noqa: PLW0108 (playwright marks it)
    sign_up(page, "edda")
    button = page.get_by_role("button", name="Copy codes")
    expect(button).to_be_hidden()
    waiting[0].continue_()
    expect(button).to_be_visible()


def test_on_paper_the_codes_stand_alone(page: Page, console: list[str]) -> None:
    codes = sign_up(page, "edda")
    page.emulate_media(media="print")
    for code in codes:
        expect(page.get_by_text(code, exact=True).first).to_be_visible()
    expect(page.get_by_text(re.compile("for edda"))).to_be_visible()
    for hidden in (".masthead", ".colophon", ".actions"):
        expect(page.locator(hidden).first).to_be_hidden()


def test_a_passkey_signs_in_by_itself(signed_in: Page, dora: User) -> None:
    page = signed_in
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    recovery_codes.create(dora)

    show(page, "factors/passkeys/add/")
    page.get_by_label("What you call it").fill("My phone")
    page.get_by_role("button", name="Add passkey").click()
    page.wait_for_url("**/account/")
    show(page, "factors/passkeys/")
    expect(page.get_by_role("listitem").filter(has_text="My phone")).to_contain_text(
        "Signs in by itself"
    )
    show(page, "logout/")
    page.get_by_role("button", name="Sign out").click()

    # Also where wrong passwords, of whomever at this address, have closed the way by password.
    wrong = {"login": dora.username, "password": "brass kettle under snow"}
    answers = [Client().post("/account/login/", wrong).content.decode() for _ in range(6)]
    assert "Too many failed tries" in answers[-1]
    page.goto("/account/login/?next=/rules/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(lambda url: "/account/login" not in url)
    show(page, "")
    expect(page.get_by_role("heading", name=dora.username)).to_be_visible()

    show(page, "logout/")
    page.get_by_role("button", name="Sign out").click()
    cache.clear()
    enter(page, dora.username)  # the password alone is not enough now
    expect(page.get_by_role("heading", name="One more step")).to_be_visible()
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url("**/characters/")

    show(page, "factors/passkeys/")
    page.get_by_role("link", name="Remove My phone").click()
    if page.get_by_role("heading", name="Confirm with a passkey").is_visible():
        page.get_by_role("button", name="Use a passkey").click()
    elif page.get_by_label("Password").is_visible():
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Remove passkey").click()
    expect(page.get_by_text("No passkeys yet.")).to_be_visible()
    assert recovery_codes.remaining(dora) == 10


def test_where_no_passkey_is_given_the_page_says_so(page: Page, live_server: LiveServer) -> None:
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    page.goto("/account/login/")
    page.evaluate(
        "() => { navigator.credentials.get = () => "
        "Promise.reject(new DOMException('', 'NotAllowedError')); }"
    )
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("alert")).to_have_text(
        re.compile("No passkey was used. Try again, or go another way.")
    )
