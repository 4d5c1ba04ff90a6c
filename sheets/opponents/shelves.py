"""The pages of rosters, of opponents and of craft: addresses, words, and whose they are."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass

from django.http import Http404
from django.urls import reverse

from rules.document import Document
from rules.game import Game
from rules.opponents import WHO, OpponentRules
from sheets import access, catalog
from sheets.access import Request
from sheets.errors import allowed
from sheets.models import Character, Member, Party
from sheets.models.character import CharacterQuerySet
from sheets.opponents import rosters
from sheets.opponents.rosters import Roster, RosterAccess

# So many are listed in a menu.
MOST = 100


@dataclass(frozen=True)
class Shelf:
    """One of the two pages of a roster, of opponents or of craft: its addresses, the rules that
    make one, and its words. Addresses of one's own roster begin with "own_" instead of "party_".
    """

    kind: Character.Kind
    index: str
    add: str
    row: str
    do: str
    rules: Callable[[Game], OpponentRules | None]
    title: str
    one: str
    heading: str
    none: str
    empty: str
    own_empty: str
    in_it: str

    @property
    def is_craft(self) -> bool:
        """True if it holds craft."""
        return self.kind == Character.Kind.CRAFT


SHELVES = {
    Character.Kind.OPPONENT.value: Shelf(
        Character.Kind.OPPONENT,
        "party_roster",
        "roster_add",
        "roster_opponent",
        "roster_opponent_do",
        lambda system: system.opponents,
        title="Roster",
        one="opponent",
        heading="In the roster",
        none="No opponents yet.",
        empty="Add some below. Only game masters see them.",
        own_empty="Add some below, then copy them to any party you lead. Only you see them.",
        in_it="{name} is in the roster.",
    ),
    Character.Kind.CRAFT.value: Shelf(
        Character.Kind.CRAFT,
        "party_ships",
        "ship_add",
        "party_ship",
        "party_ship_do",
        lambda system: system.craft,
        title="Ships",
        one="craft",
        heading="Ships and vehicles",
        none="No ships yet.",
        empty="Add ships and vehicles below. Players see the party’s ship; the others only game"
        " masters see.",
        own_empty="Add ships and vehicles below, then copy them to any party you lead. Only you see"
        " them.",
        in_it="{name} is among the ships.",
    ),
}


@dataclass(frozen=True)
class RosterPlace:
    """A roster as a request reaches it: one of its two pages, of a party (`membership`) or of one's
    own.
    """

    request: Request
    shelf: Shelf
    system: Game
    membership: Member | None = None

    @property
    def party(self) -> Party | None:
        """The party whose roster it is; None for one's own."""
        return self.membership.party if self.membership else None

    @property
    def roster(self) -> Roster:
        """The roster, to read."""
        return Roster(self.request.visitor.owner, self.system.slug, self.party)

    @property
    def rows(self) -> CharacterQuerySet:
        """The rows on the page."""
        return self.roster.rows.filter(kind=self.shelf.kind)

    def find(self, id: uuid.UUID) -> Character | None:
        """One of them; None for none."""
        return self.rows.filter(public_id=id).first()

    def elsewhere(self) -> list[Character]:
        """The rows of the user's other rosters that can be copied here."""
        rows = rosters.elsewhere(self.request.visitor.identity, self.roster)
        return list(rows.filter(kind=self.shelf.kind).select_related("roster").whole()[:MOST])

    def own_characters(self) -> list[Character]:
        """One's own characters of the game that an opponent can be made of."""
        own = Character.objects.belonging_to(self.request.visitor.identity)
        own = own.filter(system=self.system.slug, finished_at__isnull=False, archived_at=None)
        return list(own.order_by("name", "pk")[:MOST])

    def other_parties(self) -> list[Party]:
        """The parties of the same game that one leads, but for the one it is about."""
        led = access.memberships(self.request).leading().filter(party__system=self.system.slug)
        rows = led.select_related("party").order_by("party__name", "party")
        return [row.party for row in rows if row.party != self.party]

    @property
    def rules(self) -> OpponentRules | None:
        """The rules to make one; None for a game without any."""
        return self.shelf.rules(self.system)

    def listed(self, who: str, members: str = "") -> Document | None:
        """One of the book's list, of a group with so many members; None where it isn't listed.
        Refused where the rules refuse it.
        """
        rules = self.rules
        if rules is None or who not in {listed.id for listed in rules.listed()}:
            return None
        values = {WHO: (who,), "members": (members,)}
        return allowed(lambda: rules.document(values))

    def access(self, key: str) -> RosterAccess:
        """Access to change it."""
        visitor = self.request.visitor
        if self.party:
            leading = access.leading_access(self.request, self.party.public_id)
            return RosterAccess(visitor.identity, self.system.slug, leading)
        owner = visitor.become_owner(form_key=key)
        return RosterAccess(visitor.identity, self.system.slug, owner=owner)

    def address(self, name: str, *more: object) -> str:
        """The address of one of its pages by the name that the shelf has for it."""
        if self.party:
            return reverse(name, args=[self.party.public_id, *more])
        return reverse(f"own_{name.removeprefix('party_')}", args=[self.system.slug, *more])

    @property
    def index(self) -> str:
        """The address of the page."""
        return self.address(self.shelf.index)

    def address_of(self, row: Character) -> str:
        """The address of the page on which one is changed."""
        return self.address(self.shelf.row, row.public_id)

    def way(self, way: str) -> str:
        """The address of a way to add one."""
        return self.address(self.shelf.add, way)

    def do(self, opponent: uuid.UUID, verb: str) -> str:
        """The address of what is done with one."""
        return self.address(self.shelf.do, opponent, verb)


def of_party(request: Request, id: uuid.UUID, of: str) -> RosterPlace:
    """A page of the roster of a party that the request leads; 404 if the game has none of it."""
    membership = access.get_leading_membership(request, id)
    return _place(request, membership.party.system, of, membership)


def own(request: Request, slug: str, of: str) -> RosterPlace:
    """A page of the request's own roster of a game; 404 if the game has none of it."""
    return _place(request, slug, of, None)


def _place(request: Request, slug: str, of: str, membership: Member | None) -> RosterPlace:
    place = RosterPlace(request, SHELVES[of], catalog.system(slug), membership)
    if place.shelf.is_craft and place.rules is None:
        raise Http404
    return place
