"""The page on which a session ends."""

import uuid

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from rules.phrases import joined
from sheets import access, form_data, responses
from sheets.access import Request
from sheets.errors import Conflict, Fault, Refused
from sheets.models import Character, Member, PartySession
from sheets.models.character import NAMELESS
from sheets.parties.awards.toast import SESSIONS, say_awarded
from sheets.parties.sessions import ending, operations, rows
from sheets.parties.sessions.ending import EndForm
from sheets.parties.sessions.forms import SessionTextsForm, texts_of

# The guests who keep their seats, in the form.
KEPT = "kept"
# Whether armor among the loot is put on.
WEARS = "wears"


@require_http_methods(["GET", "HEAD", "POST"])
def end(request: Request, id: uuid.UUID) -> HttpResponse:
    """The end of a session. POST does all of it or nothing: 302 to the list of sessions, 409 if
    another page has changed its notes, 422 with errors.
    """
    membership = access.get_leading_membership(request, id)
    session = rows.running(membership.party)
    if request.method != "POST":
        return _page(request, membership, session)
    number = form_data.number(request.POST.get("session", "")) or 0
    texts = SessionTextsForm(request.POST, initial=texts_of(session))
    form = EndForm.of(membership.party, number)
    try:
        if not texts.is_valid():
            raise Refused(texts.messages)
        was = texts.cleaned_data.pop("was")
        done = operations.EndSession(
            access.leading_access(request, id),
            number=number,
            gifts=form.read(request.POST),
            texts=texts.cleaned_data,
            was=was,
            begins_next="next" in request.POST,
            wears=WEARS in request.POST,
            kept=[int(id) for id in request.POST.getlist(KEPT) if _is_row(id)],
            key=form_data.key(request.POST),
        ).run()
    except (Refused, Conflict) as fault:
        return _page(request, membership, rows.running(membership.party), texts, fault)
    say_awarded(request, membership.party, done, f"{done}.", back=SESSIONS)
    return redirect("party_sessions", id)


def _page(
    request: Request,
    membership: Member,
    session: PartySession | None,
    texts: SessionTextsForm | None = None,
    fault: Fault | None = None,
) -> HttpResponse:
    party, posted = membership.party, request.POST if fault else QueryDict()
    characters = list(party.characters.order_by("name", "pk"))
    in_play = [character for character in characters if character.is_in_play]
    number = operations.next_to_end(party, session)
    form, errors = EndForm.of(party, number), fault.errors if isinstance(fault, Refused) else {}
    chosen, kept = set(form_data.ids_of(posted, "to")), posted.getlist(KEPT)
    context: dict[str, object] = {
        "membership": membership,
        "session": session,
        "number": number,
        "next_number": number + 1,
        "characters": [
            (character, fault is None or character.public_id in chosen) for character in in_play
        ],
        "waiting": [character for character in characters if not character.is_in_play],
        "guests": [
            (guest, _names(characters, guest), fault is None or str(guest.pk) in kept)
            for guest in rows.guests(session)
        ],
        "wears": WEARS in posted,
        "points": form.points,
        "loot": list(ending.loot_kinds(form, in_play, posted, errors)),
        "typed": {name: tuple(posted.getlist(name)) for name in posted},
        "errors": errors,
        "fault": _other_errors(fault, form, texts),
        "form": texts or SessionTextsForm(initial=texts_of(session)),
        "was": posted.get("was", "")
        if isinstance(fault, Refused)
        else operations.texts_token(session),
        "is_conflict": isinstance(fault, Conflict),
        "key": form_data.new_key,
    }
    status = responses.status_of(fault)
    return render(request, "parties/sessions/end.html", context, status=status)


def _is_row(text: str) -> bool:
    """True for the id of a row as a form sends it."""
    return text.isascii() and text.isdigit() and len(text) < 19


def _names(characters: list[Character], guest: Member) -> str:
    """The names of a guest's characters in the party."""
    return joined(row.name or NAMELESS for row in characters if row.owner_id == guest.owner_id)


def _other_errors(fault: Fault | None, form: EndForm, texts: SessionTextsForm | None) -> str:
    """The errors that stand at no field of the page."""
    if not isinstance(fault, Refused):
        return str(fault) if fault else ""
    offers = [*form.loot, *([form.points] if form.points else [])]
    shown = {f"{offer.id}.{field.id}" for offer in offers for field in offer.fields}
    shown |= {ending.hands_of(offer) for offer in form.loot}
    shown |= set(texts.fields) if texts else set()
    rest = [message for name, message in fault.errors.items() if name not in shown]
    rest += [problem.message for problem in fault.problems]
    return " ".join(rest)
