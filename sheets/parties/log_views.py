"""The log of a party: its page, and the log as text, Markdown, and JSON."""

import uuid

from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sheets import access, form_data, responses
from sheets.access import Request
from sheets.models import Member
from sheets.page_cache.declaration import cached_page
from sheets.parties import live, log, log_text
from sheets.parties.log_filter import KINDS, LogFilter


@cached_page
@require_safe
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The party's log, newest first; `before` is the row that the page starts before, the rest of
    the address is what is asked for.
    """
    seen = live.party_state(request.visitor.identity, id)
    membership, only = access.get_membership(request, id), LogFilter.read(request.GET)
    before = form_data.number(request.GET.get("before", ""))
    page = log.log_page(membership, before, only=only)
    context = {"membership": membership, "seen": seen, "page": page, **_finder(membership)}
    return render(request, "parties/log/index.html", context)


@require_safe
def as_text(request: Request, id: uuid.UUID) -> StreamingHttpResponse:
    """The filtered log in words, oldest first."""
    return _file(request, id, "txt")


@require_safe
def as_markdown(request: Request, id: uuid.UUID) -> StreamingHttpResponse:
    """The filtered log as Markdown, a line for each entry."""
    return _file(request, id, "md")


@require_safe
def as_json(request: Request, id: uuid.UUID) -> StreamingHttpResponse:
    """The filtered log as it is stored."""
    return _file(request, id, "json")


def _file(request: Request, id: uuid.UUID, extension: str) -> StreamingHttpResponse:
    membership, only = access.get_membership(request, id), LogFilter.read(request.GET)
    form = log_text.FORMATS[extension]
    pieces = form.write(membership.party, log.every_entry(membership, only))
    name = f"{membership.party.name} log"
    return responses.stream_named(name, pieces, extension=extension, kind=form.kind)


def _finder(membership: Member) -> dict[str, object]:
    """The choices of the filter."""
    return {
        "people": log.people(membership),
        "kinds": KINDS,
        "sessions": log.Sessions(membership).rows[::-1],
    }
