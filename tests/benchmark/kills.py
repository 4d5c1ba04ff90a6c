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
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, urlsplit

import psycopg
from django.db import connection

from hyperspace.prepare import prepare
from tests.benchmark.accounts import everybody
from tests.benchmark.players import Player, playing

ROOT = Path(__file__).resolve().parents[2]
# How long a fault lasts, and how soon after its end somebody has to be answered.
FAULT_SECONDS, BACK_SECONDS, PATIENCE = 0.7, 3.0, 120.0
# A server that was killed is started again after so long, as by hyperspace.service.
RESTART_SECONDS = 0.2


def main() -> None:
    """One line for each kind of fault, one for each kind of write; Ctrl-C ends it early."""
    parser = argparse.ArgumentParser(prog="bin/bench --kills", description=__doc__)
    parser.add_argument("--times", type=int, default=10, help="that each fault is made; 10")
    parser.add_argument("--only", default="", help="one kind of fault, by its name")
    options = parser.parse_args()
    site = Site()
    faults = {name: fault for name, fault in site.faults().items() if options.only in name}
    backs: dict[str, list[float]] = {name: [] for name in faults}
    try:
        players = everybody(site.port)
        connection.close()  # ours would keep a disk from becoming read-only
        with playing(players), suppress(KeyboardInterrupt):  # reports what was found by then
            for name in [*faults] * options.times:
                time.sleep(Random().uniform(0.2, 0.8))
                faults[name]()
                backs[name].append(back_after(players))
        wrong = report(backs, players)
    finally:
        site.end()
    raise SystemExit(wrong)


