"""The page to import files: any file is looked at first, then saved where it belongs."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from rules import registry
from rules.exchange import actors
from rules.phrases import counted
from rules.problems import InvalidDocument
from sheets import access, form_data, rate_limits, responses, virus_scan
from sheets.access import Request
from sheets.arrivals import reading
from sheets.arrivals.reading import CHARACTER, CRAFT, OPPONENT, Arrival
from sheets.characters import conversion, convert_views
from sheets.characters import operations as shelf_operations
from sheets.errors import Conflict, Refused
from sheets.models import Character, Member, Party
from sheets.opponents import operations, shelves
from sheets.rate_limits import RateLimited
from sheets.text_export import bundle
from sheets.writes import Mine

IS_OPPONENT = "This file holds an opponent. Import it into a roster."
NAMES = {CHARACTER: "character", OPPONENT: "opponent", CRAFT: "ship"}


@require_http_methods(["GET", "HEAD", "POST"])
def take_in(request: Request) -> HttpResponse:
    """Asks for a file, or the text of one. With `look` it says what is in it and what becomes of
    each part; what was looked at (`carried`) is saved where it belongs. A file that is sent without
    a look is one character, and is saved at once.
    """
    error, status, late = "", 200, None
    arrivals: list[Arrival] = []
    carried = ""
    if request.method == "POST":
        try:
            rate_limits.count(request, "import")
            sent = _sent(request)
            virus_scan.check(request, sent, field="document")
            carried = reading.carried(sent) if "look" in request.POST else ""
            if carried:
                arrivals = _read(request, sent)
            elif "carried" in request.POST:
                return _saved(request, _read(request, sent))
            else:
                return _saved_at_once(request, sent)
        except RateLimited as fault:
            error, late = str(fault), fault
        except InvalidDocument as unreadable:
            error, status = unreadable.in_words, 422
        except Refused as refused:
            error, status = str(refused), refused.status
    context = {
        "error": error,
        "pasted": "" if arrivals else request.POST.get("pasted", ""),
        "games": conversion.import_games(),
        "game": request.POST.get("game", ""),
        "arrivals": arrivals,
        "comes": sum(not arrival.problem for arrival in arrivals),
        "asks_game": any(arrival.needs_game for arrival in arrivals),
        "needs_game": any(arrival.report or arrival.problem for arrival in arrivals),
        "has_opponents": any(one.kind != CHARACTER and not one.problem for one in arrivals),
        "parties": [member.party for member in _led(request)] if arrivals else [],
        "party_here": form_data.id_of(request.POST, "party"),
        "to_roster": "roster" in request.POST,
        "carried": carried if arrivals else "",
        "key": form_data.new_key,
    }
    response = render(request, "arrivals/index.html", context, status=status)
    return responses.retry_later(response, late) if late else response


def _sent(request: Request) -> bytes:
    """The file that was sent, pasted, or looked at before."""
    if carried := request.POST.get("carried", ""):
        return reading.uncarried(carried)
    return form_data.character_file(request.POST, request.FILES, max_bytes=bundle.MAX_BYTES)


def _read(request: Request, sent: bytes) -> list[Arrival]:
    """Its content, for the game that was chosen; for a roster where it was sent from one."""
    game = request.POST.get("game", "")
    return reading.read(sent, game, to_roster="roster" in request.POST)


def _led(request: Request) -> list[Member]:
    led = access.memberships(request).leading().select_related("party")
    return list(led.order_by("party__name", "party")[: shelves.MOST])


def _saved_at_once(request: Request, sent: bytes) -> HttpResponse:
    key = form_data.key(request.POST)
    is_actor = actors.is_actor(sent)
    taken = (
        conversion.of_actor(sent, request.POST.get("game", "")).bundle
        if is_actor
        else bundle.read(sent)
    )
    if registry.is_opponent(taken.document):
        raise Refused({"document": IS_OPPONENT})
    arrival = shelf_operations.arrival(taken)
    owner = request.visitor.become_owner(form_key=key)
    new = shelf_operations.TakeIn(Mine(owner), arrival=arrival, key=key).run()
    if is_actor:
        messages.success(request, convert_views.CREATED)
    return redirect("character", new)


def _saved(request: Request, arrivals: list[Arrival]) -> HttpResponse:
    """Saves everything that can come in; of the first that is refused it says why."""
    key, party = form_data.key(request.POST), _party(request)
    saved, addresses, refusal = Counter[Character.Kind](), dict[Character.Kind, str](), ""
    for number, arrival in enumerate(arrivals):
        if arrival.problem:
            continue
        save: Callable[..., str] = _character if arrival.kind == CHARACTER else _opponent
        try:
            address = save(request, arrival, key=form_data.key_of_part(key, number), party=party)
        except (Refused, Conflict) as fault:
            refusal = f"{arrival.name or 'One'}: {fault}"
            break
        saved[arrival.kind] += 1
        addresses.setdefault(arrival.kind, address)
    if not saved:
        raise Refused({"document": refusal or "Nothing in this file can be imported."})
    told = ", ".join(counted(count, NAMES[kind]) for kind, count in saved.items())
    messages.success(request, f"Imported {told}.")
    if refusal:
        messages.warning(request, f"The rest was not imported. {refusal}")
    if saved[CHARACTER] > 1:
        return redirect("characters")
    return redirect(next(iter(addresses.values())))


def _character(request: Request, arrival: Arrival, *, key: str, party: Party | None) -> str:
    del party  # a character joins a party from its sheet
    if arrival.bundle is None:
        raise Refused({"document": arrival.problem})
    brought = shelf_operations.arrival(arrival.bundle)
    owner = request.visitor.become_owner(form_key=key)
    new = shelf_operations.TakeIn(Mine(owner), arrival=brought, key=key).run()
    return reverse("character", args=[new])


def _opponent(request: Request, arrival: Arrival, *, key: str, party: Party | None) -> str:
    """Adds an opponent or a craft to the party's roster, where it plays that game, else to one's
    own; the address of that roster.
    """
    if arrival.bundle is None or arrival.system is None:
        raise Refused({"document": arrival.problem})
    if party and party.system == arrival.system.slug:
        place = shelves.of_party(request, party.public_id, arrival.kind.value)
    else:
        place = shelves.own(request, arrival.system.slug, arrival.kind.value)
    operations.Add(
        place.access(key),
        document=arrival.bundle.document,
        of_another_program=arrival.report is not None,
        key=key,
    ).run()
    return place.index


def _party(request: Request) -> Party | None:
    """The party that was chosen for opponents and ships, None for one's own rosters."""
    chosen: uuid.UUID | None = form_data.id_of(request.POST, "party")
    return next((one.party for one in _led(request) if one.party.public_id == chosen), None)
