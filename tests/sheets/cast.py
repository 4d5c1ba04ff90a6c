"""The people of these tests who have accounts, and the party they meet in.

Greta leads the party, Cora is her co-GM; Ines and Femi play in it. Xeno has left it, Otto leads
another one, Sam is of the site's staff. None of them has a password: they are simply signed in.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from sheets import secret_codes
from sheets.models import (
    Character,
    Combatant,
    Encounter,
    Invitation,
    Member,
    Owner,
    PaperCode,
    Party,
    PartySession,
    RollRequest,
    ShareLink,
)
from tests.sheets.access_rows import FIGHTER
from tests.sheets.example_characters import VESSA, store

SEATS = {
    "greta": Member.Role.GM,
    "cora": Member.Role.CO_GM,
    "ines": Member.Role.PLAYER,
    "femi": Member.Role.PLAYER,
}


class Person:
    """An account, signed in. That takes as long as a page, so it is done when first asked for."""

    def __init__(self, owner: Owner, client: Client | None = None) -> None:
        self.owner = owner
        self._client = client

    @property
    def client(self) -> Client:
        """Their browser."""
        if self._client is None:
            assert self.owner.user
            self._client = Client()
            self._client.force_login(self.owner.user)
        return self._client

    @property
    def name(self) -> str:
        """Their name."""
        return str(self.owner)


def person(name: str, *, staff: bool = False) -> Person:
    """Somebody with an account, signed in."""
    return signed_up({name: staff})[name]


def signed_up(names: dict[str, bool]) -> dict[str, Person]:
    """People with accounts by name, each with whether they are of the site's staff."""
    users = User.objects.bulk_create(
        User(username=name, is_staff=staff, is_superuser=staff) for name, staff in names.items()
    )
    rows = Owner.objects.bulk_create(Owner(kind=Owner.Kind.USER, user=user) for user in users)
    return {name: Person(row) for name, row in zip(names, rows, strict=True)}


def make_party(people: dict[str, Person], *, name: str = "The Long Watch") -> Party:
    """A party of those of them who have a membership."""
    row = Party.objects.create(name=name, system="hyperspace-d6")
    for who, role in SEATS.items():
        if who in people:
            Member.objects.create(party=row, owner=people[who].owner, role=role)
    return row


@pytest.fixture
def people() -> dict[str, Person]:
    """Everybody with an account, by name."""
    names = ("greta", "cora", "ines", "femi", "xeno", "otto", "sam")
    return signed_up({name: name == "sam" for name in names})


@pytest.fixture
def party(people: dict[str, Person]) -> Party:
    """Greta's party; Otto has one of his own."""
    other = Party.objects.create(name="Others", system="hyperspace-d6")
    Member.objects.create(party=other, owner=people["otto"].owner, role=Member.Role.GM)
    return make_party(people)


@pytest.fixture
def invitation(party: Party) -> dict[str, str]:
    """A code that leads into the party."""
    return {"code": invite(party)}


def invite(party: Party, **fields: Any) -> str:
    """The code of a new invitation."""
    nonce, digest = secret_codes.new_code(secret_codes.INVITATION)
    ends = timezone.now() + timedelta(days=7)
    Invitation.objects.create(party=party, nonce=nonce, digest=digest, expires_at=ends, **fields)
    return secret_codes.restore(secret_codes.INVITATION, nonce, digest)


@pytest.fixture
def house(party: Party) -> Party:
    """The party, which has made a skill of its own."""
    skill = {"id": "beast-riding", "name": "Beast Riding", "attribute": "DEX"}
    party.house = {"skills": [skill]}
    party.save()
    return party


def running(party: Party) -> PartySession:
    """The first session of the party, that is running."""
    Party.objects.filter(pk=party.pk).update(sessions=1)
    defaults = {"began_at": timezone.now()}
    return PartySession.objects.get_or_create(party=party, number=1, defaults=defaults)[0]


@pytest.fixture
def session(party: Party) -> dict[str, Any]:
    """A session of the party, that is running."""
    return {"id": party.public_id, "number": running(party).number}


@pytest.fixture
def guest(party: Party, make_visitor: Callable[[str], Client]) -> Client:
    """Gus, who has a seat in the party for its session, and no account."""
    client = make_visitor("gus")
    owner = Owner.objects.latest("pk")
    role, session = Member.Role.PLAYER, running(party)
    Member.objects.create(party=party, owner=owner, role=role, guest_of=session, guest_name="Gus")
    return client


@pytest.fixture
def guest_table(party: Party) -> dict[str, Any]:
    """The party, whose table is open to guests."""
    open_table(party)
    return {"id": party.public_id}


@pytest.fixture
def seat(party: Party) -> dict[str, str]:
    """A code that leads to a guest's seat."""
    return {"code": open_table(party)}


def open_table(party: Party) -> str:
    """The code of a seat for guests of the running session."""
    return invite(party, guests_of=running(party))


@pytest.fixture
def printed(finished: Character, party: Party) -> dict[str, str]:
    """The code on a printed sheet of a character in the party."""
    Character.objects.filter(pk=finished.pk).update(party=party)
    return {"code": print_code(finished)}


def print_code(character: Character) -> str:
    """The code on a printed sheet."""
    made = PaperCode.objects.create(character=character, code="K7Q2MP4", moment=0, digest="0" * 32)
    return made.code


@pytest.fixture
def battle(party: Party, in_party: Callable[..., Character]) -> dict[str, Any]:
    """A fight of the party that is running, with a character of Ines."""
    Party.objects.filter(pk=party.pk).update(fighting=True)
    running = Encounter.objects.create(party=party, name="Ambush", state=Encounter.State.RUNNING)
    side = Combatant.Side.PARTY
    Combatant.objects.create(pk=FIGHTER, encounter=running, character=in_party(), side=side)
    return {"id": party.public_id, "encounter": running.public_id}


@pytest.fixture
def open_call(party: Party) -> dict[str, Any]:
    """A call in the party, that is open."""
    made = RollRequest.objects.create(party=party, number=1, kind="check", name="Stealth")
    return {"id": party.public_id, "number": made.number}


@pytest.fixture
def held(portrayed: Character) -> dict[str, str]:
    """The key of a link to everything that may be looked at of a character."""
    return {"key": share(portrayed)}


def share(character: Character) -> str:
    """The key of a new link to all of a character."""
    nonce, digest = secret_codes.new_code(secret_codes.LINK)
    ShareLink.objects.create(character=character, nonce=nonce, digest=digest, whole=True)
    return secret_codes.restore(secret_codes.LINK, nonce, digest)


@pytest.fixture
def reviewed(finished: Character, party: Party) -> dict[str, Any]:
    """A character of the party, where it is reviewed."""
    Character.objects.filter(pk=finished.pk).update(party=party)
    return {"id": party.public_id, "character": finished.public_id}


@pytest.fixture
def in_party(party: Party, people: dict[str, Person]) -> Callable[..., Character]:
    """Characters in the party, of somebody in it: Ines, unless it is said."""

    def make(name: str = "Vessa Korr", *, of: str = "ines", **fields: Any) -> Character:
        document = {**VESSA, "name": name, **fields.pop("document", {})}
        row = store(people[of].owner, document, **{"finished": True, **fields})
        Character.objects.filter(pk=row.pk).update(party=party)
        row.refresh_from_db()
        return row

    return make
