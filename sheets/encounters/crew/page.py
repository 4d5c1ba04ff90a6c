"""The context of a crew's pages: each craft with its stations, and the actions of one station."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec

from rules.craft import ATTACK, FACING, HIT, CrewAction, Side, Station
from rules.figures import Figure
from rules.forms.fields import Field
from rules.forms.parsing import FormValues
from rules.play import Outcome, RollForm
from rules.problems import RuleViolation
from rules.sheet.sections import Line
from sheets.encounters.aim import NO_TARGET
from sheets.encounters.combatants import Fight, Fighter
from sheets.encounters.crew import acts, hits
from sheets.encounters.crew.bearings import side_of
from sheets.encounters.crew.offers import Offer, Offered, Recent, offer_of, recent
from sheets.encounters.crew.posts import stations
from sheets.encounters.crew.reload import not_ready
from sheets.encounters.step_back import round_began
from sheets.encounters.writes import rules_of
from sheets.errors import Fault
from sheets.parties.roll_requests.queries import Answer
from sheets.play.pilots import attempt, crew_rules, is_craft

# What of a form follows from something else.
Attempted = Callable[[RollForm], FormValues]
# What of the form of a station is no field of a roll.
OWN = ("action", "target_of", "side", "hidden", "ask", "more", "then")

# The most targets with a button each; more are a menu.
MOST_PRESSED = 5


@dataclass(frozen=True)
class Seats:
    """A station of a craft with those who are there; `free` says that somebody more fits in."""

    station: Station
    there: tuple[Fighter, ...]
    free: bool


@dataclass(frozen=True)
class Bearing:
    """On which side of a craft another one is."""

    other: Fighter
    side: str
    name: str


@dataclass(frozen=True)
class CraftCard:
    """A craft as one viewer sees it: what others aim at, its stations, and who could board it.
    `dice` are those of a crew without names, as the game master has them; `asks_pilot` says that a
    player steers, who is asked about hazards.
    """

    fighter: Fighter
    evade: Figure | None
    lines: tuple[Line, ...]
    shields: tuple[Line, ...]
    seats: tuple[Seats, ...]
    boarders: tuple[Fighter, ...]
    bearings: tuple[Bearing, ...]
    is_crewed: bool
    asks_pilot: bool
    dice: int | None

    @property
    def has_seats(self) -> bool:
        """True if the page shows its stations: always for the party's craft, for opponents only
        with named people aboard.
        """
        return bool(self.seats) and (self.is_crewed or not self.fighter.row.is_opponent)

    @property
    def around(self) -> list[tuple[str, str]]:
        """The craft on each of its sides: the name of the side, and the names of the craft
        there.
        """
        sides: dict[str, list[str]] = {}
        for each in self.bearings:
            sides.setdefault(each.name, []).append(each.other.name)
        return [(side, ", ".join(names)) for side, names in sides.items()]


@dataclass(frozen=True)
class StationPage(Offered):
    """Somebody at a station: what they can do there, against whom, and what they rolled last."""

    fighter: Fighter
    craft: Fighter
    station: Station
    targets: tuple[Fighter, ...]
    chosen: Fighter | None
    offers: tuple[Offer, ...]
    sides: tuple[tuple[str, str], ...]
    card: CraftCard
    actions: Field | None
    steers: bool
    is_last: bool
    last: Outcome | None
    wanted: str = ""
    more: bool = False
    side: str = ""
    wrong: str = ""

    @property
    def foes(self) -> list[Fighter]:
        """Those of the other side who can still fight, with a button each; empty for too many."""
        foes = [one for one in self.targets if _is_foe(one, self.craft) and not one.out]
        return foes if len(foes) <= MOST_PRESSED else []

    @property
    def other_targets(self) -> list[Fighter]:
        """Those at whom few shots are meant, beside those with a button."""
        foes = self.foes
        return [one for one in self.targets if one not in foes]

    @property
    def aims(self) -> bool:
        """True if an action here needs a target."""
        return any(offer.is_shot or offer.is_maneuver for offer in self.offers)


def context(fight: Fight) -> dict[str, object]:
    """The page's context about craft: a card for each, and the sides on which they can be."""
    rules = crew_rules(fight.encounter.party)
    cards = _cards(fight)
    return {
        "craft": cards,
        "others": [card for card in cards if not card.has_seats],
        "crew_ruling": rules.ruling if rules else "",
    }


def of_one(fight: Fight, craft: Fighter) -> dict[str, object]:
    """A game master's context for one craft and its crew; {} for everyone else."""
    rules = crew_rules(fight.encounter.party)
    if rules is None or not fight.membership.leads or not is_craft(craft.row) or not craft.stored:
        return {}
    sides = [(side.id, side.name) for side in rules.sides]
    return {"card": _card(fight, craft), "sides": sides, "crew_dice": rules.crew_dice}


