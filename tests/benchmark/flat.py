"""How much slower pages are where a great many characters are stored, beside a thousand: in seconds
of the processor, the database's included, since the machine may do other work.

Copies of one character and its ledger are made inside the database: a million of them take minutes.
One visitor owns 2,000 of them, one party's log gets a line for each character.
"""

import argparse
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from sheets import backup
from sheets.models import Character, Identity, LedgerEntry, Owner, Party, PlayLogEntry
from sheets.parties import live
from tests.benchmark.measure import best, getter, show
from tests.benchmark.pages import autosave, kept
from tests.benchmark.party import leading
from tests.benchmark.server import link_of

FEW, OWN, CHUNK = 1000, 2000, 50_000
MOST, MOST_SEARCH, MOST_CHECK = 1.2, 0.060, 30.0
LEDGER = 5


def main() -> None:
    """Loads, measures, loads the rest, measures again."""
    parser = argparse.ArgumentParser(prog="bin/bench --flat", description=__doc__)
    parser.add_argument("--characters", type=int, default=100_000, help="in the end; 100,000")
    parser.add_argument("--explain", action="store_true", help="also show scans")
    options = parser.parse_args()
    settings.ROOT_URLCONF = "tests.benchmark.pages"
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    stock = Stock()
    stock.fill(FEW)
    before = best(stock.presses, stock.numbers.processor_time)
    started = time.perf_counter()
    stock.fill(options.characters)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    loaded = time.perf_counter() - started
    print(f"\n{options.characters:,} characters, loaded in {loaded:.0f} s, beside {FEW:,}")
    after = best(stock.presses, stock.numbers.processor_time)
    mood = after["empty view"] / before["empty view"]  # of the machine
    for name, seconds in after.items():
        ratio = seconds / before[name] / mood
        shown = f"{ratio:5.2f} × {seconds * 1000:7.2f} ms"
        show(name, shown, f"at most {MOST} ×", met=ratio <= MOST)
    pages = {"search": getter(stock.owner, f"{reverse('characters')}?q=1999")}
    search = best(pages, stock.numbers.processor_time)["search"]
    shown = f"{search * 1000:7.2f} ms"
    show(f"search of {OWN:,}", shown, "at most 60 ms", met=search <= MOST_SEARCH)
    if options.explain:
        stock.explain()
    back_up(options.characters)


