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
from sheets.models import Invitation, Party
from sheets.parties import live, operations
from sheets.parties import log as party_log
from sheets.parties.forms import JoinForm, NewPartyForm, SeatForm
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
    form = NewPartyForm.of(request)
    if form.is_valid():
        owner, key = request.visitor.become_owner(), form_data.key(request.POST)
        try:
            made = operations.create(owner, **form.cleaned_data, key=key)
        except Refused as refused:
            form.refuse(refused)
        else:
            messages.success(request, "The party stands. Now invite your players.")
            return redirect("party_members", made)
    context = {"form": form, "key": form_data.new_key}
    return render(request, "parties/new.html", context, status=form.status)


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: Request) -> HttpResponse:
    """Asks for the code of an invitation, and leads to it."""
    form = JoinForm.of(request)
    if form.is_valid():
        try:
            rate_limits.count(request, "code")
            operations.invited(form.cleaned_data["code"])
        except (Refused, TooOften) as fault:
            return _join(request, form, fault)
        return redirect("invitation", form.cleaned_data["code"])
    return _join(request, form)


@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: Request, code: str) -> HttpResponse:
    """Shows who invites; takes the seat, and brings a character along if one is chosen."""
    try:
        found = _invited(request, code)
    except (Refused, TooOften) as fault:
        return _join(request, JoinForm({"code": ""}), fault, status=404)
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.path)
    free = access.own_characters(request).free(found.party.system)
    form = SeatForm.of(request, characters=free if request.user.is_authenticated else ())
    if form.is_valid():
        owner, key = request.visitor.become_owner(), form_data.key(request.POST)
        try:
            party = operations.join(owner, code=code, **form.cleaned_data, key=key)
        except Refused as refused:
            form.refuse(refused)
        else:
            messages.success(request, f"You have a seat in {found.party.name}.")
            return redirect("party", party)
    return _invitation(request, found.party, form)


def _invited(request: Request, code: str) -> Invitation:
    """The invitation of that code. Who guesses is counted, and then a right code is none either."""
    rate_limits.check(request, "code")
    try:
        return operations.invited(code)
    except Refused:
        rate_limits.count(request, "code")
        raise


def _join(
    request: Request, form: JoinForm, fault: Refused | TooOften | None = None, *, status: int = 0
) -> HttpResponse:
    if fault:
        form.say(str(fault), "code")
    response = render(request, "parties/join.html", {"form": form}, status=status or form.status)
    return responses.wait(response, fault) if isinstance(fault, TooOften) else response


def _invitation(request: Request, party: Party, form: SeatForm) -> HttpResponse:
    context = {
        "party": party,
        "game": registry.get(party.system),
        "seat": access.seats(request).filter(party=party).first(),
        "form": form,
        "key": form_data.new_key,
    }
    return render(request, "parties/invitation.html", context, status=form.status)


@require_safe
def log(request: Request, id: uuid.UUID) -> HttpResponse:
    """Newest first; `before` is the row of a line that is too new to be shown."""
    seen = live.state(access.seats(request), id)
    seat = access.get_seat(request, id)
    page = party_log.page(seat, form_data.number(request.GET.get("before", "")))
    return render(request, "parties/log/index.html", {"seat": seat, "seen": seen, "page": page})
