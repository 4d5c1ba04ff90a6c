"""The context of a crew's page: the ship, its stations, the people there, and their actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import msgspec
from django.utils import timezone

from rules.craft import CrewAction, CrewRules, Station
from rules.figures import Figure
from rules.forms.parsing import FormValues
from rules.play import Outcome
from rules.problems import RuleViolation
from rules.sheet.sections import Line
from sheets import form_data, storage
from sheets.encounters.crew.acts import asked_number
from sheets.encounters.crew.offers import Offer, Offered, Recent, offer_of, recent
from sheets.encounters.crew.posts import stations
from sheets.errors import Fault
from sheets.models import Character, Member, ShipPost
from sheets.parties.board.ship import board_ship
from sheets.parties.roll_requests.queries import Answer
from sheets.play.pilots import attempt
from sheets.ships.crew import operations
from sheets.storage import StoredCharacter

# What of a station's form is no field of a roll.
OWN = ("action", "target_of", "ask", "more")
# The time for which the page shows a person's last roll.
FRESH = timedelta(hours=1)


@dataclass(frozen=True)
class Sailor:
    """Somebody of the party who is aboard or could be; `plays` says that the viewer plays them."""

    row: Character
    plays: bool

    @property
    def name(self) -> str:
        """Their name."""
        return self.row.name or "Unnamed character"


@dataclass(frozen=True)
class Seats:
    """A station with those who are there; `free` says that somebody more fits in."""

    station: Station
    there: tuple[Sailor, ...]
    free: bool


@dataclass(frozen=True)
class StationPage(Offered):
    """Somebody at a station of the ship outside of a fight: what they can do there, and what they
    rolled last. `chosen` and `sides` are for fights: nobody is aimed at here.
    """

    who: Sailor
    station: Station
    offers: tuple[Offer, ...]
    remarks: tuple[str, ...] = ()
    last: Outcome | None = None
    wanted: str = ""
    more: bool = False
    chosen: None = None
    sides: tuple[tuple[str, str], ...] = ()
    side: str = ""


def context(
    membership: Member,
    *,
    seen: str,
    sent: Mapping[str, tuple[str, ...]] | None = None,
    at: str = "",
    fault: Fault | None = None,
) -> dict[str, Any]:
    """The page as a member sees it, with what was chosen so far `at` a station, by the id of
    whoever is there.
    """
    party, rules = membership.party, operations.crew_rules_of(membership.party)
    shown = board_ship(party)
    base = {
        "membership": membership,
        "ship": shown,
        "seen": seen,
        "wrong": str(fault or ""),
        "key": form_data.new_key,
    }
    if shown is None or shown.fault:
        return base
    ship = storage.load(shown.character)
    crew = _Crew(membership, rules, ship)
    return base | {
        "fight": operations.fight_with(shown.character),
        "shields": rules.shares(ship.opened.state),
        "seats": crew.seats,
        "figures": _figures(shown.figures, rules.evade(attempt(ship))),
        "boarders": crew.boarders,
        "stations": crew.stations(sent or {}, at),
        "asks": _asks(rules, ship) if membership.leads else [],
        "absent": len(crew.people) > len(crew.posts),
        "hazard_at": rules.hazard_at,
    }


class _Crew:
    """The people of a party, and where they are aboard its ship."""

    def __init__(self, membership: Member, rules: CrewRules, ship: StoredCharacter) -> None:
        self.membership, self.rules, self.ship = membership, rules, ship
        self.posts = list(ShipPost.objects.filter(ship=ship.row).order_by("station", "number"))
        leads, owner = membership.leads, membership.owner_id
        self.people = [
            Sailor(row, membership.is_kept and (leads or row.owner_id == owner))
            for row in operations.people_of(membership.party)
        ]
        self.by_row = {person.row.pk: person for person in self.people}
        self.held = frozenset(post.station for post in self.posts)
        self.places = {station.id: station for station in stations(rules, ship)}

    @property
    def seats(self) -> list[Seats]:
        """Each station with whoever is there."""
        found = []
        for station in self.places.values():
            posts = [post for post in self.posts if post.station == station.id]
            there = tuple(
                self.by_row[post.member_id] for post in posts if post.member_id in self.by_row
            )
            free = station.places is None or len(posts) < station.places
            found.append(Seats(station, there, free))
        return found

    @property
    def boarders(self) -> list[Sailor]:
        """Those whom the viewer can seat, first those who are at no station."""
        aboard = {post.member_id for post in self.posts}
        own = [person for person in self.people if person.plays]
        return sorted(own, key=lambda sailor: sailor.row.pk in aboard)

    def stations(self, sent: FormValues, at: str) -> list[StationPage]:
        """The stations of the viewer's own people; for a game master also the one that is open."""
        own = self.membership.owner_id
        shown = [
            (post, who)
            for post in self.posts
            if (who := self.by_row.get(post.member_id)) is not None
            and who.plays
            and (who.row.owner_id == own or str(who.row.public_id) == at)
        ]
        shown.sort(key=lambda place: str(place[1].row.public_id) != at)
        ids = [who.row.pk for _, who in shown]
        since, ship = timezone.now() - FRESH, self.ship.row.pk
        known = recent(self.membership.party, ids, since, craft=(ship,))
        pages = (
            self._page(post, who, sent if str(who.row.public_id) == at else {}, known)
            for post, who in shown
        )
        return [page for page in pages if page is not None]

    def _page(
        self, post: ShipPost, who: Sailor, sent: FormValues, known: Recent
    ) -> StationPage | None:
        station = self.places.get(post.station)
        try:
            stored = storage.load(who.row)
        except storage.CorruptRow:
            return None
        if station is None:
            return None
        wanted = "".join(sent.get("action", ()))
        values = {name: tuple(chosen) for name, chosen in sent.items() if name not in OWN}
        asked = known.asked.get(who.row.pk, {})
        actions = operations.can_do(self.rules, self.ship, post.station, self.held)
        offers = tuple(
            _offer(
                self.ship if action.by_craft else stored,
                action,
                values if action.id == wanted else {},
                None if action.by_craft else asked.get(action.action),
            )
            for action in actions
        )
        remarks = stored.opened.play_state(stored.situation).remarks
        last = known.last(who.row.pk, self.ship.row.pk, actions)
        return StationPage(who, station, offers, remarks, last, wanted, "more" in sent)


