"""A roll at the table, its odds, and a log that has grown long."""

import uuid
from urllib.parse import urlencode

from django.test import Client
from django.urls import reverse

from rules.character import Character as OpenCharacter
from rules.dice import pools
from sheets import storage
from sheets.models import Character, PlayLogEntry
from tests.benchmark.measure import best, finish, getter, made, show

LONG_LOG = 100_000


def table() -> None:
    """A roll, from the request to its stored answer; the odds of many dice; a long log's pages."""
    print("\nAt the table")
    client = Client()
    character = made(client)
    finish(client, character)
    character.refresh_from_db()
    system, document = storage.read(character)
    rolled = next(iter(OpenCharacter(system, document).play_state({}).pools))
    address = reverse("character_table_do", args=[character.public_id, rolled])

    def roll() -> None:
        sent = urlencode({"key": uuid.uuid4().hex})
        form = "application/x-www-form-urlencoded"  # as browsers send it
        assert client.post(address, sent, content_type=form).status_code == 302

    spent = best({"empty view": getter(client, "/empty/"), "a roll": roll})
    ratio = spent["a roll"] / spent["empty view"]
    shown = f"{ratio:5.2f} × an empty view {spent['a roll'] * 1000:6.2f} ms"
    show("a roll, from request to answer", shown, "at most 4 ×", met=ratio <= 4)
    odds()
    long_log(client, character)


def odds() -> None:
    """The exact odds of 20 dice, none of them known before."""

    def press() -> None:
        pools.ways.cache_clear()
        pools.chance(20, 70)

    spent = best({"odds": press})["odds"]
    show("odds of 20 dice", f"{spent * 1000:.2f} ms", "under 2 ms", met=spent < 0.002)


def long_log(client: Client, character: Character) -> None:
    """Pages of a log of many lines, at its end and in its middle, beside those of a short one."""
    line = character.play_log.latest("number")
    address = reverse("character_log", args=[character.public_id])
    found = {}
    for length in (200, LONG_LOG):
        first = character.play_log.latest("number").number + 1
        more = (
            PlayLogEntry(
                character=character, number=n, kind=line.kind, content=line.content, at=line.at
            )
            for n in range(first, length + 1)
        )
        PlayLogEntry.objects.bulk_create(more, batch_size=1000)
        middle = f"{address}?before={length // 2}"
        presses = {"newest": getter(client, address), "middle": getter(client, middle)}
        found[length] = best(presses)
    for name, seconds in found[LONG_LOG].items():
        ratio = seconds / found[200][name]
        shown = f"{ratio:5.2f} × a log of 200 {seconds * 1000:6.2f} ms"
        show(f"{LONG_LOG:,} lines, {name} page", shown, "at most 1.5 ×", met=ratio <= 1.5)
