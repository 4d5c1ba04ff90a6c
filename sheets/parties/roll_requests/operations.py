"""Roll requests: a game master makes one, players answer it, and it can be rerolled, closed and
reopened.

An answer is stored with its roll, under the character's lock, so that nobody answers twice.
Answering locks the character first and then the request. Closing one or allowing a reroll locks the
party before either. An answer is final for the player; only the GM or a co-GM may allow a reroll.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from random import SystemRandom

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from rules import document as documents
from rules import plain_text, registry
from rules.forms.parsing import FormValues
from rules.problems import InvalidDocument
from rules.turn import TAKES_NO_ACTION
from sheets import storage
from sheets.access import lock_characters
from sheets.errors import Conflict, NoSuchRow, Refused, allowed
from sheets.models import (
    Character,
    Member,
    Party,
    RollRequest,
    RollRequestTarget,
)
from sheets.parties.board import characters
from sheets.parties.operations import save_change
from sheets.parties.roll_requests.answers import clear_answer, lock_request
from sheets.parties.roll_requests.roles import (
    NO_SUCH_KIND,
    RollRequestInput,
    RollRequestRole,
    fixed_values_of,
    name_of,
    roles_of,
    roles_that_can,
    target_row,
)
from sheets.play_log import operations as play_log
from sheets.play_log.actor import Actor
from sheets.play_log.operations import NewLine
from sheets.writes import Operation, Overtaken, check_unchanged, stored

# The dice of the house: the system's own source of chance, which nobody can foresee or repeat.
DICE = SystemRandom()

LONGEST_NOTE = 200
MOST_OPEN = 12

NO_NUMBER = "Enter a whole number as the target, or leave it empty."
NOTE_TOO_LONG = f"Use at most {LONGEST_NOTE} characters."
TOO_MANY_OPEN = f"{MOST_OPEN} requests are open already. Close one first."
ASKED = "This was requested after you opened this page. To request it once more, press again."
NOT_OPEN = "This request is closed. Reopen it to allow a reroll."


class RequestRoll(Operation[Member, int]):
    """Makes a roll request; its number. For the GM and co-GMs.

    Raises Refused, by field, for an unknown trait, an invalid target number or note, or where no
    character can roll; and where another page made the very same request, which nobody has
    answered, after the one numbered `since`: the newest open one when this page was loaded.
    """

    request: RollRequestInput
    since: int | None = None

    @property
    def content(self) -> tuple[str, ...]:
        return ("call", *self.request.texts, *self.access.receipt_id)

    def prepare(self, row: Member) -> None:
        request, party = self.request, row.party
        _check_open_requests(party)
        target, note = read_target(request.target), read_note(request.note)
        if request.kind not in registry.get(party.system).calls:
            raise Refused({"kind": NO_SUCH_KIND})
        in_play = characters.party_characters(row)[0]
        if request.kind == RollRequest.Kind.OPPOSED:
            in_play = [*in_play, *characters.opponents_of(row)]
        roles = roles_of(request, {played.character.public_id: played for played in in_play})
        fixed = fixed_values_of(row, target, roles)
        self.roles = roles_that_can(roles, fixed) if request.everybody else roles
        self.new_request = RollRequest(
            party=party,
            kind=request.kind,
            name=name_of(self.roles),
            target=target if request.kind != RollRequest.Kind.OPPOSED else None,
            note=note,
        )
        if self.since is not None:
            _check_new(self.new_request, self.roles, self.since)
        self.seen: dict[int, str] = {}
        self.answers = [self._rolled(row, one) if one.is_opponents else None for one in self.roles]

    def _rolled(self, row: Member, role: RollRequestRole) -> NewLine:
        """An opponent's side of it, with its own number, as an entry of its log."""
        rows = Character.documents.filter(pk=role.character.character.pk).select_related("owner")
        (character,) = rows.whole()
        self.seen[character.pk] = stored(character)
        opened = storage.load(character).opened.settled()
        fields = registry.get(row.party.system).play.requests.fields(opposed_by=0)
        turn, values = storage.situation(character), {**fields, **TAKES_NO_ACTION}
        outcome = allowed(lambda: opened.resolve(turn, role.line.key, values, DICE))
        actor = Actor(row.name, None if character.owner_id == row.owner_id else row.owner)
        return play_log.appended(character, opened, outcome, actor=actor)

    def save(self) -> int:
        party, new_request = self.row.party, self.new_request
        _check_open_requests(party)
        asked = {role.character.character.pk for role in self.roles if not role.is_opponents}
        _check_still_there(party, asked, others=self.seen)
        new_request.number = _next_number(party)
        new_request.save()
        targets = [target_row(new_request, role) for role in self.roles]
        for target, answer in zip(targets, self.answers, strict=True):
            target.entry = answer.save() if answer else None
        RollRequestTarget.objects.bulk_create(targets)
        save_change(party)
        return new_request.number


def ask_one(
    party: Party,
    character: Character,
    *,
    action: str,
    name: str,
    target: int,
    note: str,
    values: FormValues,
) -> int:
    """Asks one character for a roll whose form has more `values` than a sheet knows of; the number
    of the request. Part of an operation, under the party's lock; Refused if too many are open.
    """
    _check_open_requests(party)
    request = RollRequest.objects.create(
        party=party,
        number=_next_number(party),
        kind=RollRequest.Kind.CHECK,
        name=name,
        target=target,
        note=read_note(note),
    )
    kept = {field: list(several) for field, several in values.items()}
    RollRequestTarget.objects.create(
        request=request, character=character, action=action, name=name, values=kept
    )
    return request.number


