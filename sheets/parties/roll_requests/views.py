"""Roll requests: the page of a game master that makes, closes and reopens them."""

import uuid
from operator import attrgetter

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from rules import registry
from sheets import access, form_data
from sheets.access import Request
from sheets.errors import Refused
from sheets.folders import by_folder
from sheets.models import Member
from sheets.parties import live, presence
from sheets.parties.board import characters, skill_matrix, views
from sheets.parties.board.board import BoardOrder
from sheets.parties.roll_requests import operations, queries, roles, secret_rolls
from sheets.parties.roll_requests.form import RollRequestForm

# The id of the form on the board that asks every character.
BOARD_FORM = "call"


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The form for a new roll request, and earlier requests. POST makes one: 302 to the board, or
    the updated board for htmx; 422 with errors.
    """
    membership = access.get_leading_membership(request, id)
    if request.method != "POST":
        return _page(request, membership, RollRequestForm.read(request.GET))
    form, since = RollRequestForm.read(request.POST), form_data.since(request.POST)
    key = form_data.key(request.POST)
    try:
        operations.RequestRoll(
            access.leading_access(request, id), request=form.request_input, since=since, key=key
        ).run()
    except Refused as refused:
        form.errors.update(refused.errors)
    return _request_answer(request, membership, form)


def _left_out_message(membership: Member, form: RollRequestForm) -> str:
    """The sentence that names the characters left out of a request to everybody, with the reasons;
    "" for none.
    """
    if form.errors or not form.everybody:
        return ""
    rows, _ = characters.party_characters(membership)
    target = form_data.number(form.target.strip())
    left_out = roles.characters_left_out(rows, roll=form.roll, target=target)
    reasons = "; ".join(f"{row.sheet.name} ({why.rstrip('.')})" for row, why in left_out)
    return f"Not asked, because they cannot: {reasons}." if reasons else ""


@require_POST
def close(request: Request, id: uuid.UUID, number: int) -> HttpResponse:
    """Closes a roll request."""
    member_access, key = access.leading_access(request, id), form_data.key(request.POST)
    operations.Close(member_access, number=number, key=key).run()
    return _board_answer(request, id)


@require_POST
def reopen(request: Request, id: uuid.UUID, number: int) -> HttpResponse:
    """Reopens a closed roll request."""
    member_access, key = access.leading_access(request, id), form_data.key(request.POST)
    operations.Reopen(member_access, number=number, key=key).run()
    return _board_answer(request, id)


@require_POST
def ask_again(request: Request, id: uuid.UUID, number: int, character: uuid.UUID) -> HttpResponse:
    """Allows a character to roll again."""
    member_access, key = access.leading_access(request, id), form_data.key(request.POST)
    line = form_data.number(request.POST.get("line", "")) or 0
    operations.AskAgain(member_access, number=number, character=character, line=line, key=key).run()
    return _board_answer(request, id)


@require_POST
def keep_earlier(
    request: Request, id: uuid.UUID, number: int, character: uuid.UUID
) -> HttpResponse:
    """Restores the answer from before a reroll."""
    member_access, key = access.leading_access(request, id), form_data.key(request.POST)
    operations.KeepEarlier(member_access, number=number, character=character, key=key).run()
    return _board_answer(request, id)


@require_POST
def secret(request: Request, id: uuid.UUID) -> HttpResponse:
    """Rolls in secret: 302 to the page of requests; 422 with errors."""
    form = RollRequestForm.read(request.POST)
    leading, key = access.leading_access(request, id), form_data.key(request.POST)
    try:
        secret_rolls.RollInSecret(leading, request=form.request_input, key=key).run()
    except Refused as refused:
        form.errors.update(refused.errors)
        return _page(request, access.get_leading_membership(request, id), form)
    return redirect("party_call", id)


@require_POST
def decide(request: Request, id: uuid.UUID, number: int, verb: str) -> HttpResponse:
    """Reveals a secret roll, or removes it."""
    does = {"reveal": secret_rolls.Reveal, "remove": secret_rolls.Remove}.get(verb)
    if does is None:
        raise Http404
    does(access.leading_access(request, id), number=number, key=form_data.key(request.POST)).run()
    return redirect("party_call", id)


def _board_answer(request: Request, id: uuid.UUID) -> HttpResponse:
    """The answer to a changed request: 302 to the board, or for htmx its new parts."""
    if not request.htmx:
        return redirect("party", id)
    return _board(request, access.get_leading_membership(request, id))


def _request_answer(request: Request, membership: Member, form: RollRequestForm) -> HttpResponse:
    """The answer to a submitted form: the board, or the form with its errors."""
    left_out = _left_out_message(membership, form)
    if request.htmx.target == BOARD_FORM:
        return _board(request, membership, form, left_out)
    if left_out:
        messages.info(request, left_out)
    return (
        _page(request, membership, form)
        if form.errors
        else redirect("party", membership.party.public_id)
    )


def _board(
    request: Request, membership: Member, form: RollRequestForm | None = None, left_out: str = ""
) -> HttpResponse:
    """The current board. `form` is a submitted form: shown again with its errors, or cleared."""
    invalid = form if form and form.errors else None
    who, party = request.visitor.identity, membership.party.public_id
    here = presence.others_here(who, party)
    seen = live.party_state(who, party) + presence.digest(here)
    sort = BoardOrder.read(request.POST.get("sort", ""))
    context = views.board_context(membership, sort, seen=seen, form=invalid, here=here)
    template = "parties/roll_requests/_answer.html" if form else "parties/board/_new.html"
    extra = {"oob": True, "left_out": left_out}
    return render(request, template, {**context, **extra}, status=422 if invalid else 200)


def _page(request: Request, membership: Member, form: RollRequestForm) -> HttpResponse:
    rows, _ = characters.party_characters(membership)
    opponents = characters.opponents_of(membership)
    calls = queries.open_requests(membership)
    context = {
        "membership": membership,
        "rows": rows,
        "opponents": by_folder(opponents, attrgetter("character.folder")),
        "rollable": skill_matrix.trait_groups(rows),
        "all_rollable": roles.rollable_by([*rows, *opponents]),
        "calls": calls,
        "earlier": queries.closed_requests(membership),
        "secrets": secret_rolls.kept_rolls(membership),
        "form": form,
        "since": max((call.row.number for call in calls), default=0),
        "kinds": registry.get(membership.party.system).calls,
        "key": form_data.new_key,
    }
    return render(
        request, "parties/roll_requests/index.html", context, status=422 if form.errors else 200
    )
