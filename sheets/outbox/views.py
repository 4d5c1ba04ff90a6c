"""Takes in the changes that waited on a device: one at a time, each once, for whoever made it."""

from collections.abc import Callable
from typing import Any

import msgspec
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, JsonResponse, QueryDict
from django.middleware.csrf import get_token
from django.urls import Resolver404, resolve
from django.views.decorators.http import require_http_methods

from rules.kit.play.harm_boxes import PREFIX
from sheets import form_data
from sheets.access import Request, character_access
from sheets.errors import Conflict, Fault, FieldConflict, NoSuchLogEntry, NoSuchRow, Refused
from sheets.notes import operations as notes
from sheets.outbox import fights
from sheets.outbox.overtaken import ChangedSince, OutboxAccess
from sheets.play import operations
from sheets.play.drawn_dice import Drawn, OtherTotal
from sheets.storage import CorruptRow

# No device has more changes waiting for one character.
MOST_SENT = 200
LONGEST = 200_000
NOT_YOURS = "Another account made this change. Sign in as that account to send it."
UNREADABLE = "This change can't be read. Nothing was saved."
NO_KEY = "This change has no key, so it can't be sent just once. Nothing was saved."
GONE = "This isn't here any more, or it isn't yours to change. Nothing was saved."


class Change(msgspec.Struct, forbid_unknown_fields=True):
    """One change that waited: the form's address and fields, and what its player saw.

    `dice` are the faces that the device rolled, each with the sides of its die, and `total` what it
    showed for them. `state` tells how the fight was on the page of a press in one.
    """

    account: str
    path: str
    body: str
    line: int = 0
    sent: list[str] = []
    shown: dict[str, list[str]] = {}
    dice: list[tuple[int, int]] = []
    total: int | None = None
    state: str = ""


Sender = Callable[[Request, Change, QueryDict, dict[str, Any]], object]


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: Request) -> JsonResponse:
    """The account that would send, with a fresh token for it; POST sends one change.

    200 for a change that is saved, or was before. 401 where another account made it, 409 if
    someone else has changed the character since (`since`, `newest`), 400, 404 and 422 if it
    cannot be saved.
    """
    if request.method != "POST":
        return JsonResponse({"account": request.visitor.device_key, "token": get_token(request)})
    try:
        change = _change(request)
    except (msgspec.MsgspecError, ValueError):
        return _refusal(UNREADABLE, 400)
    if not change.account or change.account != request.visitor.device_key:
        return _refusal(NOT_YOURS, 401)
    try:
        match = resolve(change.path)
    except Resolver404:
        return _refusal(UNREADABLE, 400)
    sender = SENDERS.get(match.url_name or "")
    return _sent(request, change, sender, match.kwargs) if sender else _refusal(UNREADABLE, 400)


def _change(request: HttpRequest) -> Change:
    """The change that was sent; ValueError or MsgspecError for none."""
    change = msgspec.json.decode(request.body, type=Change)
    if len(change.sent) > MOST_SENT or len(change.body) > LONGEST or change.line < 0:
        raise ValueError
    return change


def _sent(
    request: Request, change: Change, sender: Sender, arguments: dict[str, object]
) -> JsonResponse:
    try:
        outcome = sender(request, change, QueryDict(change.body), arguments)
    except ChangedSince as overtaken:
        body = {"since": overtaken.since, "newest": overtaken.newest}
        return _refusal(str(overtaken), 409, **body)
    except FieldConflict as conflict:
        texts = [_text_now(conflict, field) for field in conflict.fields]
        return _refusal(str(conflict), 409, since=texts, newest=change.line)
    except OtherTotal as other:
        return _refusal(str(other), 409, since=[other.now], newest=change.line)
    except (NoSuchLogEntry, NoSuchRow, Http404, PermissionDenied):
        return _refusal(GONE, 404)
    except Refused as refused:
        return _refusal(str(refused), 422)
    except Conflict as conflict:
        return _refusal(str(conflict), 422)
    except CorruptRow as error:
        return _refusal(error.reason.in_words, 422)
    return JsonResponse({"number": outcome if isinstance(outcome, int) else None})


