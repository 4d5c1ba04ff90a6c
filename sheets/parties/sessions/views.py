"""The sessions of a party: the list, what is written about one, the list as Markdown and print."""

import uuid

from django.contrib import messages
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from sheets import access, form_data, printing, responses
from sheets.access import Request
from sheets.errors import Conflict
from sheets.models import Member, PartySession
from sheets.parties.sessions import calendar, chronicle, operations, text
from sheets.parties.sessions.forms import SessionForm, session_of
from sheets.print_pages import responses as print_responses
from sheets.print_pages.choices import QUESTIONS

PAPER_NAMES = next(question for question in QUESTIONS if question.id == "paper").options


@require_safe
def index(request: Request, id: uuid.UUID) -> HttpResponse:
    """The sessions, newest first; `before` is the number that the page begins before."""
    membership = access.get_membership(request, id)
    before = form_data.number(request.GET.get("before", ""))
    page = calendar.calendar_page(membership.party, before)
    context = {"membership": membership, "page": page, "key": form_data.new_key}
    context["can_begin"] = membership.leads and calendar.can_begin(membership.party)
    context |= {"papers": PAPER_NAMES, "newest": membership.party.sessions}
    return render(request, "parties/sessions/index.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: Request, id: uuid.UUID, number: int) -> HttpResponse:
    """Title and notes of a session. POST saves them: 302 back to it, 409 if another page has
    changed them, 422 if they are invalid.
    """
    membership = access.get_leading_membership(request, id)
    session = operations.get_session(membership.party, number)
    if request.method != "POST":
        return _edit_page(request, membership, session)
    form = SessionForm(request.POST, initial=session_of(session))
    if not form.is_valid():
        return _edit_page(request, membership, session, form)
    member_access, key = access.leading_access(request, id), form_data.key(request.POST)
    try:
        operations.KeepTexts(member_access, number=number, **form.cleaned_data, key=key).run()
    except Conflict as conflict:
        session = operations.get_session(membership.party, number)
        return _edit_page(request, membership, session, form, conflict)
    messages.success(request, f"Session {number} saved.")
    return redirect(f"{reverse('party_sessions', args=[id])}#session-{number}")


@require_safe
def as_markdown(request: Request, id: uuid.UUID) -> StreamingHttpResponse:
    """All sessions as a file, the first one first; with the notes of the GMs for those who ask for
    them (`gm`) and may see them.
    """
    membership = access.get_membership(request, id)
    entries = calendar.whole_calendar(membership.party)
    for_gms = membership.leads and "gm" in request.GET
    pieces = text.as_markdown(membership.party, entries, for_gms=for_gms)
    return responses.stream_named(
        f"{membership.party.name} sessions", pieces, extension="md", kind="text/markdown"
    )


@require_safe
def pdf(request: Request, id: uuid.UUID) -> HttpResponse:
    """The chronicle as a booklet: all sessions, or those from `first` to `last`; on the paper size
    of the address.
    """
    membership = access.get_membership(request, id)
    numbers = [form_data.number(request.GET.get(name, "")) for name in ("first", "last")]
    entries = calendar.whole_calendar(membership.party, *numbers)
    paper = request.GET.get("paper", "")
    paper = paper if paper in printing.PAPERS else next(iter(printing.PAPERS))
    print = chronicle.chronicle_print(membership, entries, paper=paper)
    name = f"{responses.file_name(membership.party.name)} chronicle.pdf"
    try:
        return print_responses.file(request, print, name=name)
    except printing.PrintingFailed as failed:
        context = {"membership": membership}
        return print_responses.not_printed(
            request, "parties/sessions/print_failed.html", context, failed
        )


def _edit_page(
    request: Request,
    membership: Member,
    session: PartySession,
    refused: SessionForm | None = None,
    conflict: Conflict | None = None,
) -> HttpResponse:
    form = refused or SessionForm(initial=session_of(session))
    context = {
        "membership": membership,
        "session": session,
        "form": form,
        "was": operations.texts_token(session),
        "conflict": conflict,
        "key": form_data.new_key,
    }
    status = 409 if conflict else form.status
    return render(request, "parties/sessions/edit.html", context, status=status)
