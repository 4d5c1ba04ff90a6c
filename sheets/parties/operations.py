"""Parties: creating, inviting, joining, and moving characters in and out. A character is in one
party at a time, and follows its rules.

Whoever locks a party and characters locks the party first.
"""

import uuid
from datetime import timedelta

from django.db.models import F
from django.utils import timezone

from rules import registry
from sheets import quotas, secret_codes, storage
from sheets.access import MemberAccess, lock_characters
from sheets.bounded_storage import fill_or_refuse
from sheets.errors import Conflict, Refused
from sheets.form_data import SentField
from sheets.models import Character, Invitation, Member, Owner, Party
from sheets.models.character import CharacterQuerySet
from sheets.writes import Operation, check_unchanged, stored, touched_fields

LONGEST_NAME = 120
LONGEST_NOTES = 20_000
MOST_MEMBERS = 50
MOST_INVITATIONS = 20
# How many days an invitation can last.
INVITATION_DAYS = (1, 7, 30)

NO_INVITATION = "No open invitation has this code. Check it, or ask your GM for a new one."
IN_ANOTHER = "{name} is in another party. Take it out of that party first."
ANOTHER_GAME = "{name} is a character of {own}; this party plays {game}."
NOT_YOURS = "Choose one of your own characters."
OWNED_BY_GM = "{name} belongs to the game master. Only they can remove it from the party."


class Create(Operation[Owner, str]):
    """Makes a party with the owner as its game master; its public id. Raises Refused, by field."""

    verb = "party"
    name: str
    system: str

    def save(self) -> str:
        quotas.check_party(self.row, "name")
        party = Party.objects.create(name=self.name, system=self.system)
        Member.objects.create(party=party, owner=self.row, role=Member.Role.GM)
        return str(party.public_id)


class Rename(Operation[Member, None]):
    """Renames the party. FieldConflict if a page showed another name."""

    name: str
    since: SentField | None = None

    def save(self) -> None:
        if self.since and not touched_fields(
            {"name": self.since}, lambda _: (self.row.party.name,)
        ):
            return
        self.row.party.name = self.name
        save_change(self.row.party, "name")


class KeepNotes(Operation[Member, None]):
    """Saves the game master's private notes. Raises Conflict if they are no longer what they
    `was`, because another page has changed them.
    """

    verb = "notes"
    notes: str
    was: str

    def save(self) -> None:
        notes = self.row.party.gm_notes
        if notes.text not in (self.was, self.notes):
            raise Conflict(
                "These notes were changed on another page. Reload to see the new version."
            )
        notes.text = self.notes
        notes.save()


class Invite(Operation[Member, int]):
    """Makes an invitation that lasts so many days; its row."""

    days: int

    def save(self) -> int:
        party = self.row.party
        if party.invitations.standing().count() >= MOST_INVITATIONS:
            raise Refused(
                {"days": f"{MOST_INVITATIONS} invitations are open already. Revoke one first."}
            )
        nonce, digest = secret_codes.new_code(secret_codes.INVITATION)
        expires_at = timezone.now() + timedelta(days=self.days)
        return party.invitations.create(nonce=nonce, digest=digest, expires_at=expires_at).pk


class Revoke(Operation[Member, None]):
    """Revokes an invitation. One that is gone stays gone."""

    invitation: int

    def save(self) -> None:
        self.row.party.invitations.filter(pk=self.invitation).delete()


def find_invitation(code: str) -> Invitation:
    """The open invitation with that code. Raises Refused for any other code."""
    invitations = Invitation.objects.for_members().filter(
        digest=secret_codes.digest(secret_codes.INVITATION, code)
    )
    invitation = invitations.select_related("party").first()
    if invitation is None:
        raise Refused({"code": NO_INVITATION})
    return invitation


class Join(Operation[Owner, str]):
    """Joins the party of an invitation, with a character if one is named; the party's public id.

    A member stays one, and a guest becomes one. Raises Refused, by field, where the invitation has
    ended or the character cannot come; then the user does not join either.
    """

    code: str
    character: uuid.UUID | None

    @property
    def content(self) -> tuple[str, ...]:
        """With a hash of the code, which is a secret."""
        digest = secret_codes.digest(secret_codes.INVITATION, self.code)
        return ("join", digest, str(self.character or ""))

    def prepare(self, row: Owner) -> None:
        self.invitation = find_invitation(self.code)
        self.party = self.invitation.party
        self.seen = {self.party.pk: stored(self.party)}
        self.newcomer = self.character and Newcomer(self.party, row, self.character)

    def save(self) -> str:
        party = self.party
        check_unchanged(Party.objects.select_for_update(no_key=True).filter(pk=party.pk), self.seen)
        if not Invitation.objects.filter(pk=self.invitation.pk).exists():
            raise Refused({"code": NO_INVITATION})
        if not party.members.filter(owner=self.row, guest_of=None).exists():
            check_capacity(self.row, party)
            defaults = {"role": Member.Role.PLAYER, "guest_of": None, "guest_name": ""}
            Member.objects.update_or_create(party=party, owner=self.row, defaults=defaults)
            Invitation.objects.filter(pk=self.invitation.pk).update(uses=F("uses") + 1)
        if self.newcomer:
            self.newcomer.save()
        save_change(party)
        return str(party.public_id)


