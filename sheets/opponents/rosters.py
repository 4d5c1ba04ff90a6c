"""Where opponents and craft are kept: in the roster of a party, which its game masters share, or in
one's own of a game, which belongs to no party.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from django.db.models import Q

from sheets import quotas
from sheets.access import MemberAccess
from sheets.errors import NoSuchRow
from sheets.models import Character, Identity, Member, Owner, Party
from sheets.models.character import CharacterQuerySet
from sheets.parties.operations import save_change
from sheets.writes import Operation, Outcome


@dataclass(frozen=True)
class Roster:
    """A roster of one game, as whoever changes it sees it; without a party, their own.

    `owner` is who owns what they add to it, and `by` what a party calls them.
    """

    owner: Owner | None
    system: str
    party: Party | None = None
    by: str = ""

    @property
    def rows(self) -> CharacterQuerySet:
        """Its opponents and craft, by name."""
        if self.party:
            return roster(self.party)
        return own_rows(self.owner).filter(system=self.system)

    @property
    def deleted(self) -> CharacterQuerySet:
        """Its deleted rows that can be restored, the last deleted first."""
        rows = Character.deleted.exclude(kind=Character.Kind.CHARACTER)
        if self.party:
            rows = rows.filter(roster=self.party)
        else:
            rows = rows.filter(roster=None, owner=self.owner, system=self.system)
        return rows.order_by("-deleted_at", "-pk")

    def save_change(self) -> None:
        """Tells the open pages of a party. Part of an operation."""
        if self.party:
            save_change(self.party)


@dataclass(frozen=True)
class RosterAccess:
    """A request to change a roster: of a party, with `member_access`, or the own one of `owner`."""

    who: Identity
    system: str
    member_access: MemberAccess | None = None
    owner: Owner | None = None

    @property
    def receipt_id(self) -> tuple[str, ...]:
        """The id that stands for the roster in a form receipt."""
        return self.member_access.receipt_id if self.member_access else (self.system,)

    def lock(self) -> Member | Owner:
        """The member who changes it, with the party locked, or the owner of a roster of their
        own.
        """
        if self.member_access:
            return self.member_access.lock()
        if self.owner is None:
            raise NoSuchRow
        quotas.lock_owner(self.owner)
        return self.owner

    # Nothing is worked out before the lock.
    read = lock_again = lock


class RosterOperation(Operation[Member | Owner, Outcome]):
    """A change to a roster, decided while nobody else changes it."""

    access: RosterAccess = field(kw_only=False)

    @property
    def roster(self) -> Roster:
        """The roster, locked."""
        if isinstance(self.row, Owner):
            return Roster(self.row, self.access.system)
        party = self.row.party
        return Roster(self.row.owner, party.system, party, self.row.name)


def roster(party: Party) -> CharacterQuerySet:
    """A party's opponents and craft, by name. Fighters in an encounter are copies of these; only
    the party's ship fights itself.
    """
    kept = Q(roster=party, combatants=None) | Q(kind=Character.Kind.CRAFT, party=party)
    return Character.documents.filter(kept).order_by("name", "pk")


def own_rows(owner: Owner | None) -> CharacterQuerySet:
    """The opponents and craft in an owner's own rosters of all games, by name."""
    rows = Character.documents.exclude(kind=Character.Kind.CHARACTER)
    if owner is None:
        return rows.none()
    return rows.filter(owner=owner, roster=None, party=None).order_by("name", "pk")


def own_systems(owner: Owner | None) -> set[str]:
    """The games of which somebody has anything in their own rosters."""
    return set(own_rows(owner).order_by().values_list("system", flat=True).distinct())


def elsewhere(who: Identity, there: Roster) -> CharacterQuerySet:
    """The rows of the user's other rosters of the same game, by party, their own first.

    Parties and owner are fetched before: by their ids each part of the query has an index, where
    with subqueries PostgreSQL reads every character of the site.
    """
    led = Member.objects.of(who).leading()
    if there.party:
        led = led.exclude(party=there.party)
    others = Q(roster__in=list(led.values_list("party", flat=True)))
    if there.party and who.is_somebody:
        owners = Owner.objects.filter(who.condition()).values_list("pk", flat=True)
        others |= Q(roster=None, party=None, owner__in=list(owners))
    rows = Character.documents.filter(others, combatants=None, system=there.system)
    rows = rows.exclude(kind=Character.Kind.CHARACTER)
    return rows.order_by("roster__name", "name", "pk")
