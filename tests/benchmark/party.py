"""A party's board with eight characters, a look at whether anything is new, and its log."""

from random import Random

from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from rules import registry
from sheets import storage
from sheets.models import Character, Identity, Member, Owner, Party, PlayLogEntry
from sheets.parties import live
from tests.benchmark.measure import best, getter, show

AT_THE_TABLE = 8
LONG_LOG = 100_000


def party() -> None:
    """The board, and an unchanged look, as multiples of an empty view of who is signed in."""
    print("\nA party of eight")
    client, membership = leading()
    address = reverse("party", args=[membership.party.public_id])
    look = reverse("party_live", args=[membership.party.public_id])
    seen = live.party_state(Identity(user=membership.owner.user_id), membership.party.public_id)
    character = Character.objects.select_related("party").latest("pk")
    own = reverse("character_live", args=[character.public_id])
    unchanged = f"{own}?seen={live.state_of_fetched(character)}"
    presses = {
        "empty view, signed in": getter(client, "/empty/"),
        "the board": getter(client, address),
        "a look, nothing new": getter(client, f"{look}?seen={seen}"),
        "a look, all of it new": getter(client, look),
        "a table's look, nothing new": getter(client, f"{unchanged}&part=table"),
        "a sheet's look, nothing new": getter(client, f"{unchanged}&part=sheet"),
        "a table's look, all of it new": getter(client, f"{own}?part=table"),
        "who is best at what": getter(
            client, reverse("party_skills", args=[membership.party.public_id])
        ),
    }
    most = {
        "the board": 10.0,
        "a look, nothing new": 1.5,
        "a table's look, nothing new": 1.5,
        "a sheet's look, nothing new": 1.5,
    }
    spent = best(presses)
    for name, seconds in spent.items():
        with CaptureQueriesContext(connection) as queries:
            presses[name]()
        ratio, asked = seconds / spent["empty view, signed in"], most.get(name)
        shown = f"{ratio:5.2f} × {seconds * 1000:6.2f} ms {len(queries):3d} queries"
        limit = f"at most {asked:g} ×" if asked else ""
        show(name, shown, limit, met=not asked or ratio <= asked)
    long_log(client, membership)


def long_log(client: Client, membership: Member) -> None:
    """Pages of the log of a party that has played long, beside those of one that has not."""
    address = reverse("party_log", args=[membership.party.public_id])
    content = {"action": "x", "name": "X", "dice": [{"face": 3}], "total": 3}
    characters, now = list(membership.party.characters.all()), timezone.now()
    found, have = {}, 0
    for length in (400, LONG_LOG):
        more = (
            PlayLogEntry(
                character=characters[n % AT_THE_TABLE],
                number=n // AT_THE_TABLE + 1,
                kind="check",
                content=content,
                at=now,
            )
            for n in range(have, length)
        )
        PlayLogEntry.objects.bulk_create(more, batch_size=1000)
        have = length
        newest = PlayLogEntry.objects.latest("pk").pk
        middle = f"{address}?before={newest - length // 2}"
        found[length] = best({"newest": getter(client, address), "middle": getter(client, middle)})
    for name, seconds in found[LONG_LOG].items():
        ratio = seconds / found[400][name]
        shown = f"{ratio:5.2f} × a log of 400 {seconds * 1000:6.2f} ms"
        show(f"{LONG_LOG:,} lines, {name} page", shown, "at most 1.5 ×", met=ratio <= 1.5)


def leading() -> tuple[Client, Member]:
    """A game master, signed in, and their membership in a party of so many characters."""
    user = User.objects.create(username="gm")
    owner = Owner.objects.create(kind=Owner.Kind.USER, user=user)
    client, system = Client(), next(iter(registry.all_systems().values()))
    client.force_login(user)
    row = Party.objects.create(name="The Long Watch", system=system.slug)
    for seed in range(AT_THE_TABLE):
        character = Character(owner=owner, party=row, finished_at=timezone.now())
        storage.fill_row(character, system.random(Random(seed)))
        character.save()
    return client, Member.objects.create(party=row, owner=owner, role=Member.Role.GM)
