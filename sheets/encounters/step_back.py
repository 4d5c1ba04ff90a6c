"""A step back: the turn before, with what began the turn after it undone in the logs; or a wave
that has arrived, which waits again.

What began a turn is kept with the encounter: whose turn was the last, and the log entries that were
made. So is who came with a wave. Nothing is undone that somebody did since: that is undone first,
where it was done.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from django.db.models import Exists, Max, OuterRef

from sheets.encounters.everyone import UndoForAll
from sheets.encounters.writes import check_running
from sheets.errors import Conflict, Refused
from sheets.models import Combatant, Encounter, PlayLogEntry
from sheets.models.encounter import TURN
from sheets.models.play_log import PlayLogQuerySet
from sheets.play.pilots import set_turn

# So many turns can be stepped back, one after the other.
MOST_TURNS = 30

MOVED_ON = "The turn has already gone on. The page shows how it stands."
FIRST = "No turn came before this one."
DONE_SINCE = "{name} has done something since this turn began. Undo that first."
DONE_SINCE_WAVE = "{name} has done something since wave {wave} arrived. Undo that first."
GONE = "Whoever had the turn before is no longer in the fight."


class TurnBefore(msgspec.Struct, frozen=True):
    """A turn that another one followed: whose it was and the round, for game masters and for
    players; what the one `begun` after it held an action for; the log `entries` that began that
    one, by row id, and the newest entry of all then. Of a `wave` that arrived in that turn nobody's
    began: `came` are those of it, by row id.
    """

    turn: int | None
    round: int
    shown_turn: int | None
    shown_round: int
    begun: int
    trigger: str = ""
    entries: tuple[int, ...] = ()
    newest: int = 0
    wave: int = 0
    came: tuple[int, ...] = ()

    def plain(self) -> dict[str, object]:
        """As it is stored."""
        plain: dict[str, object] = msgspec.to_builtins(self)
        return plain


def keep(encounter: Encounter, row: Combatant, entries: Sequence[PlayLogEntry] = ()) -> None:
    """Keeps whose turn it is before a combatant's begins, with the entries that begin it. Part of
    an operation that has locked the encounter, and saves its turn afterwards.
    """
    _keep(encounter, entries, begun=row.pk, trigger=row.trigger)


def keep_wave(
    encounter: Encounter, wave: int, rows: Sequence[Combatant], entries: Sequence[PlayLogEntry]
) -> None:
    """Keeps who came with a wave, with the entries of their initiative. Part of an operation that
    has locked the encounter.
    """
    _keep(encounter, entries, begun=0, wave=wave, came=tuple(row.pk for row in rows))


def _keep(encounter: Encounter, entries: Sequence[PlayLogEntry], **more: Any) -> None:
    newest = PlayLogEntry.objects.aggregate(newest=Max("pk"))["newest"]
    before = TurnBefore(
        turn=encounter.turn,
        round=encounter.round,
        shown_turn=encounter.shown_turn,
        shown_round=encounter.shown_round,
        entries=tuple(entry.pk for entry in entries),
        newest=newest or 0,
        **more,
    )
    encounter.turns_before = [*encounter.turns_before, before.plain()][-MOST_TURNS:]
    encounter.save(update_fields=["turns_before"])


def round_began(encounter: Encounter, *, leads: bool) -> int:
    """The newest log entry of all when the round began that a viewer knows of, by row id: what came
    afterwards is of this round. 0 before the first, and where too many turns came since then.
    """
    turns = [msgspec.convert(plain, TurnBefore) for plain in encounter.turns_before]
    rounds = [turn.round if leads else turn.shown_round for turn in turns]
    now = encounter.round if leads else encounter.shown_round
    before = (turn.newest for turn, round in zip(turns, rounds, strict=True) if round < now)
    return max(before, default=0)


def last_step(encounter: Encounter) -> TurnBefore | None:
    """The turn before the current one, or the wave that came since; None for the first turn."""
    kept = encounter.turns_before
    before = msgspec.convert(kept[-1], TurnBefore) if kept else None
    return before if before and (before.wave or before.turn is not None) else None


class StepBack(UndoForAll):
    """Makes it the turn before again, and undoes what began this one; or has a wave wait again that
    came since. Conflict unless it is the turn that the page showed, `after`, and the `wave`, 0 for
    none; None undoes either. Refused for the first, where somebody has done something since, and
    where whoever had the turn is gone.
    """

    after: int | None
    wave: int | None = None
    verb = "step back"

    @property
    def content(self) -> tuple[str, ...]:
        """The turn of one encounter."""
        return ("all", self.verb, str(self.id), *self.access.receipt_id)

    def undone(self, encounter: Encounter) -> dict[int, PlayLogEntry]:
        """The entries that began the turn."""
        self.before = self._last(encounter)
        entries = PlayLogEntry.objects.filter(pk__in=self.before.entries)
        return {entry.character_id: entry for entry in _standing(entries)}

    def change(self, encounter: Encounter) -> None:
        """Makes it the turn before."""
        if self._last(encounter) != self.before:
            raise Conflict(MOVED_ON)
        if self.before.wave:
            self._send_back(encounter)
            return
        rows = encounter.combatants.in_bulk((self.before.begun, self.before.turn))
        if self.before.turn not in rows:
            raise Refused({"": GONE})
        self._check_nothing_since(encounter)
        encounter.turns_before = encounter.turns_before[:-1]
        encounter.turn, encounter.round = self.before.turn, self.before.round
        encounter.shown_turn = self.before.shown_turn
        encounter.shown_round = self.before.shown_round
        encounter.save(update_fields=["turns_before", *TURN])
        begun = rows.get(self.before.begun)
        if begun is not None:
            begun.trigger, begun.encounter = self.before.trigger, encounter
            begun.save(update_fields=["trigger"])
            set_turn(begun)

    def _send_back(self, encounter: Encounter) -> None:
        """Has the wave wait again: hidden, and in no order."""
        self._check_nothing_since(encounter)
        rows = encounter.combatants.filter(pk__in=self.before.came)
        rows.update(wave=self.before.wave, hidden=True, rank=None, score=None, edge=0)
        encounter.turns_before = encounter.turns_before[:-1]
        encounter.save(update_fields=["turns_before"])

    def _last(self, encounter: Encounter) -> TurnBefore:
        check_running(encounter)
        if encounter.turn != self.after:
            raise Conflict(MOVED_ON)
        before = last_step(encounter)
        if before is None:
            raise Refused({"": FIRST})
        if self.wave not in (None, before.wave):
            raise Conflict(MOVED_ON)
        return before

    def _check_nothing_since(self, encounter: Encounter) -> None:
        """Refused where an entry stands in the log of a combatant that was made since."""
        fighting = encounter.combatants.values("character")
        since = PlayLogEntry.objects.filter(pk__gt=self.before.newest, character__in=fighting)
        done = _standing(since.filter(takes_back=None)).order_by("pk").first()
        if done is not None:
            rows = encounter.combatants.select_related("character")
            who = rows.get(character=done.character_id)
            words = DONE_SINCE_WAVE if self.before.wave else DONE_SINCE
            raise Refused({"": words.format(name=who.called, wave=self.before.wave)})


def _standing(entries: PlayLogQuerySet) -> PlayLogQuerySet:
    """Those of these entries that were not undone."""
    later = PlayLogEntry.objects.filter(
        character=OuterRef("character"), takes_back=OuterRef("number")
    )
    return entries.exclude(Exists(later))
