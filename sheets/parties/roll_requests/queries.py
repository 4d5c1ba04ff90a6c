"""Calls for a roll as they are shown: who answers, with what, what came of it, and who has won."""

from dataclasses import dataclass, replace
from datetime import timedelta
from urllib.parse import urlencode

import msgspec
from django.db.models import Prefetch, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from rules import registry
from rules.play import Outcome
from rules.system import GameSystem
from sheets.models import Character, Member, RollRequest, RollRequestTarget
from sheets.models.character import NAMELESS
from sheets.play_log import log

# How many that are closed are told again, and how long one is offered on the board to be reopened.
EARLIER = 20
LATELY = timedelta(minutes=10)
# What need not be read of a character to name it.
_DOCUMENT = ("build", "marks", "house", "aside", "wishes", "rebuilding", "situation")


@dataclass(frozen=True)
class Answer:
    """One character that a call names; `outcome` is what came of its roll, None until it rolls.

    `won` says, of a roll against another's, whether it was the better one. Whoever looks may roll
    for it (`plays`), as a game master, or because it is `mine`.
    """

    row: RollRequestTarget
    outcome: Outcome | None = None
    won: bool | None = None
    mine: bool = False
    plays: bool = False

    @property
    def who(self) -> str:
        """Whose roll it is."""
        return self.row.character.name or NAMELESS

    @property
    def success(self) -> bool | None:
        """Whether it came off, against a number or the other; None where that is open."""
        if self.won is not None or self.outcome is None:
            return self.won
        return self.outcome.success

    @property
    def tried(self) -> str:
        """Which try it is, "" for the first: "2nd try"."""
        tries = self.row.tries
        return f"{_ordinal(tries)} try" if tries > 1 else ""

    @property
    def waits(self) -> bool:
        """Whether it is still to be rolled."""
        return self.outcome is None and not self.row.helps

    @property
    def address(self) -> str:
        """Where what comes before the roll is decided, with what the call lays down."""
        id, action = self.row.character.public_id, self.row.action
        where = reverse("character_table_panel", args=[id, action])
        return f"{where}?{urlencode({'call': self.row.request.number})}"


@dataclass(frozen=True)
class Shown:
    """A call with its answers; `said` is what came of two rolls against each other."""

    row: RollRequest
    answers: tuple[Answer, ...]
    said: str = ""

    @property
    def rolls(self) -> list[Answer]:
        """Those that roll."""
        return [answer for answer in self.answers if not answer.row.helps]

    @property
    def helpers(self) -> list[Answer]:
        """Those that help."""
        return [answer for answer in self.answers if answer.row.helps]

    @property
    def waiting(self) -> int:
        """How many have not rolled yet."""
        return sum(answer.waits for answer in self.answers)

    @property
    def mine(self) -> list[Answer]:
        """What is still to be rolled by whoever looks, for characters of their own."""
        return [answer for answer in self.answers if answer.waits and answer.mine]


def open_requests(seat: Member) -> list[Shown]:
    """The calls that are open, newest first, as a member sees them. Two queries."""
    rows = RollRequest.objects.filter(party=seat.party_id, closed_at=None).order_by("-number")
    return _shown(rows, seat)


def on_board(seat: Member) -> tuple[list[Shown], RollRequest | None]:
    """The calls that are open, and for who leads the one that was closed last, while that is not
    long ago: a slip of the finger is mended where it happened. Two queries.
    """
    lately = Q(closed_at__gt=timezone.now() - LATELY) if seat.leads else Q(pk__in=())
    rows = RollRequest.objects.filter(Q(closed_at=None) | lately, party=seat.party_id)
    found = _shown(rows.order_by("-number"), seat)
    closed = [one.row for one in found if one.row.closed_at]
    last = max(closed, key=lambda row: row.closed_at or row.created_at, default=None)
    return [one for one in found if not one.row.closed_at], last


def earlier(seat: Member) -> list[Shown]:
    """Those that were closed last."""
    rows = RollRequest.objects.filter(party=seat.party_id, closed_at__isnull=False).order_by(
        "-number"
    )
    return _shown(rows[:EARLIER], seat)


def waiting_for(character: Character) -> list[Answer]:
    """What a character is called to roll and has not rolled, newest first. One query, none for who
    is in no party.
    """
    if character.party_id is None:
        return []
    rows = RollRequestTarget.objects.filter(character=character, entry=None, helps=False)
    rows = rows.filter(request__party=character.party_id, request__closed_at=None)
    rows = rows.select_related("request", "character").order_by("-request__number")
    return [Answer(row, mine=True, plays=True) for row in rows]


def called(character: Character, *, number: int, action: str) -> Answer | None:
    """What the call of that number asks of a character, None where it does not wait for that."""
    found = (one for one in waiting_for(character) if one.row.request.number == number)
    return next((one for one in found if one.row.action == action), None)


def laid_down(row: RollRequestTarget) -> dict[str, tuple[str, ...]]:
    """The values that a roll request fixes, by the names of the roll form's fields. One query."""
    helpers = row.request.targets.filter(helps=True).count()
    # Another of the party rolls against it: there is no number, and none to be chosen.
    opposed = 0 if row.request.kind == RollRequest.Kind.OPPOSED else None
    system = registry.get(row.character.system)
    return system.roll_request_fields(
        target=row.request.target, helpers=helpers, opposed_by=opposed
    )


def _shown(rows: QuerySet[RollRequest], seat: Member) -> list[Shown]:
    named = RollRequestTarget.objects.select_related("character", "entry").order_by("pk")
    named = named.defer(*(f"character__{field}" for field in _DOCUMENT))
    system = registry.get(seat.party.system)
    found = rows.prefetch_related(Prefetch("targets", queryset=named))
    return [_with_answers(row, system, seat) for row in found]


def _with_answers(call: RollRequest, system: GameSystem, seat: Member) -> Shown:
    rows = [row for row in call.targets.all() if row.character.party_id == call.party_id]
    answers = [_answer(row, seat) for row in rows]
    if call.kind == RollRequest.Kind.OPPOSED and len(answers) == 2:
        return _contest(call, system, *answers)
    return Shown(call, tuple(answers))


def _answer(row: RollRequestTarget, seat: Member) -> Answer:
    mine = seat.is_kept and row.character.owner_id == seat.owner_id
    outcome = log.outcome(row.entry) if row.entry else None
    return Answer(row, outcome, mine=mine, plays=mine or seat.leads)


def _contest(call: RollRequest, system: GameSystem, first: Answer, second: Answer) -> Shown:
    """Two rolls against each other: once both are there, who has won."""
    if first.outcome is None or second.outcome is None:
        return Shown(call, (first, second))
    one = msgspec.structs.replace(first.outcome, name=first.who)
    other = msgspec.structs.replace(second.outcome, name=second.who)
    found = system.opposed(one, other)
    if found.winner is None:
        return Shown(call, (first, second), found.said)
    first, second = replace(first, won=found.winner == 0), replace(second, won=found.winner == 1)
    return Shown(call, (first, second), found.said)


def _ordinal(number: int) -> str:
    """A place in words: "2nd", "11th"."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10)
    return f"{number}{ending or 'th'}"
