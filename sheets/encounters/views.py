"""Encounters: their list, the page on which one is prepared, and the fight."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sheets import access, form_data, printing, responses
from sheets.access import MemberAccess, Request
from sheets.encounters import attack_undo, attacks, forecast, live, operations, page, paper, turns
from sheets.encounters.answers import acted as _acted
from sheets.encounters.answers import fight_page as _fight_page
from sheets.encounters.answers import fresh as _fresh
from sheets.encounters.answers import played as _played
from sheets.encounters.answers import visible as _visible
from sheets.encounters.combatants import fight_of
from sheets.encounters.forms import CombatantForm, EncounterForm, NewEncounterForm, TriggerForm
from sheets.errors import Fault, Refused
from sheets.models import Encounter, Member
from sheets.page_cache.declaration import cached_page
from sheets.print_pages import responses as print_responses
from sheets.print_pages.choices import COOKIE, PrintChoices, has_choices

NOTHING_NEW = 204


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The encounters of a party, and the form for a new one."""
    membership = access.get_leading_membership(request, id)
    form = NewEncounterForm.of(request)
    if form.is_valid():
        try:
            encounter = operations.create(
                access.leading_access(request, id),
                **form.cleaned_data,
                key=form_data.key(request.POST),
            )
        except Refused as refused:
            form.refuse(refused)
        else:
            return redirect("encounter", id, encounter)
    rows = list(membership.party.encounters.order_by("-pk"))
    context = {
        "membership": membership,
        "running": [row for row in rows if row.is_running],
        "prepared": _by_folder(row for row in rows if row.state == Encounter.State.PREPARED),
        "over": _by_folder(row for row in rows if row.is_over),
        "form": form,
        "key": form_data.new_key,
    }
    return render(request, "encounters/index.html", context, status=form.status)


@cached_page
@require_safe
def fight(request: Request, id: uuid.UUID) -> HttpResponse:
    """The running fight of a party, for every member."""
    membership = access.get_membership(request, id)
    encounter = _running(membership)
    if encounter is None:
        return render(request, "encounters/none.html", {"membership": membership})
    return _fight_page(request, membership, encounter)


@require_safe
def fight_live(request: Request, id: uuid.UUID) -> HttpResponse:
    """What is new in the fight: 204 for nothing, or the fight as it is now."""
    seen = live.fight_state(access.memberships(request), id)
    if seen and request.GET.get("seen") == seen:
        return HttpResponse(status=NOTHING_NEW)
    membership = access.get_membership(request, id)
    encounter = _running(membership)
    if encounter is None:
        return HttpResponse(headers={"HX-Refresh": "true"})
    context = page.context(membership, encounter, seen=seen)
    return render(request, "encounters/_fight_new.html", {**context, "oob": True})