class Bring(Operation[Member, None]):
    """Brings one of a member's own characters into the party. Raises Refused if it cannot
    come.
    """

    character: uuid.UUID | None

    def prepare(self, row: Member) -> None:
        self.newcomer = Newcomer(row.party, row.owner, self.character)

    def save(self) -> None:
        self.newcomer.save()
        save_change(self.row.party)


class TakeOut(Operation[Character, None]):
    """Takes the user's own character out of its party. It keeps its copy of the party's rules."""

    def save(self) -> None:
        if self.row.party_id is not None:
            self.row.party = None
            _save_character(self.row)


class SendAway(Operation[Member, None]):
    """Removes a character from the party. For the GM and co-GMs; a co-GM cannot remove the game
    master's own.
    """

    character: uuid.UUID

    def save(self) -> None:
        _check_not_gms(self.row, self.character)
        remove_characters(self.row.party.characters.filter(public_id=self.character))
        save_change(self.row.party)


def _check_not_gms(membership: Member, id: uuid.UUID) -> None:
    """Raises Refused if a co-GM would remove a character of the game master's own."""
    if membership.is_gm:
        return
    own = membership.party.members.filter(role=Member.Role.GM).values("owner")
    character = membership.party.characters.filter(public_id=id, owner__in=own).first()
    if character is not None:
        raise Refused({"character": OWNED_BY_GM.format(name=character.name or "It")})


def put_into_party(character: Character, party: Party) -> None:
    """Puts a character into a party, under the party's rules; unsaved. Problems that another game
    master accepted have to be accepted again here. Part of an operation.

    Raises Refused, at `character`, where it is of another game, in another party, or unreadable.
    """
    name = character.name or "It"
    if character.system != party.system:
        own, game = (registry.name_of(slug) for slug in (character.system, party.system))
        raise Refused({"character": ANOTHER_GAME.format(name=name, own=own, game=game)})
    if character.party_id not in (None, party.pk):
        raise Refused({"character": IN_ANOTHER.format(name=name)})
    try:
        system, document = storage.read(character)
    except storage.CorruptRow:
        raise Refused({"character": f"{name} is damaged and can't join the party."}) from None
    fill_or_refuse(
        character,
        system.house.moved(document, system.house.read(party.house)),
        field="character",
    )
    character.party, character.house_confirmed = party, False


class PartyOfNew:
    """The party that a new character is put into, unsaved (`put_into_party`). Part of an
    operation.
    """

    def __init__(self, character: Character, member_access: MemberAccess) -> None:
        self.member_access = member_access
        membership = member_access.read()
        self.seen = {membership.pk: stored(membership)}
        put_into_party(character, membership.party)

    def check(self) -> None:
        """Locks the party, which has not changed."""
        check_unchanged([self.member_access.lock()], self.seen)


class Newcomer:
    """A character of the owner's on its way into a party, which is locked. Part of an operation.

    Raises Refused if there is none, or it cannot come.
    """

    def __init__(self, party: Party, owner: Owner, id: uuid.UUID | None) -> None:
        character = Character.objects.filter(owner=owner, public_id=id).first() if id else None
        if character is None:
            raise Refused({"character": NOT_YOURS})
        self.character = character
        self.seen = {character.pk: stored(character)}
        self.is_new = character.party_id != party.pk
        if self.is_new:
            put_into_party(character, party)

    def save(self) -> None:
        """Saves it, where it was not in the party before."""
        rows = lock_characters(Character.objects.filter(pk=self.character.pk))
        check_unchanged(rows, self.seen)
        if self.is_new:
            _save_character(self.character)


def remove_characters(characters: CharacterQuerySet) -> None:
    """Takes characters out of their party, which is locked. Part of an operation."""
    for character in lock_characters(characters):
        character.party = None
        _save_character(character)


def _save_character(character: Character) -> None:
    character.version += 1
    character.save()


def save_change(party: Party, *fields: str) -> None:
    """Saves these fields of a party and raises its version. Part of an operation."""
    party.version += 1
    party.save(update_fields=["version", *fields])


def check_capacity(owner: Owner, party: Party) -> None:
    """Raises Refused, at `code`, where the party is full, or the owner is in too many. Part of an
    operation.
    """
    quotas.check_party(owner, "code")
    if party.members.present().count() >= MOST_MEMBERS:
        raise Refused({"code": f"This party is full: it has {MOST_MEMBERS} members."})
