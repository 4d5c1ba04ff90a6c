"""New characters: from nothing, from chance, from a ready-made one, from a document."""

import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from rules import registry
from rules.problems import Unreadable
from sheets import access, bundle, forms, rates, ready_made
from sheets.access import Request
from sheets.models import Member
from sheets.operations import creation, transfer
from sheets.operations.faults import Refused
from sheets.rates import TooOften
from sheets.views import faults


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: Request) -> HttpResponse:
    """Offers the ways to begin; begins in one of them."""
    errors: dict[str, str] = {}
    status = 200
    seat = _seat(request)
    if request.method == "POST":
        rates.count(request, "new")
        key = forms.key(request.POST)
        beginning = creation.Beginning(
            system=request.POST.get("system", ""),
            ready_made=request.POST.get("start", ""),
            surprise=bool(request.POST.get("surprise")),
        )
        try:
            document = beginning.document()
        except Refused as refused:
            errors, status = refused.errors, refused.status
        else:
            owner = request.visitor.become_owner(form_key=key)
            claim = access.seat_claim(request, seat.party.public_id) if seat else None
            try:
                made = creation.start(owner, document, beginning=beginning, key=key, seat=claim)
            except Refused as refused:
                errors, status = refused.errors, refused.status
            else:
                return redirect("character_build", made)
    only = seat.party.system if seat else ""
    context = {
        "casts": ready_made.by_game(ready_made.on_show(), only),
        "offered": [one for slug, one in registry.all_systems().items() if only in ("", slug)],
        "party": seat.party if seat else None,
        "errors": errors,
        "key": forms.new_key,
    }
    return render(request, "characters/new.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def take_in(request: Request) -> HttpResponse:
    """Asks for a file, or the text of one; keeps what is in it, or says where it cannot be read."""
    error, status, late = "", 200, None
    if request.method == "POST":
        key = forms.key(request.POST)
        try:
            rates.count(request, "import")
            most = bundle.MAX_BYTES
            sent = forms.character_file(request.POST, request.FILES, most=most)
            arrival = transfer.arrival(bundle.read(sent))
            owner = request.visitor.become_owner(form_key=key)
            return redirect("character", transfer.take_in(owner, arrival, key=key))
        except TooOften as fault:
            error, late = str(fault), fault
        except Unreadable as unreadable:
            error, status = unreadable.in_words, 422
        except Refused as refused:
            error, status = str(refused), refused.status
    context = {
        "error": error,
        "pasted": request.POST.get("pasted", ""),
        "key": forms.new_key,
    }
    response = render(request, "characters/import.html", context, status=status)
    return faults.wait(response, late) if late else response


def _seat(request: Request) -> Member | None:
    """The seat in the party that the character is made for; 404 where that is not theirs."""
    named = request.POST.get("party") or request.GET.get("party")
    if not named:
        return None
    try:
        return access.get_seat(request, uuid.UUID(named))
    except ValueError:
        raise Http404 from None
