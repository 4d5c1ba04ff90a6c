"""The roster of a party: who is in it, and how more are added."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from rules import registry
from rules.opponents import WHO, ListedOpponent
from rules.problems import RuleViolation
from rules.sheet.sections import Figures, Line, Sheet
from sheets import access, form_data, storage
from sheets.access import MemberAccess, Request
from sheets.errors import Conflict, Refused
from sheets.models import Character, Member
from sheets.opponents import operations
from sheets.opponents.forms import NameForm

LONGEST_SEARCH = 60
MOST_FILE = 256 * 1024
NOT_FIELDS = {"csrfmiddlewaretoken", "key"}


@dataclass(frozen=True)
class RosterRow:
    """An opponent as the roster shows it; `damaged` says why its sheet cannot be worked out."""

    character: Character
    sheet: Sheet | None
    damaged: str = ""

    @property
    def name(self) -> str:
        """Its name, or what it is."""
        return self.character.name or (self.sheet.name if self.sheet else "Unnamed opponent")

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
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The roster; `q` searches it and the book's list. POST adds one that the form describes."""
    membership = access.get_leading_membership(request, id)
    if request.method != "POST":
        return _page(request, membership)
    values = _values(request)
    rules = registry.get(membership.party.system).opponents
    if rules is None:
        raise Http404
    try:
        document = rules.document(values)
        row = operations.add(
            access.leading_access(request, id), document, key=form_data.key(request.POST)
        )
    except RuleViolation as violation:
        errors = {one.where: one.message for one in violation.problems}
        return _page(request, membership, values=values, errors=errors)
    except Refused as refused:
        return _page(request, membership, values=values, errors=refused.errors)
    _added(request, row)
    return redirect("party_roster", id)


@require_POST
def add(request: Request, id: uuid.UUID, way: str) -> HttpResponse:
    """Adds an opponent `listed` in the book, at `random`, of a `character` of one's own, or from a
    `file`.
    """
    membership = access.get_leading_membership(request, id)
    member_access, key = access.leading_access(request, id), form_data.key(request.POST)
    ways: dict[str, Callable[[], uuid.UUID]] = {
        "listed": lambda: _add_listed(request, membership, member_access, key),
        "random": lambda: operations.add_random(member_access, key=key),
        "character": lambda: operations.add_character(
            member_access, character=form_data.id_of(request.POST, "character") or id, key=key
        ),
        "file": lambda: operations.take_in(member_access, _file(request), key=key),
    }
    if way not in ways:
        raise Http404
    try:
        row = ways[way]()
    except (Refused, Conflict) as fault:
        errors = fault.errors if isinstance(fault, Refused) else {"": str(fault)}
        return _page(request, membership, errors=errors)
    _added(request, row)
    return redirect("party_roster", id)


@require_http_methods(["GET", "HEAD", "POST"])
def opponent(request: Request, id: uuid.UUID, opponent: uuid.UUID, verb: str = "") -> HttpResponse:
    """What can be done with an opponent: rename, duplicate, copy to another party, delete."""
    membership = access.get_leading_membership(request, id)
    row = operations.roster(membership.party).filter(public_id=opponent).first()
    if row is None:
        raise Http404
    errors: dict[str, str] = {}
    if request.method == "POST":
        member_access, key = access.leading_access(request, id), form_data.key(request.POST)
        try:
            return _done(request, member_access, opponent, verb, key)
        except Refused as refused:
            errors = refused.errors
    led = access.memberships(request).leading().exclude(party=membership.party)
    others = led.filter(party__system=membership.party.system).select_related("party")
    context = {
        "membership": membership,
        "row": _roster_row(row),
        "form": NameForm(initial={"name": row.name}),
        "other_parties": [one.party for one in others.order_by("party__name")],
        "errors": errors,
        "key": form_data.new_key,
    }
    return render(request, "opponents/opponent.html", context, status=422 if errors else 200)


def _done(
    request: Request, member_access: MemberAccess, opponent: uuid.UUID, verb: str, key: str
) -> HttpResponse:
    party = member_access.party
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
            messages.success(request, "Copied to the other party’s roster.")
        case "delete":
            operations.delete(member_access, opponent=opponent, key=key)
            messages.success(request, "Deleted from the roster.")
        case _:
            raise Http404
    return redirect("party_roster", party)


def _add_listed(
    request: Request, membership: Member, member_access: MemberAccess, key: str
) -> uuid.UUID:
    rules = registry.get(membership.party.system).opponents
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
        raise Refused({"document": "This file is too large for an opponent: at most 256 KiB."})
    content: bytes = sent.read()
    return content


def _added(request: Request, row: uuid.UUID) -> None:
    character = Character.documents.filter(public_id=row).first()
    name = _roster_row(character).name if character else "An opponent"
    messages.success(request, f"{name} is in the roster.")


def _values(request: Request) -> dict[str, tuple[str, ...]]:
    return {
        name: tuple(values)
        for name, values in request.POST.lists()
        if name not in NOT_FIELDS and not name.startswith("was.")
    }


def _page(
    request: Request,
    membership: Member,
    *,
    values: dict[str, tuple[str, ...]] | None = None,
    errors: dict[str, str] | None = None,
) -> HttpResponse:
    party, q = membership.party, request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    rules = registry.get(party.system).opponents
    rows = [_roster_row(row) for row in operations.roster(party).whole()]
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
        "rows": [row for row in rows if _matches(q, row.name, row.facts)],
        "total": len(rows),
        "listed": [one for one in listed if _listed_matches(q, one)],
        "has_list": bool(listed),
        "fields": fields,
        "typed": values,
        "errors": errors or {},
        "characters": list(own.order_by("name", "pk")[:100]),
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
