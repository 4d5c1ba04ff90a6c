"""Checks a backup: whether it is complete, and whether every character in it can be read. Restores
it.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import msgspec
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import TextField
from django.db.models.functions import Cast

from sheets import storage
from sheets.backup import archive, database
from sheets.backup.archive import BackupError, Header
from sheets.backup.progress import Report, reported, silent
from sheets.models import Character, LedgerEntry

CHUNK_SIZE = 1000
# What `storage.read` asks of a row.
READ = (
    "public_id",
    "system",
    "name",
    "player",
    "build",
    "marks",
    "house",
    "house_confirmed",
    "finished_at",
)


@dataclass(frozen=True)
class CheckResult:
    """The contents of a backup: its header, its number of characters, and a line for each damaged
    one.
    """

    header: Header
    characters: int
    damaged: tuple[str, ...]


def check(path: Path, report: Report = silent) -> CheckResult:
    """Reads the whole backup, loads it into a scratch database, and reads every character in it.

    BackupError if it cannot be used. A damaged character is reported only: it may have been damaged
    in the site's own database.
    """
    backup = archive.open_archive(path)
    with database.scratch() as alias:
        try:
            database.load(backup, alias, report)
        except BackupError:
            for _ in backup.rows():
                pass  # a damaged file is reported as such, whatever row shows it first
            raise
        return _check_characters(backup.header, alias, report)


def restore(path: Path, report: Report = silent) -> CheckResult:
    """Loads a backup into the site's database, which must be empty, after checking all of it."""
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        if connections[DEFAULT_DB_ALIAS].introspection.table_names(cursor):
            raise BackupError("the database is not empty; restore into a new one")
    result = check(path, report)
    database.load(archive.open_archive(path), DEFAULT_DB_ALIAS, report)
    call_command("migrate", interactive=False, verbosity=0)  # makes the cache table, too
    return result


def _check_characters(header: Header, alias: str, report: Report) -> CheckResult:
    count, damaged = 0, []
    total = header.tables.get("sheets.character", 0)
    for character, ledger in reported(_with_ledgers(alias), "Characters read", total, report):
        count += 1
        try:
            storage.read(character, () if character.is_draft else ledger)
        except storage.CorruptRow as damage:
            damaged.append(str(damage))
    return CheckResult(header, count, tuple(damaged))


def _with_ledgers(alias: str) -> Iterator[tuple[Character, list[object]]]:
    """Every character with the contents of its entries. Both tables are read along once: to fetch
    the entries of some characters at a time, as rows, takes twice as long.
    """
    entries = LedgerEntry.objects.using(alias).order_by("character_id", "position")
    texts = entries.values_list("character_id", Cast("content", TextField()))
    ledgers = groupby(texts.iterator(chunk_size=CHUNK_SIZE), key=itemgetter(0))
    owner, ledger = next(ledgers, (None, iter(())))
    characters = Character.documents.using(alias).only(*READ).order_by("pk")
    for character in characters.iterator(chunk_size=CHUNK_SIZE):
        while owner is not None and owner < character.pk:  # of one that was deleted
            owner, ledger = next(ledgers, (None, iter(())))
        yield character, _decoded(ledger) if owner == character.pk else []


def _decoded(ledger: Iterable[tuple[int, str]]) -> list[object]:
    """The contents of entries from their texts, all at once."""
    text = f"[{','.join(content for _, content in ledger)}]"
    try:
        contents: list[object] = msgspec.json.decode(text)
    except ValueError:  # what the strict decoder refuses, such as half a surrogate pair
        contents = json.loads(text)
    return contents
