"""The daily backup: into a folder, read back at once, and the oldest make room."""

from datetime import datetime
from pathlib import Path

from rules.phrases import counted
from sheets import task_records
from sheets.backup.archive import BackupError
from sheets.backup.check import check
from sheets.backup.database import save
from sheets.backup.progress import Report, silent
from sheets.task_records import TaskRecord

TASK = "backup"
PREFIX, SUFFIX = "hyperspace-", ".backup"


def run(folder: Path, *, keep: int, now: datetime, report: Report = silent) -> TaskRecord:
    """Backs the site up into the folder and checks what was written; the record of it, kept.

    Of the backups that this has made there, the newest `keep` stay; none goes before a new one is
    known to be whole.
    """
    file = folder / f"{PREFIX}{now:%Y-%m-%d-%H%M%S}{SUFFIX}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        save(file, report)
        result = check(file, report)
    except (BackupError, OSError) as error:
        record = TaskRecord(now, "No backup was made.", str(error))
    else:
        size = file.stat().st_size
        summary = (
            f"{file.name}: {counted(result.characters, 'character')}, {size:,} bytes, read back."
        )
        record = TaskRecord(now, summary, "; ".join(result.damaged[:3]))
        for old in sorted(folder.glob(f"{PREFIX}????-??-??-??????{SUFFIX}"))[:-keep]:
            old.unlink(missing_ok=True)
    task_records.write(TASK, record)
    return record
