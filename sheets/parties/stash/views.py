"""The page of a party's stash, and what its forms do."""

import uuid
from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from sheets import access, form_data, responses
from sheets.access import Request
from sheets.advancement.page import Attempt
from sheets.errors import Conflict, Fault, Refused
from sheets.parties import live
from sheets.parties.stash import operations, page
from sheets.parties.stash.page import Sent
from sheets.parties.stash.toast import say_moved

PUT, TAKE = "put-", "take-"


@require_safe
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The stash; `from` is the character whose gear is shown, `before` where its history begins."""
    seen = live.party_state(request.visitor.identity, id)
    membership = access.get_membership(request, id)
    context = {**page.context(membership, request.GET.dict()), "seen": seen}
    return render(request, "parties/stash/index.html", context)


@require_POST
def put(request: Request, id: uuid.UUID) -> HttpResponse:
    """Puts what a character carries into the stash: so many of each `put-` field."""
    operation = operations.PutIn(
        access.member_access(request, id),
        character=form_data.id_of(request.POST, "from"),
        things=form_data.quantities(request.POST, PUT),
        since=form_data.since(request.POST),
        key=form_data.key(request.POST),
    )
    return _answer(request, id, operation.run)


@require_POST
def take(request: Request, id: uuid.UUID) -> HttpResponse:
    """Takes something out for a character: so many of `item`, or `all` of one row."""
    operation = operations.TakeOut(
        access.member_access(request, id),
        character=form_data.id_of(request.POST, "to"),
        things=dict([_chosen(request)]),
        since=form_data.since(request.POST),
        key=form_data.key(request.POST),
    )
    return _answer(request, id, operation.run)


@require_POST
def remove(request: Request, id: uuid.UUID) -> HttpResponse:
    """Takes something out for good."""
    item, quantity = _chosen(request)
    operation = operations.Remove(
        access.member_access(request, id),
        item=item,
        quantity=quantity,
        since=form_data.since(request.POST),
        key=form_data.key(request.POST),
    )
    return _answer(request, id, operation.run)


@require_POST
def add(request: Request, id: uuid.UUID) -> HttpResponse:
    """Adds an item that was found, or an amount of money."""
    is_money = "money" in request.POST
    operation = operations.Add(
        access.member_access(request, id),
        members={} if is_money else form_data.entry_members(request.POST),
        money=form_data.quantity(request.POST.get("add-money", "")) if is_money else 0,
        since=form_data.since(request.POST),
        key=form_data.key(request.POST),
    )
    return _answer(request, id, operation.run)


@require_POST
def undo(request: Request, id: uuid.UUID, act: int) -> HttpResponse:
    """Undoes one act as a whole."""
    member_access, key = access.member_access(request, id), form_data.key(request.POST)
    try:
        done = operations.Undo(member_access, act=act, key=key).run()
    except (Refused, Conflict) as fault:
        return _page(request, id, fault)
    messages.success(request, f"Undone: {done}.")
    return redirect("party_stash", id)


def _chosen(request: Request) -> tuple[int, int]:
    """The row whose button was pressed, and how many of it; `all` are as many as were shown."""
    pressed = request.POST.get("all") or request.POST.get("item", "")
    item = form_data.number(pressed) or 0
    name = f"of-{item}" if "all" in request.POST else f"{TAKE}{item}"
    return item, form_data.quantity(request.POST.get(name, ""))


def _answer(request: Request, id: uuid.UUID, run: Callable[[], str]) -> HttpResponse:
    """Back to the page with an Undo; 422 with what is wrong, 409 where others were quicker."""
    try:
        done = run()
    except (Refused, Conflict) as fault:
        return _page(request, id, fault)
    say_moved(request, id, done)
    return redirect("party_stash", id)


def _page(request: Request, id: uuid.UUID, fault: Fault) -> HttpResponse:
    """The page with what was typed, and why it was refused."""
    membership, posted = access.get_membership(request, id), request.POST
    errors = fault.errors if isinstance(fault, Refused) else {}
    context = page.context(membership, posted.dict(), Sent(posted.dict(), errors))
    attempt = Attempt.read(fault, posted)
    shown = {name.removeprefix(f"{attempt.offer}.") for name in attempt.typed}
    shown |= page.fields(context)
    others = [message for name, message in errors.items() if name not in shown]
    if isinstance(fault, Refused):
        others += [problem.message for problem in fault.problems]
    else:
        others = [str(fault)]
    context |= {
        "typed": attempt.typed,
        "errors": attempt.errors,
        "fault": " ".join(others) or "Check the fields below.",
        "to": posted.get("to", ""),
    }
    status = responses.status_of(fault)
    return render(request, "parties/stash/index.html", context, status=status)
