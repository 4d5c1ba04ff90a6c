"""Boxes of harm pressed on the sheet itself: marked or cleared by hand, and that undone."""

import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from rules.kit.play.harm_boxes import PREFIX
from sheets import access, form_data, responses, storage
from sheets.access import Request
from sheets.characters import sheet_page
from sheets.errors import Conflict, Fault, NotEditable, Refused
from sheets.play import operations
from sheets.play_log import log
from sheets.play_log.refusals import with_refusals
from sheets.storage import StoredCharacter


@require_POST
def press(request: Request, id: uuid.UUID, action: str) -> HttpResponse:
    """Marks or clears one box; the sheet as it is then. 422 if nothing would change."""
    if not action.startswith(PREFIX):
        raise Http404
    key, character_access = form_data.key(request.POST), access.playing_access(request, id)
    return _kept(request, id, operations.Act(character_access, action=action, values={}, key=key))


@require_POST
def undo(request: Request, id: uuid.UUID, number: int) -> HttpResponse:
    """Undoes a line of the log, without leaving the sheet."""
    key, character_access = form_data.key(request.POST), access.playing_access(request, id)
    return _kept(request, id, operations.TakeBack(character_access, number=number, key=key))


def _kept(request: Request, id: uuid.UUID, operation: operations.LineOperation) -> HttpResponse:
    try:
        number = operation.run()
    except (Conflict, Refused) as fault:
        if isinstance(fault, NotEditable):
            raise
        return _sheet(request, id, None, fault=fault, status=responses.status_of(fault))
    return _sheet(request, id, operation.character, number=number)


def _sheet(
    request: Request,
    id: uuid.UUID,
    saved: StoredCharacter | None,
    *,
    number: int | None = None,
    fault: Fault | None = None,
    status: int = 200,
) -> HttpResponse:
    """The sheet anew, with how to undo what was done; `saved` is the character just written."""
    if not request.htmx and fault is None:
        return redirect("character", id)
    character = (saved or storage.load(access.get_played_character(request, id))).row
    is_owner = access.owns(request, character)
    newest = with_refusals(character, log.newest(character, 1), request.visitor.identity)
    extra = {
        "line": next((line for line in newest if line.number == number), None),
        "fault": fault,
    }
    context = sheet_page.context(request, character, mine=is_owner) | extra
    name = "_pressed" if request.htmx else "index"
    return render(request, f"characters/sheet/{name}.html", context, status=status)
