"""The board of a party and its skill matrix."""

import uuid
from collections.abc import Collection

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sheets import access, form_data
from sheets.access import Request
from sheets.models import Member
from sheets.page_cache.declaration import cached_page
from sheets.parties import live, ticker
from sheets.parties.board import board as party_board
from sheets.parties.board import characters, fight, ship, skill_matrix
from sheets.parties.board.board import BY_NAME, Board, BoardOrder
from sheets.parties.roll_requests import queries
from sheets.parties.roll_requests.form import RollRequestForm
from sheets.parties.sessions.rows import latest
from sheets.parties.stash import page as stash

LONGEST_SEARCH = 100


@cached_page
@require_safe
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The board; `sort` is the figure to sort by."""
    seen = live.party_state(request.visitor.identity, id)
    membership = access.get_membership(request, id)
    order = BoardOrder.read(request.GET.get("sort", ""))
    context = board_context(membership, order, seen=seen)
    return render(request, "parties/board/index.html", context)


@cached_page
@require_safe
def skills(request: Request, id: uuid.UUID) -> HttpResponse:
    """The skill matrix; `q` filters the traits by name."""
    membership = access.get_membership(request, id)
    q = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    rows, _ = characters.party_characters(membership)
    context = {
        "membership": membership,
        "rows": rows,
        "matrix": skill_matrix.skill_matrix(rows, q),
        "q": q,
    }
    return render(request, "parties/board/skills.html", context)


def board_context(
    membership: Member,
    order: BoardOrder,
    *,
    seen: str,
    form: RollRequestForm | None = None,
    here: Collection[str] = (),
) -> dict[str, object]:
    """The board in an order, the open roll requests, and for GMs the traits they can request.

    `seen` is the state before the read, so that no change in between is missed. Who of the others
    is `here` comes with the first look for news: it is no row, so no cached page has it.
    """
    board = party_board.board(membership, order, here)
    open_requests, closed = queries.on_board(membership)
    return {
        "membership": membership,
        "seen": seen,
        "board": board,
        "for_review": party_board.waiting_for_review(membership),
        "session": latest(membership.party) if membership.leads else None,
        "fight": fight.fight_bar(membership),
        "ship": ship.board_ship(membership.party),
        "stash": stash.summary(membership.party),
        "ticker": ticker.ticker(membership),
        "sorted_by": _sorted_by(board),
        "calls": open_requests,
        "closed_last": closed,
        # GMs roll from the list of answers.
        "waiting": []
        if membership.leads
        else [answer for call in open_requests for answer in call.mine],
        "rollable": skill_matrix.trait_groups(board.rows) if membership.leads else [],
        "form": form or RollRequestForm(),
        "since": max((call.row.number for call in open_requests), default=0),
        "key": form_data.new_key,
    }


def _sorted_by(board: Board) -> str:
    """The name of the column that the board is sorted by."""
    columns = (*board.columns, board.chosen) if board.chosen else board.columns
    named = (column.name for column in columns if column.key == board.sort.key)
    return "name" if board.sort.key == BY_NAME else next(named)
