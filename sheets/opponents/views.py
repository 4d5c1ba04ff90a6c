"""Rosters, of a party or one's own: what is in one, and how more is added."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import compress
from operator import attrgetter
from urllib.parse import quote, urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules import opponents, registry
from rules.craft import CraftRules
from rules.document import Document
from rules.opponents import WHO, OpponentRules
from rules.problems import RuleViolation
from rules.search import matches
from sheets import form_data, storage
from sheets.access import Request
from sheets.errors import Conflict, FieldConflict, Refused, allowed
from sheets.folders import by_folder
from sheets.forms import STALE, Form
from sheets.models import Character
from sheets.opponents import companions, operations, rosters, shelves
from sheets.opponents.forms import forms_of
from sheets.opponents.rows import listed_entry, roster_row, row_entry, whose
from sheets.opponents.shelves import RosterPlace
from sheets.ui.undo import say_done

LONGEST_SEARCH = 60
NOT_FIELDS = {"csrfmiddlewaretoken", "key", "version"}
# What a copy goes to, among the parties of a menu: one's own roster.
OWN = "own"
MADE = "It is one of your characters now. Copy it to the roster when it is as you want it."
# What can be done with one.
DEEDS = (
    "edit",
    "rename",
    "folder",
    "duplicate",
    "copy",
    "delete",
    "ours",
    "theirs",
    "tie",
    "character",
)


@require_safe
def own(request: Request) -> HttpResponse:
    """Leads to one's own roster of the game of which one has opponents; of the first without."""
    games = registry.all_systems()
    known = rosters.own_systems(request.visitor.owner)
    slug = next((slug for slug in games if slug in known), next(iter(games)))
    return redirect("own_roster", slug)


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: Request, id: uuid.UUID, of: str) -> HttpResponse:
    """The roster or the ships of a party; `q` searches them and the book's list. POST adds one that
    the form describes.
    """
    return _index(shelves.of_party(request, id, of))


@require_http_methods(["GET", "HEAD", "POST"])
def own_index(request: Request, system: str, of: str) -> HttpResponse:
    """One's own roster of a game, or its ships, as `index`."""
    return _index(shelves.own(request, system, of))


def _index(place: RosterPlace) -> HttpResponse:
    request = place.request
    if request.method != "POST":
        return _page(place)
    values, key = _values(request), form_data.key(request.POST)
    if place.rules is None:
        raise Http404
    try:
        document = place.rules.document(values)
        row = _add_document(place, key, document)
    except RuleViolation as violation:
        errors = violation.by_place
        return _page(place, values=values, errors=errors)
    except Refused as refused:
        return _page(place, values=values, errors=refused.errors)
    _added(place, row)
    return redirect(place.index)


@require_POST
def add(request: Request, id: uuid.UUID, way: str, of: str) -> HttpResponse:
    """Adds one `listed` in the book, at `random`, of a `character` of one's own, or from another
    roster of one's own (`party`).
    """
    return _add(shelves.of_party(request, id, of), way)


@require_POST
def own_add(request: Request, system: str, way: str, of: str) -> HttpResponse:
    """Adds one to one's own roster, as `add`."""
    return _add(shelves.own(request, system, of), way)


def _add(place: RosterPlace, way: str) -> HttpResponse:
    request, key = place.request, form_data.key(place.request.POST)
    add = partial(_add_document, place, key)
    ways: dict[str, Callable[[], str]] = {
        "listed": lambda: _add_listed(place, key),
        "random": lambda: add(place.system.random(operations.RANDOM)),
        "character": lambda: operations.AddCharacter(
            place.access(key), character=_sent_id(request, "character"), key=key
        ).run(),
        "party": lambda: operations.CopyFrom(
            place.access(key), opponent=_sent_id(request, "opponent"), key=key
        ).run(),
    }
    if place.shelf.is_craft:
        ways = {way: ways[way] for way in ("listed", "party")}
    if way not in ways:
        raise Http404
    try:
        row = ways[way]()
    except (Refused, Conflict) as fault:
        errors = fault.errors if isinstance(fault, Refused) else {"": str(fault)}
        return _page(place, errors=errors)
    _added(place, row)
    return redirect(_back_to_list(place))


@require_http_methods(["GET", "HEAD", "POST"])
def opponent(
    request: Request, id: uuid.UUID, opponent: uuid.UUID, of: str, verb: str = ""
) -> HttpResponse:
    """A step with one of them: edit, rename, put in a folder, duplicate, copy to another roster,
    delete, restore, make a craft the party's ship.
    """
    return _opponent(shelves.of_party(request, id, of), opponent, verb)


@require_http_methods(["GET", "HEAD", "POST"])
def own_opponent(
    request: Request, system: str, opponent: uuid.UUID, of: str, verb: str = ""
) -> HttpResponse:
    """One of one's own roster, as `opponent`."""
    return _opponent(shelves.own(request, system, of), opponent, verb)


