"""The consequences for other people of what is done in a party, shown before it is done.

Each function returns what has to be confirmed; None if nothing will happen, because the
operation is refused or its subject is gone.
"""

import uuid

from rules.phrases import counted, joined
from sheets import secret_codes
from sheets.errors import NeedsConfirmation
from sheets.models import Character, Member

_NAMELESS = "An unnamed character"
_KEEPS = "{who} keeps the party's rules, its gear, and its history."
_ACCEPTED = "What the game master accepted for {who} has to be accepted again if it comes back."
_UNSEEN = "{who} leaves {party}: its board, log, and reviews, and any open requests."


def take_out(character: Character) -> NeedsConfirmation | None:
    """The owner takes a character out of its party. `character` was fetched with its party."""
    if character.party is None:
        return None
    name = character.name or _NAMELESS
    sentences = [
        _UNSEEN.format(who=name, party=character.party.name),
        f"{_KEEPS.format(who=name)} You can add it again.",
    ]
    return NeedsConfirmation([*sentences, *_lost_acceptances(character)])


def send_away(membership: Member, id: uuid.UUID) -> NeedsConfirmation | None:
    """A GM removes a member's character from the party."""
    rows = membership.party.characters.select_related("owner__user").filter(public_id=id)
    character = rows.first()
    if character is None or (not membership.is_gm and _belongs_to_gm(membership, character)):
        return None
    name = character.name or _NAMELESS
    player = character.owner.user.get_username() if character.owner.user else "its player"
    sentences = [
        _UNSEEN.format(who=name, party=membership.party.name),
        f"{_KEEPS.format(who=name)} Only {player} can add it again.",
    ]
    return NeedsConfirmation([*sentences, *_lost_acceptances(character)])


def leave(membership: Member) -> NeedsConfirmation | None:
    """A member leaves the party."""
    if membership.is_gm:
        return None
    sentences = [f"You no longer see {membership.party.name} or the sheets of its members."]
    if names := _character_names(membership):
        sentences.append(
            f"{names} leave{_verb_ending(membership)} with you, with what this party made for them."
        )
    return NeedsConfirmation([*sentences, "You can come back with an invitation."])


def remove(membership: Member, member: int) -> NeedsConfirmation | None:
    """A member is removed."""
    leaver = _member(membership, member)
    if leaver is None or leaver.is_gm or (leaver.leads and not membership.is_gm):
        return None
    sentences = [
        f"{leaver.name} no longer sees {membership.party.name} or the sheets of its members."
    ]
    if names := _character_names(leaver):
        sentences.append(
            f"{names} leave{_verb_ending(leaver)} too, with what this party made for them."
        )
    sentences.append(f"{leaver.name} can come back with an invitation.")
    return NeedsConfirmation([*sentences, *_open_invitations(membership)])


def appoint(membership: Member, member: int, role: str) -> NeedsConfirmation | None:
    """A member becomes a co-GM, or a player again."""
    changed = _member(membership, member)
    if changed is None or changed.is_gm or role == changed.role:
        return None
    if role == Member.Role.CO_GM:
        sentences = (
            f"{changed.name} sees your notes and every review of {membership.party.name}.",
            "They can play every character, request rolls, hand out, decide the rules, invite,"
            " and remove players, as you can.",
        )
    elif role == Member.Role.PLAYER:
        sentences = (
            f"{changed.name} no longer sees your notes or the reviews of {membership.party.name}.",
            "They can no longer hand out, request rolls, or play the characters of others.",
        )
    else:
        return None
    return NeedsConfirmation([*sentences, "You can change it back at any time."])


def hand_over(membership: Member, member: int) -> NeedsConfirmation | None:
    """Another member becomes the game master."""
    heir = _member(membership, member)
    if heir is None or heir.pk == membership.pk:
        return None
    return NeedsConfirmation(
        [
            f"{heir.name} becomes the game master of {membership.party.name}, and you a co-GM.",
            f"Only {heir.name} can hand the role back to you, make or remove co-GMs, and delete"
            " the party.",
        ]
    )


def revoke(membership: Member, invitation: int) -> NeedsConfirmation | None:
    """An invitation is revoked."""
    row = membership.party.invitations.standing().filter(pk=invitation).first()
    if row is None:
        return None
    code = secret_codes.grouped(
        secret_codes.restore(secret_codes.INVITATION, row.nonce, row.digest)
    )
    sentences = [
        f"Nobody can join with {f'the code {code} or its link' if code else 'it'} any more."
    ]
    if row.uses:
        singular, plural = "member who joined with it stays", "members who joined with it stay"
        sentences.append(f"{counted(row.uses, singular, plural)}.")
    return NeedsConfirmation(sentences)


def dissolve(membership: Member) -> list[str]:
    """The party is deleted. This is confirmed by typing its name."""
    others = membership.party.members.exclude(pk=membership.pk).count()
    characters = membership.party.characters.count()
    sentences = ["Its board, requests, notes, invitations, and rules are gone for good."]
    if others:
        sentences.append(f"{counted(others, 'other member')} can no longer see it.")
    if characters == 1:
        sentences.append(
            "Its character stays with its player, and keeps what this party made for it."
        )
    elif characters:
        sentences.append(
            f"Its {characters} characters stay with their players, and keep what this party made"
            " for them."
        )
    if Character.documents.filter(roster=membership.party, combatants=None).exists():
        sentences.append("Its opponents and ships move to the roster of whoever added them.")
    return sentences


def _member(membership: Member, id: int) -> Member | None:
    rows = Member.objects.filter(party=membership.party_id).select_related("owner__user")
    try:
        return rows.filter(pk=id).first()
    except OverflowError:
        return None


def _belongs_to_gm(membership: Member, character: Character) -> bool:
    chairs = membership.party.members.filter(role=Member.Role.GM, owner=character.owner_id)
    return chairs.exists()


def _character_names(membership: Member) -> str:
    """The names of a member's characters in the party."""
    rows = membership.party.characters.filter(owner=membership.owner_id).order_by("name", "pk")
    return joined(row.name or _NAMELESS for row in rows)


def _verb_ending(membership: Member) -> str:
    """The ending of a verb: "s" for one character, "" for several."""
    return "s" if membership.party.characters.filter(owner=membership.owner_id).count() == 1 else ""


def _lost_acceptances(character: Character) -> list[str]:
    house = character.house if isinstance(character.house, dict) else {}
    accepted = character.house_confirmed and house.get("accepted")
    return [_ACCEPTED.format(who=character.name or _NAMELESS)] if accepted else []


def _open_invitations(membership: Member) -> list[str]:
    """A removed member may still know an open invitation."""
    count = membership.party.invitations.standing().count()
    if not count:
        return []
    open_ones = "An invitation is open" if count == 1 else f"{count} invitations are open"
    return [f"{open_ones}. Revoke any that they know, or they can join again."]
