"""The sheet of a game with nothing on it, to print: for anybody, and for everybody the same."""

from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from rules.system import GameSystem
from sheets import catalog, printing
from sheets.access import Request
from sheets.print_pages import responses
from sheets.print_pages.cache import Print
from sheets.print_pages.choice import BLANK_QUESTIONS, COOKIE, Choice, asked


@require_safe
def index(request: Request, system: str) -> HttpResponse:
    """The choices, and the sheet as it will come out; to htmx the latter alone.

    It begins with the paper and the ink that were chosen for a character.
    """
    game = catalog.system(system)
    if asked(request.GET):
        choice = Choice.read(request.GET).blank()
    else:
        choice = Choice.remembered(request.COOKIES.get(COOKIE, "")).blank()
    context = {
        "system": game,
        "answers": choice.answers(BLANK_QUESTIONS),
        "choice": choice,
        "in_short": choice.in_short(BLANK_QUESTIONS),
        **responses.shown(request, _order(game, choice), _picture_address(system, choice)),
    }
    template = "print_pages/_preview.html" if request.htmx else "print_pages/blank.html"
    return responses.answer(request, template, context)


@require_safe
def pdf(request: Request, system: str) -> HttpResponse:
    """The blank sheet as a PDF."""
    game = catalog.system(system)
    choice = Choice.read(request.GET).blank()
    name = f"{system}-blank-{choice.paper}.pdf"
    try:
        return responses.file(request, _order(game, choice), name=name, control=responses.PUBLIC)
    except printing.PrintingFailed as failed:
        context = {"system": game, "choice": choice, "message": str(failed)}
        return render(request, "print_pages/blank_print_failed.html", context, status=503)


@require_safe
def picture(request: Request, system: str, number: int) -> HttpResponse:
    """One page of it as a picture."""
    game = catalog.system(system)
    order = _order(game, Choice.read(request.GET).blank())
    return responses.picture(request, order, number, control=responses.PUBLIC)


def _picture_address(system: str, choice: Choice) -> Callable[[int], str]:
    """The addresses of its pages as pictures, by their numbers."""
    return lambda number: f"{reverse('blank_picture', args=[system, number])}?{choice.query}"


def _order(game: GameSystem, choice: Choice) -> Print:
    edition = choice.edition
    key = printing.blank_key(game.slug, edition)
    return Print(key, lambda: printing.blank_pdf(game.slug, edition))
