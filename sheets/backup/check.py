"""Reading a backup back: whether it is whole, and whether every character in it can be read."""

from dataclasses import dataclass
from pathlib import Path

from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections

from sheets import storage
from sheets.backup import archive, database
from sheets.backup.archive import BackupFault, Header
from sheets.models import Character

CHARACTERS_AT_ONCE = 200


@dataclass(frozen=True)
class Findings:
    """What a backup holds: its header, how many characters, and what is wrong with which."""

    header: Header
    characters: int
    damaged: tuple[str, ...]


def check(path: Path) -> Findings:
    """Reads the backup whole, loads it into a scratch database, and reads every character of it.

    BackupFault where it cannot be used. A character that cannot be read is told of: it may have
    been so in the site's own database.
    """
    held = archive.opened(path)
    for _ in held.rows():
        pass  # nothing is unpacked to anywhere before all of it is known to be whole
    with database.scratch() as alias:
        database.load(held, alias)
        return _findings(held.header, alias)


def restore(path: Path) -> Findings:
    """Loads a backup into the site's database, which must be empty, after checking all of it."""
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        if connections[DEFAULT_DB_ALIAS].introspection.table_names(cursor):
            raise BackupFault("the database is not empty: a backup is restored into a new one")
    findings = check(path)
    database.load(archive.opened(path), DEFAULT_DB_ALIAS)
    call_command("migrate", interactive=False, verbosity=0)  # and what comes with it: the cache
    return findings


def _findings(header: Header, alias: str) -> Findings:
    count, damaged = 0, []
    everyone = Character.objects.using(alias).whole().order_by("pk")
    for character in everyone.iterator(chunk_size=CHARACTERS_AT_ONCE):
        count += 1
        try:
            storage.read(character)
        except storage.CorruptRow as damage:
            damaged.append(str(damage))
    return Findings(header, count, tuple(damaged))
