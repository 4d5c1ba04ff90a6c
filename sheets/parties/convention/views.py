"""A table at a convention: what to make, the characters while they are made, and its one PDF."""

import secrets
import uuid
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules import registry
from sheets import access, confirmation, form_data, printing, responses
from sheets.access import Request
from sheets.batches import operations as batches
from sheets.batches import runner
from sheets.batches.operations import Canceled, Progress, StepFailed
from sheets.confirmation import Confirmation
from sheets.errors import Conflict, NeedsConfirmation, Refused
from sheets.models import Member
from sheets.parties.convention import operations
from sheets.parties.convention.forms import TableForm
from sheets.parties.convention.pack import (
    PackChoice,
    best_of,
    convention_pack,
    order_in_words,
    skill_lines,
    untrained_in_words,
)
from sheets.parties.convention.seats import Table, table
from sheets.parties.guests.views import Table as GuestTable
from sheets.parties.guests.views import open_seats
from sheets.parties.pack.extras import TWO_SIDED
from sheets.parties.pack.pack import Pack
from sheets.parties.pack.printing import CANCELED, print_more, print_next
from sheets.print_pages import responses as print_responses
from sheets.print_pages import return_codes

# For how many seconds one request makes characters. One that was begun is finished.
SECONDS = 0.5
SEED_BYTES = 4


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The form for a table; or its characters, and what of it is printed. POST asks for one."""
    membership = access.get_leading_membership(request, id)
    system = registry.get(membership.party.system)
    if system.convention is None:
        raise Http404
    form = TableForm.of(request, system=system)
    if form.is_valid():
        values = form.cleaned_data | {
            "seed": form.cleaned_data["seed"].strip() or secrets.token_hex(SEED_BYTES)
        }
        member_access, key = access.leading_access(request, id), form_data.key(request.POST)
        try:
            operations.PrepareTable(member_access, **values, key=key).run()
            batches.begin(request, reverse("party_convention_make", args=[id]), resumes=True)
            return redirect("party_convention", id)
        except Refused as refused:
            form.refuse(refused)
    context = _page(request, membership)
    return render(
        request, "parties/convention/index.html", context | {"form": form}, status=form.status
    )


@require_POST
def make(request: Request, id: uuid.UUID) -> HttpResponse:
    """Makes the next characters: the part of the page that shows them, or 302 to the page."""
    access.leading_access(request, id).check()
    resumes = not request.htmx or "resume" in request.POST
    why = ""
    try:
        batch = batches.begin(request, request.path, resumes=resumes)
        batches.step(batch, lambda: _make_next(request, id, form_data.key(request.POST)))
    except Canceled:
        why = CANCELED
    except StepFailed as fault:
        why = str(fault)
    context = _page(request, access.get_leading_membership(request, id)) | {"stuck_at": why}
    if not request.htmx or not context["making_characters"]:
        if why:
            messages.error(request, why)
        return responses.redirect_to(request, reverse("party_convention", args=[id]))
    return render(request, "parties/convention/_table.html", context)


@runner.does_steps_of("party_convention_make")
def make_step(request: Request, id: uuid.UUID) -> Progress:
    """Makes the next characters while nobody looks."""
    return _make_next(request, id, "")


def _make_next(request: Request, id: uuid.UUID, key: str) -> Progress:
    """Makes characters for a moment; StepFailed where none can be made."""
    try:
        made, asked_for = operations.MakeCharacters(
            access.leading_access(request, id), seconds=SECONDS, key=key
        ).run()
    except (Refused, Conflict) as fault:
        raise StepFailed(str(fault)) from None
    return Progress(made, asked_for, made >= asked_for)


@require_http_methods(["POST"])
def discard(request: Request, id: uuid.UUID) -> HttpResponse:
    """Gives up the table, after asking."""
    member_access, key = access.leading_access(request, id), form_data.key(request.POST)
    member_access.check()
    sentences = ["The table and its codes are gone. Characters that players took stay theirs."]
    try:
        NeedsConfirmation(sentences).check(request.POST.get("confirmed", ""))
    except NeedsConfirmation as asked:
        cancel = reverse("party_convention", args=[id])
        question = Confirmation("Start over?", "Start over", cancel, is_destructive=True)
        return confirmation.ask_to_confirm(request, asked, question)
    operations.DiscardTable(member_access, key=key).run()
    return redirect("party_convention", id)


@require_safe
def pack(request: Request, id: uuid.UUID) -> HttpResponse:
    """The pack of the table: prints the next pages, and shows the progress. 302 to the table while
    its characters are not made.
    """
    wanted = _wanted(request, id)
    if wanted is None:
        return redirect("party_convention", id)
    state = print_more(request, wanted.place, wanted.pack)
    context = {
        **_context(request, wanted.membership, wanted.there, wanted.guests),
        **state.context,
        "choice": wanted.choice,
        "query": wanted.choice.query,
        "place": reverse("party_convention_pack", args=[id]),
        "file": reverse("party_convention_pdf", args=[id]),
        "batch": wanted.place,
        "stop": f"{reverse('party_convention', args=[id])}?{wanted.choice.query}",
    }
    template = "parties/pack/_pack.html" if request.htmx else "parties/convention/index.html"
    response = render(request, template, context)
    return responses.retry_later(response, state.late) if state.late else response


@runner.does_steps_of("party_convention_pack")
def pack_step(request: Request, id: uuid.UUID) -> Progress:
    """Prints the next pages while nobody looks."""
    wanted = _wanted(request, id)
    if wanted is None:
        raise Http404
    print_next(request, wanted.pack)
    return wanted.pack.progress


@require_safe
def pdf(request: Request, id: uuid.UUID) -> HttpResponse:
    """The pack as a PDF; 302 to where it is made if it is not ready."""
    wanted = _wanted(request, id)
    if wanted is None:
        return redirect("party_convention", id)
    if not wanted.pack.is_ready:
        return redirect(wanted.place)
    name = f"{responses.file_name(wanted.membership.party.name)} convention.pdf"
    try:
        return print_responses.file(request, wanted.pack.print, name=name)
    except printing.PrintingFailed:
        return redirect(wanted.place)


@dataclass(frozen=True)
class _Wanted:
    membership: Member
    there: Table
    guests: GuestTable | None
    choice: PackChoice
    pack: Pack

    @property
    def place(self) -> str:
        """The address of the batch that makes it."""
        path = reverse("party_convention_pack", args=[self.membership.party.public_id])
        return f"{path}?{self.choice.query}"


def _wanted(request: Request, id: uuid.UUID) -> _Wanted | None:
    """The pack that the address asks for; None while the characters are not made, or for an empty
    one.
    """
    membership = access.get_leading_membership(request, id)
    choice, there = PackChoice.read(request.GET), table(membership.party)
    if there is None or not there.is_made or not choice.parts:
        return None
    guests = open_seats(request, membership)
    codes = return_codes.seat_codes(request, [seat.row for seat in there.seats])
    address = guests.address if guests else ""
    pack = convention_pack(membership.party, there, choice, address, codes)
    return _Wanted(membership, there, guests, choice, pack)


def _page(request: Request, membership: Member) -> dict[str, object]:
    there = table(membership.party)
    return _context(request, membership, there, open_seats(request, membership) if there else None)


def _context(
    request: Request, membership: Member, there: Table | None, guests: GuestTable | None
) -> dict[str, object]:
    skills = list(skill_lines(there, best_of(there))) if there and there.is_made else []
    return {
        "membership": membership,
        "table": there,
        "paused": "paused" in request.GET,
        "paused_at": f"{reverse('party_convention', args=[membership.party.public_id])}?paused=yes",
        "order": order_in_words(there) if there else "",
        "making_characters": there is not None and not there.is_made,
        "skills": skills,
        "untrained": untrained_in_words(skills),
        "guests": guests,
        "choice": PackChoice.read(request.GET),
        "papers": printing.PAPERS,
        "two_sided": TWO_SIDED,
        "key": form_data.new_key,
    }
