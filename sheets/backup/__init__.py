"""Backs the whole database up into one file while the site is in use, checks it, and restores it.

The file is gzipped JSON, one value per line: a header, the rows of every table, and a seal. It does
not depend on the kind of database, and an older one is migrated as it is loaded.
"""

from sheets.backup.archive import BackupError
from sheets.backup.check import CheckResult, check, restore
from sheets.backup.database import save

__all__ = ["BackupError", "CheckResult", "check", "restore", "save"]
