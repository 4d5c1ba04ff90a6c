"""What happened to a character: its ledger, the sheet after any entry, two moments compared."""

import uuid
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules.document import Document
from rules.system import GameSystem
from sheets import access, bridge, forms, history
from sheets.access import Request

PER_PAGE = 50


@require_safe
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The ledger, newest first, a page at a time; `kind` shows the entries of one kind alone."""
    character, mine = access.look_at(request, id)
    system, document = bridge.read(character)
    kinds = history.kinds(system, document)
    asked = request.GET.get("kind", "")
    kind = asked if asked in kinds else ""
    positions = history.newest_first(document, kind)
    page: Page[Any] = Paginator(positions, PER_PAGE).get_page(request.GET.get("page"))
    page.object_list = history.rows(system, document, tuple(page.object_list))
    context = {
        "character": character,
        "name": system.brief(document).name,
        "mine": mine,
        "may_take_back": mine and not character.is_archived,
        "kinds": kinds,
        "kind": kind,
        "count": len(document.ledger),
        "page": page,
    }
    fragment = request.htmx and not request.htmx.boosted
    return render(request, "history/_ledger.html" if fragment else "history/index.html", context)


@require_safe
def moment(request: Request, id: uuid.UUID, moment: int) -> HttpResponse:
    """The sheet as it was after the first `moment` entries."""
    character, mine = access.look_at(request, id)
    system, document = bridge.read(character)
    then = _then(system, document, moment)
    context = {
        "character": character,
        "mine": mine,
        "may_go_back": mine and not character.is_archived and not then.is_now,
        "sheet": system.sheet(system.as_of(document, moment)),
        "moment": moment,
        "then": then,
        "last": len(document.ledger),
    }
    return render(request, "history/moment.html", context)


@require_safe
def why(request: Request, id: uuid.UUID, moment: int, key: str) -> HttpResponse:
    """How one number of the sheet as it was then came about."""
    character = access.get_character(request, id)
    system, document = bridge.read(character)
    then = _then(system, document, moment)
    figure = system.sheet(system.as_of(document, moment)).figures.get(key)
    if figure is None:
        raise Http404
    context = {"character": character, "figure": figure, "key_name": key, "then": then}
    return render(request, "sheet/_why.html" if request.htmx else "sheet/why.html", context)


@require_safe
def compare(request: Request, id: uuid.UUID) -> HttpResponse:
    """What differs between two moments; without any, between the first and the last."""
    character, mine = access.look_at(request, id)
    system, document = bridge.read(character)
    last = len(document.ledger)
    asked = {"from": request.GET.get("from", "0"), "to": request.GET.get("to", str(last))}
    numbers = {name: forms.number(said) for name, said in asked.items()}
    right = f"A number of an entry, from 0 to {last:,}."
    errors = {name: right for name, number in numbers.items() if number is None or number > last}
    context: dict[str, Any] = {
        "character": character,
        "name": system.brief(document).name,
        "mine": mine,
        "asked": asked,
        "errors": errors,
        "last": last,
    }
    if not errors:
        context |= _compared(system, document, *(number or 0 for number in numbers.values()))
    return render(request, "history/compare.html", context, status=400 if errors else 200)


def _then(system: GameSystem, document: Document, number: int) -> history.Moment:
    """The moment of that number; 404 where there is none."""
    try:
        return history.moment(system, document, number)
    except IndexError:
        raise Http404 from None


def _compared(system: GameSystem, document: Document, first: int, second: int) -> dict[str, Any]:
    sheets = [system.sheet(system.as_of(document, number)) for number in (first, second)]
    return {
        "before": history.moment(system, document, first),
        "after": history.moment(system, document, second),
        "groups": history.grouped(*sheets),
    }
