"""One character, looked at: its sheet, why a number is what it is, its document, its PDF."""

import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sheets import access, bridge, calls, discussion, forms, legality, ready_made
from sheets.access import Request
from sheets.views import downloads


@require_safe
def character(request: Request, id: uuid.UUID) -> HttpResponse:
    """The whole sheet; of a draft, also what is open."""
    character, mine = access.look_at(request, id)
    system, document = bridge.read(character)
    standing, accepted = legality.problems(character, system, document)
    steps = system.steps(document) if character.is_draft and character.is_open and mine else ()
    grows = mine and not character.is_draft and not character.is_archived
    context = {
        "character": character,
        "system": system,
        "sheet": system.sheet(document),
        "now": system.moment(document, bridge.situation(character)) if grows else None,
        "waiting": calls.waiting_for(character) if grows else [],
        "problems": standing,
        "accepted": accepted,
        "claims": legality.claims(character, document, standing) if mine else (),
        "discussion": discussion.of(request, character, system, document, mine=mine),
        "open_step": next((step for step in steps if step.open), None),
        "mine": mine,
        "grows": grows,
        "plans": grows and system.is_priced(document),
        "start": "" if mine else ready_made.slug_of(id),
        "owner_is_visitor": mine and not request.user.is_authenticated,
        "key": forms.new_key,
    }
    return render(request, "sheet/index.html", context)


@require_safe
def why(request: Request, id: uuid.UUID, key: str) -> HttpResponse:
    """How one number of the sheet comes about; with `now`, as it is at the table just now."""
    character = access.get_character(request, id)
    system, document = bridge.read(character)
    figure = system.sheet(document).figures.get(key)
    if figure is None:
        raise Http404
    if "now" in request.GET:
        now = system.moment(document, bridge.situation(character))
        figure = now.pools.get(key, figure)
    template = "sheet/_why.html" if request.htmx else "sheet/why.html"
    return render(request, template, {"character": character, "figure": figure, "key_name": key})


@require_safe
def document(request: Request, id: uuid.UUID) -> HttpResponse:
    """The character document, to keep. What is stored is given out even where it cannot be read."""
    character = access.get_character(request, id)
    return downloads.file(
        character,
        bridge.download(character),
        extension="json",
        kind="application/json",
        attached=True,
    )
