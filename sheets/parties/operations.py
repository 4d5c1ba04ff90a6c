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
from sheets.access import CharacterAccess, MemberAccess, lock_characters
from sheets.errors import Conflict, Refused
from sheets.models import Character, Invitation, Member, Owner, Party
from sheets.models.character import CharacterQuerySet
from sheets.storage import fill_or_refuse
from sheets.writes import Form, Keep, Mine, check_unchanged, stored, write, write_prepared

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


def create(owner: Owner, *, name: str, system: str, key: str) -> uuid.UUID:
    """A new party with its owner as the game master; returns its public id. Raises Refused, by
    field.
    """

    def change(owner: Owner) -> str:
        quotas.check_party(owner, "name")
        party = Party.objects.create(name=name, system=system)
        Member.objects.create(party=party, owner=owner, role=Member.Role.GM)
        return str(party.public_id)

    return uuid.UUID(write(lambda: owner, change, form=Form(key, ("party", name, system))))


def rename(member_access: MemberAccess, *, name: str, key: str) -> None:
    """Renames the party."""

    def change(membership: Member) -> None:
        membership.party.name = name
        save_change(membership.party, "name")

    write(member_access.lock, change, form=party_form(member_access, key, "rename", name))


def keep_notes(member_access: MemberAccess, *, notes: str, was: str, key: str) -> None:
    """Saves the game master's private notes. Raises Conflict where they are no longer what they
    `was`, because another page has changed them.
    """

    def change(membership: Member) -> None:
        if membership.party.notes not in (was, notes):
            raise Conflict(
                "These notes were changed on another page. Reload to see the new version."
            )
        membership.party.notes = notes
        membership.party.save(update_fields=["notes"])

    write(member_access.lock, change, form=party_form(member_access, key, "notes", notes, was))


def invite(member_access: MemberAccess, *, days: int, key: str) -> int:
    """Makes an invitation that lasts so many days; returns its row."""

    def change(membership: Member) -> int:
        if membership.party.invitations.standing().count() >= MOST_INVITATIONS:
            raise Refused(
                {"days": f"{MOST_INVITATIONS} invitations are open already. Revoke one first."}
            )
        nonce, digest = secret_codes.new_code(secret_codes.INVITATION)
        expires_at = timezone.now() + timedelta(days=days)
        invitation = Invitation.objects.create(
            party=membership.party, nonce=nonce, digest=digest, expires_at=expires_at
        )
        return invitation.pk

    return write(
        member_access.lock, change, form=party_form(member_access, key, "invite", str(days))
    )


def revoke(member_access: MemberAccess, *, invitation: int, key: str) -> None:
    """Revokes an invitation. One that is gone stays gone."""

    def change(membership: Member) -> None:
        membership.party.invitations.filter(pk=invitation).delete()

    write(
        member_access.lock, change, form=party_form(member_access, key, "revoke", str(invitation))
    )


def find_invitation(code: str) -> Invitation:
    """The open invitation with that code. Raises Refused for any other code."""
    invitations = Invitation.objects.for_members().filter(
        digest=secret_codes.digest(secret_codes.INVITATION, code)
    )
    invitation = invitations.select_related("party").first()
    if invitation is None:
        raise Refused({"code": NO_INVITATION})
    return invitation


def join(owner: Owner, *, code: str, character: uuid.UUID | None, key: str) -> uuid.UUID:
    """Joins the party of an invitation, with a character if one is named; returns the party's
    public id.

    A member stays one, and a guest becomes one. Raises Refused, by field, where the invitation has
    ended or the character cannot come; then the user does not join either.
    """

    def prepare(owner: Owner) -> Keep[str]:
        invitation = find_invitation(code)
        party = invitation.party
        stored_before = {party.pk: stored(party)}
        take_in = _prepare_to_bring(party, owner, character) if character is not None else None

        def save() -> str:
            locked = Party.objects.select_for_update(no_key=True).filter(pk=party.pk)
            check_unchanged(locked, stored_before)
            if not Invitation.objects.filter(pk=invitation.pk).exists():
                raise Refused({"code": NO_INVITATION})
            if not party.members.filter(owner=owner, guest_of=None).exists():
                check_capacity(owner, party)
                defaults = {"role": Member.Role.PLAYER, "guest_of": None, "guest_name": ""}
                Member.objects.update_or_create(party=party, owner=owner, defaults=defaults)
                Invitation.objects.filter(pk=invitation.pk).update(uses=F("uses") + 1)
            if take_in:
                take_in()
            save_change(party)
            return str(party.public_id)

        return save

    digest = secret_codes.digest(secret_codes.INVITATION, code)
    form = Form(key, ("join", digest, str(character or "")))
    return uuid.UUID(write_prepared(Mine(owner), prepare, form=form))


def bring(member_access: MemberAccess, *, character: uuid.UUID | None, key: str) -> None:
    """Brings one of a member's own characters into the party. Raises Refused where it cannot
    come.
    """

    def prepare(membership: Member) -> Keep[None]:
        take_in = _prepare_to_bring(membership.party, membership.owner, character)

        def bring_along() -> None:
            take_in()
            save_change(membership.party)

        return bring_along

    write_prepared(
        member_access, prepare, form=party_form(member_access, key, "bring", str(character or ""))
    )


def take_out(character_access: CharacterAccess, *, key: str) -> None:
    """Takes the user's own character out of its party. It keeps its copy of the party's rules."""

    def change(character: Character) -> None:
        if character.party_id is not None:
            character.party = None
            _save_character(character)

    write(character_access.lock, change, form=Form(key, ("take out", str(character_access.id))))


def send_away(member_access: MemberAccess, *, character: uuid.UUID, key: str) -> None:
    """Removes a character from the party. For the GM and co-GMs; a co-GM cannot remove the game
    master's own.
    """

    def change(membership: Member) -> None:
        _check_not_gms(membership, character)
        remove_characters(membership.party.characters.filter(public_id=character))
        save_change(membership.party)

    write(
        member_access.lock, change, form=party_form(member_access, key, "send away", str(character))
    )


def _check_not_gms(membership: Member, id: uuid.UUID) -> None:
    """Raises Refused where a co-GM would remove a character of the game master's own."""
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
        character, system.in_house(document, system.take_house(party.house)), field="character"
    )
    character.party, character.house_confirmed = party, False


def put_new_into_party(character: Character, member_access: MemberAccess) -> Keep[None]:
    """Puts a new character into a party, unsaved (`put_into_party`). Returns the check, to be run
    under the lock, that the party has not changed. Part of an operation.
    """
    membership = member_access.read()
    stored_before = {membership.pk: stored(membership)}
    put_into_party(character, membership.party)
    return lambda: check_unchanged([member_access.lock()], stored_before)


def _prepare_to_bring(party: Party, owner: Owner, id: uuid.UUID | None) -> Keep[None]:
    """Prepares to bring a character of the owner's into a locked party; returns what saves it."""
    character = Character.objects.filter(owner=owner, public_id=id).first() if id else None
    if character is None:
        raise Refused({"character": NOT_YOURS})
    stored_before = {character.pk: stored(character)}
    if is_new := character.party_id != party.pk:
        put_into_party(character, party)

    def take_in() -> None:
        check_unchanged(lock_characters(Character.objects.filter(pk=character.pk)), stored_before)
        if is_new:
            _save_character(character)

    return take_in


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


def party_form(member_access: MemberAccess, key: str, *content: str) -> Form:
    """The receipt form of an operation on a party."""
    return Form(key, (*content, str(member_access.party)))
