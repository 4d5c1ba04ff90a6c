"""The roster of a party and its craft: what is in it, and how more is added."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from rules import registry
from rules.opponents import WHO, ListedOpponent, OpponentRules
from rules.problems import RuleViolation
from rules.sheet.sections import Figures, Line, Sheet
from rules.system import GameSystem
from sheets import access, catalog, form_data, storage
from sheets.access import MemberAccess, Request
from sheets.errors import Conflict, Refused
from sheets.models import Character, Member
from sheets.opponents import operations
from sheets.opponents.forms import NameForm
from sheets.ui.undo import say_done

LONGEST_SEARCH = 60
MOST_ELSEWHERE = 60
MOST_FILE = 256 * 1024
NOT_FIELDS = {"csrfmiddlewaretoken", "key"}


@dataclass(frozen=True)
class Shelf:
    """One of the two pages of what game masters have in a party, opponents or craft: its addresses,
    the rules that make one, and its words.
    """

    kind: Character.Kind
    index: str
    add: str
    row: str
    do: str
    rules: Callable[[GameSystem], OpponentRules | None]
    title: str
    one: str
    heading: str
    none: str
    empty: str
    in_it: str

    @property
    def is_craft(self) -> bool:
        """Whether it holds craft."""
        return self.kind == Character.Kind.CRAFT


SHELVES = {
    Character.Kind.OPPONENT.value: Shelf(
        Character.Kind.OPPONENT,
        "party_roster",
        "roster_add",
        "roster_opponent",
        "roster_opponent_do",
        lambda system: system.opponents,
        title="Roster",
        one="opponent",
        heading="In the roster",
        none="No opponents yet.",
        empty="Add some below. Only game masters see them.",
        in_it="{name} is in the roster.",
    ),
    Character.Kind.CRAFT.value: Shelf(
        Character.Kind.CRAFT,
        "party_ships",
        "ship_add",
        "party_ship",
        "party_ship_do",
        lambda system: system.craft,
        title="Ships",
        one="craft",
        heading="Ships and vehicles",
        none="No ships yet.",
        empty="Add ships and vehicles below. Players see the party’s ship; the others only game"
        " masters see.",
        in_it="{name} is among the ships.",
    ),
}


@dataclass(frozen=True)
class RosterRow:
    """An opponent as the roster shows it; `damaged` says why its sheet cannot be worked out."""

    character: Character
    sheet: Sheet | None
    damaged: str = ""

    @property
    def name(self) -> str:
        """Its name, or what it is."""
        return self.character.name or (self.sheet.name if self.sheet else "Unnamed")

    @property
    def is_ours(self) -> bool:
        """Whether it is the party's ship."""
        return self.character.party_id is not None

    @property
    def figures(self) -> list[Line]:
        """Its leading figures."""
        sections = self.sheet.sections if self.sheet else ()
        first = next((one for one in sections if isinstance(one, Figures)), None)
        return list(first.lines) if first else []

    @property
    def facts(self) -> str:
        """What it is, in a line."""
        facts = self.sheet.facts if self.sheet else ()
        return ", ".join(dict.fromkeys(text for _, text in facts if text and text != self.name))


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: Request, id: uuid.UUID, of: str) -> HttpResponse:
    """The roster or the ships; `q` searches them and the book's list. POST adds one that the form
    describes.
    """
    membership, shelf = _shelf(request, id, of)
    if request.method != "POST":
        return _page(request, membership, shelf)
    values = _values(request)
    rules = shelf.rules(registry.get(membership.party.system))
    if rules is None:
        raise Http404
    try:
        document = rules.document(values)
        row = operations.add(
            access.leading_access(request, id), document, key=form_data.key(request.POST)
        )
    except RuleViolation as violation:
        errors = {one.where: one.message for one in violation.problems}
        return _page(request, membership, shelf, values=values, errors=errors)
    except Refused as refused:
        return _page(request, membership, shelf, values=values, errors=refused.errors)
    _added(request, shelf, row)
    return redirect(shelf.index, id)


