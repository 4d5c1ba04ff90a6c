"""The operator's page: sections of labeled values, and the problems among them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.template.defaultfilters import filesizeformat

from rules import registry
from sheets import status, task_records

# A task that runs once a day is overdue after two.
OVERDUE = timedelta(days=2)
TASKS = {"backup": "Last backup", "housekeeping": "Last clean-up"}


@dataclass(frozen=True)
class Row:
    """A value with its label; when it was, where it is about a time; and what is wrong with it."""

    label: str
    value: str
    at: datetime | None = None
    problem: str = ""


@dataclass(frozen=True)
class Section:
    """Rows under a heading."""

    name: str
    rows: tuple[Row, ...]


def sections(*, now: datetime, waiting: int | None) -> list[Section]:
    """All of the page. `waiting` is how many requests wait in this worker, if the server tells."""
    return [
        Section("Tasks", tuple(_tasks(now))),
        Section("Room", tuple(_room())),
        Section("Server", tuple(_server(waiting))),
        Section("Data", tuple(_data(now))),
        Section("Games", tuple(_games())),
        Section("Versions", tuple(Row(*pair) for pair in status.versions().items())),
    ]


def _games() -> Iterator[Row]:
    names = ", ".join(game.full_name.strip() for game in registry.built_in().values())
    yield Row("Of the program", names)
    for folder in registry.folders():
        loaded = folder.game.full_name.strip() if folder.game else "Not loaded"
        yield Row(str(folder.path), loaded, problem="" if folder.game else folder.told)


def _data(now: datetime) -> Iterator[Row]:
    counts = status.row_counts(now)
    for name, number in counts.numbers.items():
        yield Row(name.capitalize(), f"{number:,}")
    if counts.is_large:
        yield Row("Counted", "Every five minutes", counts.at)


def _tasks(now: datetime) -> Iterator[Row]:
    for task, label in TASKS.items():
        record = task_records.read(task)
        if record is None:
            yield Row(label, "None recorded on this machine", problem=f"{label}: none yet.")
        elif record.problem:
            yield Row(label, record.summary, record.at, f"{label}: {record.problem}")
        elif now - record.at > OVERDUE:
            yield Row(label, record.summary, record.at, f"{label}: more than two days ago.")
        else:
            yield Row(label, record.summary, record.at)


def _room() -> Iterator[Row]:
    disk, prints = status.disk(), status.kept_prints()
    full = "The disk is nearly full." if status.is_nearly_full(disk) else ""
    yield Row(
        "Disk", f"{filesizeformat(disk.free)} free of {filesizeformat(disk.size)}", problem=full
    )
    yield Row("Database", filesizeformat(status.database_bytes()))
    kept = "Shared by all machines of this site"
    if not settings.SHARES_PRINTS:
        most = settings.CACHES["printed"]["OPTIONS"]["MAX_ENTRIES"]
        kept = f"{prints.count:,} of at most {most:,}, {filesizeformat(prints.size)}"
    yield Row("Kept prints", kept)


def _server(waiting: int | None) -> Iterator[Row]:
    sizes = ", ".join(filesizeformat(size) for size in status.worker_memory())
    yield Row("Memory of each worker", sizes or "Unknown")
    if waiting is not None:
        yield Row("Queue", f"{waiting} request{'' if waiting == 1 else 's'} waiting in this worker")
    batches = status.batch_counts()
    yield Row("Batches", ", ".join(f"{count:,} {state}" for state, count in batches.items()))
    yield Row("Metrics", "On" if settings.METRICS_TOKEN else "Off")
    yield Row("Alerts", f"{len(settings.ALERTS)}" if settings.ALERTS else "Off")
    yield Row("Mail", "On" if settings.SENDS_MAIL else "Off")
