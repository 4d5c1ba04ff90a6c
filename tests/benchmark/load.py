"""A site under the load of many tables for minutes: errors, how long answers take, and memory.

Each client is a player with a phone: reads pages, types, rolls, looks for what is new, and now and
then prints, with pauses between. What counts is the last minute beside the first.
"""

import argparse
import threading
import time
import uuid
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

from django.core.management import call_command
from django.db import connection

from sheets.form_data import token
from tests.attacks.site import Site, family
from tests.benchmark.players import Owner

ANSWERED = (200, 204, 302, 304)
# How often a player does what, of a hundred times.
MIX = {"look": 38, "sheet": 18, "save": 18, "roll": 14, "list": 6, "rules": 4, "print": 2}
# What is not measured: the first prints, and pages that nobody has asked for before.
WARM_UP_SECONDS = 30.0
# A last minute that is slower than this, beside the first, means that something piles up.
MOST = 1.2
MIB = 1 << 20


class Answer(NamedTuple):
    """One answer: when it was asked for, how long it took, its status, and whether it says that
    the lane for heavy work is full.
    """

    what: str
    at: float
    seconds: float
    status: int
    is_busy: bool


def main() -> None:
    """One line for each minute, one for each thing that players do."""
    parser = argparse.ArgumentParser(prog="bin/bench --load", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="that it lasts; 10")
    parser.add_argument("--clients", type=int, default=64, help="at once; 64")
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between, on average; 1")
    options = parser.parse_args()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    site = Site(settings="tests.benchmark.kill_settings")
    try:
        clients = [Client(site.port, number, options.pause) for number in range(options.clients)]
        connection.close()
        memory = run(site, clients, options.minutes * 60)
    finally:
        site.end()
    answers = [answer for client in clients for answer in client.answers]
    raise SystemExit(not report(answers, memory))


class Client(Owner):
    """A player with a finished character and a draft."""

    def __init__(self, port: int, number: int, pause: float) -> None:
        super().__init__(port, number + 1)
        self.draft, self.name = self.browser.begin(), ""
        self.browser.connection.timeout = 60
        self.chance, self.mean = Random(number), pause
        self.answers: list[Answer] = []
        self.presses: dict[str, Callable[[], int]] = {
            "look": lambda: self.browser.get(f"/characters/{self.id}/live/?part=table"),
            "sheet": lambda: self.browser.get(f"/characters/{self.id}/"),
            "save": self.save,
            "roll": lambda: self.browser.post(
                f"/characters/{self.id}/table/do/{self.pool}/", {"key": uuid.uuid4().hex}
            ),
            "list": lambda: self.browser.get("/characters/"),
            "rules": lambda: self.browser.get(f"/rules/{self.character.system}/"),
            "print": lambda: self.browser.get(
                f"/characters/{self.id}/sheet.pdf?date=typed&when={uuid.uuid4().hex}"
            ),
        }

    def save(self) -> int:
        """Saves another name of the draft; the status."""
        name = uuid.uuid4().hex
        fields = {"was.name": token((self.name,)), "name": name}
        path = f"/characters/{self.draft}/build/concept/"
        status = self.browser.post(path, fields, htmx=True)
        self.name = name if status in ANSWERED else self.name
        return status

    def play(self) -> None:
        """Does one thing after the other."""
        while not self.stops.wait(self.chance.uniform(0, 2 * self.mean)):
            (what,) = self.chance.choices(list(MIX), list(MIX.values()))
            began = time.monotonic()
            status = self.presses[what]()
            busy = status == 503 and "X-Busy" in self.browser.headers
            self.answers.append(Answer(what, began, time.monotonic() - began, status, busy))


def run(site: Site, clients: Sequence[Client], seconds: float) -> list[tuple[float, float]]:
    """Lets all of them play; when the server held how many MiB."""
    threads = [threading.Thread(target=client.play) for client in clients]
    for thread in threads:
        thread.start()
    time.sleep(WARM_UP_SECONDS)
    for client in clients:
        client.answers.clear()
    memory, end = [], time.monotonic() + seconds
    while (now := time.monotonic()) < end:
        memory.append((now, held(site.process.pid) / MIB))
        time.sleep(min(5, max(0.1, end - now)))
    for client in clients:
        client.stops.set()
    for thread in threads:
        thread.join()
    return memory


def held(process: int) -> int:
    """The bytes of memory of a process and all its descendants; what they share counts once."""
    found = 0
    for one in family(process):
        with suppress(OSError):
            lines = Path(f"/proc/{one}/smaps_rollup").read_text().splitlines()
            found += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) * 1024
    return found


def report(answers: Sequence[Answer], memory: Sequence[tuple[float, float]]) -> bool:
    """Prints what was found; whether all of it is as it should be."""
    first = memory[0][0]
    minutes: dict[int, list[Answer]] = defaultdict(list)
    kinds: dict[str, list[Answer]] = defaultdict(list)
    for answer in answers:
        kinds[answer.what].append(answer)
        if answer.at >= first:
            minutes[int((answer.at - first) // 60)].append(answer)
    print(f"\n{len(answers):,} answers; milliseconds of half of them, and of 99 of 100")
    for minute, some in sorted(minutes.items()):
        most = max((mib for at, mib in memory if (at - first) // 60 == minute), default=0)
        print(f"  minute {minute + 1:3} {_times(some)} {most:6.0f} MiB at most")
    for name in MIX:
        print(f"  {name:10} {_times(kinds[name])}")
    busy = sum(answer.is_busy for answer in answers)
    wrong = Counter(
        f"{answer.what} {answer.status}"
        for answer in answers
        if answer.status not in ANSWERED and not answer.is_busy
    )
    whole = [some for _, some in sorted(minutes.items()) if len(some) > len(answers) / 100]
    ratio = percentile(whole[-1], 0.99) / percentile(whole[0], 0.99)
    print(f"  {sum(wrong.values())} errors {dict(wrong) or ''}; {busy} prints told to try again")
    print(f"  the last minute's slowest of a hundred: {ratio:.2f} × the first's; at most {MOST} ×")
    return not wrong and ratio <= MOST


def percentile(some: Sequence[Answer], part: float) -> float:
    """The seconds within which such a part of the answers came."""
    seconds = sorted(answer.seconds for answer in some)
    return seconds[min(len(seconds) - 1, int(part * len(seconds)))]


def _times(some: Sequence[Answer]) -> str:
    if not some:
        return "      0 answers"
    half, most = (percentile(some, part) * 1000 for part in (0.5, 0.99))
    return f"{len(some):7,} answers {half:7.0f} {most:7.0f}"


if __name__ == "__main__":
    main()
