"""What a game master prints: the pack of a party beside its sheets one by one, and what others
notice of it; and the brief.
"""

import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from django.contrib.auth.models import User
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from rules import registry
from sheets import storage
from sheets.models import Character, Member, Owner, Party
from tests.benchmark.measure import Press, best, getter, median, show

SHEETS, ROUNDS = 20, 3


def before_session() -> None:
    """The pack of twenty, other requests meanwhile, and the brief of twelve."""
    print("\nBefore a session")
    client, party = led(SHEETS)
    pack(client, party)
    meanwhile(client, party)
    brief(*led(12))


def led(count: int) -> tuple[Client, Party]:
    """A game master's browser, and their party of so many characters made by chance."""
    system = next(iter(registry.all_systems().values()))
    user = User.objects.create(username=f"leader of {count}")
    owner = Owner.objects.create(kind=Owner.Kind.USER, user=user)
    party = Party.objects.create(name="The Long Watch", system=system.slug)
    Member.objects.create(party=party, owner=owner, role=Member.Role.GM)
    for seed in range(count):
        row = Character(owner=owner, party=party, finished_at=timezone.now())
        storage.fill_row(row, system.random(Random(seed)))
        row.save()
    client = Client()
    client.force_login(user)
    return client, party


def address(party: Party, name: str) -> str:
    """One of its pages; of the pack one that asks for it to be made."""
    return f"{reverse(name, args=[party.public_id])}?paper=a4&date=none"


def made(client: Client, party: Party) -> int:
    """Asks for the pack until it is there; how often."""
    asked = 1
    while b"pack.pdf" not in client.get(address(party, "party_pack")).content:
        asked += 1
    return asked


def pack(client: Client, party: Party) -> None:
    """From the first request to the file, with nothing kept; and each sheet by itself."""
    ids = list(party.characters.values_list("public_id", flat=True))
    alone, together, asked = [], [], 0
    for _ in range(ROUNDS):
        with nothing_kept():
            alone.append(spent(lambda: [client.get(sheet(id)) for id in ids]) / len(ids))
        with nothing_kept():
            start = time.perf_counter()
            asked = made(client, party)
            assert client.get(address(party, "party_pack_pdf")).status_code == 200
            together.append(time.perf_counter() - start)
    ratio = min(together) / min(alone)
    shown = f"{ratio:5.2f} × one sheet {min(together):5.2f} s {asked:3d} requests"
    show(f"a pack of {len(ids)}", shown, f"at most {len(ids)} ×", met=ratio <= len(ids))


def sheet(id: object) -> str:
    """The file of one character's sheet, as the pack prints it."""
    return f"{reverse('character_pdf', args=[id])}?paper=a4&date=none"


def meanwhile(client: Client, party: Party) -> None:
    """A page for somebody else while a pack is being made, beside the same with nothing else."""
    press = getter(Client(), reverse("landing"))
    quiet = median(press)
    found: list[float] = []
    with nothing_kept():
        other = threading.Thread(target=made, args=(client, party))
        other.start()
        while other.is_alive():
            found.append(spent(press))
        other.join()
    ratio = statistics.median(found) / quiet
    shown = f"{ratio:5.2f} × alone {statistics.median(found) * 1000:6.2f} ms, {len(found)} pages"
    show("another's page meanwhile", shown, "at most 2 ×", met=ratio <= 2)


def brief(client: Client, party: Party) -> None:
    """The page on the screen as a multiple of an empty view, and the printed one, made anew."""
    presses: dict[str, Press] = {
        "empty view": getter(client, "/empty/"),
        "brief": getter(client, reverse("party_brief", args=[party.public_id])),
    }
    found = best(presses)
    ratio = found["brief"] / found["empty view"]
    show("brief of 12", f"{ratio:5.2f} × an empty view {found['brief'] * 1000:6.2f} ms")
    printed = []
    for _ in range(ROUNDS):
        with nothing_kept():
            printed.append(spent(getter(client, address(party, "party_brief_pdf"))))
    shown = f"{min(printed) * 1000:.0f} ms"
    show("brief of 12, as PDF", shown, "at most 250 ms", met=min(printed) <= 0.25)


def spent(press: Press) -> float:
    """Seconds that it takes once."""
    start = time.perf_counter()
    press()
    return time.perf_counter() - start


@contextmanager
def nothing_kept() -> Iterator[None]:
    """With nothing printed yet."""
    caches["printed"].clear()
    yield
