"""The members page of a party: members and their characters, invitations, roles, and deleting the
party.
"""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.sheet.sections import Sheet
from sheets import access, confirmation, form_data, responses, secret_codes, site
from sheets.access import Request
from sheets.confirmation import Confirmation
from sheets.errors import FieldConflict, NeedsConfirmation, Refused
from sheets.forms import Form
from sheets.models import Character, Invitation, Member
from sheets.models.character import CharacterQuerySet
from sheets.parties import consequences, operations, seats
from sheets.parties.forms import BringForm, DeletePartyForm, InviteForm, RenameForm
from sheets.remembered import Remembered
from sheets.storage import CorruptRow
from sheets.writes import Operation


@dataclass(frozen=True)
class MemberRow:
    """A member and their characters in the party, each with its sheet; None for a damaged one."""

    member: Member
    characters: list[tuple[Character, Sheet | None]]


@dataclass(frozen=True)
class InvitationRow:
    """An open invitation with its code and its link; both are "" where the site's key was replaced
    since.
    """

    row: Invitation
    code: str
    address: str


@require_safe
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The members page."""
    return _page(request, access.get_membership(request, id))


@require_POST
def rename(request: Request, id: uuid.UUID) -> HttpResponse:
    """Renames the party."""
    member_access, key = access.leading_access(request, id), form_data.key(request.POST)
    membership = access.get_leading_membership(request, id)
    form = RenameForm(request.POST, initial={"name": membership.party.name})

    def operation(**values: str) -> operations.Rename:
        return operations.Rename(member_access, since=form.sent["name"], key=key, **values)

    return _form_answer(request, membership, form, operation, rename=form)


@require_POST
def invite(request: Request, id: uuid.UUID) -> HttpResponse:
    """Makes an invitation."""
    member_access, key = access.leading_access(request, id), form_data.key(request.POST)
    membership = access.get_leading_membership(request, id)
    form = InviteForm(request.POST)
    return _form_answer(
        request, membership, form, partial(operations.Invite, member_access, key=key), invite=form
    )


@require_POST
def revoke(request: Request, id: uuid.UUID, invitation: int) -> HttpResponse:
    """Revokes an invitation, after a confirmation."""
    member_access, key = access.leading_access(request, id), form_data.key(request.POST)
    membership = access.get_leading_membership(request, id)
    consequence = consequences.revoke(membership, invitation)
    question = _members_question(id, "Revoke this invitation?", "Revoke invitation")
    do = operations.Revoke(member_access, invitation=invitation, key=key).run
    return _confirm(request, consequence, question) or _members_answer(request, id, do, membership)


@require_POST
def bring(request: Request, id: uuid.UUID) -> HttpResponse:
    """Brings one of the member's own characters into the party."""
    member_access, key = access.member_access(request, id), form_data.key(request.POST)
    member_access.check()  # who only looks on has a membership of its own to read from
    membership = access.get_membership(request, id)
    form = BringForm(request.POST, characters=_free_characters(request, membership))
    return _form_answer(
        request, membership, form, partial(operations.Bring, member_access, key=key), bring=form
    )


@require_POST
def take_out(request: Request, id: uuid.UUID) -> HttpResponse:
    """Takes the user's own character out of its party, after a confirmation."""
    character = access.get_own_character(request, id)
    question = Confirmation(
        f"Take {_character_name(character)} out of the party?",
        "Take out",
        reverse("character", args=[id]),
        is_destructive=True,
    )
    if answer := _confirm(request, consequences.take_out(character), question):
        return answer
    character_access, key = access.character_access(request, id), form_data.key(request.POST)
    operations.TakeOut(character_access, key=key).run()
    return responses.redirect_to(request, reverse("character", args=[id]))


