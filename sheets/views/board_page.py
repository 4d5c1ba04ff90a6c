"""What the pages of a party are given that show how its characters stand."""

from typing import Any

from sheets import calls, forms, party_board, party_skills
from sheets.call_form import CallForm
from sheets.models import Member
from sheets.party_board import BY_NAME, Board, Sort


def context(seat: Member, sort: Sort, *, seen: str, form: CallForm | None = None) -> dict[str, Any]:
    """The board in an order, the calls that are open, and for who leads what can be called for.

    `seen` is how it all stood before it was read: so nothing is missed that happens meanwhile.
    """
    board = party_board.board(seat, sort)
    standing, closed = calls.on_board(seat)
    return {
        "seat": seat,
        "seen": seen,
        "board": board,
        "sorted_by": _sorted_by(board),
        "calls": standing,
        "closed_last": closed,
        # Who leads rolls from the list of answers.
        "waiting": [] if seat.leads else [answer for call in standing for answer in call.mine],
        "rollable": party_skills.groups(board.rows) if seat.leads else [],
        "form": form or CallForm(),
        "key": forms.new_key,
    }


def _sorted_by(board: Board) -> str:
    """The name of the column that the board is ordered by."""
    columns = (*board.columns, board.chosen) if board.chosen else board.columns
    named = (column.name for column in columns if column.key == board.sort.key)
    return "name" if board.sort.key == BY_NAME else next(named)