def report(backs: Mapping[str, Sequence[float]], players: Sequence["Player"]) -> bool:
    """Prints what was found; whether something was lost or done twice."""
    lost, twice = 0, 0
    print(f"\nFaults while {len(players)} players write")
    for name, seconds in backs.items():
        if not seconds:
            continue
        late = sum(one > BACK_SECONDS for one in seconds)
        middle = sorted(seconds)[len(seconds) // 2]
        found = f"back after {middle:4.1f} s, {max(seconds):4.1f} s at most"
        print(f"  {len(seconds):3} {name:18} {found}; {late} later than {BACK_SECONDS:g} s")
    for player in players:
        missing, more = player.compare()
        lost, twice = lost + missing, twice + more
        found = f"{player.answered:6,} answered, {missing} lost, {more} twice"
        print(f"  {player.kind:18} {found}{player.fault and f'; one {player.fault}'}")
    faults = [player.fault for player in players if player.fault]
    count = sum(map(len, backs.values()))
    print(f"  {count} faults: {lost} lost, {twice} twice, {len(faults)} wrong answers")
    return bool(lost or twice or faults)


class Site:
    """A public server with what it stands on, and what can happen to them."""

    def __init__(self) -> None:
        url = os.environ.get("DATABASE_URL", "")
        self.folder = Path(parse_qs(urlsplit(url).query).get("host", [""])[0])
        self.is_postgres = bool(url)
        self.var = Path(os.environ["HYPERSPACE_VAR"])
        self.log = self.var.with_name(f"{self.var.name}.log")
        # PostgreSQL's is mounted by bin/with-postgres, which makes its folder.
        self.disk = self.folder if self.is_postgres else self.var
        size = os.environ.get("HYPERSPACE_DISK")
        self.is_mounted = size is not None
        if size and not self.is_postgres:
            _mount("-t", "tmpfs", "-o", f"size={size},mode=700", "tmpfs", str(self.disk))
        prepare(demo=False)
        self.port = free_port()
        self.start()
        wait_for(lambda: answers(self.port))

    def start(self) -> None:
        """Starts the server."""
        command = [sys.executable, "-m", "hyperspace.server", "--port", str(self.port)]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, stdout=log, stderr=log, start_new_session=True
            )

    def faults(self) -> dict[str, Callable[[], None]]:
        """The faults to cause, by name."""
        faults = {"worker": self.kill_worker, "server": self.kill_server, "clock": self.turn_back}
        if self.is_postgres:
            faults |= {"PostgreSQL": self.kill_database, "read-only database": self.refuse_writes}
        if self.is_mounted:
            faults["disk full"] = self.fill_disk
        elif not self.is_postgres:
            faults["disk full"] = self.limit_files
        if self.is_mounted and not self.is_postgres:
            faults["read-only disk"] = self.protect_disk
        return faults

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
        self._kill()
        time.sleep(RESTART_SECONDS)
        self.start()

    def _kill(self) -> None:
        workers = self.workers()
        for process in (self.process.pid, *workers):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.process.wait()

    def kill_database(self) -> None:
        """PostgreSQL stops without a word to anybody, and starts again."""
        self._postgres("stop", "--mode", "immediate")
        time.sleep(FAULT_SECONDS)
        self._start_database()

    def _start_database(self) -> None:
        log = ("--log", f"{self.folder}/log")
        options = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' -c fsync=off"
        self._postgres("start", "--wait", *log, "--options", options)

    def _postgres(self, command: str, *options: str) -> None:
        programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
        owner = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        pg_ctl = [*owner, f"{programs}/pg_ctl", command, "--silent"]
        data = ["--pgdata", f"{self.folder}/data"]
        subprocess.run(
            [*pg_ctl, *data, *options],
            cwd=self.folder,
            check=True,
            timeout=60,
            stdout=subprocess.DEVNULL,
        )

    def refuse_writes(self) -> None:
        """PostgreSQL takes no writes for a while, as a standby does."""
        for value in ("on", "off"):
            statement = f"ALTER SYSTEM SET default_transaction_read_only = {value}"
            where = {"host": str(self.folder), "user": "hyperspace", "dbname": "hyperspace"}
            with psycopg.connect(**where, autocommit=True) as one:
                one.execute("SET default_transaction_read_only = off")
                one.execute(statement)  # type: ignore[call-overload]  # a text, not a literal
                one.execute("SELECT pg_reload_conf()")
            time.sleep(FAULT_SECONDS if value == "on" else 0)

    def fill_disk(self) -> None:
        """The disk of the database is full for a while."""
        filler = self.disk / "filler"
        with suppress(OSError), filler.open("wb", buffering=0) as file:
            while file.write(bytes(1 << 20)):
                pass
        time.sleep(FAULT_SECONDS)
        filler.unlink()
        if self.is_postgres and self._is_stopped():
            self._start_database()  # as its own service would

    def _is_stopped(self) -> bool:
        try:
            self._postgres("status")
        except subprocess.CalledProcessError:
            return True
        return False

    def limit_files(self) -> None:
        """The workers cannot write to any file for a while."""
        for limit in (1, resource.RLIM_INFINITY):
            for worker in self.workers():
                with suppress(ProcessLookupError):
                    limits = (limit, resource.RLIM_INFINITY)
                    resource.prlimit(worker, resource.RLIMIT_FSIZE, limits)
            time.sleep(FAULT_SECONDS if limit == 1 else 0)

    def protect_disk(self) -> None:
        """The machine starts anew with a disk that is read-only, and is writable after a while."""
        self._kill()
        while _mount("-o", "remount,ro", str(self.disk)):
            time.sleep(0.05)  # until the last who writes has ended
        self.start()
        wait_for(lambda: answers(self.port))
        time.sleep(FAULT_SECONDS)
        _mount("-o", "remount,rw", str(self.disk))

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
        connection.close()
        self.log.unlink()
        if self.is_mounted and not self.is_postgres:
            subprocess.run(["umount", "--lazy", str(self.disk)], check=True)


def back_after(players: Sequence[Player]) -> float:
    """The seconds until every player is answered again."""
    prompt = [player for player in players if player.is_prompt]
    began, before = time.monotonic(), [player.answered for player in prompt]
    waiting = dict(zip(prompt, before, strict=True))
    try:
        wait_for(lambda: all(one.answered > n or one.fault for one, n in waiting.items()))
    except RuntimeError as error:
        late = [f"{one.kind}: {one.status}" for one, n in waiting.items() if one.answered <= n]
        raise RuntimeError(f"not answered again: {', '.join(late)}") from error
    return time.monotonic() - began


def _mount(*options: str) -> int:
    """The status of a mount."""
    return subprocess.run(["mount", *options], check=False, stderr=subprocess.DEVNULL).returncode


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(port: int) -> bool:
    """True if the server answers."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def wait_for(is_so: Callable[[], bool]) -> None:
    """Waits until it is so; RuntimeError after PATIENCE."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        if time.monotonic() > end:
            raise RuntimeError("the site does not come back")
        time.sleep(0.02)


if __name__ == "__main__":
    main()
