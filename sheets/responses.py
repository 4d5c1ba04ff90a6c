"""Responses that several features share: files, redirects, and pages for errors."""

import logging
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, ResolverMatch, resolve, reverse
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header, url_has_allowed_host_and_scheme
from django.views.defaults import bad_request, page_not_found, server_error
from django_htmx.http import HttpResponseClientRedirect

from rules.problems import UnknownGame
from sheets import outage
from sheets.access import Request
from sheets.errors import (
    Conflict,
    Fault,
    NoSuchLogEntry,
    NoSuchRow,
    NoSuchStep,
    NotOffered,
    OwnerFrozen,
    QuotaExceeded,
    Refused,
)
from sheets.models import Character
from sheets.rate_limits import Busy, RateLimited
from sheets.storage import CorruptRow, Frozen, GameGone

# Path separators, wildcards, control characters, and characters that change the text direction.
_UNSAFE_IN_FILE_NAMES = re.compile(
    r'[\x00-\x1f\x7f-\x9f/\\:*?"<>|%\u200b-\u200f\u202a-\u202e\u2066-\u2069]+'
)
_MAX_FILE_NAME = 80
WEBP = "image/webp"
# The bytes of a column, as its database gives them.
Buffer = bytes | memoryview


def file(
    character: Character, content: bytes, *, extension: str, kind: str, attached: bool
) -> HttpResponse:
    """A file, named after the character."""
    disposition = content_disposition_header(
        as_attachment=attached, filename=f"{file_name(character.name)}.{extension}"
    )
    return HttpResponse(
        content, content_type=kind, headers={"Content-Disposition": disposition or "attachment"}
    )


def picture(
    request: HttpRequest, content: Callable[[], Buffer], *, digest: str, part: str = ""
) -> HttpResponse:
    """A picture that we keep, as WebP: the one with this digest, or a `part` of it. Its `content`
    is read where the browser lacks it. Its address with the digest (`v`) may be cached forever.
    """
    etag = f'"{part}-{digest}"' if part else f'"{digest}"'
    response = get_conditional_response(request, etag=etag) or HttpResponse(
        bytes(content()), content_type=WEBP
    )
    is_fixed = request.GET.get("v") == digest
    response["ETag"] = etag
    response["Cache-Control"] = (
        f"private, {'max-age=31536000, immutable' if is_fixed else 'no-cache'}"
    )
    return response


def stream(
    character: Character, pieces: Iterator[str], *, extension: str, kind: str
) -> StreamingHttpResponse:
    """A file for download, named after the character, sent while it is made."""
    return stream_named(character.name, pieces, extension=extension, kind=kind)


def stream_named(
    name: str, pieces: Iterator[str], *, extension: str, kind: str
) -> StreamingHttpResponse:
    """A file of that name for download, sent while it is made."""
    disposition = content_disposition_header(
        as_attachment=True, filename=f"{file_name(name)}.{extension}"
    )
    return StreamingHttpResponse(
        pieces, content_type=kind, headers={"Content-Disposition": disposition or "attachment"}
    )


def file_name(name: str) -> str:
    """A file name that is valid on every system; "character" if no valid letter is left."""
    plain = " ".join(_UNSAFE_IN_FILE_NAMES.sub(" ", name).split())
    return plain[:_MAX_FILE_NAME].strip(" .") or "character"


LOG = logging.getLogger(__name__)
RETRY_AFTER = 10
# Secret fields of account forms, with labels: their values are never sent back to the browser.
SECRET_FIELDS = {
    "password": "Password",
    "oldpassword": "Current password",
    "password1": "New password",
    "password2": "New password, again",
    "code": "Code",
}
# A value that a page generated rather than a user typed.
GENERATED_VALUE = re.compile(r"[a-z0-9_.:=-]*")


@dataclass
class UnsavedInput:
    """Form data that could not be saved, to be sent again if it `is_complete`."""

    fields: list[tuple[str, str]] = field(default_factory=list)
    secrets: dict[str, str] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    is_complete: bool = True


