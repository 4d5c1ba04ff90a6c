"""A game master's prints: the pack of a party beside its sheets one by one, the wait of others
meanwhile, and the briefing.

What printing takes is counted in seconds of the processor, of the site and its print workers
together: a busy machine adds nothing to them, and two processors that share the work take nothing
off. Workers are warm, as they are on a site after its first minutes; a new one's figure stands
beside.
"""

import gc
import statistics
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

from django.contrib.auth.models import User
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from rules import registry
from sheets import storage
from sheets.models import Character, Member, Owner, Party
from sheets.printing.pdf.pool import pool
from tests.benchmark.measure import Press, best, getter, median, show

SHEETS, ROUNDS = 20, 5


@dataclass(frozen=True, order=True)
class Spent:
    """The cost of a print: seconds of the processor, and on the clock."""

    processor: float
    clock: float

    def __str__(self) -> str:
        return f"{self.processor * 1000:.0f} ms, {self.clock * 1000:.0f} on the clock"


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
    """Asks for the pack until it is there, for the page first and then as the page asks; how
    often.
    """
    asked, headers = 1, dict[str, str]()
    while b"pack.pdf" not in client.get(address(party, "party_pack"), headers=headers).content:
        asked, headers = asked + 1, {"HX-Request": "true"}
    return asked


def pack(client: Client, party: Party) -> None:
    """From the first request to the file, with nothing kept; and each sheet by itself."""
    ids = list(party.characters.values_list("public_id", flat=True))

    def fetched() -> None:
        made(client, party)
        assert client.get(address(party, "party_pack_pdf")).status_code == 200

    pool().close()
    first = anew(fetched)
    gc.collect()
    gc.freeze()  # as the server does once everything is loaded
    alone, together = [], []
    for _ in range(ROUNDS):
        alone.append(anew(lambda: sheets_one_by_one(client, ids)))
        together.append(anew(fetched))
    whole, ratio = min(together), min(together).processor / min(alone).processor * len(ids)
    name = f"a pack of {len(ids)}"
    show(f"{name}, a new worker", str(first))
    show(name, str(whole))
    show(f"{name}, by one sheet", f"{ratio:5.2f} ×", f"at most {len(ids)} ×", met=ratio <= len(ids))


def sheets_one_by_one(client: Client, ids: Iterable[object]) -> None:
    """The file of each."""
    for id in ids:
        assert client.get(sheet(id)).status_code == 200


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
    pdf = getter(client, address(party, "party_brief_pdf"))
    pool().close()
    first = anew(pdf)
    printed = min(anew(pdf) for _ in range(ROUNDS))
    show("brief of 12, as PDF, a new worker", str(first))
    show("brief of 12, as PDF", str(printed))
    # It says of each what is looked up most often, in place of twelve sheets: a third of them.
    ids = list(party.characters.values_list("public_id", flat=True))
    sheets = min(anew(lambda: sheets_one_by_one(client, ids)) for _ in range(ROUNDS))
    part = printed.processor / sheets.processor
    show("brief of 12, by their sheets", f"{part:6.1%}", "at most 33%", met=part <= 0.33)


def anew(press: Press) -> Spent:
    """The cost of a print with an empty cache."""
    with nothing_kept():
        processor, start = processor_seconds(), time.perf_counter()
        press()
        return Spent(processor_seconds() - processor, time.perf_counter() - start)


def processor_seconds() -> float:
    """The processor seconds of this process and its print workers so far."""
    # The number by which Linux knows the clock of another process.
    clocks = (~pid << 3 | 2 for pid in pool().pids())
    return time.process_time() + sum(map(time.clock_gettime, clocks))


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
