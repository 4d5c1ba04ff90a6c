"""The cast of these tests: Ines, who owns characters, Tom, who owns others, and nobody yet.

Ines has a draft with nothing decided, a finished character, a played one and an archived one; Tom
has one; the demo has one. All are HyperspaceD6, whose rules are not what is tested here.
"""

import copy
import hashlib
import json
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.core import signing
from django.test import Client
from PIL import Image

from sheets import visitors
from sheets.chat import messages
from sheets.form_data import token
from sheets.models import Character, Owner, Portrait
from tests.sheets.cast import (
    battle,
    guest,
    guest_table,
    held,
    house,
    in_party,
    invitation,
    open_call,
    party,
    people,
    printed,
    reviewed,
    seat,
    session,
)
from tests.sheets.example_characters import VESSA, owner_of, store

# Fixtures that stand elsewhere, for all tests here.
__all__ = (
    "battle",
    "guest",
    "guest_table",
    "held",
    "house",
    "in_party",
    "invitation",
    "open_call",
    "party",
    "people",
    "printed",
    "reviewed",
    "seat",
    "session",
)


@pytest.fixture
def vessa() -> dict[str, Any]:
    """A legal document, complete."""
    return copy.deepcopy(VESSA)


@pytest.fixture(autouse=True)
def _no_chat(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test posts anything to a chat."""
    monkeypatch.setattr(messages.SENDER, "submit", lambda *_arguments: None)


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Nearly every test here needs one."""


@pytest.fixture
def make_visitor() -> Callable[[str], Client]:
    """Somebody with a visitor's cookie and a row."""

    def make(key: str) -> Client:
        Owner.objects.create(
            kind=Owner.Kind.VISITOR, visitor_hash=hashlib.sha256(key.encode()).hexdigest()
        )
        client = Client()
        signer = signing.get_cookie_signer(salt=visitors.COOKIE + visitors.SALT)
        client.cookies[visitors.COOKIE] = signer.sign(key)
        return client

    return make


@pytest.fixture
def ines(make_visitor: Callable[[str], Client]) -> Client:
    """The owner."""
    return make_visitor("ines")


@pytest.fixture
def tom(make_visitor: Callable[[str], Client]) -> Client:
    """A stranger to Ines, with a character of his own."""
    client = make_visitor("tom")
    store(owner_of("tom"), {**VESSA, "name": "Brakka"}, finished=True)
    return client


@pytest.fixture
def nobody() -> Client:
    """Somebody who never kept anything here."""
    return Client()


@pytest.fixture
def ines_owner(ines: Client) -> Owner:
    """The row of Ines."""
    return owner_of("ines")


@pytest.fixture
def make_character(ines_owner: Owner) -> Callable[..., Character]:
    """Rows for Ines from documents."""

    def make(document: dict[str, Any] | None = None, **fields: Any) -> Character:
        return store(ines_owner, document or VESSA, **fields)

    return make


@pytest.fixture
def draft(ines_owner: Owner) -> Character:
    """A character of Ines of whom nothing is decided."""
    return store(ines_owner, {**VESSA, "name": "", "player": "", "build": {}})


@pytest.fixture
def complete(ines_owner: Owner) -> Character:
    """A draft of Ines in which nothing is open."""
    return store(ines_owner, VESSA)


@pytest.fixture
def finished(ines_owner: Owner) -> Character:
    """A finished character of Ines that was not played yet."""
    return store(ines_owner, VESSA, finished=True)


@pytest.fixture
def played(ines_owner: Owner) -> Character:
    """A finished character of Ines that has gained something."""
    ledger = [{"kind": "award", "cp": 4}, {"kind": "raise-skill", "skill": "stealth", "paid": 6}]
    return store(ines_owner, {**VESSA, "ledger": ledger}, finished=True)


@pytest.fixture
def rebuilding(played: Character) -> Character:
    """The played one, of whom nothing was decided anew so far."""
    played.rebuilding = {"name": "Vessa Korr", "player": "Ines", "build": VESSA["build"]}
    played.save()
    return played


@pytest.fixture
def archived(ines_owner: Owner) -> Character:
    """A draft of Ines that is put away."""
    return store(ines_owner, VESSA, archived=True)


@pytest.fixture
def damaged(ines_owner: Owner) -> Character:
    """A character of Ines whose row no game can read."""
    return store(ines_owner, {**VESSA, "build": {"species": 7}})


@pytest.fixture
def ready_made() -> Character:
    """A character of the demo."""
    owner = Owner.objects.create(kind=Owner.Kind.DEMO)
    return store(owner, {**VESSA, "name": "Everybody's"}, finished=True)


@pytest.fixture
def portrayed(finished: Character) -> Character:
    """A finished character of Ines with a portrait: two shades, the darker one below."""
    picture = Image.new("RGB", (90, 200), "white")
    picture.paste("black", (0, 100, 90, 200))
    written = BytesIO()
    picture.save(written, "WEBP", lossless=True)
    Portrait.objects.create(
        character=finished,
        picture=written.getvalue(),
        width=90,
        height=200,
        shape="upright",
        left=0,
        top=0,
        across=90,
        down=120,
        shown=written.getvalue(),
        digest="0" * 64,
        alt="Two shades",
    )
    return finished


@pytest.fixture
def step_of() -> Callable[[Character, str], str]:
    """The address of one step of a character."""
    return lambda character, step: f"/characters/{character.public_id}/build/{step}/"


@pytest.fixture
def field() -> Callable[..., dict[str, Any]]:
    """One field as a form sends it: what it showed (`was`) and what it holds now."""

    def make(name: str, *values: str, was: tuple[str, ...] = ()) -> dict[str, Any]:
        return {f"was.{name}": token(was), name: list(values)}

    return make


@pytest.fixture
def stored() -> Callable[[Character], dict[str, Any]]:
    """The stored document of a character."""

    def read(character: Character) -> dict[str, Any]:
        row = Character.objects.get(pk=character.pk)
        return {"name": row.name, "player": row.player, "build": row.build, "version": row.version}

    return read


@pytest.fixture
def as_text() -> Callable[[dict[str, Any]], str]:
    """A document as somebody would paste it."""
    return json.dumps


@pytest.fixture
def choose(
    ines: Client,
    step_of: Callable[[Character, str], str],
    field: Callable[..., dict[str, Any]],
) -> Callable[..., None]:
    """Ines decides one field of a step, of which `was` is what it held until now."""

    def send(character: Character, step: str, name: str, *values: str, was: Any) -> None:
        held = was if isinstance(was, tuple) else (was,)
        answer = ines.post(step_of(character, step), field(name, *values, was=held))
        assert answer.status_code in (200, 302), answer.content[:400]

    return send
