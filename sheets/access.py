"""Decides who may see and who may change what. Nothing else does.

A character is its owner's to change. At the table, the GM and co-GMs of its party play it as well.
They alone see and play what is in the party's roster; its ship is played by all members. Party
members and holders of a share link see a character. Seeing without changing is 403; what one may
not see is 404.
"""

import uuid
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NoReturn

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest
from django_htmx.middleware import HtmxDetails

from sheets import secret_codes
from sheets.models import (
    Attack,
    Character,
    Encounter,
    Identity,
    Member,
    Owner,
    Party,
    PlayLogEntry,
    ShareLink,
)
from sheets.models.character import STAMP, CharacterQuerySet
from sheets.models.compiled import CompiledQuery
from sheets.models.encounter import AttackQuerySet
from sheets.models.party import MemberQuerySet
from sheets.models.play_log import PlayLogQuerySet
from sheets.visitors import Visitor

ANY_ROLE = tuple(Member.Role)
LEADING_ROLES = Member.LEADING
GM_ROLE = (Member.Role.GM,)


class Request(HttpRequest):
    """A request with the attributes that the middleware adds."""

    visitor: Visitor
    htmx: HtmxDetails


@dataclass(frozen=True)
class CharacterAccess:
    """A request to change a character, before it is checked.

    `plays` also admits the GM and co-GMs of the character's party.
    """

    who: Identity
    id: uuid.UUID
    plays: bool = False

    @property
    def receipt_id(self) -> tuple[str, ...]:
        """The id that stands for the character in a form receipt."""
        return (str(self.id),)

    def read(self) -> Character:
        """The character; 404 or 403 if access is denied."""
        return self._first(self._queries.read)

    def lock(self) -> Character:
        """The character, locked until the transaction ends; 404 or 403.

        PostgreSQL locks the row. On SQLite the transaction, which is IMMEDIATE, has locked
        everything.
        """
        return self._first(self._queries.lock)

    def lock_again(self) -> Character:
        """Locks a character that was read before, and reads only what shows whether it has changed
        since (`writes.stored`).
        """
        return self._first(self._queries.lock_again)

    def check(self) -> None:
        """404 or 403 at once, before expensive work."""
        if not self._queries.rows(self.who, self.id).exists():
            _refuse(self.who, self.id)

    @property
    def _queries(self) -> "_Queries":
        return _PLAYED if self.plays else _CHANGED

    def _first(self, query: CompiledQuery[Character]) -> Character:
        return query.first(self.who, self.id) or _refuse(self.who, self.id)


class _Queries:
    """The queries for a character by who wants to change it, and its id."""

    def __init__(self, rows: Callable[[Identity, uuid.UUID], CharacterQuerySet]) -> None:
        def locked(who: Identity, id: uuid.UUID) -> CharacterQuerySet:
            return rows(who, id).select_for_update(of=("self",), no_key=True)

        self.rows = rows
        self.read = CompiledQuery[Character](rows)
        self.lock = CompiledQuery[Character](locked)
        self.lock_again = CompiledQuery[Character](lambda who, id: locked(who, id).only(*STAMP))


_CHANGED = _Queries(lambda who, id: Character.objects.filter(public_id=id).belonging_to(who))
_PLAYED = _Queries(lambda who, id: Character.documents.filter(public_id=id).playable_by(who))


@dataclass(frozen=True)
class SeveralAccess:
    """A request about several of one's own characters, before it is checked whether they are."""

    who: Identity
    ids: tuple[uuid.UUID, ...]

    def rows(self) -> CharacterQuerySet:
        """Those of them that are one's own, by row id."""
        own = Character.objects.belonging_to(self.who)
        return own.filter(public_id__in=self.ids).order_by("pk")

    def lock_rows(self) -> list[Character]:
        """Those rows, locked until the transaction ends: as much of them as shows a change."""
        return list(self.rows().only(*STAMP).select_for_update(of=("self",), no_key=True))


