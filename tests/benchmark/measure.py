"""Timing of presses, and the display of measurements."""

import gc
import statistics
import time
import uuid
from collections.abc import Callable
from random import Random

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from rules import registry
from sheets import storage
from sheets.models import Character

ROUNDS, TURN = 30, 0.01
# The sample: a Jedi with a saber of the workshop, in armor, who carries five things. Of a hundred
# characters made by chance, 87 carry no more, and half carry no more than two.
SAMPLE = 82
Press = Callable[[], object]


def best(
    presses: dict[str, Press], clock: Callable[[], float] = time.perf_counter
) -> dict[str, float]:
    """Seconds a press, the best of many short turns, so that all share the machine's moods."""
    found = dict.fromkeys(presses, float("inf"))
    for press in presses.values():
        press()
    gc.collect()
    gc.freeze()  # as the server does once everything is loaded
    for _ in range(ROUNDS):
        for name, press in presses.items():
            count, spent, start = 0, 0.0, clock()
            while spent < TURN:
                press()
                count, spent = count + 1, clock() - start
            found[name] = min(found[name], spent / count)
    return found


def median(press: Press) -> float:
    """Seconds a press, the median of many."""
    found = []
    for _ in range(200):
        start = time.perf_counter()
        press()
        found.append(time.perf_counter() - start)
    return statistics.median(found)


def show(name: str, measured: str, asked: str = "", *, met: bool = True) -> None:
    """One measurement, what was promised, and whether it holds."""
    verdict = "" if not asked else "yes" if met else "NO"
    print(f"  {name:32} {measured:45} {asked:16} {verdict}".rstrip())


def getter(client: Client, url: str) -> Callable[[], HttpResponse]:
    """A press that fetches a page."""
    return lambda: client.get(url)


def made(client: Client) -> Character:
    """A new character of the client's own: one of those made by chance, and always the same."""
    system = next(iter(registry.all_systems().values()))
    sent = {"system": system.slug, "surprise": "1", "key": uuid.uuid4().hex}
    client.post(reverse("character_new"), sent)
    character = Character.objects.latest("pk")
    storage.fill_row(character, system.random(Random(SAMPLE)))
    character.save()
    return character


def finish(client: Client, character: Character) -> None:
    """Finishes it."""
    key = {"key": uuid.uuid4().hex}
    client.post(reverse("character_finish", args=[character.public_id]), key)
