"""Guests: a seat in a party for one session, without an account, with a character of one's own.

A seat ends with its session. Whoever locks a party and an owner locks the party first.
"""

from collections.abc import Callable
from datetime import timedelta

import msgspec
from django.db.models import F
from django.utils import timezone

from rules import registry
from sheets import secret_codes, storage
from sheets.access import MemberAccess
from sheets.demo import all_pregens
from sheets.errors import Refused
from sheets.models import (
    Character,
    ConventionSeat,
    Invitation,
    Member,
    Owner,
    Party,
    PartySession,
)
from sheets.parties.convention.seats import PREFIX, free_seats
from sheets.parties.operations import check_capacity, party_form
from sheets.parties.sessions import rows
from sheets.print_pages import return_codes
from sheets.writes import Form, Keep, Mine, check_unchanged, stored, write, write_prepared

LONGEST_NAME = 60
# How long a table for guests stays open if its session does not end before.
OPEN_FOR = timedelta(days=2)
# And one at a convention, whose codes are printed days before.
CONVENTION_OPEN_FOR = timedelta(days=60)
NO_SEAT = "This table takes no guests any more. Ask your game master for a new link."
NO_NAME = "Type your name, so that the table knows who you are."
# A guest takes one character, or another when that one dies; nobody fills the board with them.
MOST_EACH = 4
ENOUGH = f"You have {MOST_EACH} characters at this table. Take one out of the party first."
TAKEN = "Someone else has just taken this character. Choose another."
NO_PREGEN = "This character doesn't exist. Choose another."


def open_table(member_access: MemberAccess, *, key: str) -> None:
    """Lets guests in by a link, for the running session; begins one where none is running. An open
    table stays open.
    """

    def change(membership: Member) -> None:
        open_for_guests(membership.party, OPEN_FOR)

    write(member_access.lock, change, form=party_form(member_access, key, "open to guests"))


def open_for_guests(party: Party, lasting: timedelta) -> None:
    """Opens a locked party to guests for so long, unless it is open for longer. Part of an
    operation.
    """
    session, until = rows.ensure_running(party), timezone.now() + lasting
    if party.invitations.for_guests().exists():
        party.invitations.for_guests().filter(expires_at__lt=until).update(expires_at=until)
    else:
        nonce, digest = secret_codes.new_code(secret_codes.INVITATION)
        Invitation.objects.create(
            party=party, nonce=nonce, digest=digest, expires_at=until, guests_of=session
        )
    rows.save_party(party)


def close_table(member_access: MemberAccess, *, key: str) -> None:
    """Lets no further guests in. Those who have a seat keep it."""

    def change(membership: Member) -> None:
        membership.party.invitations.filter(guests_of__isnull=False).delete()

    write(member_access.lock, change, form=party_form(member_access, key, "close to guests"))


def find_table(code: str) -> Invitation:
    """The open table with that code. Raises Refused for any other code."""
    found = Invitation.objects.for_guests().filter(
        digest=secret_codes.digest(secret_codes.INVITATION, code)
    )
    invitation = found.select_related("party", "guests_of").first()
    if invitation is None:
        raise Refused({"code": NO_SEAT})
    return invitation


def take_seat(owner: Owner, *, code: str, name: str, pregen: str, key: str) -> list[str]:
    """Takes a guest's seat at an open table, with a pregenerated character if one is named; returns
    the public ids of the party and of the character, "" for none.

    A member stays a member; a guest of an earlier session gets a seat for the one that runs, which
    begins if none does. Raises Refused,
    by field, where the table is closed or full, or there is no such character.
    """

    def prepare(owner: Owner) -> Keep[list[str]]:
        invitation = find_table(code)
        party = invitation.party
        stored_before = {party.pk: stored(party)}
        if not name.strip() and owner.user_id is None:
            raise Refused({"name": NO_NAME})
        if pregen and party.characters.filter(owner=owner).count() >= MOST_EACH:
            raise Refused({"pregen": ENOUGH})
        character = Character(owner=owner, finished_at=timezone.now()) if pregen else None
        keep = _prepare_character(character, party, pregen, name) if character else None

        def save() -> list[str]:
            locked = Party.objects.select_for_update(no_key=True).filter(pk=party.pk)
            check_unchanged(locked, stored_before)
            if not Invitation.objects.for_guests().filter(pk=invitation.pk).exists():
                raise Refused({"code": NO_SEAT})
            session = invitation.guests_of
            if session is None or not session.is_running:
                session = rows.ensure_running(party)
            _sit_down(owner, invitation, session, name.strip())
            if keep:
                keep()
            rows.save_party(party)
            return [str(party.public_id), str(character.public_id) if character else ""]

        return save

    digest = secret_codes.digest(secret_codes.INVITATION, code)
    form = Form(key, ("take seat", digest, name, pregen))
    return write_prepared(Mine(owner), prepare, form=form)


def _sit_down(owner: Owner, invitation: Invitation, session: PartySession, name: str) -> None:
    """The seat itself, unless the owner is a member, or sits there already."""
    party = invitation.party
    seat = party.members.filter(owner=owner).first()
    if seat is not None and (not seat.is_guest or seat.guest_of_id == session.pk):
        return
    check_capacity(owner, party)
    seat = seat or Member(party=party, owner=owner, role=Member.Role.PLAYER)
    seat.guest_of, seat.guest_name = session, name
    seat.save()
    Invitation.objects.filter(pk=invitation.pk).update(uses=F("uses") + 1)


def _prepare_character(
    character: Character, party: Party, pregen: str, player: str
) -> Callable[[], None]:
    """A copy of a pregenerated character, or the one of a seat at a convention, in the party, under
    its rules, unsaved; returns what saves it.
    """
    seat = next((one for one in free_seats(party) if one.id == pregen), None)
    if seat is None and pregen.startswith(PREFIX):
        raise Refused({"pregen": TAKEN})
    found = all_pregens().get(pregen)
    document = seat.document if seat else found.document if found else None
    if document is None or document.system != party.system:
        raise Refused({"pregen": NO_PREGEN})
    system = registry.get(party.system)
    document = msgspec.structs.replace(document, player=player.strip())
    character.party = party
    document = system.in_house(document, system.take_house(party.house))
    keep = storage.kept(character, document)

    def save() -> None:
        keep()
        if seat is not None:
            rows = ConventionSeat.objects.filter(pk=seat.row.pk, character=seat.row.character_id)
            if not rows.update(character=character):
                raise Refused({"pregen": TAKEN})
            return_codes.hand_over(seat.row, character, document)

    return save