@dataclass(frozen=True)
class MemberAccess:
    """A request to act as a member of a party with one of these roles, before it is checked.

    Locks are taken in one order, so no two transactions wait for each other: the party, then the
    owner who is about to store more, then characters by row id.
    """

    who: Identity
    party: uuid.UUID
    roles: tuple[Member.Role, ...] = ANY_ROLE

    @property
    def receipt_id(self) -> tuple[str, ...]:
        """The id that stands for the party in a form receipt."""
        return (str(self.party),)

    def read(self) -> Member:
        """The membership with its party; 404 without one."""
        try:
            return self._rows().get(party__public_id=self.party)
        except Member.DoesNotExist:
            raise Http404 from None

    def lock(self) -> Member:
        """The membership, with the party, its members and its characters' membership locked until
        the transaction ends.

        The membership is read after the party is locked: it may have ended while waiting for the
        lock.
        """
        _lock_party(self.party, self._rows())
        try:
            return self._rows().get(party__public_id=self.party)
        except Member.DoesNotExist:
            raise Http404 from None

    def lock_again(self) -> Member:
        """Locks what was read before."""
        return self.lock()

    def check(self) -> None:
        """404 at once."""
        if not self._rows().filter(party__public_id=self.party).exists():
            raise Http404

    def _rows(self) -> MemberQuerySet:
        rows = Member.objects.of(self.who).filter(role__in=self.roles)
        return rows.select_related("party", "owner__user")


def character_access(request: Request, id: uuid.UUID) -> CharacterAccess:
    """Access to change a character, for an operation."""
    return CharacterAccess(request.visitor.identity, id)


def playing_access(request: Request, id: uuid.UUID) -> CharacterAccess:
    """Access to play a character: its owner, or a GM or co-GM of its party."""
    return CharacterAccess(request.visitor.identity, id, plays=True)


def member_access(request: Request, party: uuid.UUID) -> MemberAccess:
    """Access to act in a party, for any member."""
    return MemberAccess(request.visitor.identity, party)


def leading_access(request: Request, party: uuid.UUID) -> MemberAccess:
    """Access to act in a party, for its GM and co-GMs."""
    return MemberAccess(request.visitor.identity, party, LEADING_ROLES)


def gm_access(request: Request, party: uuid.UUID) -> MemberAccess:
    """Access to act in a party, for its GM only."""
    return MemberAccess(request.visitor.identity, party, GM_ROLE)


def require_staff(request: Request) -> None:
    """404 for whoever is not of the site's staff."""
    if not (request.user.is_authenticated and request.user.is_staff):
        raise Http404


def own_characters(request: Request) -> CharacterQuerySet:
    """The characters that the request may change."""
    return Character.objects.belonging_to(request.visitor.identity)


def visitors_characters(request: Request) -> CharacterQuerySet:
    """The characters that this browser made before its user signed in."""
    return Character.objects.belonging_to(request.visitor.browser)


def visible_characters(request: Request, *, plays: bool = False) -> CharacterQuerySet:
    """The characters that the request may see, or with `plays` may play."""
    identity = request.visitor.identity
    characters = Character.objects
    return characters.playable_by(identity) if plays else characters.visible_to(identity)


def get_own_character(request: Request, id: uuid.UUID) -> Character:
    """A character that the request may change; 404 if it cannot see it, 403 if it can."""
    who = request.visitor.identity
    return _BUILT.first(who, id) or _refuse(who, id)


def get_own_with_notes(request: Request, id: uuid.UUID) -> Character:
    """As `get_own_character`, with its notes in the same query."""
    who = request.visitor.identity
    return _WRITTEN.first(who, id) or _refuse(who, id)


def _seen(who: Identity, id: uuid.UUID) -> CharacterQuerySet:
    return Character.documents.visible_to(who).filter(public_id=id)


def _built(who: Identity, id: uuid.UUID) -> CharacterQuerySet:
    return _CHANGED.rows(who, id).with_portrait().knowing_first()


def _whole_sheet(who: Identity, id: uuid.UUID) -> CharacterQuerySet:
    rows = _seen(who, id).with_portrait().with_newest_line()
    return rows.select_related("owner", "party")


def _own(who: Identity, id: uuid.UUID) -> CharacterQuerySet:
    return Character.documents.belonging_to(who).filter(public_id=id)


