"""Answers a second of a server with two workers, and how many empty views each of them takes.

One process asks over a few connections that stay open, each for its next answer when it has the
last one. It takes turns with all pages, so that they share the machine's moods.
"""

import argparse
import http.client
import itertools
import math
import re
import selectors
import socket
import statistics
import time
import uuid
from collections.abc import Callable, Mapping
from typing import Any

from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from rules import registry
from rules.character import Character as OpenCharacter
from rules.document import Document
from rules.forms.fields import Shop
from rules.game import Game
from sheets import storage
from sheets.models import Character, LedgerEntry
from tests.attacks.site import Site
from tests.benchmark.pages import kept

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_LINK = re.compile(r"https?://[^/\"]+(/s/[\w-]+/)")
# How many answers a second are asked for, on two cores that do nothing else.
ASKED = {
    "sheet page": 1000,
    "landing": 2000,
    "reference": 2000,
    "shared page": 2000,
    "gear shop": 500,
    "my characters": 600,
    "PDF": 2500,
}


# A sheet that has changed since it was last asked for, in empty views that are asked for the same
# way: one at a time, each after such a change. Both in turn, a second each: of so many pairs, the
# one in the middle.
CHANGED, MOST_CHANGED, PAIRS = "sheet page, changed", 2.5, 9


def main() -> None:
    """One line for each page."""
    parser = argparse.ArgumentParser(prog="bin/bench --server", description=__doc__)
    parser.add_argument("--connections", type=int, default=8, help="that ask at once; 8")
    parser.add_argument("--seconds", type=float, default=6, help="for each page; 6")
    parser.add_argument("--turns", type=int, default=3, help="that its seconds are split into; 3")
    options = parser.parse_args()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    addresses, cookies, sheet = paths()
    change = changes(sheet)
    site = Site(settings="tests.benchmark.server_settings")
    site.wait_until_idle()
    try:
        requests = {
            f"{name}{variant}": request
            for name, path in addresses.items()
            for variant, request in variants(site.port, path, cookies).items()
        }
        rates = dict.fromkeys(requests, 0.0)
        work = dict.fromkeys(requests, math.inf)
        seconds, connections = options.seconds / options.turns, options.connections
        for name, request in list(requests.items()) * options.turns:
            try:
                measured, worked = worked_for(
                    site, request, connections=connections, seconds=seconds
                )
            except ConnectionError as error:
                print(f"{name}: {error}")
            else:
                rates[name] = max(rates[name], measured)
                work[name] = min(work[name], worked)
        pairs = changed_pairs(site, requests["empty view"], requests["sheet page"], change)
    finally:
        site.end()
    print(
        "\nAnswers a second, the best of the turns; the server's processor time for one, and that"
    )
    print("in empty views, which says more while the machine does other work")
    for name, one in rates.items():
        least = ASKED.get(name.partition(",")[0])
        asked = f"at least {least:,} on two quiet cores" if least else ""
        spent = f"{work[name] * 1000:6.2f} ms {work[name] / work['empty view']:6.2f} ×"
        print(f"  {name:28} {one:8,.0f}  {spent}  {asked}".rstrip())
    ratios = [changed / empty for empty, changed in pairs]
    middle = statistics.median(ratios)
    spent = f"{statistics.median([changed for _, changed in pairs]) * 1000:6.2f} ms"
    print(f"  {CHANGED:38} {spent} {middle:6.2f} ×  at most {MOST_CHANGED} ×, asked one at a time;")
    print(f"{'':59}{min(ratios):.2f} to {max(ratios):.2f} × in {PAIRS} pairs")


def changed_pairs(
    site: Site, empty: bytes, sheet: bytes, change: Callable[[], None]
) -> list[tuple[float, float]]:
    """The processor seconds of an empty view, and of the page of a sheet that has changed."""

    def one_at_a_time(request: bytes) -> float:
        return worked_for(site, request, connections=1, seconds=1, before=change)[1]

    return [(one_at_a_time(empty), one_at_a_time(sheet)) for _ in range(PAIRS)]


def worked_for(site: Site, request: bytes, **how: Any) -> tuple[float, float]:
    """The `rate` of a request, and the processor seconds of the server for one answer."""
    worked = site.processor_time()
    answers, measured = rate(site.port, request, **how)
    return measured, (site.processor_time() - worked) / max(1, answers)


def changes(sheet: Character) -> Callable[[], None]:
    """Changes the name on a sheet and its points each time, to what they never were."""
    numbers, rows, name = itertools.count(1), Character.objects.filter(pk=sheet.pk), sheet.name
    LedgerEntry.objects.create(character=sheet, position=0, content={"kind": "award", "cp": 1})

    def change() -> None:
        number = next(numbers)
        rows.update(name=f"{name} {number}")
        LedgerEntry.objects.filter(character=sheet).update(content={"kind": "award", "cp": number})

    return change


