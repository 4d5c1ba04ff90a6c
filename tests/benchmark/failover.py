"""Three sites on two databases, of which any one is killed while players write.

A primary PostgreSQL waits with each answer until its standby has it, too. When the primary is
killed, the standby is promoted, and a new standby is made; a standby that is killed starts again.
With `--pooler` all sites go through PgBouncer, which is killed as well. Each player goes to another
site where one does not answer. What was answered has to be there in the end, once.

Then what sites share is tried: a session, the count of failed sign-ins, and batches, in the middle
of which the site that makes them is killed.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection

from tests.attacks.browser import Browser
from tests.benchmark import batches
from tests.benchmark.kills import (
    FAULT_SECONDS,
    ROOT,
    answers,
    back_after,
    free_port,
    report,
    wait_for,
)
from tests.benchmark.players import Maker, Player, Roller, Saver, playing

SITES, USER = 3, "hyperspace"
PASSWORD = "quiet harbour seven lamps"
SOCKETS = "-c listen_addresses='' -c fsync=off -c unix_socket_directories="


def main() -> None:
    """One line for each fault, one for each kind of write."""
    parser = argparse.ArgumentParser(prog="bin/bench --failover", description=__doc__)
    parser.add_argument("--times", type=int, default=3, help="that each is killed; 3")
    parser.add_argument("--pooler", action="store_true", help="go through PgBouncer")
    options = parser.parse_args()
    folder = Path(os.environ["HYPERSPACE_PAIR"])
    pair = Pair(folder, Pooler(folder / "pool") if options.pooler else None)
    try:
        pair.begin()
        strike(pair, Sites(), options.times)
    finally:
        pair.end()


def strike(pair: "Pair", sites: "Sites", times: int) -> None:
    """Kills one after the other while three players write; then tries what the sites share."""
    faults = {
        "a site": sites.kill_one,
        "the primary": pair.fail_over,
        "the standby": pair.kill_standby,
    }
    if pair.pooler:
        faults["the pooler"] = pair.pooler.kill
    backs: dict[str, list[float]] = {name: [] for name in faults}
    try:
        players = [kind(sites.ports[0], 10 + n) for n, kind in enumerate((Saver, Maker, Roller))]
        for player in players:
            roam(player, sites.ports)
        with playing(players):
            for name in [*faults] * times:
                time.sleep(1)
                faults[name]()
                backs[name].append(back_after(players))
                pair.make_standby()
        connection.close()
        wrong = report(backs, players)
        wrong |= not shared(sites)
    finally:
        sites.end()
    raise SystemExit(wrong)


def shared(sites: "Sites") -> bool:
    """True if a session of one site counts at the others, failed sign-ins are counted for all, and
    batches go on without the site that worked on them.
    """
    User.objects.create_user("dora", password=PASSWORD)
    browser = Browser(sites.ports[0], "127.0.4.1")
    browser.post("/account/login/", {"login": "dora", "password": PASSWORD})
    browser.connection.port = sites.ports[1]
    browser.connection.close()
    is_signed_in = browser.get("/account/") == 200
    print(f"  a session of one site at another: {'there' if is_signed_in else 'LOST'}")
    stranger = Browser(sites.ports[0], "127.0.4.2")
    for attempt in range(6):
        stranger.connection.close()
        stranger.connection.port = sites.ports[attempt % SITES]
        stranger.post("/account/login/", {"login": "dora", "password": "wrong lamps seven"})
    with_right_one = stranger.post("/account/login/", {"login": "dora", "password": PASSWORD})
    is_counted = with_right_one != 302
    print(
        f"  failed sign-ins at three sites: {'counted' if is_counted else 'NOT COUNTED'} together"
    )
    survived = batches.survive(sites.ports, lambda: sites.kill_one(number=0))
    connection.close()
    return is_signed_in and is_counted and survived


class Pooler:
    """PgBouncer, one connection to the database for each of a client's."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None

    def point(self, primary: Path) -> None:
        """Sends everybody to that database from now on."""
        lines = (
            "[databases]",
            f"{USER} = host={primary} dbname={USER} user={USER}",
            "[pgbouncer]",
            f"unix_socket_dir = {self.folder}",
            "listen_addr =",
            "listen_port = 6432",
            "auth_type = any",
            "pool_mode = session",
            "default_pool_size = 60",
            "ignore_startup_parameters = options,extra_float_digits",
            "server_connect_timeout = 2",
            "server_login_retry = 0.2",
            "query_wait_timeout = 5",
            f"logfile = {self.folder}/log",
        )
        Path(self.folder, "ini").write_text("\n".join(lines))
        if self.process:
            self.process.send_signal(signal.SIGHUP)
        else:
            self._start()

    def kill(self) -> None:
        """Kills it, and starts it again, as systemd would."""
        self.end()
        self._start()

    def end(self) -> None:
        """Kills it."""
        if self.process:
            self.process.kill()
            self.process.wait()

    def _start(self) -> None:
        for left in self.folder.glob(".s.*"):
            left.unlink()
        owner = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        program = [*(owner if os.geteuid() == 0 else []), "/usr/sbin/pgbouncer", "--quiet"]
        self.process = subprocess.Popen([*program, f"{self.folder}/ini"], cwd=self.folder)
        wait_for(Path(self.folder, ".s.PGSQL.6432").exists)


