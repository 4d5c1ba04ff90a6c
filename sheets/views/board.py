"""The board of a party: its characters side by side, what of them is new, who is best at what."""

import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sheets import access, calls, forms, live, party_log, party_rows, party_skills
from sheets.access import Request
from sheets.party_board import Sort
from sheets.views import board_page

NOTHING_NEW = 204
LONGEST_SEARCH = 100


@require_safe
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """Every character as it stands now; `sort` is the figure to order them by."""
    seen = live.state(access.seats(request), id)
    seat = access.get_seat(request, id)
    context = board_page.context(seat, _sort(request), seen=seen)
    return render(request, "parties/board.html", context)


@require_safe
def look(request: Request, id: uuid.UUID) -> HttpResponse:
    """What is new to who has `seen` how it stood before: 204 for nothing, or one `part` anew."""
    seen = live.state(access.seats(request), id)
    if seen and request.GET.get("seen") == seen:
        return HttpResponse(status=NOTHING_NEW)
    seat = access.get_seat(request, id)
    match request.GET.get("part"):
        case "log":
            context = {"seat": seat, "seen": seen, "page": party_log.page(seat), "oob": True}
            return render(request, "parties/_log_new.html", context)
        case "called":
            return _called(request, seen)
        case _:
            context = board_page.context(seat, _sort(request), seen=seen)
            return render(request, "parties/_board_new.html", {**context, "oob": True})


@require_safe
def skills(request: Request, id: uuid.UUID) -> HttpResponse:
    """Every trait of everybody, side by side; `q` finds some of them."""
    seat = access.get_seat(request, id)
    q = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    rows, _ = party_rows.rows(seat)
    context = {"seat": seat, "rows": rows, "matrix": party_skills.matrix(rows, q), "q": q}
    return render(request, "parties/skills.html", context)


def _sort(request: Request) -> Sort:
    return Sort.read(request.GET.get("sort", ""))


def _called(request: Request, seen: str) -> HttpResponse:
    """What one character is called to roll: for its own pages."""
    id = forms.id_of(request.GET, "character")
    if id is None:
        raise Http404
    character = access.get_played_character(request, id)
    context = {"seen": seen, "waiting": calls.waiting_for(character)}
    return render(request, "parties/_called_new.html", {**context, "oob": True})
