"""The answers to roll requests, each a log entry of whoever rolled. Part of an operation.

An answer is stored with its roll, under the character's lock, so that nobody answers twice: the
character is locked first and then the request.
"""

from django.db.models import F, QuerySet

from sheets.errors import Conflict, NoSuchRow, Refused
from sheets.models import (
    Character,
    Identity,
    Member,
    PlayLogEntry,
    RollRequest,
    RollRequestTarget,
)

CLOSED = "This request is closed. Nothing was rolled."
ANSWERED = "This request was answered already, in log entry {number}. Nothing was rolled."
OTHER_ROLL = "This request is for another roll. Nothing was rolled."
FINAL = (
    "This roll answers a request of your game master, so it stands. Only they can allow a reroll."
)


def waiting_target(
    character: Character, *, number: int, action: str, locked: bool = False
) -> RollRequestTarget:
    """A character's row in a roll request that still waits for its roll. Checked before the roll,
    and again after it with the character and then the request `locked`. Part of an operation.

    Raises Conflict if the request is closed, was answered, or asks for another roll; NoSuchRow
    if it does not name the character.
    """
    find = lock_request if locked else _get_request
    request = find(character.party_id or character.roster_id, number)
    target = (
        request.targets.filter(character=character, helps=False).select_related("entry").first()
    )
    if target is None:
        raise NoSuchRow
    if target.entry:
        raise Conflict(ANSWERED.format(number=target.entry.number))
    if request.closed_at is not None:
        raise Conflict(CLOSED)
    if target.action != action:
        raise Conflict(OTHER_ROLL)
    return target


def save_answer(target: RollRequestTarget, entry: PlayLogEntry) -> None:
    """Stores a log entry as the answer. Part of the operation that rolls."""
    target.entry, target.earlier = entry, None
    target.save(update_fields=["entry", "earlier"])


def check_not_final(entry: PlayLogEntry, who: Identity) -> None:
    """Raises Refused if a log entry answers a roll request and the user is no GM of that party.
    Part of an operation.
    """
    target = RollRequestTarget.objects.filter(entry=entry).select_related("request").first()
    if target is None:
        return
    if not Member.objects.of(who).leading().filter(party=target.request.party_id).exists():
        raise Refused({"number": FINAL})


def move_answer(line: PlayLogEntry, *, to: PlayLogEntry | None) -> None:
    """Makes `to` the answer in place of `line`: the point spent on a roll, or the roll below a
    point that was undone. Without `to`, the character has to roll again. An earlier answer moves as
    well. Part of an operation.
    """
    RollRequestTarget.objects.filter(earlier=line).update(earlier=to)
    answer = RollRequestTarget.objects.filter(entry=line)
    if to is None:
        clear_answer(answer)
    else:
        answer.update(entry=to)


def clear_answer(answer: QuerySet[RollRequestTarget], *, earlier: F | None = None) -> int:
    """Removes an answer; the number of rows changed. It may stay as the `earlier` answer."""
    return answer.update(entry=None, earlier=earlier, tries=F("tries") + 1)


def _get_request(party: int | None, number: int) -> RollRequest:
    """The roll request of that number. Raises NoSuchRow."""
    request = RollRequest.objects.filter(party=party, number=number).first()
    if request is None:
        raise NoSuchRow
    return request


def lock_request(party: int | None, number: int) -> RollRequest:
    """The roll request, locked until the transaction ends. Raises NoSuchRow."""
    rows = RollRequest.objects.select_for_update(no_key=True)
    request = rows.filter(party=party, number=number).first()
    if request is None:
        raise NoSuchRow
    return request
