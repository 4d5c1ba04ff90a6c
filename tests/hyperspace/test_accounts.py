"""Settings of accounts in the environment: mail, factors, the shared cache, proxies."""

import pytest
from django.core.cache import cache, caches
from django.core.cache.backends.db import BaseDatabaseCache
from django.core.exceptions import ImproperlyConfigured

from hyperspace import environment as configuration
from tests.hyperspace.conftest import settings_in


def test_without_a_word_an_account_is_a_name_and_a_password(production):
    names = ("SENDS_MAIL", "MFA_SUPPORTED_TYPES", "ACCOUNT_SIGNUP_FIELDS", "SIGN_UP")
    assert settings_in(production, *names, "ALLAUTH_TRUSTED_PROXY_COUNT") == {
        "SENDS_MAIL": False,
        "MFA_SUPPORTED_TYPES": [],
        "ACCOUNT_SIGNUP_FIELDS": ["username*", "password1*", "password2*"],
        "SIGN_UP": True,
        "ALLAUTH_TRUSTED_PROXY_COUNT": 0,
    }


def test_all_of_it_can_be_switched_on(manage, production):
    told = production | {
        "EMAIL_URL": "smtp+tls://me%40x.org:p%2Fw@mail.example",
        "DEFAULT_FROM_EMAIL": "table@hyperspace.example",
        "HYPERSPACE_FACTORS": "totp, passkeys",
        "HYPERSPACE_SIGN_UP": "false",
        "HYPERSPACE_TRUST_PROXY": "2",
        "CACHE_URL": "valkey://cache.example:6379/1",
    }
    names = ("SENDS_MAIL", "EMAIL_HOST", "EMAIL_HOST_USER", "EMAIL_HOST_PASSWORD", "EMAIL_PORT")
    more = ("EMAIL_USE_TLS", "DEFAULT_FROM_EMAIL", "MFA_SUPPORTED_TYPES", "SIGN_UP")
    assert settings_in(told, *names, *more, "ALLAUTH_TRUSTED_PROXY_COUNT") == {
        "SENDS_MAIL": True,
        "EMAIL_HOST": "mail.example",
        "EMAIL_HOST_USER": "me@x.org",
        "EMAIL_HOST_PASSWORD": "p/w",
        "EMAIL_PORT": 587,
        "EMAIL_USE_TLS": True,
        "DEFAULT_FROM_EMAIL": "table@hyperspace.example",
        "MFA_SUPPORTED_TYPES": ["totp", "webauthn"],
        "SIGN_UP": False,
        "ALLAUTH_TRUSTED_PROXY_COUNT": 2,
    }
    caches = settings_in(told, "CACHES")["CACHES"]
    assert caches["default"]["LOCATION"] == "redis://cache.example:6379/1"
    assert caches["printed"]["BACKEND"].endswith("FileCache")
    shared = settings_in({**told, "HYPERSPACE_SHARE_PRINTS": "true"}, "CACHES")["CACHES"]
    assert shared["printed"]["LOCATION"] == "redis://cache.example:6379/1"
    result = manage("check", "--deploy", "--fail-level", "INFO", environment=told)
    assert result.returncode == 0, result.stderr


@pytest.mark.django_db
def test_migrating_makes_the_table_of_the_cache():
    assert isinstance(caches["default"], BaseDatabaseCache)
    cache.set("x", 7)
    assert cache.get("x") == 7


@pytest.mark.parametrize(
    ("url", "port", "tls", "ssl"),
    [
        ("smtp://mail.example", 25, False, False),
        ("smtp+tls://mail.example", 587, True, False),
        ("smtps://mail.example:4650", 4650, False, True),
    ],
)
def test_a_mail_server_is_one_address(url, port, tls, ssl):
    found = configuration.mail(url)
    assert (found["EMAIL_PORT"], found["EMAIL_USE_TLS"], found["EMAIL_USE_SSL"]) == (port, tls, ssl)
    assert found["EMAIL_HOST"] == "mail.example"


@pytest.mark.parametrize("url", ["mail.example", "http://mail.example", "smtp://", "smtp://x:port"])
def test_what_is_no_mail_server_does_not_start(url):
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL isn't valid"):
        configuration.mail(url)


@pytest.mark.parametrize(
    ("url", "location"),
    [
        ("redis://:secret@cache.example:6379/0", "redis://:secret@cache.example:6379/0"),
        ("valkey://cache.example", "redis://cache.example"),
        ("valkeys://cache.example", "rediss://cache.example"),
        ("unix:///run/valkey.sock", "unix:///run/valkey.sock"),
    ],
)
def test_a_cache_is_one_address(url, location):
    assert configuration.cache(url)["LOCATION"] == location


@pytest.mark.parametrize("url", ["cache.example", "memcached://x", "redis://", "valkeyish://x"])
def test_what_is_no_cache_does_not_start(url):
    with pytest.raises(ImproperlyConfigured, match="CACHE_URL isn't valid"):
        configuration.cache(url)


@pytest.mark.parametrize(
    ("said", "number"), [("", 0), ("false", 0), ("True", 1), ("1", 1), (" 2 ", 2), ("on", 1)]
)
def test_proxies_are_a_number_or_one(said, number):
    assert configuration.proxy_count(said) == number


@pytest.mark.parametrize("said", ["-1", "many", "10", "1.5", "²"])
def test_what_is_no_number_of_proxies_does_not_start(said):
    with pytest.raises(ImproperlyConfigured, match="HYPERSPACE_TRUST_PROXY is the number"):
        configuration.proxy_count(said)


def test_an_unknown_factor_does_not_start():
    with pytest.raises(ImproperlyConfigured, match="doesn't know sms"):
        configuration.second_factors(["totp", "sms"])
