"""The slowdown of pages where a great many characters are stored, beside a thousand: in seconds of
the processor, the database's included, since the machine may do other work. Both databases take
turns, page by page, so that they share its moods. Both databases take turns, page by page, so that
they share its moods.

Copies of one character and its ledger are made inside the databases, beside the 2,000 of one owner:
`stock` has the rows and the pages.
"""

import argparse
import gc
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from django.conf import settings
from django.core.management import call_command

from tests.benchmark.bulk import Database
from tests.benchmark.measure import Press, show
from tests.benchmark.stock import OWN, Stock, scans

FEW, MOST, MOST_SEARCH, MOST_CHECK = 1000, 1.2, 0.060, 30.0
ROUNDS, TURN = 25, 0.01
MIB = 1 << 20
# A command of the site that says at its end what it took: seconds of work, and KiB at most.
MANAGE = """
import atexit, sys, time
from django.core.management import execute_from_command_line

@atexit.register
def tell():
    (peak,) = (line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))
    print(time.process_time(), peak)

execute_from_command_line(["manage.py", *sys.argv[1:]])
"""


def main() -> None:
    """Loads, measures, and backs up."""
    parser = argparse.ArgumentParser(prog="bin/bench --flat", description=__doc__)
    parser.add_argument(
        "--characters", type=int, default=1_000_000, help="that are stored; 1,000,000"
    )
    parser.add_argument("--no-backup", action="store_true", help="only pages")
    parser.add_argument("--no-pages", action="store_true", help="only backup and check")
    options = parser.parse_args()
    settings.ROOT_URLCONF = "tests.benchmark.pages"
    call_command("collectstatic", interactive=False, verbosity=0)
    few, many = Site.of("few", FEW), Site.of("many", options.characters)
    try:
        if not options.no_pages:
            pages(few, many, options.characters)
        if not options.no_backup:
            back_up(few, many, options.characters)
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


def back_up(few: Site, many: Site, characters: int) -> None:
    """The work and the most memory of a backup and its check, beside those for a thousand. Each is
    a process of its own, as the operator starts it.
    """
    with tempfile.TemporaryDirectory() as folder:
        for name in ("backup", "restore_check"):
            (_, least), (seconds, most) = (
                manage(site.database, name, f"{folder}/{number}.backup")
                for number, site in enumerate((few, many))
            )
            each = seconds * 100_000 / characters
            asked = "at most 30 s" if name == "restore_check" else ""
            show(name, f"{each:6.1f} s for 100,000", asked, met=not asked or each <= MOST_CHECK)
            shown = f"{most / least:5.2f} × {least:7.0f} {most:7.0f} MiB"
            show(f"{name}, memory", shown, f"at most {MOST} ×", met=most <= MOST * least)


def manage(database: Database, *command: str) -> tuple[float, float]:
    """Runs a command of the site on that database: its seconds of the processor, and the most MiB
    of memory that it held.
    """
    done = subprocess.run(
        [sys.executable, "-c", MANAGE, *command, "--verbosity", "0"],
        env=os.environ | {"DATABASE_URL": database.url()},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    seconds, peak = done.stdout.split()[-2:]
    return float(seconds), int(peak) / 1024


if __name__ == "__main__":
    main()
