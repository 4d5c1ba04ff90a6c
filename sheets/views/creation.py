"""Making a character, step by step. Which steps there are, and what they ask, the game says."""

import uuid
from collections.abc import Mapping

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sheets import access, forms
from sheets.access import Request
from sheets.forms import Sent
from sheets.operations import creation
from sheets.operations.faults import Refused, Stale
from sheets.views import step_page, ways


@require_safe
def build(request: Request, id: uuid.UUID) -> HttpResponse:
    """On to the first step where something is open, or the last one."""
    character = access.get_own_character(request, id)
    if not character.is_open:
        return redirect("character", id)
    return redirect("character_step", id, step_page.first_open(character))


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
    return render(request, template, step_page.context(request, character, step))


def _save(request: Request, id: uuid.UUID, step: str) -> HttpResponse:
    """200 or on to another step where it was taken, 409 where stale, 422 where wrong."""
    sent = forms.sent_fields(request.POST)
    try:
        saved = creation.save_fields(access.claim(request, id), step=step, sent=sent)
    except (Stale, Refused) as fault:
        return not_saved(request, step, sent, fault)
    go = request.POST.get("go", "stay")
    if request.htmx and go == "stay":
        context = step_page.context(request, saved.character, step)
        return render(request, "creation/_saved.html", {**context, "changed": saved.changed})
    to = step_page.neighbour(saved.character, step, go)
    return ways.on_to(request, reverse("character_step", args=[id, to]))


def not_saved(
    request: Request, step: str, sent: Mapping[str, Sent], fault: Stale | Refused
) -> HttpResponse:
    """The step as it is stored, with all that was typed, and why that was not taken."""
    stale = isinstance(fault, Stale)
    typed = {field: one.values for field, one in sent.items() if one.touched}
    context = step_page.context(
        request,
        fault.character,
        step,
        errors={} if isinstance(fault, Stale) else fault.errors,
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
        creation.finish(access.claim(request, id), key=forms.key(request.POST))
    except Refused as refused:
        last = step_page.last(refused.character)
        context = step_page.context(request, refused.character, last)
        return render(request, "creation/step.html", context, status=422)
    return redirect("character", id)
