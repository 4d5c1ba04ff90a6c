"""A character on paper: the page with the options, the PDF, and page images."""

import uuid
from collections.abc import Callable
from typing import NamedTuple

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from rules.character import Character as OpenCharacter
from rules.problems import Problem
from sheets import access, printing, problems, storage
from sheets import responses as site_responses
from sheets.access import Request
from sheets.models import Character
from sheets.notes import operations
from sheets.page_cache.declaration import cached_page
from sheets.portraits import operations as portraits
from sheets.print_pages import extras as print_extras
from sheets.print_pages import responses, return_codes
from sheets.print_pages.cache import CachedPrint
from sheets.print_pages.choices import COOKIE, QUESTIONS, PrintChoices, has_choices
from sheets.sharing import links
from sheets.sharing.links import Link

ONE_YEAR = 365 * 24 * 60 * 60


class PrintRequest(NamedTuple):
    """A requested print with everything it is made from."""

    character: Character
    opened: OpenCharacter
    choice: PrintChoices
    is_own: bool
    print: CachedPrint
    extras: printing.Extras
    problems: tuple[Problem, ...]
    link: Link | None


@require_safe
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The print options and a preview; for htmx the preview only."""
    order = _print_request(request, id)
    character = order.character
    context = {
        "character": character,
        "sheet": order.opened.sheet,
        "answers": order.choice.answers(QUESTIONS),
        "choice": order.choice,
        "in_short": order.choice.in_short(),
        "has_private": order.is_own and operations.notes_of(character).private.strip(),
        "has_portrait": portraits.portrait_of(character) is not None,
        "has_history": bool(order.opened.document.ledger),
        "link": _link(request, order),
        "unprintable": printing.unprintable(order.opened, order.extras),
        "unfinished": [problem for problem in order.problems if problem.unfinished],
        "problems": [problem for problem in order.problems if not problem.unfinished],
        **responses.preview_context(request, order.print, _picture_address(id, order.choice)),
    }
    template = "print_pages/_preview.html" if request.htmx else "print_pages/index.html"
    return _remember(request, responses.render_page(request, template, context), order.choice)


@cached_page
@require_safe
def pdf(request: Request, id: uuid.UUID) -> HttpResponse:
    """The sheet as a PDF, with the choices in the URL or the remembered ones."""
    order = _print_request(request, id)
    kind = "" if order.choice.kind == "classic" else f" {order.choice.kind}"
    name = f"{site_responses.file_name(order.character.name)}{kind}.pdf"
    try:
        response = responses.file(request, order.print, name=name)
    except printing.PrintingFailed as failed:
        response = _print_failed(request, order, failed)
    return _remember(request, response, order.choice)


@cached_page
@require_safe
def picture(request: Request, id: uuid.UUID, number: int) -> HttpResponse:
    """One page of it as a PNG."""
    return responses.picture(request, _print_request(request, id).print, number)


def _picture_address(id: uuid.UUID, choice: PrintChoices) -> Callable[[int], str]:
    """Returns the URL of a page's picture by page number."""
    return lambda number: f"{reverse('character_print_picture', args=[id, number])}?{choice.query}"


def _print_request(request: Request, id: uuid.UUID) -> PrintRequest:
    """The requested print; access is checked before the choices."""
    character, is_own = access.get_with_notes(request, id)
    if has_choices(request.GET):
        choice = PrintChoices.read(request.GET)
    else:
        choice = PrintChoices.remembered(request.COOKIES.get(COOKIE, ""))
    opened = storage.load(character).opened
    document, (open_problems, accepted) = opened.document, problems.problems_of(opened)
    link = links.longest_lasting_link(request, character) if is_own and choice.link else None
    is_coded = choice.has_codes
    code = return_codes.return_code(request, character, document) if is_coded else None
    extras = print_extras.extras(
        character,
        opened.history,
        choice,
        is_own=is_own,
        awards=opened.awards,
        accepted=accepted,
        link=link.address if link else "",
        code=code,
        sheet=opened.sheet,
    )
    key = printing.content_key(opened, choice.options, extras)
    cached = CachedPrint(key, lambda: printing.sheet_pdf(opened, choice.options, extras))
    return PrintRequest(character, opened, choice, is_own, cached, extras, open_problems, link)


def _link(request: Request, order: PrintRequest) -> Link | None:
    """The share link that could be printed as a QR code, for the owner."""
    if order.link or not order.is_own:
        return order.link
    return links.longest_lasting_link(request, order.character)


def _remember(request: Request, response: HttpResponse, choice: PrintChoices) -> HttpResponse:
    """Stores the choices of the URL in the cookie."""
    if has_choices(request.GET) and request.COOKIES.get(COOKIE) != choice.cookie:
        response.set_cookie(
            COOKIE,
            choice.cookie,
            max_age=ONE_YEAR,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure(),
        )
    return response


def _print_failed(
    request: Request, order: PrintRequest, error: printing.PrintingFailed
) -> HttpResponse:
    """The page of a failed print, which offers the classic kind: it takes the least time."""
    context = {
        "character": order.character,
        "choice": order.choice,
        "classic": None
        if order.choice.kind == "classic"
        else PrintChoices(paper=order.choice.paper),
    }
    return responses.not_printed(request, "errors/print_failed.html", context, error)