@require_POST
def send_away(request: Request, id: uuid.UUID, character: uuid.UUID) -> HttpResponse:
    """Removes a member's character from the party, after a confirmation."""
    member_access, key = access.leading_access(request, id), form_data.key(request.POST)
    membership = access.get_leading_membership(request, id)
    guest = membership.party.characters.filter(public_id=character).first()
    heading = f"Remove {_character_name(guest)} from the party?"
    question = _members_question(id, heading, "Remove character", is_destructive=True)
    do = operations.SendAway(member_access, character=character, key=key).run
    consequence = consequences.send_away(membership, character)
    return _confirm(request, consequence, question) or _members_answer(request, id, do, membership)


@require_POST
def leave(request: Request, id: uuid.UUID) -> HttpResponse:
    """Leaves the party, after a confirmation."""
    member_access, membership = (
        access.member_access(request, id),
        access.get_membership(request, id),
    )
    if not membership.is_kept:
        raise Http404
    question = _members_question(
        id, f"Leave {membership.party.name}?", "Leave party", is_destructive=True
    )
    if answer := _confirm(request, consequences.leave(membership), question):
        return answer
    try:
        seats.Leave(member_access, key=form_data.key(request.POST)).run()
    except Refused as refused:
        return _page(request, membership, refused.errors)
    messages.success(request, "You have left the party. Your characters are still yours.")
    return redirect("parties")


@require_POST
def remove(request: Request, id: uuid.UUID, member: int) -> HttpResponse:
    """Removes a member, after a confirmation."""
    member_access, key = access.leading_access(request, id), form_data.key(request.POST)
    membership = access.get_leading_membership(request, id)
    heading = f"Remove {_member_name(membership, member)} from {membership.party.name}?"
    question = _members_question(id, heading, "Remove member", is_destructive=True)
    do = seats.Remove(member_access, member=member, key=key).run
    consequence = consequences.remove(membership, member)
    return _confirm(request, consequence, question) or _members_answer(request, id, do, membership)


@require_POST
def appoint(request: Request, id: uuid.UUID, member: int) -> HttpResponse:
    """Makes a member a co-GM or a player, after a confirmation."""
    member_access, key = access.gm_access(request, id), form_data.key(request.POST)
    membership, role = access.get_gm_membership(request, id), request.POST.get("role", "")
    lifts = role == Member.Role.CO_GM
    heading = f"Make {_member_name(membership, member)} a {'co-GM' if lifts else 'player'}?"
    question = _members_question(id, heading, "Make co-GM" if lifts else "Make player")
    do = seats.Appoint(member_access, member=member, role=role, key=key).run
    consequence = consequences.appoint(membership, member, role)
    return _confirm(request, consequence, question) or _members_answer(request, id, do, membership)


@require_POST
def hand_over(request: Request, id: uuid.UUID, member: int) -> HttpResponse:
    """Makes another member the game master, after a confirmation."""
    member_access, key = access.gm_access(request, id), form_data.key(request.POST)
    membership = access.get_gm_membership(request, id)
    heading = f"Make {_member_name(membership, member)} the game master?"
    question = _members_question(id, heading, "Hand over", is_destructive=True)
    do = seats.HandOver(member_access, member=member, key=key).run
    consequence = consequences.hand_over(membership, member)
    return _confirm(request, consequence, question) or _members_answer(request, id, do, membership)


@require_http_methods(["GET", "HEAD", "POST"])
def dissolve(request: Request, id: uuid.UUID) -> HttpResponse:
    """Deletes the party, after its name was typed. Shows the consequences first."""
    membership, form = access.get_gm_membership(request, id), DeletePartyForm.of(request)
    if form.is_valid():
        member_access, key = access.gm_access(request, id), form_data.key(request.POST)
        try:
            seats.Dissolve(member_access, **form.cleaned_data, key=key).run()
        except Refused as refused:
            form.refuse(refused)
        else:
            messages.success(request, f"{membership.party.name} is deleted.")
            return redirect("parties")
    context = {
        "membership": membership,
        "said": consequences.dissolve(membership),
        "form": form,
        "key": form_data.new_key,
    }
    return render(request, "parties/dissolve.html", context, status=form.status)