def _opponent(place: RosterPlace, opponent: uuid.UUID, verb: str) -> HttpResponse:
    request = place.request
    if request.method == "POST" and verb == "undelete":
        return _undelete(place, opponent)
    if (row := place.find(opponent)) is None:
        raise Http404
    errors, status = dict[str, str](), 422
    forms = forms_of(row, verb, request)
    typed = _values(request) if request.method == "POST" and verb == "edit" else None
    if request.method == "POST":
        try:
            return _done(place, row, verb, forms.get(verb))
        except Refused as refused:
            errors = refused.errors
        except FieldConflict as conflict:
            errors, status = {"": str(conflict)}, STALE
            if verb in forms:
                forms[verb].refuse_stale(conflict)
        except RuleViolation as violation:
            errors = violation.by_place
    context = {
        "place": place,
        "membership": place.membership,
        "kept": place.shelf,
        "row": roster_row(row),
        "doing": {verb: place.do(opponent, verb) for verb in DEEDS},
        **_edit_form(place, row, typed),
        "typed": typed,
        "editing": _editing(place, row),
        "form": forms["rename"],
        "folder_form": forms["folder"],
        "other_parties": place.other_parties(),
        "leaders": list(companions.leaders(place.party)) if place.party else [],
        "leader": companions.leader_of(row),
        "errors": errors,
        "key": form_data.new_key,
    }
    return render(request, "opponents/opponent.html", context, status=status if errors else 200)


def _edit_form(
    place: RosterPlace, row: Character, typed: dict[str, tuple[str, ...]] | None
) -> dict[str, object]:
    """The fields of the form that makes an opponent anew, as it is or as it was `typed`, and what
    it leaves out; no fields for one that it cannot hold.
    """
    if not isinstance(place.rules, OpponentRules):
        return {}
    with suppress(storage.CorruptRow):
        document = storage.read(row)[1]
        filled = place.rules.filled(document)
        if filled is None:
            return {"left_out": opponents.left_out(document, None)}
        fields: tuple[object, ...] = ()
        with suppress(RuleViolation):
            fields = place.rules.fields(typed or filled.values)
        return {"fields": fields, "left_out": filled.left_out}
    return {}


def _editing(place: RosterPlace, row: Character) -> str:
    """Where the numbers of a craft are edited; "" for what has none of its own."""
    if not isinstance(place.rules, CraftRules):
        return ""
    with suppress(storage.CorruptRow):
        if place.rules.typed(storage.load(row).opened.state) is not None:
            return place.address("ship_edit", row.public_id)
    return ""


def _undelete(place: RosterPlace, opponent: uuid.UUID) -> HttpResponse:
    """Restores one that was deleted: the Undo of its toast."""
    request, key = place.request, form_data.key(place.request.POST)
    try:
        operations.Undelete(place.access(key), opponent=opponent, key=key).run()
    except Refused as refused:
        messages.warning(request, " ".join(refused.errors.values()))
    else:
        messages.success(request, "Restored.")
    return redirect(place.index)


def _done(place: RosterPlace, row: Character, verb: str, form: Form | None) -> HttpResponse:
    request, opponent, key = place.request, row.public_id, form_data.key(place.request.POST)
    roster_access = place.access(key)
    match verb:
        case "rename" | "folder" if form:
            if not form.is_valid():
                raise Refused(form.messages)
            ((_, since),) = form.sent.items()
            step = operations.Rename if verb == "rename" else operations.MoveToFolder
            step(roster_access, opponent=opponent, since=since, key=key, **form.cleaned_data).run()
            messages.success(request, "Saved.")
        case "edit" if isinstance(place.rules, OpponentRules):
            operations.Edit(
                roster_access,
                opponent=opponent,
                version=form_data.number(request.POST.get("version", "")) or 0,
                document=place.rules.document(_values(request)),
                key=key,
            ).run()
            messages.success(request, "Saved.")
        case "duplicate":
            operations.Duplicate(roster_access, opponent=opponent, key=key).run()
            messages.success(request, "Duplicated.")
        case "copy":
            _copy(place, opponent, key)
        case "character" if not place.shelf.is_craft:
            made = operations.MakeCharacter(roster_access, opponent=opponent, key=key).run()
            messages.success(request, MADE)
            return redirect("character", made)
        case "ours" | "theirs" if place.shelf.is_craft and place.party:
            ours = verb == "ours"
            operations.GiveToParty(roster_access, craft=opponent, ours=ours, key=key).run()
            told = "It is the party’s ship." if ours else "The party has no ship."
            messages.success(request, told)
        case "tie" if place.party:
            leader = form_data.id_of(request.POST, "leader")
            was = request.POST.get("was.leader")
            companions.Tie(
                roster_access, opponent=opponent, leader=leader, since=was, key=key
            ).run()
            messages.success(request, "Saved.")
        case "delete":
            name = roster_row(row).name
            operations.Delete(roster_access, opponent=opponent, key=key).run()
            say_done(request, f"Deleted {name}.", undo=place.do(opponent, "undelete"))
        case _:
            raise Http404
    return redirect(place.index)


