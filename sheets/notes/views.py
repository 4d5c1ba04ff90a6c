"""The page of a character's notes."""

import uuid
from collections.abc import Mapping

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from rules.creation import Step
from rules.forms.fields import Text
from sheets import access, form_data
from sheets.access import Request
from sheets.errors import FieldConflict, Refused
from sheets.models import Character
from sheets.models.notes import LONGEST
from sheets.notes import operations

SHARED = ("shared", "Public notes", "Shown on the sheet, below everything else.")
PRIVATE = ("private", "Private notes", "Only you can see these, whatever you share.")


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """Both notes, as Markdown and as a preview; POST saves what was changed."""
    if request.method == "POST":
        return _save(request, id)
    character = access.get_own_with_notes(request, id)
    return render(request, "notes/index.html", _context(character))


def _save(request: Request, id: uuid.UUID) -> HttpResponse:
    """Saves the notes: 200 or 302, 409 if another page has changed them, 422 with errors."""
    sent = form_data.sent_fields(request.POST)
    notes = operations.Save(access.character_access(request, id), sent=sent)
    try:
        changed = notes.run()
    except (FieldConflict, Refused) as fault:
        typed = {
            field: field_value.values for field, field_value in sent.items() if field_value.touched
        }
        context = _context(fault.character, fault=fault, typed=typed)
        template = "notes/_saved.html" if request.htmx else "notes/index.html"
        return render(request, template, context, status=409 if context["conflict"] else 422)
    if not request.htmx:
        return redirect("character_words", id)
    context = _context(notes.row, changed=changed)
    return render(request, "notes/_saved.html", context)


def _context(
    character: Character,
    *,
    fault: FieldConflict | Refused | None = None,
    typed: Mapping[str, tuple[str, ...]] | None = None,
    changed: tuple[str, ...] = (),
) -> dict[str, object]:
    """The stored notes; values that were refused are kept in the form.

    They are declared as the fields of a step, and drawn by the templates for those.
    """
    notes = operations.notes_of(character)
    fields = tuple(
        Text(id, label, (getattr(notes, id),), hint=hint, lines=10, limit=LONGEST)
        for id, label, hint in (SHARED, PRIVATE)
    )
    return {
        "character": character,
        "words": notes,
        "step": Step("words", "Words", "", fields=fields),
        "errors": fault.errors if isinstance(fault, Refused) else {},
        "typed": typed or {},
        "changed": changed or tuple(typed or ()),
        "conflict": isinstance(fault, FieldConflict),
    }
