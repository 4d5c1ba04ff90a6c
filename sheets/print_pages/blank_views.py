"""A game's blank sheet to print, for anyone."""

from collections.abc import Callable

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from rules.game import Game
from sheets import catalog, printing
from sheets.access import Request
from sheets.print_pages import responses
from sheets.print_pages.cache import CachedPrint
from sheets.print_pages.choices import BLANK_QUESTIONS, COOKIE, PrintChoices, has_choices


@require_safe
def index(request: Request, system: str) -> HttpResponse:
    """The print options and a preview; for htmx the preview only.

    Paper and ink start as last chosen for a character.
    """
    game = catalog.system(system)
    if has_choices(request.GET):
        choice = PrintChoices.read(request.GET).blank()
    else:
        choice = PrintChoices.remembered(request.COOKIES.get(COOKIE, "")).blank()
    context = {
        "system": game,
        "answers": choice.answers(BLANK_QUESTIONS),
        "choice": choice,
        "in_short": choice.in_short(BLANK_QUESTIONS),
        **responses.preview_context(
            request, _cached_print(game, choice), _picture_address(system, choice)
        ),
    }
    template = "print_pages/_preview.html" if request.htmx else "print_pages/blank.html"
    return responses.render_page(request, template, context)


@require_safe
def pdf(request: Request, system: str) -> HttpResponse:
    """The blank sheet as a PDF."""
    game = catalog.system(system)
    choice = PrintChoices.read(request.GET).blank()
    name = f"{system}-blank-{choice.paper}.pdf"
    try:
        return responses.file(
            request, _cached_print(game, choice), name=name, control=responses.PUBLIC
        )
    except printing.PrintingFailed as failed:
        context = {"system": game, "choice": choice}
        template = "print_pages/blank_print_failed.html"
        return responses.not_printed(request, template, context, failed)


@require_safe
def picture(request: Request, system: str, number: int) -> HttpResponse:
    """One page of it as a PNG."""
    game = catalog.system(system)
    order = _cached_print(game, PrintChoices.read(request.GET).blank())
    return responses.picture(request, order, number, control=responses.PUBLIC)


def _picture_address(system: str, choice: PrintChoices) -> Callable[[int], str]:
    """Returns the URL of a page's picture by page number."""
    return lambda number: f"{reverse('blank_picture', args=[system, number])}?{choice.query}"


def _cached_print(game: Game, choice: PrintChoices) -> CachedPrint:
    options = choice.options
    key = printing.blank_key(game.slug, options)
    return CachedPrint(key, lambda: printing.blank_pdf(game.slug, options))
