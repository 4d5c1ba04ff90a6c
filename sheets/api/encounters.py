"""Encounters for programs: how a fight stands, the steps of combatants, attacks, and what its game
master does.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import partial

from django.http import Http404, HttpResponse

from sheets import access
from sheets.access import MemberAccess
from sheets.api import fight_messages as messages
from sheets.api.fight_answers import attack_form, encounter_answer
from sheets.api.play import field_values
from sheets.api.resource import Call, Parameter, Resource, answer, operation
from sheets.encounters import (
    answers,
    initiative,
    lineup,
    live,
    operations,
    steps,
    turns,
)
from sheets.encounters.attack_form import attack_page
from sheets.encounters.combatants import Fight, Fighter
from sheets.encounters.crew import operations as crew
from sheets.encounters.crew import station_steps
from sheets.encounters.crew.page import station_page
from sheets.encounters.reading import fight_of
from sheets.encounters.step_back import StepBack
from sheets.encounters.writes import fight_rules, get_combatant
from sheets.errors import Conflict
from sheets.models import Encounter, Member
from sheets.writes import Operation

Led = Callable[..., Operation[Member, None]]
NO_STATION = "This combatant is at no station. Read the fight again."
ID = {"type": "integer", "minimum": 1}
COMBATANT = Parameter("combatant", "A combatant, by its id in the fight.", ID)
ATTACK = Parameter("attack", "An attack, by its id in the fight.", ID)
LEAD = Parameter(
    "verb",
    "`add` characters, opponents and craft; `start` the fight, `roll` the missing initiatives, go"
    " on to the `next` turn, step `back` to the turn before, `reveal` all who are hidden, hide or"
    " show `numbers`, defend for all opponents (`defend-all`), confirm all damage that waits"
    " (`take-all`), `end`, `resume`.",
    {
        "type": "string",
        "enum": [
            *("add", "start", "roll", "next", "back", "reveal", "numbers"),
            *("defend-all", "take-all", "end", "resume"),
        ],
    },
)
STEP = Parameter(
    "verb",
    "What whoever plays a combatant does: roll `initiative`, go `forward` or `back` a band, `hold`"
    " until a `trigger`, go `into` a `circumstance` or `outof` it, `fill` a place, as a game"
    " master `clear` the `effect` that fills it, `declare` the turn, as a game master take `damage`"
    " without an attack (`harm`), take the `action` at a `station`, `board` a `craft` at a"
    " `station`, `leave` it, `end` the turn.",
    {"type": "string", "enum": [*steps.COMBATANT_STEPS, "station", "board", "leave", "end"]},
)
STEER = Parameter(
    "verb",
    "What a game master does with a combatant: `describe`, `reveal`, `remove`, `put`, one place"
    " `up` or `down` in the order, its `turn`, `split` a group, `merge` two, `roll` initiative"
    " again.",
    {
        "type": "string",
        "enum": [
            *("describe", "reveal", "remove", "put", "up", "down", "turn"),
            *("split", "merge", "roll"),
        ],
    },
)
DECIDE = Parameter(
    "verb",
    "One of the `steps` of the attack; for `answer` the field `by` is who answers.",
    {"type": "string", "enum": list(steps.ATTACK_STEPS)},
)
WEAPON = Parameter("attack", "The id of a weapon or other attack.", {"type": "string"})
TARGETS = Parameter("target", "A target's id, once for each.", {"type": "string"})


@operation(answer=messages.Encounters)
def index(call: Call, id: uuid.UUID) -> HttpResponse:
    """The encounters of a party that you lead; of another of yours the running one."""
    membership = fighting_membership(call, id)
    rows = membership.party.encounters.order_by("-pk")
    if not membership.leads:
        rows = rows.filter(state=Encounter.State.RUNNING)
    leads = membership.leads
    listed = [
        messages.EncounterRow(
            str(row.public_id), row.name, row.place, row.folder if leads else "", row.state
        )
        for row in rows
    ]
    return answer(messages.Encounters(listed))


@operation(answer=messages.EncounterAnswer, body=messages.NewEncounter, status=201, writes=True)
def create(call: Call, id: uuid.UUID) -> HttpResponse:
    """Prepare an encounter, as the game master: the party's characters are in it."""
    membership = fighting_membership(call, id, leading=True)
    sent = call.body(messages.NewEncounter)
    made = operations.Create(
        access.leading_access(call.request, id),
        name=sent.name,
        place=sent.place,
        with_ship=sent.ship,
        folder=sent.folder,
        key=call.key,
    ).run()
    return _fresh(call, membership, uuid.UUID(made), status=201)


