"""A site to attack, served as `bin/run` serves it, in a process of its own."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

from hyperspace.server import WARM_UP_SECONDS

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 60
# Of processor time, while it waits for the next step of its start.
IDLE = 0.3
TICKS = os.sysconf("SC_CLK_TCK")


class Site:
    """One running instance; the database and all else of it are where HYPERSPACE_VAR says."""

    def __init__(self, settings: str = "hyperspace.settings") -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        command = [sys.executable, "-m", "hyperspace.serve", "--host", "0.0.0.0", "--no-demo"]
        self.log = Path(os.environ["HYPERSPACE_VAR"], "log")
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [*command, "--port", str(self.port)],
                cwd=ROOT,
                env=os.environ | {"DJANGO_SETTINGS_MODULE": settings},
                stdout=log,
                stderr=log,
            )
        self._wait()

    def _wait(self) -> None:
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz"):
                    return
            except (urllib.error.URLError, ConnectionError):
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        raise SystemExit(f"The site does not come up:\n{self.log.read_text()}")

    def wait_until_idle(self) -> None:
        """Waits for what it does by itself after its start, such as getting ready to print."""
        end, before = time.monotonic() + SECONDS, -1.0
        while (now := self.processor_time()) - before > IDLE and time.monotonic() < end:
            before = now
            time.sleep(WARM_UP_SECONDS + 1)

    def processor_time(self) -> float:
        """Seconds that the server, its workers and theirs have worked so far, those that ended
        included."""
        return sum(_worked(process) for process in family(self.process.pid)) / TICKS

    def end(self) -> None:
        """Stops it."""
        self.process.terminate()
        self.process.wait(SECONDS)


def family(process: int) -> list[int]:
    """A process and all that descend from it."""
    found = [process]
    for one in found:
        for thread in Path(f"/proc/{one}/task").glob("*/children"):
            with suppress(OSError):
                found += [int(child) for child in thread.read_text().split()]
    return found


def _worked(process: int) -> int:
    """Ticks of a process, and of its children that have ended."""
    try:
        said = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return 0
    return sum(int(field) for field in said.rpartition(")")[2].split()[11:15])
