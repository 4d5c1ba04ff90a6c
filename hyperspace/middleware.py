"""Refuses bodies that are too large or not UTF-8, drops malformed cookies, gives every response its
content security policy, and answers health checks.
"""

import json
import os
import secrets
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from csp.constants import HEADER
from csp.utils import build_policy
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils.http import parse_header_parameters

from sheets import outage
from sheets.release import PROGRAM

DEBUG_STATUSES = frozenset({404, 500})

GetResponse = Callable[[HttpRequest], HttpResponseBase]


def refuse_large_bodies(get_response: GetResponse) -> GetResponse:
    """Answers 413 to a body over `DATA_UPLOAD_MAX_MEMORY_SIZE` bytes, uploaded files included.

    Django's own limit ignores files. A body without a length is never read (WSGI). `LARGER_BODIES`
    names the few views that accept more, each with its own limit.
    """
    default_limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE

    def middleware(request: HttpRequest) -> HttpResponseBase:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if (
            length.isdecimal()
            and int(length) > default_limit
            and int(length) > (limit := _body_limit(request))
        ):
            return _too_large(request, sent=int(length), accepted=limit)
        return get_response(request)

    return middleware


def _too_large(request: HttpRequest, *, sent: int, accepted: int) -> HttpResponse:
    """413 as a page for a browser, as one line for other clients."""
    if "text/html" in request.headers.get("Accept", ""):
        return render(request, "413.html", {"sent": sent, "accepted": accepted}, status=413)
    return HttpResponse(
        f"The upload is too large: {sent:,} bytes. The limit is {accepted:,} bytes.\n",
        status=413,
        content_type="text/plain; charset=utf-8",
    )


def drop_control_character_cookies(get_response: GetResponse) -> GetResponse:
    """Drops cookies with control characters.

    A quoted cookie can hold a NUL, and PostgreSQL fails on a session key with one.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        malformed = [name for name, value in request.COOKIES.items() if not value.isprintable()]
        for name in malformed:
            del request.COOKIES[name]
        return get_response(request)

    return middleware


def content_security_policy(get_response: GetResponse) -> GetResponse:
    """Gives every response the policy of the settings, but for Django's pages about an error in
    development, which have scripts and styles of their own.

    django-csp's own middleware puts the policy together anew for each response, since a view may
    change it there. None does here, so this is done once.
    """
    policy = build_policy()

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if not (settings.DEBUG and response.status_code in DEBUG_STATUSES):
            response.headers.setdefault(HEADER, policy)
        return response

    return middleware


def _body_limit(request: HttpRequest) -> int:
    """The largest body, in bytes, that the view of this URL accepts."""
    default_limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    try:
        name = resolve(request.path_info).url_name
    except Resolver404:
        return default_limit
    return max(default_limit, settings.LARGER_BODIES.get(name or "", 0))


API = "/api/1/"
ENCODING = "This encoding isn't supported. Send text as UTF-8."
_API_ENCODING = json.dumps(
    {
        "type": "about:blank",
        "title": "Unsupported Media Type",
        "status": 415,
        "detail": ENCODING,
        "errors": [],
    }
).encode()


def refuse_other_encodings(application: WSGIApplication) -> WSGIApplication:
    """Answers 415 to a body whose declared encoding is not UTF-8.

    Django uses the declared encoding as soon as it makes the request, before any middleware, and
    fails on codecs of Python that do not decode text (`hex`, `idna`).
    """

    def refusing(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if _is_utf8(environ.get("CONTENT_TYPE", "")):
            return application(environ, start_response)
        is_api = environ.get("PATH_INFO", "").startswith(API)
        kind = "application/problem+json" if is_api else "text/plain; charset=utf-8"
        headers = [("Content-Type", kind), ("Cache-Control", "no-store")]
        if is_api:
            headers.append(("Access-Control-Allow-Origin", "*"))
        start_response("415 Unsupported Media Type", headers)
        return [_API_ENCODING if is_api else f"{ENCODING}\n".encode()]

    return refusing


def _is_utf8(content_type: str) -> bool:
    try:
        _, parameters = parse_header_parameters(content_type)
    except ValueError:
        return False
    return str(parameters.get("charset", "utf-8")).lower() in ("utf-8", "utf8")


# The readiness check writes so many bytes to the database: more than fits into half-filled pages of
# its file. It writes again only after PROBE_INTERVAL seconds, since anyone may call it.
PROBE_BYTES, PROBE_INTERVAL = 16 * 1024, 5
# A disk with less free space counts as full: the next portrait would not fit.
MIN_FREE_BYTES = 1024 * 1024
EXPIRED = datetime(2000, 1, 1, tzinfo=UTC)


class HealthMiddleware:
    """Answers `/healthz` and `/readyz` itself and passes every other request on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.migrated = False
        self.written_at = -PROBE_INTERVAL * 1.0

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response to one request."""
        checks = {"/healthz": self.alive, "/readyz": self.ready}
        check = checks.get(request.path_info)
        if check is None:
            return self.get_response(request)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        return check()

    def alive(self) -> HttpResponse:
        """200, even if the database is down."""
        return text_response(f"alive\n{PROGRAM}", status=200)

    def ready(self) -> HttpResponse:
        """200 if the database answers, has every migration and takes writes, and no disk is full;
        else 503 and the reason.
        """
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
            missing = [] if self.migrated else missing_migrations()
        except (DatabaseError, InterfaceError):
            return text_response("the database does not answer", status=503)
        if missing:
            return text_response(f"migrations are missing: {', '.join(missing)}", status=503)
        # The migrations of running code do not change: one check is enough.
        self.migrated = True
        error = self.write_error()
        return text_response(error, status=503) if error else text_response("ready", status=200)

    def write_error(self) -> str:
        """Why nothing can be saved right now; "" if saving works."""
        if is_disk_full():
            return "the disk is full"
        if time.monotonic() - self.written_at < PROBE_INTERVAL:
            return ""
        try:
            probe_write()
        except (DatabaseError, InterfaceError) as error:
            return "the disk is full" if outage.is_full(error) else "the database takes no writes"
        self.written_at = time.monotonic()
        return ""


def missing_migrations() -> list[str]:
    """The migrations that this code has and the database has not, in order:
    "sheets.0001_initial".
    """
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _ in plan]


def is_disk_full() -> bool:
    """True if a disk that holds data has less than MIN_FREE_BYTES left."""
    folders = [Path(settings.VAR_DIR)]
    if connection.vendor == "sqlite":
        folders.append(Path(connection.settings_dict["NAME"]).parent)
    for folder in folders:
        try:
            stats = os.statvfs(folder)
        except OSError:
            continue
        if stats.f_bavail * stats.f_frsize < MIN_FREE_BYTES:
            return True
    return False


def probe_write() -> None:
    """Writes a session row and deletes it, both committed; DatabaseError if that fails."""
    key = f"readyz-{secrets.token_hex(8)}"
    content = secrets.token_hex(PROBE_BYTES // 2)  # random, so it cannot be compressed
    session = Session(session_key=key, session_data=content, expire_date=EXPIRED)
    session.save(force_insert=True)
    session.delete()


def text_response(text: str, *, status: int) -> HttpResponse:
    """One line of plain text that is never cached."""
    headers = {"Cache-Control": "no-store"}
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain", headers=headers)
