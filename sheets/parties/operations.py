"""Parties: made, led, joined, left. A character is in one at a time, and takes its rules with it.

Whoever locks a party and characters locks the party first.
"""

import uuid
from datetime import timedelta

from django.db.models import F
from django.utils import timezone

from rules import registry
from sheets import quotas, secret_codes, storage
from sheets.access import CharacterAccess, MemberAccess, lock_characters
from sheets.errors import Conflict, Refused
from sheets.models import Character, Invitation, Member, Owner, Party
from sheets.models.character import CharacterQuerySet
from sheets.storage import fill_or_refuse
from sheets.writes import Form, Keep, Mine, check_unchanged, stored, write, write_prepared

LONGEST_NAME = 120
LONGEST_NOTES = 20_000
MOST_MEMBERS = 30
MOST_INVITATIONS = 20
# For how many days an invitation may stand.
LASTS = (1, 7, 30)

NO_INVITATION = (
    "No invitation has this code, or it has ended. Look at it once more, or ask for another."
)
IN_ANOTHER = "{name} is in another party. Take it out of that one first."
ANOTHER_GAME = "{name} is a character of {own}; this party plays {game}."
NOT_YOURS = "Choose one of your own characters."
OF_THE_CHAIR = "{name} is the game master's own: nobody else removes it from the party."


def create(owner: Owner, *, name: str, system: str, key: str) -> uuid.UUID:
    """A new party, with the owner as its game master; its public id. Refused by field."""

    def change(owner: Owner) -> str:
        quotas.check_party(owner, "name")
        party = Party.objects.create(name=name, system=system)
        Member.objects.create(party=party, owner=owner, role=Member.Role.GM)
        return str(party.public_id)

    return uuid.UUID(write(lambda: owner, change, form=Form(key, ("party", name, system))))


def rename(claim: MemberAccess, *, name: str, key: str) -> None:
    """Calls the party something else."""

    def change(seat: Member) -> None:
        seat.party.name = name
        changed(seat.party, "name")

    write(claim.lock, change, form=party_form(claim, key, "rename", name))


def keep_notes(claim: MemberAccess, *, notes: str, was: str, key: str) -> None:
    """Keeps the game master's private notes; Conflict where another page has changed them since
    they were `was`.
    """

    def change(seat: Member) -> None:
        if seat.party.notes not in (was, notes):
            raise Conflict("These notes were changed in another place since the page was shown.")
        seat.party.notes = notes
        seat.party.save(update_fields=["notes"])

    write(claim.lock, change, form=party_form(claim, key, "notes", notes, was))


def invite(claim: MemberAccess, *, days: int, key: str) -> int:
    """A new invitation that stands for so many days; its row."""

    def change(seat: Member) -> int:
        if seat.party.invitations.standing().count() >= MOST_INVITATIONS:
            raise Refused({"days": "There are many invitations already. Revoke one of them first."})
        nonce, digest = secret_codes.new(secret_codes.INVITATION)
        ends = timezone.now() + timedelta(days=days)
        made = Invitation.objects.create(
            party=seat.party, nonce=nonce, digest=digest, expires_at=ends
        )
        return made.pk

    return write(claim.lock, change, form=party_form(claim, key, "invite", str(days)))


def revoke(claim: MemberAccess, *, invitation: int, key: str) -> None:
    """Ends an invitation now. One that is gone already stays so."""

    def change(seat: Member) -> None:
        seat.party.invitations.filter(pk=invitation).delete()

    write(claim.lock, change, form=party_form(claim, key, "revoke", str(invitation)))


def invited(code: str) -> Invitation:
    """The invitation of that code, while it stands; Refused for any other code."""
    found = Invitation.objects.standing().filter(
        digest=secret_codes.digest(secret_codes.INVITATION, code)
    )
    invitation = found.select_related("party").first()
    if invitation is None:
        raise Refused({"code": NO_INVITATION})
    return invitation


def join(owner: Owner, *, code: str, character: uuid.UUID | None, key: str) -> uuid.UUID:
    """Takes a seat, and brings a character if one is named; the party's public id.

    Who has a seat already keeps it. Refused, by field, where the invitation does not stand (any
    more) or the character cannot come along: then no seat is taken either.
    """

    def prepare(owner: Owner) -> Keep[str]:
        invitation = invited(code)
        party = invitation.party
        seen = {party.pk: stored(party)}
        take_in = _taken_in(party, owner, character) if character is not None else None

        def sit_down() -> str:
            locked = Party.objects.select_for_update(no_key=True).filter(pk=party.pk)
            check_unchanged(locked, seen)
            if not Invitation.objects.filter(pk=invitation.pk).exists():
                raise Refused({"code": NO_INVITATION})
            if not party.members.filter(owner=owner).exists():
                _check_room(owner, party)
                Member.objects.create(party=party, owner=owner, role=Member.Role.PLAYER)
                Invitation.objects.filter(pk=invitation.pk).update(uses=F("uses") + 1)
            if take_in:
                take_in()
            changed(party)
            return str(party.public_id)

        return sit_down

    digest = secret_codes.digest(secret_codes.INVITATION, code)
    form = Form(key, ("join", digest, str(character or "")))
    return uuid.UUID(write_prepared(Mine(owner), prepare, form=form))


