"""A character on paper: the page where one chooses, the PDF, and pictures of its pages."""

import uuid
from collections.abc import Callable
from typing import NamedTuple

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from rules.document import Document
from rules.problems import Problem
from rules.system import GameSystem
from sheets import access, printing, problems, storage
from sheets import responses as site_responses
from sheets.access import Request
from sheets.models import Character
from sheets.notes import operations
from sheets.print_pages import extras as print_extras
from sheets.print_pages import responses
from sheets.print_pages.cache import Print
from sheets.print_pages.choice import COOKIE, QUESTIONS, Choice, asked
from sheets.sharing import links
from sheets.sharing.links import Link

ONE_YEAR = 365 * 24 * 60 * 60


class Order(NamedTuple):
    """What somebody asks to have printed, and what it is worked out from."""

    character: Character
    system: GameSystem
    document: Document
    choice: Choice
    mine: bool
    print: Print
    problems: tuple[Problem, ...]
    link: Link | None


@require_safe
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The choices, and the sheet as it will come out; to htmx the latter alone."""
    order = _order(request, id)
    character = order.character
    context = {
        "character": character,
        "sheet": order.system.sheet(order.document),
        "answers": order.choice.answers(QUESTIONS),
        "choice": order.choice,
        "in_short": order.choice.in_short(),
        "has_private": order.mine and operations.notes_of(character).private.strip(),
        "has_history": bool(order.document.ledger),
        "link": _link(request, order),
        "unfinished": [problem for problem in order.problems if problem.unfinished],
        "problems": [problem for problem in order.problems if not problem.unfinished],
        **responses.shown(request, order.print, _picture_address(id, order.choice)),
    }
    template = "print_pages/_preview.html" if request.htmx else "print_pages/index.html"
    return _remember(request, responses.answer(request, template, context), order.choice)


@require_safe
def pdf(request: Request, id: uuid.UUID) -> HttpResponse:
    """The sheet as a PDF: as the address says, or else as it was chosen last time."""
    order = _order(request, id)
    kind = "" if order.choice.kind == "classic" else f" {order.choice.kind}"
    name = f"{site_responses.file_name(order.character.name)}{kind}.pdf"
    try:
        response = responses.file(request, order.print, name=name)
    except printing.PrintingFailed as failed:
        response = _unprinted(request, order, failed)
    return _remember(request, response, order.choice)


@require_safe
def picture(request: Request, id: uuid.UUID, number: int) -> HttpResponse:
    """One page of it as a picture."""
    return responses.picture(request, _order(request, id).print, number)


def _picture_address(id: uuid.UUID, choice: Choice) -> Callable[[int], str]:
    """The addresses of its pages as pictures, by their numbers."""
    return lambda number: f"{reverse('character_print_picture', args=[id, number])}?{choice.query}"


def _order(request: Request, id: uuid.UUID) -> Order:
    """What is asked for; 404 comes before any fault of the choice."""
    character, mine = access.look_at(request, id)
    if asked(request.GET):
        choice = Choice.read(request.GET)
    else:
        choice = Choice.remembered(request.COOKIES.get(COOKIE, ""))
    system, document = storage.read(character)
    standing, accepted = problems.problems(system, document)
    link = links.longest_lasting_link(request, character) if mine and choice.link else None
    extras = print_extras.extras(
        character,
        lambda: system.history(document),
        choice,
        mine=mine,
        accepted=accepted,
        link=link.address if link else "",
    )
    key = printing.content_key(document, choice.edition, extras)
    made = Print(key, lambda: printing.sheet_pdf(document, choice.edition, extras))
    return Order(character, system, document, choice, mine, made, standing, link)


def _link(request: Request, order: Order) -> Link | None:
    """The link that a code could be printed of, for the owner to choose."""
    if order.link or not order.mine:
        return order.link
    return links.longest_lasting_link(request, order.character)


def _remember(request: Request, response: HttpResponse, choice: Choice) -> HttpResponse:
    """Keeps in the browser what the address chose, for next time."""
    if asked(request.GET) and request.COOKIES.get(COOKIE) != choice.cookie:
        response.set_cookie(
            COOKIE,
            choice.cookie,
            max_age=ONE_YEAR,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure(),
        )
    return response


def _unprinted(request: Request, order: Order, failed: printing.PrintingFailed) -> HttpResponse:
    """What happened, and what to do: the classic kind is the one that takes the least."""
    context = {
        "character": order.character,
        "message": str(failed),
        "choice": order.choice,
        "classic": None if order.choice.kind == "classic" else Choice(paper=order.choice.paper),
    }
    return render(request, "errors/print_failed.html", context, status=503)
