"""The stations of a craft, and the people there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rules.craft import CrewRules, Station
from sheets import storage
from sheets.errors import Refused
from sheets.models import Combatant, CrewPost, Encounter, Party, ShipPost
from sheets.play.pilots import crew_dice, crew_rules, is_craft, set_turn
from sheets.storage import StoredCharacter


@dataclass(frozen=True)
class Posts:
    """The stations of all craft of an encounter with whoever is there."""

    rows: tuple[CrewPost, ...] = ()
    by_member: dict[int, CrewPost] = field(default_factory=dict)

    def of(self, craft: int) -> list[CrewPost]:
        """Those aboard a craft, by its row id."""
        return [post for post in self.rows if post.craft_id == craft]

    def held(self, craft: int) -> frozenset[str]:
        """The stations of a craft at which somebody is."""
        return frozenset(post.station for post in self.of(craft))

    def is_aboard(self, combatant: int) -> bool:
        """True if the combatant is aboard a craft."""
        return combatant in self.by_member


NO_POSTS = Posts()


def posts_of(encounter: Encounter, combatants: Iterable[Combatant]) -> Posts:
    """The posts of these combatants of an encounter. One query; none if no craft fights."""
    several = list(combatants)
    known = {row.pk for row in several}
    if not any(is_craft(row) for row in several):
        return NO_POSTS
    posts = CrewPost.objects.filter(craft__encounter=encounter).order_by("number", "pk")
    rows = tuple(post for post in posts if {post.craft_id, post.member_id} <= known)
    return Posts(rows, {post.member_id: post for post in rows})


def stations(rules: CrewRules, craft: StoredCharacter) -> tuple[Station, ...]:
    """The stations of a craft."""
    return rules.stations(craft.opened.state)


def check_can_act(craft: int) -> None:
    """Refused where a craft, by the row id of its combatant, cannot act as it is stored now. Part
    of an operation that holds the lock of the encounter.
    """
    row = Combatant.objects.select_related("encounter__party", "character").get(pk=craft)
    rules = crew_rules(row.encounter.party)
    if rules and (why := rules.out(storage.load(row.character).opened.state)):
        raise Refused({"action": why})


def board_ship(encounter: Encounter) -> None:
    """Seats whoever is at a station of the party's ship there at the start of its fight, unless
    somebody is aboard already. Part of an operation.
    """
    rows = list(encounter.combatants.select_related("character"))
    ships = (row for row in rows if is_craft(row) and row.character.party_id == encounter.party.pk)
    ship = next(ships, None)
    if ship is None or CrewPost.objects.filter(craft=ship).exists():
        return
    people = {row.character_id: row for row in rows}
    aboard = CrewPost.objects.filter(member__in=rows).values("member__character")
    posts = ShipPost.objects.filter(ship=ship.character, member__in=people)
    free = list(posts.exclude(member__in=aboard))
    CrewPost.objects.bulk_create(
        CrewPost(
            craft=ship,
            member=people[post.member_id],
            station=post.station,
            number=post.number,
        )
        for post in free
    )
    seated = [people[post.member_id].pk for post in free]
    encounter.combatants.filter(pk__in=seated).update(rank=None, place=ship.place)
    ship.encounter = encounter
    set_turn(ship)


def stay_aboard(encounter: Encounter) -> None:
    """At the end of a fight everyone stays where they are aboard the party's ship. Part of an
    operation.
    """
    party = encounter.party
    posts = CrewPost.objects.filter(craft__encounter=encounter, craft__character__party=party)
    kept = list(posts.select_related("craft", "member"))
    if not kept:
        return
    ShipPost.objects.filter(ship=kept[0].craft.character_id).delete()
    ShipPost.objects.filter(member__in=[post.member.character_id for post in kept]).delete()
    ShipPost.objects.bulk_create(
        ShipPost(
            ship_id=post.craft.character_id,
            member_id=post.member.character_id,
            station=post.station,
            number=post.number,
        )
        for post in kept
        if not post.member.is_opponent
    )


def nameless_crew(craft: Combatant, party: Party) -> dict[str, int]:
    """The turn's values of a craft whose crew has no names."""
    rules = crew_rules(party)
    return rules.crewed(crew_dice(rules, craft)) if rules else {}
