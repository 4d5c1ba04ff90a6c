"""The paper comes back: its code, typed or scanned; the printed page as a form; the differences."""

from dataclasses import dataclass, field

from django.conf import settings
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_permissions_policy.decorators import permissions_policy_override

from rules.paper.changes import Penciled
from rules.paper.questions import COUNT, LEFT
from sheets import access, form_data, rate_limits, storage
from sheets.access import Request
from sheets.errors import Conflict, NotEditable, Refused
from sheets.models import Character, PaperCode
from sheets.paper_returns import operations
from sheets.paper_returns.operations import PrintedSheet
from sheets.play import operations as play
from sheets.print_pages import return_codes
from sheets.ui.undo import say_done

NO_CODE = "Type the code on the sheet, like K7Q-2MP4."
NOT_FOUND = "None of your printed sheets has this code. Check it, or sign in as its player."
FREE_SEAT = "Nobody has taken this seat yet. Take it with the seat’s own code, then come back here."


@require_safe
@permissions_policy_override({**settings.PERMISSIONS_POLICY, "camera": ["self"]})
def index(request: Request) -> HttpResponse:
    """The code, typed or scanned; 302 to its sheet, 404 for a code of nobody's or another's."""
    typed = request.GET.get("code", "")
    code = return_codes.read(typed)
    error, status = "", 200
    if "code" in request.GET:
        if not code:
            error, status = NO_CODE, 422
        elif _character(request, code) is not None:
            return redirect("paper_return", code)
        elif operations.is_free_seat(code):
            error, status = FREE_SEAT, 404
        else:
            rate_limits.count(request, "code")
            error, status = NOT_FOUND, 404
    context = {"typed": typed[:20], "error": error}
    return render(request, "paper_returns/index.html", context, status=status)


@dataclass
class _Page:
    """The values on the page of a sheet: the answers so far, and the errors in them."""

    answers: dict[str, str] = field(default_factory=dict)
    choices: dict[str, str] = field(default_factory=dict)
    note: str = ""
    errors: dict[str, str] = field(default_factory=dict)
    changes: tuple[Penciled, ...] = ()
    is_review: bool = False
    status: int = 200


@require_http_methods(["GET", "HEAD", "POST"])
def sheet(request: Request, code: str) -> HttpResponse:
    """The printed page as a form, as it was printed. POST shows the differences to now; once more,
    with `seen`, it keeps them: 302 to the character. 422 for what cannot be, 409 if the
    character has changed in between.
    """
    row = _row(request, code)
    character = access.get_played_character(request, row.character.public_id)
    opened = storage.load(character).opened.settled()
    printed = operations.printed_sheet(row, opened)
    if request.method != "POST":
        return _render(request, row, character, printed, _Page())
    page = _read(request.POST, printed)
    page.is_review = request.POST.get("stage") != "edit"
    try:
        page.changes = printed.penciled(page.answers)
        if not page.changes and not page.note.strip() and page.is_review:
            raise Refused({"": operations.NOTHING})
        if page.is_review and "seen" in request.POST:
            return _keep(request, row, page)
    except (Refused, Conflict) as fault:
        if isinstance(fault, NotEditable):
            raise
        _refuse(page, fault)
        if isinstance(fault, Conflict):
            newest = storage.load(fault.character).opened.settled()
            printed = operations.printed_sheet(row, newest)
            page.changes = printed.penciled(page.answers)
    return _render(request, row, character, printed, page)


@require_POST
def undo(request: Request, code: str, number: int) -> HttpResponse:
    """Undoes everything that came of the paper."""
    row = _row(request, code)
    character_access = access.playing_access(request, row.character.public_id)
    play.TakeBack(character_access, number=number, key=form_data.key(request.POST)).run()
    return redirect("character", row.character.public_id)


def _keep(request: Request, row: PaperCode, page: _Page) -> HttpResponse:
    id = row.character.public_id
    number = operations.ReturnSheet(
        access.playing_access(request, id),
        code=row.code,
        answers=page.answers,
        choices=page.choices,
        note=page.note,
        was_seen=request.POST.get("seen", ""),
        key=form_data.key(request.POST),
    ).run()
    undo_address = reverse("paper_return_undo", args=[row.code, number])
    text = f"Saved what was penciled in on {row.character.name or 'the sheet'}."
    say_done(request, text, undo=undo_address)
    return redirect("character", id)


def _refuse(page: _Page, fault: Refused | Conflict) -> None:
    """Puts the errors of a refusal at their fields, the others at the top."""
    page.status = fault.status if isinstance(fault, Refused) else 409
    if isinstance(fault, Refused):
        page.errors = {"": " ".join(problem.message for problem in fault.problems), **fault.errors}
        # What cannot be read or is not allowed is put right on the page itself.
        page.is_review = False
    else:
        page.errors = {"": str(fault)}


def _read(posted: QueryDict, printed: PrintedSheet) -> _Page:
    """The answers that a form sent. An unchecked box sends nothing."""
    page = _Page(note=form_data.text(posted, "note"))
    for id, question in printed.printed.items():
        sent = form_data.text(posted, f"q-{id}")
        if question.most == 1 and question.kind in (COUNT, LEFT):
            # A box that is ticked says that it is marked, or that the item is gone.
            ticked, empty = ("1", "0") if question.kind == COUNT else ("0", "1")
            page.answers[id] = ticked if sent else empty
        elif f"q-{id}" in posted:
            page.answers[id] = sent.strip()
        if choice := posted.get(f"choice-{id}", ""):
            page.choices[id] = choice
    return page


def _render(
    request: Request,
    row: PaperCode,
    character: Character,
    printed: PrintedSheet,
    page: _Page,
) -> HttpResponse:
    groups = [
        (
            group.name,
            [
                (
                    question,
                    page.answers.get(question.id, question.value),
                    page.errors.get(question.id, ""),
                )
                for question in group.questions
            ],
        )
        for group in printed.groups
    ]
    context: dict[str, object] = {
        "code": row,
        "character": character,
        "groups": groups,
        "page": page,
        "changes": [(change, page.choices.get(change.question.id, "")) for change in page.changes],
        "seen": operations.seen(page.changes),
        "top": page.errors.get("", ""),
        "note_error": page.errors.get("note", ""),
        "has_changed": any(
            question.state != printed.now[id].state
            for id, question in printed.printed.items()
            if id in printed.now
        ),
        "key": form_data.new_key,
    }
    return render(request, "paper_returns/sheet.html", context, status=page.status)


def _row(request: Request, code: str) -> PaperCode:
    """The code, for whoever may play its character; 404 for everyone else."""
    row = _character(request, return_codes.read(code))
    if row is None:
        rate_limits.count(request, "code")
        raise Http404
    return row


def _character(request: Request, code: str) -> PaperCode | None:
    """The code of a character that the request may play."""
    rate_limits.check(request, "code")
    return operations.find_among(access.visible_characters(request, plays=True), code)