def _offer(
    actor: StoredCharacter, action: CrewAction, values: FormValues, asked: Answer | None
) -> Offer:
    """An action as it would be rolled now."""
    if asked is not None and asked.row.request.target is not None:
        values = {**values, **asked_number(actor.row.system, asked.row.request.target)}
    errors: dict[str, str] = {}
    try:
        form = actor.opened.roll_form(actor.situation, action.action, {**values, **action.values})
    except RuleViolation as violation:
        errors = {problem.where: problem.message for problem in violation.problems}
        form = actor.opened.roll_form(actor.situation, action.action, action.values)
    return offer_of(action, form, errors=errors, asked=asked)


def _figures(lines: Sequence[Line], evade: Figure | None) -> list[Line]:
    """The figures of the ship, with what the pilot adds to Evade."""
    return [
        msgspec.structs.replace(line, figure=evade)
        if evade is not None and line.figure.label == evade.label
        else line
        for line in lines
    ]


def _asks(rules: CrewRules, ship: StoredCharacter) -> list[CrewAction]:
    """The checks that a game master can ask of the crew, the hazard first."""
    places = [station.id for station in stations(rules, ship)]
    everywhere = frozenset(places)
    rolled = {
        action.id: action
        for place in places
        for action in operations.can_do(rules, ship, place, everywhere)
        if not action.by_craft
    }
    first = rules.hazard(attempt(ship)).id
    return sorted(rolled.values(), key=lambda action: action.id != first)


def find(seats: Sequence[StationPage], member: str) -> StationPage | None:
    """The page of somebody at a station, by their id; None for nobody."""
    return next((seat for seat in seats if str(seat.who.row.public_id) == member), None)
