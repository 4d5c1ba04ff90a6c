"""Handing out: points, credits and things for the party's characters, and a new session."""

import uuid

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from rules import registry
from rules.offers import Offer
from sheets import access, forms
from sheets.access import Request
from sheets.models import Member
from sheets.operations import handing
from sheets.operations.faults import Refused
from sheets.views.room_page import Attempt


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """What can be handed out, to whom; hands it out: 302 back to it, 422 where it cannot be."""
    seat = access.get_leading_seat(request, id)
    if request.method != "POST":
        return _page(request, seat)
    to = forms.ids_of(request.POST, "to")
    try:
        count = handing.hand_out(
            access.leading_claim(request, id),
            to=to,
            members=forms.entry_members(request.POST),
            key=forms.key(request.POST),
        )
    except Refused as refused:
        return _page(request, seat, refused)
    messages.success(request, f"Handed out to {_characters(count)}.")
    return redirect("party_hand_out", id)


@require_POST
def session(request: Request, id: uuid.UUID) -> HttpResponse:
    """A new session for the party and those of its characters that are chosen."""
    seat = access.get_leading_seat(request, id)
    to, key = forms.ids_of(request.POST, "to"), forms.key(request.POST)
    try:
        count = handing.begin_session(access.leading_claim(request, id), to=to, key=key)
    except Refused as refused:
        return _page(request, seat, refused)
    messages.success(request, f"A new session has begun for {_characters(count)}.")
    return redirect("party_hand_out", id)


def _characters(count: int) -> str:
    return "1 character" if count == 1 else f"{count} characters"


def _offers(seat: Member) -> tuple[Offer, ...]:
    """What can be handed out in this party, whoever gets it."""
    system = registry.get(seat.party.system)
    anybody = system.in_house(system.empty(), system.take_house(seat.party.house))
    return tuple(offer for group in system.offers(anybody, "given") for offer in group.offers)


def _page(request: Request, seat: Member, refused: Refused | None = None) -> HttpResponse:
    characters = list(seat.party.characters.order_by("name", "pk"))
    ready = [one for one in characters if one.is_in_play]
    waiting = [one for one in characters if not one.is_in_play]
    attempt = Attempt.read(refused, request.POST) if refused else None
    chosen = set(forms.ids_of(request.POST, "to")) if refused else {one.public_id for one in ready}
    context = {
        "seat": seat,
        "characters": [(one, one.public_id in chosen) for one in ready],
        "waiting": waiting,
        "offers": _offers(seat),
        "typed": attempt.typed if attempt else {},
        "errors": attempt.errors if attempt else {},
        "refused": _said(refused, attempt),
        "key": forms.new_key,
    }
    return render(request, "parties/hand_out.html", context, status=422 if refused else 200)


def _said(refused: Refused | None, attempt: Attempt | None) -> str:
    """What is wrong apart from the fields of the form that was pressed."""
    if refused is None or attempt is None:
        return ""
    shown = {name.removeprefix(f"{attempt.offer}.") for name in attempt.typed}
    return " ".join(said for name, said in refused.errors.items() if name not in shown)