@require_http_methods(["GET", "HEAD", "POST"])
def encounter(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """The page on which an encounter is prepared, and read afterwards. POST changes what is said
    of it.
    """
    membership, row = _led(request, id, encounter)
    initial = {
        "name": row.name,
        "place": row.place,
        "folder": row.folder,
        "notes": row.notes,
        "hides_numbers": row.hides_numbers,
    }
    form = EncounterForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_valid():
        try:
            operations.change(
                access.leading_access(request, id),
                encounter,
                **form.cleaned_data,
                key=form_data.key(request.POST),
            )
        except Refused as refused:
            form.refuse(refused)
        else:
            messages.success(request, "Saved.")
            return redirect("encounter", id, encounter)
    return _prepare_page(request, membership, row, form)


@require_safe
def opponents_pdf(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """The opponents as a PDF, on the paper size of the address or the one chosen last."""
    membership, row = _led(request, id, encounter)
    choices = (
        PrintChoices.read(request.GET)
        if has_choices(request.GET)
        else PrintChoices.remembered(request.COOKIES.get(COOKIE, ""))
    )
    ordered = paper.opponents_print(fight_of(membership, row), paper=choices.paper)
    try:
        name = f"{responses.file_name(row.name)} opponents.pdf"
        return print_responses.file(request, ordered, name=name)
    except printing.PrintingFailed as failed:
        context = {"encounter": row, "message": str(failed)}
        return render(request, "encounters/print_failed.html", context, status=503)


@require_safe
def difficulty(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """How hard an encounter is."""
    membership, row = _led(request, id, encounter)
    context = {
        "membership": membership,
        "encounter": row,
        "difficulty": forecast.difficulty(row),
    }
    template = "encounters/_difficulty.html" if request.htmx else "encounters/difficulty.html"
    return render(request, template, context)


@require_POST
def duplicate(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Another like it."""
    _led(request, id, encounter)
    key = form_data.key(request.POST)
    copy = operations.duplicate(access.leading_access(request, id), encounter, key=key)
    return redirect("encounter", id, copy)


@require_POST
def delete(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Deletes an encounter."""
    _, row = _led(request, id, encounter)
    key = form_data.key(request.POST)
    operations.delete(access.leading_access(request, id), encounter, key=key)
    messages.success(request, f"{row.name} was deleted.")
    return redirect("encounters", id)


@require_POST
def add(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Adds opponents and characters."""
    count = form_data.number(request.POST.get("count", "")) or 1

    def change(member_access: MemberAccess, key: str) -> None:
        if not 1 <= count <= operations.MOST_COPIES:
            raise Refused({"count": f"Add 1 to {operations.MOST_COPIES} at once."})
        operations.add(
            member_access,
            encounter,
            characters=form_data.ids_of(request.POST, "characters"),
            count=count,
            hidden="hidden" in request.POST,
            ally="ally" in request.POST,
            key=key,
        )

    return _changed(request, id, encounter, change)


@require_POST
def start(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Begins the fight, and rolls initiative for the opponents."""
    starters = [int(one) for one in request.POST.getlist("starts") if form_data.number(one)]

    def change(member_access: MemberAccess, key: str) -> None:
        turns.start(member_access, encounter, starters=starters, key=key)

    return _changed(request, id, encounter, change)


@require_POST
def roll_all(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Rolls initiative for everyone who has none."""

    def change(member_access: MemberAccess, key: str) -> None:
        turns.roll_for_all(member_access, encounter, key=key)

    return _changed(request, id, encounter, change)


@require_POST
def reveal(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Shows all hidden combatants to the players."""

    def change(member_access: MemberAccess, key: str) -> None:
        operations.reveal(member_access, encounter, combatant=None, key=key)

    return _changed(request, id, encounter, change)


@require_POST
def numbers(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Hides target numbers and chances from players, or shows them."""

    def change(member_access: MemberAccess, key: str) -> None:
        operations.hide_numbers(member_access, encounter, hides="hide" in request.POST, key=key)

    return _changed(request, id, encounter, change)


@require_POST
def end(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Ends the fight."""
    _led(request, id, encounter)
    member_access, key = access.leading_access(request, id), form_data.key(request.POST)
    turns.end(member_access, encounter, key=key)
    return redirect("encounter", id, encounter)


@require_POST
def resume(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Goes on with a fight that was ended."""
    _led(request, id, encounter)
    member_access, key = access.leading_access(request, id), form_data.key(request.POST)
    turns.resume(member_access, encounter, key=key)
    return redirect("fight", id)


@require_POST
def next_turn(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Goes on to the next turn: a game master, or the player whose turn it is. A press on the board
    leads back to the board.
    """
    membership = access.get_membership(request, id)
    row = _visible(membership, encounter)
    after = form_data.number(request.POST.get("after", ""))
    if not membership.leads:
        current = next((one for one in fight_of(membership, row).mine if one.is_turn), None)
        if current is None or current.row.pk != after:
            raise Http404
    key = form_data.key(request.POST)
    if request.POST.get("back") == "board":
        turns.next_turn(row, after=after, key=key)
        return redirect("party_live" if request.htmx else "party", id)
    return _acted(request, membership, row, lambda: turns.next_turn(row, after=after, key=key))


# --- one combatant


@require_POST
def combatant(
    request: Request, id: uuid.UUID, encounter: uuid.UUID, combatant: int, verb: str
) -> HttpResponse:
    """What a game master does with a combatant: describe, reveal, remove, put, up, down, turn,
    split, merge, roll.
    """
    do = _LED.get(verb)
    if do is None:
        raise Http404
    return _changed(
        request,
        id,
        encounter,
        lambda member_access, key: do(request, member_access, encounter, combatant, key),
    )


def _describe(
    request: Request, member_access: MemberAccess, encounter: uuid.UUID, id: int, key: str
) -> None:
    form = CombatantForm(request.POST)
    if not form.is_valid():
        raise Refused(form.messages)
    operations.describe(member_access, encounter, combatant=id, **form.cleaned_data, key=key)


def _put(
    request: Request, member_access: MemberAccess, encounter: uuid.UUID, id: int, key: str
) -> None:
    circumstances = request.POST.getlist("circumstances") if "in" in request.POST else None
    operations.put(
        member_access,
        encounter,
        combatant=id,
        place=form_data.number(request.POST.get("place", "")),
        circumstances=circumstances,
        key=key,
    )


def _split(
    request: Request, member_access: MemberAccess, encounter: uuid.UUID, id: int, key: str
) -> None:
    count = form_data.number(request.POST.get("count", "")) or 0
    operations.split(member_access, encounter, combatant=id, count=count, key=key)


def _merge(
    request: Request, member_access: MemberAccess, encounter: uuid.UUID, id: int, key: str
) -> None:
    into = form_data.number(request.POST.get("into", "")) or 0
    operations.merge(member_access, encounter, combatant=id, into=into, key=key)


def _ordered(*, up: bool) -> Callable[..., None]:
    def order(
        request: Request, member_access: MemberAccess, encounter: uuid.UUID, id: int, key: str
    ) -> None:
        del request
        turns.place_in_order(member_access, encounter, combatant=id, up=up, key=key)

    return order


def _reroll(
    request: Request, member_access: MemberAccess, encounter: uuid.UUID, id: int, key: str
) -> None:
    del request
    row = operations.get_combatant(_fresh(encounter), id)
    row.encounter = _fresh(encounter)
    turns.roll_initiative(member_access.who, row, key=key, again=True)


def _without_request(operation: Callable[..., None]) -> Callable[..., None]:
    def do(
        request: Request, member_access: MemberAccess, encounter: uuid.UUID, id: int, key: str
    ) -> None:
        del request
        operation(member_access, encounter, combatant=id, key=key)

    return do


_LED: dict[str, Callable[..., None]] = {
    "describe": _describe,
    "reveal": _without_request(operations.reveal),
    "remove": _without_request(operations.remove),
    "put": _put,
    "up": _ordered(up=True),
    "down": _ordered(up=False),
    "turn": _without_request(turns.give_turn),
    "split": _split,
    "merge": _merge,
    "roll": _reroll,
}


@require_safe
def deeds(request: Request, id: uuid.UUID, encounter: uuid.UUID, combatant: int) -> HttpResponse:
    """All that can be done with a combatant by whoever plays it; for a game master also what is
    said of it.
    """
    membership = access.get_membership(request, id)
    row = _visible(membership, encounter)
    fight_now = fight_of(membership, row)
    one = next((one for one in fight_now.fighters if one.row.pk == combatant), None)
    if one is None or not (one.playable or membership.leads):
        raise Http404
    context = {
        "membership": membership,
        "encounter": row,
        "fight": fight_now,
        "one": one,
        "key": form_data.new_key,
    }
    template = "encounters/_deeds.html" if request.htmx else "encounters/deeds.html"
    return render(request, template, context)


@require_POST
def act(
    request: Request, id: uuid.UUID, encounter: uuid.UUID, combatant: int, verb: str
) -> HttpResponse:
    """What somebody does for a combatant they play: initiative, move, hold, declare the turn."""
    membership = access.get_membership(request, id)
    row = _visible(membership, encounter)
    fighter = _played(fight_of(membership, row), combatant)
    who, key = request.visitor.identity, form_data.key(request.POST)

    def do() -> None:
        match verb:
            case "initiative":
                turns.roll_initiative(who, fighter.row, key=key)
            case "forward":
                turns.move(who, fighter.row, by=1, key=key)
            case "back":
                turns.move(who, fighter.row, by=-1, key=key)
            case "hold":
                form = TriggerForm(request.POST)
                if not form.is_valid():
                    raise Refused(form.messages)
                turns.hold(who, fighter.row, trigger=form.cleaned_data["trigger"], key=key)
            case "declare":
                values = form_data.roll_form_values(request.POST)
                turns.declare(who, fighter.row, values=values, key=key)
            case _:
                raise Http404

    return _acted(request, membership, row, do)


@require_http_methods(["GET", "HEAD", "POST"])
def attack(request: Request, id: uuid.UUID, encounter: uuid.UUID, combatant: int) -> HttpResponse:
    """The form of an attack, with its chances so far; POST rolls it. A game master's opponents roll
    the damage of a hit at once.
    """
    membership = access.get_membership(request, id)
    row = _visible(membership, encounter)
    fight_now = fight_of(membership, row)
    fighter = _played(fight_now, combatant)
    sent = form_data.roll_form_values(request.GET if request.method != "POST" else request.POST)
    if request.method != "POST" or "ask" in request.POST:
        aimed_page = page.attack_page(fight_now, fighter, sent)
        if request.htmx:
            context = {
                "aimed": aimed_page,
                "membership": membership,
                "encounter": row,
                "fight": fight_now,
            }
            return render(request, "encounters/_attack.html", {**context, "key": form_data.new_key})
        return _fight_page(request, membership, row, attack=aimed_page)
    who, key = request.visitor.identity, form_data.key(request.POST)
    weapon = (sent.get("attack") or ("",))[0]
    if weapon not in {one.key for one in fighter.attacks}:
        raise Refused({"attack": attacks.NO_WEAPON})
    targets = sent.get("target", ())
    chosen = [page.loaded(one) for one in fight_now.fighters if str(one.row.pk) in targets]

    def do() -> None:
        aimed = attacks.aim(page.loaded(fighter), f"{weapon}.attack", chosen)
        hidden = membership.leads and "hidden" in request.POST
        values = page.roll_values(sent)
        damages = membership.leads and fighter.row.is_opponent
        attacks.attack(who, aimed, values=values, hidden=hidden, key=key, damages=damages)

    def again(fault: Fault) -> dict[str, Any]:
        return {"attack": page.attack_page(fight_now, fighter, sent, fault=fault)}

    return _acted(request, membership, row, do, again=again)


@require_POST
def decide(
    request: Request, id: uuid.UUID, encounter: uuid.UUID, attack: int, verb: str
) -> HttpResponse:
    """What goes on with an attack: `damage` by whoever attacks, `defend` by whoever is attacked;
    `hit`, `miss`, `take`, `waive`, `reveal` and `undo` by a game master.
    """
    membership = access.get_membership(request, id)
    row = _visible(membership, encounter)
    known = attacks.get_encounter_attack(row, attack)
    played = {"damage": "attacker_id", "defend": "target_id"}
    if known is None or (not membership.leads and verb not in played):
        raise Http404
    if verb in played:
        _played(fight_of(membership, row), getattr(known, played[verb]))
    who, key = request.visitor.identity, form_data.key(request.POST)
    leading = access.leading_access(request, id)
    sent = form_data.roll_form_values(request.POST)
    harm = {**attacks.harm_values(known), **sent}
    deeds: dict[str, Callable[[], object]] = {
        "damage": lambda: attacks.roll_damage(who, known, key=key),
        "defend": lambda: attacks.defend(who, known, values=sent, key=key),
        "hit": lambda: attacks.judged(known, hit=True),
        "miss": lambda: attacks.judged(known, hit=False),
        "take": lambda: attacks.take(who, known, values=harm, key=key),
        "waive": lambda: attacks.waive(known),
        "reveal": lambda: attacks.reveal(known),
        "undo": lambda: attack_undo.undo(leading, encounter, attack=attack, key=key),
    }
    if verb not in deeds:
        raise Http404
    return _acted(request, membership, row, deeds[verb])


# --- parts of views


def _by_folder(rows: Iterable[Encounter]) -> list[tuple[str, list[Encounter]]]:
    """Encounters under their folders by name, those without one first."""
    folders: dict[str, list[Encounter]] = {"": []}
    for row in rows:
        folders.setdefault(row.folder, []).append(row)
    return [(name, several) for name, several in sorted(folders.items()) if several]


def _running(membership: Member) -> Encounter | None:
    rows = membership.party.encounters.filter(state=Encounter.State.RUNNING)
    encounter = rows.first()
    if encounter:
        encounter.party = membership.party
    return encounter


def _led(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> tuple[Member, Encounter]:
    """The encounter of a party that the request leads; 404."""
    membership = access.get_leading_membership(request, id)
    row = membership.party.encounters.filter(public_id=encounter).first()
    if row is None:
        raise Http404
    row.party = membership.party
    return membership, row


def _changed(
    request: Request,
    id: uuid.UUID,
    encounter: uuid.UUID,
    change: Callable[[MemberAccess, str], None],
) -> HttpResponse:
    """Does what a game master asked; shows the page that it was asked on."""
    membership, row = _led(request, id, encounter)
    member_access, key = access.leading_access(request, id), form_data.key(request.POST)
    return _acted(request, membership, row, lambda: change(member_access, key))


def _prepare_page(
    request: Request, membership: Member, row: Encounter, form: EncounterForm
) -> HttpResponse:
    context = {**page.prepare_context(membership, row), "form": form}
    return render(request, "encounters/encounter.html", context, status=form.status)
