"""The right to act in a party, and the part of its log and its fight that members see."""

import uuid
from collections.abc import Collection
from dataclasses import dataclass
from functools import partial

from django.db.models import Q, QuerySet
from django.http import Http404

from sheets.access.request import Request
from sheets.models import (
    Attack,
    Character,
    Encounter,
    Identity,
    Member,
    Owner,
    Party,
    PlayLogEntry,
)
from sheets.models.character import CharacterQuerySet
from sheets.models.compiled import CompiledQuery
from sheets.models.encounter import AttackQuerySet
from sheets.models.party import MemberQuerySet
from sheets.models.play_log import PlayLogQuerySet

ANY_ROLE = tuple(Member.Role)
LEADING_ROLES = Member.LEADING
GM_ROLE = (Member.Role.GM,)


@dataclass(frozen=True)
class MemberAccess:
    """A request to act as a member of a party with one of these roles (`ANY_ROLE`,
    `LEADING_ROLES`, or `GM_ROLE`), before it is checked.

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
        return _get_member(self.who, self.party, self.roles)

    def lock(self) -> Member:
        """The membership, with the party, its members and its characters' membership locked until
        the transaction ends.

        The membership is read after the party is locked: it may have ended while waiting for the
        lock.
        """
        if _LOCKED[self.roles].first(self.who, self.party) is None:
            raise Http404
        return self.read()

    def lock_again(self) -> Member:
        """Locks what was read before."""
        return self.lock()

    def check(self) -> None:
        """404 at once."""
        if not _of_party(self.who, self.party, self.roles).exists():
            raise Http404


def member_access(request: Request, party: uuid.UUID) -> MemberAccess:
    """Access to act in a party, for any member."""
    return MemberAccess(request.visitor.identity, party)


def leading_access(request: Request, party: uuid.UUID) -> MemberAccess:
    """Access to act in a party, for its GM and co-GMs."""
    return MemberAccess(request.visitor.identity, party, LEADING_ROLES)


def gm_access(request: Request, party: uuid.UUID) -> MemberAccess:
    """Access to act in a party, for its GM only."""
    return MemberAccess(request.visitor.identity, party, GM_ROLE)


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


def _get_member(who: Identity, party: uuid.UUID, roles: tuple[Member.Role, ...]) -> Member:
    member = _MEMBER[roles].first(who, party)
    if member is None:
        raise Http404
    return member


def _of_party(who: Identity, party: uuid.UUID, roles: tuple[Member.Role, ...]) -> MemberQuerySet:
    members = Member.objects.of(who).filter(role__in=roles, party__public_id=party)
    return members.select_related("party", "owner__user")


def _lock_of(who: Identity, party: uuid.UUID, roles: tuple[Member.Role, ...]) -> QuerySet[Party]:
    """The party in which this membership is, to be locked until the transaction ends."""
    rows = Party.objects.filter(public_id=party, members__in=_of_party(who, party, roles))
    return rows.select_for_update(of=("self",), no_key=True)


_ROLES = (ANY_ROLE, LEADING_ROLES, GM_ROLE)
_MEMBER = {roles: CompiledQuery[Member](partial(_of_party, roles=roles)) for roles in _ROLES}
_LOCKED = {roles: CompiledQuery[Party](partial(_lock_of, roles=roles)) for roles in _ROLES}
_WITH_NOTES = CompiledQuery[Member](
    lambda who, party: _of_party(who, party, LEADING_ROLES).select_related("party__notes")
)