def _copy(place: RosterPlace, opponent: uuid.UUID, key: str) -> None:
    """Copies one to another roster: of a party that one leads, or one's own."""
    request, party = place.request, form_data.id_of(place.request.POST, "party")
    to_own = place.party is not None and request.POST.get("party") == OWN
    if party is None and not to_own:
        raise Refused({"party": operations.NOT_LED})
    operations.CopyTo(place.access(key), opponent=opponent, party=party, key=key).run()
    told = "Copied to your own roster." if to_own else "Copied to the party."
    messages.success(request, told)


def _add_document(place: RosterPlace, key: str, document: Document) -> str:
    return operations.Add(place.access(key), document=document, key=key).run()


def _add_listed(place: RosterPlace, key: str) -> str:
    sent = place.request.POST
    document = place.listed(sent.get(WHO, ""), sent.get("members", ""))
    if document is None:
        raise Refused({WHO: "Choose one of the list."})
    return allowed(lambda: _add_document(place, key, document))


def _sent_id(request: Request, field: str) -> uuid.UUID:
    """The id that was sent; one of nobody where none was."""
    return form_data.id_of(request.POST, field) or uuid.UUID(int=0)


def _back_to_list(place: RosterPlace) -> str:
    """The address of the list with its search, at the one that was added; the top of the page for
    a form that stands elsewhere.
    """
    sent = place.request.POST
    if "q" not in sent:
        return place.index
    searched = sent["q"][:LONGEST_SEARCH]
    query = f"?{urlencode({'q': searched})}" if searched else ""
    return f"{place.index}{query}#listed-{quote(sent.get(WHO, ''))}"


def _added(place: RosterPlace, row: str) -> None:
    """Says what was added, with an Undo that deletes it."""
    opponent = uuid.UUID(row)
    character = place.find(opponent)
    name = roster_row(character).name if character else f"The {place.shelf.one}"
    text = place.shelf.in_it.format(name=name)
    say_done(place.request, text, undo=place.do(opponent, "delete"))


def _values(request: Request) -> dict[str, tuple[str, ...]]:
    return {
        name: tuple(values)
        for name, values in request.POST.lists()
        if name not in NOT_FIELDS and not name.startswith("was.")
    }


def _page(
    place: RosterPlace,
    *,
    values: dict[str, tuple[str, ...]] | None = None,
    errors: dict[str, str] | None = None,
) -> HttpResponse:
    request, shelf, rules = place.request, place.shelf, place.rules
    q = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    rows = [roster_row(row, place.address_of(row)) for row in place.rows.whole()]
    rows.sort(key=lambda row: (not row.is_ours, row.name.casefold()))
    listed = rules.listed() if rules else ()
    fields: tuple[object, ...] = ()
    if rules:
        try:
            fields = rules.fields(values or {})
        except RuleViolation:
            fields = rules.fields({})
    context = {
        "place": place,
        "membership": place.membership,
        "kept": shelf,
        "folders": by_folder(
            compress(rows, matches(q, list(map(row_entry, rows)))), attrgetter("character.folder")
        ),
        "total": len(rows),
        "listed": list(compress(listed, matches(q, list(map(listed_entry, listed))))),
        "has_list": bool(listed),
        "from_programs": bool(place.system.from_codes or place.system.from_dots),
        "fields": fields,
        "about": rules.about if rules else "",
        "rules": rules,
        "typed": values,
        "errors": errors or {},
        "characters": [] if shelf.is_craft else place.own_characters(),
        "elsewhere": by_folder(map(roster_row, place.elsewhere()), whose),
        "ways": {way: place.way(way) for way in ("listed", "character", "party", "random")},
        "tabs": _tabs(place),
        "games": [] if place.party else list(registry.all_systems().values()),
        "q": q,
        "key": form_data.new_key,
    }
    return render(request, "opponents/index.html", context, status=422 if errors else 200)


def _tabs(place: RosterPlace) -> list[tuple[str, str, bool]]:
    """The pages of one's own roster, each with its address, and whether it is this one."""
    if place.party or place.system.craft is None:
        return []
    both = [RosterPlace(place.request, shelf, place.system) for shelf in shelves.SHELVES.values()]
    titles = ("Opponents", "Ships")
    return [
        (title, other_place.index, other_place.shelf == place.shelf)
        for title, other_place in zip(titles, both, strict=True)
    ]
