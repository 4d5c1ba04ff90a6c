"""The crew of a party's ship outside of fights: taking a station and leaving it, and what the game
master asks of whoever is there.

Each locks the party, then the ship. While the ship fights, its stations are those of the fight.
"""

from __future__ import annotations

import uuid

from rules.craft import CrewAction, CrewRules, Station
from sheets import storage
from sheets.access import lock_characters
from sheets.encounters.crew.posts import stations
from sheets.encounters.crew.seating import best_seats
from sheets.errors import NoSuchRow, Refused
from sheets.models import Character, Encounter, Member, Party, ShipPost
from sheets.parties.board.ship import party_ship
from sheets.parties.operations import save_change
from sheets.parties.roll_requests.operations import ask_one
from sheets.play.pilots import attempt, crew_rules, put_turn
from sheets.storage import StoredCharacter
from sheets.writes import Operation

TAKEN = "{name} is already there. Choose another station."
NO_STATION = "This ship has no such station. Choose one of its list."
FIGHTS = "The ship is in a fight now. Take stations there."
DAMAGED = "{name} can't be read: {why}"
NO_TARGET = "Type the number to reach, 1 or more."
NOBODY_THERE = "Nobody is at a station for that. Someone has to take it first."
MOST_TARGET, LONGEST_NAME = 200, 120


def crew_rules_of(party: Party) -> CrewRules:
    """The crew rules of the party's game; NoSuchRow for a game without any."""
    rules = crew_rules(party)
    if rules is None:
        raise NoSuchRow
    return rules


def fight_with(ship: Character) -> Encounter | None:
    """The running fight in which a ship is; None for none."""
    running = Encounter.objects.filter(state=Encounter.State.RUNNING)
    return running.filter(combatants__character=ship).first()


def people_of(party: Party) -> list[Character]:
    """Those of a party who can be aboard, by name."""
    rows = Character.objects.filter(party=party, archived_at=None, finished_at__isnull=False)
    return list(rows.whole().order_by("name", "pk"))


def can_do(
    rules: CrewRules, ship: StoredCharacter, station: str, held: frozenset[str]
) -> list[CrewAction]:
    """The actions at a station outside a fight: those that need no other craft."""
    actions = rules.actions(attempt(ship), station, held)
    return [action for action in actions if not action.needs]


class _CrewOperation(Operation[Member, None]):
    """Changes the crew of the party's ship under the party's lock and the ship's. NoSuchRow without
    a ship; Refused during a fight of it.
    """

    @property
    def content(self) -> tuple[str, ...]:
        return ("crew", *super().content)

    def change(self, ship: Character) -> None:
        raise NotImplementedError

    def save(self) -> None:
        party = self.row.party
        rules, found = crew_rules_of(party), party_ship(party)
        if found is None:
            raise NoSuchRow
        if fight_with(found) is not None:
            raise Refused({"": FIGHTS})
        (ship,) = lock_characters(Character.documents.filter(pk=found.pk).whole())
        gone = ShipPost.objects.filter(ship=ship)
        gone.exclude(member__party=party, member__archived_at=None).delete()
        self.change(ship)
        put_turn(ship, rules, lambda stored: _turn(rules, ship, stored))
        save_change(party)


class Take(_CrewOperation):
    """Takes a free station of the party's ship, and leaves the one before. Players do so for their
    own characters. Refused if somebody is there already, and during a fight of the ship.
    """

    member: uuid.UUID
    station: str

    def change(self, ship: Character) -> None:
        person, station = _person(self.row, self.member), self.station
        place = _station(self.row.party, ship, station)
        posts = ShipPost.objects.filter(ship=ship, station=station).exclude(member=person)
        taken = {post.number: post for post in posts.select_related("member")}
        number = next(number for number in range(len(taken) + 1) if number not in taken)
        if place.places is not None and number >= place.places:
            raise Refused({"station": TAKEN.format(name=taken[0].member.name)})
        ShipPost.objects.filter(member=person).delete()
        ShipPost.objects.create(ship=ship, member=person, station=station, number=number)


class Leave(_CrewOperation):
    """Leaves the station. One who is at none stays so."""

    member: uuid.UUID

    def change(self, ship: Character) -> None:
        ShipPost.objects.filter(ship=ship, member=_person(self.row, self.member)).delete()


class SeatEveryone(_CrewOperation):
    """Gives everyone who is at no station the one where they roll most. For game masters."""

    verb = "everyone"

    def change(self, ship: Character) -> None:
        party = self.row.party
        rules, posts = crew_rules_of(party), list(ShipPost.objects.filter(ship=ship))
        aboard = {post.member_id for post in posts}
        people = []
        for row in people_of(party):
            try:
                people += [] if row.pk in aboard else [(row.pk, storage.load(row))]
            except storage.CorruptRow:
                continue
        taken = [post.station for post in posts]
        for person, station in best_seats(rules, _loaded(ship), people, taken):
            used = {post.number for post in posts if post.station == station.id}
            number = next(number for number in range(len(used) + 1) if number not in used)
            post = ShipPost(ship=ship, member_id=person, station=station.id, number=number)
            post.save()
            posts.append(post)


class Ask(_CrewOperation):
    """Asks whoever is at the station for a check with the dice of the ship: a hazard on the way, a
    jump. Refused if nobody is there, and without a number.
    """

    action: str
    target: int | None
    note: str

    def change(self, ship: Character) -> None:
        if self.target is None or not 0 < self.target <= MOST_TARGET:
            raise Refused({"target": NO_TARGET})
        party = self.row.party
        rules, stored = crew_rules_of(party), _loaded(ship)
        posts = list(ShipPost.objects.filter(ship=ship).select_related("member").order_by("pk"))
        held = frozenset(post.station for post in posts)
        able = (
            (post.member, action)
            for post in posts
            for action in can_do(rules, stored, post.station, held)
            if action.id == self.action and not action.by_craft
        )
        person, asked = next(able, (None, None))
        if person is None or asked is None:
            raise Refused({"action": NOBODY_THERE})
        ask_one(
            party,
            person,
            action=asked.action,
            name=f"{asked.name}, {ship.name or 'the ship'}"[:LONGEST_NAME],
            target=self.target,
            note=self.note,
            values=asked.values,
        )


# --- parts of operations


def _turn(rules: CrewRules, ship: Character, stored: StoredCharacter) -> dict[str, int]:
    """The turn's values that the pilot gives the ship; {} without a pilot."""
    posts = ShipPost.objects.filter(ship=ship, station=rules.pilot)
    post = posts.select_related("member").prefetch_related("member__entries").first()
    return rules.flown(attempt(storage.load(post.member)), attempt(stored)) if post else {}


def _person(membership: Member, id: uuid.UUID) -> Character:
    """A character of the party that the member plays; NoSuchRow for all others."""
    rows = membership.party.characters.filter(archived_at=None, finished_at__isnull=False)
    row = rows.filter(public_id=id).first()
    if row is None or not (membership.leads or row.owner_id == membership.owner_id):
        raise NoSuchRow
    return row


def _loaded(ship: Character) -> StoredCharacter:
    try:
        return storage.load(ship)
    except storage.CorruptRow as damaged:
        why = DAMAGED.format(name=ship.name or "The ship", why=damaged.told)
        raise Refused({"station": why}) from None


def _station(party: Party, ship: Character, id: str) -> Station:
    known = {station.id: station for station in stations(crew_rules_of(party), _loaded(ship))}
    if id not in known:
        raise Refused({"station": NO_STATION})
    return known[id]
