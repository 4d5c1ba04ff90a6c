"""What leaves the site as a file."""

import logging
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header, url_has_allowed_host_and_scheme
from django.views.defaults import bad_request, page_not_found, server_error
from django_htmx.http import HttpResponseClientRedirect

from sheets import outage
from sheets.access import Request
from sheets.errors import Conflict, Full, NoSuchLine, NoSuchRow, NoSuchStep, NotOffered, Refused
from sheets.models import Character
from sheets.rate_limits import TooOften
from sheets.storage import CorruptRow

# What some system takes for a path, a wildcard or a command; what turns the reading direction.
_UNSAFE = re.compile(r'[\x00-\x1f\x7f-\x9f/\\:*?"<>|%\u200b-\u200f\u202a-\u202e\u2066-\u2069]+')
_LONGEST = 80


def file(
    character: Character, content: bytes, *, extension: str, kind: str, attached: bool
) -> HttpResponse:
    """The content under a file name made from the character's name."""
    disposition = content_disposition_header(
        as_attachment=attached, filename=f"{file_name(character.name)}.{extension}"
    )
    return HttpResponse(
        content, content_type=kind, headers={"Content-Disposition": disposition or "attachment"}
    )


def stream(
    character: Character, pieces: Iterator[str], *, extension: str, kind: str
) -> StreamingHttpResponse:
    """As `file`, attached, but made while it is sent: for what may be long."""
    disposition = content_disposition_header(
        as_attachment=True, filename=f"{file_name(character.name)}.{extension}"
    )
    return StreamingHttpResponse(
        pieces, content_type=kind, headers={"Content-Disposition": disposition or "attachment"}
    )


def file_name(name: str) -> str:
    """A name that every system can keep a file under; "character" where nothing is left of it."""
    plain = " ".join(_UNSAFE.sub(" ", name).split())
    return plain[:_LONGEST].strip(" .") or "character"


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
            return _page(request, "errors/conflict.html", status=409, message=str(fault))
        case TooOften():
            return too_often(request, fault)
        case Full():
            return _page(request, "errors/full.html", status=Full.status, message=str(fault))
        case Refused():
            return _page(request, "errors/refused.html", status=422, message=str(fault))
        case NotOffered():
            return _page(request, "errors/not_offered.html", status=400, faults=fault.faults)
        case CorruptRow():
            return _page(
                request,
                "errors/damaged.html",
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
        response = render(request, "errors/unavailable.html", context, status=503)
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


def redirect_to(request: Request, address: str) -> HttpResponse:
    """On to another page, whether a page or a fragment was asked for."""
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def next_url(request: Request, default: str) -> str:
    """The page that the form or the address named as `next`, where it is one of ours."""
    wanted = request.POST.get("next") or request.GET.get("next", "")
    ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours else default


def redirect_unfinished(request: Request, character: Character, then: str) -> HttpResponse | None:
    """Where somebody is sent whose character is a draft, or put away; None where it can be used.

    `then` is what a draft can once it is finished: "it can play". Only its owner finishes it.
    """
    owner = request.visitor.owner if character.is_draft else None
    if owner and owner.pk == character.owner_id:
        messages.info(request, f"Finish this character first: then {then}.")
        return redirect("character_build", character.public_id)
    if character.is_draft:
        messages.info(request, f"Once this character is finished, {then}.")
        return redirect("character", character.public_id)
    return redirect("character", character.public_id) if character.is_archived else None
