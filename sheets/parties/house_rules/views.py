"""The party's rules: its options, and what it makes for itself."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.house import HomebrewItem, HomebrewKind
from sheets import access, form_data
from sheets.access import Request
from sheets.errors import Conflict, Refused
from sheets.models import Member
from sheets.parties.house_rules import operations

# What a form sends besides its fields.
ALONE = {"csrfmiddlewaretoken", "confirmed", "key"}


@dataclass(frozen=True)
class Kind:
    """A kind of things, with those that the party made."""

    making: HomebrewKind
    things: tuple[HomebrewItem, ...]


@require_safe
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """What the party decided."""
    return _index(request, access.get_seat(request, id))


@require_POST
def decide(request: Request, id: uuid.UUID) -> HttpResponse:
    """Decides the options anew."""

    def decide() -> None:
        operations.change_rules(
            access.leading_access(request, id),
            sent=form_data.sent_fields(request.POST),
            confirmed=request.POST.get("confirmed", ""),
            key=form_data.key(request.POST),
        )

    return _decided(request, id, decide, lambda seat, fault: _index(request, seat, fault))


@require_http_methods(["GET", "HEAD", "POST"])
def making(request: Request, id: uuid.UUID, kind: str, thing: str = "") -> HttpResponse:
    """The form for a new thing, or for one that is there; makes it."""
    if request.method != "POST":
        return _making(request, access.get_leading_seat(request, id), kind, thing)

    def make() -> None:
        operations.save_homebrew(
            access.leading_access(request, id),
            kind=kind,
            thing=thing,
            sent=form_data.sent_fields(request.POST),
            confirmed=request.POST.get("confirmed", ""),
            key=form_data.key(request.POST),
        )

    return _decided(
        request, id, make, lambda seat, fault: _making(request, seat, kind, thing, fault)
    )


@require_POST
def unmake(request: Request, id: uuid.UUID, kind: str, thing: str) -> HttpResponse:
    """Takes a thing out of the party's own."""

    def unmake() -> None:
        operations.remove_homebrew(
            access.leading_access(request, id),
            kind=kind,
            thing=thing,
            confirmed=request.POST.get("confirmed", ""),
            key=form_data.key(request.POST),
        )

    said = "Removed. Characters that use it keep it."
    return _decided(
        request,
        id,
        unmake,
        lambda seat, fault: _index(request, seat, fault),
        said=said,
        removes=(kind, thing),
    )


def _decided(
    request: Request,
    id: uuid.UUID,
    decide: Callable[[], None],
    again: Callable[[Member, Conflict | Refused], HttpResponse],
    *,
    said: str = "Saved. Every character of the party has it.",
    removes: tuple[str, str] | None = None,
) -> HttpResponse:
    """Decides it; or shows what it would change, or why it cannot be, with what was typed."""
    try:
        decide()
    except operations.Unconfirmed as fault:
        return _preview(request, access.get_leading_seat(request, id), fault, removes)
    except (Conflict, Refused) as fault:
        return again(access.get_leading_seat(request, id), fault)
    messages.success(request, said)
    return redirect("party_rules", id)


def _preview(
    request: Request,
    seat: Member,
    fault: operations.Unconfirmed,
    removes: tuple[str, str] | None,
) -> HttpResponse:
    """What a decision changes, and the form once more, to be confirmed. `removes` is the kind and
    the id of a thing.
    """
    system, decided = operations.read(seat.party)
    removed = [one.name for one in system.made(decided) if (one.kind, one.id) == removes]
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in ALONE
        for value in values
    ]
    context = {
        "seat": seat,
        "effects": fault.effects,
        "said": fault.said,
        "removed": next(iter(removed), ""),
        "digest": fault.digest,
        "outdated": bool(request.POST.get("confirmed")),
        "fields": fields,
        "key": form_data.new_key,
    }
    status = 409 if context["outdated"] else 200
    return render(request, "parties/house_rules/preview.html", context, status=status)


def _index(request: Request, seat: Member, fault: Conflict | Refused | None = None) -> HttpResponse:
    system, decided = operations.read(seat.party)
    made = system.made(decided)
    fields = system.house_fields(decided)
    context = {
        "seat": seat,
        "system": system,
        "fields": fields,
        "kinds": [
            Kind(kind, tuple(one for one in made if one.kind == kind.kind))
            for kind in system.makings
        ],
        "key": form_data.new_key,
        **_wrong(request, fault, {field.id for field in fields}),
    }
    return render(request, "parties/house_rules/index.html", context, status=_status(fault))


def _making(
    request: Request,
    seat: Member,
    kind: str,
    thing: str,
    fault: Conflict | Refused | None = None,
) -> HttpResponse:
    system, decided = operations.read(seat.party)
    try:
        fields = system.making_fields(decided, kind, thing)
    except KeyError:
        raise Http404 from None
    context = {
        "seat": seat,
        "system": system,
        "making": next(one for one in system.makings if one.kind == kind),
        "thing": next(
            (one for one in system.made(decided) if (one.kind, one.id) == (kind, thing)), None
        ),
        "fields": fields,
        "key": form_data.new_key,
        **_wrong(request, fault, {field.id for field in fields}),
    }
    return render(request, "parties/house_rules/homebrew.html", context, status=_status(fault))


def _wrong(request: Request, fault: Conflict | Refused | None, ids: set[str]) -> dict[str, object]:
    """What was typed, what is wrong with it field by field, and what is wrong with the whole."""
    if fault is None:
        return {"typed": None, "errors": {}, "wrong": ""}
    typed = {id: one.values for id, one in form_data.sent_fields(request.POST).items()}
    errors = fault.errors if isinstance(fault, Refused) else {}
    rest = [said for id, said in errors.items() if id not in ids]
    if isinstance(fault, Refused):
        rest += [problem.message for problem in fault.problems]
    else:
        rest.append(str(fault))
    return {"typed": typed, "errors": errors, "wrong": " ".join(rest)}


def _status(fault: Conflict | Refused | None) -> int:
    return 200 if fault is None else 422 if isinstance(fault, Refused) else 409
