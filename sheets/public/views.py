"""What a link shows to whoever has it: a character to look at, and nothing that leads elsewhere.

No page here names the character's own address, and none has a form: without a referrer the browser
does not say where a form comes from, and it would be refused.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.defaults import page_not_found

from sheets import access, printing, problems, responses, storage
from sheets.access import Request
from sheets.history import entries
from sheets.models import Character
from sheets.portraits import operations
from sheets.print_pages import extras as print_extras
from sheets.print_pages import responses as print_responses
from sheets.print_pages.cache import Print
from sheets.print_pages.choice import Choice
from sheets.rate_limits import TooOften
from sheets.storage import CorruptRow

PER_PAGE = 50
PRIVATE = "private, no-store"
HEADERS = {
    "X-Robots-Tag": "noindex, nofollow",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": PRIVATE,
}


class LinkVisitor(NamedTuple):
    """What somebody holds who has the key of a link that holds: what it leads to, and how much."""

    request: Request
    key: str
    character: Character
    whole: bool


def for_link_visitors(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For whoever has the key of a link that holds. Any other key is 404, and always the same, and
    so is a character that cannot be read. No answer is searched for, kept, or told of elsewhere.
    """

    @require_safe
    @wraps(view)
    def guarded(request: Request, key: str, **at: str) -> HttpResponse:
        try:
            link, character = access.get_shared(key)
            response = view(LinkVisitor(request, key, character, link.whole), **at)
        except (Http404, CorruptRow):
            response = page_not_found(request, Http404())
        except TooOften as late:
            response = responses.too_often(request, late)
        for name, value in HEADERS.items():
            response[name] = value
        return response

    return guarded


@for_link_visitors
def index(held: LinkVisitor) -> HttpResponse:
    """The sheet; with what was written for all, where the link leads to everything."""
    system, document = storage.read(held.character)
    standing, accepted = problems.problems(system, document)
    context = {
        "shared": held.key,
        "whole": held.whole,
        "character": held.character,
        "sheet": system.sheet(document),
        "problems": [problem for problem in standing if not problem.unfinished],
        "accepted": accepted,
        "has_history": bool(document.ledger),
    }
    return render(held.request, "public/shared.html", context)


@for_link_visitors
def why(held: LinkVisitor, figure: str) -> HttpResponse:
    """How one number of the sheet comes about."""
    system, document = storage.read(held.character)
    found = system.sheet(document).figures.get(figure)
    if found is None:
        raise Http404
    template = "ui/_why.html" if held.request.htmx else "public/why.html"
    context = {
        "shared": held.key,
        "character": held.character,
        "figure": found,
        "key_name": figure,
    }
    return render(held.request, template, context)


@for_link_visitors
def portrait(held: LinkVisitor) -> HttpResponse:
    """The portrait."""
    if (found := operations.of(held.character)) is None:
        raise Http404
    return HttpResponse(bytes(found.shown), content_type="image/webp")


@for_link_visitors
def pdf(held: LinkVisitor) -> HttpResponse:
    """The sheet on one page, A4 or (`paper`) Letter. Who plays is said where all is shared."""
    system, document = storage.read(held.character)
    choice = Choice(paper="letter" if held.request.GET.get("paper") == "letter" else "a4")
    _, accepted = problems.problems(system, document)
    extras = print_extras.extras(held.character, tuple, choice, mine=False, accepted=accepted)
    if not held.whole:
        extras = replace(extras, player="")
    ordered = Print(
        printing.content_key(document, choice.edition, extras),
        lambda: printing.sheet_pdf(document, choice.edition, extras),
    )
    name = f"{responses.file_name(held.character.name)}.pdf"
    try:
        return print_responses.file(held.request, ordered, name=name, control=PRIVATE)
    except printing.PrintingFailed as failed:
        context = {"shared": held.key, "message": str(failed)}
        return render(held.request, "public/print_failed.html", context, status=503)


@for_link_visitors
def document(held: LinkVisitor) -> HttpResponse:
    """The character document, where the link leads to everything."""
    _check_whole(held)
    kept = storage.download(held.character)
    return responses.file(
        held.character, kept, extension="json", kind="application/json", attached=True
    )


@for_link_visitors
def story(held: LinkVisitor) -> HttpResponse:
    """The ledger, newest first, a page at a time, where the link leads to everything."""
    _check_whole(held)
    system, document = storage.read(held.character)
    positions = entries.newest_first(document, "")
    page: Page[Any] = Paginator(positions, PER_PAGE).get_page(held.request.GET.get("page"))
    page.object_list = entries.rows(system.open(document), tuple(page.object_list))
    context = {"shared": held.key, "name": system.summary(document).name, "page": page}
    return render(held.request, "public/history.html", context)


def _check_whole(held: LinkVisitor) -> None:
    if not held.whole:
        raise Http404
