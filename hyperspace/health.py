"""`/healthz`: this process is alive. `/readyz`: it can do its work. For load balancers.

A middleware, the first one, and not views: whoever checks asks by whatever address it has, over
plain http, often, and without cookies. So neither the host is looked at nor https demanded.
"""

import os
import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed

from sheets import outage

# What is written to see whether anything can be: large enough that pages half full have no room for
# it. Asked again only after so many seconds: anybody may ask.
PROBE, PROBED_AGAIN_AFTER = 16 * 1024, 5
# A disk with less is full: the next picture does not fit.
FREE = 1024 * 1024
ENDED = datetime(2000, 1, 1, tzinfo=UTC)


class HealthMiddleware:
    """Answers the two addresses itself and lets everything else through."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.migrated = False
        self.written_at = -PROBED_AGAIN_AFTER * 1.0

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The answer to one request."""
        answers = {"/healthz": self.alive, "/readyz": self.ready}
        answer = answers.get(request.path_info)
        if answer is None:
            return self.get_response(request)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        return answer()

    def alive(self) -> HttpResponse:
        """200, whatever the database does."""
        return line("alive", status=200)

    def ready(self) -> HttpResponse:
        """200 if the database answers, has every migration and takes writes, and no disk is full;
        else 503 and what is wrong."""
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
            missing = [] if self.migrated else missing_migrations()
        except (DatabaseError, InterfaceError):
            return line("the database does not answer", status=503)
        if missing:
            return line(f"migrations are missing: {', '.join(missing)}", status=503)
        # This code's migrations do not change while it runs: once is enough.
        self.migrated = True
        fault = self.write_fault()
        return line(fault, status=503) if fault else line("ready", status=200)

    def write_fault(self) -> str:
        """Why nothing can be saved just now; empty if it can."""
        if is_disk_full():
            return "the disk is full"
        if time.monotonic() - self.written_at < PROBED_AGAIN_AFTER:
            return ""
        try:
            write()
        except (DatabaseError, InterfaceError) as error:
            return "the disk is full" if outage.is_full(error) else "the database takes no writes"
        self.written_at = time.monotonic()
        return ""


def missing_migrations() -> list[str]:
    """The names of migrations that this code has and the database has not, in their order."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _ in plan]


def is_disk_full() -> bool:
    """Whether there is no room left where things are kept."""
    places = [Path(settings.VAR_DIR)]
    if connection.vendor == "sqlite":
        places.append(Path(connection.settings_dict["NAME"]).parent)
    for place in places:
        try:
            told = os.statvfs(place)
        except OSError:
            continue
        if told.f_bavail * told.f_frsize < FREE:
            return True
    return False


def write() -> None:
    """Writes something and takes it away, each for good; DatabaseError where that cannot be."""
    key = f"readyz-{secrets.token_hex(8)}"
    content = secrets.token_hex(PROBE // 2)  # nothing that could be compressed
    session = Session(session_key=key, session_data=content, expire_date=ENDED)
    session.save(force_insert=True)
    session.delete()


def line(text: str, *, status: int) -> HttpResponse:
    """A line of text that nobody keeps."""
    headers = {"Cache-Control": "no-store"}
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain", headers=headers)