def bring(claim: MemberAccess, *, character: uuid.UUID | None, key: str) -> None:
    """Brings one of a member's own characters into the party. Refused where it cannot come."""

    def prepare(seat: Member) -> Keep[None]:
        take_in = _taken_in(seat.party, seat.owner, character)

        def bring_along() -> None:
            take_in()
            changed(seat.party)

        return bring_along

    write_prepared(claim, prepare, form=party_form(claim, key, "bring", str(character or "")))


def take_out(claim: CharacterAccess, *, key: str) -> None:
    """Takes one's own character out of its party. It keeps its copies of the party's rules."""

    def change(character: Character) -> None:
        if character.party_id is not None:
            character.party = None
            _save(character)

    write(claim.lock, change, form=Form(key, ("take out", str(claim.id))))


def send_away(claim: MemberAccess, *, character: uuid.UUID, key: str) -> None:
    """Takes somebody's character out of the party; for who leads it. The game master's own are not
    sent away by co-GMs.
    """

    def change(seat: Member) -> None:
        _check_chair(seat, character)
        let_go(seat.party.characters.filter(public_id=character))
        changed(seat.party)

    write(claim.lock, change, form=party_form(claim, key, "send away", str(character)))


def _check_chair(seat: Member, id: uuid.UUID) -> None:
    """Refused where a co-GM would send away a character of the game master's own."""
    if seat.is_gm:
        return
    own = seat.party.members.filter(role=Member.Role.GM).values("owner")
    found = seat.party.characters.filter(public_id=id, owner__in=own).first()
    if found is not None:
        raise Refused({"character": OF_THE_CHAIR.format(name=found.name or "It")})


def settle(character: Character, party: Party) -> None:
    """Puts a character into a party, with the party's rules; unsaved. What was accepted elsewhere
    is a claim here, until this party's game master repeats it. Refused, at `character`, where it
    plays another game, is in another party, or cannot be read. Part of an operation.
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
        raise Refused({"character": f"{name} cannot be read, so it cannot come along."}) from None
    fill_or_refuse(
        character, system.in_house(document, system.take_house(party.house)), field="character"
    )
    character.party, character.house_confirmed = party, False


def settled(character: Character, claim: MemberAccess) -> Keep[None]:
    """A new character in the party of that seat, unsaved (`settle`), and what sees to it, under the
    lock, that the party is still as it was. Part of an operation.
    """
    seat = claim.read()
    seen = {seat.pk: stored(seat)}
    settle(character, seat.party)
    return lambda: check_unchanged([claim.lock()], seen)


def _taken_in(party: Party, owner: Owner, id: uuid.UUID | None) -> Keep[None]:
    """What takes a character of the owner's into a party that is locked."""
    character = Character.objects.filter(owner=owner, public_id=id).first() if id else None
    if character is None:
        raise Refused({"character": NOT_YOURS})
    seen = {character.pk: stored(character)}
    if is_new := character.party_id != party.pk:
        settle(character, party)

    def take_in() -> None:
        check_unchanged(lock_characters(Character.objects.filter(pk=character.pk)), seen)
        if is_new:
            _save(character)

    return take_in


def let_go(characters: CharacterQuerySet) -> None:
    """Takes characters out of their party, which is locked. Part of an operation."""
    for character in lock_characters(characters):
        character.party = None
        _save(character)


def _save(character: Character) -> None:
    character.version += 1
    character.save()


def changed(party: Party, *fields: str) -> None:
    """Saves what was decided for the party as a whole. Part of an operation."""
    party.version += 1
    party.save(update_fields=["version", *fields])


def _check_room(owner: Owner, party: Party) -> None:
    quotas.check_party(owner, "code")
    if party.members.count() >= MOST_MEMBERS:
        raise Refused({"code": f"This party is full: it has {MOST_MEMBERS} members."})


def party_form(claim: MemberAccess, key: str, *content: str) -> Form:
    """The receipt's form of what is done in a party."""
    return Form(key, (*content, str(claim.party)))
