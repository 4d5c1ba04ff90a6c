"""One character, looked at: its sheet, why a number is what it is, and what is taken along."""

import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from sheets import access, responses, storage
from sheets.access import Request
from sheets.characters import sheet_page
from sheets.page_cache.declaration import cached_page
from sheets.text_export import bundle


@cached_page
@require_safe
def character(request: Request, id: uuid.UUID) -> HttpResponse:
    """The whole sheet; of a draft, also what is open."""
    character, is_owner = access.get_with_notes(request, id)
    context = sheet_page.context(request, character, mine=is_owner)
    return render(request, "characters/sheet/index.html", context)


@cached_page
@require_safe
def why(request: Request, id: uuid.UUID, key: str) -> HttpResponse:
    """The breakdown of one number on the sheet; with `now`, of its current value at the table."""
    character = access.get_character(request, id)
    stored = storage.load(character)
    figure = stored.opened.sheet.figures.get(key)
    if figure is None:
        raise Http404
    if "now" in request.GET:
        state = stored.opened.play_state(stored.situation)
        figure = state.pools.get(key, figure)
    template = "ui/_why.html" if request.htmx else "ui/why.html"
    return render(request, template, {"character": character, "figure": figure, "key_name": key})


@require_safe
def document(request: Request, id: uuid.UUID) -> HttpResponse:
    """The character document, to keep. What is stored is given out even where it cannot be read."""
    character, is_own = access.get_with_ownership(request, id)
    if not is_own:
        storage.check_thawed(character)
    return responses.file(
        character,
        storage.download(character),
        extension="json",
        kind="application/json",
        attached=True,
    )


@require_safe
def export(request: Request, id: uuid.UUID) -> HttpResponse:
    """The owner's character with all that is kept with it, in one file."""
    character = access.get_own_with_notes(request, id)
    packed = bundle.pack(character)
    return responses.file(character, packed, extension="zip", kind="application/zip", attached=True)
