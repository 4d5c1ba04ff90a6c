"""All that the forms of the members page do about who leads the party."""

import uuid
from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from sheets import access, confirmation, form_data, responses
from sheets.access import MemberAccess, Request
from sheets.confirmation import Confirmation
from sheets.errors import Conflict, NeedsConfirmation, Refused
from sheets.models import Member
from sheets.models.takeover import DAYS
from sheets.parties.takeover import operations
from sheets.parties.takeover.tags import SEEN_COOKIE, dismissed
from sheets.writes import Operation

# How many a browser remembers, and for how long: a request to lead is open for two weeks or so.
MOST_SEEN, SEEN_SECONDS = 20, 90 * 24 * 60 * 60
Make = Callable[..., Operation[Member, None]]


@require_POST
def ask(request: Request, id: uuid.UUID) -> HttpResponse:
    """Asks to lead the party, after a confirmation."""
    member_access, membership = (
        access.member_access(request, id),
        access.get_membership(request, id),
    )
    member_access.check()
    sentences = (
        f"Everyone in {membership.party.name} sees that you ask.",
        f"Its game master and co-GMs can object for {DAYS} days.",
        "After that you can take over. The present game master becomes a co-GM.",
    )
    question = Confirmation(
        "Ask to lead this party?", "Ask to lead", reverse("party_members", args=[id])
    )
    needed = NeedsConfirmation(sentences)
    if request.POST.get("confirmed") != needed.digest:
        return confirmation.ask_to_confirm(request, needed, question)
    return _answer(request, id, operations.Ask, member_access, "You asked to lead this party.")


@require_POST
def object_to(request: Request, id: uuid.UUID) -> HttpResponse:
    """Objects to whoever asks to lead."""
    member_access = access.leading_access(request, id)
    return _answer(request, id, operations.Object, member_access, "You objected.")


@require_POST
def withdraw(request: Request, id: uuid.UUID) -> HttpResponse:
    """Asks no more."""
    member_access = access.member_access(request, id)
    return _answer(request, id, operations.Withdraw, member_access, "You no longer ask to lead.")


@require_POST
def lead(request: Request, id: uuid.UUID) -> HttpResponse:
    """Takes over, once the days to object are over."""
    member_access = access.member_access(request, id)
    return _answer(request, id, operations.Lead, member_access, "You lead this party now.")


@require_POST
def dismiss(request: Request, id: uuid.UUID) -> HttpResponse:
    """Dismisses the notice of a takeover in this browser, except on the party's own pages, and goes
    back to the page.
    """
    party = access.get_membership(request, id).party
    response = redirect(responses.next_url(request, reverse("party", args=[id])))
    if asked := operations.open_request(party):
        seen = [one for one in dismissed(request) if one.isdecimal()][-MOST_SEEN:]
        response.set_cookie(
            SEEN_COOKIE,
            ".".join([*seen, str(asked.pk)]),
            max_age=SEEN_SECONDS,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure(),
        )
    return response


def _answer(
    request: Request, id: uuid.UUID, make: Make, member_access: MemberAccess, done: str
) -> HttpResponse:
    """Back to the members page, with what was done or why not."""
    try:
        make(member_access, key=form_data.key(request.POST)).run()
    except (Refused, Conflict) as fault:
        messages.warning(request, str(fault))
    else:
        messages.success(request, done)
    return redirect("party_members", id)
