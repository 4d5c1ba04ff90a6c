"""Answers to what any view may run into."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import page_not_found

from sheets.bridge import Damaged
from sheets.operations.faults import Conflict, NoSuchLine, NoSuchRow, NoSuchStep, Refused
from sheets.paper.choice import NotOffered


def answer(request: HttpRequest, fault: Exception) -> HttpResponse | None:
    """The page that says what happened and what to do; None for what is nobody's fault but ours."""
    match fault:
        case NoSuchStep() | NoSuchLine() | NoSuchRow():
            return page_not_found(request, Http404())
        case Conflict():
            return _page(request, "faults/conflict.html", status=409, message=str(fault))
        case Refused():
            return _page(request, "faults/refused.html", status=422, message=str(fault))
        case NotOffered():
            return _page(request, "paper/not_offered.html", status=400, faults=fault.faults)
        case Damaged():
            return _page(
                request,
                "faults/damaged.html",
                status=422,
                message=str(fault.reason),
                character=fault.character,
            )
    return None


def too_many(request: HttpRequest) -> HttpResponse:
    """429: it was asked for too often from there."""
    response = _page(request, "429.html", status=429)
    response["Retry-After"] = "60"
    return response


def _page(request: HttpRequest, template: str, *, status: int, **context: object) -> HttpResponse:
    """A whole page, also where a fragment was asked for: it takes the place of the page."""
    response = render(request, template, context, status=status)
    response["HX-Retarget"] = "body"
    response["HX-Reswap"] = "innerHTML"
    return response
