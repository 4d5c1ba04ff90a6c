"""Kills a site while players write, again and again, and counts what was lost or done twice.

Each player repeats a write, with the same form, until it is answered. What was answered has to be
there in the end, once. The clock that goes back is the site's own (`kill_settings`).
"""

import argparse
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, urlsplit

from django.db import connection
from django.urls import reverse

from hyperspace.prepare import prepare
from rules import registry
from sheets import storage
from sheets.form_data import token
from sheets.models import Character
from tests.attacks.browser import Browser

ROOT = Path(__file__).resolve().parents[2]
# How long a fault lasts, and how soon after its end somebody has to be answered.
FAULT_SECONDS, BACK_SECONDS, PATIENCE = 0.7, 3.0, 60.0
ANSWERED = (200, 302)


def main() -> None:
    """One line for each kind of fault, one for each kind of write."""
    parser = argparse.ArgumentParser(prog="bin/bench --kills", description=__doc__)
    parser.add_argument("--times", type=int, default=10, help="that each fault is made; 10")
    options = parser.parse_args()
    site = Site()
    faults = site.faults()
    backs: dict[str, list[float]] = {name: [] for name in faults}
    try:
        players = [Saver(site.port, 1), Maker(site.port, 2), Roller(site.port, 3)]
        with playing(players):
            for name in [*faults] * options.times:
                time.sleep(Random().uniform(0.2, 0.8))
                faults[name]()
                backs[name].append(back_after(players))
        connection.close()  # ours, which did not survive PostgreSQL
        wrong = report(options.times, backs, players)
    finally:
        site.end()
    raise SystemExit(wrong)


def report(times: int, backs: Mapping[str, Sequence[float]], players: Sequence["Player"]) -> bool:
    """Prints what was found; whether something was lost or done twice."""
    lost, twice = 0, 0
    print(f"\n{times} of each fault while three players write")
    for name, seconds in backs.items():
        late = sum(one > BACK_SECONDS for one in seconds)
        print(f"  {name:18} back after {max(seconds):4.1f} s at most; {late} later than 3 s")
    for player in players:
        missing, more = player.compare()
        lost, twice = lost + missing, twice + more
        print(f"  {player.kind:18} {player.answered:6,} answered, {missing} lost, {more} twice")
    print(f"  {sum(map(len, backs.values()))} faults: {lost} lost, {twice} twice")
    return bool(lost or twice)


class Site:
    """A public server with what it stands on, and what can happen to them."""

    def __init__(self) -> None:
        url = os.environ.get("DATABASE_URL", "")
        self.folder = Path(parse_qs(urlsplit(url).query).get("host", [""])[0])
        self.is_postgres = bool(url)
        prepare(demo=False)
        self.var = Path(os.environ["HYPERSPACE_VAR"])
        self.port = free_port()
        self.start()
        wait_for(lambda: answers(self.port))

    def start(self) -> None:
        """Starts the server."""
        command = [sys.executable, "-m", "hyperspace.server", "--port", str(self.port)]
        with Path(self.var, "log").open("a") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, stdout=log, stderr=log, start_new_session=True
            )

    def faults(self) -> dict[str, Callable[[], None]]:
        """What can happen, by name."""
        both = {"worker": self.kill_worker, "server": self.kill_server, "clock": self.turn_back}
        if self.is_postgres:
            return {**both, "PostgreSQL": self.kill_database}
        return {**both, "disk full": self.fill_disk}

    def workers(self) -> list[int]:
        """The processes that answer."""
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(number) for number in listed.split()]

    def kill_worker(self) -> None:
        """Kills one of the workers."""
        with suppress(ProcessLookupError, IndexError):
            os.kill(self.workers()[0], signal.SIGKILL)

    def kill_server(self) -> None:
        """Kills the server and its workers, and starts it again, as systemd would."""
        workers = self.workers()
        for process in (self.process.pid, *workers):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.process.wait()
        self.start()

    def kill_database(self) -> None:
        """PostgreSQL stops without a word to anybody, and starts again."""
        self._postgres("stop", "--mode", "immediate")
        time.sleep(FAULT_SECONDS)
        log = ("--log", f"{self.folder}/log")
        options = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' -c fsync=off"
        self._postgres("start", "--wait", *log, "--options", options)

    def _postgres(self, command: str, *options: str) -> None:
        programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
        owner = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        pg_ctl = [*owner, f"{programs}/pg_ctl", command, "--silent"]
        data = ["--pgdata", f"{self.folder}/data"]
        subprocess.run([*pg_ctl, *data, *options], cwd=self.folder, check=True, timeout=60)

    def fill_disk(self) -> None:
        """The workers cannot write to any file for a while."""
        for limit in (1, resource.RLIM_INFINITY):
            for worker in self.workers():
                with suppress(ProcessLookupError):
                    limits = (limit, resource.RLIM_INFINITY)
                    resource.prlimit(worker, resource.RLIMIT_FSIZE, limits)
            time.sleep(FAULT_SECONDS if limit == 1 else 0)

    def turn_back(self) -> None:
        """The clock is an hour slow for a while."""
        clock = self.var / "clock"
        clock.write_text("-3600")
        time.sleep(FAULT_SECONDS)
        clock.write_text("0")

    def end(self) -> None:
        """Stops it."""
        self.process.terminate()
        self.process.wait(PATIENCE)


