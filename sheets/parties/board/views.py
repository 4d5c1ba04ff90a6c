"""The board of a party: its characters side by side, and who is best at what."""

import uuid
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sheets import access, form_data
from sheets.access import Request
from sheets.models import Member
from sheets.parties import live
from sheets.parties.board import board as party_board
from sheets.parties.board import characters, skill_matrix
from sheets.parties.board.board import BY_NAME, Board, Sort
from sheets.parties.roll_requests import queries
from sheets.parties.roll_requests.form import CallForm

LONGEST_SEARCH = 100


@require_safe
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """Every character as it stands now; `sort` is the figure to order them by."""
    seen = live.state(access.seats(request), id)
    seat = access.get_seat(request, id)
    sort = Sort.read(request.GET.get("sort", ""))
    context = board_context(seat, sort, seen=seen)
    return render(request, "parties/board/index.html", context)


@require_safe
def skills(request: Request, id: uuid.UUID) -> HttpResponse:
    """Every trait of everybody, side by side; `q` finds some of them."""
    seat = access.get_seat(request, id)
    q = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    rows, _ = characters.rows(seat)
    context = {"seat": seat, "rows": rows, "matrix": skill_matrix.matrix(rows, q), "q": q}
    return render(request, "parties/board/skills.html", context)


def board_context(
    seat: Member, sort: Sort, *, seen: str, form: CallForm | None = None
) -> dict[str, Any]:
    """The board in an order, the calls that are open, and for who leads what can be called for.

    `seen` is how it all stood before it was read: so nothing is missed that happens meanwhile.
    """
    board = party_board.board(seat, sort)
    standing, closed = queries.on_board(seat)
    return {
        "seat": seat,
        "seen": seen,
        "board": board,
        "sorted_by": _sorted_by(board),
        "calls": standing,
        "closed_last": closed,
        # Who leads rolls from the list of answers.
        "waiting": [] if seat.leads else [answer for call in standing for answer in call.mine],
        "rollable": skill_matrix.groups(board.rows) if seat.leads else [],
        "form": form or CallForm(),
        "key": form_data.new_key,
    }


def _sorted_by(board: Board) -> str:
    """The name of the column that the board is ordered by."""
    columns = (*board.columns, board.chosen) if board.chosen else board.columns
    named = (column.name for column in columns if column.key == board.sort.key)
    return "name" if board.sort.key == BY_NAME else next(named)
