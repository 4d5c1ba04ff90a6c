"""The log of a party: what happened to all its characters at the table, a page at a time."""

import uuid

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sheets import access, forms, live, party_log
from sheets.access import Request


@require_safe
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """Newest first; `before` is the row of a line that is too new to be shown."""
    seen = live.state(access.seats(request), id)
    seat = access.get_seat(request, id)
    page = party_log.page(seat, forms.number(request.GET.get("before", "")))
    return render(request, "parties/log.html", {"seat": seat, "seen": seen, "page": page})
