"""Reads environment variables into values for settings, and refuses unsafe ones."""

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
bin/run makes one for you and keeps it in var/secret-key."""

# WAL lets readers read while one connection writes. FULL waits until a commit is on the disk, so a
# power cut loses nothing that was reported as saved. IMMEDIATE takes the write lock when a
# transaction begins, so no transaction fails halfway for want of it; `timeout` is how many seconds
# it waits for the lock.
SQLITE = "hyperspace.sqlite"
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON",
}

POSTGRES_OPTIONS = {"connect_timeout": 5}

# A rate limit: the number allowed, the seconds, and "visitor" or "address" (all who share one).
Rate = tuple[int, int, str]
RATE = re.compile(
    r"(?P<amount>[1-9][0-9]{0,6})/(?P<time>[1-9][0-9]{0,3})?(?P<unit>[smhd])/(?P<per>visitor|address)"
)
QUOTA = re.compile(r"([0-9]{1,9})(?:/([0-9]{1,9}))?")
SESSION_DAYS = re.compile(r"([0-9]{1,4})/([0-9]{1,4})")
# So long a print is kept that nobody asks for.
KEPT_SECONDS = 7 * 24 * 60 * 60
SECONDS = {"s": 1, "m": 60, "h": 60 * 60, "d": 24 * 60 * 60}

# URL scheme of a mail server: its default port, STARTTLS, TLS from the start.
MAIL_SCHEMES = {
    "smtp": (25, False, False),
    "smtp+tls": (587, True, False),
    "smtps": (465, False, True),
}


def check_secret_key(key: str) -> str:
    """The key, if it passes Django's deployment check: 50 characters or more, 5 or more different
    ones.

    ImproperlyConfigured, with the command that makes one, if it is missing or could be guessed.
    """
    if not key:
        raise ImproperlyConfigured(WEAK_KEY.format(fault="not set"))
    if key.startswith("django-insecure-"):
        raise ImproperlyConfigured(WEAK_KEY.format(fault="a placeholder made by Django"))
    if len(key) < 50 or len(set(key)) < 5:
        raise ImproperlyConfigured(
            WEAK_KEY.format(fault="too weak (50 characters or more, 5 or more of them different)")
        )
    return key


def site_url(url: str) -> str:
    """The site's scheme, host and port ("https://hyperspace.example"); "" if `url` is empty."""
    if not url:
        return ""
    try:
        parts = urlsplit(url)
        named = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        if not named or parts.username or parts.path.strip("/") or parts.query or parts.fragment:
            raise ValueError
    except ValueError:
        raise ImproperlyConfigured(
            "HYPERSPACE_SITE_URL isn't valid. Write it like https://hyperspace.example, with a"
            " port if needed, and no path."
        ) from None
    return f"{parts.scheme}://{parts.netloc}"


