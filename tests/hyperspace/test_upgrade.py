"""From this version to the next, and back: with real rows, and with the commands of the operator's
guide in its order.
"""

import gzip
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.hyperspace.conftest import ROOT, production_environment
from tests.hyperspace.test_operate import GUIDE, Machine

pytestmark = pytest.mark.soak

SETUP = "# /srv/hyperspace/bin/setup"  # the packages are the same ones here
NEXT = """
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("sheets", "{last}")]
    operations = [
        migrations.AddField("character", "mood", models.TextField(db_default="calm")),
    ]
"""


def commands(title: str) -> list[str]:
    """The commands under a heading of the guide, up to those for containers or the next heading."""
    part = GUIDE.split(f"# {title}\n", 1)[1].split("\n#", 1)[0].split("With containers", 1)[0]
    lines = [line[4:] for line in part.splitlines() if line.startswith("    ")]
    return [line.removeprefix("# ") for line in lines if line != SETUP]


class Repository:
    """Where the site gets its code from: this version, and after `release` the next one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        ignored = shutil.ignore_patterns(
            ".git", ".venv", "var", "__pycache__", "node_modules", ".*_cache"
        )
        shutil.copytree(ROOT, folder, ignore=ignored)
        self.git("init", "--quiet", "--initial-branch", "main")
        self.commit("This version")

    def git(self, *arguments: str) -> str:
        """The output of git."""
        command = ["git", "-C", str(self.folder), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def commit(self, message: str) -> str:
        """The name of a commit of all that is there."""
        self.git("add", "--all", "--force")
        who = ("-c", "user.name=Ines", "-c", "user.email=ines@hyperspace.example")
        self.git(*who, "commit", "--quiet", "--message", message)
        return self.git("rev-parse", "HEAD")

    def release(self) -> None:
        """The next version, which has one more column."""
        folder = self.folder / "sheets/migrations"
        last = max(folder.glob("0*.py")).stem
        number = int(last[:4]) + 1
        (folder / f"{number:04}_next.py").write_text(NEXT.format(last=last))
        self.commit("The next version")


@pytest.fixture
def machine(tmp_path: Path, prepared: Path) -> Iterator[Machine]:
    repository = Repository(tmp_path / "repository")
    repository.git("clone", "--quiet", str(repository.folder), str(tmp_path / "site"))
    machine = Machine(tmp_path, code=tmp_path / "site")
    shutil.copytree(prepared, machine.data)
    (machine.data / "backups").mkdir()
    machine.environment = production_environment(machine.data) | {
        "HYPERSPACE_PLAIN_HTTP": "true",
        "ALLOWED_HOSTS": "127.0.0.1",
    }
    machine.follow(".venv/bin/python manage.py load_demo")
    machine.follow("systemctl start hyperspace.service")
    machine.version = repository.git("rev-parse", "HEAD")
    repository.release()
    yield machine
    machine.stop()


def rows(backup: Path) -> list[bytes]:
    """Every row of a backup, without its header and its seal."""
    return sorted(gzip.decompress(backup.read_bytes()).splitlines()[1:-1])


def columns(machine: Machine) -> set[str]:
    with closing(sqlite3.connect(machine.data / "hyperspace.sqlite3")) as database:
        return {row[1] for row in database.execute("PRAGMA table_info(sheets_character)")}


def test_an_upgrade_keeps_everything_and_there_is_a_way_back(machine: Machine) -> None:
    for command in commands("Upgrade"):
        machine.follow(command)
    assert "mood" in columns(machine)
    newer = machine.data / "backups/newer.backup"
    machine.follow(f".venv/bin/python manage.py backup {newer}")
    before = machine.data / "backups/before-upgrade.backup"
    assert len(rows(before)) > 100
    # The next version has a column more, of each character, and nothing less.
    assert [row.replace(b',"mood":"calm"', b"") for row in rows(newer)] == rows(before)

    for command in commands("The way back"):
        machine.follow(command.replace("OLD-VERSION", machine.version))
    assert "mood" not in columns(machine)
    again = machine.data / "backups/again.backup"
    machine.follow(f".venv/bin/python manage.py backup {again}")
    assert rows(again) == rows(before)
    with pytest.raises(AssertionError, match="backup of a newer version"):
        machine.follow(f".venv/bin/python manage.py restore_check {newer}")
    assert machine.served == ["ready\n"] * 3
