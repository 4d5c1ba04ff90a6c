"""Roll requests with their answers: who rolls what, the results, and who won."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from urllib.parse import urlencode

import msgspec
from django.db.models import (
    DateTimeField,
    ExpressionWrapper,
    F,
    Prefetch,
    Q,
    QuerySet,
    prefetch_related_objects,
)
from django.urls import reverse
from django.utils import timezone

from rules import registry
from rules.game import Game
from rules.play import Outcome
from rules.turn import TAKES_NO_ACTION
from sheets.models import Character, Member, Party, RollRequest, RollRequestTarget
from sheets.models.character import NAMELESS
from sheets.models.compiled import CompiledQuery
from sheets.play_log import log

# How many closed requests are listed, and for how long the board offers to reopen the last one.
MOST_CLOSED = 20
REOPEN_WINDOW = timedelta(minutes=10)
# Columns of a character's row that its name does not need.
_UNUSED_COLUMNS = ("build", "marks", "house", "aside", "wishes", "rebuilding", "situation")


@dataclass(frozen=True)
class Answer:
    """One character of a roll request. `outcome` is its result, None until it rolls.

    `sealed` means that it was rolled for an opponent, and players read it once they have rolled.
    `won` says whether it won an opposed roll. `mine` means that the viewer owns the character,
    `plays` that they may roll for it, as owner or GM.
    """

    row: RollRequestTarget
    outcome: Outcome | None = None
    won: bool | None = None
    mine: bool = False
    plays: bool = False
    sealed: bool = False

    @property
    def who(self) -> str:
        """The character's name, or that of an opponent in its fight."""
        return self.row.called or self.row.character.name or NAMELESS

    @property
    def success(self) -> bool | None:
        """True if it succeeded, against a target number or an opponent; None while that is open."""
        if self.won is not None or self.outcome is None:
            return self.won
        return self.outcome.success

    @property
    def tried(self) -> str:
        """The number of the try, "" for the first: "2nd try"."""
        tries = self.row.tries
        return f"{_ordinal(tries)} try" if tries > 1 else ""

    @property
    def waits(self) -> bool:
        """True until the roll is made."""
        return self.outcome is None and not self.row.helps and not self.sealed

    @property
    def address(self) -> str:
        """The address of the roll form, with the values that the request fixes."""
        id, action = self.row.character.public_id, self.row.action
        path = reverse("character_table_panel", args=[id, action])
        return f"{path}?{urlencode({'call': self.row.request.number})}"


@dataclass(frozen=True)
class AnsweredRequest:
    """A roll request with its answers. `said` is the result of an opposed roll, in a sentence."""

    row: RollRequest
    answers: tuple[Answer, ...]
    said: str = ""

    @property
    def rolls(self) -> list[Answer]:
        """The characters that roll."""
        return [answer for answer in self.answers if not answer.row.helps]

    @property
    def helpers(self) -> list[Answer]:
        """The characters that help."""
        return [answer for answer in self.answers if answer.row.helps]

    @property
    def waiting(self) -> int:
        """The number of characters who have not rolled yet."""
        return sum(answer.waits for answer in self.answers)

    @property
    def mine(self) -> list[Answer]:
        """The viewer's own characters that have not rolled yet."""
        return [answer for answer in self.answers if answer.waits and answer.mine]


def open_requests(membership: Member) -> list[AnsweredRequest]:
    """The open roll requests, newest first. Two queries."""
    return _answered_requests(_OPEN.rows(membership.party_id), membership)


def on_board(membership: Member) -> tuple[list[AnsweredRequest], RollRequest | None]:
    """The open roll requests, and for GMs the one closed last, if that was recent, to undo a slip.
    Two queries.
    """
    if not membership.leads:
        return open_requests(membership), None
    rows = _OPEN_OR_CLOSED.rows(membership.party_id, timezone.now())
    requests = _answered_requests(rows, membership)
    closed = [request.row for request in requests if request.row.closed_at]
    last = max(closed, key=lambda row: row.closed_at or row.created_at, default=None)
    return [request for request in requests if not request.row.closed_at], last


def closed_requests(membership: Member) -> list[AnsweredRequest]:
    """The roll requests that were closed last, newest first."""
    rows = RollRequest.objects.filter(party=membership.party_id, closed_at__isnull=False).order_by(
        "-number"
    )
    return _answered_requests(rows[:MOST_CLOSED], membership)


def waiting_answers(character: Character) -> list[Answer]:
    """The rolls that a character has been asked for and has not made, newest first. One query, none
    without a party.
    """
    if character.party_id is None:
        return []
    rows = RollRequestTarget.objects.filter(character=character, entry=None, helps=False)
    rows = rows.filter(request__party=character.party_id, request__closed_at=None)
    rows = rows.select_related("request", "character").order_by("-request__number")
    return [Answer(row, mine=True, plays=True) for row in rows]


