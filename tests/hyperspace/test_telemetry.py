"""Counts and log lines of requests, and the secrets that stay out of them."""

import json
import logging

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client, RequestFactory
from django.urls import reverse

from hyperspace import telemetry
from hyperspace.environment import log_format, metrics_token, slow_seconds
from hyperspace.logs import REQUEST_ID, JsonFormatter, name_route

pytestmark = pytest.mark.django_db
TOKEN = "a token of sixteen"


class Clock:
    """Stands for the module `time`: each look at the clock is `step` seconds after the last."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 100.0, step

    def monotonic(self) -> float:
        self.now += self.step
        return self.now

    def thread_time(self) -> float:
        return 0.25


def metrics(client: Client, **headers: str):
    return client.get("/metrics", headers=headers)


def test_metrics_are_off_until_there_is_a_token(client):
    assert metrics(client, Authorization="Bearer ").status_code == 404


def test_metrics_are_for_whoever_has_the_token_and_name_no_address(settings):
    settings.METRICS_TOKEN = TOKEN
    settings.SECURE_SSL_REDIRECT = True  # a scraper asks by plain http, at an address of its own
    client = Client(headers={"host": "10.1.2.3"})
    for wrong in ("", "Bearer x", f"Basic {TOKEN}", f"Bearer {TOKEN}é"):
        answer = metrics(client, Authorization=wrong)
        assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")
    assert client.post("/metrics").status_code == 405
    settings.SECURE_SSL_REDIRECT = False
    Client().get(reverse("invitation", kwargs={"code": "SECRET-CODE"}))
    Client().generic("INVENTED", "/no/such/secret")
    answer = metrics(client, Authorization=f"Bearer {TOKEN}")
    assert (answer.status_code, answer["Cache-Control"]) == (200, "no-store")
    page = answer.content.decode()
    assert 'hyperspace_rows{table="characters"} 0.0' in page
    for family in ("database_bytes", "kept_prints", "disk_free_bytes"):
        assert f"\nhyperspace_{family} " in page
    assert "secret" not in page.lower()
    assert "invented" not in page.lower()


def test_slow_answers_are_logged_by_the_name_of_their_view(settings, client, caplog, monkeypatch):
    settings.SLOW_SECONDS = 1.5
    address = reverse("invitation", kwargs={"code": "SECRET-CODE"})
    clock = Clock(step=0.5)
    monkeypatch.setattr(telemetry, "time", clock)
    client.get(address)
    assert not caplog.records
    clock.step = 2
    client.get(address)
    (record,) = caplog.records
    assert record.levelname == "WARNING"
    assert record.getMessage().startswith("Slow: GET invitation: ")
    assert " in 2.00 s, " in record.getMessage()
    assert "SECRET" not in record.getMessage() + str(record.fields)


def test_as_json_every_request_has_a_line_with_its_id(settings, client, caplog):
    settings.LOG_REQUESTS = True
    caplog.set_level(logging.INFO)
    caplog.handler.setFormatter(JsonFormatter())
    answer = client.get("/", headers={"X-Request-ID": "forged-by-a-stranger"})
    line = json.loads(caplog.text)
    assert line["request"] == answer["X-Request-ID"] != "forged-by-a-stranger"
    assert (line["view"], line["method"], line["status"]) == ("landing", "GET", 200)
    assert (line["level"], line["logger"]) == ("INFO", "hyperspace.telemetry")
    assert REQUEST_ID.get() == ""


def test_who_is_refused_is_logged(caplog):
    caplog.set_level(logging.INFO, logger="hyperspace.telemetry")
    Client(enforce_csrf_checks=True).post("/account/login/", {"login": "dora"})
    (line,) = [record for record in caplog.records if record.name == "hyperspace.telemetry"]
    assert line.getMessage().startswith("Denied: POST account_login: 403")


def test_the_id_of_a_proxy_of_ours_is_kept(settings, client):
    settings.PROXIES = 1
    answers = [
        client.get("/healthz", headers={"X-Request-ID": given})
        for given in ("4f1c-from-the-proxy", "two words", "x" * 129)
    ]
    assert answers[0]["X-Request-ID"] == "4f1c-from-the-proxy"
    assert all(len(answer["X-Request-ID"]) == 32 for answer in answers[1:])


def test_an_error_is_logged_by_the_pattern_of_its_address():
    request = RequestFactory().get("/join/SECRET-CODE/")
    record = logging.makeLogRecord(
        {"msg": "Internal Server Error: %s", "args": (request.path,), "request": request}
    )
    assert name_route(record)
    assert record.getMessage() == "Internal Server Error: (no page of ours)"
    request.resolver_match = Client().get("/join/SECRET-CODE/").resolver_match
    record.args = (request.path,)
    name_route(record)
    assert record.getMessage() == "Internal Server Error: /join/<str:code>/"


def test_a_traceback_is_part_of_its_line():
    try:
        raise ValueError("a figure")
    except ValueError as error:
        record = logging.makeLogRecord({"msg": "x", "exc_info": (ValueError, error, None)})
    assert json.loads(JsonFormatter().format(record))["traceback"] == "ValueError: a figure"


@pytest.mark.parametrize(
    ("read", "text", "words"),
    [
        (metrics_token, "short", "16 characters"),
        (log_format, "xml", "line or json"),
        (slow_seconds, "soon", "a number of seconds"),
        (slow_seconds, "-1", "a number of seconds"),
        (slow_seconds, "nan", "a number of seconds"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_words(read, text, words):
    with pytest.raises(ImproperlyConfigured, match=words):
        read(text)


def test_what_can_be_meant_is_taken():
    assert (metrics_token(""), metrics_token(TOKEN)) == ("", TOKEN)
    assert (log_format("json"), slow_seconds("1.5"), slow_seconds("0")) == ("json", 1.5, 0)
