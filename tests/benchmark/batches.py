"""Batches whose process is killed in the middle of a step: others finish each of them, once."""

import threading
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import reverse

from rules.forecast import FIGHTS
from sheets.models import Batch, ConventionSeat, Encounter, Party
from tests.attacks.browser import Browser
from tests.benchmark import fight
from tests.benchmark.kills import answers, wait_for

# So many that a step is a second long, and there is a second one.
PLAYERS, GUESTS = 40, 6
PRINT = "kind=classic&paper=a4&state=marked&ink=plain&fill=pen&backs=none&date=none"


@dataclass(frozen=True)
class Case:
    """A batch: its name, the path of its page, what its page sends for a step, and whether what was
    asked for is there, once.
    """

    name: str
    path: str
    send: Callable[[Browser], int]
    is_made: Callable[[Browser], bool]


def survive(ports: Sequence[int], kill: Callable[[], None]) -> bool:
    """True if others finish each kind of batch that the site at the first port worked on when
    `kill` killed it; prints a line for each.
    """
    party, clients = fight.table(PLAYERS)
    fight.running(party)
    asks, other = (_browser(port, clients["gm"]) for port in ports[:2])
    survived = True
    for case in cases(party):
        wait_for(lambda: answers(ports[0]))
        asks.connection.close()
        try:
            took = _seconds(case, asks, kill)
            is_made = case.is_made(other)
            said = f"finished by others in {took:.1f} s" if is_made else "NOT MADE ONCE"
        except RuntimeError as fault:
            said, is_made = str(fault).upper(), False
        print(f"  {case.name} whose site was killed: {said}", flush=True)
        survived &= is_made
    connection.close()
    return survived


def cases(party: Party) -> list[Case]:
    """One of each kind, in an order in which each can be made."""
    encounter = Encounter.objects.get(party=party)
    path = {
        name: reverse(name, args=[party.public_id])
        for name in (
            "party_pack",
            "party_pack_pdf",
            "party_convention",
            "party_convention_make",
            "party_convention_pack",
            "party_convention_pdf",
        )
    }
    difficulty = reverse("encounter_difficulty", args=[party.public_id, encounter.public_id])
    booklet, file = (
        reverse(name, args=[fight.GAME]) for name in ("reference_booklet_page", "reference_booklet")
    )

    def prepare(browser: Browser) -> int:
        order = {"players": str(GUESTS), "theme": "crew", "level": "new", "seed": "dawn"}
        browser.post(path["party_convention"], {**order, "key": uuid.uuid4().hex})
        return browser.post(path["party_convention_make"], {"key": uuid.uuid4().hex})

    return [
        Case(
            "a pack",
            path["party_pack"],
            lambda one: one.get(f"{path['party_pack']}?{PRINT}"),
            lambda one: is_pdf(one, f"{path['party_pack_pdf']}?{PRINT}"),
        ),
        Case(
            "a forecast",
            difficulty,
            lambda one: one.get(f"{difficulty}?more=1"),
            lambda one: _is_fought(one, difficulty),
        ),
        Case(
            "the characters of a convention",
            path["party_convention_make"],
            prepare,
            lambda _: ConventionSeat.objects.count() == GUESTS,
        ),
        Case(
            "the pack of a convention",
            path["party_convention_pack"],
            lambda one: one.get(path["party_convention_pack"]),
            lambda one: is_pdf(one, path["party_convention_pdf"]),
        ),
        Case(
            "a booklet",
            booklet,
            lambda one: one.get(f"{booklet}?more=1"),
            lambda one: is_pdf(one, file),
        ),
    ]


def _seconds(case: Case, asks: Browser, kill: Callable[[], None]) -> float:
    """The seconds from the kill to the end of the batch; RuntimeError if it never ends, or if no
    step was under way.
    """
    rows = Batch.objects.filter(place__startswith=case.path)
    thread = threading.Thread(target=case.send, args=[asks])
    thread.start()
    wait_for(lambda: rows.filter(leased_until__isnull=False).exists())
    kill()
    began = time.monotonic()
    thread.join()
    if not rows.filter(state=Batch.State.WAITING, leased_until__isnull=False).exists():
        raise RuntimeError("not in the middle of a step")
    wait_for(lambda: rows.get().state == Batch.State.DONE)
    return time.monotonic() - began


def is_pdf(browser: Browser, path: str) -> bool:
    """True if the whole PDF is there."""
    status, content = browser.get(path), browser.content
    return status == 200 and content.startswith(b"%PDF") and b"%%EOF" in content[-16:]


def _is_fought(browser: Browser, path: str) -> bool:
    """True if each fight was fought, and counted, once."""
    browser.get(path)
    return f"Fought {FIGHTS} times" in browser.content.decode()


def _browser(port: int, client: Client) -> Browser:
    """The same person at the site of that port."""
    browser = Browser(port, "127.0.4.3")
    name = settings.SESSION_COOKIE_NAME
    browser.cookies[name] = client.cookies[name].value
    return browser