def paths() -> tuple[dict[str, str], str, Character]:
    """The address of each page, the cookies of the visitor who owns what is on them, and the
    character on the sheet.
    """
    client = Client()
    finished, draft = kept(client)
    system = registry.get(finished.system)
    shop = shop_step(system, storage.read(draft)[1])
    chapter = system.reference()[0].id
    addresses = {
        "empty answer": "/healthz",
        "empty view": "/empty/",
        "sheet page": reverse("character", args=[finished.public_id]),
        "landing": reverse("landing"),
        "reference": reverse("reference_chapter", args=[system.slug, chapter]),
        "shared page": link_of(client, finished),
        "gear shop": reverse("character_step", args=[draft.public_id, shop]),
        "my characters": reverse("characters"),
        "PDF": reverse("character_pdf", args=[finished.public_id]),
    }
    client.get(addresses["landing"])  # the cookie against forged forms
    cookies = "; ".join(f"{name}={one.value}" for name, one in client.cookies.items())
    return addresses, cookies, finished


def link_of(client: Client, character: Character) -> str:
    """The path of a new share link to a sheet."""
    sharing = reverse("character_share", args=[character.public_id])
    client.post(sharing, {"reach": "sheet", "lasts": "week", "key": uuid.uuid4().hex})
    link = _LINK.search(client.get(sharing).content.decode())
    assert link, "no share link on the page of links"
    return link[1]


def shop_step(system: Game, document: Document) -> str:
    """The step of a draft in which gear is bought."""
    for step in OpenCharacter(system, document).steps():
        shown = next(
            one for one in OpenCharacter(system, document).steps(only=step.id) if one.id == step.id
        )
        if any(isinstance(field, Shop) for field in shown.fields):
            return step.id
    raise LookupError("no step with a shop")


def variants(port: int, path: str, cookies: str) -> dict[str, bytes]:
    """Requests for a page: plain, as a browser asks that can unpack it, and as one that has it."""
    sent = {"Host": f"127.0.0.1:{port}", "Cookie": cookies}
    packed = {**sent, "Accept-Encoding": "gzip"}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    connection.request("GET", path, headers=packed)
    response = connection.getresponse()
    response.read()
    assert response.status == 200, (path, response.status)
    requests = {"": request(path, sent)}
    if response.headers["Content-Encoding"] == "gzip":
        requests[", gzip"] = request(path, packed)
    if tag := response.headers["ETag"]:
        requests[", unchanged"] = request(path, {**packed, "If-None-Match": tag})
    connection.close()
    return requests


def request(path: str, headers: Mapping[str, str]) -> bytes:
    """A request for a page as it goes over the wire."""
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode()


class Connection:
    """A connection that stays open; what of an answer has arrived, and how much is to come."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.head = bytearray()
        self.missing: int | None = None

    def ask(self, request: bytes) -> None:
        """Sends a request."""
        self.head.clear()
        self.missing = None
        self.socket.sendall(request)

    def receive(self) -> bool:
        """Takes in what has arrived; whether the answer is complete. RuntimeError for a status
        other than 200 or 304; ConnectionError where the server hangs up.
        """
        chunk = self.socket.recv(1 << 18)
        if not chunk:
            raise ConnectionError("the server hung up")
        if self.missing is not None:
            self.missing -= len(chunk)
            return self.missing == 0
        self.head += chunk
        if (end := self.head.find(b"\r\n\r\n")) < 0:
            return False
        status, length = self.head[9:12], _LENGTH.search(self.head, 0, end)
        if status not in (b"200", b"304"):
            raise RuntimeError(f"answered with {status.decode()}")
        size = int(length[1]) if length and status == b"200" else 0
        self.missing = size - (len(self.head) - end - 4)
        return self.missing == 0


def rate(
    port: int,
    request: bytes,
    *,
    connections: int,
    seconds: float,
    before: Callable[[], None] | None = None,
) -> tuple[int, float]:
    """All answers; and those a second, from when as many as there are connections have come.
    `before` is done before each request but the first ones.
    """
    with selectors.DefaultSelector() as selector:
        every = [Connection(port) for _ in range(connections)]
        for one in every:
            selector.register(one.socket, selectors.EVENT_READ, one)
            one.ask(request)
        answers, started = -connections, time.perf_counter()
        while (spent := time.perf_counter() - started) < seconds:
            for key, _ in selector.select(1):
                if key.data.receive():
                    answers += 1
                    if before:
                        before()
                    key.data.ask(request)
                    if answers == 0:
                        started = time.perf_counter()
        for one in every:
            one.socket.close()
    return answers + connections, max(answers, 0) / spent


if __name__ == "__main__":
    main()
