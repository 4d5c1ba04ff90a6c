"""Around every address of the API: no cookies in or out, any origin, small bodies, and every error
as a problem.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_vary_headers

from rules.document import MAX_BYTES
from sheets.api import problem

PREFIX = "/api/1/"
SENT = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match"
READABLE = "ETag, Location, Retry-After, Idempotency-Key"
ONE_DAY = "86400"
IN_THE_CLEAR = "Use https. Revoke this token: anybody on the way could read it."
DETAILS = {
    400: "The request can't be read.",
    404: "This address doesn't exist.",
    405: "This address doesn't take this method.",
    500: "This is an error of ours. It was written to the log of the site.",
}


class ApiMiddleware:
    """Makes what the other middleware answers fit for programs.

    Cookies are taken off a request before anything can read them: whatever a browser sends along, a
    page elsewhere can do nothing in the name of its user. So no form token is needed, and any
    origin may call.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response to one request."""
        if not request.path_info.startswith(PREFIX):
            return self.get_response(request)
        request.META.pop("HTTP_COOKIE", None)
        response = self._answer(request)
        response.cookies.clear()
        if response.has_header("Vary"):
            del response.headers["Vary"]
        patch_vary_headers(response, ["Authorization", "Accept-Encoding"])
        response["Access-Control-Allow-Origin"] = "*"
        response["Access-Control-Expose-Headers"] = READABLE
        return response

    def _answer(self, request: HttpRequest) -> HttpResponseBase:
        if settings.SECURE_SSL_REDIRECT and not request.is_secure():
            return problem.response(403, IN_THE_CLEAR)
        length = request.META.get("CONTENT_LENGTH") or "0"
        if length.isdecimal() and int(length) > MAX_BYTES:
            detail = f"The body has {int(length):,} bytes. The limit is {MAX_BYTES:,} bytes."
            return problem.response(413, detail)
        response = self.get_response(request)
        if request.method == "OPTIONS" and response.has_header("Allow"):
            return _preflight(response["Allow"])
        return _as_problem(response) if response.status_code >= 400 else response


def _preflight(methods: str) -> HttpResponse:
    """The answer to a browser's preflight request, for an address that takes these methods from
    pages of other sites.
    """
    headers = {
        "Allow": methods,
        "Access-Control-Allow-Methods": methods,
        "Access-Control-Allow-Headers": SENT,
        "Access-Control-Max-Age": ONE_DAY,
    }
    return HttpResponse(status=204, headers=headers)


def _as_problem(response: HttpResponseBase) -> HttpResponseBase:
    """An error of whatever answered, as a problem: the same response with another body."""
    if response.headers.get("Content-Type") == problem.MEDIA or not hasattr(response, "content"):
        return response
    status = response.status_code
    detail = getattr(response, "detail", "") or DETAILS.get(status, response.reason_phrase)
    described = problem.response(status, detail)
    response.content = described.content
    for name in ("Content-Length", "Content-Encoding", "Content-Language", "ETag"):
        response.headers.pop(name, None)
    response["Content-Type"] = problem.MEDIA
    return response
