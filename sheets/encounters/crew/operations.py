"""Crews: taking a station and leaving it, a crew without names, and from where craft see each
other. Each locks the party, then characters, then the encounter.
"""

from __future__ import annotations

from django.db import transaction

from rules.craft import Station
from sheets import storage
from sheets.encounters.crew.posts import stations
from sheets.encounters.lineup import OVER
from sheets.encounters.writes import EncounterOperation, get_combatant, next_rank, touch
from sheets.errors import NoSuchRow, Refused
from sheets.models import Combatant, CrewPost, Encounter, Member
from sheets.parties.roll_requests.operations import ask_one
from sheets.play.pilots import attempt, crew_rules, is_craft, set_turn

TAKEN = "{name} is already there. Choose another station."
NO_STATION = "This craft has no such station. Choose one of its list."
NOT_A_PERSON = "A craft can't be aboard a craft."
DAMAGED = "{name} can't be read: {why}"
NO_TARGET = "Type the number to reach, 1 or more."
MOST_TARGET, LONGEST_NAME = 200, 120
NO_SIDE = "Choose one of the sides of the craft."


class Take(EncounterOperation[None]):
    """Takes a free station of a craft, and leaves the one before. Players take stations for their
    own characters, on their own side. NoSuchRow for what they may not know of; Refused if
    somebody is there already.
    """

    combatant: int
    craft: int
    station: str

    def change(self, encounter: Encounter) -> None:
        person, vessel = _get(encounter, self.combatant), _get(encounter, self.craft)
        _check_may(self.row, person, vessel)
        if encounter.is_over:
            raise Refused({"": OVER})
        if is_craft(person) or not is_craft(vessel):
            raise Refused({"station": NOT_A_PERSON})
        place = _station(vessel, self.station)
        number = _free_place(vessel, place, person, leads=self.row.leads)
        before = CrewPost.objects.filter(member=person).select_related("craft__character").first()
        if before is not None:
            before.delete()
        CrewPost.objects.create(craft=vessel, member=person, station=self.station, number=number)
        encounter.pass_turn(person, vessel if vessel.rank is not None else None)
        person.rank, person.place = None, vessel.place
        person.save(update_fields=["rank", "place"])
        if before is not None and before.craft_id != vessel.pk:
            before.craft.encounter = encounter
            set_turn(before.craft)
        set_turn(vessel)


class Leave(EncounterOperation[None]):
    """Leaves a craft: during a fight one acts last in the order from then on. One who is not aboard
    stays where they are.
    """

    combatant: int

    def change(self, encounter: Encounter) -> None:
        person = _get(encounter, self.combatant)
        post = CrewPost.objects.filter(member=person).select_related("craft__character").first()
        _check_may(self.row, person, None)
        if post is None:
            return
        post.member = person
        put_off(encounter, post)
        post.craft.encounter = encounter
        set_turn(post.craft)


def put_off(encounter: Encounter, post: CrewPost) -> None:
    """Ends a post; whoever had it acts last in the order from then on. Part of an operation."""
    post.delete()
    if encounter.is_running and post.craft.rank is not None:
        person = post.member
        person.rank = next_rank(encounter)
        person.score = post.craft.score if person.score is None else person.score
        person.save(update_fields=["rank", "score"])


class SetCrew(EncounterOperation[None]):
    """Sets the dice that a crew without names rolls for everything; None for the usual ones."""

    verb = "crew"
    craft: int
    dice: int | None

    def change(self, encounter: Encounter) -> None:
        vessel = _get(encounter, self.craft)
        rules = crew_rules(encounter.party)
        if rules is None or not is_craft(vessel):
            raise NoSuchRow
        if self.dice is not None and not 0 <= self.dice <= rules.most_dice:
            raise Refused({"dice": f"A crew has 0 to {rules.most_dice} dice."})
        vessel.crew_dice = self.dice
        vessel.save(update_fields=["crew_dice"])
        set_turn(vessel)


