"""The game master's brief: on the screen, with the notes to write, and as one printed page."""

import uuid

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from sheets import access, form_data, printing, responses
from sheets.access import Request
from sheets.errors import Conflict, Fault, Refused
from sheets.models import Member
from sheets.parties import operations
from sheets.parties.board.board import Column
from sheets.parties.briefing import paper
from sheets.parties.briefing.content import brief
from sheets.print_pages import responses as print_responses
from sheets.print_pages.choice import COOKIE, QUESTIONS, Choice, asked

PAPER = next(question for question in QUESTIONS if question.id == "paper")


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """Everything of it; keeps the notes that were sent: 302 back to them, 409 where they were
    changed in another place, 422 where they cannot be kept."""
    seat = access.get_leading_seat(request, id)
    if request.method != "POST":
        return _page(request, seat)
    notes, was = form_data.words(request.POST, "notes"), form_data.words(request.POST, "was")
    claim, key = access.leading_access(request, id), form_data.key(request.POST)
    try:
        operations.keep_notes(claim, notes=notes, was=was, key=key)
    except (Conflict, Refused) as fault:
        seat.party.refresh_from_db(fields=["notes"])
        return _page(request, seat, typed=notes, fault=fault)
    messages.success(request, "Your notes are kept.")
    return redirect(f"{reverse('party_brief', args=[id])}#notes")


@require_safe
def pdf(request: Request, id: uuid.UUID) -> HttpResponse:
    """The brief on one page, on the paper that the address names or that was chosen last time."""
    seat = access.get_leading_seat(request, id)
    ordered = paper.ordered(seat.party, brief(seat), paper=_choice(request).paper)
    name = f"{responses.file_name(seat.party.name)} brief.pdf"
    try:
        return print_responses.file(request, ordered, name=name)
    except printing.PrintingFailed as failed:
        context = {"seat": seat, "message": str(failed)}
        return render(request, "parties/briefing/print_failed.html", context, status=503)


def _choice(request: Request) -> Choice:
    if asked(request.GET):
        return Choice.read(request.GET)
    return Choice.remembered(request.COOKIES.get(COOKIE, ""))


def _page(
    request: Request, seat: Member, *, typed: str | None = None, fault: Fault | None = None
) -> HttpResponse:
    """What was refused comes along, so that nothing typed is lost."""
    found = brief(seat)
    context = {
        "seat": seat,
        "brief": found,
        "columns": [Column(key, name) for key, name in found.heads.items()],
        "about": paper.about(found),
        "since": paper.since(found),
        "papers": PAPER.options,
        "paper": _choice(request).paper,
        "notes": seat.party.notes if typed is None else typed,
        "conflict": isinstance(fault, Conflict),
        "error": fault.errors.get("notes", "") if isinstance(fault, Refused) else "",
        "longest": f"{operations.LONGEST_NOTES:,}",
        "key": form_data.new_key,
    }
    status = 409 if context["conflict"] else 422 if fault else 200
    return render(request, "parties/briefing/index.html", context, status=status)
