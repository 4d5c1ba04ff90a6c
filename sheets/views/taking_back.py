"""Taking back what happened: one entry with all that depends on it, or everything since a moment.

A page first shows what goes with it and what differs afterwards; then it is done, if that is still
what would go.
"""

import uuid
from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from rules.document import Document
from rules.history import TakingBack
from rules.system import GameSystem
from sheets import access, bridge, forms, history
from sheets.access import Request
from sheets.models import Character
from sheets.operations import advancement
from sheets.operations.faults import Closed, Outdated, Refused
from sheets.views import ways


@dataclass(frozen=True)
class Way:
    """One of the two ways: its page, how it is worked out, how it is done, what is said then."""

    template: str
    plan: Callable[[GameSystem, Document, int], TakingBack]
    do: Callable[..., advancement.Made]
    one: bool
    done: str


ENTRY = Way(
    "history/take_back.html",
    lambda system, document, position: system.take_back(document, position),
    lambda claim, position, **sent: advancement.take_back(claim, position=position, **sent),
    one=True,
    done="Taken back. The history keeps both: what was done, and that it was taken back.",
)
MOMENT = Way(
    "history/go_back.html",
    lambda system, document, moment: system.go_back(document, moment),
    lambda claim, moment, **sent: advancement.go_back(claim, moment=moment, **sent),
    one=False,
    done="The sheet is as it was then. What was done since stays in the history, taken back.",
)


@require_http_methods(["GET", "HEAD", "POST"])
def take_back(request: Request, id: uuid.UUID, position: int) -> HttpResponse:
    """Shows what goes with an entry; takes that back. An undo that is taken back is a redo."""
    return _answer(request, id, position, ENTRY)


@require_http_methods(["GET", "HEAD", "POST"])
def go_back(request: Request, id: uuid.UUID, moment: int) -> HttpResponse:
    """Shows what going back to a moment takes back; takes that back."""
    return _answer(request, id, moment, MOMENT)


def _answer(request: Request, id: uuid.UUID, number: int, way: Way) -> HttpResponse:
    """The page, 409 where it was out of date, 422 where it cannot be done; or on from there."""
    if request.method != "POST":
        return _page(request, access.get_own_character(request, id), number, way)
    sent = {
        "confirmed": forms.positions(request.POST),
        "version": forms.version(request.POST),
        "key": forms.key(request.POST),
    }
    try:
        way.do(access.claim(request, id), number, **sent)
    except (Closed, Outdated, Refused) as fault:
        status = 422 if isinstance(fault, Refused) else 409
        return _page(request, fault.character, number, way, said=str(fault), status=status)
    messages.success(request, way.done)
    return ways.on_to(request, ways.asked_for(request, reverse("character_history", args=[id])))


def _page(
    request: Request,
    character: Character,
    number: int,
    way: Way,
    *,
    said: str = "",
    status: int = 200,
) -> HttpResponse:
    """What would go, as things stand; 404 where there is no such entry or moment."""
    system, document = bridge.read(character)
    try:
        plan = way.plan(system, document, number)
    except IndexError:
        raise Http404 from None
    context = {
        "character": character,
        "name": system.brief(document).name,
        "number": number,
        "then": None if way.one else history.moment(system, document, number),
        "going": history.going(system, document, plan, asked=number if way.one else None),
        "said": "" if said == plan.obstacle else said,
        "key": forms.new_key,
        "next": ways.asked_for(request, ""),
    }
    return render(request, way.template, context, status=status)
