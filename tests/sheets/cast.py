"""The people of these tests who have accounts, and the party they meet in.

Greta leads the party, Cora is her co-GM; Ines and Femi play in it. Xeno has left it, Otto leads
another one, Sam is of the site's staff. None of them has a password: they are simply signed in.
"""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.test import Client

from sheets.models import Member, Owner, Party

SEATS = {
    "greta": Member.Role.GM,
    "cora": Member.Role.CO_GM,
    "ines": Member.Role.PLAYER,
    "femi": Member.Role.PLAYER,
}


@dataclass(frozen=True)
class Person:
    """An account, signed in."""

    client: Client
    owner: Owner

    @property
    def name(self) -> str:
        """What they are called."""
        return str(self.owner)


def person(name: str, *, staff: bool = False) -> Person:
    """Somebody with an account, signed in."""
    user = User.objects.create(username=name, is_staff=staff, is_superuser=staff)
    client = Client()
    client.force_login(user)
    return Person(client, Owner.objects.create(kind=Owner.Kind.USER, user=user))


def party(people: dict[str, Person], *, name: str = "The Long Watch") -> Party:
    """A party of those of them who have a seat."""
    row = Party.objects.create(name=name, system="hyperspace-d6")
    for who, role in SEATS.items():
        if who in people:
            Member.objects.create(party=row, owner=people[who].owner, role=role)
    return row
