"""The requests that workers were at when they ended: found by the server, kept in files until a
worker has put them into the database, and pages that are off since they ended two.

The server itself does not ask the database: it must go on whatever that does.
"""

import logging
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID, uuid4

import msgspec
from django.conf import settings
from django.db.models import Count, Max
from django.http import Http404
from django.urls import resolve
from django.utils import timezone
from django.utils.crypto import salted_hmac

from sheets import work
from sheets.guard import claims, state
from sheets.guard.state import MOST_DEATHS, OFF_HOURS
from sheets.models import WorkerDeath
from sheets.work import Note

LOG = logging.getLogger(__name__)
FOLDER = "ended"
# So long they are kept to be looked at.
KEPT = timedelta(days=30)
# These never go off: they say whether the site is there, and let people and the operator in.
ALWAYS_ON = frozenset(
    {
        "landing",
        "site_status",
        "site_freeze",
        "site_release",
        "account",
        "account_login",
        "account_logout",
        "account_signup",
        "account_reauthenticate",
        "account_second_factor",
        "mfa_authenticate",
        "mfa_login_webauthn",
        "mfa_reauthenticate",
        "mfa_reauthenticate_webauthn",
    }
)


class Death(msgspec.Struct):
    """One request and how its worker ended, as it stands in a file."""

    key: str
    at: datetime
    page: str
    method: str
    route: str
    about: str
    who: str
    request_id: str
    seconds: float
    ended_by: str
    claims: tuple[str, ...] = ()


def page_of(method: str, path: str) -> str:
    """A keyed hash of a page: its method and its address, without what follows the "?": anybody can
    vary that, and what a view makes of it is not known here.
    """
    method = "GET" if method == "HEAD" else method
    text = repr((method, path[: work.MOST_LETTERS]))
    return salted_hmac("sheets.guard.page", text, algorithm="sha256").hexdigest()


def note(found: list[Note], *, pid: int, ended_by: str) -> None:
    """Logs what a dead worker was at, and keeps it in files. Part of the server; asks no database.

    With several requests, each of them counts: which one it was, nobody knows. Whichever is
    answered afterwards does not count any more (`answered`).
    """
    if not found:
        LOG.error("Worker %s ended (%s) between requests", pid, ended_by)
    for note in found:
        death = _death(note, ended_by)
        LOG.error(
            "Worker %s ended (%s) while it answered %s %s%s, request %s of %s, after %.2f s%s",
            pid,
            ended_by,
            death.method,
            death.route,
            f" ({death.about})" if death.about else "",
            death.request_id,
            death.who or "nobody known",
            death.seconds,
            f"; it was at {len(found)} requests" if len(found) > 1 else "",
            extra={"fields": _logged(death) | {"event": "Worker ended", "pid": pid}},
        )
        try:
            _keep(death)
        except OSError as error:
            LOG.error("It can't be kept: %s", error)
    work.STAMP.change()


def take_in() -> None:
    """Puts what the server kept into the database. Each counts once, whoever else does it too."""
    with suppress(FileNotFoundError):
        for path in list(folder().iterdir()):
            if not path.name.startswith("."):
                _take_in(path)


def answered(page: str) -> None:
    """Notes that a page was answered: it does not end every worker."""
    WorkerDeath.objects.filter(page=page, counts=True).update(counts=False)
    state.changed()


def release(page: str) -> None:
    """Turns a page on again."""
    answered(page)


def release_route(route: str) -> list[str]:
    """Turns on the pages of a route as the log has it, "/parties/<uuid:id>/"; "" for all that are
    off. Returns those that are on again.
    """
    found = [page_off for page_off in pages_off() if route in ("", page_off.route)]
    for page_off in found:
        release(page_off.page)
    return [page_off.name for page_off in found]


@dataclass(frozen=True)
class PageOff:
    """A page that is off, how many requests for it ended their worker, and when the last did."""

    page: str
    method: str
    route: str
    about: str
    number: int
    last: datetime

    @property
    def name(self) -> str:
        """The request's name on the command line: "GET /parties/<uuid:id>/ (id 8c0e…)"."""
        return f"{self.method} {self.route}" + (f" ({self.about})" if self.about else "")


def pages_off() -> list[PageOff]:
    """The pages that are off, the last one first."""
    since = timezone.now() - timedelta(hours=OFF_HOURS)
    counting = WorkerDeath.objects.filter(at__gt=since, counts=True)
    grouped = counting.values_list("page", "method", "route", "about")
    counted = grouped.annotate(number=Count("pk"), last=Max("at"))
    return [PageOff(*row) for row in counted.filter(number__gte=MOST_DEATHS).order_by("-last")]


def latest(most: int) -> list[WorkerDeath]:
    """The requests that ended a worker last."""
    return list(WorkerDeath.objects.order_by("-at", "-pk")[:most])


def folder() -> Path:
    """Where the server keeps them for its workers."""
    return Path(settings.VAR_DIR, FOLDER)


def _death(found: Note, ended_by: str) -> Death:
    method = found.method if found.method.isascii() else "other"
    route, about = _route(found.path)
    return Death(
        key=uuid4().hex,
        at=datetime.now(UTC),
        page=page_of(found.method, found.path),
        method=method[:10],
        route=route[:200],
        about=about[:200],
        who=found.who,
        request_id=found.request_id,
        seconds=round(time.monotonic() - found.started, 2),
        ended_by=ended_by,
        claims=found.claims,
    )


def _logged(death: Death) -> dict[str, object]:
    """The line of the log: all of the record but what is not checked."""
    fields: dict[str, object] = msgspec.to_builtins(death)
    del fields["claims"]
    return fields


def _route(path: str) -> tuple[str, str]:
    """The pattern of an address, and the ids in it. What else is in it may be a secret."""
    try:
        match = resolve(path)
    except Http404:
        return "(no page of ours)", ""
    ids = [f"{name} {id}" for name, id in match.kwargs.items() if isinstance(id, int | UUID)]
    return f"/{match.route}", ", ".join(ids)


def _keep(death: Death) -> None:
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder(), prefix=".", delete=False) as file:
        file.write(msgspec.json.encode(death))
    Path(file.name).replace(folder() / death.key)


def _take_in(path: Path) -> None:
    """One file: into the database, then away."""
    try:
        death = msgspec.json.decode(path.read_bytes(), type=Death)
    except FileNotFoundError:
        return  # another worker was quicker
    except (OSError, msgspec.DecodeError):
        LOG.exception("What a worker was at can't be read")
    else:
        values = msgspec.structs.asdict(death)
        claimed = values.pop("claims")
        row = WorkerDeath(**values | {"who": death.who or claims.who(claimed)})
        if row.who != death.who:
            LOG.error("Request %s, which ended a worker, was one of %s", row.request_id, row.who)
        WorkerDeath.objects.bulk_create([row], ignore_conflicts=True)
    with suppress(OSError):
        path.unlink()