class Pair:
    """Two PostgreSQL clusters; `DATABASE_URL` names both, and connections go to the primary."""

    def __init__(self, folder: Path, pooler: Pooler | None) -> None:
        self.folder, self.pooler = folder, pooler
        self.primary, self.standby = folder / "a", folder / "b"
        for one in (folder, self.primary, self.standby, *([pooler.folder] if pooler else [])):
            one.mkdir(exist_ok=True)
            if os.geteuid() == 0:
                shutil.chown(one, "postgres")

    def begin(self) -> None:
        """Makes and starts both."""
        owner = ("--username", USER, "--auth", "trust", "--encoding", "UTF8", "--no-sync")
        self._run("initdb", "--pgdata", f"{self.primary}/data", "--locale", "C.UTF-8", *owner)
        self._start(self.primary)
        self._run("createdb", "--host", str(self.primary), "--username", USER, USER)
        self.make_standby()
        if self.pooler:
            self.pooler.point(self.primary)

    def kill_standby(self) -> None:
        """The standby stops without a word; nobody is answered until it is there again."""
        self._pg_ctl(self.standby, "stop", "--mode", "immediate")
        time.sleep(FAULT_SECONDS)
        self._start(self.standby)

    def make_standby(self) -> None:
        """A copy of the primary that follows it; the primary waits for it from now on."""
        if Path(self.standby, "data").exists():
            return
        source = ("--host", str(self.primary), "--username", USER)
        data = f"{self.standby}/data"
        follows = ("--write-recovery-conf", "--checkpoint", "fast", "--no-sync")
        self._run("pg_basebackup", *source, "--pgdata", data, *follows)
        self._start(self.standby)
        self._sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self._sql("SELECT pg_reload_conf()")

    def fail_over(self) -> None:
        """The primary stops without a word to anybody; the standby takes its place."""
        self._pg_ctl(self.primary, "stop", "--mode", "immediate")
        self.primary, self.standby = self.standby, self.primary
        self._pg_ctl(self.primary, "promote", "--wait")
        if self.pooler:
            self.pooler.point(self.primary)
        shutil.rmtree(self.standby / "data")

    def end(self) -> None:
        """Stops both."""
        if self.pooler:
            self.pooler.end()
        for one in (self.primary, self.standby):
            with suppress(subprocess.CalledProcessError):
                self._pg_ctl(one, "stop", "--mode", "immediate")

    def _start(self, one: Path) -> None:
        log = ("--log", f"{one}/log", "--options", f"{SOCKETS}'{one}'")
        self._pg_ctl(one, "start", "--wait", *log)

    def _pg_ctl(self, one: Path, command: str, *options: str) -> None:
        self._run("pg_ctl", command, "--silent", "--pgdata", f"{one}/data", *options)

    def _run(self, program: str, *arguments: str) -> None:
        programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
        owner = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        command = [*owner, f"{programs}/{program}", *arguments]
        subprocess.run(command, cwd=self.folder, check=True, timeout=60, stdout=subprocess.DEVNULL)

    def _sql(self, statement: str) -> None:
        where = f"host={self.primary} user={USER} dbname={USER}"
        with psycopg.connect(where, autocommit=True) as one:
            one.execute(statement)  # type: ignore[call-overload]  # a text, not a literal


class Sites:
    """Three servers, each with a folder of its own, as on hosts of their own."""

    def __init__(self) -> None:
        self.turn = 0
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        self.ports = [free_port() for _ in range(SITES)]
        self.processes = [self._start(number) for number in range(SITES)]
        wait_for(lambda: all(map(answers, self.ports)))

    def _start(self, number: int) -> subprocess.Popen[bytes]:
        var = Path(settings.VAR_DIR, f"site-{number}")
        if not var.exists():
            shutil.copytree(Path(settings.VAR_DIR, "static"), var / "static")
        command = [sys.executable, "-m", "hyperspace.server", "--workers", "1"]
        with Path(var, "log").open("a") as log:
            return subprocess.Popen(
                [*command, "--port", str(self.ports[number])],
                cwd=ROOT,
                env=os.environ | {"HYPERSPACE_VAR": str(var)},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def kill_one(self, number: int | None = None) -> None:
        """Kills a server and its worker, the next one each time, and starts it again."""
        if number is None:
            number, self.turn = self.turn, (self.turn + 1) % SITES
        self._kill(self.processes[number])
        self.processes[number] = self._start(number)

    def _kill(self, process: subprocess.Popen[bytes]) -> None:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        for one in (process.pid, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        process.wait()

    def end(self) -> None:
        """Stops them."""
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait()


def roam(player: Player, ports: list[int]) -> None:
    """From now on the player goes to the next site where one does not answer."""
    browser, ask = player.browser, player.browser._ask

    def ask_somebody(
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> int:
        status = ask(method, path, body, headers)
        if status == 0:
            place = ports.index(browser.connection.port)
            browser.connection.port = ports[(place + 1) % len(ports)]
        return status

    some: Any = browser
    some._ask = ask_somebody


if __name__ == "__main__":
    main()
