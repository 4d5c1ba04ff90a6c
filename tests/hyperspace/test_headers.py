"""Headers of every answer."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def policy(response) -> dict[str, str]:
    directives = response["Content-Security-Policy"].split("; ")
    return dict(directive.split(" ", 1) for directive in directives)


def test_pages_load_nothing_that_is_not_ours(client):
    assert policy(client.get("/no/such/page")) == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self'",
        "font-src": "'self'",
        "connect-src": "'self'",
        "manifest-src": "'self'",
        "worker-src": "'self'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
        "base-uri": "'none'",
        "object-src": "'none'",
        "require-trusted-types-for": "'script'",
        "trusted-types": "answers worker",
    }


def test_pages_may_not_be_framed_sniffed_or_told_on(client):
    response = client.get("/no/such/page")
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera=()" in response["Permissions-Policy"]
    assert "geolocation=()" in response["Permissions-Policy"]


def test_by_https_browsers_are_told_to_stay_there(settings, client):
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_HSTS_SECONDS = 31536000
    response = Client().get("/no/such/page", secure=True)
    assert response["Strict-Transport-Security"].startswith("max-age=31536000")


def test_plain_http_is_sent_on_to_https(settings):
    settings.SECURE_SSL_REDIRECT = True
    response = Client().get("/some/page")
    assert (response.status_code, response["Location"]) == (301, "https://testserver/some/page")
