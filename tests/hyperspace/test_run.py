"""`bin/run`, started as a person starts it."""

import os
import shutil
import signal
import socket
import stat
import subprocess
import time
import urllib.error
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hyperspace import serve
from tests.hyperspace.conftest import ROOT

SECONDS = 60


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Instance:
    """One running `bin/run`."""

    def __init__(self, process: "subprocess.Popen[str]", port: int) -> None:
        self.process, self.port = process, port

    def get(self, path: str, host: str | None = None) -> tuple[int, str]:
        """The status and the text, however long the start takes (but a minute at most)."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}")
        if host:
            request.add_header("Host", host)
        for _ in range(SECONDS * 20):
            try:
                with urllib.request.urlopen(request, timeout=10) as response:
                    return response.status, response.read().decode()
            except urllib.error.HTTPError as error:
                with error:
                    return error.code, error.read().decode()
            except urllib.error.URLError:
                assert self.process.poll() is None, self.process.communicate()
                time.sleep(0.05)
        raise TimeoutError(path)

    def stop(self, number: int) -> tuple[int, str, str]:
        """The exit code and what was printed, after the signal reached the whole foreground
        group, as the terminal sends it, or the process alone (TERM)."""
        if number == signal.SIGTERM:
            self.process.terminate()
        else:
            os.killpg(self.process.pid, number)
        out, err = self.process.communicate(timeout=SECONDS)
        return self.process.returncode, out, err


@pytest.fixture
def run(bare: dict[str, str], tmp_path: Path, prepared: Path) -> Iterator[Callable[..., Instance]]:
    started = []

    def start(*arguments: str, port: int | None = None, first: bool = False) -> Instance:
        """The first start of all does everything; others find a database and static files."""
        port = port or free_port()
        if not first and not Path(tmp_path, "static").exists():
            shutil.copytree(prepared, tmp_path, dirs_exist_ok=True)
        process = subprocess.Popen(
            ["bin/run", "--port", str(port), *arguments],
            cwd=ROOT,
            env={**bare, "HYPERSPACE_VAR": str(tmp_path)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        started.append(process)
        return Instance(process, port)

    yield start
    for process in started:
        if process.poll() is None:
            process.terminate()
        process.communicate(timeout=SECONDS)


def test_it_serves_says_where_and_stops_calmly_on_ctrl_c(run, tmp_path):
    instance = run(first=True)
    assert instance.get("/readyz") == (200, "ready\n")
    assert instance.get("/")[0] == 200
    assert instance.stop(signal.SIGINT) == (
        0,
        f"Hyperspace is at http://127.0.0.1:{instance.port}/\nCtrl-C stops it.\n",
        "",
    )
    with (
        pytest.raises(ConnectionRefusedError),
        socket.create_connection(("127.0.0.1", instance.port), timeout=1),
    ):
        pass
    key = tmp_path / "secret-key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert len(key.read_text().strip()) >= 64


def test_a_port_in_use_is_said_with_the_option_that_helps(run):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        process = run("--no-demo", port=port).process
        _, errors = process.communicate(timeout=SECONDS)
    assert process.returncode == 1
    assert errors.startswith(f"Port {port} is already in use. Try another one: bin/run --port ")


def test_it_ends_with_the_machine_and_with_the_terminal_and_a_second_start_keeps_the_key(
    run, tmp_path
):
    """The second start is one for the house: it answers by the computer's name, and says that it is
    plain http.
    """
    instance, key = run("--no-demo"), tmp_path / "secret-key"
    assert instance.get("/readyz") == (200, "ready\n")
    first = key.read_text()
    code, _, errors = instance.stop(signal.SIGTERM)
    assert (code, errors) == (0, "")

    instance = run("--host", "0.0.0.0", "--no-demo")
    assert instance.get("/readyz") == (200, "ready\n")
    assert key.read_text() == first
    assert instance.get("/no/such/page", host=socket.gethostname())[0] == 404
    assert instance.get("/no/such/page", host="evil.example")[0] == 400
    code, output, errors = instance.stop(signal.SIGHUP)
    assert code == 0
    # What was refused takes one line in the log, without a traceback; what was not found, none.
    (line,) = errors.splitlines()
    assert "Invalid HTTP_HOST header: 'evil.example'" in line
    assert f"http://127.0.0.1:{instance.port}/ here" in output
    assert "plain http, for a home network" in output


@pytest.mark.parametrize(
    ("arguments", "said", "site"),
    [
        ([], None, ""),
        (["--host", "0.0.0.0", "--port", "8123"], None, "http://192.168.1.20:8123"),
        (["--host", "192.168.1.20"], None, "http://192.168.1.20:8000"),
        (["--host", "0.0.0.0"], "https://table.example", "https://table.example"),
    ],
)
def test_for_the_house_the_address_that_phones_reach_is_given_away(
    arguments, said, site, monkeypatch
):
    monkeypatch.setattr("sys.argv", ["bin/run", *arguments])
    monkeypatch.setenv("ALLOWED_HOSTS", "localhost")
    monkeypatch.setenv("HYPERSPACE_SITE_URL", said or "")
    listed = subprocess.CompletedProcess([], 0, stdout="172.17.0.1 192.168.1.20 2001:db8::1 ")
    monkeypatch.setattr(serve.subprocess, "run", lambda *_, **__: listed)
    # The way out of the house goes by the second of the two.
    monkeypatch.setattr(serve, "outbound_address", lambda: "192.168.1.20")
    monkeypatch.setattr(serve, "port_error", lambda *_: "")
    monkeypatch.setattr(serve.signal, "signal", lambda *_: None)
    monkeypatch.setattr(serve, "serve", lambda *_, **__: None)
    serve.main()
    assert os.environ["HYPERSPACE_SITE_URL"] == site


def test_the_way_out_of_this_computer_has_an_address_or_none():
    address = serve.outbound_address()
    assert address == "" or socket.inet_aton(address)


@pytest.mark.parametrize("arguments", [["--port", "0"], ["--port", "x"], ["--colour"]])
def test_what_it_does_not_know_it_says(run, arguments):
    process = run(*arguments).process
    _, errors = process.communicate(timeout=SECONDS)
    assert process.returncode == 2
    assert errors.startswith("usage: bin/run")