class Face(EncounterOperation[None]):
    """Says on which side of a craft another one is, as the game master has it."""

    craft: int
    other: int
    side: str

    def change(self, encounter: Encounter) -> None:
        vessel, other = _get(encounter, self.craft), _get(encounter, self.other)
        rules = crew_rules(encounter.party)
        if rules is None or not (is_craft(vessel) and is_craft(other)):
            raise NoSuchRow
        if self.side not in {side.id for side in rules.sides}:
            raise Refused({"side": NO_SIDE})
        vessel.bearings = {**vessel.bearings, str(other.pk): self.side}
        vessel.save(update_fields=["bearings"])


def pilot_of(vessel: Combatant) -> Combatant | None:
    """Whoever steers a craft by name; None for a crew without names."""
    rules = crew_rules(vessel.encounter.party)
    posts = CrewPost.objects.filter(craft=vessel, station=rules.pilot if rules else "")
    post = posts.select_related("member__character").first()
    return post.member if post else None


def check_target(target: int | None) -> int:
    """The number that a hazard has to be flown through with; Refused without one."""
    if target is None or not 0 < target <= MOST_TARGET:
        raise Refused({"target": NO_TARGET})
    return target


class Ask(EncounterOperation[None]):
    """A hazard on the way: asks the pilot, a player's character, for the check with the dice of the
    craft.
    """

    verb = "hazard"
    craft: int
    target: int
    note: str

    def change(self, encounter: Encounter) -> None:
        vessel = _get(encounter, self.craft)
        rules, pilot = crew_rules(encounter.party), pilot_of(vessel)
        if rules is None or pilot is None or pilot.character.party_id != encounter.party.pk:
            raise NoSuchRow
        try:
            action = rules.hazard(attempt(storage.load(vessel.character)))
        except storage.CorruptRow as damaged:
            raise Refused({"target": damaged.told}) from None
        if action.barred:
            raise Refused({"target": action.barred})
        ask_one(
            encounter.party,
            pilot.character,
            action=action.action,
            name=f"{action.name}, {vessel.called}"[:LONGEST_NAME],
            target=self.target,
            note=self.note,
            values=action.values,
        )


def tell(encounter: Encounter, *, steered_by: Combatant) -> None:
    """Lets open pages of the fight ask anew; a craft has the dice of its pilot as they are now."""
    with transaction.atomic():
        post = CrewPost.objects.filter(member=steered_by).select_related("craft__character").first()
        if post is not None:
            post.craft.encounter = encounter
            set_turn(post.craft)
        touch(encounter)


def _get(encounter: Encounter, id: int) -> Combatant:
    row = get_combatant(encounter, id)
    row.encounter = encounter
    return row


def _check_may(membership: Member, person: Combatant, vessel: Combatant | None) -> None:
    """NoSuchRow for a player, unless it is their own character, and a craft of their side."""
    if membership.leads:
        return
    is_own = person.character.owner_id == membership.owner_id and not person.is_opponent
    is_foreign = vessel is not None and (vessel.is_opponent or vessel.hidden)
    if not is_own or person.hidden or is_foreign or not person.encounter.is_running:
        raise NoSuchRow


def _station(vessel: Combatant, id: str) -> Station:
    rules = crew_rules(vessel.encounter.party)
    try:
        stored = storage.load(vessel.character)
    except storage.CorruptRow as damaged:
        why = DAMAGED.format(name=vessel.called, why=damaged.told)
        raise Refused({"station": why}) from None
    known = {station.id: station for station in stations(rules, stored)} if rules else {}
    if id not in known:
        raise Refused({"station": NO_STATION})
    return known[id]


def _free_place(vessel: Combatant, station: Station, person: Combatant, *, leads: bool) -> int:
    """The first free place of a station; Refused if all are taken. Who is hidden keeps no player
    from one, and none is told of them: a game master, who sees both there, sorts it out.
    """
    others = CrewPost.objects.filter(craft=vessel, station=station.id).exclude(member=person)
    taken = {post.number: post for post in others.select_related("member__character")}
    number = next(number for number in range(len(taken) + 1) if number not in taken)
    known = [post for post in taken.values() if leads or not post.member.hidden]
    if station.places is not None and len(known) >= station.places:
        raise Refused({"station": TAKEN.format(name=known[0].member.called)})
    return number