def error_page(request: HttpRequest, error: Exception) -> HttpResponse | None:
    """The page for an error; None for a bug of ours, which stays a 500."""
    match error:
        case NoSuchStep() | NoSuchLogEntry() | NoSuchRow():
            return page_not_found(request, Http404())
        case Conflict():
            return _page(request, "errors/conflict.html", status=409, message=str(error))
        case RateLimited():
            return rate_limited(request, error)
        case QuotaExceeded():
            return _page(
                request, "errors/full.html", status=QuotaExceeded.status, message=str(error)
            )
        case Refused():
            return _page(request, "errors/refused.html", status=422, message=str(error))
        case NotOffered():
            return _page(request, "errors/not_offered.html", status=400, faults=error.faults)
        case OwnerFrozen():
            return _page(
                request, "errors/frozen.html", status=OwnerFrozen.status, message=str(error)
            )
        case CorruptRow() | UnknownGame():
            return _unread(request, error)
    return unavailable(request, cause) if (cause := outage.cause(error)) else None


def _unread(request: HttpRequest, error: CorruptRow | UnknownGame) -> HttpResponse:
    """The page for a character that cannot be worked out, or for a game that isn't here."""
    match error:
        case Frozen():
            return frozen(request, error)
        case GameGone():
            return _page(request, "errors/game_gone.html", status=422, character=error.character)
        case UnknownGame():
            return _page(request, "errors/game_gone.html", status=422)
    return _page(
        request,
        "errors/damaged.html",
        status=422,
        message=error.reason.in_words,
        character=error.character,
    )


def frozen(request: HttpRequest, error: Frozen) -> HttpResponse:
    """423 for a character that the operator has frozen."""
    status, character = OwnerFrozen.status, error.character
    return _page(
        request, "errors/frozen.html", status=status, message=error.told, character=character
    )


def unavailable(request: HttpRequest, cause: BaseException) -> HttpResponse:
    """503 for a database that cannot be read or written. The page holds what was typed, to send it
    again.
    """
    LOG.error("Unavailable: %s: %s: %s", request.path, type(cause).__name__, str(cause).strip())
    if request.headers.get("HX-Request"):
        # The page keeps its fields and shows a message (autosave.js).
        response = HttpResponse("Nothing was saved. Try again.\n", content_type="text/plain")
        response.status_code = 503
    else:
        context = {"unsaved": _unsaved_input(request) if request.method == "POST" else None}
        response = render(request, "errors/unavailable.html", context, status=503)
    response["Retry-After"] = str(RETRY_AFTER)
    response["Cache-Control"] = "no-store"
    response._has_been_logged = True  # type: ignore[attr-defined]  # Django would add a traceback
    return response


PAGE_OFF = (
    "This page stopped the server twice, so it is off until the operator of this site has looked"
    " at it."
)


def page_off(request: HttpRequest, wait: int) -> HttpResponse:
    """503 for a page that is off, with the seconds until it may be back."""
    response = _page(request, "errors/page_off.html", status=503, message=PAGE_OFF)
    response["Retry-After"] = str(wait)
    response["Cache-Control"] = "no-store"
    response.detail = PAGE_OFF  # type: ignore[attr-defined]  # for programs (sheets.api.middleware)
    return response


def internal_error(request: HttpRequest) -> HttpResponse:
    """500; 503 if the error around a view is the database or its disk."""
    cause = outage.cause(sys.exc_info()[1])
    return unavailable(request, cause) if cause else server_error(request)


