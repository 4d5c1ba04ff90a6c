"""Errors that mean an outage: the database is gone, its disk is full or read-only, or it is too
busy. Nobody did anything wrong; trying again helps.
"""

import errno

from django.db import DatabaseError, InterfaceError, OperationalError

# SQLite's primary codes: busy, locked, out of memory, read-only, I/O error, damaged, full, no file,
# locking protocol, not a database. Others are mistakes of ours.
SQLITE = frozenset({5, 6, 7, 8, 10, 11, 13, 14, 15, 26})
# PostgreSQL's classes: connection, transaction rolled back, resources, not in the right state (a
# lock that was not to be had), operator, system. By itself: a transaction that may only read.
POSTGRESQL = frozenset({"08", "40", "53", "55", "57", "58"})
READ_ONLY = "25006"
DISK = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EFBIG})
FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


def cause(error: BaseException | None) -> BaseException | None:
    """This fault or the one behind it that means an outage; None if neither does."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        if _is_outage(error):
            return error
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return None


def is_full(error: BaseException) -> bool:
    """True if the disk is full."""
    cause = error.__cause__ or error
    return (
        getattr(cause, "errno", None) in FULL
        or getattr(cause, "sqlite_errorcode", 0) & 0xFF == 13
        or getattr(cause, "sqlstate", "") == "53100"
    )


def _is_outage(error: BaseException) -> bool:
    if isinstance(error, DatabaseError | InterfaceError):
        return _of_database(error)
    if isinstance(error, OSError):
        return error.errno in DISK
    return type(error).__module__ == "redis.exceptions"  # the shared cache


def _of_database(error: Exception) -> bool:
    cause = error.__cause__
    if (code := getattr(cause, "sqlite_errorcode", None)) is not None:
        return code & 0xFF in SQLITE
    if state := getattr(cause, "sqlstate", None):
        return state[:2] in POSTGRESQL or state == READ_ONLY
    return isinstance(error, OperationalError | InterfaceError)
