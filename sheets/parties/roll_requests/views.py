"""Calls for a roll: what a game master calls for, what came of earlier calls, closing one."""

import uuid

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from rules import registry
from sheets import access, form_data
from sheets.access import Request
from sheets.errors import Refused
from sheets.models import Member
from sheets.parties import live
from sheets.parties.board import characters, skill_matrix, views
from sheets.parties.board.board import BoardOrder
from sheets.parties.roll_requests import operations, queries
from sheets.parties.roll_requests.form import CallForm

# The form on the board, that asks everybody.
ON_BOARD = "call"


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """What can be called for, and what came of earlier calls. Calls: 302 to the board, or the board
    as it is by now; 422 where it cannot be.
    """
    seat = access.get_leading_seat(request, id)
    if request.method != "POST":
        return _page(request, seat, CallForm.read(request.GET))
    form = CallForm.read(request.POST)
    key = form_data.key(request.POST)
    try:
        operations.call(access.leading_access(request, id), wanted=form.wanted, key=key)
    except Refused as refused:
        form.errors.update(refused.errors)
    return _answer(request, seat, form)


def _not_asked(seat: Member, form: CallForm) -> str:
    """Whom a call to all has left out, and why, in a sentence; "" for nobody."""
    if form.errors or not form.everybody:
        return ""
    rows, _ = characters.party_characters(seat)
    target = form_data.number(form.target.strip())
    left_out = operations.not_asked(rows, roll=form.roll, target=target)
    told = "; ".join(f"{row.sheet.name} ({why.rstrip('.')})" for row, why in left_out)
    return f"Not asked, because they cannot: {told}." if told else ""


@require_POST
def close(request: Request, id: uuid.UUID, number: int) -> HttpResponse:
    """Ends a call."""
    claim, key = access.leading_access(request, id), form_data.key(request.POST)
    operations.close(claim, number=number, key=key)
    return _done(request, id)


@require_POST
def reopen(request: Request, id: uuid.UUID, number: int) -> HttpResponse:
    """Opens a call again that was closed."""
    claim, key = access.leading_access(request, id), form_data.key(request.POST)
    operations.reopen(claim, number=number, key=key)
    return _done(request, id)


@require_POST
def ask_again(request: Request, id: uuid.UUID, number: int, character: uuid.UUID) -> HttpResponse:
    """Lets a character roll again for a call that it has answered."""
    claim, key = access.leading_access(request, id), form_data.key(request.POST)
    line = form_data.number(request.POST.get("line", "")) or 0
    operations.ask_again(claim, number=number, character=character, line=line, key=key)
    return _done(request, id)


@require_POST
def keep_earlier(
    request: Request, id: uuid.UUID, number: int, character: uuid.UUID
) -> HttpResponse:
    """Lets the answer stand after all that was to be rolled again."""
    claim, key = access.leading_access(request, id), form_data.key(request.POST)
    operations.keep_earlier(claim, number=number, character=character, key=key)
    return _done(request, id)


def _done(request: Request, id: uuid.UUID) -> HttpResponse:
    """After something was done about a call: the board, or what of it is new."""
    if not request.htmx:
        return redirect("party", id)
    return _board(request, access.get_leading_seat(request, id))


def _answer(request: Request, seat: Member, form: CallForm) -> HttpResponse:
    """After a call, or why there is none."""
    left_out = _not_asked(seat, form)
    if request.htmx.target == ON_BOARD:
        return _board(request, seat, form, left_out)
    if left_out:
        messages.info(request, left_out)
    return _page(request, seat, form) if form.errors else redirect("party", seat.party.public_id)


def _board(
    request: Request, seat: Member, form: CallForm | None = None, left_out: str = ""
) -> HttpResponse:
    """The board as it is by now; after a call with its form, empty again or with what is wrong, and
    with who was left out.
    """
    wrong = form if form and form.errors else None
    seen = live.state(access.seats(request), seat.party.public_id)
    sort = BoardOrder.read(request.POST.get("sort", ""))
    context = views.board_context(seat, sort, seen=seen, form=wrong)
    template = "parties/roll_requests/_answer.html" if form else "parties/board/_new.html"
    more = {"oob": True, "left_out": left_out}
    return render(request, template, {**context, **more}, status=422 if wrong else 200)


def _page(request: Request, seat: Member, form: CallForm) -> HttpResponse:
    rows, _ = characters.party_characters(seat)
    context = {
        "seat": seat,
        "rows": rows,
        "rollable": skill_matrix.trait_groups(rows),
        "calls": queries.open_requests(seat),
        "earlier": queries.earlier(seat),
        "form": form,
        "kinds": registry.get(seat.party.system).calls,
        "key": form_data.new_key,
    }
    return render(
        request, "parties/roll_requests/index.html", context, status=422 if form.errors else 200
    )
