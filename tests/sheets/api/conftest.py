"""Programs that call the API: a client that sends a token, and JSON."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from sheets.api import tokens
from sheets.models import Character, Owner
from sheets.writes import Mine
from tests.sheets.cast import Person


class Program:
    """A program with a token: it sends JSON, and reads what it gets."""

    def __init__(self, token: str) -> None:
        self.client = Client(headers={"Authorization": f"Bearer {token}"} if token else {})

    def get(self, path: str, **headers: str) -> HttpResponse:
        return self.client.get(f"/api/1/{path}", headers=headers)

    def send(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        kind: str = "application/json",
        **headers: str,
    ) -> HttpResponse:
        sent = body if isinstance(body, str | bytes) else json.dumps(body)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.generic(method, f"/api/1/{path}", sent, kind, headers=named)

    def post(self, path: str, body: Any = None, **named: str) -> HttpResponse:
        return self.send("POST", path, {} if body is None else body, **named)

    def put(self, path: str, body: Any, **named: str) -> HttpResponse:
        return self.send("PUT", path, body, **named)


def token(owner: Owner, *, writes: bool = True, only: Character | None = None) -> str:
    """A new token of somebody's."""
    return tokens.Create(
        Mine(owner), name="A bot", can_write=writes, lasts="never", character=only
    ).run()


@pytest.fixture
def ines_owner(people: dict[str, Person]) -> Owner:
    """Ines has an account here."""
    return people["ines"].owner


@pytest.fixture
def program(people: dict[str, Person]) -> Callable[..., Program]:
    """A program of one of the people."""

    def make(name: str = "ines", **rights: Any) -> Program:
        return Program(token(people[name].owner, **rights))

    return make


@pytest.fixture
def bot(program: Callable[..., Program]) -> Program:
    """A program of Ines's, which reads and writes."""
    return program()


@pytest.fixture
def unlimited(settings: Any) -> None:
    """Nobody asks too often."""
    settings.RATES = dict.fromkeys(settings.RATES, ())
