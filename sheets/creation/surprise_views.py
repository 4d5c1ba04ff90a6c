"""Random choices in the wizard: made, confirmed before they replace anything, and undone."""

import uuid
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from sheets import access, form_data, responses
from sheets.access import Request
from sheets.creation import page, surprises, views
from sheets.creation.operations import EVERY_STEP
from sheets.errors import Conflict, FieldConflict, NotEditable, Refused
from sheets.models import Character


@require_POST
def surprise(request: Request, id: uuid.UUID, step: str) -> HttpResponse:
    """Fills what is empty in a step, or in all, and shows what came of it; asks first where that
    would take the place of what is there. `at` names the step that is shown.
    """
    at, sent = request.GET.get("at") or step, form_data.sent_fields(request.POST)
    key, instead_of = form_data.key(request.POST), request.GET.get("instead_of", "")
    character_access = access.character_access(request, id)
    try:
        surprise_key = surprises.Fill(
            character_access, step=step, sent=sent, key=key, instead_of=instead_of
        ).run()
    except (FieldConflict, Refused) as fault:
        return views.not_saved(request, at, sent, fault)
    character = access.get_own_character(request, id)
    if not surprise_key:
        return responses.redirect_to(request, _page(character, at, replace=step))
    next_step = page.first_open(character) if step == EVERY_STEP else step
    return responses.redirect_to(request, _page(character, next_step, surprised=surprise_key))


@require_POST
def undo(request: Request, id: uuid.UUID, step: str) -> HttpResponse:
    """Puts back what was there before; where that is something else by now, the step says so."""
    sent, key = form_data.sent_fields(request.POST), form_data.key(request.POST)
    of, character_access = request.GET.get("of", ""), access.character_access(request, id)
    try:
        refused = surprises.Undo(character_access, surprise=of, sent=sent, key=key).run()
    except (FieldConflict, Refused) as fault:
        return views.not_saved(request, step, sent, fault)
    except NotEditable:
        raise
    except Conflict as conflict:
        context = page.step_context(request, conflict.character, step, message=str(conflict))
        return render(request, "creation/step.html", context, status=409)
    if refused:
        messages.warning(request, refused)
    else:
        messages.success(request, "Undone. Everything is as it was.")
    return responses.redirect_to(request, reverse("character_step", args=[id, step]))


def _page(character: Character, step: str, **query: str) -> str:
    address = reverse("character_step", args=[character.public_id, step])
    return f"{address}?{urlencode(query)}"
