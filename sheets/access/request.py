"""A request as views are given it, and whose it is."""

from django.http import Http404, HttpRequest
from django_htmx.middleware import HtmxDetails

from sheets.visitors import Visitor


class Request(HttpRequest):
    """A request with the attributes that the middleware adds."""

    visitor: Visitor
    htmx: HtmxDetails


def require_staff(request: Request) -> None:
    """404 for whoever is not of the site's staff."""
    if not (request.user.is_authenticated and request.user.is_staff):
        raise Http404
