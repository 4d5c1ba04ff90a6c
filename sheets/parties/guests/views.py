"""Guests: the game master opens the table and shows its code; a player takes a seat."""

import uuid
from typing import Any

import segno
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules import registry
from sheets import access, form_data, rate_limits, responses, secret_codes, site
from sheets.access import Request
from sheets.errors import Refused
from sheets.models import Invitation, Member, PartySession
from sheets.parties.guests import operations
from sheets.parties.guests.forms import NEW, SeatForm
from sheets.rate_limits import RateLimited
from sheets.writes import Mine


@require_safe
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The table for guests: its link and code, and who sits there."""
    membership = access.get_leading_membership(request, id)
    seats = membership.party.members.guests().seated().select_related("guest_of")
    guests = seats.defer(*PartySession.texts("guest_of"))
    context = {
        "membership": membership,
        "table": open_seats(request, membership),
        "guests": list(guests),
        "here_only": site.is_here_only(request),
        "key": form_data.new_key,
    }
    return render(request, "parties/guests/index.html", context)


@require_safe
def screen(request: Request, id: uuid.UUID) -> HttpResponse:
    """The code alone, as large as the screen; back to the table where it is closed."""
    membership = access.get_leading_membership(request, id)
    table = open_seats(request, membership)
    if table is None:
        return redirect("party_guests", id)
    return render(request, "parties/guests/screen.html", {"membership": membership, "table": table})


@require_POST
def open_table(request: Request, id: uuid.UUID) -> HttpResponse:
    """Lets guests in."""
    member_access, key = access.leading_access(request, id), form_data.key(request.POST)
    operations.OpenTable(member_access, key=key).run()
    return redirect("party_guests", id)


@require_POST
def close_table(request: Request, id: uuid.UUID) -> HttpResponse:
    """Lets no further guests in."""
    member_access, key = access.leading_access(request, id), form_data.key(request.POST)
    operations.CloseTable(member_access, key=key).run()
    messages.success(request, "No further guests can take a seat.")
    return redirect("party_guests", id)


@require_http_methods(["GET", "HEAD", "POST"])
def seat(request: Request, code: str) -> HttpResponse:
    """A seat at a table: a name, and a character. Wrong codes are counted as for invitations."""
    try:
        rate_limits.check(request, "code")
        table = operations.find_table(code)
    except Refused as refused:
        rate_limits.count(request, "code")
        return render(request, "parties/guests/closed.html", {"why": str(refused)}, status=404)
    except RateLimited as fault:
        response = render(request, "parties/guests/closed.html", {"why": str(fault)})
        return responses.retry_later(response, fault)
    has_account = request.user.is_authenticated
    initial = {"pregen": request.GET.get("take", "")}
    form = SeatForm.of(request, party=table.party, has_account=has_account, initial=initial)
    if form.is_valid():
        try:
            return _sit_down(request, code, form.cleaned_data)
        except Refused as refused:
            form.refuse(refused)
    context = {
        "party": table.party,
        "session": table.guests_of,
        "game": registry.get(table.party.system),
        "seat": access.memberships(request).filter(party=table.party).first(),
        "form": form,
        "key": form_data.new_key,
    }
    return render(request, "parties/guests/seat.html", context, status=form.status)


def _sit_down(request: Request, code: str, values: dict[str, Any]) -> HttpResponse:
    """Takes the seat, and leads to the character, or to where one is built."""
    key, pregen = form_data.key(request.POST), values["pregen"]
    owner = request.visitor.become_owner(form_key=key)
    party, character = operations.TakeSeat(
        Mine(owner),
        code=code,
        name=values.get("name", ""),
        pregen="" if pregen == NEW else pregen,
        key=key,
    ).run()
    if character:
        return redirect("character_table", character)
    return redirect(f"{reverse('character_new')}?party={party}")


class Table:
    """An open table: its link, its code, and the link as a QR code."""

    def __init__(self, request: Request, row: Invitation) -> None:
        self.row = row
        code = secret_codes.restore(secret_codes.INVITATION, row.nonce, row.digest)
        self.code = secret_codes.grouped(code)
        self.address = site.address(request, reverse("guest_seat", args=[code])) if code else ""

    @property
    def picture(self) -> SafeString:
        """The QR code, black on white, as SVG that scales."""
        svg = segno.make(self.address, error="m", micro=False).svg_inline(
            omitsize=True, border=4, dark="#000", light="#fff", svgclass="qr", lineclass=None
        )
        return mark_safe(svg)  # noqa: S308 (made of an address of ours)


def open_seats(request: Request, membership: Member) -> Table | None:
    """The table that is open to guests, None for none, or where the site's key was replaced."""
    rows = membership.party.invitations.for_guests().select_related("guests_of")
    row = rows.defer(*PartySession.texts("guests_of")).first()
    table = Table(request, row) if row else None
    return table if table and table.address else None
