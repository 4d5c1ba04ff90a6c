"""What the environment says, turned into values for settings; refuses what would be unsafe."""

import logging
import os
import re
import stat
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

WEAK_KEY = """SECRET_KEY is {fault}. It signs the cookies by which visitors own their characters.
Make one that cannot be guessed, keep it, and give it to every process that serves this site:
    python3 -c 'import secrets; print(secrets.token_urlsafe(64))'
bin/run makes one by itself and keeps it in var/secret-key."""

# WAL lets readers read while one writes. FULL waits until what is saved is on the disk: nothing
# that was said to be saved is lost with the power. IMMEDIATE takes the write lock when a
# transaction begins, so that nobody finds out halfway that it cannot have it; `timeout` is how long
# to wait for it.
SQLITE = "hyperspace.sqlite"
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON",
}

# How often, in how many seconds, and for whom: a visitor, or all who share a network address.
Rate = tuple[int, int, str]
RATE = re.compile(
    r"(?P<amount>[1-9][0-9]{0,6})/(?P<time>[1-9][0-9]{0,3})?(?P<unit>[smhd])/(?P<per>visitor|address)"
)
QUOTA = re.compile(r"([0-9]{1,9})(?:/([0-9]{1,9}))?")
UNITS = {"s": 1, "m": 60, "h": 60 * 60, "d": 24 * 60 * 60}

# The kinds of address of a mail server: its usual port, TLS begun on the way, TLS from the start.
MAIL = {"smtp": (25, False, False), "smtp+tls": (587, True, False), "smtps": (465, False, True)}


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


def site(url: str) -> str:
    """The address of the site as it stands before every path; "" where none is said."""
    if not url:
        return ""
    try:
        parts = urlsplit(url)
        named = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        if not named or parts.username or parts.path.strip("/") or parts.query or parts.fragment:
            raise ValueError
    except ValueError:
        raise ImproperlyConfigured(
            "HYPERSPACE_SITE_URL cannot be read. It looks like https://hyperspace.example, with a"
            " port where it needs one, and no path"
        ) from None
    return f"{parts.scheme}://{parts.netloc}"


def database(url: str, *, fallback: Path) -> dict[str, Any]:
    """Django's settings for the database at `url`, or for the SQLite file `fallback` without one.

    Connections are kept and asked whether they still live: opening one for each request halves
    the rate on PostgreSQL.
    """
    if not url:
        fallback.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        config: dict[str, Any] = {
            "ENGINE": SQLITE,
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
        if config["ENGINE"] == "django.db.backends.sqlite3":
            config["ENGINE"] = SQLITE
    given = config.get("OPTIONS", {})
    sqlite = config["ENGINE"] == SQLITE
    config["OPTIONS"] = {**(SQLITE_OPTIONS if sqlite else {"connect_timeout": 5}), **given}
    return config


def private(folder: Path) -> Path:
    """The folder, from now on for its owner alone, where it is there and its owner is who we are.

    A folder that all may write to, as /tmp, is nobody's to close.
    """
    try:
        status = folder.stat()
        ours = status.st_uid == os.geteuid() and not status.st_mode & stat.S_ISVTX
        if ours and status.st_mode & 0o077:
            folder.chmod(0o700)
    except OSError:
        pass  # it is not there yet, or on a disk that cannot be written to
    return folder


def cache(url: str) -> dict[str, Any]:
    """Django's settings for the cache at `url`, or for a table of the database without one.

    All processes share it: what is counted there (who tried to sign in how often) holds across
    them. `manage.py migrate` makes the table.
    """
    if not url:
        return {
            "BACKEND": "hyperspace.counters.Counters",
            "LOCATION": "shared_cache",
            "OPTIONS": {"MAX_ENTRIES": 20_000},
        }
    scheme, _, rest = url.partition("://")
    if scheme.replace("valkey", "redis") not in ("redis", "rediss", "unix") or not rest:
        raise ImproperlyConfigured(
            "CACHE_URL cannot be read. It looks like redis://:password@host:6379/0 or valkey://…;"
            " with TLS, rediss:// or valkeys://…"
        )
    return {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": f"{scheme.replace('valkey', 'redis')}://{rest}",
        "KEY_PREFIX": "hyperspace",
    }


def rates(said: str, *, name: str) -> tuple[Rate, ...]:
    """How often something may be done: "60/10m/visitor, 300/10m/address"; nothing for no limit.

    A time is so many seconds (s), minutes (m), hours (h) or days (d).
    """
    found = [RATE.fullmatch(one.strip()) for one in said.split(",") if one.strip()]
    if None in found:
        raise ImproperlyConfigured(
            f"{name} cannot be read. It looks like 60/10m/visitor, 300/10m/address: how often, in"
            " how many seconds (s), minutes (m), hours (h) or days (d), for whom; with commas"
            " between several. Empty is without a limit."
        )
    return tuple(
        (int(one["amount"]), int(one["time"] or 1) * UNITS[one["unit"]], one["per"])
        for one in found
        if one
    )


def quota(said: str, *, name: str) -> tuple[int, int]:
    """How much a visitor and an account may keep: "200/2000", or one number for both."""
    found = QUOTA.fullmatch(said.strip())
    if not found:
        raise ImproperlyConfigured(
            f"{name} cannot be read. It looks like 200/2000: how much a visitor without an account"
            " may keep, and how much an account"
        )
    visitor, account = found.groups()
    return int(visitor), int(account or visitor)


def mail(url: str) -> dict[str, Any]:
    """Django's settings for the mail server at `url`; empty without one: then no mail is sent."""
    if not url:
        return {}
    try:
        parts = urlsplit(url)
        usual_port, tls, ssl = MAIL[parts.scheme]
        if not parts.hostname:
            raise ValueError
        port = parts.port or usual_port
    except (KeyError, ValueError):
        raise ImproperlyConfigured(
            "EMAIL_URL cannot be read. It looks like smtp+tls://user:password@host:587 (TLS begun"
            " on the way), smtps://user:password@host:465 (TLS from the start), or smtp://host:25"
        ) from None
    return {
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port,
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": tls,
        "EMAIL_USE_SSL": ssl,
        "EMAIL_TIMEOUT": 10,
    }


def proxies(said: str) -> int:
    """How many proxies of ours stand before this server: a number; false and true are 0 and 1."""
    number = {"false": "0", "no": "0", "off": "0", "": "0", "true": "1", "yes": "1", "on": "1"}
    meant = number.get(said.strip().lower(), said.strip())
    if not (meant.isdecimal() and int(meant) <= 9):
        raise ImproperlyConfigured(
            "HYPERSPACE_TRUST_PROXY is the number of proxies that stand before this server, each of"
            " which adds to X-Forwarded-For: 0 to 9 (true is 1)."
        )
    return int(meant)


def factors(said: list[str]) -> list[str]:
    """allauth's names of what may be asked for besides the password, or in its place."""
    names = {"totp": "totp", "passkeys": "webauthn"}
    meant = [one.strip().lower() for one in said if one.strip()]
    if unknown := set(meant) - set(names):
        raise ImproperlyConfigured(
            f"HYPERSPACE_FACTORS does not know {', '.join(sorted(unknown))}: it may name totp"
            " (authenticator apps) and passkeys, with a comma between"
        )
    return [names[one] for one in meant]


def without_traceback(record: logging.LogRecord) -> bool:
    """Lets a record through, reduced to its line: where it was refused is not a fault of ours."""
    record.exc_info = None
    record.exc_text = None
    return True
