"""Checks a backup: whether it is complete, and whether every character in it can be read. Restores
it.
"""

from dataclasses import dataclass
from pathlib import Path

from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections

from sheets import storage
from sheets.backup import archive, database
from sheets.backup.archive import BackupError, Header
from sheets.models import Character

CHUNK_SIZE = 200


@dataclass(frozen=True)
class CheckResult:
    """What a backup holds: its header, the number of characters, and a line for each
    damaged one.
    """

    header: Header
    characters: int
    damaged: tuple[str, ...]


def check(path: Path) -> CheckResult:
    """Reads the whole backup, loads it into a scratch database, and reads every character in it.

    BackupError if it cannot be used. A damaged character is reported only: it may have been damaged
    in the site's own database.
    """
    backup = archive.open_archive(path)
    with database.scratch() as alias:
        try:
            database.load(backup, alias)
        except BackupError:
            for _ in backup.rows():
                pass  # a damaged file is reported as such, whatever row shows it first
            raise
        return _check_characters(backup.header, alias)


def restore(path: Path) -> CheckResult:
    """Loads a backup into the site's database, which must be empty, after checking all of it."""
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        if connections[DEFAULT_DB_ALIAS].introspection.table_names(cursor):
            raise BackupError("the database is not empty; restore into a new one")
    result = check(path)
    database.load(archive.open_archive(path), DEFAULT_DB_ALIAS)
    call_command("migrate", interactive=False, verbosity=0)  # makes the cache table, too
    return result


def _check_characters(header: Header, alias: str) -> CheckResult:
    count, damaged = 0, []
    characters = Character.documents.using(alias).whole().order_by("pk")
    for character in characters.iterator(chunk_size=CHUNK_SIZE):
        count += 1
        try:
            storage.read(character)
        except storage.CorruptRow as damage:
            damaged.append(str(damage))
    return CheckResult(header, count, tuple(damaged))
