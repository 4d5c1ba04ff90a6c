"""Building a finished character anew: into the steps of creation and out of them again."""

import uuid

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from sheets import access, bridge, forms
from sheets.access import Request
from sheets.models import Character
from sheets.operations import rebuilding
from sheets.operations.faults import Outdated, Refused
from sheets.views import step_page


@require_POST
def begin(request: Request, id: uuid.UUID) -> HttpResponse:
    """Opens the steps with what counts now, and goes to them."""
    rebuilding.begin(access.claim(request, id), key=forms.key(request.POST))
    return redirect("character_build", id)


@require_POST
def leave(request: Request, id: uuid.UUID) -> HttpResponse:
    """Drops what was decided anew."""
    rebuilding.leave(access.claim(request, id), key=forms.key(request.POST))
    return redirect("character", id)


@require_POST
def finish(request: Request, id: uuid.UUID) -> HttpResponse:
    """Makes the new build count; where it may not, or things changed, the last step says so."""
    version, key = forms.version(request.POST), forms.key(request.POST)
    try:
        rebuilding.finish(access.claim(request, id), version=version, key=key)
    except Outdated as outdated:
        return _last_step(request, outdated.character, said=str(outdated), status=409)
    except Refused as refused:
        return _last_step(request, refused.character, said=str(refused), status=422)
    messages.success(request, "Rebuilt. The history keeps how it was before.")
    return redirect("character", id)


@require_safe
def why(request: Request, id: uuid.UUID, key: str) -> HttpResponse:
    """How one number of the sheet beside the steps comes about."""
    character = access.get_own_character(request, id)
    if not character.is_rebuilding:
        raise Http404
    system, document = bridge.being_built(character)
    figure = system.sheet(document).figures.get(key)
    if figure is None:
        raise Http404
    context = {"character": character, "figure": figure, "key_name": key, "building": True}
    return render(request, "sheet/_why.html" if request.htmx else "sheet/why.html", context)


def _last_step(request: Request, character: Character, *, said: str, status: int) -> HttpResponse:
    last = step_page.last(character)
    context = step_page.context(request, character, last, said=said)
    return render(request, "creation/step.html", context, status=status)