def _cards(fight: Fight) -> list[CraftCard]:
    return [
        _card(fight, fighter)
        for fighter in fight.fighters
        if is_craft(fighter.row) and fighter.stored
    ]


def _card(fight: Fight, craft: Fighter) -> CraftCard:
    rules = crew_rules(fight.encounter.party)
    there = {fighter.row.pk: fighter for fighter in fight.fighters}
    posts = fight.posts.of(craft.row.pk)
    is_known = craft.playable or not craft.row.is_opponent
    seats = []
    known = stations(rules, craft.stored) if rules and craft.stored and is_known else ()
    for station in known:
        members = [post.member_id for post in posts if post.station == station.id]
        free = station.places is None or len(members) < station.places
        seats.append(Seats(station, tuple(there[pk] for pk in members if pk in there), free))
    own = [
        fighter
        for fighter in fight.fighters
        if (fighter.mine or fight.membership.leads) and fighter.playable
    ]
    boarders = [boarder for boarder in own if not is_craft(boarder.row) and not boarder.out]
    boarders.sort(key=lambda boarder: fight.posts.is_aboard(boarder.row.pk))
    if not fight.membership.leads and craft.row.is_opponent:
        boarders = []
    show_numbers = is_known or not fight.encounter.hides_numbers
    evade = rules.evade(attempt(craft.stored)) if rules and craft.stored and show_numbers else None
    return CraftCard(
        fighter=craft,
        evade=evade,
        lines=rules.lines(craft.stored.opened.state) if rules and craft.stored and is_known else (),
        shields=rules.shares(craft.stored.opened.state)
        if rules and craft.stored and is_known
        else (),
        seats=tuple(seats),
        boarders=tuple(boarders),
        bearings=tuple(_bearings(fight, craft)) if is_known else (),
        is_crewed=bool(posts),
        asks_pilot=any(
            post.station == rules.pilot and not there[post.member_id].row.character.roster_id
            for post in posts
            if rules and post.member_id in there
        ),
        dice=craft.row.crew_dice,
    )


def _bearings(fight: Fight, craft: Fighter) -> list[Bearing]:
    """Where the craft of the other side are, as seen from this one."""
    rules = crew_rules(fight.encounter.party)
    names = {side.id: side.name for side in rules.sides} if rules else {}
    craft.row.encounter = fight.encounter
    others = (fighter for fighter in fight.fighters if is_craft(fighter.row) and not fighter.out)
    found = []
    for other in others:
        if other.row.side != craft.row.side and names:
            side = side_of(craft.row, other.row.pk)
            found.append(Bearing(other, side, names[side]))
    return found


def station_page(
    fight: Fight,
    person: Fighter,
    sent: FormValues,
    *,
    fault: Fault | None = None,
    known: Recent | None = None,
) -> StationPage | None:
    """The actions open to a person aboard, with the values chosen so far; None for a person who
    isn't aboard, or whose craft the viewer doesn't know. `known` saves reading their last outcomes
    again.
    """
    post = fight.posts.by_member.get(person.row.pk)
    there = {fighter.row.pk: fighter for fighter in fight.fighters}
    craft = there.get(post.craft_id) if post else None
    if post is None or craft is None or craft.stored is None or person.stored is None:
        return None
    at = acts.aboard(post, person.with_character, craft.with_character, fight.posts)
    if at is None:
        return None
    known = known or recent_of(fight, [person])
    places = {station.id: station for station in at.rules.stations(craft.stored.opened.state)}
    targets = _targets(fight, craft)
    wanted = (sent.get("target_of") or ("",))[0]
    chosen = next((target for target in targets if str(target.row.pk) == wanted), None)
    chosen = chosen or next(iter(fight.foes_of(person, at=craft)), None)
    hides = fight.encounter.hides_numbers and not fight.membership.leads
    wanted = (sent.get("action") or ("",))[0]
    values = {name: tuple(chosen) for name, chosen in sent.items() if name not in OWN}
    asked = known.asked.get(person.row.character_id, {})
    offers = tuple(
        _offer(
            at,
            action,
            chosen,
            values if action.id == wanted else {},
            hides=hides,
            asked=None if action.needs or action.by_craft else asked.get(action.action),
            struck=_struck(fight, craft) if action.needs == HIT else None,
        )
        for action in at.actions
    )
    controls = person.state.controls if person.state else ()
    return StationPage(
        fighter=person,
        craft=craft,
        station=places.get(post.station, Station(post.station, post.station, "")),
        targets=tuple(targets),
        chosen=chosen,
        offers=offers,
        sides=tuple((side.id, side.name) for side in at.rules.sides),
        card=_card(fight, craft),
        actions=next((control for control in controls if control.id == "actions"), None),
        steers=post.station == at.rules.pilot
        or at.rules.pilot not in fight.posts.held(craft.row.pk),
        is_last=fight.is_last_to_act(person),
        last=known.last(person.row.character_id, craft.row.character_id, at.actions),
        wanted=wanted,
        more="more" in sent,
        side=(sent.get("side") or ("",))[0] or _behind(at.rules.sides),
        wrong=str(fault or ""),
    )


