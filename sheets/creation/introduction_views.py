"""The page on which a character is met whose choices are made."""

import uuid
from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from sheets import access, form_data, responses
from sheets.access import Request
from sheets.creation import introduction, operations, page
from sheets.errors import FieldConflict, Refused
from sheets.form_data import SentField
from sheets.page_cache.declaration import cached_page

PLAY = "play"
READY = "Ready to play. Press any dice to roll them."


@cached_page
@require_http_methods(["GET", "HEAD", "POST"])
def meet(request: Request, id: uuid.UUID) -> HttpResponse:
    """Shows a draft, saves its name, and with that finishes it or goes on to one of its steps."""
    if request.method == "POST":
        return _taken(request, id)
    character = access.get_own_character(request, id)
    if not character.is_draft or not character.is_open:
        return redirect("character_build", id)
    return render(request, "creation/meet.html", introduction.context(request, character))


def _taken(request: Request, id: uuid.UUID) -> HttpResponse:
    """200 or on to the sheet or a step where it was taken, 409 if stale, 422 if wrong."""
    sent, go = _sent(request), request.POST.get("go", "stay")
    character_access = access.character_access(request, id)
    saving = operations.SaveFields(character_access, sent=sent)
    try:
        if go == PLAY:
            key = form_data.key(request.POST)
            operations.Finish(character_access, sent=sent, key=key).run()
            messages.success(request, READY)
            return redirect("character", id)
        saving.run()
    except (FieldConflict, Refused) as fault:
        return _refused(request, sent, fault)
    if request.htmx and go == "stay":
        context = introduction.context(request, saving.row, opened=saving.opened)
        return render(request, "creation/_met.html", context)
    if go == "stay":
        return redirect("character_meet", id)
    to = page.neighbour(saving.opened, page.first(saving.opened), go)
    return responses.redirect_to(request, reverse("character_step", args=[id, to]))


def _sent(request: Request) -> dict[str, SentField]:
    """The values sent; of a suggested name that was pressed without scripts, that one."""
    sent, suggested = form_data.sent_fields(request.POST), request.POST.get("suggested", "")
    if suggested and introduction.NAME in sent:
        sent[introduction.NAME] = SentField(sent[introduction.NAME].was, (suggested,))
    return sent


def _refused(
    request: Request, sent: Mapping[str, SentField], fault: FieldConflict | Refused
) -> HttpResponse:
    """The page as it is stored, with the name that was typed, and why that was not taken."""
    stale = isinstance(fault, FieldConflict)
    errors = {} if isinstance(fault, FieldConflict) else fault.errors
    named = {problem.where: problem.message for problem in getattr(fault, "problems", ())}
    context = introduction.context(
        request,
        fault.character,
        errors={**named, **errors},
        typed={id: field.values for id, field in sent.items()},
        conflict=stale,
    )
    template = "creation/_met.html" if request.htmx else "creation/meet.html"
    return render(request, template, context, status=409 if stale else 422)
