"""A public server of ours, started as the README says, and what it is asked."""

import http.client
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Collection
from pathlib import Path

from hyperspace.server import DEFAULT_WORKERS
from tests.hyperspace.conftest import PREPARE, ROOT

SECONDS = 60
COLD = "tests.hyperspace.cold_server"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _lives(number: str) -> bool:
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Site:
    """One running `python -m hyperspace.server`, ready to be asked, but for printers: with `warm`
    its workers get one each ready, as on a real site.

    Its folder becomes a copy of a `prepared` one; without one it is prepared first, as the README
    says.
    """

    def __init__(
        self,
        environment: dict[str, str],
        *options: str,
        prepared: Path | None = None,
        warm: bool = False,
    ) -> None:
        self.environment = environment | {
            "ALLOWED_HOSTS": "127.0.0.1",
            "HYPERSPACE_PLAIN_HTTP": "true",
        }
        self.port = free_port()
        if prepared:
            shutil.copytree(prepared, environment["HYPERSPACE_VAR"], dirs_exist_ok=True)
        else:
            self._python("-m", "tests.migrated", "shell", "--no-imports", "-c", PREPARE)
        self.log = Path(environment["HYPERSPACE_VAR"], f"log-{self.port}")
        module = "hyperspace.server" if warm else COLD
        command = [sys.executable, "-m", module, "--port", str(self.port), *options]
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdout=log, stderr=log
            )
        self.back()
        self.wait_for_workers(DEFAULT_WORKERS)  # the first may answer before the second is there

    def _python(self, *arguments: str) -> None:
        subprocess.run([sys.executable, *arguments], cwd=ROOT, env=self.environment, check=True)

    def workers(self) -> list[int]:
        """The processes that answer; those that are dead are not among them."""
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(number) for number in listed.split() if _lives(number)]

    def get(self, path: str = "/healthz") -> int:
        """The status of a page; 0 where nobody answers."""
        try:
            with urllib.request.urlopen(self.url(path), timeout=10) as response:
                response.read()
                return int(response.status)
        except urllib.error.HTTPError as error:
            with error:
                return error.code
        except OSError:
            return 0

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def back(self) -> float:
        """The seconds until it answers."""
        began = time.monotonic()
        while self.get() != 200:
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() - began < SECONDS, self.log.read_text()
            time.sleep(0.02)
        return time.monotonic() - began

    def wait_for_workers(
        self, count: int, without: Collection[int] = (), seconds: float = SECONDS
    ) -> list[int]:
        """The processes that answer, once they are `count` and none of them is in `without`."""
        began = time.monotonic()
        while len(workers := self.workers()) != count or set(without) & set(workers):
            assert time.monotonic() - began < seconds, (workers, self.log.read_text())
            time.sleep(0.02)
        return workers

    def connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(SECONDS)
