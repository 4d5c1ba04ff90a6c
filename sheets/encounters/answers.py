"""Requests about a fight: the encounters and combatants they may act on, and the page of the fight
that answers them.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from sheets import access, form_data, responses
from sheets.access import Request
from sheets.encounters import live, page
from sheets.encounters.attack_form import AttackPage
from sheets.encounters.combatants import Fight, Fighter
from sheets.encounters.crew.page import StationPage
from sheets.encounters.writes import find_encounter, shows_faults
from sheets.errors import Fault, fault_of
from sheets.models import Encounter, Member
from sheets.models.compiled import CompiledQuery
from sheets.writes import Operation

# The part of the page of an encounter that shows both sides, by its id.
SIDES = "sides"
_FRESH = CompiledQuery[Encounter](
    lambda id: Encounter.objects.filter(public_id=id).select_related("party")
)


def visible(membership: Member, encounter: uuid.UUID) -> Encounter:
    """An encounter that a member sees: players only the running one; 404."""
    row = find_encounter(membership.party, encounter) if membership.is_kept else None
    if row is None or not (membership.leads or row.is_running):
        raise Http404
    return row


def played(fight: Fight, combatant: int) -> Fighter:
    """A combatant that the viewer plays; 404 for one they know nothing of, and others'."""
    fighter = next((fighter for fighter in fight.fighters if fighter.row.pk == combatant), None)
    if fighter is None or not fighter.playable or fighter.damaged:
        raise Http404
    return fighter


def ends_turn(request: Request) -> bool:
    """True for a press that rolls and ends the turn."""
    return request.POST.get("then") == "end"


def fresh(encounter: uuid.UUID) -> Encounter:
    """An encounter as it is stored now."""
    row = _FRESH.first(encounter)
    if row is None:
        raise Http404
    return row


def acted(
    request: Request,
    membership: Member,
    row: Encounter,
    do: Callable[[], object],
    *,
    again: Callable[[Fault], dict[str, Any]] | None = None,
) -> HttpResponse:
    """Does something in a fight, and shows it as it stands then; with why it was not done."""
    turn = row.turn
    fault = fault_of(do)
    if fault and not shows_faults():
        raise fault
    row = fresh(row.public_id)
    row.party = membership.party
    party = membership.party.public_id
    if not row.is_running:
        if request.htmx and request.htmx.target == SIDES and not row.is_over:
            return sides(request, membership, row, fault)
        if fault:
            raise fault
        if request.htmx:
            return HttpResponse(headers={"HX-Refresh": "true"})
        return redirect("encounter", party, row.public_id)
    if fault is None and not request.htmx:
        return redirect("fight", party)
    if fault is None and (part := PARTS.get(_asking_page(request))):
        return redirect(f"{reverse('party_live', args=[party])}?part={part}")
    shown = again(fault) if fault and again else {}
    goes_on = row.turn != turn
    answer = fight_page(request, membership, row, fault=fault, goes_on=goes_on, **shown)
    if goes_on and opened(request):
        answer["HX-Replace-Url"] = reverse("fight", args=[party])
    return answer


def sides(
    request: Request, membership: Member, row: Encounter, fault: Fault | None = None
) -> HttpResponse:
    """Both sides of an encounter that is prepared, and who of the party can still join."""
    context = page.prepare_context(membership, row, fault=fault)
    status = responses.status_of(fault)
    return render(request, "encounters/_sides_new.html", context, status=status)


def fight_page(
    request: Request,
    membership: Member,
    row: Encounter,
    *,
    fault: Fault | None = None,
    attack: AttackPage | None = None,
    at: StationPage | None = None,
    goes_on: bool = False,
) -> HttpResponse:
    """The page of the fight, or what is new of it: with an attack, or what somebody does `at` a
    station, as it was chosen so far. A press that `goes_on` to another turn leaves the attack or
    station for which the page was opened.
    """
    party = membership.party.public_id
    seen = live.fight_state(request.visitor.identity, party)
    part = NEWS.get(_asking_page(request))
    viewer, news = (membership.as_player(), part) if part else (membership, _NEWS)
    kept = None if goes_on else opened(request)
    context = page.context(viewer, row, seen=seen, fault=fault, attack=attack, at=at, opened=kept)
    return responses.page_or_news(request, "encounters/fight.html", news, context, fault)


_NEWS = "encounters/_fight_new.html"
# What is new of a fight on pages that show a part of it, as a player sees it, by the name of their
# address.
NEWS = {
    "character": "encounters/_at_sheet.html",
    "character_table": "encounters/_at_play.html",
}
# The live part of other pages of a party on which a fight asks for initiative.
PARTS = {
    "party": "board",
    "party_log": "log",
    "party_stash": "stash",
    "character_words": "fighting",
    "character_advance": "fighting",
}


def _asking_page(request: Request) -> str:
    """The name of the page that a request of htmx came from; "" for none."""
    found = responses.asking_page(request)
    return (found.url_name or "") if found else ""


def opened(request: Request) -> tuple[str, int] | None:
    """The attack or station for which the page of a request was opened: the name of the page, and
    the combatant by row id; None for other pages.
    """
    found = responses.asking_page(request)
    if found is None or found.url_name not in page.OPENED:
        return None
    return found.url_name, found.kwargs["combatant"]


def led(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> tuple[Member, Encounter]:
    """The encounter of a party that the request leads; 404."""
    membership = access.get_leading_membership(request, id)
    row = find_encounter(membership.party, encounter)
    if row is None:
        raise Http404
    return membership, row


def changed(
    request: Request,
    id: uuid.UUID,
    encounter: uuid.UUID,
    operation: Callable[..., Operation[Member, Any]],
) -> HttpResponse:
    """Does what a game master asked; shows the page that it was asked on. `operation` makes it, of
    the access, the encounter's id and the form's key.
    """
    membership, row = led(request, id, encounter)
    member_access, key = access.leading_access(request, id), form_data.key(request.POST)
    return acted(
        request, membership, row, lambda: operation(member_access, id=encounter, key=key).run()
    )
