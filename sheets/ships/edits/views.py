"""The page on which a craft is edited: its numbers in a form, its fights, and earlier edits."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from rules.character import Character as OpenCharacter
from rules.craft import CraftEdit
from sheets import form_data, responses, storage
from sheets.access import Request
from sheets.errors import Conflict, FieldConflict, Refused
from sheets.form_data import SentField
from sheets.models import Character
from sheets.opponents import shelves
from sheets.opponents.shelves import RosterPlace
from sheets.ships.edits import operations
from sheets.ships.edits.copies import copies, counting_edits, seen
from sheets.ui.undo import say_done

MOST_SHOWN = 50
CRAFT = Character.Kind.CRAFT.value
EDIT, UNDO = "ship_edit", "ship_edit_undo"
STALE_COPIES = (
    "Its copies were edited, added, or removed on another page as well. Nothing was saved: what you"
    " typed is still here. Save again to use it for all of them."
)
STALE = (
    "This was edited on another page as well. Nothing was saved: what you typed is still here. Save"
    " again to use it."
)


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: Request, id: uuid.UUID, ship: uuid.UUID) -> HttpResponse:
    """A craft of a party, for its game masters; POST saves its numbers."""
    return _edit(shelves.of_party(request, id, CRAFT), ship)


@require_http_methods(["GET", "HEAD", "POST"])
def own_edit(request: Request, system: str, ship: uuid.UUID) -> HttpResponse:
    """A craft of one's own; POST saves its numbers."""
    return _edit(shelves.own(request, system, CRAFT), ship)


@require_POST
def undo(request: Request, id: uuid.UUID, ship: uuid.UUID, position: int) -> HttpResponse:
    """Undoes an edit of a craft of a party, for its game masters."""
    return _undo(shelves.of_party(request, id, CRAFT), ship, position)


@require_POST
def own_undo(request: Request, system: str, ship: uuid.UUID, position: int) -> HttpResponse:
    """Undoes an edit of a craft of one's own."""
    return _undo(shelves.own(request, system, CRAFT), ship, position)


def _edit(place: RosterPlace, ship: uuid.UUID) -> HttpResponse:
    request, row = place.request, _find(place, ship)
    if request.method != "POST":
        return _page(place, row)
    sent, key = form_data.sent_fields(request.POST), form_data.key(request.POST)
    try:
        seen = request.POST.get("copies")
        sentences, position = operations.Edit(
            place.access(key), craft=ship, sent=sent, key=key, copies_seen=seen
        ).run()
    except Refused as refused:
        return _page(place, row, sent, refused.errors)
    except Conflict as conflict:
        told = str(conflict)
        if isinstance(conflict, FieldConflict):
            told = STALE_COPIES if operations.COPIES in conflict.fields else STALE
        return _page(place, _find(place, ship), sent, {"": told}, status=409)
    if position is None:
        messages.success(request, "Nothing changed.")
    else:
        say_done(request, sentences, undo=place.address(UNDO, ship, position))
    return redirect(place.address(EDIT, ship))


def _undo(place: RosterPlace, ship: uuid.UUID, position: int) -> HttpResponse:
    request, row, key = place.request, _find(place, ship), form_data.key(place.request.POST)
    try:
        sentences = operations.Undo(place.access(key), craft=ship, position=position, key=key).run()
    except (Refused, Conflict) as fault:
        errors = fault.errors if isinstance(fault, Refused) else {"": str(fault)}
        return _page(place, row, errors=errors, status=responses.status_of(fault))
    messages.success(request, f"Undone: {sentences}")
    return redirect(place.address(EDIT, ship))


def _find(place: RosterPlace, ship: uuid.UUID) -> Character:
    row = operations.rows(place.roster).whole().filter(public_id=ship).first()
    if row is None:
        raise Http404
    return row


def _page(
    place: RosterPlace,
    row: Character,
    sent: Mapping[str, SentField] | None = None,
    errors: dict[str, str] | None = None,
    *,
    status: int = 422,
) -> HttpResponse:
    """The page; with what was `sent` and could not be saved, and why: fields that were changed hold
    what was typed, the others what is stored now.
    """
    opened, rules = storage.load(row).opened, operations.rules_of(row)
    numbers = rules.typed(opened.state)
    fields = (
        [field for field in rules.fields(numbers or {}) if field.id != operations.NAME]
        if numbers
        else []
    )
    known, wrong = {field.id for field in fields}, errors or {}
    touched = {
        id: values.values for id, values in (sent or {}).items() if values.touched and id in known
    }
    typed = {**(numbers or {}), **touched}
    fights, others = operations.fights(row), copies(row) if numbers else []
    context: dict[str, object] = {
        "membership": place.membership,
        "row": row,
        "name": fights[0].called if fights else opened.summary.name,
        "fields": fields,
        "typed": typed if touched else None,
        "errors": wrong,
        "wrong": " ".join(text for id, text in wrong.items() if id not in known),
        "typed_otherwise": operations.changes(fields, rules.fields(typed)) if touched else "",
        "stale": status == 409,
        "fights": [fight.encounter for fight in fights],
        "away": operations.away(row),
        "copies": others,
        "copies_seen": seen(rules, [copied.character for copied in others]) if others else "",
        "all_copies": "copies" in place.request.POST,
        "edits": _edits(place, row, opened),
        "here": place.address(EDIT, row.public_id),
        "back": place.address_of(row) if place.find(row.public_id) else "",
        "key": form_data.new_key,
    }
    return render(
        place.request, "ships/edits/index.html", context, status=status if errors else 200
    )


def _edits(
    place: RosterPlace, row: Character, opened: OpenCharacter
) -> list[tuple[CraftEdit, bool, str]]:
    """The edits, the newest first, each with whether it counts, and the address that undoes it: ""
    for all but the newest that counts.
    """
    counting = counting_edits(opened)
    newest = max(counting, default=None)
    found = [
        (
            entry,
            position in counting,
            place.address(UNDO, row.public_id, position) if position == newest else "",
        )
        for position, entry in enumerate(opened.document.ledger)
        if isinstance(entry, CraftEdit)
    ]
    return found[::-1][:MOST_SHOWN]