_BUILT = CompiledQuery[Character](_built)
_WRITTEN = CompiledQuery[Character](lambda who, id: _built(who, id).select_related("notes"))
_AT_TABLE = CompiledQuery[Character](
    lambda who, id: _PLAYED.rows(who, id).with_portrait().select_related("owner", "party")
)
_SEEN = CompiledQuery[Character](_whole_sheet)
_READ = CompiledQuery[Character](lambda who, id: _whole_sheet(who, id).select_related("notes"))
_SEEN_STAMP = CompiledQuery[Character](
    lambda who, id: _seen(who, id).select_related("party").only(*STAMP, "party__version")
)
_OWN = CompiledQuery[Character](_own)
_OWN_STAMP = CompiledQuery[Character](lambda who, id: _own(who, id).only(*STAMP))


def get_played_character(request: Request, id: uuid.UUID) -> Character:
    """A character that the request may play: its own, or one of a party it leads. Else
    404 or 403.
    """
    who = request.visitor.identity
    return _AT_TABLE.first(who, id) or _refuse(who, id)


def get_reviewed_character(request: Request, id: uuid.UUID) -> Character:
    """A character whose review the request takes part in: its own, or one of a party it leads.

    404 for everyone else: a review is between the player and the GMs.
    """
    identity = request.visitor.identity
    try:
        return Character.objects.playable_by(identity).get(public_id=id)
    except Character.DoesNotExist:
        raise Http404 from None


def get_character(request: Request, id: uuid.UUID) -> Character:
    """A character that the request may see; else 404."""
    return get_with_ownership(request, id)[0]


def get_stamp(request: Request, id: uuid.UUID) -> Character:
    """As `get_character`, but no more of it than shows whether it has changed (`STAMP`). One's own,
    which most are, takes one small query.
    """
    who = request.visitor.identity
    row = (_OWN_STAMP.first(who, id) if who.is_somebody else None) or _SEEN_STAMP.first(who, id)
    if row is None:
        raise Http404
    return row


def get_with_party(request: Request, id: uuid.UUID) -> Character:
    """As `get_character`, without notes and portrait; one's own by one small query."""
    who = request.visitor.identity
    own = _OWN.first(who, id) if who.is_somebody else None
    return own or get_character(request, id)


def get_with_ownership(request: Request, id: uuid.UUID) -> tuple[Character, bool]:
    """A character that the request may see, and whether it is its own; else 404."""
    return _with_ownership(_SEEN, request, id)


def get_with_notes(request: Request, id: uuid.UUID) -> tuple[Character, bool]:
    """As `get_with_ownership`, with the notes in the same query."""
    return _with_ownership(_READ, request, id)


def owns(request: Request, character: Character) -> bool:
    """True if the character is the request's own."""
    return _owns(request.visitor.identity, character)


def get_shared_character(key: str) -> tuple[ShareLink, Character]:
    """A valid share link and its character; 404 for any other key."""
    digest = secret_codes.digest(secret_codes.LINK, key)
    link = ShareLink.objects.standing().filter(digest=digest).with_character().first()
    if link is None:
        raise Http404
    return link, link.character


def memberships(request: Request) -> MemberQuerySet:
    """The request's own memberships."""
    return Member.objects.of(request.visitor.identity)


def leads(request: Request, character: Character) -> bool:
    """True if the request leads the character's party. One query; none for a character in no
    party.
    """
    if character.party_id is None:
        return False
    return memberships(request).leading().filter(party=character.party_id).exists()


def get_membership(request: Request, party: uuid.UUID) -> Member:
    """The request's membership in a party, with the party; else 404.

    Everyone may look at the demo party, with a membership that is not stored.
    """
    try:
        return _get_member(request.visitor.identity, party, ANY_ROLE)
    except Http404:
        demo = Member.objects.filter(owner__kind=Owner.Kind.DEMO, party__public_id=party)
        member = demo.select_related("party", "owner").first()
        if member is None:
            raise
    return Member(party=member.party, owner=member.owner, role=Member.Role.PLAYER)


def get_leading_membership(request: Request, party: uuid.UUID) -> Member:
    """The request's membership as GM or co-GM; else 404."""
    return _get_member(request.visitor.identity, party, LEADING_ROLES)


def get_membership_with_notes(request: Request, party: uuid.UUID) -> Member:
    """As `get_leading_membership`, with the notes of the party's game masters."""
    member = _WITH_NOTES.first(request.visitor.identity, party)
    if member is None:
        raise Http404
    return member


