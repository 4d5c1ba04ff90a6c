"""The message after an award, with its Undo."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from sheets import form_data
from sheets.access import Request
from sheets.models import Award, Party
from sheets.ui.undo import say_done

# Where an award or its undo leads back to, besides the page of awards.
SESSIONS, BOARD = "sessions", "board"
PAGES = {SESSIONS: "party_sessions", BOARD: "party"}


def say_awarded(
    request: Request, party: Party, description: str, text: str, *, back: str = ""
) -> None:
    """Says what was awarded, with an Undo where that is still the party's newest award; it leads
    `back`.
    """
    if undo := _undo_address(party, description):
        say_done(request, text, undo=undo, fields={"back": back} if back else None)
    else:
        messages.success(request, text)


def on_board(
    request: Request, party: Party, text: str, *, description: str = "", refused: bool = False
) -> HttpResponse:
    """Says on the board what was awarded, with an Undo if it has a `description`, or why nothing
    was. With scripts the page stays, and looks for what changed.
    """
    if request.htmx:
        undo = _undo_address(party, description) if description else ""
        context = {"party": party, "text": text, "undo": undo, "refused": refused}
        context["key"] = form_data.new_key
        response = render(request, "parties/board/_said.html", context)
        response["HX-Trigger"] = '{"look": {"target": "#live"}}'
        return response
    if refused:
        messages.warning(request, text)
    elif description:
        say_awarded(request, party, description, text, back=BOARD)
    else:
        messages.success(request, text)
    return redirect("party", party.public_id)


def _undo_address(party: Party, description: str) -> str:
    """The address that undoes the party's newest award; "" if that is another one by now."""
    newest = Award.objects.newest(party.pk).first()
    if newest is None or newest.undone_at or newest.description != description:
        return ""
    return reverse("party_hand_out_undo", args=[party.public_id, newest.pk])