@require_POST
def add(request: Request, id: uuid.UUID, way: str, of: str) -> HttpResponse:
    """Adds one `listed` in the book, at `random`, of a `character` of one's own, from the roster of
    another `party`, or from a `file`.
    """
    membership, shelf = _shelf(request, id, of)
    member_access, key = access.leading_access(request, id), form_data.key(request.POST)
    ways: dict[str, Callable[[], uuid.UUID]] = {
        "listed": lambda: _add_listed(request, membership, shelf, member_access, key),
        "random": lambda: operations.add_random(member_access, key=key),
        "character": lambda: operations.add_character(
            member_access, character=form_data.id_of(request.POST, "character") or id, key=key
        ),
        "party": lambda: operations.copy_from(
            member_access, opponent=form_data.id_of(request.POST, "opponent") or id, key=key
        ),
        "file": lambda: operations.take_in(member_access, _file(request), kind=shelf.kind, key=key),
    }
    if shelf.is_craft:
        ways = {way: ways[way] for way in ("listed", "party", "file")}
    if way not in ways:
        raise Http404
    try:
        row = ways[way]()
    except (Refused, Conflict) as fault:
        errors = fault.errors if isinstance(fault, Refused) else {"": str(fault)}
        return _page(request, membership, shelf, errors=errors)
    _added(request, shelf, row)
    return redirect(shelf.index, id)


@require_http_methods(["GET", "HEAD", "POST"])
def opponent(
    request: Request, id: uuid.UUID, opponent: uuid.UUID, of: str, verb: str = ""
) -> HttpResponse:
    """What can be done with one: rename, duplicate, copy to another party, delete, restore, make a
    craft the party's ship.
    """
    membership, shelf = _shelf(request, id, of)
    if request.method == "POST" and verb == "undelete":
        return _undelete(request, membership, shelf, opponent)
    rows = operations.roster(membership.party).filter(kind=shelf.kind)
    row = rows.filter(public_id=opponent).first()
    if row is None:
        raise Http404
    errors: dict[str, str] = {}
    if request.method == "POST":
        member_access, key = access.leading_access(request, id), form_data.key(request.POST)
        try:
            return _done(request, member_access, shelf, row, verb, key)
        except Refused as refused:
            errors = refused.errors
    led = access.memberships(request).leading().exclude(party=membership.party)
    others = led.filter(party__system=membership.party.system).select_related("party")
    context = {
        "membership": membership,
        "roster": shelf,
        "row": _roster_row(row),
        "form": NameForm(initial={"name": row.name}),
        "other_parties": [one.party for one in others.order_by("party__name")],
        "errors": errors,
        "key": form_data.new_key,
    }
    return render(request, "opponents/opponent.html", context, status=422 if errors else 200)


def _undelete(
    request: Request, membership: Member, shelf: Shelf, opponent: uuid.UUID
) -> HttpResponse:
    """Restores one that was deleted: the Undo of its toast."""
    party, key = membership.party.public_id, form_data.key(request.POST)
    try:
        operations.undelete(access.leading_access(request, party), opponent=opponent, key=key)
    except Refused as refused:
        messages.warning(request, " ".join(refused.errors.values()))
    else:
        messages.success(request, "Restored.")
    return redirect(shelf.index, party)


def _shelf(request: Request, id: uuid.UUID, of: str) -> tuple[Member, Shelf]:
    """The membership of who leads the party, and what page it is about; 404 where the party's game
    has none of it.
    """
    membership, shelf = access.get_leading_membership(request, id), SHELVES[of]
    if shelf.is_craft and not catalog.has_craft(membership.party.system):
        raise Http404
    return membership, shelf


def _done(
    request: Request,
    member_access: MemberAccess,
    shelf: Shelf,
    row: Character,
    verb: str,
    key: str,
) -> HttpResponse:
    party, opponent = member_access.party, row.public_id
    match verb:
        case "rename":
            form = NameForm(request.POST)
            if not form.is_valid():
                raise Refused(form.messages)
            name = form.cleaned_data["name"]
            operations.rename(member_access, opponent=opponent, name=name, key=key)
            messages.success(request, "Saved.")
        case "duplicate":
            operations.duplicate(member_access, opponent=opponent, key=key)
            messages.success(request, "Duplicated.")
        case "copy":
            to = form_data.id_of(request.POST, "party")
            if to is None:
                raise Refused({"party": operations.NOT_LED})
            operations.copy_to(member_access, opponent=opponent, party=to, key=key)
            messages.success(request, "Copied to the other party.")
        case "ours" | "theirs" if shelf.is_craft:
            operations.give_to_party(member_access, craft=opponent, ours=verb == "ours", key=key)
            told = "It is the party’s ship." if verb == "ours" else "The party has no ship."
            messages.success(request, told)
        case "delete":
            name = _roster_row(row).name
            operations.delete(member_access, opponent=opponent, key=key)
            undo = reverse(shelf.do, args=[party, opponent, "undelete"])
            say_done(request, f"Deleted {name}.", undo=undo)
        case _:
            raise Http404
    return redirect(shelf.index, party)


