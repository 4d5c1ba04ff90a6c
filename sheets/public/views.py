"""Pages behind a share link: a character to look at, without links to other pages of the site.

No page here has the character's own URL, and none has a form: without a referrer, CSRF checks would
refuse it.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django.views.defaults import page_not_found

from sheets import access, printing, problems, rate_limits, responses, storage
from sheets.access import Request
from sheets.history import entries
from sheets.models import Character
from sheets.page_cache.declaration import cached_page
from sheets.portraits import operations
from sheets.print_pages import extras as print_extras
from sheets.print_pages import responses as print_responses
from sheets.print_pages.cache import CachedPrint
from sheets.print_pages.choices import PrintChoices
from sheets.public import picture
from sheets.rate_limits import RateLimited
from sheets.storage import CorruptRow, Frozen

PER_PAGE = 50
PRIVATE = "private, no-store"
HEADERS = {
    "X-Robots-Tag": "noindex, nofollow",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": PRIVATE,
}


class LinkVisitor(NamedTuple):
    """A request with a valid share link: its key, its character, whether it shares everything, and
    whether it names the player.
    """

    request: Request
    key: str
    character: Character
    whole: bool
    names_player: bool


def for_link_visitors(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For requests with a valid share link. Any other key is 404, and so is a damaged character. A
    frozen one is 423.

    Responses are not indexed, not cached, and send no referrer.
    """

    @require_safe
    @wraps(view)
    def guarded(request: Request, key: str, **arguments: str) -> HttpResponse:
        try:
            response = view(_visitor(request, key), **arguments)
        except Frozen as error:
            response = responses.frozen(request, error)
        except (Http404, CorruptRow):
            response = page_not_found(request, Http404())
        except RateLimited as error:
            response = responses.rate_limited(request, error)
        for name, value in HEADERS.items():
            response[name] = value
        return response

    return guarded


def _visitor(request: Request, key: str) -> LinkVisitor:
    link, character = access.get_shared_character(key)
    names_player = link.whole and link.names_player
    return LinkVisitor(request, key, character, link.whole, names_player)


@cached_page
@for_link_visitors
def index(visit: LinkVisitor) -> HttpResponse:
    """The sheet; with the public notes if the link shares everything."""
    opened = storage.load(visit.character).opened
    open_problems, accepted = problems.problems_of(opened)
    context = {
        "shared": visit.key,
        "whole": visit.whole,
        "character": visit.character,
        "sheet": opened.sheet,
        "problems": [problem for problem in open_problems if not problem.unfinished],
        "accepted": accepted,
        "has_history": bool(opened.document.ledger),
        "system_name": opened.system.name,
        "picture": visit.request.build_absolute_uri(reverse("shared_picture", args=[visit.key])),
    }
    return render(visit.request, "public/shared.html", context)


@cached_page
@for_link_visitors
def why(visit: LinkVisitor, figure: str) -> HttpResponse:
    """The breakdown of one number of the sheet."""
    shown_figure = storage.load(visit.character).opened.sheet.figures.get(figure)
    if shown_figure is None:
        raise Http404
    template = "ui/_why.html" if visit.request.htmx else "public/why.html"
    context = {
        "shared": visit.key,
        "character": visit.character,
        "figure": shown_figure,
        "key_name": figure,
    }
    return render(visit.request, template, context)


@cached_page
@for_link_visitors
def portrait(visit: LinkVisitor) -> HttpResponse:
    """The portrait."""
    if (portrait_file := operations.portrait_of(visit.character)) is None:
        raise Http404
    return HttpResponse(bytes(portrait_file.shown), content_type="image/webp")


@cached_page
@for_link_visitors
def share_picture(visit: LinkVisitor) -> HttpResponse:
    """The picture that a chat shows beside the link."""
    rate_limits.enter_lane(visit.request)
    opened = storage.load(visit.character).opened
    portrait_file = operations.portrait_of(visit.character)
    shown = bytes(portrait_file.shown) if portrait_file else None
    image = picture.draw(opened.sheet, opened.system.name, shown)
    return HttpResponse(image, content_type="image/png")


@cached_page
@for_link_visitors
def pdf(visit: LinkVisitor) -> HttpResponse:
    """The one-page sheet, A4 or (`paper`) Letter. The player's name is on it if the link names
    the player.
    """
    opened = storage.load(visit.character).opened
    choice = PrintChoices(paper="letter" if visit.request.GET.get("paper") == "letter" else "a4")
    _, accepted = problems.problems_of(opened)
    extras = print_extras.extras(visit.character, tuple, choice, is_own=False, accepted=accepted)
    if not visit.names_player:
        extras = replace(extras, player="")
    print = CachedPrint(
        printing.content_key(opened, choice.options, extras),
        lambda: printing.sheet_pdf(opened, choice.options, extras),
    )
    name = f"{responses.file_name(visit.character.name)}.pdf"
    try:
        return print_responses.file(visit.request, print, name=name, control=PRIVATE)
    except printing.PrintingFailed as failed:
        context = {"shared": visit.key}
        template = "public/print_failed.html"
        return print_responses.not_printed(visit.request, template, context, failed)


@for_link_visitors
def document(visit: LinkVisitor) -> HttpResponse:
    """The character file, if the link shares everything; without the player's name, if it does not
    name the player.
    """
    _check_shares_everything(visit)
    storage.check_thawed(visit.character)
    content = storage.download(visit.character, names_player=visit.names_player)
    return responses.file(
        visit.character, content, extension="json", kind="application/json", attached=True
    )


@cached_page
@for_link_visitors
def history(visit: LinkVisitor) -> HttpResponse:
    """The ledger, newest first, in pages, if the link shares everything."""
    _check_shares_everything(visit)
    opened = storage.load(visit.character).opened
    positions = entries.newest_first(opened.document, "")
    page: Page[Any] = Paginator(positions, PER_PAGE).get_page(visit.request.GET.get("page"))
    page.object_list = entries.rows(opened, tuple(page.object_list))
    context = {
        "shared": visit.key,
        "name": opened.summary.name,
        "page": page,
    }
    return render(visit.request, "public/history.html", context)


def _check_shares_everything(visit: LinkVisitor) -> None:
    if not visit.whole:
        raise Http404
