"""A game master's side of reviews: who waits, and what is decided about each."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sheets import access, form_data, storage
from sheets.access import Request
from sheets.errors import OutOfDate, Refused
from sheets.models import Character, Member
from sheets.reviews import exceptions, operations, report
from sheets.reviews import status as review_status
from sheets.reviews.case import Case, Shown
from sheets.reviews.forms import RETURN, DecideForm
from sheets.reviews.status import ReviewStatus

# What the names of fields with reasons to accept a problem begin with.
_WHY = "why."
# The lists of the overview, in their order.
LISTS = {
    "waiting": "Waiting for you",
    "changed": "Changed since it was approved",
    "new": "Never submitted",
    "returned": "Returned to the player",
    "approved": "Approved",
}


@require_safe
def overview(request: Request, id: uuid.UUID) -> HttpResponse:
    """Every character of the party, by how far its review is, and what is wrong with it."""
    seat = access.get_leading_seat(request, id)
    found = review_status.listed(seat.party)
    active = [one for one in found if not one.character.is_archived]
    groups = [
        (name, [one for one in active if one.standing.state == state])
        for state, name in LISTS.items()
    ]
    context = {
        "seat": seat,
        "groups": [(name, listed) for name, listed in groups if listed],
        "put_away": [one for one in found if one.character.is_archived],
        "key": form_data.new_key,
    }
    return render(request, "reviews/overview.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def one(request: Request, id: uuid.UUID, character: uuid.UUID) -> HttpResponse:
    """One character with all there is to see before one decides; approves it, or returns it."""
    if request.method != "POST":
        seat = access.get_leading_seat(request, id)
        return _page(request, seat, _of_party(request, seat, character))
    case, approves = _case(request, id, character), request.POST.get("decision") == "approve"
    decide = operations.approve if approves else operations.give_back
    form = DecideForm(request.POST)
    if form.is_valid():
        try:
            decide(case, answer=form.cleaned_data["answer"], reasons=form.reasons)
        except OutOfDate as fault:
            return _as_it_is(request, id, fault)
        except Refused as fault:
            form.refuse(fault)
    if form.errors:
        seat = access.get_leading_seat(request, id)
        return _page(request, seat, _of_party(request, seat, character), sent=form)
    messages.success(request, "Approved." if approves else "Returned, with your reasons.")
    return redirect("party_reviews", id)


@require_POST
def undo(request: Request, id: uuid.UUID, character: uuid.UUID) -> HttpResponse:
    """Takes the newest decision back, with what was written kept in the form."""
    try:
        operations.undo(_case(request, id, character))
    except (OutOfDate, Refused) as fault:
        return _as_it_is(request, id, fault)
    messages.success(request, "Undone. What you wrote is still in the form.")
    return redirect("party_review", id, character)


@require_POST
def accept(request: Request, id: uuid.UUID, character: uuid.UUID) -> HttpResponse:
    """Accepts a problem as a rule of the house, or (`claims`) all that is claimed."""
    case, place = _case(request, id, character), request.POST.get("place", "")
    code, _, where = place.partition(" ")
    try:
        if "claims" in request.POST:
            exceptions.accept_claims(case)
        else:
            reason = form_data.words(request.POST, f"{_WHY}{place}")
            exceptions.accept(case, code=code, where=where, reason=reason)
    except (OutOfDate, Refused) as fault:
        return _as_it_is(request, id, fault, at=place)
    messages.success(request, "Accepted. It stands on the sheet, with your reason.")
    return _go_on(request, id, character, done=place)


@require_POST
def reject(request: Request, id: uuid.UUID, character: uuid.UUID) -> HttpResponse:
    """Takes an acceptance back, or drops a claim. Its reason stays at hand, to accept it again."""
    case, place = _case(request, id, character), request.POST.get("place", "")
    code, _, where = place.partition(" ")
    try:
        reason = exceptions.reject(case, code=code, where=where)
    except (OutOfDate, Refused) as fault:
        return _as_it_is(request, id, fault)
    messages.success(request, "Taken back. It is accepted no longer.")
    return _go_on(request, id, character, written={f"{_WHY}{place}": reason} if reason else {})


def _case(request: Request, party: uuid.UUID, character: uuid.UUID) -> Case:
    shown = Shown(form_data.version(request.POST), request.POST.get("seen", ""))
    claim = access.leading_access(request, party)
    return Case(claim, character, shown, form_data.key(request.POST))


def _of_party(request: Request, seat: Member, id: uuid.UUID) -> Character:
    """A character of the party that the request leads; 404 for any other."""
    character = access.get_discussed_character(request, id)
    if character.party_id != seat.party_id:
        raise Http404
    return character


def _typed(sent: QueryDict) -> dict[str, str]:
    """All that was typed on the page and is no empty words, by the names of its fields."""
    names = [name for name in sent if name == "answer" or name.startswith((RETURN, _WHY))]
    return {name: words for name in names if (words := form_data.words(sent, name)).strip()}


def _written(now: ReviewStatus) -> dict[str, str]:
    """What was written with a decision that was undone, by the names of the page's fields."""
    if not now.waits or now.latest is None:
        return {}
    found = {"answer": now.latest.answer}
    found |= {f"{RETURN}{field}": str(text) for field, text in now.latest.reasons.items()}
    return {name: text for name, text in found.items() if text}


def _as_it_is(
    request: Request, id: uuid.UUID, fault: OutOfDate | Refused, *, at: str = ""
) -> HttpResponse:
    """The page as things stand, with why nothing was done; `at` is the problem it was about."""
    seat, typed = access.get_leading_seat(request, id), _typed(request.POST)
    return _page(request, seat, fault.character, typed=typed, fault=fault, at=at)


def _go_on(
    request: Request,
    id: uuid.UUID,
    character: uuid.UUID,
    *,
    done: str = "",
    written: Mapping[str, str] | None = None,
) -> HttpResponse:
    """Back to the page, once something was done by the way: with what was typed there so far, and
    what was `written` before.
    """
    typed = _typed(request.POST) | dict(written or {})
    typed.pop(f"{_WHY}{done}", None)
    if not typed:
        return redirect("party_review", id, character)
    seat = access.get_leading_seat(request, id)
    return _page(request, seat, _of_party(request, seat, character), typed=typed)


def _page(
    request: Request,
    seat: Member,
    character: Character,
    *,
    typed: Mapping[str, str] | None = None,
    sent: DecideForm | None = None,
    fault: OutOfDate | Refused | None = None,
    at: str = "",
) -> HttpResponse:
    """The page as things stand. What was typed comes along, so that nothing of it is lost; `sent`
    is what was wrong with a decision.
    """
    system, document = storage.read(character)
    now = review_status.of(character, document)
    shown = _typed(request.POST) if sent else typed or _written(now)
    form = sent or DecideForm(initial=shown)
    context: dict[str, Any] = {
        "seat": seat,
        "character": character,
        "player": character.player or character.owner.user,
        "mine": character.owner_id == seat.owner_id,
        "name": system.summary(document).name,
        "standing": now,
        "examined": report.examine(
            character, system, document, asked_for=now.asked_for, approved=now.approved
        ),
        "open": not character.is_archived,
        "form": form,
        "typed": shown,
        "errors": fault.errors if isinstance(fault, Refused) else form.by_field,
        "at": at,
        "said": str(fault) if fault else " ".join(form.messages.values()),
        "stale": isinstance(fault, OutOfDate),
        "key": form_data.new_key,
    }
    status = 409 if isinstance(fault, OutOfDate) else 422 if fault else form.status
    return render(request, "reviews/gm.html", context, status=status)
