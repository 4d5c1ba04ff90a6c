"""A player's side of a review: put before the game master, taken back, and what came of it."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from sheets import access, bridge, forms, legality, reasons, standing
from sheets.access import Request
from sheets.models import Character
from sheets.operations import reviews
from sheets.operations.faults import Refused

# So many earlier reviews are told.
EARLIER = 20


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """How far it is, and why it was returned; submits it, or takes it back (`withdraw`). Whoever
    leads its party is led to where they decide.
    """
    character, mine = access.look_at(request, id)
    if not mine:
        party = access.get_discussed_character(request, id).party
        return redirect("party_review", party.public_id if party else id, id)
    if request.method != "POST":
        return _page(request, character)
    claim, key = access.claim(request, id), forms.key(request.POST)
    if "withdraw" in request.POST:
        reviews.withdraw(claim, key=key)
        messages.success(request, "Taken back. Nobody reviews it now.")
        return redirect("character_review", id)
    note = forms.words(request.POST, "note")
    try:
        reviews.submit(claim, note=note, key=key)
    except Refused as refused:
        return _page(request, character, note=note, errors=refused.errors)
    messages.success(request, "Submitted. Your GM sees that it waits.")
    return redirect("character_review", id)


def _page(
    request: Request,
    character: Character,
    *,
    note: str = "",
    errors: dict[str, str] | None = None,
) -> HttpResponse:
    system, document = bridge.read(character)
    now = standing.of(character, document)
    problems, accepted = legality.problems(system, document)
    context: dict[str, Any] = {
        "character": character,
        "standing": now,
        "reasons": reasons.told(system, document, now.asked_for) if now.asked_for else [],
        "earlier": standing.earlier(character, most=EARLIER),
        "problems": problems,
        "accepted": accepted,
        "open": character.party_id is not None and not character.is_archived,
        "note": note,
        "errors": errors or {},
        "longest": reviews.LONGEST,
        "key": forms.new_key,
    }
    return render(request, "reviews/mine.html", context, status=422 if errors else 200)
