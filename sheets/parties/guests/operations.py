"""Guests: a seat in a party for one session, without an account, with a character of one's own.

A seat ends with its session. Whoever locks a party and an owner locks the party first.
"""

from datetime import timedelta

import msgspec
from django.db.models import F
from django.utils import timezone

from rules import registry
from sheets import secret_codes
from sheets.bounded_storage import NewCharacter
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
from sheets.parties.operations import check_capacity
from sheets.parties.sessions import rows
from sheets.print_pages import return_codes
from sheets.writes import Operation, check_unchanged, stored

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


class OpenTable(Operation[Member, None]):
    """Lets guests in by a link, for the running session; begins one where none is running. An open
    table stays open.
    """

    verb = "open to guests"

    def save(self) -> None:
        open_for_guests(self.row.party, OPEN_FOR)


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


class CloseTable(Operation[Member, None]):
    """Lets no further guests in. Those who have a seat keep it."""

    verb = "close to guests"

    def save(self) -> None:
        self.row.party.invitations.filter(guests_of__isnull=False).delete()


def find_table(code: str) -> Invitation:
    """The open table with that code. Raises Refused for any other code."""
    found = Invitation.objects.for_guests().filter(
        digest=secret_codes.digest(secret_codes.INVITATION, code)
    )
    found = found.select_related("party", "guests_of").defer(*PartySession.texts("guests_of"))
    invitation = found.first()
    if invitation is None:
        raise Refused({"code": NO_SEAT})
    return invitation


class TakeSeat(Operation[Owner, list[str]]):
    """Takes a guest's seat at an open table, with a pregenerated character if one is named; the
    public ids of the party and of the character, "" for none.

    A member stays a member; a guest of an earlier session gets a seat for the one that runs, which
    begins if none does. Raises Refused, by field, where the table is closed or full, or there is no
    such character.
    """

    code: str
    name: str
    pregen: str

    @property
    def content(self) -> tuple[str, ...]:
        digest = secret_codes.digest(secret_codes.INVITATION, self.code)
        return ("take seat", digest, self.name, self.pregen)

    def prepare(self, row: Owner) -> None:
        self.invitation = find_table(self.code)
        party = self.invitation.party
        self.seen = {party.pk: stored(party)}
        if not self.name.strip() and row.user_id is None:
            raise Refused({"name": NO_NAME})
        if self.pregen and party.characters.filter(owner=row).count() >= MOST_EACH:
            raise Refused({"pregen": ENOUGH})
        self.newcomer = self.pregen and _Newcomer(party, row, self.pregen, self.name)

    def save(self) -> list[str]:
        party = self.invitation.party
        check_unchanged(Party.objects.select_for_update(no_key=True).filter(pk=party.pk), self.seen)
        if not Invitation.objects.for_guests().filter(pk=self.invitation.pk).exists():
            raise Refused({"code": NO_SEAT})
        session = self.invitation.guests_of
        if session is None or not session.is_running:
            session = rows.ensure_running(party)
        _sit_down(self.row, self.invitation, session, self.name.strip())
        character = self.newcomer.save() if self.newcomer else None
        rows.save_party(party)
        return [str(party.public_id), str(character.public_id) if character else ""]


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


class _Newcomer:
    """A copy of a pregenerated character, or the one of a seat at a convention, in the party, under
    its rules, unsaved.
    """

    def __init__(self, party: Party, owner: Owner, pregen: str, player: str) -> None:
        self.seat = next((seat for seat in free_seats(party) if seat.id == pregen), None)
        if self.seat is None and pregen.startswith(PREFIX):
            raise Refused({"pregen": TAKEN})
        source = self.seat or all_pregens().get(pregen)
        if source is None or source.document.system != party.system:
            raise Refused({"pregen": NO_PREGEN})
        system = registry.get(party.system)
        document = msgspec.structs.replace(source.document, player=player.strip())
        self.document = system.house.moved(document, system.house.read(party.house))
        self.character = Character(owner=owner, party=party, finished_at=timezone.now())
        self.new = NewCharacter(self.character, self.document)

    def save(self) -> Character:
        """The character, saved, in its seat."""
        self.new.save()
        if self.seat is not None:
            seat = self.seat.row
            rows = ConventionSeat.objects.filter(pk=seat.pk, character=seat.character_id)
            if not rows.update(character=self.character):
                raise Refused({"pregen": TAKEN})
            return_codes.hand_over(seat, self.character, self.document)
        return self.character
