"""What is done around every view: who asks, who may keep the answer, and faults that all share."""

from collections.abc import Callable
from typing import cast

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_vary_headers

from sheets import responses
from sheets.access import Request
from sheets.visitors import Visitor


class VisitorMiddleware:
    """Puts `visitor` on the request and its cookie into the answer, and keeps answers private."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The answer to one request."""
        asked = cast(Request, request)
        asked.visitor = Visitor(request)
        response = self.get_response(request)
        asked.visitor.give_cookie(response)
        response.headers.setdefault("Cache-Control", "private, no-store")
        patch_vary_headers(response, ["Cookie", "HX-Request"])
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The page for a fault that any view may run into."""
        return responses.answer(request, error)
