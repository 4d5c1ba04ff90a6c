"""Who sits in a party: its members and their characters, invitations, chairs."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sheets import access, confirmation, form_data, responses, secret_codes, site
from sheets.access import Request
from sheets.confirmation import Question
from sheets.errors import NeedsConfirmation, Refused
from sheets.forms import Form
from sheets.models import Character, Invitation, Member
from sheets.models.character import CharacterQuerySet
from sheets.parties import consequences, operations, seats
from sheets.parties.forms import BringForm, DissolveForm, InviteForm, RenameForm


@dataclass(frozen=True)
class Seated:
    """A member, and the characters they have in the party."""

    member: Member
    characters: list[Character]


@dataclass(frozen=True)
class Invited:
    """An invitation that stands, with its code to tell and its address to send; "" for both where
    the site's key was replaced since.
    """

    row: Invitation
    code: str
    address: str


@require_safe
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """Everybody, and for who leads the party the ways to change that."""
    return _page(request, access.get_seat(request, id))


@require_POST
def rename(request: Request, id: uuid.UUID) -> HttpResponse:
    """Calls the party something else."""
    claim, key = access.leading_access(request, id), form_data.key(request.POST)
    seat = access.get_leading_seat(request, id)
    form = RenameForm(request.POST)
    return _sent(request, seat, form, partial(operations.rename, claim, key=key), rename=form)


@require_POST
def invite(request: Request, id: uuid.UUID) -> HttpResponse:
    """A new invitation."""
    claim, key = access.leading_access(request, id), form_data.key(request.POST)
    seat = access.get_leading_seat(request, id)
    form = InviteForm(request.POST)
    return _sent(request, seat, form, partial(operations.invite, claim, key=key), invite=form)


@require_POST
def revoke(request: Request, id: uuid.UUID, invitation: int) -> HttpResponse:
    """Ends an invitation, once that was confirmed."""
    claim, key = access.leading_access(request, id), form_data.key(request.POST)
    seat = access.get_leading_seat(request, id)
    asked = consequences.revoke(seat, invitation)
    question = _question(id, "Revoke this invitation?", "Revoke invitation")
    do = partial(operations.revoke, claim, invitation=invitation, key=key)
    return _sure(request, asked, question) or _done(request, id, do, seat)


@require_POST
def bring(request: Request, id: uuid.UUID) -> HttpResponse:
    """Brings one of one's own characters."""
    claim, key = access.member_access(request, id), form_data.key(request.POST)
    seat = access.get_seat(request, id)
    form = BringForm(request.POST, characters=_free(request, seat))
    return _sent(request, seat, form, partial(operations.bring, claim, key=key), bring=form)


@require_POST
def take_out(request: Request, id: uuid.UUID) -> HttpResponse:
    """Takes one's own character out of its party, once that was confirmed."""
    character = access.get_own_character(request, id)
    question = Question(
        f"Take {_name(character)} out of the party?",
        "Take out",
        reverse("character", args=[id]),
        harms=True,
    )
    if asked := _sure(request, consequences.take_out(character), question):
        return asked
    operations.take_out(access.character_access(request, id), key=form_data.key(request.POST))
    return responses.redirect_to(request, reverse("character", args=[id]))


@require_POST
def send_away(request: Request, id: uuid.UUID, character: uuid.UUID) -> HttpResponse:
    """Takes somebody's character out of the party, once that was confirmed."""
    claim, key = access.leading_access(request, id), form_data.key(request.POST)
    seat = access.get_leading_seat(request, id)
    found = seat.party.characters.filter(public_id=character).first()
    heading = f"Remove {_name(found)} from the party?"
    question = _question(id, heading, "Remove character", harms=True)
    do = partial(operations.send_away, claim, character=character, key=key)
    asked = consequences.send_away(seat, character)
    return _sure(request, asked, question) or _done(request, id, do, seat)


@require_POST
def leave(request: Request, id: uuid.UUID) -> HttpResponse:
    """Gives up one's seat, once that was confirmed."""
    claim, seat = access.member_access(request, id), access.get_seat(request, id)
    if not seat.is_kept:
        raise Http404
    question = _question(id, f"Leave {seat.party.name}?", "Leave party", harms=True)
    if asked := _sure(request, consequences.leave(seat), question):
        return asked
    try:
        seats.leave(claim, key=form_data.key(request.POST))
    except Refused as refused:
        return _page(request, seat, refused.errors)
    messages.success(request, "You have left the party. Your characters are still yours.")
    return redirect("parties")


@require_POST
def remove(request: Request, id: uuid.UUID, member: int) -> HttpResponse:
    """Takes a member's seat away, once that was confirmed."""
    claim, key = access.leading_access(request, id), form_data.key(request.POST)
    seat = access.get_leading_seat(request, id)
    heading = f"Remove {_who(seat, member)} from {seat.party.name}?"
    question = _question(id, heading, "Remove member", harms=True)
    do = partial(seats.remove, claim, member=member, key=key)
    asked = consequences.remove(seat, member)
    return _sure(request, asked, question) or _done(request, id, do, seat)