class Stock:
    """Everything that is stored, and the pages that show some of it."""

    def __init__(self) -> None:
        self.visitor, self.owner = Client(), Client()
        self.sample, self.draft = kept(self.visitor)
        gm, self.member = leading()
        self.numbers = Numbers()
        self.logged = list(self.member.party.characters.values_list("pk", flat=True))
        rows = [
            LedgerEntry(character=self.sample, position=n, content={"kind": "award", "cp": 1})
            for n in range(LEDGER)
        ]
        LedgerEntry.objects.bulk_create(rows)
        owned, _ = kept(self.owner)
        self.copies(owned.owner_id, OWN)
        self.presses = self._presses(gm)

    def _presses(self, gm: Client) -> dict[str, Callable[[], object]]:
        sheet, party = self.sample.public_id, self.member.party.public_id
        step = reverse("character_step", args=[self.draft.public_id, "concept"])
        save = autosave(self.visitor, self.draft, step="concept", url=step)
        assert save is not None
        seen = live.party_state(Identity(user=self.member.owner.user_id), party)
        pages = {
            "landing": (self.visitor, reverse("landing")),
            "my characters": (self.visitor, reverse("characters")),
            f"my {OWN:,} characters": (self.owner, reverse("characters")),
            "sheet": (self.visitor, reverse("character", args=[sheet])),
            "play": (self.visitor, reverse("character_table", args=[sheet])),
            "history": (self.visitor, reverse("character_history", args=[sheet])),
            "shared sheet": (Client(), link_of(self.visitor, self.sample)),
            "parties": (gm, reverse("parties")),
            "board": (gm, reverse("party", args=[party])),
            "a look, nothing new": (gm, f"{reverse('party_live', args=[party])}?seen={seen}"),
            "log of the party": (gm, reverse("party_log", args=[party])),
        }
        gets = {name: getter(client, url) for name, (client, url) in pages.items()}
        return {"empty view": getter(self.visitor, "/empty/"), **gets, "a save": save}

    def fill(self, characters: int) -> None:
        """Until there are so many characters, with a party for every hundred of them."""
        have = Character.objects.count()
        for _ in range(max(0, characters - have), 0, -CHUNK):
            more = min(CHUNK, characters - Character.objects.count())
            stranger = f"{time.time_ns():064}"
            owner = Owner.objects.create(kind=Owner.Kind.VISITOR, visitor_hash=stranger)
            party = Party.objects.create(name="The Long Watch", system=self.sample.system)
            self.numbers.copy(Party, party.pk, more // 100, public_id=self.numbers.uuid)
            self.copies(owner.pk, more)
        self.write_log(characters)

    def copies(self, owner: int, count: int) -> None:
        """Copies of the sample, each with its ledger."""
        last = Character.objects.latest("pk").pk
        self.numbers.copy(
            Character,
            self.sample.pk,
            count,
            public_id=self.numbers.uuid,
            owner_id=str(owner),
            name="t.name || ' ' || n.i",
            search="t.search || ' ' || n.i",
        )
        entries, characters = LedgerEntry._meta.db_table, Character._meta.db_table
        with connection.cursor() as cursor:
            cursor.execute(
                f"INSERT INTO {entries} (character_id, position, content)"
                f" SELECT c.id, e.position, e.content FROM {characters} c"
                f" JOIN {entries} e ON e.character_id = %s WHERE c.id > %s",
                [self.sample.pk, last],
            )

    def write_log(self, lines: int) -> None:
        """So many lines in the log of one party."""
        have = PlayLogEntry.objects.count() // len(self.logged)
        more = lines // len(self.logged) - have
        for character in self.logged:
            line = PlayLogEntry.objects.create(
                character_id=character,
                number=have + 1,
                kind="check",
                content={"action": "x", "name": "X", "dice": [{"face": 3}], "total": 3},
                at=self.sample.created_at,
            )
            self.numbers.copy(PlayLogEntry, line.pk, more - 1, number="t.number + n.i")

    def explain(self) -> None:
        """Each query of a page that reads a large table from end to end."""
        print("\nQueries that read a whole table")
        large = {model._meta.db_table for model in (Character, LedgerEntry, PlayLogEntry, Party)}
        for name, press in self.presses.items():
            with CaptureQueriesContext(connection) as queries:
                press()
            for sql in (query["sql"] for query in queries):
                if sql.startswith("SELECT") and (scan := self.numbers.scan(sql, large)):
                    print(f"  {name}: {scan}\n    {sql[:400]}")


class Numbers:
    """What differs between the databases."""

    def __init__(self) -> None:
        self.is_sqlite = connection.vendor == "sqlite"
        self._backend = None if self.is_sqlite else self._started_backend()
        self.uuid = "lower(hex(randomblob(16)))" if self.is_sqlite else "gen_random_uuid()"

    def _started_backend(self) -> Path:
        """What Linux says of the PostgreSQL process that serves this connection."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            return Path(f"/proc/{cursor.fetchone()[0]}/schedstat")

    def processor_time(self) -> float:
        """Seconds that this thread has computed, and the database for it."""
        there = int(self._backend.read_text().split()[0]) / 1e9 if self._backend else 0.0
        return time.thread_time() + there

    def copy(self, model: type[Model], row: int, count: int, **changed: str) -> None:
        """So many copies of a row; `changed` are its columns as SQL, of the row `t` and the number
        `n.i` of the copy.
        """
        if count < 1:
            return
        columns = [f.column for f in model._meta.concrete_fields if not f.primary_key]
        values = ", ".join(changed.get(column, f't."{column}"') for column in columns)
        names = ", ".join(f'"{column}"' for column in columns)
        table = model._meta.db_table
        series = (
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %s)"
            if self.is_sqlite
            else "WITH n(i) AS (SELECT generate_series(1, %s))"
        )
        with connection.cursor() as cursor:
            select = f"SELECT {values} FROM n CROSS JOIN {table} t WHERE t.id = %s"
            into = f"INSERT INTO {table} ({names})"
            sql = f"{series} {into} {select}" if not self.is_sqlite else f"{into} {series} {select}"
            cursor.execute(sql, [count, row])

    def scan(self, sql: str, tables: set[str]) -> str:
        """The line of the plan that reads one of the tables from end to end; "" for none."""
        with connection.cursor() as cursor:
            cursor.execute(("EXPLAIN QUERY PLAN " if self.is_sqlite else "EXPLAIN ") + sql)
            lines = [str(row[-1]) for row in cursor.fetchall()]
        found = [line for line in lines if line.startswith("SCAN") or "Seq Scan on" in line]
        found = [line for line in found if "USING" not in line]
        return "; ".join(line.strip() for line in found if any(table in line for table in tables))


def back_up(characters: int) -> None:
    """How long a backup and its check take, and how much memory."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "backup.gz")
        start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for name, call in (("backup", backup.save), ("restore_check", backup.check)):
            began = time.process_time()
            call(path)
            seconds = (time.process_time() - began) * 100_000 / characters
            grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - start) / 1024
            asked = "at most 30 s" if name == "restore_check" else ""
            shown = f"{seconds:6.1f} s of work for 100,000, memory + {grown:.0f} MiB"
            show(name, shown, asked, met=not asked or seconds <= MOST_CHECK)


if __name__ == "__main__":
    main()