def _next_number(party: Party) -> int:
    last = party.roll_requests.order_by("-number").values_list("number", flat=True).first()
    return (last or 0) + 1


def _check_new(request: RollRequest, roles: Sequence[RollRequestRole], since: int) -> None:
    """Raises Refused where a newer request than that number asks the same of the same characters,
    who all have yet to roll.
    """
    same = {name: getattr(request, name) for name in ("party", "kind", "name", "target", "note")}
    asked = _asked(target_row(request, role) for role in roles)
    for other in RollRequest.objects.filter(
        **same, closed_at=None, number__gt=since
    ).prefetch_related("targets"):
        rows = other.targets.all()
        if _asked(rows) == asked and all(row.entry_id is None or row.called for row in rows):
            raise Refused({"": ASKED})


def _asked(rows: Iterable[RollRequestTarget]) -> set[tuple[int, str, bool]]:
    """The characters that roll or help, each with its action."""
    return {(row.character_id, row.action, row.helps) for row in rows}


def _check_open_requests(party: Party) -> None:
    if party.roll_requests.filter(closed_at=None).count() >= MOST_OPEN:
        raise Refused({"roll": TOO_MANY_OPEN})


def _check_still_there(party: Party, asked: set[int], *, others: Mapping[int, str]) -> None:
    """Overtaken if one of these characters has left the party, or one of the `others` is not as it
    was read. Locks them: none leaves until the transaction ends.
    """
    both = Q(party=party, pk__in=asked) | Q(pk__in=others)
    rows = lock_characters(Character.documents.filter(both))
    if len(rows) < len(asked) + len(others):
        raise Overtaken
    check_unchanged((row for row in rows if row.pk in others), others)


class Close(Operation[Member, None]):
    """Closes a roll request, answered or not. A closed one stays closed. Raises NoSuchRow."""

    number: int

    def save(self) -> None:
        request = lock_request(self.row.party.pk, self.number)
        if request.closed_at is None:
            request.closed_at = timezone.now()
            request.save(update_fields=["closed_at"])
            save_change(self.row.party)


class Reopen(Operation[Member, None]):
    """Opens a closed roll request again. An open one stays open. Raises NoSuchRow, and Refused
    if too many are open.
    """

    number: int

    def save(self) -> None:
        request = lock_request(self.row.party.pk, self.number)
        if request.closed_at is None:
            return
        _check_open_requests(self.row.party)
        _reopen(request)
        save_change(self.row.party)


class AskAgain(Operation[Member, None]):
    """Allows a character to reroll its answer to an open request. The log entry numbered `line`
    stays in the log and is no longer the answer. Nothing changes where another entry is the answer
    by now, or none.

    Raises NoSuchRow, and Conflict if the request is closed.
    """

    number: int
    character: uuid.UUID
    line: int

    def save(self) -> None:
        target = _open_target(self.row.party, self.number, self.character)
        if clear_answer(target.filter(entry__number=self.line), earlier=F("entry")):
            save_change(self.row.party)


class KeepEarlier(Operation[Member, None]):
    """Restores the answer that a character gave before a reroll was allowed. Nothing changes where
    it has rerolled, or the roll was undone. Raises as `AskAgain`.
    """

    number: int
    character: uuid.UUID

    def save(self) -> None:
        target = _open_target(self.row.party, self.number, self.character)
        waiting = target.filter(entry=None, earlier__isnull=False)
        if waiting.update(entry=F("earlier"), earlier=None, tries=F("tries") - 1):
            save_change(self.row.party)


def _open_target(party: Party, number: int, character: uuid.UUID) -> QuerySet[RollRequestTarget]:
    """A character's row in an open request, with both locked. Raises NoSuchRow, and Conflict if
    the request is closed.
    """
    theirs = Q(party=party) | Q(roster=party)
    lock_characters(Character.documents.filter(theirs, public_id=character))
    request = lock_request(party.pk, number)
    target = request.targets.filter(character__public_id=character, helps=False)
    here = Q(character__party=party) | Q(character__roster=party)
    if not target.filter(here).exists():
        raise NoSuchRow
    if request.closed_at is not None:
        raise Conflict(NOT_OPEN)
    return target


def _reopen(call: RollRequest) -> None:
    call.closed_at = None
    call.save(update_fields=["closed_at"])


def read_target(text: str) -> int | None:
    """The target number of a form, None for none; Refused for what is no number."""
    if not plain_text.straight(text):
        return None
    number = plain_text.number(text)
    if number is None or not 0 <= number < 1_000_000:
        raise Refused({"target": NO_NUMBER})
    return number


def read_note(text: str) -> str:
    """The note of a form; Refused if it cannot be kept."""
    note = " ".join(text.split())
    if len(note) > LONGEST_NOTE:
        raise Refused({"note": NOTE_TOO_LONG})
    try:
        documents.check([note])
    except InvalidDocument as unreadable:
        raise Refused({"note": f"This can't be saved: {unreadable.message}."}) from None
    return note
