"""Refuses what is too large or not in UTF-8, and drops odd cookies, before anything is read."""

from collections.abc import Callable, Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils.http import parse_header_parameters

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
