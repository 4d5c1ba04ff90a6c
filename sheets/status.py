"""The site's state for its operator: its rows, its files, and the room they take."""

import os
import platform
import sqlite3
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import django
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Count

from sheets import release
from sheets.models import Batch, Character, Owner, Party, Receipt


@dataclass(frozen=True)
class KeptPrints:
    """The files of the cache of prints, and their bytes."""

    count: int
    size: int


@dataclass(frozen=True)
class Disk:
    """The disk that holds the data: all its bytes, and those left."""

    size: int
    free: int


@dataclass(frozen=True)
class RowCounts:
    """The numbers of the main rows, and the time they were counted."""

    at: datetime
    numbers: dict[str, int]

    @property
    def is_large(self) -> bool:
        """True if counting takes longer than all else on the operator's page."""
        return sum(self.numbers.values()) > MANY


# To count a million rows takes half a second. More than MANY are counted once in so many minutes.
MANY, COUNTS_HOLD = 5_000, timedelta(minutes=5)
_counted: dict[str, RowCounts] = {}


def row_counts(now: datetime) -> RowCounts:
    """The numbers of the main rows; if there are many, as this process counted them minutes ago."""
    database = str(connection.settings_dict["NAME"])
    kept = _counted.get(database)
    if kept is None or not kept.is_large or now - kept.at > COUNTS_HOLD:
        kept = _counted[database] = RowCounts(now, _count())
    return kept


def _count() -> dict[str, int]:
    return {
        "characters": Character.documents.count(),
        "parties": Party.objects.count(),
        "accounts": User.objects.count(),
        "visitors": Owner.objects.filter(kind=Owner.Kind.VISITOR).count(),
        "sessions": Session.objects.count(),
        "receipts": Receipt.objects.count(),
    }


def batch_counts() -> dict[str, int]:
    """The number of batches in each state."""
    counted = Batch.objects.values_list("state").annotate(number=Count("pk"))
    return dict.fromkeys(Batch.State.values, 0) | dict(counted.order_by())


def database_bytes() -> int:
    """The size of the database."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(
                "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
            )
        else:
            cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def kept_prints() -> KeptPrints:
    """The number and size of cached PDFs and page images."""
    sizes = [size for path in _files(Path(settings.VAR_DIR, "printed")) if (size := _size(path))]
    return KeptPrints(len(sizes), sum(sizes))


def disk() -> Disk:
    """The disk under the folder of data; nothing of both where it cannot be read."""
    try:
        stats = os.statvfs(settings.VAR_DIR)
    except OSError:
        return Disk(0, 0)
    return Disk(stats.f_blocks * stats.f_frsize, stats.f_bavail * stats.f_frsize)


# A disk with less left than both of these is nearly full: bytes, and a share of all.
LOW_BYTES, LOW_SHARE = 5 * 1024**3, 0.1


def is_nearly_full(disk: Disk) -> bool:
    """True if little room is left: under a tenth, and under 5 GiB."""
    return disk.free < LOW_BYTES and disk.free < LOW_SHARE * disk.size


def versions() -> dict[str, str]:
    """The versions of what the site is made of, and its newest migration."""
    applied = MigrationRecorder(connection).applied_migrations()
    newest = max((name for app, name in applied if app == "sheets"), default="none")
    if connection.vendor == "sqlite":
        database = f"SQLite {sqlite3.sqlite_version}"
    else:
        number = connection.cursor().connection.info.server_version
        database = f"PostgreSQL {number // 10000}.{number % 10000}"
    return {
        "Hyperspace": release.VERSION,
        "Tables": newest,
        "Python": platform.python_version(),
        "Django": django.get_version(),
        "Database": database,
    }


def worker_memory() -> list[int]:
    """The bytes that each process of this server holds in memory: this one, and its siblings that
    run the same command.
    """
    parent = os.getppid()
    try:
        listed = Path(f"/proc/{parent}/task/{parent}/children").read_text()
        command = Path("/proc/self/cmdline").read_bytes()
    except OSError:
        return []
    sizes = []
    for number in sorted(map(int, listed.split())):
        try:
            if Path(f"/proc/{number}/cmdline").read_bytes() == command:
                pages = int(Path(f"/proc/{number}/statm").read_text().split()[1])
                sizes.append(pages * os.sysconf("SC_PAGE_SIZE"))
        except OSError:
            continue  # it has ended meanwhile
    return sizes


def _files(folder: Path) -> list[Path]:
    try:
        return [Path(entry.path) for entry in os.scandir(folder)]
    except OSError:
        return []


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
