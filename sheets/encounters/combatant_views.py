"""Actions on one combatant of an encounter and on attacks, by whoever plays it and by game
masters.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import partial

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sheets import access, form_data
from sheets.access import MemberAccess, Request
from sheets.encounters import (
    answers,
    attack_form,
    initiative,
    lineup,
    operations,
    steps,
    turns,
    waves,
)
from sheets.encounters.combatants import Fighter
from sheets.encounters.crew import page as crew
from sheets.encounters.forms import CombatantForm
from sheets.encounters.reading import fight_of
from sheets.encounters.writes import EncounterOperation, fight_rules, get_combatant
from sheets.errors import Fault, Refused
from sheets.models import Encounter


@require_POST
def combatant(
    request: Request, id: uuid.UUID, encounter: uuid.UUID, combatant: int, verb: str
) -> HttpResponse:
    """A game master's change to a combatant: describe, reveal, remove, put, up, down, turn, split,
    merge, wave, roll.
    """
    if verb == "roll":
        return _roll_again(request, id, encounter, combatant)
    if verb not in _LED:
        raise Http404
    make, read = _LED[verb]

    def operation(member_access: MemberAccess, **named: object) -> EncounterOperation[None]:
        return make(member_access, combatant=combatant, **read(request.POST), **named)

    return answers.changed(request, id, encounter, operation)


def _roll_again(
    request: Request, id: uuid.UUID, encounter: uuid.UUID, combatant: int
) -> HttpResponse:
    membership, row = answers.led(request, id, encounter)
    fighter = get_combatant(row, combatant)
    fighter.encounter = row
    who, key = request.visitor.identity, form_data.key(request.POST)
    shown = request.POST.get("score")
    return answers.acted(
        request,
        membership,
        row,
        lambda: initiative.roll_initiative(who, fighter, key=key, again=True, shown=shown),
    )


def _description(posted: QueryDict) -> dict[str, object]:
    form = CombatantForm(posted)
    if not form.is_valid():
        raise Refused(form.messages)
    return {**form.cleaned_data, "sent": form_data.sent_fields(posted)}


def _place(posted: QueryDict) -> dict[str, object]:
    circumstances = posted.getlist("circumstances") if "in" in posted else None
    return {
        "place": form_data.number(posted.get("place", "")),
        "circumstances": circumstances,
        "sent": form_data.sent_fields(posted),
    }


def _number(name: str) -> Callable[[QueryDict], dict[str, object]]:
    return lambda posted: {name: form_data.number(posted.get(name, "")) or 0}


def _nothing(_posted: QueryDict) -> dict[str, object]:
    return {}


# What a game master does with a combatant, and what the form says of it.
_LED: dict[
    str, tuple[Callable[..., EncounterOperation[None]], Callable[[QueryDict], dict[str, object]]]
] = {
    "describe": (operations.Describe, _description),
    "reveal": (operations.Reveal, _nothing),
    "remove": (lineup.Remove, _nothing),
    "put": (operations.Put, _place),
    "up": (partial(initiative.PlaceInOrder, up=True), _nothing),
    "down": (partial(initiative.PlaceInOrder, up=False), _nothing),
    "turn": (turns.GiveTurn, _nothing),
    "split": (lineup.Split, _number("count")),
    "merge": (lineup.Merge, _number("into")),
    "wave": (waves.Join, _number("wave")),
}


@require_safe
def deeds(request: Request, id: uuid.UUID, encounter: uuid.UUID, combatant: int) -> HttpResponse:
    """All that can be done with a combatant by whoever plays it; for a game master also what is
    said of it.
    """
    membership = access.get_membership(request, id)
    row = answers.visible(membership, encounter)
    fight_now = fight_of(membership, row)
    chosen_fighter = next(
        (one for one in (*fight_now.fighters, *fight_now.later) if one.row.pk == combatant), None
    )
    if chosen_fighter is None or not (chosen_fighter.playable or membership.leads):
        raise Http404
    context = {
        "membership": membership,
        "encounter": row,
        "fight": fight_now,
        "one": chosen_fighter,
        "fill": attack_form.fill_form(chosen_fighter, fight_rules(membership.party)),
        **crew.of_one(fight_now, chosen_fighter),
        "waves": _waves_open_to(row, chosen_fighter),
        "key": form_data.new_key,
    }
    template = "encounters/_deeds.html" if request.htmx else "encounters/deeds.html"
    return render(request, template, context)


def _waves_open_to(encounter: Encounter, fighter: Fighter) -> range:
    """The waves that a combatant can be put into; none once it fights."""
    is_open = fighter.row.wave > 0 or not (encounter.is_running or encounter.is_over)
    return range(1, waves.MOST_WAVES + 1) if is_open else range(0)


@require_POST
def act(
    request: Request, id: uuid.UUID, encounter: uuid.UUID, combatant: int, verb: str
) -> HttpResponse:
    """A player's step for a combatant of theirs: initiative, move, hold, declare the turn, take
    cover and leave it, fill a place; a game master clears it.
    """
    membership = access.get_membership(request, id)
    row = answers.visible(membership, encounter)
    fighter = answers.played(fight_of(membership, row), combatant)
    who, key = request.visitor.identity, form_data.key(request.POST)
    sent = form_data.roll_form_values(request.POST)

    def do() -> None:
        steps.take_step(who, fighter.row, verb, sent=sent, leads=membership.leads, key=key)

    return answers.acted(request, membership, row, do)


@require_http_methods(["GET", "HEAD", "POST"])
def attack(request: Request, id: uuid.UUID, encounter: uuid.UUID, combatant: int) -> HttpResponse:
    """The form of an attack, with its chances so far; POST rolls it, and with `then` ends the turn.
    A game master's opponents roll the damage of a hit at once.
    """
    membership = access.get_membership(request, id)
    row = answers.visible(membership, encounter)
    fight_now = fight_of(membership, row)
    fighter = answers.played(fight_now, combatant)
    sent = form_data.roll_form_values(request.GET if request.method != "POST" else request.POST)
    if request.method != "POST" or "ask" in request.POST:
        aimed_page = attack_form.attack_page(fight_now, fighter, sent)
        if request.htmx:
            context = {
                "aimed": aimed_page,
                "membership": membership,
                "encounter": row,
                "fight": fight_now,
            }
            return render(request, "encounters/_attack.html", {**context, "key": form_data.new_key})
        return answers.fight_page(request, membership, row, attack=aimed_page)
    who, key = request.visitor.identity, form_data.key(request.POST)
    targets = {form_data.number(target) or 0 for target in sent.get("target", ())}

    def do() -> None:
        steps.attack(
            who,
            fight_now,
            fighter,
            steps.first(sent, "attack"),
            targets,
            values=attack_form.roll_values(sent),
            hidden="hidden" in sent,
            key=key,
        )
        if answers.ends_turn(request):
            steps.go_on_after_roll(membership, row, after=combatant, key=key)

    def again(fault: Fault) -> dict[str, object]:
        return {"attack": attack_form.attack_page(fight_now, fighter, sent, fault=fault)}

    return answers.acted(request, membership, row, do, again=again)


@require_POST
def decide(
    request: Request, id: uuid.UUID, encounter: uuid.UUID, attack: int, verb: str
) -> HttpResponse:
    """The next step of an attack: `damage` by the attacker, `defend` by the target, and `answer` by
    the crew of a craft that was hit; `hit`, `miss`, `take`, `waive`, `reveal` and `undo` by a game
    master.
    """
    membership = access.get_membership(request, id)
    row = answers.visible(membership, encounter)
    leading, key = access.leading_access(request, id), form_data.key(request.POST)
    sent = form_data.roll_form_values(request.POST)
    decided_on = steps.attack_of(membership, row, attack, verb)

    def do() -> None:
        steps.decide(leading, membership, row, decided_on, verb, sent=sent, key=key)

    return answers.acted(request, membership, row, do)
