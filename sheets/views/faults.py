"""Answers to what any view may run into."""

import logging
import re
import sys
from dataclasses import dataclass, field

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.defaults import bad_request, page_not_found, server_error

from sheets import outage
from sheets.bridge import Damaged
from sheets.operations.faults import Conflict, Full, NoSuchLine, NoSuchRow, NoSuchStep, Refused
from sheets.paper.choice import NotOffered
from sheets.rates import TooOften

LOG = logging.getLogger(__name__)
RETRY_AFTER = 10
# What an account's forms ask for and no page of ours repeats, as it is asked for once more.
SECRETS = {
    "password": "Password",
    "oldpassword": "Current password",
    "password1": "New password",
    "password2": "New password, again",
    "code": "Code",
}
# What a page has made out for itself, and nobody has typed.
MADE_UP = re.compile(r"[a-z0-9_.:=-]*")


@dataclass
class Typed:
    """What a form sent that was not saved: to be sent again, if it is `whole`."""

    kept: list[tuple[str, str]] = field(default_factory=list)
    secrets: dict[str, str] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    whole: bool = True


def answer(request: HttpRequest, fault: Exception) -> HttpResponse | None:
    """The page that says what happened and what to do; None for what is nobody's fault but ours."""
    match fault:
        case NoSuchStep() | NoSuchLine() | NoSuchRow():
            return page_not_found(request, Http404())
        case Conflict():
            return _page(request, "faults/conflict.html", status=409, message=str(fault))
        case TooOften():
            return too_often(request, fault)
        case Full():
            return _page(request, "faults/full.html", status=Full.status, message=str(fault))
        case Refused():
            return _page(request, "faults/refused.html", status=422, message=str(fault))
        case NotOffered():
            return _page(request, "paper/not_offered.html", status=400, faults=fault.faults)
        case Damaged():
            return _page(
                request,
                "faults/damaged.html",
                status=422,
                message=fault.reason.in_words,
                character=fault.character,
            )
    return unavailable(request, cause) if (cause := outage.cause(fault)) else None


def unavailable(request: HttpRequest, cause: BaseException) -> HttpResponse:
    """503: nothing can be read or saved just now. What was typed comes back, to be sent again."""
    LOG.error("Unavailable: %s: %s: %s", request.path, type(cause).__name__, str(cause).strip())
    if request.headers.get("HX-Request"):
        # The page stays as it is, with all that stands in its fields, and says so (hyperspace.js).
        response = HttpResponse("Nothing was saved. Try again.\n", content_type="text/plain")
        response.status_code = 503
    else:
        context = {"typed": _typed(request) if request.method == "POST" else None}
        response = render(request, "faults/unavailable.html", context, status=503)
    response["Retry-After"] = str(RETRY_AFTER)
    response["Cache-Control"] = "no-store"
    response._has_been_logged = True  # type: ignore[attr-defined]  # Django would add a traceback
    return response


def broken(request: HttpRequest) -> HttpResponse:
    """500, or 503 where what failed around a view is the database, or its disk."""
    cause = outage.cause(sys.exc_info()[1])
    return unavailable(request, cause) if cause else server_error(request)


def not_understood(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, or 503: a session that cannot be saved looks to Django as if it had been deleted."""
    cause = outage.cause(exception)
    return unavailable(request, cause) if cause else bad_request(request, exception)


def too_often(request: HttpRequest, fault: TooOften) -> HttpResponse:
    """429: what the limit is, and when to try again."""
    return wait(_page(request, "429.html", status=TooOften.status, message=str(fault)), fault)


def wait(response: HttpResponse, fault: TooOften) -> HttpResponse:
    """The same answer, as one to a request that came too often: it says when to try again."""
    response.status_code = TooOften.status
    response["Retry-After"] = str(fault.wait)
    return response


def too_many(request: HttpRequest) -> HttpResponse:
    """429: it was asked for too often from there."""
    response = _page(request, "429.html", status=429)
    response["Retry-After"] = "60"
    return response


def _typed(request: HttpRequest) -> Typed:
    typed = Typed()
    try:
        sent, files = list(request.POST.lists()), list(request.FILES)
    except Exception:  # it may be the reading of it that failed
        return Typed(whole=False)
    is_account = request.path.startswith(reverse("account"))
    for name, values in sent:
        if name == "csrfmiddlewaretoken":
            continue
        if is_account and name == "credential":
            typed.whole = False  # it is good for once
        elif is_account and name in SECRETS:
            typed.secrets[name] = SECRETS[name]
        else:
            typed.kept += [(name, value) for value in values]
            typed.texts += [value for value in values if _is_text(name, value)]
    typed.files = files
    return typed


def _is_text(name: str, value: str) -> bool:
    if name in ("key", "next") or name.startswith("was"):
        return False
    return name in ("login", "username") or not MADE_UP.fullmatch(value)


def _page(request: HttpRequest, template: str, *, status: int, **context: object) -> HttpResponse:
    """A whole page, also where a fragment was asked for: it takes the place of the page."""
    response = render(request, template, context, status=status)
    response["HX-Retarget"] = "body"
    response["HX-Reswap"] = "innerHTML"
    return response