def get_gm_membership(request: Request, party: uuid.UUID) -> Member:
    """The request's membership as GM; else 404."""
    return _get_member(request.visitor.identity, party, GM_ROLE)


def logged_characters(membership: Member) -> CharacterQuerySet:
    """Whose log entries are in the log of the party as a member sees it: those of its characters;
    for the game master and co-GMs, those of its roster too.
    """
    logged = Q(party=membership.party_id)
    if membership.leads:
        logged |= Q(roster=membership.party_id)
    return Character.documents.filter(logged)


def visible_log_entries(
    membership: Member, characters: Collection[int] | None = None
) -> PlayLogQuerySet:
    """The log entries of a party that a member may see: in its log, the ticker, and exports.

    `characters` are the rows of the `logged_characters` that it is about, where those were read
    already; all of them by default.
    """
    logged = logged_characters(membership) if characters is None else characters
    return PlayLogEntry.objects.filter(character__in=logged)


def open_attacks(party: int) -> AttackQuerySet:
    """The attacks of a party's running fight that every member may know of: none of hidden
    combatants or on them, none behind the screen.
    """
    running = {"encounter__party": party, "encounter__state": Encounter.State.RUNNING}
    shown = Attack.objects.filter(**running, hidden=False)
    return shown.filter(attacker__hidden=False, target__hidden=False)


def deleted_characters(who: Identity) -> CharacterQuerySet:
    """The characters that a user deleted and can still restore, the last deleted first."""
    own = Character.deleted.belonging_to(who).filter(kind=Character.Kind.CHARACTER)
    return own.order_by("-deleted_at", "-pk")


def lock_characters(rows: CharacterQuerySet) -> list[Character]:
    """The characters, locked in the order of their rows until the transaction ends.

    If the party is locked, too, lock it first.
    """
    return list(rows.select_for_update(of=("self",), no_key=True).order_by("pk"))


def characters_of(party: Party, ids: Sequence[uuid.UUID]) -> list[Character]:
    """These characters of a party, with their ledgers; 404 unless all of them are in it."""
    rows = Character.objects.filter(party=party, public_id__in=ids)
    characters = list(rows.whole().order_by("pk"))
    if len(characters) != len(set(ids)):
        raise Http404
    return characters


def _with_ownership(
    query: CompiledQuery[Character], request: Request, id: uuid.UUID
) -> tuple[Character, bool]:
    who = request.visitor.identity
    character = query.first(who, id)
    if character is None:
        raise Http404
    return character, _owns(who, character)


def _owns(who: Identity, character: Character) -> bool:
    owner = character.owner
    if who.user is not None:
        return owner.user_id == who.user
    return who.visitor_hash != "" and owner.visitor_hash == who.visitor_hash


def _get_member(who: Identity, party: uuid.UUID, roles: tuple[Member.Role, ...]) -> Member:
    member = _MEMBER[roles].first(who, party)
    if member is None:
        raise Http404
    return member


def _of_party(who: Identity, party: uuid.UUID, roles: tuple[Member.Role, ...]) -> MemberQuerySet:
    members = Member.objects.of(who).filter(role__in=roles, party__public_id=party)
    return members.select_related("party", "owner__user")


_MEMBER = {
    roles: CompiledQuery[Member](partial(_of_party, roles=roles))
    for roles in (ANY_ROLE, LEADING_ROLES, GM_ROLE)
}


_WITH_NOTES = CompiledQuery[Member](
    lambda who, party: _of_party(who, party, LEADING_ROLES).select_related("party__notes")
)


def _lock_party(id: uuid.UUID, members: MemberQuerySet) -> None:
    """Locks a party, in which one of these memberships is, until the transaction ends; else 404."""
    rows = Party.objects.filter(members__in=members)
    try:
        rows.select_for_update(of=("self",), no_key=True).get(public_id=id)
    except Party.DoesNotExist:
        raise Http404 from None


def _refuse(who: Identity, id: uuid.UUID) -> NoReturn:
    if Character.documents.visible_to(who).filter(public_id=id).exists():
        raise PermissionDenied from None
    raise Http404 from None
