"""Who may see and who may change what. Nothing else decides that.

A character is its owner's to change. At the table, whoever leads its party plays it as well; the
members of its party see it, and so does whoever holds a link to it. What somebody may see and not
change is 403, and what they may not see is not there: 404.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest
from django.utils import timezone
from django_htmx.middleware import HtmxDetails

from sheets import secret_codes
from sheets.models import Character, Identity, Member, Owner, Party, ShareLink
from sheets.models.character import STAMP, CharacterQuerySet
from sheets.models.party import MemberQuerySet
from sheets.visitors import Visitor

ANY = tuple(Member.Role)
LEADING = Member.LEADING
CHAIR = (Member.Role.GM,)


class Request(HttpRequest):
    """A request as the middleware leaves it."""

    visitor: Visitor
    htmx: HtmxDetails


@dataclass(frozen=True)
class CharacterAccess:
    """A character that somebody wants to change, before it is known whether they may.

    `plays` widens it to whoever leads its party.
    """

    who: Identity
    id: uuid.UUID
    plays: bool = False

    def read(self) -> Character:
        """The character as it is stored; 404 or 403 without."""
        try:
            return self._rows().get()
        except Character.DoesNotExist:
            _turn_away(self.who, self.id)

    def lock(self) -> Character:
        """The same, and nobody else changes it until the transaction ends.

        PostgreSQL locks the row. On SQLite the transaction, which is IMMEDIATE, has locked all.
        """
        return self._lock(self._rows())

    def lock_again(self) -> Character:
        """Locks what was read before, as `lock`, and reads no more of it than shows whether it is
        still what it was (`writes.stored`).
        """
        return self._lock(self._rows().only(*STAMP))

    def check(self) -> None:
        """404 or 403 at once, before any work that is not done for just anybody."""
        if not self._rows().exists():
            _turn_away(self.who, self.id)

    def _lock(self, rows: CharacterQuerySet) -> Character:
        try:
            return rows.select_for_update(of=("self",), no_key=True).get()
        except Character.DoesNotExist:
            _turn_away(self.who, self.id)

    def _rows(self) -> CharacterQuerySet:
        rows = Character.objects.filter(public_id=self.id)
        return rows.playable_by(self.who) if self.plays else rows.belonging_to(self.who)


@dataclass(frozen=True)
class MemberAccess:
    """A seat in a party, before it is known whether somebody has it: any, or one of `roles`.

    Whoever locks a party and characters locks the party first, then the owner who is to keep more,
    and then the characters in the order of their rows: so nobody waits for somebody who waits for
    them.
    """

    who: Identity
    party: uuid.UUID
    roles: tuple[Member.Role, ...] = ANY

    def read(self) -> Member:
        """The seat with its party, as they are stored; 404 without."""
        try:
            return self._seats().get(party__public_id=self.party)
        except Member.DoesNotExist:
            raise Http404 from None

    def lock(self) -> Member:
        """The same, and nobody else changes the party, its seats or who is in it until the
        transaction ends.

        The seat is read once the party is locked: whoever had to wait for that may have lost it.
        """
        _lock_party(self.party, self._seats())
        try:
            return self._seats().get(party__public_id=self.party)
        except Member.DoesNotExist:
            raise Http404 from None

    def lock_again(self) -> Member:
        """Locks what was read before."""
        return self.lock()

    def check(self) -> None:
        """404 at once."""
        if not self._seats().filter(party__public_id=self.party).exists():
            raise Http404

    def _seats(self) -> MemberQuerySet:
        rows = Member.objects.of(self.who).filter(role__in=self.roles)
        return rows.select_related("party", "owner__user")


def character_access(request: Request, id: uuid.UUID) -> CharacterAccess:
    """What an operation needs to change a character for whoever sent the request."""
    return CharacterAccess(request.visitor.identity, id)


def playing_access(request: Request, id: uuid.UUID) -> CharacterAccess:
    """The same for what happens at the table, where a game master plays it as well."""
    return CharacterAccess(request.visitor.identity, id, plays=True)


def member_access(request: Request, party: uuid.UUID) -> MemberAccess:
    """What an operation needs to do something in a party, for one of its members."""
    return MemberAccess(request.visitor.identity, party)


def leading_access(request: Request, party: uuid.UUID) -> MemberAccess:
    """The same for what only those do who lead it."""
    return MemberAccess(request.visitor.identity, party, LEADING)


def gm_access(request: Request, party: uuid.UUID) -> MemberAccess:
    """The same for what only the game master does."""
    return MemberAccess(request.visitor.identity, party, CHAIR)


def own_characters(request: Request) -> CharacterQuerySet:
    """All that the request may change."""
    return Character.objects.belonging_to(request.visitor.identity)


def visitors_characters(request: Request) -> CharacterQuerySet:
    """What this browser has from before somebody signed in, and may be taken over."""
    return Character.objects.belonging_to(request.visitor.browser)


def characters(request: Request, *, plays: bool = False) -> CharacterQuerySet:
    """All that the request may look at, or that it `plays`."""
    who = request.visitor.identity
    return Character.objects.playable_by(who) if plays else Character.objects.visible_to(who)


def get_own_character(request: Request, id: uuid.UUID) -> Character:
    """A character that the request may change. 404 where it cannot see it, 403 where it can."""
    who = request.visitor.identity
    return _one(Character.objects.with_notes_and_portrait().belonging_to(who), who, id)


def get_played_character(request: Request, id: uuid.UUID) -> Character:
    """A character that the request plays: its own, or one of a party it leads. 404 and 403 else."""
    who = request.visitor.identity
    rows = Character.objects.with_notes_and_portrait().select_related("party")
    return _one(rows.playable_by(who), who, id)


def get_discussed_character(request: Request, id: uuid.UUID) -> Character:
    """A character that the request reviews or has reviewed: its own, or one of a party it leads.

    404 for everybody else: what is said about a character is between those.
    """
    who = request.visitor.identity
    try:
        return Character.objects.playable_by(who).get(public_id=id)
    except Character.DoesNotExist:
        raise Http404 from None


def get_character(request: Request, id: uuid.UUID) -> Character:
    """A character to look at: the request's own, one of the demo or of its parties. 404 else."""
    return look_at(request, id)[0]


