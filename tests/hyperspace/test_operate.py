"""The pages for operators: every command in them works, and every example names what is there.

Commands of the site run, in the order of the guide. What needs root, an engine for containers, or
another repository is checked by the files, options, and services that it names.
"""

import json
import re
import shlex
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands, load_command_class

from hyperspace.server import parse_arguments
from sheets.release import PROGRAM
from tests.hyperspace.conftest import ROOT, bare_environment
from tests.hyperspace.serving import COLD, SECONDS, free_port

HOST = ROOT / "docs/host"
PAGES = ("install", "backup", "scale", "care")
GUIDE = "\n".join((HOST / f"{name}.md").read_text(encoding="utf-8") for name in PAGES)
SETTINGS = (HOST / "configure.md").read_text(encoding="utf-8")
EXAMPLES = ROOT / "docs/examples"
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
# From this version to the next and back: a backup, and restoring it, once more.
UPGRADE = re.compile(r"^## Upgrade$.*?(?=^# )", re.MULTILINE | re.DOTALL)
VARIABLE = re.compile(r"([A-Z_]+)=(.*)")


def indented(text: str) -> list[str]:
    """The lines of code in a text."""
    return [line[4:] for line in text.splitlines() if line.startswith("    ")]


def commands(text: str) -> list[str]:
    """The commands in a text."""
    return [line.removeprefix("# ") for line in indented(text) if not VARIABLE.match(line)]


VARIABLES = dict(found.groups() for line in indented(GUIDE) if (found := VARIABLE.match(line)))
COMMANDS = commands(GUIDE)
PYTHON = ".venv/bin/python "
# Programs of Debian, and of a developer's machine: none of ours.
OTHERS = (
    "adduser --system ",
    "apt-get install ",
    "cd /srv/hyperspace",
    "chmod 640 /etc/hyperspace.env",
    "chown root:hyperspace /etc/hyperspace.env",
    "curl --head https://hyperspace.example/",
    "install -d ",
    "git ",
    "journalctl --dmesg ",
    "journalctl --unit hyperspace.service ",
    "ln -s ",
    "mount -o remount,rw ",
    "mv /srv/hyperspace",
    "runuser -u hyperspace -- bash",
    "systemctl disable --now hyperspace.service",
    "tar --extract --file hyperspace-1.",
    "timedatectl set-ntp ",
)
CHECK = ["python", "-m", "hyperspace.ready"]
DATABASE_PROGRAMS = ("createuser", "createdb", "psql")


def settings_of(unit: str, key: str) -> list[str]:
    """The values of a key in one of the example units."""
    lines = (EXAMPLES / unit).read_text(encoding="utf-8").splitlines()
    return [line.split("=", 1)[1] for line in lines if line.startswith(f"{key}=")]


