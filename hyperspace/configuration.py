"""What the environment says, turned into values for settings; refuses what would be unsafe."""

import logging
from pathlib import Path
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

WEAK_KEY = """SECRET_KEY is {fault}. It signs the cookies by which visitors own their characters.
Make one that cannot be guessed, keep it, and give it to every process that serves this site:
    python3 -c 'import secrets; print(secrets.token_urlsafe(64))'
bin/run makes one by itself and keeps it in var/secret-key."""

# WAL lets readers read while one writes. IMMEDIATE takes the write lock when a transaction begins,
# so that nobody finds out halfway that it cannot have it; `timeout` is how long to wait for it.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON",
}


def strong_key(key: str) -> str:
    """The key itself, if it is as long and as varied as Django's own deployment check asks for.

    Raises ImproperlyConfigured, saying what to do, for one that is missing or could be guessed.
    """
    if not key:
        raise ImproperlyConfigured(WEAK_KEY.format(fault="not set"))
    if key.startswith("django-insecure-"):
        raise ImproperlyConfigured(WEAK_KEY.format(fault="one that Django made as a placeholder"))
    if len(key) < 50 or len(set(key)) < 5:
        raise ImproperlyConfigured(
            WEAK_KEY.format(fault="too weak (50 characters or more, 5 or more of them different)")
        )
    return key


def database(url: str, *, fallback: Path) -> dict[str, Any]:
    """Django's settings for the database at `url`, or for the SQLite file `fallback` without one.

    Connections are kept and asked whether they still live: opening one for each request halves
    the rate on PostgreSQL.
    """
    if not url:
        fallback.parent.mkdir(parents=True, exist_ok=True)
        config: dict[str, Any] = {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": fallback,
            "CONN_MAX_AGE": None,
            "CONN_HEALTH_CHECKS": True,
        }
    else:
        try:
            parsed = dj_database_url.parse(url, conn_max_age=None, conn_health_checks=True)
        except (dj_database_url.UnknownSchemeError, dj_database_url.ParseError) as error:
            raise ImproperlyConfigured(
                "DATABASE_URL cannot be read. It looks like postgres://user:password@host:5432/name"
                " or sqlite:////absolute/path/to/file.sqlite3"
            ) from error
        config = dict(parsed)
    given = config.get("OPTIONS", {})
    sqlite = config["ENGINE"] == "django.db.backends.sqlite3"
    config["OPTIONS"] = {**(SQLITE_OPTIONS if sqlite else {"connect_timeout": 5}), **given}
    return config


def without_traceback(record: logging.LogRecord) -> bool:
    """Lets a record through, reduced to its line: where it was refused is not a fault of ours."""
    record.exc_info = None
    record.exc_text = None
    return True
