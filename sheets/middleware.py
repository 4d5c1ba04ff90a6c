"""Runs around every view: identifies the visitor, keeps responses private, and turns errors into
pages.
"""

from collections.abc import Callable
from typing import cast

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_vary_headers

from sheets import responses
from sheets.access import Request
from sheets.visitors import Visitor


class VisitorMiddleware:
    """Puts `visitor` on the request, sets its cookie, and forbids caching by default."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response to one request."""
        visitor_request = cast(Request, request)
        visitor_request.visitor = Visitor(request)
        response = self.get_response(request)
        visitor_request.visitor.give_cookie(response)
        response.headers.setdefault("Cache-Control", "private, no-store")
        patch_vary_headers(response, ["Cookie", "HX-Request"])
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The page for an error that any view may raise."""
        return responses.error_page(request, error)