def bad_request_page(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400; 503 if it is the database: Django takes an unsaved session for a deleted one."""
    cause = outage.cause(exception)
    return unavailable(request, cause) if cause else bad_request(request, exception)


def rate_limited(request: HttpRequest, error: RateLimited) -> HttpResponse:
    """429 with the limit and the time of the next try; 503, with what was typed, if it is Busy."""
    if isinstance(error, Busy):
        unsaved = _unsaved_input(request) if request.method == "POST" else None
        context = {"unsaved": unsaved, "busy": str(error)}
        response = render(request, "errors/unavailable.html", context)
    else:
        response = _page(request, "429.html", status=error.status, message=str(error))
    return retry_later(response, error)


def retry_later(response: HttpResponse, error: RateLimited) -> HttpResponse:
    """Makes a response a 429, or the 503 of a busy server, that says when to try again."""
    response.status_code = error.status
    response["Retry-After"] = str(error.wait)
    if isinstance(error, Busy):
        response["X-Busy"] = "1"  # for htmx, which does not show a 503 (autosave.js)
        response["Cache-Control"] = "no-store"
    return response


def too_many_requests(request: HttpRequest) -> HttpResponse:
    """429 for allauth's own rate limits."""
    response = _page(request, "429.html", status=429)
    response["Retry-After"] = "60"
    return response


def _unsaved_input(request: HttpRequest) -> UnsavedInput:
    unsaved = UnsavedInput()
    try:
        fields, files = list(request.POST.lists()), list(request.FILES)
    except Exception:  # reading the form may be what failed
        return UnsavedInput(is_complete=False)
    is_account = request.path.startswith(reverse("account"))
    for name, values in fields:
        if name == "csrfmiddlewaretoken":
            continue
        if is_account and name == "credential":
            unsaved.is_complete = False  # a passkey's answer is valid once
        elif is_account and name in SECRET_FIELDS:
            unsaved.secrets[name] = SECRET_FIELDS[name]
        else:
            unsaved.fields += [(name, value) for value in values]
            unsaved.texts += [value for value in values if _is_text(name, value)]
    unsaved.files = files
    return unsaved


def _is_text(name: str, value: str) -> bool:
    if name in ("key", "next") or name.startswith("was"):
        return False
    return name in ("login", "username") or not GENERATED_VALUE.fullmatch(value)


def _page(request: HttpRequest, template: str, *, status: int, **context: object) -> HttpResponse:
    """A whole page, which replaces the page even if htmx asked for a fragment."""
    response = render(request, template, context, status=status)
    response["HX-Retarget"] = "body"
    response["HX-Reswap"] = "innerHTML"
    return response


def status_of(fault: Fault | None) -> int:
    """200 where nothing went wrong, 422 for what has to be sent otherwise, 409 for what is out of
    date.
    """
    return 422 if isinstance(fault, Refused) else 409 if fault else 200


def page_or_news(
    request: Request, template: str, news: str, context: Mapping[str, object], fault: Fault | None
) -> HttpResponse:
    """A page as it stands after something was done on it, or not, and why; for htmx the template of
    what is `news` on it.
    """
    status = status_of(fault)
    if request.htmx:
        return render(request, news, {**context, "oob": True}, status=status)
    return render(request, template, {**context}, status=status)


def asking_page(request: Request) -> ResolverMatch | None:
    """The page that a request of htmx came from; None for any other request."""
    if not request.htmx:
        return None
    try:
        return resolve(urlsplit(request.htmx.current_url_abs_path or "").path)
    except Resolver404:
        return None


def redirect_to(request: Request, address: str) -> HttpResponse:
    """A redirect, for a page or for htmx."""
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def next_url(request: Request, default: str) -> str:
    """The URL in the field or parameter `next`, if it is on this site; else the default."""
    url = request.POST.get("next") or request.GET.get("next", "")
    is_own = url_has_allowed_host_and_scheme(
        url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return url if is_own else default


def redirect_unfinished(request: Request, character: Character, then: str) -> HttpResponse | None:
    """The redirect for a draft or an archived character; None for one in use.

    `then` says what a finished character can do: "it can play". Only the owner can finish a draft.
    """
    owner = request.visitor.owner if character.is_draft else None
    if owner and owner.pk == character.owner_id:
        messages.info(request, f"Finish this character first: then {then}.")
        return redirect("character_build", character.public_id)
    if character.is_draft:
        messages.info(request, f"Once this character is finished, {then}.")
        return redirect("character", character.public_id)
    return redirect("character", character.public_id) if character.is_archived else None