def _add_listed(
    request: Request, membership: Member, shelf: Shelf, member_access: MemberAccess, key: str
) -> uuid.UUID:
    rules = shelf.rules(registry.get(membership.party.system))
    known = {one.id for one in rules.listed()} if rules else set()
    who = request.POST.get(WHO, "")
    if rules is None or who not in known:
        raise Refused({WHO: "Choose one of the list."})
    values = {WHO: (who,), "members": (request.POST.get("members", ""),)}
    try:
        return operations.add(member_access, rules.document(values), key=key)
    except RuleViolation as violation:
        raise Refused({one.where: one.message for one in violation.problems}) from None


def _file(request: Request) -> bytes:
    sent = request.FILES.get("document")
    if sent is None or sent.size is None:
        raise Refused({"document": "Choose a file."})
    if sent.size > MOST_FILE:
        raise Refused({"document": "This file is too large: at most 256 KiB."})
    content: bytes = sent.read()
    return content


def _added(request: Request, shelf: Shelf, row: uuid.UUID) -> None:
    character = Character.documents.filter(public_id=row).first()
    name = _roster_row(character).name if character else f"The {shelf.one}"
    messages.success(request, shelf.in_it.format(name=name))


def _values(request: Request) -> dict[str, tuple[str, ...]]:
    return {
        name: tuple(values)
        for name, values in request.POST.lists()
        if name not in NOT_FIELDS and not name.startswith("was.")
    }


def _page(
    request: Request,
    membership: Member,
    shelf: Shelf,
    *,
    values: dict[str, tuple[str, ...]] | None = None,
    errors: dict[str, str] | None = None,
) -> HttpResponse:
    party, q = membership.party, request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    rules = shelf.rules(registry.get(party.system))
    rows = [_roster_row(row) for row in operations.roster(party).filter(kind=shelf.kind).whole()]
    rows.sort(key=lambda row: (not row.is_ours, row.name.casefold()))
    listed = rules.listed() if rules else ()
    own = Character.objects.belonging_to(request.visitor.identity)
    own = own.filter(system=party.system, finished_at__isnull=False, archived_at=None)
    fields: tuple[Any, ...] = ()
    if rules:
        try:
            fields = rules.fields(values or {})
        except RuleViolation:
            fields = rules.fields({})
    context = {
        "membership": membership,
        "roster": shelf,
        "rows": [row for row in rows if _matches(q, row.name, row.facts)],
        "total": len(rows),
        "listed": [one for one in listed if _listed_matches(q, one)],
        "has_list": bool(listed),
        "fields": fields,
        "about": rules.about if rules else "",
        "typed": values,
        "errors": errors or {},
        "characters": [] if shelf.is_craft else list(own.order_by("name", "pk")[:100]),
        "elsewhere": [
            (row, _roster_row(row).name)
            for row in operations.elsewhere(request.visitor.identity, party)
            .filter(kind=shelf.kind)
            .select_related("roster")
            .whole()[:MOST_ELSEWHERE]
        ],
        "q": q,
        "key": form_data.new_key,
    }
    return render(request, "opponents/index.html", context, status=422 if errors else 200)


def _matches(q: str, *texts: str) -> bool:
    text = " ".join(texts).casefold()
    return all(word in text for word in q.casefold().split())


def _listed_matches(q: str, one: ListedOpponent) -> bool:
    return _matches(q, one.name, one.side, one.does, one.keywords)


def _roster_row(row: Character) -> RosterRow:
    try:
        stored = storage.load(row)
        sheet = storage.attempted(row, lambda: stored.opened.summary)
    except storage.CorruptRow as damaged:
        return RosterRow(row, None, damaged.told)
    return RosterRow(row, sheet)