def _refusal(message: str, status: int, **more: object) -> JsonResponse:
    return JsonResponse({"message": message, **more}, status=status)


def _text_now(fault: Fault, field: str) -> str:
    return str(getattr(notes.notes_of(fault.character), field, ""))


def _playing(
    request: Request,
    change: Change,
    posted: QueryDict,
    arguments: dict[str, Any],
    *,
    sets_turn: bool = False,
) -> OutboxAccess:
    """Access to the character, and to nobody's who saw less than happened."""
    key = form_data.key(posted)
    if not key:
        raise Refused({"key": NO_KEY})
    return OutboxAccess(
        request.visitor.identity,
        arguments["id"],
        plays=True,
        line=change.line,
        key=key,
        sent=tuple(change.sent),
        shown={name: tuple(values) for name, values in change.shown.items()} if sets_turn else {},
        wanted=form_data.roll_form_values(posted) if sets_turn else {},
    )


def _act(request: Request, change: Change, posted: QueryDict, arguments: dict[str, Any]) -> object:
    playing = _playing(request, change, posted, arguments)
    values, call = form_data.roll_form_values(posted), form_data.roll_request_number(posted)
    faces = tuple(change.dice)
    drawn = Drawn(faces, change.total) if faces else None
    return operations.Act(
        playing,
        action=arguments["action"],
        values=values,
        key=playing.key,
        call=call,
        drawn=drawn,
    ).run()


def _press(
    request: Request, change: Change, posted: QueryDict, arguments: dict[str, Any]
) -> object:
    """A box of harm on the sheet; nothing else is done there."""
    if not arguments["action"].startswith(PREFIX):
        raise Http404
    return _act(request, change, posted, arguments)


def _declare(
    request: Request, change: Change, posted: QueryDict, arguments: dict[str, object]
) -> object:
    playing = _playing(request, change, posted, arguments, sets_turn=True)
    values = form_data.roll_form_values(posted)
    return operations.Declare(playing, values=values, key=playing.key).run()


def _point(
    request: Request, change: Change, posted: QueryDict, arguments: dict[str, Any]
) -> object:
    playing = _playing(request, change, posted, arguments)
    return operations.AddPoint(playing, number=arguments["number"], key=playing.key).run()


def _take_back(
    request: Request, change: Change, posted: QueryDict, arguments: dict[str, Any]
) -> object:
    playing = _playing(request, change, posted, arguments)
    return operations.TakeBack(playing, number=arguments["number"], key=playing.key).run()


def _answer(
    request: Request, change: Change, posted: QueryDict, arguments: dict[str, Any]
) -> object:
    playing, text = _playing(request, change, posted, arguments), form_data.text(posted, "answer")
    number = arguments["number"]
    return operations.Answer(playing, number=number, text=text, key=playing.key).run()


def _notes(
    request: Request, _change: Change, posted: QueryDict, arguments: dict[str, Any]
) -> object:
    sent = form_data.sent_fields(posted)
    notes.Save(character_access(request, arguments["id"]), sent=sent).run()
    return None


def _fight(
    request: Request, change: Change, posted: QueryDict, arguments: dict[str, Any]
) -> object:
    """A press on the page of a fight."""
    if not form_data.key(posted):
        raise Refused({"key": NO_KEY})
    view = resolve(change.path).func
    fights.press(request, view, posted, seen=change.state, **arguments)
    return None


# What may wait, by the name of the form's address.
SENDERS: dict[str, Sender] = {
    "character_table_do": _act,
    "character_table_declare": _declare,
    "character_table_point": _point,
    "character_table_take_back": _take_back,
    "character_table_answer": _answer,
    "character_press": _press,
    "character_press_undo": _take_back,
    "character_words": _notes,
    **dict.fromkeys(
        (
            "attack_decide",
            "combatant",
            "combatant_act",
            "combatant_attack",
            "crew_do",
            "crew_station",
            "encounter_next",
            "encounter_numbers",
            "encounter_reveal",
            "encounter_roll",
        ),
        _fight,
    ),
}