def _behind(sides: Sequence[Side]) -> str:
    """The side that a pilot wants to be on, as a rule: the one opposite to the front."""
    return sides[1].id if len(sides) > 1 else ""


def _is_foe(fighter: Fighter, craft: Fighter) -> bool:
    return fighter.row.side != craft.row.side


def _targets(fight: Fight, craft: Fighter) -> Sequence[Fighter]:
    """Whom a crew can aim at: the other side first, the nearest first, those who are out last."""
    others = [
        fighter
        for fighter in fight.ashore
        if fighter.row.pk != craft.row.pk and not fighter.damaged
    ]

    def rank(fighter: Fighter) -> tuple[bool, bool, int]:
        return (not _is_foe(fighter, craft), fighter.out, abs(fighter.row.place - craft.row.place))

    return sorted(others, key=rank)


def _struck(fight: Fight, craft: Fighter) -> tuple[str, Attempted] | None:
    """The hit on a craft that waits for an answer: in words, and what of a form follows from it."""
    row = hits.open_hit(fight, craft)
    attacker = next(
        (fighter for fighter in fight.fighters if row and fighter.row.pk == row.attacker_id), None
    )
    if row is None or attacker is None or attacker.stored is None:
        return None
    craft.row.encounter = fight.encounter
    sentence = f"{attacker.name} hit you: {row.weapon}."
    return sentence, lambda form: hits.values_of(row, attacker, craft, form)


def _offer(
    at: acts.Aboard,
    action: CrewAction,
    chosen: Fighter | None,
    values: FormValues,
    *,
    hides: bool,
    asked: Answer | None,
    struck: tuple[str, Attempted] | None = None,
) -> Offer:
    """An action as it would be rolled now, against the number that the game master `asked` for;
    without the number and the chance where these are theirs.
    """
    says: tuple[str, ...] = ()
    if asked is not None and asked.row.request.target is not None:
        values = {**values, **at.asked(asked.row.request.target)}
    if struck is not None:
        values = {**struck[1](at.form(action, {})), **values}
        says = (struck[0],)
    try:
        if action.needs == ATTACK and chosen is not None:
            form, says = acts.shot_form(at, action, chosen.with_character, values, hides=hides)
        elif action.needs == FACING and chosen is not None and is_craft(chosen.row) and not hides:
            form = at.form(action, {**values, **acts.opposed(at, chosen.with_character)})
        else:
            form = at.form(action, values)
    except RuleViolation as violation:
        errors = violation.by_place
        form = at.form(action, {})
    else:
        errors = {}
    barred = form.barred or not_ready(at.craft, action.weapon) or _aimless(action, chosen)
    own = rules_of(at.person[1], at.craft[0].encounter)
    decided = own.fields if action.needs == ATTACK else ()
    return offer_of(
        action, form, errors=errors, says=says, asked=asked, decided=decided, barred=barred
    )


def _aimless(action: CrewAction, chosen: Fighter | None) -> str:
    """Why nothing can be aimed at; "" for what can, and for what needs no target."""
    if action.needs == ATTACK and chosen is None:
        return NO_TARGET
    return acts.NO_OTHER if action.needs == FACING and not (chosen and is_craft(chosen.row)) else ""


def recent_of(fight: Fight, people: Sequence[Fighter]) -> Recent:
    """The entries of these people and their craft in this round of a fight, and the requests open
    to them.
    """
    ids = [person.row.character_id for person in people]
    posts = (fight.posts.by_member.get(person.row.pk) for person in people)
    aboard = {post.craft_id for post in posts if post}
    craft = [one.row.character_id for one in fight.fighters if one.row.pk in aboard]
    began = round_began(fight.encounter, leads=fight.membership.leads)
    since = fight.encounter.started_at
    return recent(fight.encounter.party, ids, since, craft=craft, after=began)


def named(target: Fighter, number: Figure | None) -> Figure | None:
    """The number that an attack has to reach, by the name of what a craft has against attacks."""
    if number is None or target.stored is None or not is_craft(target.row):
        return number
    rules = crew_rules(target.row.encounter.party)
    evade = rules.evade(attempt(target.stored)) if rules else None
    return msgspec.structs.replace(number, label=evade.label) if evade else number