@operation(answer=messages.EncounterAnswer, cached=True)
def running(call: Call, id: uuid.UUID) -> HttpResponse:
    """The running fight of your party, as you see it; 404 where none is running."""
    membership = fighting_membership(call, id)
    seen = f'"{live.fight_state(call.request.visitor.identity, id)}"'
    row = membership.party.encounters.filter(state=Encounter.State.RUNNING).first()
    if row is None:
        raise Http404
    if call.is_known(seen):
        return call.unchanged(seen)
    row.party = membership.party
    return encounter_answer(call.request.visitor.identity, membership, row)


@operation(answer=messages.EncounterAnswer)
def read(call: Call, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """An encounter as you see it: a game master's any, a player's while it runs."""
    membership, row = _encounter(call, id, encounter)
    return encounter_answer(call.request.visitor.identity, membership, row)


@operation(
    answer=messages.EncounterAnswer,
    body=messages.Lead,
    writes=True,
    parameters=(LEAD,),
    others=(409,),
)
def lead(call: Call, id: uuid.UUID, encounter: uuid.UUID, verb: str) -> HttpResponse:
    """Add to an encounter, start it, go on, end it, as the game master."""
    membership, row = _encounter(call, id, encounter, leading=True)
    sent = call.body(messages.Lead)
    if verb == "next":
        steps.go_on(membership, row, after=sent.after, key=call.key)
        return _fresh(call, membership, encounter)
    if verb == "defend-all":
        steps.defend_all(call.request.visitor.identity, membership, row, key=call.key)
        return _fresh(call, membership, encounter)
    if verb == "take-all":
        steps.take_all(call.request.visitor.identity, row, key=call.key)
        return _fresh(call, membership, encounter)
    made: dict[str, Led] = {
        "add": partial(
            lineup.Add,
            characters=sent.characters,
            count=sent.count,
            hidden=sent.hidden,
            ally=sent.ally,
        ),
        "start": partial(operations.Start, starters=sent.starts),
        "roll": partial(initiative.RollForAll, side=sent.side),
        "back": partial(StepBack, after=sent.after),
        "reveal": partial(operations.Reveal, combatant=None),
        "numbers": partial(operations.HideNumbers, hides=sent.hide),
        "end": operations.End,
        "resume": operations.Resume,
    }
    _run(call, id, encounter, made, verb)
    return _fresh(call, membership, encounter)


@operation(
    answer=messages.EncounterAnswer,
    body=messages.Steered,
    writes=True,
    parameters=(COMBATANT, STEER),
    others=(409,),
)
def steer(
    call: Call, id: uuid.UUID, encounter: uuid.UUID, combatant: int, verb: str
) -> HttpResponse:
    """Change a combatant, as the game master: this costs nobody an action."""
    membership, row = _encounter(call, id, encounter, leading=True)
    sent = call.body(messages.Steered)
    if verb == "roll":
        fighter = get_combatant(row, combatant)
        fighter.encounter = row
        who = call.request.visitor.identity
        initiative.roll_initiative(who, fighter, key=call.key, again=True)
        return _fresh(call, membership, encounter)
    made: dict[str, Led] = {
        "describe": partial(operations.Describe, name=sent.name, hidden=sent.hidden),
        "reveal": operations.Reveal,
        "remove": lineup.Remove,
        "put": partial(operations.Put, place=sent.place, circumstances=sent.circumstances),
        "up": partial(initiative.PlaceInOrder, up=True),
        "down": partial(initiative.PlaceInOrder, up=False),
        "turn": turns.GiveTurn,
        "split": partial(lineup.Split, count=sent.count),
        "merge": partial(lineup.Merge, into=sent.into),
    }
    _run(call, id, encounter, made, verb, combatant=combatant)
    return _fresh(call, membership, encounter)


@operation(
    answer=messages.EncounterAnswer,
    body=messages.Step,
    writes=True,
    parameters=(COMBATANT, STEP),
    others=(409,),
)
def act(call: Call, id: uuid.UUID, encounter: uuid.UUID, combatant: int, verb: str) -> HttpResponse:
    """Take a step for a combatant that you play."""
    membership, row = _encounter(call, id, encounter)
    fight = fight_of(membership, row)
    fighter, sent = answers.played(fight, combatant), field_values(call.body(messages.Step).fields)
    who, member = call.request.visitor.identity, access.member_access(call.request, id)
    match verb:
        case "end":
            steps.go_on(membership, row, after=combatant, key=call.key)
        case "station":
            _act_aboard(call, fight, fighter, sent)
        case "board":
            craft, station = steps.number(sent, "craft"), steps.first(sent, "station")[:40]
            crew.Take(
                member,
                id=encounter,
                combatant=combatant,
                craft=craft,
                station=station,
                key=call.key,
            ).run()
        case "leave":
            crew.Leave(member, id=encounter, combatant=combatant, key=call.key).run()
        case _:
            leads = membership.leads
            steps.take_step(who, fighter.row, verb, sent=sent, leads=leads, key=call.key)
    return _fresh(call, membership, encounter)


@operation(answer=messages.AttackForm, parameters=(COMBATANT, WEAPON, TARGETS))
def aimed(call: Call, id: uuid.UUID, encounter: uuid.UUID, combatant: int) -> HttpResponse:
    """The form before an attack: each target with its number and chance, and the choices so far."""
    membership, row = _encounter(call, id, encounter)
    fight = fight_of(membership, row)
    fighter = answers.played(fight, combatant)
    sent = {name: tuple(values) for name, values in call.request.GET.lists()}
    form = attack_page(fight, fighter, sent)
    if form is None:
        raise Http404
    return answer(attack_form(form))


@operation(
    answer=messages.EncounterAnswer,
    body=messages.NewAttack,
    status=201,
    writes=True,
    parameters=(COMBATANT,),
    others=(409,),
)
def attack(call: Call, id: uuid.UUID, encounter: uuid.UUID, combatant: int) -> HttpResponse:
    """Roll an attack. For opponents, a game master's rolls the damage of a hit at once."""
    membership, row = _encounter(call, id, encounter)
    fight = fight_of(membership, row)
    fighter, sent = answers.played(fight, combatant), call.body(messages.NewAttack)
    steps.attack(
        call.request.visitor.identity,
        fight,
        fighter,
        sent.attack,
        sent.targets,
        values=field_values(sent.fields),
        hidden=sent.hidden,
        key=call.key,
    )
    return _fresh(call, membership, encounter, status=201)


@operation(
    answer=messages.EncounterAnswer,
    body=messages.Step,
    writes=True,
    parameters=(ATTACK, DECIDE),
    others=(409,),
)
def decide(call: Call, id: uuid.UUID, encounter: uuid.UUID, attack: int, verb: str) -> HttpResponse:
    """Take an attack further: defend, roll the damage, and as the game master confirm it."""
    membership, row = _encounter(call, id, encounter)
    decided_on = steps.attack_of(membership, row, attack, verb)
    leading, sent = access.leading_access(call.request, id), call.body(messages.Step)
    values = field_values(sent.fields)
    steps.decide(leading, membership, row, decided_on, verb, sent=values, key=call.key)
    return _fresh(call, membership, encounter)


# --- parts of operations


def fighting_membership(call: Call, id: uuid.UUID, *, leading: bool = False) -> Member:
    """The membership of the token's account; 404 for others, and in a game without fights."""
    if call.only:
        raise Http404
    get = access.get_leading_membership if leading else access.get_membership
    membership = get(call.request, id)
    fight_rules(membership.party)
    return membership


def _encounter(
    call: Call, id: uuid.UUID, encounter: uuid.UUID, *, leading: bool = False
) -> tuple[Member, Encounter]:
    membership = fighting_membership(call, id, leading=leading)
    return membership, answers.visible(membership, encounter)


def _run(
    call: Call,
    id: uuid.UUID,
    encounter: uuid.UUID,
    made: dict[str, Led],
    verb: str,
    **named: int,
) -> None:
    """Does one of these by its name; 404 for another."""
    if verb not in made:
        raise Http404
    leading: MemberAccess = access.leading_access(call.request, id)
    made[verb](leading, id=encounter, key=call.key, **named).run()


def _fresh(
    call: Call, membership: Member, encounter: uuid.UUID, *, status: int = 200
) -> HttpResponse:
    """The encounter as it is after a write."""
    row = answers.fresh(encounter)
    row.party = membership.party
    who = call.request.visitor.identity
    return encounter_answer(who, membership, row, status=status)


def _act_aboard(
    call: Call, fight: Fight, person: Fighter, sent: dict[str, tuple[str, ...]]
) -> None:
    """An action at a station; Conflict for who is at none."""
    shown = station_page(fight, person, sent)
    if shown is None:
        raise Conflict(NO_STATION)
    who = call.request.visitor.identity
    station_steps.do_at_station(who, fight, person, shown, sent=sent, key=call.key)


several = Resource(GET=index, POST=create)
one = Resource(GET=read)
now = Resource(GET=running)
led = Resource(POST=lead)
steered = Resource(POST=steer)
acted = Resource(POST=act)
attacked = Resource(GET=aimed, POST=attack)
decided = Resource(POST=decide)
