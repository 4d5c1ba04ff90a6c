"""Settings in an environment of their own: what a public server gets, and what it is refused."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from tests.hyperspace.conftest import settings_in


def test_the_deployment_check_has_nothing_to_say(manage, production):
    result = manage("check", "--deploy", "--fail-level", "INFO", environment=production)
    assert result.returncode == 0, result.stderr
    assert "no issues" in result.stdout


def test_without_a_word_about_it_everything_goes_by_https(production):
    names = ("DEBUG", "SECURE_SSL_REDIRECT", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE")
    cookies = ("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME")
    more = ("SECURE_HSTS_SECONDS", "SECURE_PROXY_SSL_HEADER")
    assert settings_in(production, *names, *cookies, *more) == {
        "SESSION_COOKIE_NAME": "__Host-sessionid",
        "CSRF_COOKIE_NAME": "__Host-csrftoken",
        "DEBUG": False,
        "SECURE_SSL_REDIRECT": True,
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SECURE_HSTS_SECONDS": 31536000,
        "SECURE_PROXY_SSL_HEADER": None,
    }


def test_plain_http_has_to_be_asked_for(production):
    names = ("SECURE_SSL_REDIRECT", "SESSION_COOKIE_SECURE", "SECURE_HSTS_SECONDS")
    assert settings_in(production | {"HYPERSPACE_PLAIN_HTTP": "true"}, *names) == {
        "SECURE_SSL_REDIRECT": False,
        "SESSION_COOKIE_SECURE": False,
        "SECURE_HSTS_SECONDS": 0,
    }


def test_a_proxy_is_believed_only_when_told(production):
    trusting = production | {"HYPERSPACE_TRUST_PROXY": "true"}
    assert settings_in(trusting, "SECURE_PROXY_SSL_HEADER") == {
        "SECURE_PROXY_SSL_HEADER": ["HTTP_X_FORWARDED_PROTO", "https"]
    }


def test_lists_are_separated_by_commas(production):
    told = production | {
        "ALLOWED_HOSTS": "one.example,two.example",
        "CSRF_TRUSTED_ORIGINS": "https://one.example,https://two.example",
        "SECRET_KEY_FALLBACKS": "old,older",
    }
    assert settings_in(told, "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "SECRET_KEY_FALLBACKS") == {
        "ALLOWED_HOSTS": ["one.example", "two.example"],
        "CSRF_TRUSTED_ORIGINS": ["https://one.example", "https://two.example"],
        "SECRET_KEY_FALLBACKS": ["old", "older"],
    }


def test_a_site_answers_to_its_own_name(production):
    named = production | {"HYPERSPACE_SITE_URL": "https://table.example/"}
    assert settings_in(named, "SITE_URL", "ALLOWED_HOSTS") == {
        "SITE_URL": "https://table.example",
        "ALLOWED_HOSTS": ["hyperspace.example", "table.example"],
    }
    assert settings_in(production, "SITE_URL") == {"SITE_URL": ""}


def test_a_weak_key_does_not_start(manage, production):
    result = manage("check", environment=production | {"SECRET_KEY": "swordfish"})
    assert result.returncode != 0
    assert "ImproperlyConfigured: SECRET_KEY is too weak" in result.stderr
    assert "swordfish" not in result.stderr


def test_no_key_does_not_start(production):
    del production["SECRET_KEY"]
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY is not set"):
        settings_in(production)
