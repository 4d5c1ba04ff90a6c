"""Changing the texts of a finished character, on its sheet or on a page of its own."""

import uuid
from collections.abc import Mapping

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from rules.creation import Step
from sheets import access, form_data, responses, storage
from sheets.access import Request
from sheets.characters import sheet_page, texts
from sheets.errors import Conflict, Fault, FieldConflict, NotEditable, Refused
from sheets.models import Character

PLACE = "#head-edit"


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The form; POST saves what was changed in it: 409 if another page changed it, too."""
    if request.method == "POST":
        return _save(request, id)
    character = access.get_own_character(request, id)
    away = responses.redirect_unfinished(request, character, "its texts are changed here")
    return away or _form(request, character)


def _save(request: Request, id: uuid.UUID) -> HttpResponse:
    sent = form_data.sent_fields(request.POST)
    character_access, key = access.character_access(request, id), form_data.key(request.POST)
    try:
        texts.Save(character_access, sent=sent, key=key).run()
    except (Conflict, Refused) as fault:
        if isinstance(fault, NotEditable):
            raise
        typed = {field: text.values for field, text in sent.items() if text.touched}
        character = access.get_own_character(request, id)
        return _form(request, character, fault=fault, typed=typed)
    if not request.htmx:
        return redirect("character", id)
    character, is_owner = access.get_with_ownership(request, id)
    context = sheet_page.context(request, character, mine=is_owner)
    return render(request, "characters/sheet/_texts_saved.html", context)


def _form(
    request: Request,
    character: Character,
    *,
    fault: Fault | None = None,
    typed: Mapping[str, tuple[str, ...]] | None = None,
) -> HttpResponse:
    opened = storage.load(character).opened
    context: dict[str, object] = {
        "character": character,
        "step": Step("texts", "Texts", "", fields=texts.text_fields(opened)),
        "typed": typed or {},
        "errors": fault.errors if isinstance(fault, Refused) else {},
        "conflicts": fault.fields if isinstance(fault, FieldConflict) else (),
        "fault": fault,
        "key": form_data.new_key,
    }
    status = responses.status_of(fault)
    name = "_texts.html" if request.htmx else "texts.html"
    response = render(request, f"characters/sheet/{name}", context, status=status)
    if request.htmx and fault:
        response["HX-Retarget"], response["HX-Reswap"] = PLACE, "innerHTML"
    return response
