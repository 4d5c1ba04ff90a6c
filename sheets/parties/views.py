"""Parties: one's own, a new one, and the way into somebody else's."""

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from rules import registry
from sheets import access, form_data, rate_limits, responses
from sheets.access import Request
from sheets.errors import Refused
from sheets.models import Invitation
from sheets.parties import live, operations
from sheets.parties import log as party_log
from sheets.rate_limits import TooOften


@require_safe
@login_required
def index(request: Request) -> HttpResponse:
    """All parties in which one has a seat, and a place to type an invitation's code."""
    context = {"seats": list(access.seats(request).counted())}
    return render(request, "parties/index.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: Request) -> HttpResponse:
    """Asks for the name of a party and its game; makes it."""
    errors: dict[str, str] = {}
    status = 200
    if request.method == "POST":
        owner, key = request.visitor.become_owner(), form_data.key(request.POST)
        name, system = form_data.words(request.POST, "name"), request.POST.get("system", "")
        try:
            made = operations.create(owner, name=name, system=system, key=key)
        except Refused as refused:
            errors, status = refused.errors, refused.status
        else:
            messages.success(request, "The party stands. Now invite your players.")
            return redirect("party_members", made)
    context = {
        "errors": errors,
        "name": request.POST.get("name", ""),
        "chosen": request.POST.get("system", ""),
        "key": form_data.new_key,
    }
    return render(request, "parties/new.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: Request) -> HttpResponse:
    """Asks for the code of an invitation, and leads to it."""
    code = request.POST.get("code", "").strip()[:100]
    if request.method == "POST":
        try:
            rate_limits.count(request, "code")
            operations.invited(code)
        except (Refused, TooOften) as fault:
            return _join(request, code, fault, status=422)
        return redirect("invitation", code)
    return _join(request, code)


@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: Request, code: str) -> HttpResponse:
    """Shows who invites; takes the seat, and brings a character along if one is chosen."""
    try:
        found = _invited(request, code)
    except (Refused, TooOften) as fault:
        return _join(request, "", fault, status=404)
    if request.method != "POST":
        return _invitation(request, found, code)
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    owner, chosen = request.visitor.become_owner(), form_data.id_of(request.POST, "character")
    try:
        key = form_data.key(request.POST)
        party = operations.join(owner, code=code, character=chosen, key=key)
    except Refused as refused:
        return _invitation(request, found, code, refused.errors, status=refused.status)
    messages.success(request, f"You have a seat in {found.party.name}.")
    return redirect("party", party)


def _invited(request: Request, code: str) -> Invitation:
    """The invitation of that code. Who guesses is counted, and then a right code is none either."""
    rate_limits.check(request, "code")
    try:
        return operations.invited(code)
    except Refused:
        rate_limits.count(request, "code")
        raise


def _join(
    request: Request, code: str, fault: Refused | TooOften | None = None, *, status: int = 200
) -> HttpResponse:
    context = {"code": code, "error": str(fault or "")}
    response = render(request, "parties/join.html", context, status=status)
    return responses.wait(response, fault) if isinstance(fault, TooOften) else response


def _invitation(
    request: Request,
    invitation: Invitation,
    code: str,
    errors: dict[str, str] | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    party = invitation.party
    free = access.own_characters(request).free(party.system)
    seat = access.seats(request).filter(party=party).first()
    context = {
        "invitation": invitation,
        "party": party,
        "game": registry.get(party.system),
        "code": code,
        "seat": seat,
        "characters": list(free) if request.user.is_authenticated else [],
        "errors": errors or {},
        "key": form_data.new_key,
    }
    return render(request, "parties/invitation.html", context, status=status)


@require_safe
def log(request: Request, id: uuid.UUID) -> HttpResponse:
    """Newest first; `before` is the row of a line that is too new to be shown."""
    seen = live.state(access.seats(request), id)
    seat = access.get_seat(request, id)
    page = party_log.page(seat, form_data.number(request.GET.get("before", "")))
    return render(request, "parties/log/index.html", {"seat": seat, "seen": seen, "page": page})
