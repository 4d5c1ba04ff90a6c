"""Refuses what is too large or not in UTF-8, and drops odd cookies, before anything is read."""

import os
import secrets
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils.http import parse_header_parameters

from sheets import outage

GetResponse = Callable[[HttpRequest], HttpResponseBase]


def refuse_large_bodies(get_response: GetResponse) -> GetResponse:
    """Answers 413 to a body over `DATA_UPLOAD_MAX_MEMORY_SIZE` bytes, uploaded files included.

    Django's own limit leaves files out. A body without a length is never read at all (WSGI). The
    few addresses that take more are named in `LARGER_BODIES`, each with its own limit.
    """
    usual = settings.DATA_UPLOAD_MAX_MEMORY_SIZE

    def middleware(request: HttpRequest) -> HttpResponseBase:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if length.isdecimal() and int(length) > usual and int(length) > (limit := _limit(request)):
            return _too_large(request, sent=int(length), accepted=limit)
        return get_response(request)

    return middleware


def _too_large(request: HttpRequest, *, sent: int, accepted: int) -> HttpResponse:
    """413: a page for who came from one, else a line."""
    if "text/html" in request.headers.get("Accept", ""):
        return render(request, "413.html", {"sent": sent, "accepted": accepted}, status=413)
    return HttpResponse(
        f"This is too large: {sent:,} bytes were sent, {accepted:,} are accepted.\n",
        status=413,
        content_type="text/plain; charset=utf-8",
    )


def without_odd_cookies(get_response: GetResponse) -> GetResponse:
    """Leaves out cookies with control characters.

    A quoted one can hold a NUL, and PostgreSQL, asked for a session of that name, fails.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        odd = [name for name, value in request.COOKIES.items() if not value.isprintable()]
        for name in odd:
            del request.COOKIES[name]
        return get_response(request)

    return middleware


def _limit(request: HttpRequest) -> int:
    """How large a body this address takes."""
    usual = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    try:
        name = resolve(request.path_info).url_name
    except Resolver404:
        return usual
    return max(usual, settings.LARGER_BODIES.get(name or "", 0))


def refuse_other_encodings(application: WSGIApplication) -> WSGIApplication:
    """Answers 415 to a body that says it is in any other encoding than UTF-8.

    Django believes what it is told as soon as it makes the request, before any middleware, and
    fails on encodings that Python knows but that are none of text (`hex`, `idna`).
    """

    def refusing(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if _is_utf8(environ.get("CONTENT_TYPE", "")):
            return application(environ, start_response)
        headers = [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")]
        start_response("415 Unsupported Media Type", headers)
        return [b"What is sent here is read as UTF-8, and as nothing else.\n"]

    return refusing


def _is_utf8(content_type: str) -> bool:
    try:
        _, parameters = parse_header_parameters(content_type)
    except ValueError:
        return False
    return str(parameters.get("charset", "utf-8")).lower() in ("utf-8", "utf8")


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