class Machine:
    """A machine on which the guide is followed: its folders, its environment, one server."""

    def __init__(self, folder: Path, *, code: Path = ROOT) -> None:
        self.folder, self.port, self.server = folder, free_port(), None
        self.code, self.version = code, ""
        self.manage, self.module = f"{sys.executable} manage.py", "hyperspace.server"
        self.data = folder / "data"
        self.environment = bare_environment()
        self.served: list[str] = []

    def follow(self, command: str) -> str:
        """Does what one line says; what it printed."""
        if command.startswith("curl "):
            *options, url = shlex.split(self.here(command))
            header = [option.split(": ") for option in options if ": " in option]
            asked = urllib.request.Request(url, headers=dict(header))
            with urllib.request.urlopen(asked, timeout=10) as response:
                return str(response.read().decode())
        if command.startswith("systemctl "):
            if "hyperspace.service" in command:
                self.stop()
                if " stop " not in command:
                    (start,) = settings_of("hyperspace.service", "ExecStart")
                    self.start(start)
            return ""
        result = subprocess.run(
            ["bash", "-c", self.here(command)],
            cwd=self.code,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        # What the guide leaves to its reader to fill in.
        unknown = {"No user is called NAME.": 1, "invalid UUID value: 'ID'": 2}
        code = next((code for said, code in unknown.items() if said in result.stderr), 0)
        assert result.returncode == code, (command, result.stderr)
        return result.stdout

    def here(self, command: str) -> str:
        """The command with the places of this machine."""
        return (
            command.replace("/var/lib/hyperspace", str(self.data))
            .replace("/etc/hyperspace.env", str(self.folder / "env"))
            .replace("/srv/hyperspace/", "")
            .replace(PYTHON, f"{sys.executable} ")
            .replace(f"{sys.executable} manage.py", self.manage)
            .replace("-m hyperspace.server", f"-m {self.module}")
            .replace(":8000", f":{self.port}")
            .replace("--port 8000", f"--port {self.port}")
        )

    def start(self, command: str) -> None:
        log = self.folder / "log"
        with log.open("a") as file:
            self.server = subprocess.Popen(
                shlex.split(self.here(command)),
                cwd=self.code,
                env=self.environment,
                stdout=file,
                stderr=file,
            )
        began = time.monotonic()
        while True:
            try:
                self.served.append(self.follow("curl http://127.0.0.1:8000/readyz"))
            except urllib.error.URLError:
                assert self.server.poll() is None, log.read_text()
                assert time.monotonic() - began < SECONDS, log.read_text()
                time.sleep(0.05)
            else:
                return

    def stop(self) -> None:
        if self.server:
            self.server.terminate()
            assert self.server.wait(SECONDS) == 0
            self.server = None


@pytest.fixture
def machine(tmp_path: Path, prepared: Path) -> Iterator[Machine]:
    machine = Machine(tmp_path)
    machine.manage = f"{sys.executable} -m tests.migrated"
    machine.module = COLD
    shutil.copytree(prepared, machine.data)
    yield machine
    if machine.server:
        machine.server.kill()
        machine.server.wait()


def is_ours(command: str) -> bool:
    """True if the command runs here: it belongs to the site, or to the shell."""
    return command.startswith(
        (f"{PYTHON}manage.py", "curl", "systemctl", "df", "mkdir", "mv", "python3", "rm ", "set ")
    ) and not re.search(r"nginx|caddy|daemon-reload|disable|--head |/srv/hyperspace-", command)


def once() -> Iterator[str]:
    """The commands of the guide, without those of an upgrade, and those of the site that came
    before with other words.
    """
    names = set()
    for command in commands(UPGRADE.sub("", GUIDE)):
        found = re.match(rf"{re.escape(PYTHON)}manage.py (?!backup|restore )(\w+)", command)
        if not found or found[1] not in names:
            yield command
        names |= {found[1]} if found else set()


def test_whoever_follows_the_guide_has_a_site_a_backup_and_the_site_again(
    machine: Machine, pytestconfig: pytest.Config
) -> None:
    """Daily a command of the site runs once, but for backups, which the next ones need."""
    printed: dict[str, str] = {}
    (machine.folder / "env").write_text("")
    soaks = pytestconfig.getoption("--soak")
    for command in filter(is_ours, COMMANDS if soaks else once()):
        if command in printed and not command.startswith("systemctl"):
            continue
        if command.startswith("systemctl restart") and machine.server:
            continue  # it was started by this unit
        printed[command] = machine.follow(command)
        if command.startswith("python3 -c"):
            machine.environment |= {
                name: machine.here(VARIABLES[name])
                for name in VARIABLES
                if name.startswith("HYPERSPACE_") and name != "HYPERSPACE_ALERT"
            }
            machine.environment["SECRET_KEY"] = printed[command].strip()
    backup = f"{PYTHON}manage.py restore_check /var/lib/hyperspace/backups/today.backup"
    assert "Read back: 0 characters." in printed[backup]
    assert printed["curl --fail http://127.0.0.1:8000/healthz"] == f"alive\n{PROGRAM}\n"
    metrics = printed[next(command for command in printed if "/metrics" in command)]
    assert 'hyperspace_rows{table="characters"} 0.0' in metrics
    assert metrics.count("hyperspace_worker_resident_bytes{") == 2
    answered = re.search(
        r'requests_total{method="GET",status="200",view="readyz"} ([0-9.]+)', metrics
    )
    assert answered
    assert float(answered[1]) >= 1
    log = [json.loads(line) for line in (machine.folder / "log").read_text().splitlines()]
    answers = [line for line in log if line["logger"] == "hyperspace.telemetry"]
    assert {"readyz", "healthz"} <= {line["view"] for line in answers}
    assert len({line["request"] for line in answers}) == len(answers)
    replaced = ["before", "after-upgrade"] if soaks else ["before"]
    assert machine.served == ["ready\n"] * (1 + len(replaced))
    for folder in replaced:
        assert (machine.data / folder / "hyperspace.sqlite3").exists()
    check = [sys.executable, "-m", "hyperspace.ready", str(machine.port)]
    assert subprocess.run(check, cwd=ROOT, check=False).returncode == 0
    machine.stop()
    assert subprocess.run(check, cwd=ROOT, check=False).returncode == 1


def test_every_command_of_the_site_begins_without_checks_that_import_every_page() -> None:
    ours = [name for name, application in get_commands().items() if application == "sheets"]
    assert len(ours) > 10
    checked = {load_command_class("sheets", name).requires_system_checks for name in ours}
    assert checked == {()}


def test_every_other_command_names_what_is_there() -> None:
    for command in COMMANDS:
        words = shlex.split(command)
        match words:
            case _ if is_ours(command) or command.startswith(OTHERS):
                pass
            case ["cp", *sources, _]:
                assert all((ROOT / source).is_file() for source in sources), command
            case ["runuser", "-u", "postgres", "--", program, *_]:
                assert program in DATABASE_PROGRAMS
            case ["sysctl", "net.ipv4.tcp_migrate_req=1"]:
                pass
            case ["systemctl", "daemon-reload"] | ["systemctl", "reload", "nginx" | "caddy"]:
                pass
            case ["/srv/hyperspace/bin/setup"]:
                assert (ROOT / "bin/setup").is_file()
            case [".venv/bin/python", "-m", "hyperspace.server", *options]:
                parse_arguments(options)
            case ["docker", "compose", *rest]:
                _check_compose(command, rest)
            case _:
                pytest.fail(f"nobody tests: {command}")


def _check_compose(command: str, words: list[str]) -> None:
    services = COMPOSE["services"]
    match words:
        case ["exec", service, "python", "manage.py", name, *_] | [
            "run",
            "--rm",
            service,
            "python",
            "manage.py",
            name,
            *_,
        ]:
            assert service in services
            assert name in get_commands(), command
        case ["exec", "site", "ls", "/data/backups"]:
            (line,) = (line for line in COMPOSE["services"]["daily"]["command"] if "backup" in line)
            assert "--into /data/backups" in line
        case ["exec", "postgres", program, *_]:
            assert program in DATABASE_PROGRAMS
        case ["stop" | "start", *some]:
            assert some
            assert set(some) <= set(services)
        case ["build"] | ["up", "--detach"] | ["up", "--detach", "--build"]:
            pass
        case ["--profile", profile, "up", "--detach"]:
            assert profile in services["valkey"]["profiles"]
        case _:
            pytest.fail(f"nobody tests: {command}")


def test_all_links_lead_somewhere_and_all_variables_are_ours() -> None:
    for link in re.findall(r"\]\(([^)#]+)", GUIDE):
        assert (HOST / link).exists(), link
    asked = {"SITE_NAME", "POSTGRES_PASSWORD"}  # by compose.yaml alone
    for name in [*VARIABLES, *re.findall(r"`((?:HYPERSPACE|CACHE|DATABASE|EMAIL)_[A-Z_]+)", GUIDE)]:
        assert f"| `{name}` |" in SETTINGS or name in asked, name


def test_the_units_start_what_is_there() -> None:
    (start,) = settings_of("hyperspace.service", "ExecStart")
    by_hand = next(line for line in COMMANDS if "--prepare" in line)
    assert start.removeprefix("/srv/hyperspace/") == by_hand
    daily = settings_of("hyperspace-daily.service", "ExecStart")
    for line in daily:
        python, manage, name, *_ = line.split()
        assert (python, manage) == ("/srv/hyperspace/.venv/bin/python", "manage.py")
        assert name in get_commands()
    for unit in ("hyperspace.service", "hyperspace-daily.service"):
        assert settings_of(unit, "User") == ["hyperspace"]
        assert settings_of(unit, "WorkingDirectory") == ["/srv/hyperspace"]
    assert settings_of("hyperspace-daily.timer", "OnCalendar") == ["*-*-* 04:10:00"]


def test_the_proxies_pass_on_what_the_site_asks_for() -> None:
    nginx = (EXAMPLES / "nginx.conf").read_text(encoding="utf-8")
    caddy = (EXAMPLES / "Caddyfile").read_text(encoding="utf-8")
    for text in (nginx, caddy):
        assert text.count("{") == text.count("}")
        assert "127.0.0.1:8000" in text
        assert "/metrics" in text
    for header in ("Host $host", "X-Forwarded-Proto $scheme", "X-Forwarded-For $remote_addr"):
        assert f"proxy_set_header {header};" in nginx
    assert "client_max_body_size 10m;" in nginx
    # A directive of its own is new in nginx 1.25; Debian 12 has 1.22.
    assert "http2 on" not in nginx
    assert nginx.count(" ssl http2;") == 2
    assert "access_log off;" in nginx
    assert "max_size 10MiB" in caddy
    assert "{$SITE_NAME:" in caddy
    assert set(COMPOSE["services"]["caddy"]["environment"]) == {"SITE_NAME", "UPSTREAM"}


CONTAINERFILE = re.sub(
    r"\\\n(?:\s*#.*\n)*", "", (ROOT / "Containerfile").read_text(encoding="utf-8")
).splitlines()


def instructions(word: str) -> list[str]:
    """The arguments of an instruction of the Containerfile, joined over its lines."""
    return [
        line.removeprefix(word).strip() for line in CONTAINERFILE if line.startswith(f"{word} ")
    ]


def test_the_image_holds_what_the_site_needs_and_runs_without_root() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    for words in map(str.split, instructions("COPY")):
        if words[0].startswith("--from=packages"):
            continue
        for source in words[:-1]:
            assert (ROOT / source).exists(), source
            assert f"!{source}" in ignored, source
    setup = re.search(r"\npackages=\(([^)]*)\)", (ROOT / "bin/setup").read_text(encoding="utf-8"))
    assert setup
    final = instructions("RUN")[-1].split()
    assert set(setup[1].split()) < set(final)
    assert instructions("USER") == ["hyperspace"]
    assert instructions("VOLUME") == ["/data"]
    assert "HYPERSPACE_VAR=/data" in instructions("ENV")[0]
    python, module, name, *options = json.loads(instructions("CMD")[-1])
    assert (python, module, name) == ("python", "-m", "hyperspace.server")
    assert parse_arguments(options).prepare
    assert {line.split()[0] for line in instructions("FROM")} == {"debian:12-slim"}


def test_the_containers_fit_together() -> None:
    services = COMPOSE["services"]
    assert set(services) == {"site", "daily", "postgres", "caddy", "valkey"}
    for name, service in services.items():
        assert "/" not in service["image"].split(":")[0].removeprefix("valkey/"), name
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            exists = (ROOT / source).exists() if source.startswith(".") else False
            assert exists or source in COMPOSE["volumes"], volume
        for other in service.get("depends_on", []):
            assert other in services
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    demanded = set(re.findall(r"\$\{([A-Z_]+):\?", text))
    assert demanded == {"SECRET_KEY", "POSTGRES_PASSWORD", "SITE_NAME"} <= VARIABLES.keys()
    script = services["daily"]["command"][-1]
    for name in re.findall(r"manage\.py (\w+)", script):
        assert name in get_commands()
    assert services["daily"]["environment"] == services["site"]["environment"]
    site = services["site"]
    assert site["read_only"]
    assert site["cap_drop"] == ["ALL"]
    for name in site["environment"]:
        assert f"| `{name}` |" in SETTINGS, name
    health = json.loads(re.split(r"\bCMD ", instructions("HEALTHCHECK")[0])[1])
    assert site["healthcheck"]["test"] == ["CMD", *health] == ["CMD", *CHECK]
    for name in ("site", "postgres", "valkey"):
        check = services[name]["healthcheck"]
        # Some engines split a health check at its spaces.
        assert not re.search(r"\s", "".join(check["test"])), name
        # The first start takes longer than three checks.
        assert int(check["start_period"].removesuffix("s")) >= 30, name
