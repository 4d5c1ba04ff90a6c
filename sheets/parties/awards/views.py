"""Awards: points, credits and gear for the party's characters, and the start of a session."""

import uuid
from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from sheets import access, confirmation, form_data
from sheets.access import Request
from sheets.advancement.page import Attempt
from sheets.confirmation import Confirmation
from sheets.errors import Conflict, NeedsConfirmation, Refused
from sheets.models import Award, Member
from sheets.parties.awards import operations
from sheets.parties.awards.offers import award_offers
from sheets.parties.awards.toast import BOARD, PAGES, on_board, say_awarded
from sheets.parties.board.characters import party_characters
from sheets.writes import Operation

# How many recent awards are listed.
MOST_RECENT = 8


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The forms for awards, and recent ones. POST gives one: 302 back once it is confirmed, 422
    with errors; from the board at once.
    """
    membership = access.get_leading_membership(request, id)
    if request.method != "POST":
        return _page(request, membership)
    if _is_from_board(request):
        return _given_on_board(request, membership)
    member_access, to = access.leading_access(request, id), _chosen_characters(request, membership)
    give = partial(
        operations.GiveAwards,
        member_access,
        to=to,
        members=form_data.entry_members(request.POST),
        wears=confirmation.ALSO in request.POST,
        since=form_data.since(request.POST),
    )
    question = Confirmation("Hand this out?", "Hand out", reverse("party_hand_out", args=[id]))
    return _award_answer(request, membership, give, question, "Handed out: {}.")


@require_POST
def session(request: Request, id: uuid.UUID) -> HttpResponse:
    """Begins a session for the party and the chosen characters."""
    membership = access.get_leading_membership(request, id)
    member_access, to = access.leading_access(request, id), _chosen_characters(request, membership)
    sessions = form_data.number(request.POST.get("sessions", ""))
    begin = partial(operations.BeginSession, member_access, to=to, since=sessions)
    back = reverse(_page_back(request), args=[id])
    question = Confirmation("Start a session?", "Start session", back)
    return _award_answer(request, membership, begin, question, "{} has begun.")


@require_POST
def undo(request: Request, id: uuid.UUID, hand_out: int) -> HttpResponse:
    """Undoes a whole award, and leads to the page it was undone on; 422 if a character has spent
    it.
    """
    member_access, key = access.leading_access(request, id), form_data.key(request.POST)
    try:
        message = operations.Undo(member_access, hand_out=hand_out, key=key).run()
    except Refused as refused:
        membership, so = access.get_leading_membership(request, id), "Nothing was undone."
        if _is_from_board(request):
            return on_board(request, membership.party, f"{so} {refused}", refused=True)
        return _page(request, membership, refused, so)
    if _is_from_board(request):
        party = access.get_leading_membership(request, id).party
        return on_board(request, party, f"Undone: {message}.")
    messages.success(request, f"Undone: {message}.")
    return redirect(_page_back(request), id)


def _is_from_board(request: Request) -> bool:
    return request.POST.get("back") == BOARD


def _given_on_board(request: Request, membership: Member) -> HttpResponse:
    """Gives points with one press on the board, to one or to everybody who is on it. A form that
    was sent before gives nothing more.
    """
    party, everyone = membership.party, "everyone" in request.POST
    rows = party_characters(membership)[0] if everyone else ()
    to = [row.character.public_id for row in rows] or form_data.ids_of(request.POST, "to")
    press = "everyone" if everyone else " ".join(map(str, to))
    giving = operations.GiveAwards(
        access.leading_access(request, party.public_id),
        to=to,
        members=form_data.entry_members(request.POST),
        confirmed=None,
        since=form_data.since(request.POST),
        key=form_data.key_of_part(form_data.key(request.POST), press),
    )
    try:
        done = giving.run()
    except (Refused, Conflict) as fault:
        return on_board(request, party, f"Nothing was given. {fault}", refused=True)
    verb = "Given" if giving.is_saved else "Already given"
    return on_board(request, party, f"{verb}: {done}.", description=done)


def _award_answer(
    request: Request,
    membership: Member,
    award: Callable[..., Operation[Member, str]],
    question: Confirmation,
    message: str,
) -> HttpResponse:
    """Runs an operation once it is confirmed; asks for the confirmation before, or shows why it was
    refused.
    """
    key, confirmed = form_data.key(request.POST), request.POST.get("confirmed", "")
    try:
        done = award(confirmed=confirmed, key=key).run()
    except NeedsConfirmation as unconfirmed:
        return confirmation.ask_to_confirm(request, unconfirmed, question)
    except Refused as refused:
        page = _page(request, membership, refused, "Nothing was handed out.")
        return confirmation.replace_page(page)
    party, back = membership.party, request.POST.get("back", "")
    say_awarded(request, party, done, message.format(done), back=back if back in PAGES else "")
    return redirect(_page_back(request), party.public_id)


def _page_back(request: Request) -> str:
    """The name of the page that an answer leads to: where the form stood, or that of awards."""
    return PAGES.get(request.POST.get("back", ""), "party_hand_out")


def _chosen_characters(request: Request, membership: Member) -> list[uuid.UUID]:
    """The characters that are ticked; all in play where the box for everyone is."""
    if "everyone" not in request.POST:
        return form_data.ids_of(request.POST, "to")
    return [
        character.public_id
        for character in membership.party.characters.order_by("pk")
        if character.is_in_play
    ]


def _page(
    request: Request, membership: Member, refused: Refused | None = None, so: str = ""
) -> HttpResponse:
    characters = list(membership.party.characters.order_by("name", "pk"))
    ready = [character for character in characters if character.is_in_play]
    waiting = [character for character in characters if not character.is_in_play]
    attempt = Attempt.read(refused, request.POST) if refused else None
    # A link can choose who gets something.
    asked = request.POST if refused else request.GET
    chosen = set(form_data.ids_of(asked, "to"))
    context = {
        "membership": membership,
        "characters": [(character, character.public_id in chosen) for character in ready],
        "everyone": "everyone" in asked,
        "waiting": waiting,
        "recent": Award.objects.newest(membership.party_id)[:MOST_RECENT],
        "since": Award.objects.newest_number(membership.party_id),
        "offers": award_offers(membership.party),
        "typed": attempt.typed if attempt else {},
        "errors": attempt.errors if attempt else {},
        "refused": _other_errors(refused, attempt),
        "so": so,
        "key": form_data.new_key,
    }
    return render(request, "parties/awards/index.html", context, status=422 if refused else 200)


def _other_errors(refused: Refused | None, attempt: Attempt | None) -> str:
    """The errors that belong to no field of the submitted form."""
    if refused is None or attempt is None:
        return ""
    shown = {name.removeprefix(f"{attempt.offer}.") for name in attempt.typed}
    return " ".join(message for name, message in refused.errors.items() if name not in shown)
