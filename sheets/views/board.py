"""The board of a party: its characters side by side, and who is best at what."""

import uuid

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sheets import access, live, party_rows, party_skills
from sheets.access import Request
from sheets.party_board import Sort
from sheets.views import board_page

LONGEST_SEARCH = 100


@require_safe
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """Every character as it stands now; `sort` is the figure to order them by."""
    seen = live.state(access.seats(request), id)
    seat = access.get_seat(request, id)
    sort = Sort.read(request.GET.get("sort", ""))
    context = board_page.context(seat, sort, seen=seen)
    return render(request, "parties/board.html", context)


@require_safe
def skills(request: Request, id: uuid.UUID) -> HttpResponse:
    """Every trait of everybody, side by side; `q` finds some of them."""
    seat = access.get_seat(request, id)
    q = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    rows, _ = party_rows.rows(seat)
    context = {"seat": seat, "rows": rows, "matrix": party_skills.matrix(rows, q), "q": q}
    return render(request, "parties/skills.html", context)
