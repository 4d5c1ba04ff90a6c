"""Encounters: their list, the page on which one is prepared, and the fight."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sheets import access, form_data, printing, responses
from sheets.access import MemberAccess, Request
from sheets.batches import runner
from sheets.batches.operations import Canceled, Progress
from sheets.encounters import (
    answers,
    forecast,
    initiative,
    lineup,
    live,
    loot,
    operations,
    page,
    paper,
    steps,
    waves,
)
from sheets.encounters.candidates import LONGEST_SEARCH, sources_for
from sheets.encounters.forms import EncounterForm, NewEncounterForm
from sheets.encounters.reading import fight_of
from sheets.encounters.step_back import StepBack
from sheets.errors import FieldConflict, Refused
from sheets.folders import by_folder
from sheets.models import Encounter, Member
from sheets.page_cache.declaration import cached_page
from sheets.parties import presence
from sheets.parties.board.fight import running_fight
from sheets.parties.stash.toast import say_moved
from sheets.play import operations as play
from sheets.print_pages import responses as print_responses
from sheets.print_pages.choices import PrintChoices
from sheets.writes import Operation, Outcome

NOTHING_NEW = 204
# The fields of the form that name one of the game's list: alone, as a group, or among its craft.
LISTED = ("listed", "group", "craft")
# What a page has seen that waits for a fight.
NO_FIGHT = "none"


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The encounters of a party, and the form for a new one."""
    membership = access.get_leading_membership(request, id)
    form = NewEncounterForm.of(request)
    if form.is_valid():
        try:
            encounter = operations.Create(
                access.leading_access(request, id),
                **form.cleaned_data,
                key=form_data.key(request.POST),
            ).run()
        except Refused as refused:
            form.refuse(refused)
        else:
            return redirect("encounter", id, encounter)
    rows = list(membership.party.encounters.order_by("-pk"))
    context = {
        "membership": membership,
        "running": [row for row in rows if row.is_running],
        "prepared": by_folder((row for row in rows if row.is_prepared), attrgetter("folder")),
        "over": by_folder((row for row in rows if row.is_over), attrgetter("folder")),
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
        waits = {"membership": membership, "seen": NO_FIGHT}
        return render(request, "encounters/none.html", waits)
    return answers.fight_page(request, membership, encounter)


@require_safe
def fight_live(request: Request, id: uuid.UUID) -> HttpResponse:
    """The fight as it is now; 204 if the viewer has seen it, or waits for it."""
    seen = live.fight_state(request.visitor.identity, id)
    if seen and request.GET.get("seen") == seen:
        presence.note(request.visitor.identity, id)
        return HttpResponse(status=NOTHING_NEW)
    membership = access.get_membership(request, id)
    presence.note(request.visitor.identity, id)  # also who waits for a fight
    encounter = _running(membership)
    is_shown = request.GET.get("seen") != NO_FIGHT
    if encounter is None and not is_shown:
        return HttpResponse(status=NOTHING_NEW)
    if encounter is None or not is_shown:
        return HttpResponse(headers={"HX-Refresh": "true"})
    context = page.context(membership, encounter, seen=seen, opened=answers.opened(request))
    return render(request, "encounters/_fight_new.html", {**context, "oob": True})


@require_http_methods(["GET", "HEAD", "POST"])
def encounter(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """The page on which an encounter is prepared, and read afterwards. POST changes what is said
    of it.
    """
    membership, row = answers.led(request, id, encounter)
    if request.htmx and request.method != "POST":
        return _found(request, membership, row)
    form = EncounterForm(request.POST if request.method == "POST" else None, initial=_initial(row))
    if form.is_valid():
        try:
            operations.Change(
                access.leading_access(request, id),
                id=encounter,
                values=form.cleaned_data,
                sent=form.sent,
                key=form_data.key(request.POST),
            ).run()
        except FieldConflict as conflict:
            form.refuse_stale(conflict)
        else:
            messages.success(request, "Saved.")
            return redirect("encounter", id, encounter)
    return _prepare_page(request, membership, row, form)


@require_safe
def opponents_pdf(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """The opponents as a PDF, on the paper size of the address or the one chosen last."""
    membership, row = answers.led(request, id, encounter)
    size = PrintChoices.asked(request.GET, request.COOKIES).paper
    ordered = paper.opponents_print(fight_of(membership, row), paper=size)
    try:
        name = f"{responses.file_name(row.name)} opponents.pdf"
        return print_responses.file(request, ordered, name=name)
    except printing.PrintingFailed as failed:
        context = {"encounter": row}
        return print_responses.not_printed(request, "encounters/print_failed.html", context, failed)


@require_safe
def difficulty(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """The difficulty of an encounter: fights it for a moment, and shows the progress."""
    membership, row = answers.led(request, id, encounter)
    batch = forecast.DifficultyBatch(request, row, request.path)
    stop = reverse("encounter", args=[id, encounter])
    try:
        # The first press shows at once that it was heard: what it shows asks for the steps.
        goes_on = "more" in request.GET
        difficulty = batch.go_on(resumes=not goes_on, steps=goes_on or not request.htmx)
    except Canceled:
        return responses.redirect_to(request, stop)
    context = {
        "membership": membership,
        "encounter": row,
        "difficulty": difficulty,
        "kept": None if difficulty.forecast else forecast.kept_difficulty(row),
        "batch": batch.place,
        "stop": stop,
    }
    template = "encounters/_difficulty.html" if request.htmx else "encounters/difficulty.html"
    return render(request, template, context)


@runner.does_steps_of("encounter_difficulty")
def difficulty_step(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> Progress:
    """Fights it for a moment while nobody looks."""
    _, row = answers.led(request, id, encounter)
    place = reverse("encounter_difficulty", args=[id, encounter])
    return forecast.DifficultyBatch(request, row, place).step()


@require_POST
def duplicate(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Another like it."""
    _, copy = _done(request, id, encounter, operations.Duplicate)
    return redirect("encounter", id, copy)


@require_POST
def delete(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Deletes an encounter."""
    row, _ = _done(request, id, encounter, operations.Delete)
    messages.success(request, f"{row.name} was deleted.")
    return redirect("encounters", id)


@require_POST
def add(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Adds opponents and characters."""
    count = form_data.number(request.POST.get("count", "")) or 1
    wave = form_data.number(request.POST.get("wave", "")) or 0
    listed = next((request.POST[name] for name in LISTED if name in request.POST), "")

    def operation(member_access: MemberAccess, **named: Any) -> lineup.Add:
        if not 1 <= count <= lineup.MOST_COPIES:
            raise Refused({"count": f"Add 1 to {lineup.MOST_COPIES} at once."})
        if wave > waves.MOST_WAVES:
            raise Refused({"wave": waves.WAVES})
        return lineup.Add(
            member_access,
            characters=form_data.ids_of(request.POST, "characters"),
            count=1 if "group" in request.POST else count,
            hidden="hidden" in request.POST,
            ally="ally" in request.POST,
            wave=wave,
            listed=listed,
            members=request.POST.get("members", "") if "group" in request.POST else "",
            is_craft="craft" in request.POST,
            **named,
        )

    return answers.changed(request, id, encounter, operation)


@require_POST
def start(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Begins the fight, and rolls initiative for the opponents."""
    starters = [row for sent in request.POST.getlist("starts") if (row := form_data.number(sent))]
    return answers.changed(request, id, encounter, partial(operations.Start, starters=starters))


@require_POST
def roll_all(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Rolls initiative for everyone who has none, or for those of one `side`."""
    side = request.POST.get("side", "")
    return answers.changed(request, id, encounter, partial(initiative.RollForAll, side=side))


@require_POST
def arrive(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Lets a wave arrive."""
    wave = form_data.number(request.POST.get("wave", "")) or 0
    return answers.changed(request, id, encounter, partial(waves.Arrive, wave=wave))


@require_POST
def reveal(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Shows all hidden combatants to the players."""
    return answers.changed(request, id, encounter, partial(operations.Reveal, combatant=None))


@require_POST
def numbers(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Hides target numbers and chances from players, or shows them."""
    hide = partial(operations.HideNumbers, hides="hide" in request.POST)
    return answers.changed(request, id, encounter, hide)


@require_POST
def take_all(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Confirms all damage that waits, as it was rolled."""
    membership, row = answers.led(request, id, encounter)
    do = partial(steps.take_all, request.visitor.identity, row, key=form_data.key(request.POST))
    return answers.acted(request, membership, row, do)


@require_POST
def defend_all(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Rolls the usual defense of every opponent that is attacked; of a player's own combatants."""
    membership = access.get_membership(request, id)
    row, key = answers.visible(membership, encounter), form_data.key(request.POST)
    do = partial(steps.defend_all, request.visitor.identity, membership, row, key=key)
    return answers.acted(request, membership, row, do)


@require_POST
def end(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Ends the fight."""
    _done(request, id, encounter, operations.End)
    return redirect("encounter", id, encounter)


@require_POST
def take_loot(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Takes what the fallen carry: so many of each `loot-` field, for the stash or for the
    character of its `to-` field.
    """
    membership, row = answers.led(request, id, encounter)
    operation = loot.TakeLoot(
        access.leading_access(request, id),
        id=encounter,
        things=form_data.quantities(request.POST, loot.LOOT),
        hands=form_data.prefixed(request.POST, loot.TO),
        key=form_data.key(request.POST),
    )
    try:
        done = operation.run()
    except Refused as refused:
        context = {
            **page.prepare_context(membership, row, operation.fight),
            "form": EncounterForm(initial=_initial(row)),
            "loot_errors": refused.errors,
        }
        return render(request, "encounters/encounter.html", context, status=422)
    say_moved(request, id, done)
    return redirect("encounter", id, encounter)


@require_POST
def resume(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Goes on with a fight that was ended."""
    _done(request, id, encounter, operations.Resume)
    return redirect("fight", id)


@require_POST
def next_turn(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Goes on to the next turn: a game master, or the player whose turn it is. A press on the board
    leads back to the board.
    """
    membership = access.get_membership(request, id)
    row, key = answers.visible(membership, encounter), form_data.key(request.POST)
    after = form_data.number(request.POST.get("after", ""))
    go_on = partial(steps.go_on, membership, row, after=after, key=key)
    if request.POST.get("back") == "board":
        go_on()
        return redirect("party_live" if request.htmx else "party", id)
    return answers.acted(request, membership, row, go_on)


@require_POST
def step_back(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Makes it the turn before again, or has a wave wait that came since."""
    after, wave = (form_data.number(request.POST.get(name, "")) for name in ("after", "wave"))
    return answers.changed(request, id, encounter, partial(StepBack, after=after, wave=wave))


@require_POST
def undo(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Undoes an entry in the log of a character or opponent, from the ticker."""
    membership, row = answers.led(request, id, encounter)
    who = next(iter(form_data.ids_of(request.POST, "character")), uuid.UUID(int=0))
    undoing = play.TakeBack(
        access.playing_access(request, who),
        number=form_data.number(request.POST.get("number", "")) or 0,
        key=form_data.key(request.POST),
    )
    return answers.acted(request, membership, row, undoing.run)


# --- parts of views


def _done(
    request: Request,
    id: uuid.UUID,
    encounter: uuid.UUID,
    operation: Callable[..., Operation[Member, Outcome]],
) -> tuple[Encounter, Outcome]:
    """A game master's encounter, and what came of an operation on it."""
    _, row = answers.led(request, id, encounter)
    member_access, key = access.leading_access(request, id), form_data.key(request.POST)
    return row, operation(member_access, id=encounter, key=key).run()


def _initial(row: Encounter) -> dict[str, object]:
    """The words about an encounter, as its form begins."""
    names = ("name", "place", "folder", "notes", "hides_numbers")
    return {name: getattr(row, name) for name in names}


def _running(membership: Member) -> Encounter | None:
    encounter = running_fight(membership.party_id)
    if encounter:
        encounter.party = membership.party
    return encounter


def _query(request: Request) -> str:
    return request.GET.get("q", "").strip()[:LONGEST_SEARCH]


def _found(request: Request, membership: Member, row: Encounter) -> HttpResponse:
    """The combatants that a search finds to be added."""
    inside = set(row.combatants.values_list("character", flat=True))
    found = sources_for(membership, inside, query=_query(request))
    return render(request, "encounters/_found.html", {"sources": found, "q": _query(request)})


def _prepare_page(
    request: Request, membership: Member, row: Encounter, form: EncounterForm
) -> HttpResponse:
    context = {**page.prepare_context(membership, row, query=_query(request)), "form": form}
    return render(request, "encounters/encounter.html", context, status=form.status)
