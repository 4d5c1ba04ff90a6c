"""Requests in other encodings than UTF-8 are refused before anything believes them."""

import json
from collections.abc import Callable
from io import BytesIO

import pytest
from django.test import RequestFactory

from hyperspace.wsgi import application


def served(content_type: str, body: bytes = b"a=%ff", path: str = "/healthz") -> tuple[str, bytes]:
    """The answer as a WSGI server gets it: the test client makes its requests its own way."""
    environ = RequestFactory()._base_environ(
        PATH_INFO=path,
        QUERY_STRING="q=%ff",
        CONTENT_TYPE=content_type,
        CONTENT_LENGTH=str(len(body)),
        **{"wsgi.input": BytesIO(body)},
    )
    statuses: list[str] = []

    def start(status: str, *_: object) -> Callable[[bytes], object]:
        statuses.append(status)
        return bytes

    answer = application(environ, start)
    return statuses[0], b"".join(answer)


@pytest.mark.parametrize(
    "content_type",
    [
        "text/plain; charset=hex",
        "text/plain; charset=idna",
        "text/plain; charset=utf-16",
        "text/plain; charset=no-such-thing",
        "text/plain; a*=no-such-thing''x",
        "multipart/form-data; boundary=x; charset=idna",
        'application/x-www-form-urlencoded; charset="utf-7"',
    ],
)
def test_another_encoding_gets_415_and_is_told_why(content_type: str) -> None:
    assert served(content_type) == (
        "415 Unsupported Media Type",
        b"This encoding isn't supported. Send text as UTF-8.\n",
    )


def test_a_program_gets_a_problem() -> None:
    status, body = served("application/json; charset=utf-16", b"{}", "/api/1/characters")
    assert status == "415 Unsupported Media Type"
    assert json.loads(body)["status"] == 415


@pytest.mark.django_db(transaction=True)  # a server closes connections, a test's own included
def test_everything_else_goes_on() -> None:
    for content_type in (
        "",
        "é",
        ";",
        "text/plain",
        "text/plain; charset=UTF-8",
        'application/x-www-form-urlencoded; charset="utf-8"',
        "multipart/form-data; boundary=x",
    ):
        assert served(content_type)[0] == "200 OK", content_type
