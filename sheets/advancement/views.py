"""Growing: what a finished character gains, buys, does with its gear, and what was spent."""

import uuid
from collections.abc import Sequence
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.ledger.offers import PARTS
from sheets import access, form_data, responses, storage
from sheets.access import Request
from sheets.advancement import operations, page, plan
from sheets.advancement.pages import ADVANCE, GEAR, PLAN, ROOMS, SESSION, AdvancementPage
from sheets.errors import OutOfDate, Refused
from sheets.models import Character
from sheets.page_cache.declaration import cached_page
from sheets.storage import StoredCharacter


@cached_page
@require_http_methods(["GET", "HEAD", "POST"])
def advance(request: Request, id: uuid.UUID) -> HttpResponse:
    """The page where points buy advances; buys one."""
    return _room(request, id, ADVANCE)


@cached_page
@require_http_methods(["GET", "HEAD", "POST"])
def gear(request: Request, id: uuid.UUID) -> HttpResponse:
    """The page of gear carried, for sale, and found; buys, sells, uses, wears, names."""
    return _room(request, id, GEAR)


@cached_page
@require_http_methods(["GET", "HEAD", "POST"])
def session(request: Request, id: uuid.UUID) -> HttpResponse:
    """The page to log a session: points gained and spent at the table."""
    return _room(request, id, SESSION)


@cached_page
@require_safe
def price(request: Request, id: uuid.UUID, part: str, offer: str) -> HttpResponse:
    """The breakdown of one offer's price."""
    character = access.get_own_character(request, id)
    if character.is_draft or part not in PARTS:
        raise Http404
    figure = page.price(storage.load(character).opened, part, offer)
    template = "ui/_why.html" if request.htmx else "ui/why.html"
    return render(request, template, {"character": character, "figure": figure, "key_name": ""})


def enter_room(
    request: Request, character: Character, room: AdvancementPage
) -> HttpResponse | None:
    """The redirect for a character that cannot grow: a draft, or an archived one."""
    return responses.redirect_unfinished(request, character, f"{room.name} opens")


def shown(
    request: Request,
    character: StoredCharacter,
    room: AdvancementPage,
    *,
    positions: Sequence[int] = (),
    attempt: page.Attempt | None = None,
) -> HttpResponse:
    """A room as it is now: the whole page, or for htmx what of it has changed."""
    context = page.context(request, character, room, new_positions=positions, attempt=attempt)
    template = "advancement/index.html"
    if request.htmx and request.method == "POST":
        template = "advancement/_answer.html"
    elif request.htmx and page.GROUP in request.GET:
        template = "advancement/_group.html"
        context |= page.asked_group(request, context["parts"])
    return render(request, template, context, status=attempt.status if attempt else 200)


def done(
    request: Request,
    id: uuid.UUID,
    room: AdvancementPage,
    saved: StoredCharacter | None,
    positions: Sequence[int] = (),
) -> HttpResponse:
    """After something was entered: the room as it is by now, with what was done. The character is
    read where it was not `saved` just now.
    """
    if request.htmx:
        character = saved or storage.load(access.get_own_character(request, id))
        return shown(request, character, room, positions=positions)
    params = [(name, value) for name in ("q", "show") if (value := request.GET.get(name, ""))]
    params += [(page.GROUP, group) for group in page.asked_groups(request)]
    made = [("made", positions[0])] if positions else []
    return redirect(f"{reverse(room.address, args=[id])}?{urlencode([*params, *made])}")


def _room(request: Request, id: uuid.UUID, room: AdvancementPage) -> HttpResponse:
    if request.method == "POST":
        return _enter(request, id, room)
    return _opened(request, id, room)


def _opened(request: Request, id: uuid.UUID, room: AdvancementPage) -> HttpResponse:
    row = access.get_own_character(request, id)
    if away := enter_room(request, row, room):
        return away
    character = storage.load(row)
    positions = page.new_positions(request.GET, character.document)
    return shown(request, character, room, positions=positions)


def _enter(request: Request, id: uuid.UUID, room: AdvancementPage) -> HttpResponse:
    """200 or back to the page where it was entered, 409 if outdated, 422 if not allowed."""
    operation = operations.Enter(
        access.character_access(request, id),
        members=form_data.entry_members(request.POST),
        version=form_data.version(request.POST),
        key=form_data.key(request.POST),
    )
    return _entered(request, id, room, operation)


def _entered(
    request: Request, id: uuid.UUID, room: AdvancementPage, operation: operations.LedgerOperation
) -> HttpResponse:
    """Enters it; the room as it is by then."""
    try:
        entered = operation.run()
    except (OutOfDate, Refused) as fault:
        attempt = page.Attempt.read(fault, request.POST)
        return shown(request, storage.load(fault.character), room, attempt=attempt)
    return done(request, id, room, operation.character, entered["positions"])


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The wishes with what they cost; buys them in their order as far as the points reach."""
    if request.method == "POST":
        return _buy(request, id)
    return _opened(request, id, PLAN)


@require_POST
def wish(request: Request, id: uuid.UUID) -> HttpResponse:
    """One more wish, or one moved or taken off; then the room that it was asked from."""
    character_access, posted = access.character_access(request, id), request.POST
    key = form_data.key(posted)
    room = _page_at(posted.get("room", ""))
    operation: plan.PlanOperation
    if off := posted.get("unpin"):
        operation = plan.Remove(character_access, wish=off)
    elif moved := posted.get("move"):
        wish, _, way = moved.partition(" ")
        operation = plan.Move(character_access, wish=wish, way=way, key=key)
    else:
        members = form_data.entry_members(posted)
        operation = plan.Add(character_access, members=members, key=key)
    try:
        operation.run()
    except Refused as fault:
        attempt = page.Attempt.read(fault, posted)
        return shown(request, storage.load(fault.character), room, attempt=attempt)
    return done(request, id, room, operation.character)


def _buy(request: Request, id: uuid.UUID) -> HttpResponse:
    operation = plan.BuyPlan(
        access.character_access(request, id),
        version=form_data.version(request.POST),
        key=form_data.key(request.POST),
    )
    return _entered(request, id, PLAN, operation)


def _page_at(address: str) -> AdvancementPage:
    return next((room for room in ROOMS if room.address == address), PLAN)
