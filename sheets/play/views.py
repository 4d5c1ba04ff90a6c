"""At the table: the page to play from, what is decided before an action, and doing it.

Everything is rolled and kept by `operations.table`; here it is asked for and shown.
"""

import uuid
from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from sheets import access, form_data, responses, storage
from sheets.access import Request
from sheets.errors import Conflict, Fault, NotEditable, Refused
from sheets.page_cache.declaration import cached_page
from sheets.play import operations, page
from sheets.storage import StoredCharacter
from sheets.writes import CharacterOperation

PANEL = "panel-place"
THEN = "it can play"


@cached_page
@require_safe
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The page of play, at the character's current values, with the last rolls."""
    row = access.get_played_character(request, id)
    away = responses.redirect_unfinished(request, row, THEN)
    return away or _page(request, storage.load(row))


@cached_page
@require_safe
def panel(request: Request, id: uuid.UUID, action: str) -> HttpResponse:
    """The roll form of an action, with its dice and its chance so far."""
    row = access.get_played_character(request, id)
    if away := responses.redirect_unfinished(request, row, THEN):
        return away
    character = storage.load(row)
    values, call = (
        form_data.roll_form_values(request.GET),
        form_data.roll_request_number(request.GET),
    )
    return _panel(request, character, page.roll_form_page(character, action, values, call=call))


@require_POST
def do(request: Request, id: uuid.UUID, action: str) -> HttpResponse:
    """Does it: 200 or on to what came of it, 409 if that is out of date, 422 if it cannot be.

    Pressed without scripts to only work out the chance, leads to the roll form with what was
    chosen.
    """
    character_access, values = (
        access.playing_access(request, id),
        form_data.roll_form_values(request.POST),
    )
    key, call = form_data.key(request.POST), form_data.roll_request_number(request.POST)
    if "ask" in request.POST:
        character_access.check()
        chosen = urlencode(values | ({"call": (str(call),)} if call else {}), doseq=True)
        return redirect(f"{reverse('character_table_panel', args=[id, action])}?{chosen}")
    operation = operations.Act(character_access, action=action, values=values, key=key, call=call)
    try:
        number = operation.run()
    except (Conflict, Refused) as fault:
        return _not_done(request, id, fault, action)
    return _done(request, id, number, operation.character)


@require_POST
def point(request: Request, id: uuid.UUID, number: int) -> HttpResponse:
    """A point on the newest roll, once it was seen."""
    key = form_data.key(request.POST)
    return _kept(request, id, partial(operations.AddPoint, number=number, key=key))


@require_POST
def declare(request: Request, id: uuid.UUID) -> HttpResponse:
    """Declares the turn."""
    values, key = form_data.roll_form_values(request.POST), form_data.key(request.POST)
    return _kept(request, id, partial(operations.Declare, values=values, key=key))


@require_POST
def take_back(request: Request, id: uuid.UUID, number: int) -> HttpResponse:
    """Takes back what one line of the log did."""
    key = form_data.key(request.POST)
    return _kept(request, id, partial(operations.TakeBack, number=number, key=key))


@require_POST
def answer(request: Request, id: uuid.UUID, number: int) -> HttpResponse:
    """Saves the player's answer to a question that the dice ask, with the roll."""
    text, key = form_data.text(request.POST, "answer"), form_data.key(request.POST)
    answers = partial(operations.Answer, number=number, text=text, key=key)
    return _kept(request, id, answers, about=number)


def _kept(
    request: Request,
    id: uuid.UUID,
    does: Callable[[access.CharacterAccess], CharacterOperation[Any]],
    *,
    about: int | None = None,
) -> HttpResponse:
    """Does what is no action; shows the line that came of it, or the one that it was about."""
    operation = does(access.playing_access(request, id))
    try:
        number = operation.run()
    except (Conflict, Refused) as fault:
        return _not_done(request, id, fault)
    return _done(request, id, number or about, operation.character)


def _done(
    request: Request, id: uuid.UUID, number: int | None, saved: StoredCharacter | None
) -> HttpResponse:
    """After something was done: what came of it, and the page as it is by now. The character is
    read where it was not `saved` just now.
    """
    if not request.htmx:
        line = f"#line-{number}" if number else ""
        return redirect(f"{reverse('character_table', args=[id])}{line}")
    character = saved or storage.load(access.get_played_character(request, id))
    context = page.context(request, character)
    context["line"] = next((line for line in context["lines"] if line.number == number), None)
    context["is_at_table"] = _is_at_table(request, id)
    return render(request, f"play/_{_part(request)}_answer.html", context)


def _not_done(request: Request, id: uuid.UUID, fault: Fault, action: str = "") -> HttpResponse:
    """Why it was not done, with everything as it stands by now."""
    if isinstance(fault, NotEditable):
        raise fault
    character = storage.load(access.get_played_character(request, id))
    if action and (not request.htmx or request.htmx.target == PANEL):
        values, call = (
            form_data.roll_form_values(request.POST),
            form_data.roll_request_number(request.POST),
        )
        form = page.roll_form_page(character, action, values, call=call, fault=fault)
        return _panel(request, character, form)
    status = responses.status_of(fault)
    if not request.htmx:
        return _page(request, character, fault=fault, status=status)
    context = page.context(request, character, fault=fault)
    template = f"play/_{_part(request)}_answer.html"
    extra = {"line": None, "is_at_table": _is_at_table(request, id)}
    return render(request, template, {**context, **extra}, status=status)


def _is_at_table(request: Request, id: uuid.UUID) -> bool:
    """True if the request came from the page of play, not from a sheet: then the page is shown
    anew.
    """
    asked_from = urlsplit(request.htmx.current_url_abs_path or "").path
    return asked_from in ("", reverse("character_table", args=[id]))


def _part(request: Request) -> str:
    return "roll_form" if request.htmx.target == PANEL else "table"


def _page(
    request: Request, character: StoredCharacter, *, fault: Fault | None = None, status: int = 200
) -> HttpResponse:
    context = page.ticker_context(request, character.row)
    context |= page.context(request, character, fault=fault)
    return render(request, "play/index.html", context, status=status)


def _panel(request: Request, character: StoredCharacter, form: page.RollFormPage) -> HttpResponse:
    context = {
        "character": character.row,
        "asked": form,
        "panel": form.panel,
        "typed": form.typed if form.status != 200 else None,
        "errors": form.errors,
        "key": form_data.new_key,
    }
    template = "play/_roll_form.html" if request.htmx else "play/roll_form.html"
    return render(request, template, context, status=form.status)