def waiting_answers_of(party: Party, characters: Sequence[int]) -> list[Answer]:
    """The open requests to several characters of a party by row id, the oldest first. One query."""
    rows = RollRequestTarget.objects.filter(character__in=characters, entry=None, helps=False)
    rows = rows.filter(request__party=party, request__closed_at=None)
    rows = rows.select_related("request").order_by("request__number")
    return [Answer(row, mine=True, plays=True) for row in rows]


def target_for(character: Character, *, number: int, action: str) -> Answer | None:
    """The character's answer to that roll request; None if the request does not wait for this
    roll.
    """
    waiting = (
        answer for answer in waiting_answers(character) if answer.row.request.number == number
    )
    return next((answer for answer in waiting if answer.row.action == action), None)


def fixed_values(row: RollRequestTarget) -> dict[str, tuple[str, ...]]:
    """The values that a roll request fixes, by the names of the roll form's fields. One query."""
    helpers = row.request.targets.filter(helps=True).count()
    # An opponent from the party rolls against it, so there is no target number to choose.
    opposed = 0 if row.request.kind == RollRequest.Kind.OPPOSED else None
    system = registry.get(row.character.system)
    own = {name: tuple(several) for name, several in row.values.items()}
    fixed = system.play.requests.fields(
        target=row.request.target, helpers=helpers, opposed_by=opposed
    )
    return {**own, **fixed, **TAKES_NO_ACTION}


_OPEN = CompiledQuery[RollRequest](
    lambda party: RollRequest.objects.filter(party_id=party, closed_at=None).order_by("-number")
)


def _open_or_closed(party: int, now: datetime) -> QuerySet[RollRequest]:
    """The open roll requests, and those that were closed a moment ago."""
    # The parameter is the time of the request alone, as the page cache knows it.
    ends = ExpressionWrapper(F("closed_at") + REOPEN_WINDOW, output_field=DateTimeField())
    rows = RollRequest.objects.filter(party=party).annotate(ends=ends)
    return rows.filter(Q(closed_at=None) | Q(ends__gt=now)).order_by("-number")


_OPEN_OR_CLOSED = CompiledQuery[RollRequest](_open_or_closed)


def _answered_requests(rows: Iterable[RollRequest], membership: Member) -> list[AnsweredRequest]:
    targets = RollRequestTarget.objects.select_related("character", "entry").order_by("pk")
    targets = targets.defer(*(f"character__{field}" for field in _UNUSED_COLUMNS))
    system = registry.get(membership.party.system)
    requests = list(rows)
    prefetch_related_objects(requests, Prefetch("targets", queryset=targets))
    return [_with_answers(row, system, membership) for row in requests]


def _with_answers(request: RollRequest, system: Game, membership: Member) -> AnsweredRequest:
    party = request.party_id
    rows = [
        row
        for row in request.targets.all()
        if party in (row.character.party_id, row.character.roster_id)
    ]
    answers = [_answer(row, membership) for row in rows]
    if request.kind == RollRequest.Kind.OPPOSED and len(answers) == 2:
        if not membership.leads and any(answer.waits for answer in answers):
            answers = [_sealed(answer) for answer in answers]
        return _opposed_request(request, system, *answers)
    return AnsweredRequest(request, tuple(answers))


def _answer(row: RollRequestTarget, membership: Member) -> Answer:
    is_own = membership.is_kept and row.character.owner_id == membership.owner_id
    outcome = log.outcome(row.entry) if row.entry else None
    return Answer(row, outcome, mine=is_own, plays=is_own or membership.leads)


def _sealed(answer: Answer) -> Answer:
    """An opponent's answer before the player's."""
    is_opponents = answer.row.character.roster_id is not None and answer.outcome is not None
    return replace(answer, outcome=None, sealed=True) if is_opponents else answer


def _opposed_request(
    request: RollRequest, system: Game, first: Answer, second: Answer
) -> AnsweredRequest:
    """An opposed roll. The winner is known once both have rolled."""
    if first.outcome is None or second.outcome is None:
        return AnsweredRequest(request, (first, second))
    first_result = msgspec.structs.replace(first.outcome, name=first.who)
    second_result = msgspec.structs.replace(second.outcome, name=second.who)
    result = system.play.requests.opposed(first_result, second_result)
    if result.winner is None:
        return AnsweredRequest(request, (first, second), result.said)
    first, second = replace(first, won=result.winner == 0), replace(second, won=result.winner == 1)
    return AnsweredRequest(request, (first, second), result.said)


def _ordinal(number: int) -> str:
    """An ordinal number: "2nd", "11th"."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10)
    return f"{number}{ending or 'th'}"
