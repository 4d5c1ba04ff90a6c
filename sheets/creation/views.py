"""Making a character, step by step. Which steps there are, and what they ask, the game says."""

import uuid
from collections.abc import Mapping

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sheets import access, form_data, responses, storage
from sheets.access import Request
from sheets.creation import operations, page, rebuild
from sheets.errors import FieldConflict, OutOfDate, Refused
from sheets.form_data import SentField
from sheets.models import Character
from sheets.page_cache.declaration import cached_page


@require_safe
def build(request: Request, id: uuid.UUID) -> HttpResponse:
    """On to the first step where something is open, or the last one."""
    character = access.get_own_character(request, id)
    if not character.is_open:
        return redirect("character", id)
    return redirect("character_step", id, page.first_open(character))


@cached_page
@require_http_methods(["GET", "HEAD", "POST"])
def step(request: Request, id: uuid.UUID, step: str) -> HttpResponse:
    """Shows a step, or saves what was sent of it."""
    if request.method == "POST":
        return _save(request, id, step)
    character = access.get_own_character(request, id)
    if not character.is_open:
        return redirect("character", id)
    fragment = request.htmx and not request.htmx.boosted
    template = "creation/_choice.html" if fragment else "creation/step.html"
    return render(request, template, page.step_context(request, character, step))


def _save(request: Request, id: uuid.UUID, step: str) -> HttpResponse:
    """200 or on to another step where it was taken, 409 if stale, 422 if wrong."""
    sent = form_data.sent_fields(request.POST)
    operation = operations.SaveFields(access.character_access(request, id), step=step, sent=sent)
    try:
        changed = operation.run()
    except (FieldConflict, Refused) as fault:
        return not_saved(request, step, sent, fault)
    go = request.POST.get("go", "stay")
    if request.htmx and go == "stay":
        context = page.step_context(request, operation.row, step, opened=operation.opened)
        return render(request, "creation/_saved.html", {**context, "changed": changed})
    to = page.neighbour(operation.opened, step, go)
    return responses.redirect_to(request, reverse("character_step", args=[id, to]))


def not_saved(
    request: Request, step: str, sent: Mapping[str, SentField], fault: FieldConflict | Refused
) -> HttpResponse:
    """The step as it is stored, with all that was typed, and why that was not taken."""
    stale = isinstance(fault, FieldConflict)
    typed = {field: field_sent.values for field, field_sent in sent.items() if field_sent.touched}
    context = page.step_context(
        request,
        fault.character,
        step,
        errors={} if isinstance(fault, FieldConflict) else fault.errors,
        typed=typed,
        conflict=stale,
    )
    template = "creation/_saved.html" if request.htmx else "creation/step.html"
    context["changed"] = tuple(typed)
    return render(request, template, context, status=409 if stale else 422)


@require_POST
def finish(request: Request, id: uuid.UUID) -> HttpResponse:
    """Closes the build and shows the sheet; where something is wrong, the last step says what."""
    try:
        operations.Finish(
            access.character_access(request, id), key=form_data.key(request.POST)
        ).run()
    except Refused as refused:
        last = page.last(refused.character)
        context = page.step_context(request, refused.character, last)
        return render(request, "creation/step.html", context, status=422)
    return redirect("character", id)


@require_POST
def begin(request: Request, id: uuid.UUID) -> HttpResponse:
    """Opens the steps with what counts now, and goes to them."""
    rebuild.Begin(access.character_access(request, id), key=form_data.key(request.POST)).run()
    return redirect("character_build", id)


@require_POST
def leave(request: Request, id: uuid.UUID) -> HttpResponse:
    """Drops what was decided anew."""
    rebuild.Leave(access.character_access(request, id), key=form_data.key(request.POST)).run()
    return redirect("character", id)


@require_POST
def finish_rebuild(request: Request, id: uuid.UUID) -> HttpResponse:
    """Makes the new build count; where it may not, or things changed, the last step says so."""
    version, key = form_data.version(request.POST), form_data.key(request.POST)
    try:
        rebuild.Finish(access.character_access(request, id), version=version, key=key).run()
    except OutOfDate as outdated:
        return _last_step(request, outdated.character, message=str(outdated), status=409)
    except Refused as refused:
        return _last_step(request, refused.character, message=str(refused), status=422)
    messages.success(request, "Rebuilt. The history keeps how it was before.")
    return redirect("character", id)


@require_safe
def why(request: Request, id: uuid.UUID, key: str) -> HttpResponse:
    """The breakdown of one number of the sheet beside the steps."""
    character = access.get_own_character(request, id)
    if not character.is_rebuilding:
        raise Http404
    figure = storage.open_being_built(character).sheet.figures.get(key)
    if figure is None:
        raise Http404
    context = {"character": character, "figure": figure, "key_name": key, "building": True}
    return render(request, "ui/_why.html" if request.htmx else "ui/why.html", context)


def _last_step(
    request: Request, character: Character, *, message: str, status: int
) -> HttpResponse:
    last = page.last(character)
    context = page.step_context(request, character, last, message=message)
    return render(request, "creation/step.html", context, status=status)