@require_POST
def appoint(request: Request, id: uuid.UUID, member: int) -> HttpResponse:
    """Makes a member a co-GM, or a player again, once that was confirmed."""
    claim, key = access.gm_access(request, id), form_data.key(request.POST)
    seat, role = access.get_chair(request, id), request.POST.get("role", "")
    lifts = role == Member.Role.CO_GM
    heading = f"Make {_who(seat, member)} a {'co-GM' if lifts else 'player'}?"
    question = _question(id, heading, "Make co-GM" if lifts else "Make player")
    do = partial(seats.appoint, claim, member=member, role=role, key=key)
    asked = consequences.appoint(seat, member, role)
    return _sure(request, asked, question) or _done(request, id, do, seat)


@require_POST
def hand_over(request: Request, id: uuid.UUID, member: int) -> HttpResponse:
    """Hands over the game master's chair, once that was confirmed."""
    claim, key = access.gm_access(request, id), form_data.key(request.POST)
    seat = access.get_chair(request, id)
    heading = f"Make {_who(seat, member)} the game master?"
    question = _question(id, heading, "Hand over", harms=True)
    do = partial(seats.hand_over, claim, member=member, key=key)
    asked = consequences.hand_over(seat, member)
    return _sure(request, asked, question) or _done(request, id, do, seat)


@require_http_methods(["GET", "HEAD", "POST"])
def dissolve(request: Request, id: uuid.UUID) -> HttpResponse:
    """Says what goes with it, asks for the party's name, and then ends it."""
    seat, form = access.get_chair(request, id), DissolveForm.of(request)
    if form.is_valid():
        claim, key = access.gm_access(request, id), form_data.key(request.POST)
        try:
            seats.dissolve(claim, **form.cleaned_data, key=key)
        except Refused as refused:
            form.refuse(refused)
        else:
            messages.success(request, f"{seat.party.name} is deleted.")
            return redirect("parties")
    context = {
        "seat": seat,
        "said": consequences.dissolve(seat),
        "form": form,
        "key": form_data.new_key,
    }
    return render(request, "parties/dissolve.html", context, status=form.status)


def _question(id: uuid.UUID, heading: str, act: str, *, harms: bool = False) -> Question:
    return Question(heading, act, reverse("party_members", args=[id]), harms=harms)


def _sure(
    request: Request, asked: NeedsConfirmation | None, question: Question
) -> HttpResponse | None:
    """What is asked first, None once it was confirmed or where nothing comes of it."""
    if asked is None or request.POST.get("confirmed") == asked.digest:
        return None
    return confirmation.ask(request, asked, question)


def _name(character: Character | None) -> str:
    return character.name if character and character.name else "the character"


def _who(seat: Member, member: int) -> str:
    """What a member is called."""
    found = [one.name for one in seat.party.members.seated() if one.pk == member]
    return found[0] if found else "this member"


def _done(
    request: Request, id: uuid.UUID, do: Callable[[], object], seat: Member | None = None
) -> HttpResponse:
    """Does it and shows everybody as they sit now; or, to who has that `seat`, why it cannot be."""
    try:
        do()
    except Refused as refused:
        page = _page(request, seat or access.get_seat(request, id), refused.errors)
        return confirmation.instead_of_dialog(page)
    return responses.redirect_to(request, reverse("party_members", args=[id]))


def _sent(
    request: Request, seat: Member, form: Form, do: Callable[..., object], **shown: Form
) -> HttpResponse:
    """Does what one of the page's forms asks for and shows everybody as they sit now; or the page
    with the form and what is wrong with it.
    """
    if form.is_valid():
        try:
            do(**form.cleaned_data)
        except Refused as refused:
            form.refuse(refused)
        else:
            here = reverse("party_members", args=[seat.party.public_id])
            return responses.redirect_to(request, here)
    return _page(request, seat, form.messages, **shown)


def _free(request: Request, seat: Member) -> CharacterQuerySet:
    return access.own_characters(request).free(seat.party.system)


def _forms(request: Request, seat: Member) -> dict[str, Form]:
    """The forms of the page as they are at first."""
    return {
        "rename": RenameForm(initial={"name": seat.party.name}),
        "invite": InviteForm(),
        "bring": BringForm(characters=_free(request, seat)),
    }


def _page(
    request: Request, seat: Member, errors: dict[str, str] | None = None, **sent: Form
) -> HttpResponse:
    party = seat.party
    members = list(party.members.seated())
    characters = list(party.characters.order_by("name", "pk").select_related("owner"))
    of = {member.owner_id: member for member in members}
    context = {
        "seat": seat,
        "seated": [
            Seated(member, [one for one in characters if one.owner_id == member.owner_id])
            for member in members
        ],
        "strays": [one for one in characters if one.owner_id not in of],
        "invitations": list(_invitations(request, seat)) if seat.leads else [],
        "here_only": site.is_here_only(request),
        "forms": _forms(request, seat) | sent,
        "errors": errors or {},
        "key": form_data.new_key,
    }
    return render(request, "parties/members/index.html", context, status=422 if errors else 200)


def _invitations(request: Request, seat: Member) -> list[Invited]:
    found = []
    for row in seat.party.invitations.standing():
        code = secret_codes.told(secret_codes.INVITATION, row.nonce, row.digest)
        address = reverse("invitation", args=[code]) if code else ""
        where = site.address(request, address) if address else ""
        found.append(Invited(row, secret_codes.spaced(code), where))
    return found