def database(url: str, *, fallback: Path) -> dict[str, Any]:
    """Django's settings for the database at `url`; for the SQLite file `fallback` if `url` is
    empty.

    Connections stay open between requests and are health-checked: opening one per request halves
    the throughput on PostgreSQL.
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
                "DATABASE_URL isn't valid. Write it like postgres://user:password@host:5432/name"
                " or sqlite:////absolute/path/to/file.sqlite3."
            ) from error
        config = dict(parsed)
        if config["ENGINE"] == "django.db.backends.sqlite3":
            config["ENGINE"] = SQLITE
    own_options = config.get("OPTIONS", {})
    is_sqlite = config["ENGINE"] == SQLITE
    config["OPTIONS"] = {**(SQLITE_OPTIONS if is_sqlite else POSTGRES_OPTIONS), **own_options}
    return config


def private_folder(folder: Path) -> Path:
    """The folder, made readable by its owner only (mode 700) if it exists and this process owns it.

    A folder that everyone may write to, such as /tmp, keeps its mode.
    """
    try:
        status = folder.stat()
        is_own = status.st_uid == os.geteuid() and not status.st_mode & stat.S_ISVTX
        if is_own and status.st_mode & 0o077:
            folder.chmod(0o700)
    except OSError:
        pass  # it does not exist yet, or the disk is read-only
    return folder


def cache(url: str) -> dict[str, Any]:
    """Django's settings for the cache at `url`; for a database table if `url` is empty.

    All processes share it, so a limit (failed sign-ins, imports) holds across them. `manage.py
    migrate` makes the table.
    """
    if not url:
        return {
            "BACKEND": "hyperspace.counter_cache.CounterCache",
            "LOCATION": "shared_cache",
            "OPTIONS": {"MAX_ENTRIES": 20_000},
        }
    scheme, _, rest = url.partition("://")
    if scheme.replace("valkey", "redis") not in ("redis", "rediss", "unix") or not rest:
        raise ImproperlyConfigured(
            "CACHE_URL isn't valid. Write it like redis://:password@host:6379/0 or valkey://…;"
            " with TLS, rediss:// or valkeys://…"
        )
    return {
        "BACKEND": "hyperspace.valkey_cache.ValkeyCache",
        "LOCATION": f"{scheme.replace('valkey', 'redis')}://{rest}",
        "KEY_PREFIX": "hyperspace",
    }


def counters(url: str) -> dict[str, dict[str, Any]]:
    """The cache "default", which counts attempts, at `url` or in a database table; with a URL also
    "counters", the table that counts while the server at `url` doesn't answer.
    """
    if not url:
        return {"default": cache("")}
    return {"default": {**cache(url), "OPTIONS": {"fallback": "counters"}}, "counters": cache("")}


def prints(url: str, folder: Path, *, most: int, shared: bool) -> dict[str, Any]:
    """Django's settings for the cache of so many prints: files in a folder, for one machine.
    `shared`, they are in the cache at `url` or in a table of the database, for all machines of a
    site.
    """
    common = {"TIMEOUT": KEPT_SECONDS}
    if not shared:
        backend = "hyperspace.file_cache.FileCache"
        options = {"MAX_ENTRIES": most}
        return {"BACKEND": backend, "LOCATION": folder, "OPTIONS": options, **common}
    if url:
        # It makes room by its own rules.
        return {**cache(url), "KEY_PREFIX": "hyperspace-prints", **common}
    return {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "kept_prints",
        "OPTIONS": {"MAX_ENTRIES": most},
        **common,
    }


def rates(text: str, *, name: str) -> tuple[Rate, ...]:
    """Rate limits from text: "60/10m/visitor, 300/10m/address"; an empty text means no limit.

    The time is a number of seconds (s), minutes (m), hours (h) or days (d).
    """
    matches = [RATE.fullmatch(part.strip()) for part in text.split(",") if part.strip()]
    if None in matches:
        raise ImproperlyConfigured(
            f"{name} isn't valid. Write it like 60/10m/visitor, 300/10m/address: a number, a time"
            " in seconds (s), minutes (m), hours (h) or days (d), and visitor or address; separate"
            " several with commas. Leave it empty for no limit."
        )
    return tuple(
        (int(match["amount"]), int(match["time"] or 1) * SECONDS[match["unit"]], match["per"])
        for match in matches
        if match
    )


def quota(text: str, *, name: str) -> tuple[int, int]:
    """The quota of a visitor and of an account: "200/2000", or one number for both."""
    match = QUOTA.fullmatch(text.strip())
    if not match:
        raise ImproperlyConfigured(
            f"{name} isn't valid. Write it like 200/2000: a visitor's quota, then an account's."
        )
    visitor, account = match.groups()
    return int(visitor), int(account or visitor)


def session_seconds(text: str) -> tuple[int, int]:
    """After how many seconds a session ends that nobody uses, and after how many in any case, from
    days: "30/60".
    """
    match = SESSION_DAYS.fullmatch(text.strip())
    idle, most = (int(days) for days in match.groups()) if match else (0, 0)
    if not 1 <= idle <= most <= 3650:
        raise ImproperlyConfigured(
            "HYPERSPACE_SESSION_DAYS isn't valid. Write it like 30/60: a sign-in ends after so many"
            " days without use, and after so many in any case."
        )
    return idle * SECONDS["d"], most * SECONDS["d"]


def mail(url: str) -> dict[str, Any]:
    """Django's settings for the mail server at `url`; empty if `url` is, and then no mail is
    sent.
    """
    if not url:
        return {}
    try:
        parts = urlsplit(url)
        default_port, tls, ssl = MAIL_SCHEMES[parts.scheme]
        if not parts.hostname:
            raise ValueError
        port = parts.port or default_port
    except (KeyError, ValueError):
        raise ImproperlyConfigured(
            "EMAIL_URL isn't valid. Write it like smtp+tls://user:password@host:587 (STARTTLS),"
            " smtps://user:password@host:465 (TLS from the start), or smtp://host:25."
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


def proxy_count(text: str) -> int:
    """The number of trusted proxies in front of this server: 0 to 9; false and true are 0 and 1."""
    words = {"false": "0", "no": "0", "off": "0", "": "0", "true": "1", "yes": "1", "on": "1"}
    digits = words.get(text.strip().lower(), text.strip())
    if not (digits.isdecimal() and int(digits) <= 9):
        raise ImproperlyConfigured(
            "HYPERSPACE_TRUST_PROXY is the number of proxies in front of this server, each of which"
            " adds to X-Forwarded-For: 0 to 9 (true is 1)."
        )
    return int(digits)


def second_factors(texts: list[str]) -> list[str]:
    """allauth's names for the second factors: totp (authenticator apps) and webauthn (passkeys)."""
    names = {"totp": "totp", "passkeys": "webauthn"}
    chosen = [text.strip().lower() for text in texts if text.strip()]
    if unknown := set(chosen) - set(names):
        raise ImproperlyConfigured(
            f"HYPERSPACE_FACTORS doesn't know {', '.join(sorted(unknown))}. It takes totp"
            " (authenticator apps) and passkeys, separated by a comma."
        )
    return [names[name] for name in chosen]


