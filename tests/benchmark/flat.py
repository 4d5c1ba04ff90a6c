"""How much slower pages are where a great many characters are stored, beside a thousand: in seconds
of the processor, the database's included, since the machine may do other work. Both databases take
turns, page by page, so that they share its moods.

Copies of one character and its ledger are made inside the databases, beside the 2,000 of one owner:
`stock` has the rows and the pages.
"""

import argparse
import gc
import resource
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from django.conf import settings
from django.core.management import call_command

from sheets import backup
from tests.benchmark.bulk import Database
from tests.benchmark.measure import Press, show
from tests.benchmark.stock import OWN, Stock, scans

FEW, MOST, MOST_SEARCH, MOST_CHECK = 1000, 1.2, 0.060, 30.0
ROUNDS, TURN = 25, 0.01
MIB = 1 << 20


def main() -> None:
    """Loads, measures, and backs up."""
    parser = argparse.ArgumentParser(prog="bin/bench --flat", description=__doc__)
    parser.add_argument(
        "--characters", type=int, default=1_000_000, help="that are stored; 1,000,000"
    )
    parser.add_argument("--no-backup", action="store_true", help="only pages")
    options = parser.parse_args()
    settings.ROOT_URLCONF = "tests.benchmark.pages"
    call_command("collectstatic", interactive=False, verbosity=0)
    few, many = Site.of("few", FEW), Site.of("many", options.characters)
    try:
        pages(few, many, options.characters)
        if not options.no_backup:
            with many.database.used():
                back_up(options.characters)
    finally:
        few.database.close()
        many.database.close()


@dataclass
class Site:
    """A database with so many characters, and its pages."""

    database: Database
    stock: Stock
    presses: Mapping[str, Press]

    @classmethod
    def of(cls, name: str, characters: int) -> "Site":
        """A new one."""
        worked, began = time.process_time(), time.perf_counter()
        database = Database(name)
        with database.used():
            call_command("migrate", verbosity=0)
            stock = Stock.of(characters)
            seconds, work = time.perf_counter() - began, time.process_time() - worked
            print(
                f"{characters:,} characters loaded in {seconds:.0f} s, {work:.0f} s of work of this"
                f" process: {database.size() / MIB:,.0f} MiB"
            )
            return cls(database, stock, stock.presses())


def pages(few: Site, many: Site, characters: int) -> None:
    """One line for each page, and for queries that read a whole table."""
    print(f"\n{characters:,} characters beside {FEW:,}: milliseconds of the processor")
    times = alternating((few, many))
    for name in many.presses:
        small, large = times[0][name], times[1][name]
        ratio = median(large) / median(small)
        shown = f"{ratio:5.2f} × {median(small) * 1000:7.2f} {median(large) * 1000:7.2f} ms"
        show(name, shown, f"at most {MOST} ×", met=ratio <= MOST)
    with many.database.used():
        press = many.stock.search()
        search = median([turn(press, many.database) for _ in range(ROUNDS)])
        shown = f"{search * 1000:7.2f} ms"
        show(f"search of {OWN:,}", shown, "at most 60 ms", met=search <= MOST_SEARCH)
        print("Queries that read a whole table:")
        for name, press in many.presses.items():
            for query in scans(press):
                print(f"  {name}: {query}")


def alternating(sites: Sequence[Site]) -> list[dict[str, list[float]]]:
    """Seconds a press, by the page, of many short turns of both sites after each other."""
    times: list[dict[str, list[float]]] = [{name: [] for name in site.presses} for site in sites]
    for site in sites:
        with site.database.used():
            for press in site.presses.values():
                press()
    gc.collect()
    gc.freeze()  # as the server does once everything is loaded
    for number in range(ROUNDS):
        for name in sites[0].presses:
            for which in (0, 1) if number % 2 else (1, 0):
                site = sites[which]
                with site.database.used():
                    times[which][name].append(turn(site.presses[name], site.database))
    return times


def turn(press: Press, database: Database) -> float:
    """Seconds a press, of as many as fit into a short turn."""
    count, spent, start = 0, 0.0, database.processor_time()
    while spent < TURN:
        press()
        count, spent = count + 1, database.processor_time() - start
    return spent / count


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
