"""The upgrades of a ship: what is on offer, paying for it, and undoing that."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from sheets import access, form_data, responses
from sheets.access import Request
from sheets.errors import Conflict, Refused
from sheets.models import Character, Member
from sheets.ships import operations, page

NOT_POINTS = "Type whole {points}, 0 or more."
MOST = 10_000


@require_http_methods(["GET", "HEAD", "POST"])
def upgrades(request: Request, id: uuid.UUID, ship: uuid.UUID) -> HttpResponse:
    """The upgrades that a ship can get, and their payers; POST pays."""
    membership = access.get_membership(request, id)
    row = _ship(membership, ship)
    if request.method != "POST" or "ask" in request.POST:
        sent = form_data.roll_form_values(request.POST or request.GET)
        return _page(request, membership, row, sent)
    sent = form_data.roll_form_values(request.POST)
    try:
        text = operations.Pay(
            access.member_access(request, id),
            ship=ship,
            upgrade="".join(sent.get("upgrade", ())),
            values=sent,
            shares=_shares(membership, sent),
            version=form_data.version(request.POST),
            key=form_data.key(request.POST),
        ).run()
    except Refused as refused:
        return _page(request, membership, row, sent, refused=refused)
    except Conflict as conflict:
        told, fresh = Refused({"": str(conflict)}), _ship(membership, ship)
        return _page(request, membership, fresh, sent, refused=told, status=409)
    messages.success(request, f"{text}.")
    return redirect("ship_upgrades", id, ship)


@require_POST
def undo(request: Request, id: uuid.UUID, ship: uuid.UUID, upgrade: int) -> HttpResponse:
    """Undoes a payment as a whole."""
    membership = access.get_membership(request, id)
    row = _ship(membership, ship)
    key = form_data.key(request.POST)
    try:
        text = operations.Undo(
            access.member_access(request, id), ship=ship, upgrade=upgrade, key=key
        ).run()
    except (Refused, Conflict) as fault:
        refused = fault if isinstance(fault, Refused) else Refused({"": str(fault)})
        status = responses.status_of(fault)
        return _page(request, membership, row, {}, refused=refused, status=status)
    messages.success(request, f"Undone: {text}.")
    return redirect("ship_upgrades", id, ship)


def _ship(membership: Member, ship: uuid.UUID) -> Character:
    if not membership.is_kept:
        raise Http404
    return operations.find(membership, ship)


def _shares(membership: Member, sent: dict[str, tuple[str, ...]]) -> dict[uuid.UUID, int]:
    """The points that each payer gives; Refused, by field, where one is no number."""
    errors, found = {}, {}
    for id, typed in page.shares(sent).items():
        points = form_data.number(typed) if typed.strip() else 0
        try:
            giver = uuid.UUID(id)
        except ValueError:
            errors["shares"] = operations.GONE
            continue
        if points is None or not 0 <= points <= MOST:
            unit = operations.upgrade_rules(membership.party).unit(0)
            told = NOT_POINTS.format(points=unit.partition(" ")[2])
            errors[f"{page.SHARE}{id}"] = told
        else:
            found[giver] = points
    if errors:
        raise Refused(errors)
    return found


def _page(
    request: Request,
    membership: Member,
    row: Character,
    sent: dict[str, tuple[str, ...]],
    *,
    refused: Refused | None = None,
    status: int = 422,
) -> HttpResponse:
    context = page.context(membership, row, sent, refused)
    return render(request, "ships/index.html", context, status=status if refused else 200)
