"""A game master's pages of reviews: the list, and one character to decide about."""

import uuid
from collections.abc import Mapping

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sheets import access, form_data, storage
from sheets.access import Request
from sheets.errors import OutOfDate, Refused
from sheets.models import Character, Member
from sheets.reviews import exceptions, operations, report
from sheets.reviews import status as review_status
from sheets.reviews.case import ReviewCase, ReviewedState
from sheets.reviews.forms import RETURN, DecideForm
from sheets.reviews.status import ReviewStatus
from sheets.ui.undo import say_done

# The prefix of the fields that hold a reason for accepting a problem.
_REASON = "why."
# The lists of the overview, in order.
LISTS = {
    "waiting": "Waiting for you",
    "changed": "Changed since approval",
    "new": "Never submitted",
    "returned": "Returned to the player",
    "approved": "Approved",
}


@require_safe
def overview(request: Request, id: uuid.UUID) -> HttpResponse:
    """Every character of the party, grouped by the state of its review, with its problems."""
    membership = access.get_leading_membership(request, id)
    items = review_status.review_list(membership.party)
    active = [item for item in items if not item.character.is_archived]
    groups = [
        (name, [item for item in active if item.standing.state == state])
        for state, name in LISTS.items()
    ]
    context = {
        "membership": membership,
        "groups": [(name, listed) for name, listed in groups if listed],
        "put_away": [item for item in items if item.character.is_archived],
        "key": form_data.new_key,
    }
    return render(request, "reviews/overview.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def review(request: Request, id: uuid.UUID, character: uuid.UUID) -> HttpResponse:
    """The review of one character. POST approves or returns it."""
    if request.method != "POST":
        membership = access.get_leading_membership(request, id)
        return _page(request, membership, _party_character(request, membership, character))
    case, key = _review_case(request, id, character), form_data.key(request.POST)
    approves, form = request.POST.get("decision") == "approve", DecideForm(request.POST)
    decision = operations.Approve if approves else operations.ReturnToPlayer
    if form.is_valid():
        try:
            answer = form.cleaned_data["answer"]
            decision(case, answer=answer, reasons=form.reasons, key=key).run()
        except OutOfDate as fault:
            return _error_page(request, id, fault)
        except Refused as fault:
            form.refuse(fault)
    if form.errors:
        membership = access.get_leading_membership(request, id)
        return _page(
            request, membership, _party_character(request, membership, character), sent=form
        )
    _say_decided(request, id, character, "Approved" if approves else "Returned, with your reasons")
    return redirect("party_reviews", id)


def _say_decided(request: Request, party: uuid.UUID, id: uuid.UUID, decision: str) -> None:
    """Says what was decided, with an Undo for the review as it is now."""
    character = access.get_reviewed_character(request, id)
    status = review_status.review_status(character, storage.load(character).document)
    say_done(
        request,
        f"{decision}.",
        undo=reverse("party_review_undo", args=[party, id]),
        fields={"version": str(character.version), "seen": status.seen},
    )


@require_POST
def undo(request: Request, id: uuid.UUID, character: uuid.UUID) -> HttpResponse:
    """Undoes the newest decision; what was written stays in the form."""
    case, key = _review_case(request, id, character), form_data.key(request.POST)
    try:
        operations.Undo(case, key=key).run()
    except (OutOfDate, Refused) as fault:
        return _error_page(request, id, fault)
    messages.success(request, "Undone. What you wrote is still in the form.")
    return redirect("party_review", id, character)


@require_POST
def accept(request: Request, id: uuid.UUID, character: uuid.UUID) -> HttpResponse:
    """Accepts a problem as an exception, or (`claims`) every claimed one."""
    case, place = _review_case(request, id, character), request.POST.get("place", "")
    (code, _, where), key = place.partition(" "), form_data.key(request.POST)
    try:
        if "claims" in request.POST:
            exceptions.AcceptClaims(case, key=key).run()
        else:
            reason = form_data.text(request.POST, f"{_REASON}{place}")
            exceptions.Accept(case, code=code, where=where, reason=reason, key=key).run()
    except (OutOfDate, Refused) as fault:
        return _error_page(request, id, fault, at=place)
    messages.success(request, "Accepted. The sheet shows it with your reason.")
    return _continue(request, id, character, done=place)


@require_POST
def reject(request: Request, id: uuid.UUID, character: uuid.UUID) -> HttpResponse:
    """Withdraws an acceptance, or drops a claim. Its reason stays in the form, to accept it
    again.
    """
    case, place = _review_case(request, id, character), request.POST.get("place", "")
    (code, _, where), key = place.partition(" "), form_data.key(request.POST)
    try:
        reason = exceptions.Reject(case, code=code, where=where, key=key).run()
    except (OutOfDate, Refused) as fault:
        return _error_page(request, id, fault)
    messages.success(request, "Undone. It is no longer accepted.")
    return _continue(
        request, id, character, written={f"{_REASON}{place}": reason} if reason else {}
    )


def _review_case(request: Request, party: uuid.UUID, character: uuid.UUID) -> ReviewCase:
    shown = ReviewedState(form_data.version(request.POST), request.POST.get("seen", ""))
    who, roles = request.visitor.identity, access.LEADING_ROLES
    return ReviewCase(who, party, roles, id=character, shown=shown)


def _party_character(request: Request, membership: Member, id: uuid.UUID) -> Character:
    """A character of the party that the user leads; 404 for any other."""
    character = access.get_reviewed_character(request, id)
    if character.party_id != membership.party_id:
        raise Http404
    return character


def _typed_texts(sent: QueryDict) -> dict[str, str]:
    """Every non-empty text of the submitted page, by field name."""
    names = [name for name in sent if name == "answer" or name.startswith((RETURN, _REASON))]
    return {name: words for name in names if (words := form_data.text(sent, name)).strip()}


def _undone_texts(status: ReviewStatus) -> dict[str, str]:
    """The texts of a decision that was undone, by field name."""
    if not status.waits or status.latest is None:
        return {}
    texts = {"answer": status.latest.answer}
    texts |= {f"{RETURN}{field}": str(text) for field, text in status.latest.reasons.items()}
    return {name: text for name, text in texts.items() if text}


def _error_page(
    request: Request, id: uuid.UUID, fault: OutOfDate | Refused, *, at: str = ""
) -> HttpResponse:
    """The current page with the error; `at` is the place of the problem it is about."""
    membership, typed = access.get_leading_membership(request, id), _typed_texts(request.POST)
    return _page(request, membership, fault.character, typed=typed, fault=fault, at=at)


def _continue(
    request: Request,
    id: uuid.UUID,
    character: uuid.UUID,
    *,
    done: str = "",
    written: Mapping[str, str] | None = None,
) -> HttpResponse:
    """Back to the page after a side action, with the texts typed so far and those in `written`."""
    typed = _typed_texts(request.POST) | dict(written or {})
    typed.pop(f"{_REASON}{done}", None)
    if not typed:
        return redirect("party_review", id, character)
    membership = access.get_leading_membership(request, id)
    return _page(request, membership, _party_character(request, membership, character), typed=typed)


def _page(
    request: Request,
    membership: Member,
    character: Character,
    *,
    typed: Mapping[str, str] | None = None,
    sent: DecideForm | None = None,
    fault: OutOfDate | Refused | None = None,
    at: str = "",
) -> HttpResponse:
    """The current page. Typed texts are kept; `sent` is the form of a decision that was refused."""
    opened = storage.load(character).opened
    review_state = review_status.review_status(character, opened.document)
    texts = _typed_texts(request.POST) if sent else typed or _undone_texts(review_state)
    form = sent or DecideForm(initial=texts)
    context: dict[str, object] = {
        "membership": membership,
        "character": character,
        "player": character.player or character.owner.user,
        "mine": character.owner_id == membership.owner_id,
        "name": opened.summary.name,
        "standing": review_state,
        "examined": report.review_report(
            character,
            opened,
            asked_for=review_state.asked_for,
            approved=review_state.approved,
        ),
        "open": not character.is_archived,
        "form": form,
        "typed": texts,
        "errors": fault.errors if isinstance(fault, Refused) else form.by_field,
        "at": at,
        "said": str(fault) if fault else " ".join(form.messages.values()),
        "stale": isinstance(fault, OutOfDate),
        "key": form_data.new_key,
    }
    status = 409 if isinstance(fault, OutOfDate) else 422 if fault else form.status
    return render(request, "reviews/gm.html", context, status=status)
