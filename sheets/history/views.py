"""A character's history: its ledger, the sheet at any entry, two versions compared."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from rules.character import Character as OpenCharacter
from rules.ledger.history import UndoResult
from rules.sheet import diff
from sheets import access, form_data, responses, storage
from sheets.access import Request
from sheets.advancement import operations
from sheets.errors import NotEditable, OutOfDate, Refused
from sheets.history import entries
from sheets.models import Character
from sheets.page_cache.declaration import cached_page

PER_PAGE = 50


@cached_page
@require_safe
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The ledger, newest first, a page at a time; `kind` shows the entries of one kind alone."""
    character, is_owner = access.get_with_ownership(request, id)
    opened = storage.load(character).opened
    document, kinds = opened.document, entries.kinds(opened)
    kind_asked = request.GET.get("kind", "")
    kind = kind_asked if kind_asked in kinds else ""
    positions = entries.newest_first(document, kind)
    page: Page[Any] = Paginator(positions, PER_PAGE).get_page(request.GET.get("page"))
    page.object_list = entries.rows(opened, tuple(page.object_list))
    context = {
        "character": character,
        "name": opened.summary.name,
        "mine": is_owner,
        "may_take_back": is_owner and not character.is_archived,
        "grows": is_owner and not character.is_draft and not character.is_archived,
        "plans": is_owner and opened.is_priced,
        "key": form_data.new_key,
        "kinds": kinds,
        "kind": kind,
        "count": len(document.ledger),
        "page": page,
    }
    fragment = request.htmx and not request.htmx.boosted
    return render(request, "history/_ledger.html" if fragment else "history/index.html", context)


@cached_page
@require_safe
def moment(request: Request, id: uuid.UUID, moment: int) -> HttpResponse:
    """The sheet as it was after the first `moment` entries."""
    character, is_owner = access.get_with_ownership(request, id)
    opened = storage.load(character).opened
    snapshot = _then(opened, moment)
    context = {
        "character": character,
        "mine": is_owner,
        "may_go_back": is_owner and not character.is_archived and not snapshot.is_now,
        "sheet": opened.as_of(moment).sheet,
        "moment": moment,
        "then": snapshot,
        "last": len(opened.document.ledger),
    }
    return render(request, "history/moment.html", context)


@cached_page
@require_safe
def why(request: Request, id: uuid.UUID, moment: int, key: str) -> HttpResponse:
    """The breakdown of one number of the sheet at an earlier entry."""
    character = access.get_character(request, id)
    opened = storage.load(character).opened
    snapshot = _then(opened, moment)
    figure = opened.as_of(moment).sheet.figures.get(key)
    if figure is None:
        raise Http404
    context = {"character": character, "figure": figure, "key_name": key, "then": snapshot}
    return render(request, "ui/_why.html" if request.htmx else "ui/why.html", context)


@cached_page
@require_safe
def compare(request: Request, id: uuid.UUID) -> HttpResponse:
    """The differences between two versions; by default the first and the last."""
    character, is_owner = access.get_with_ownership(request, id)
    opened = storage.load(character).opened
    last = len(opened.document.ledger)
    numbers_asked = {"from": request.GET.get("from", "0"), "to": request.GET.get("to", str(last))}
    numbers = {name: form_data.number(text) for name, text in numbers_asked.items()}
    right = f"Enter an entry number from 0 to {last:,}."
    errors = {name: right for name, number in numbers.items() if number is None or number > last}
    context: dict[str, object] = {
        "character": character,
        "name": opened.summary.name,
        "mine": is_owner,
        "numbers": numbers,
        "versions": entries.versions(opened, numbers.values()),
        "errors": errors,
    }
    if not errors:
        context |= _compared(opened, *(number or 0 for number in numbers.values()))
    return render(request, "history/compare.html", context, status=400 if errors else 200)


def _then(character: OpenCharacter, number: int) -> entries.Revision:
    """The moment of that number; 404 if there is none."""
    try:
        return entries.revision(character, number)
    except IndexError:
        raise Http404 from None


def _compared(character: OpenCharacter, first: int, second: int) -> dict[str, object]:
    sheets = [character.as_of(number).sheet for number in (first, second)]
    return {
        "before": entries.revision(character, first),
        "after": entries.revision(character, second),
        "groups": diff.grouped(*sheets),
    }


@dataclass(frozen=True)
class Way:
    """One of the two ways: its page, how it is worked out, how it is done, what is said then."""

    template: str
    plan: Callable[[OpenCharacter, int], UndoResult]
    undo: Callable[..., operations.UndoOperation]
    one: bool
    done: str


ENTRY = Way(
    "history/take_back.html",
    lambda character, position: character.undo(position),
    lambda character_access, position, **sent: operations.TakeBack(
        character_access, position=position, **sent
    ),
    one=True,
    done="Undone. The history keeps both the entry and the undo.",
)
MOMENT = Way(
    "history/go_back.html",
    lambda character, moment: character.restore_to(moment),
    lambda character_access, moment, **sent: operations.GoBack(
        character_access, moment=moment, **sent
    ),
    one=False,
    done="The sheet is as it was then. Later entries stay in the history as undone.",
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
    """The page, 409 if it was out of date, 422 if it cannot be done; or on from there."""
    if request.method != "POST":
        return _page(request, access.get_own_character(request, id), number, way)
    sent = {
        "confirmed": form_data.positions(request.POST),
        "version": form_data.version(request.POST),
        "key": form_data.key(request.POST),
    }
    try:
        way.undo(access.character_access(request, id), number, **sent).run()
    except (NotEditable, OutOfDate, Refused) as fault:
        status = responses.status_of(fault)
        return _page(request, fault.character, number, way, message=str(fault), status=status)
    messages.success(request, way.done)
    return responses.redirect_to(
        request, responses.next_url(request, reverse("character_history", args=[id]))
    )


def _page(
    request: Request,
    character: Character,
    number: int,
    way: Way,
    *,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    """The entries that an undo would take away; 404 for an unknown entry or version."""
    opened = storage.load(character).opened
    try:
        plan = way.plan(opened, number)
    except IndexError:
        raise Http404 from None
    context = {
        "character": character,
        "name": opened.summary.name,
        "number": number,
        "then": None if way.one else entries.revision(opened, number),
        "going": entries.undo_preview(opened, plan, chosen=number if way.one else None),
        "said": "" if message == plan.refusal else message,
        "key": form_data.new_key,
        "next": responses.next_url(request, ""),
    }
    return render(request, way.template, context, status=status)
