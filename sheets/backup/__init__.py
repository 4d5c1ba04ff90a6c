"""Everything that is kept, in one file: written while the site is in use, read back, checked.

The file is gzip of JSON, a line each: a header, the rows of every table, and a seal. It does not
depend on the kind of database, and an older one is brought up to date as it is loaded.
"""

from sheets.backup.archive import BackupFault
from sheets.backup.check import Findings, check, restore
from sheets.backup.database import save

__all__ = ["BackupFault", "Findings", "check", "restore", "save"]
