"""The game master's briefing: its page with the GM notes, and its PDF."""

import uuid

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from sheets import access, form_data, printing, responses
from sheets.access import Request
from sheets.errors import Conflict
from sheets.models import Member
from sheets.parties import operations
from sheets.parties.board.board import Column
from sheets.parties.briefing import paper
from sheets.parties.briefing.content import briefing_content
from sheets.parties.forms import NotesForm
from sheets.print_pages import responses as print_responses
from sheets.print_pages.choices import QUESTIONS, PrintChoices

PAPER_QUESTION = next(question for question in QUESTIONS if question.id == "paper")


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The briefing. POST saves the notes: 302 back to them, 409 if another page has changed
    them, 422 if they are invalid.
    """
    membership = access.get_membership_with_notes(request, id)
    if request.method != "POST":
        return _page(request, membership)
    form = NotesForm(request.POST, initial={"notes": membership.party.gm_notes.text})
    if not form.is_valid():
        return _page(request, membership, form)
    member_access, key = access.leading_access(request, id), form_data.key(request.POST)
    try:
        operations.KeepNotes(member_access, **form.cleaned_data, key=key).run()
    except Conflict:
        membership = access.get_membership_with_notes(request, id)
        return _page(request, membership, form, conflict=True)
    messages.success(request, "Notes saved.")
    return redirect(f"{reverse('party_brief', args=[id])}#notes")


@require_safe
def pdf(request: Request, id: uuid.UUID) -> HttpResponse:
    """The briefing as a PDF, on the paper size of the address or the one chosen last."""
    membership = access.get_membership_with_notes(request, id)
    ordered = paper.briefing_print(
        membership.party, briefing_content(membership), paper=_print_options(request).paper
    )
    name = f"{responses.file_name(membership.party.name)} briefing.pdf"
    try:
        return print_responses.file(request, ordered, name=name)
    except printing.PrintingFailed as failed:
        context = {"membership": membership}
        return print_responses.not_printed(
            request, "parties/briefing/print_failed.html", context, failed
        )


def _print_options(request: Request) -> PrintChoices:
    return PrintChoices.asked(request.GET, request.COOKIES)


def _page(
    request: Request,
    membership: Member,
    refused: NotesForm | None = None,
    *,
    conflict: bool = False,
) -> HttpResponse:
    """The briefing; a form that was refused keeps what was typed."""
    content, notes = briefing_content(membership), membership.party.gm_notes
    form = refused or NotesForm(initial={"notes": notes.text})
    context = {
        "membership": membership,
        "brief": content,
        "columns": [Column(key, name) for key, name in content.heads.items()],
        "about": paper.summary_line(content),
        "since": paper.changes_heading(content),
        "papers": PAPER_QUESTION.options,
        "paper": _print_options(request).paper,
        "form": form,
        "notes": notes,
        "conflict": conflict,
        "key": form_data.new_key,
    }
    status = 409 if conflict else form.status
    return render(request, "parties/briefing/index.html", context, status=status)
