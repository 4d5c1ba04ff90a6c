"""A crew in a fight: taking stations, what can be done there, and what a game master says of it."""

from __future__ import annotations

import uuid
from collections.abc import Callable

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from sheets import access, form_data
from sheets.access import Request
from sheets.encounters import answers, steps
from sheets.encounters.aim import loaded
from sheets.encounters.crew import acts, operations, page, station_steps
from sheets.encounters.reading import fight_of
from sheets.encounters.writes import playing
from sheets.errors import Conflict, Fault, Refused
from sheets.models import Encounter, Member
from sheets.play import operations as play

ASHORE = "Nobody is at this station any more. The page shows how it stands."


@require_http_methods(["GET", "HEAD", "POST"])
def station(request: Request, id: uuid.UUID, encounter: uuid.UUID, combatant: int) -> HttpResponse:
    """The actions of a person at their station; POST does one, and with `then` ends the turn."""
    membership = access.get_membership(request, id)
    row = answers.visible(membership, encounter)
    fight = fight_of(membership, row)
    person = answers.played(fight, combatant)
    sent = form_data.roll_form_values(request.POST if request.method == "POST" else request.GET)
    shown = page.station_page(fight, person, sent)
    if shown is None and request.method == "POST":
        return answers.acted(request, membership, row, _ashore)
    if shown is None:
        raise Http404
    if request.method != "POST" or "ask" in request.POST:
        if request.htmx:
            context = {"at": shown, "fight": fight, "membership": membership, "encounter": row}
            context["key"] = form_data.new_key
            return render(request, "encounters/crew/_station.html", context)
        return answers.fight_page(request, membership, row, at=shown)
    who, key = request.visitor.identity, form_data.key(request.POST)
    call = form_data.roll_request_number(request.POST)

    def do() -> None:
        station_steps.do_at_station(who, fight, person, shown, sent=sent, key=key, call=call)
        if answers.ends_turn(request):
            steps.go_on_after_roll(membership, row, after=shown.craft.row.pk, key=key)

    def again(fault: Fault) -> dict[str, object]:
        return {"at": page.station_page(fight, person, sent, fault=fault)}

    return answers.acted(request, membership, row, do, again=again)


def _ashore() -> None:
    raise Conflict(ASHORE)


@require_POST
def crew(
    request: Request, id: uuid.UUID, encounter: uuid.UUID, combatant: int, verb: str
) -> HttpResponse:
    """The crew's places: `take` and `leave` a station, and the number of `actions` this turn, by
    whoever plays the person; for game masters also `dice` of a crew without names, `face` and
    `maneuver` of a craft, and a `hazard` on its way.
    """
    membership = access.get_membership(request, id)
    row = answers.visible(membership, encounter)
    do = _VERBS.get(verb)
    if do is None or (verb in _LED and not membership.leads):
        raise Http404
    return answers.acted(request, membership, row, lambda: do(request, membership, row, combatant))


def _take(request: Request, membership: Member, row: Encounter, combatant: int) -> None:
    operations.Take(
        access.member_access(request, membership.party.public_id),
        id=row.public_id,
        combatant=form_data.number(request.POST.get("member", "")) or 0,
        craft=combatant,
        station=request.POST.get("station", "")[:40],
        key=form_data.key(request.POST),
    ).run()


def _leave(request: Request, membership: Member, row: Encounter, combatant: int) -> None:
    operations.Leave(
        access.member_access(request, membership.party.public_id),
        id=row.public_id,
        combatant=combatant,
        key=form_data.key(request.POST),
    ).run()


def _actions(request: Request, membership: Member, row: Encounter, combatant: int) -> None:
    person = answers.played(fight_of(membership, row), combatant)
    values = {"actions": (request.POST.get("actions", ""),)}
    key = form_data.key(request.POST)
    play.Declare(playing(request.visitor.identity, person.row), values=values, key=key).run()
    operations.tell(row, steered_by=person.row)


def _dice(request: Request, membership: Member, row: Encounter, combatant: int) -> None:
    text = request.POST.get("dice", "").strip()
    dice = form_data.number(text)
    if text and dice is None:
        raise Refused({"dice": "Type the dice as a whole number, such as 4."})
    operations.SetCrew(
        access.leading_access(request, membership.party.public_id),
        id=row.public_id,
        craft=combatant,
        dice=dice,
        key=form_data.key(request.POST),
    ).run()


def _face(request: Request, membership: Member, row: Encounter, combatant: int) -> None:
    operations.Face(
        access.leading_access(request, membership.party.public_id),
        id=row.public_id,
        craft=combatant,
        other=form_data.number(request.POST.get("other", "")) or 0,
        side=request.POST.get("side", "")[:40],
        key=form_data.key(request.POST),
    ).run()


def _hazard(request: Request, membership: Member, row: Encounter, combatant: int) -> None:
    target = operations.check_target(form_data.number(request.POST.get("target", "")))
    key = form_data.key(request.POST)
    craft = answers.played(fight_of(membership, row), combatant)
    pilot = operations.pilot_of(craft.row)
    if pilot is None or pilot.character.party_id != membership.party.pk:
        at = loaded(pilot) if pilot else None
        acts.hazard(request.visitor.identity, craft.with_character, at, target, key=key)
        return
    operations.Ask(
        access.leading_access(request, membership.party.public_id),
        id=row.public_id,
        craft=combatant,
        target=target,
        note=form_data.text(request.POST, "note"),
        key=key,
    ).run()


def _maneuver(request: Request, membership: Member, row: Encounter, combatant: int) -> None:
    fight = fight_of(membership, row)
    craft = answers.played(fight, combatant)
    wanted = request.POST.get("other", "")
    target = next((fighter for fighter in fight.fighters if str(fighter.row.pk) == wanted), None)
    acts.outmaneuver_alone(
        request.visitor.identity,
        craft.with_character,
        target.with_character if target else None,
        request.POST.get("side", ""),
        key=form_data.key(request.POST),
    )


_VERBS: dict[str, Callable[[Request, Member, Encounter, int], None]] = {
    "take": _take,
    "leave": _leave,
    "actions": _actions,
    "dice": _dice,
    "face": _face,
    "maneuver": _maneuver,
    "hazard": _hazard,
}
_LED = ("dice", "face", "maneuver", "hazard")
