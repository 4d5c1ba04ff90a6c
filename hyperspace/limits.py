"""Refuses requests that are too large, before anything of them is read."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase

GetResponse = Callable[[HttpRequest], HttpResponseBase]


def refuse_large_bodies(get_response: GetResponse) -> GetResponse:
    """Answers 413 to a body over `DATA_UPLOAD_MAX_MEMORY_SIZE` bytes, uploaded files included.

    Django's own limit leaves files out. A body without a length is never read at all (WSGI).
    """
    limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE

    def middleware(request: HttpRequest) -> HttpResponseBase:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if length.isdecimal() and int(length) > limit:
            return HttpResponse(
                f"This is too large: {int(length):,} bytes were sent, {limit:,} are accepted.\n",
                status=413,
                content_type="text/plain; charset=utf-8",
            )
        return get_response(request)

    return middleware