class Player:
    """Somebody who writes until told to stop. A write that was not answered is repeated."""

    kind = ""

    def __init__(self, port: int, number: int) -> None:
        self.browser = Browser(port, f"127.0.3.{number}")
        self.browser.connection.timeout = 10
        self.answered, self.tried = 0, 0
        self.stops = threading.Event()

    def play(self) -> None:
        """Writes."""
        while not self.stops.is_set():
            key = uuid.uuid4().hex
            self.tried += 1
            while (status := self.write(key)) not in ANSWERED:
                if self.stops.is_set():
                    return
                assert status in (0, 503), f"{self.kind} was answered with {status}"
                time.sleep(0.05)
            self.answered += 1
            time.sleep(0.01)

    def write(self, key: str) -> int:
        """One write; the status of its answer."""
        raise NotImplementedError

    def stored(self) -> int:
        """How many of the writes are stored."""
        raise NotImplementedError

    def compare(self) -> tuple[int, int]:
        """How many answered writes are missing, and how many are there more often than tried."""
        stored = self.stored()
        return max(0, self.answered - stored), max(0, stored - self.tried)


class Saver(Player):
    """Saves the name of a draft: the last one has to be there."""

    kind = "saves"

    def __init__(self, port: int, number: int) -> None:
        super().__init__(port, number)
        self.id, self.names = self.browser.begin(), [""]

    def write(self, key: str) -> int:
        """Saves a name."""
        path = f"/characters/{self.id}/build/concept/"
        fields = {"was.name": token((self.names[-1],)), "name": key}
        status = self.browser.post(path, fields, htmx=True)
        if status in ANSWERED:
            self.names.append(key)
        return status

    def stored(self) -> int:
        """All that were answered if the name is the last of them or the one being saved."""
        name = Character.objects.get(public_id=self.id).name
        return self.answered if name not in self.names[:-1] else self.names.index(name)


class Maker(Player):
    """Makes characters."""

    kind = "new characters"

    def __init__(self, port: int, number: int) -> None:
        super().__init__(port, number)
        self.id = self.browser.begin()

    def write(self, key: str) -> int:
        """Makes one."""
        system = next(iter(registry.all_systems()))
        return self.browser.post("/characters/new/", {"system": system, "key": key})

    def stored(self) -> int:
        """The characters of the same owner but the first."""
        first = Character.objects.get(public_id=self.id)
        return Character.objects.filter(owner=first.owner_id).count() - 1


class Roller(Player):
    """Rolls dice."""

    kind = "rolls"

    def __init__(self, port: int, number: int) -> None:
        super().__init__(port, number)

        self.id = self.browser.begin(surprise="1")
        self.browser.post(f"/characters/{self.id}/finish/", {"key": uuid.uuid4().hex})
        self.character = Character.objects.get(public_id=self.id)
        system, document = storage.read(self.character)
        self.pool = next(iter(system.play_state(document, {}).pools))

    def write(self, key: str) -> int:
        """Rolls once."""
        path = reverse("character_table_do", args=[self.id, self.pool])
        return self.browser.post(path, {"key": key})

    def stored(self) -> int:
        """The lines of the log."""
        return self.character.play_log.count()


@contextmanager
def playing(players: Sequence[Player]) -> Iterator[None]:
    """All players write meanwhile, each in a thread."""
    threads = [threading.Thread(target=player.play) for player in players]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for player in players:
            player.stops.set()
        for thread in threads:
            thread.join()


def back_after(players: Sequence[Player]) -> float:
    """How long it takes until every player is answered again."""
    began, before = time.monotonic(), [player.answered for player in players]
    wait_for(lambda: all(p.answered > b for p, b in zip(players, before, strict=True)))
    return time.monotonic() - began


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(port: int) -> bool:
    """Whether the server answers."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def wait_for(is_so: Callable[[], bool]) -> None:
    """Waits until it is so; RuntimeError after a minute."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        if time.monotonic() > end:
            raise RuntimeError("the site does not come back")
        time.sleep(0.02)


if __name__ == "__main__":
    main()