def factors_for(name: str, factors: list[str]) -> str:
    """The users who must have a second factor: "nobody", "staff", or "everyone". By default staff;
    nobody on a site that offers no factors.
    """
    if name not in ("", "nobody", "staff", "everyone"):
        raise ImproperlyConfigured("HYPERSPACE_FACTORS_FOR is nobody, staff, or everyone.")
    if name in ("staff", "everyone") and not factors:
        raise ImproperlyConfigured(
            "HYPERSPACE_FACTORS_FOR asks for a second factor: set HYPERSPACE_FACTORS, too."
        )
    return name or ("staff" if factors else "nobody")


def metrics_token(token: str) -> str:
    """The token that opens `/metrics`; "" switches it off."""
    if token and len(token) < 16:
        raise ImproperlyConfigured(
            "HYPERSPACE_METRICS_TOKEN is too short: 16 characters or more. Leave it empty for no"
            " metrics."
        )
    return token


def log_format(name: str) -> str:
    """ "line" or "json"."""
    if name not in ("line", "json"):
        raise ImproperlyConfigured("HYPERSPACE_LOG_FORMAT is line or json.")
    return name


def slow_seconds(text: str) -> float:
    """After how many seconds an answer counts as slow; 0 for never."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 <= seconds < 3600:
        raise ImproperlyConfigured(
            "HYPERSPACE_SLOW_SECONDS is a number of seconds, such as 1.5; 0 logs no slow pages."
        )
    return seconds


def alert_addresses(texts: list[str], *, sends_mail: bool) -> list[str]:
    """Where alerts go: "mailto:NAME@HOST" addresses, which need a mail server, and web addresses
    of webhooks.
    """
    addresses = [text.strip() for text in texts if text.strip()]
    for address in addresses:
        parts = urlsplit(address)
        is_mail = parts.scheme == "mailto" and "@" in parts.path
        if not (is_mail or (parts.scheme in ("http", "https") and parts.hostname)):
            raise ImproperlyConfigured(
                "HYPERSPACE_ALERT isn't valid. Write it like mailto:you@host.example or"
                " https://chat.example/hook; separate several with commas."
            )
        if is_mail and not sends_mail:
            raise ImproperlyConfigured("HYPERSPACE_ALERT has a mail address: set EMAIL_URL, too.")
    return addresses