def look_at(request: Request, id: uuid.UUID) -> tuple[Character, bool]:
    """A character to look at, and whether it is the request's own, to be changed."""
    who = request.visitor.identity
    visible = Character.objects.with_notes_and_portrait().visible_to(who)
    try:
        character = visible.select_related("owner", "party").get(public_id=id)
    except Character.DoesNotExist:
        raise Http404 from None
    return character, _owns(who, character)


def get_shared(key: str) -> tuple[ShareLink, Character]:
    """What a link leads to, while it holds; 404 for any other key."""
    still = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    found = ShareLink.objects.filter(still, digest=secret_codes.digest(secret_codes.LINK, key))
    link = found.select_related("character").first()
    if link is None:
        raise Http404
    character = Character.objects.with_notes_and_portrait().get(pk=link.character_id)
    return link, character


def seats(request: Request) -> MemberQuerySet:
    """The request's own seats."""
    return Member.objects.of(request.visitor.identity)


def leads(request: Request, character: Character) -> bool:
    """Whether the request leads the party of a character. One query, none where it is in none."""
    if character.party_id is None:
        return False
    return seats(request).leading().filter(party=character.party_id).exists()


def get_seat(request: Request, party: uuid.UUID) -> Member:
    """The request's seat in a party, with the party; 404 for who has none.

    At the demo's party everybody may look, from a seat that is kept nowhere.
    """
    try:
        return _seat(request.visitor.identity, party, ANY)
    except Http404:
        demo = Member.objects.filter(owner__kind=Owner.Kind.DEMO, party__public_id=party)
        found = demo.select_related("party", "owner").first()
        if found is None:
            raise
    return Member(party=found.party, owner=found.owner, role=Member.Role.PLAYER)


def get_leading_seat(request: Request, party: uuid.UUID) -> Member:
    """The same where the seat leads the party; 404 for everybody else."""
    return _seat(request.visitor.identity, party, LEADING)


def get_chair(request: Request, party: uuid.UUID) -> Member:
    """The same where it is the game master's own; 404 for everybody else."""
    return _seat(request.visitor.identity, party, CHAIR)


def lock_characters(rows: CharacterQuerySet) -> list[Character]:
    """Characters, locked in the order of their rows; nobody else changes them until the
    transaction ends. The party is locked before, if it is.
    """
    return list(rows.select_for_update(of=("self",), no_key=True).order_by("pk"))


def characters_of(party: Party, ids: Sequence[uuid.UUID]) -> list[Character]:
    """These characters of a party, with their ledgers; 404 unless all of them are in it."""
    rows = Character.objects.filter(party=party, public_id__in=ids)
    found = list(rows.whole().order_by("pk"))
    if len(found) != len(set(ids)):
        raise Http404
    return found


def _owns(who: Identity, character: Character) -> bool:
    owner = character.owner
    if who.user is not None:
        return owner.user_id == who.user
    return who.visitor_hash != "" and owner.visitor_hash == who.visitor_hash


def _one(rows: CharacterQuerySet, who: Identity, id: uuid.UUID) -> Character:
    try:
        return rows.get(public_id=id)
    except Character.DoesNotExist:
        _turn_away(who, id)


def _seat(who: Identity, party: uuid.UUID, roles: tuple[Member.Role, ...]) -> Member:
    seats = Member.objects.of(who).filter(role__in=roles).select_related("party", "owner__user")
    try:
        return seats.get(party__public_id=party)
    except Member.DoesNotExist:
        raise Http404 from None


def _lock_party(id: uuid.UUID, seats: MemberQuerySet) -> None:
    """Nobody else changes a party, in which is one of these seats, until the transaction ends. 404
    without. It is locked before any character of it.
    """
    rows = Party.objects.filter(members__in=seats)
    try:
        rows.select_for_update(of=("self",), no_key=True).get(public_id=id)
    except Party.DoesNotExist:
        raise Http404 from None


def _turn_away(who: Identity, id: uuid.UUID) -> NoReturn:
    if Character.objects.visible_to(who).filter(public_id=id).exists():
        raise PermissionDenied from None
    raise Http404 from None
