"""Encounters: their list, the page on which one is prepared, and the fight."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from functools import partial
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
    operations,
    page,
    paper,
    steps,
)
from sheets.encounters.combatants import fight_of
from sheets.encounters.forms import EncounterForm, NewEncounterForm
from sheets.errors import Refused
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
    return answers.fight_page(request, membership, encounter)


@require_safe
def fight_live(request: Request, id: uuid.UUID) -> HttpResponse:
    """The fight as it is now; 204 if the viewer has seen it."""
    seen = live.fight_state(request.visitor.identity, id)
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
    membership, row = answers.led(request, id, encounter)
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
            operations.Change(
                access.leading_access(request, id),
                id=encounter,
                **form.cleaned_data,
                key=form_data.key(request.POST),
            ).run()
        except Refused as refused:
            form.refuse(refused)
        else:
            messages.success(request, "Saved.")
            return redirect("encounter", id, encounter)
    return _prepare_page(request, membership, row, form)


@require_safe
def opponents_pdf(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """The opponents as a PDF, on the paper size of the address or the one chosen last."""
    membership, row = answers.led(request, id, encounter)
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
    answers.led(request, id, encounter)
    key = form_data.key(request.POST)
    copy = operations.Duplicate(access.leading_access(request, id), id=encounter, key=key).run()
    return redirect("encounter", id, copy)


@require_POST
def delete(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Deletes an encounter."""
    _, row = answers.led(request, id, encounter)
    key = form_data.key(request.POST)
    operations.Delete(access.leading_access(request, id), id=encounter, key=key).run()
    messages.success(request, f"{row.name} was deleted.")
    return redirect("encounters", id)


@require_POST
def add(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Adds opponents and characters."""
    count = form_data.number(request.POST.get("count", "")) or 1

    def operation(member_access: MemberAccess, **named: Any) -> lineup.Add:
        if not 1 <= count <= lineup.MOST_COPIES:
            raise Refused({"count": f"Add 1 to {lineup.MOST_COPIES} at once."})
        return lineup.Add(
            member_access,
            characters=form_data.ids_of(request.POST, "characters"),
            count=count,
            hidden="hidden" in request.POST,
            ally="ally" in request.POST,
            **named,
        )

    return answers.changed(request, id, encounter, operation)


@require_POST
def start(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Begins the fight, and rolls initiative for the opponents."""
    starters = [int(text) for text in request.POST.getlist("starts") if form_data.number(text)]
    operation = partial(operations.Start, starters=starters)
    return answers.changed(request, id, encounter, operation)


@require_POST
def roll_all(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Rolls initiative for everyone who has none."""
    return answers.changed(request, id, encounter, initiative.RollForAll)


@require_POST
def reveal(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Shows all hidden combatants to the players."""
    operation = partial(operations.Reveal, combatant=None)
    return answers.changed(request, id, encounter, operation)


@require_POST
def numbers(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Hides target numbers and chances from players, or shows them."""
    operation = partial(operations.HideNumbers, hides="hide" in request.POST)
    return answers.changed(request, id, encounter, operation)


@require_POST
def take_all(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Confirms all damage that waits, as it was rolled."""
    membership, row = answers.led(request, id, encounter)
    who, key = request.visitor.identity, form_data.key(request.POST)
    do = partial(steps.take_all, who, row, key=key)
    return answers.acted(request, membership, row, do)


@require_POST
def end(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Ends the fight."""
    answers.led(request, id, encounter)
    member_access, key = access.leading_access(request, id), form_data.key(request.POST)
    operations.End(member_access, id=encounter, key=key).run()
    return redirect("encounter", id, encounter)


@require_POST
def resume(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Goes on with a fight that was ended."""
    answers.led(request, id, encounter)
    member_access, key = access.leading_access(request, id), form_data.key(request.POST)
    operations.Resume(member_access, id=encounter, key=key).run()
    return redirect("fight", id)


@require_POST
def next_turn(request: Request, id: uuid.UUID, encounter: uuid.UUID) -> HttpResponse:
    """Goes on to the next turn: a game master, or the player whose turn it is. A press on the board
    leads back to the board.
    """
    membership = access.get_membership(request, id)
    row = answers.visible(membership, encounter)
    after = form_data.number(request.POST.get("after", ""))
    key = form_data.key(request.POST)
    go_on = partial(steps.go_on, membership, row, after=after, key=key)
    if request.POST.get("back") == "board":
        go_on()
        return redirect("party_live" if request.htmx else "party", id)
    return answers.acted(request, membership, row, go_on)


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


def _prepare_page(
    request: Request, membership: Member, row: Encounter, form: EncounterForm
) -> HttpResponse:
    context = {**page.prepare_context(membership, row), "form": form}
    return render(request, "encounters/encounter.html", context, status=form.status)