def _members_question(
    id: uuid.UUID, heading: str, button: str, *, is_destructive: bool = False
) -> Confirmation:
    return Confirmation(
        heading, button, reverse("party_members", args=[id]), is_destructive=is_destructive
    )


def _confirm(
    request: Request, consequences: NeedsConfirmation | None, question: Confirmation
) -> HttpResponse | None:
    """The page that asks for a confirmation; None once it was given or where there are no
    consequences.
    """
    if consequences is None or request.POST.get("confirmed") == consequences.digest:
        return None
    return confirmation.ask_to_confirm(request, consequences, question)


def _character_name(character: Character | None) -> str:
    return character.name if character and character.name else "the character"


def _member_name(membership: Member, member: int) -> str:
    """The name of a member's account."""
    names = [row.name for row in membership.party.members.seated() if row.pk == member]
    return names[0] if names else "this member"


def _members_answer(
    request: Request,
    id: uuid.UUID,
    operation: Callable[[], object],
    membership: Member | None = None,
) -> HttpResponse:
    """Runs an operation and redirects to the members page; 422 with the reason where it is
    refused.
    """
    try:
        operation()
    except Refused as refused:
        page = _page(request, membership or access.get_membership(request, id), refused.errors)
        return confirmation.replace_page(page)
    return responses.redirect_to(request, reverse("party_members", args=[id]))


def _form_answer(
    request: Request,
    membership: Member,
    form: Form,
    operation: Callable[..., Operation[Member, Any]],
    **forms: Form,
) -> HttpResponse:
    """Runs an operation with a valid form and redirects to the members page; else the page with the
    form's errors.
    """
    if form.is_valid():
        try:
            operation(**form.cleaned_data).run()
        except Refused as refused:
            form.refuse(refused)
        except FieldConflict as conflict:
            form.refuse_stale(conflict)
        else:
            members_page = reverse("party_members", args=[membership.party.public_id])
            return responses.redirect_to(request, members_page)
    return _page(request, membership, form.messages, **forms)


def _free_characters(request: Request, membership: Member) -> CharacterQuerySet:
    return access.own_characters(request).free(membership.party.system)


def _page_forms(request: Request, membership: Member) -> dict[str, Form]:
    """The forms of the page, before anything is typed."""
    return {
        "rename": RenameForm(initial={"name": membership.party.name}),
        "invite": InviteForm(),
        "bring": BringForm(characters=_free_characters(request, membership)),
    }


def _page(
    request: Request, membership: Member, errors: dict[str, str] | None = None, **forms: Form
) -> HttpResponse:
    party = membership.party
    members = list(party.members.present().seated())
    in_party = party.characters.order_by("name", "pk")
    characters = list(in_party.with_portrait())
    sheets = [None if isinstance(sheet, CorruptRow) else sheet for sheet in _SHEETS.of(characters)]
    context = {
        "membership": membership,
        "seated": [
            MemberRow(
                member,
                [
                    (character, sheet)
                    for character, sheet in zip(characters, sheets, strict=True)
                    if character.owner_id == member.owner_id
                ],
            )
            for member in members
        ],
        "invitations": list(_invitations(request, membership)) if membership.leads else [],
        "here_only": site.is_here_only(request),
        "forms": _page_forms(request, membership) | forms,
        "errors": errors or {},
        "key": form_data.new_key,
    }
    status = next((form.status for form in forms.values()), 422 if errors else 200)
    return render(request, "parties/members/index.html", context, status=status)


_SHEETS = Remembered(lambda stored: stored.opened.summary)


def _invitations(request: Request, membership: Member) -> list[InvitationRow]:
    rows = []
    for row in membership.party.invitations.for_members():
        code = secret_codes.restore(secret_codes.INVITATION, row.nonce, row.digest)
        address = reverse("invitation", args=[code]) if code else ""
        link = site.address(request, address) if address else ""
        rows.append(InvitationRow(row, secret_codes.grouped(code), link))
    return rows
