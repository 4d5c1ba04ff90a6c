"""The pages of house rules: a party's options and its homebrew."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.house import HomebrewItem, HomebrewKind
from sheets import access, form_data, responses
from sheets.access import Request
from sheets.errors import Conflict, Refused
from sheets.models import Member
from sheets.parties.house_rules import operations
from sheets.writes import Operation

# The parameters of a form that are not fields.
NOT_FIELDS = {"csrfmiddlewaretoken", "confirmed", "key"}


@dataclass(frozen=True)
class HomebrewRow:
    """A kind of homebrew, and the party's items of it."""

    kind: HomebrewKind
    things: tuple[HomebrewItem, ...]


@require_safe
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The house rules of a party."""
    return _index_page(request, access.get_membership(request, id))


@require_POST
def change_options(request: Request, id: uuid.UUID) -> HttpResponse:
    """Saves the party's options."""
    rules = operations.ChangeRules(
        access.leading_access(request, id),
        sent=form_data.sent_fields(request.POST),
        confirmed=request.POST.get("confirmed", ""),
        key=form_data.key(request.POST),
    )
    return _rules_answer(request, id, rules, partial(_index_page, request))


@require_http_methods(["GET", "HEAD", "POST"])
def homebrew(request: Request, id: uuid.UUID, kind: str, thing: str = "") -> HttpResponse:
    """The form for a homebrew item, new or existing; POST saves it."""
    if request.method != "POST":
        return _homebrew_page(request, access.get_leading_membership(request, id), kind, thing)
    item = operations.SaveHomebrew(
        access.leading_access(request, id),
        kind=kind,
        thing=thing,
        sent=form_data.sent_fields(request.POST),
        confirmed=request.POST.get("confirmed", ""),
        key=form_data.key(request.POST),
    )
    return _rules_answer(
        request,
        id,
        item,
        lambda membership, fault: _homebrew_page(request, membership, kind, thing, fault),
    )


@require_POST
def remove_homebrew(request: Request, id: uuid.UUID, kind: str, thing: str) -> HttpResponse:
    """Removes a homebrew item."""
    removal = operations.RemoveHomebrew(
        access.leading_access(request, id),
        kind=kind,
        thing=thing,
        confirmed=request.POST.get("confirmed", ""),
        key=form_data.key(request.POST),
    )
    message = "Removed. Characters that use it keep it."
    again = partial(_index_page, request)
    return _rules_answer(request, id, removal, again, message=message, removes=(kind, thing))


def _rules_answer(
    request: Request,
    id: uuid.UUID,
    operation: Operation[Member, None],
    again: Callable[[Member, Conflict | Refused], HttpResponse],
    *,
    message: str = "Saved for every character in the party.",
    removes: tuple[str, str] | None = None,
) -> HttpResponse:
    """Runs an operation and redirects to the rules; or shows the effects to confirm, or the form
    with its errors.
    """
    try:
        operation.run()
    except operations.RulesNeedConfirmation as fault:
        return _preview(request, access.get_leading_membership(request, id), fault, removes)
    except (Conflict, Refused) as fault:
        return again(access.get_leading_membership(request, id), fault)
    messages.success(request, message)
    return redirect("party_rules", id)


def _preview(
    request: Request,
    membership: Member,
    fault: operations.RulesNeedConfirmation,
    removes: tuple[str, str] | None,
) -> HttpResponse:
    """The effects of a change and a form to confirm them. `removes` is the kind and id of an
    item.
    """
    system, rules = operations.read_rules(membership.party)
    removed = [item.name for item in system.house.items(rules) if (item.kind, item.id) == removes]
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in NOT_FIELDS
        for value in values
    ]
    context = {
        "membership": membership,
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


def _index_page(
    request: Request, membership: Member, fault: Conflict | Refused | None = None
) -> HttpResponse:
    system, rules = operations.read_rules(membership.party)
    items = system.house.items(rules)
    fields = system.house.fields(rules)
    context = {
        "membership": membership,
        "system": system,
        "fields": fields,
        "kinds": [
            HomebrewRow(kind, tuple(item for item in items if item.kind == kind.kind))
            for kind in system.house.kinds
        ],
        "key": form_data.new_key,
        **_form_errors(request, fault, {field.id for field in fields}),
    }
    return render(
        request, "parties/house_rules/index.html", context, status=responses.status_of(fault)
    )


def _homebrew_page(
    request: Request,
    membership: Member,
    kind: str,
    thing: str,
    fault: Conflict | Refused | None = None,
) -> HttpResponse:
    system, rules = operations.read_rules(membership.party)
    try:
        fields = system.house.form(rules, kind, thing)
    except KeyError:
        raise Http404 from None
    context = {
        "membership": membership,
        "system": system,
        "kind": next(known_kind for known_kind in system.house.kinds if known_kind.kind == kind),
        "thing": next(
            (item for item in system.house.items(rules) if (item.kind, item.id) == (kind, thing)),
            None,
        ),
        "fields": fields,
        "key": form_data.new_key,
        **_form_errors(request, fault, {field.id for field in fields}),
    }
    return render(
        request, "parties/house_rules/homebrew.html", context, status=responses.status_of(fault)
    )


def _form_errors(
    request: Request, fault: Conflict | Refused | None, ids: set[str]
) -> dict[str, object]:
    """The typed values, the errors by field, and the errors of the whole form."""
    if fault is None:
        return {"typed": None, "errors": {}, "wrong": ""}
    typed = {id: field.values for id, field in form_data.sent_fields(request.POST).items()}
    errors = fault.errors if isinstance(fault, Refused) else {}
    others = [message for id, message in errors.items() if id not in ids]
    if isinstance(fault, Refused):
        others += [problem.message for problem in fault.problems]
    else:
        others.append(str(fault))
    return {"typed": typed, "errors": errors, "wrong": " ".join(others)}
