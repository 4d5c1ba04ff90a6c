"""The end of a duel or of a phase: the roll of all dice, and what the winner chooses."""

from __future__ import annotations

from rules import duel as duels
from rules.character import Character as OpenCharacter
from rules.play import Attempt
from sheets import storage
from sheets.duels.turns import OPEN, USED
from sheets.duels.writes import (
    MOVED_ON,
    DuelOperation,
    duel_rules,
    locked_duel,
    open_exchange,
    roll_access,
    save_duel,
    ties_in,
)
from sheets.encounters.writes import game_master
from sheets.errors import Conflict, Refused, allowed
from sheets.models import (
    Character,
    Duel,
    Duelist,
    PlayLogEntry,
)
from sheets.play import operations as play
from sheets.play_log import operations as play_log
from sheets.play_log.operations import NewLine
from sheets.writes import Operation


class End(DuelOperation):
    """Ends the duel, or its phase: both sides roll all their dice. Only at the turn of this
    fighter, before its check.
    """

    states = (Duel.State.RUNNING,)
    duelist: int

    def change(self, duel: Duel) -> None:
        if duel.turn != self.duelist:
            raise Conflict(MOVED_ON)
        if open_exchange(duel) is not None:
            raise Conflict(OPEN)
        rolled = duels.final_roll(play.DICE, duel.first_dice, duel.second_dice, ties=ties_in(duel))
        faces = [[list(first), list(second)] for first, second in rolled.rolls]
        duel.rolls = [*duel.rolls, {"faces": faces, "winner": rolled.winner, "place": duel.place}]
        duel.state, duel.winner = Duel.State.DECIDED, rolled.winner
        save_duel(duel, "rolls", "state", "winner")


class _LetGo(Operation[Character, None]):
    """The winner lets a loser go."""

    duelist: Duelist
    prize: str = "none"

    @property
    def content(self) -> tuple[str, ...]:
        """The loser, and what becomes of it."""
        return ("prize", str(self.duelist.pk), self.prize)

    def save(self) -> None:
        _choose(self.duelist, self.prize)


class _TakePrize(play.LineOperation):
    """Writes the winner's prize into the loser's marks, gear, and log, as done by the game
    master.
    """

    duelist: Duelist
    prize: str

    @property
    def content(self) -> tuple[str, ...]:
        """The loser, and what becomes of it."""
        return ("prize", str(self.duelist.pk), self.prize)

    def new_line(self, character: Character, before: OpenCharacter) -> NewLine:
        rules = duel_rules(self.duelist.duel.party)
        attempt = Attempt(before.state, storage.situation(character))
        outcome = allowed(lambda: rules.prize(attempt, self.prize))
        return play_log.appended(character, before, outcome, actor=self.actor(character))

    def save_line(self) -> PlayLogEntry:
        line = self.line.save()
        _choose(self.duelist, self.prize)
        return line


def choose_prize(duelist: Duelist, *, prize: str, key: str) -> None:
    """Takes the winner's prize from a loser; "none" lets them go. Refused for an unknown prize."""
    party = duelist.duel.party
    access = roll_access(game_master(party), duelist)
    if prize == "none":
        _LetGo(access, duelist=duelist, key=key).run()
    elif prize in {known.id for known in duel_rules(party).prizes}:
        _TakePrize(access, duelist=duelist, prize=prize, key=key).run()
    else:
        raise Refused({"prize": "Choose what happens."})


def _choose(duelist: Duelist, prize: str) -> None:
    """Keeps the choice, once. Part of an operation, after the loser's own lock."""
    locked = locked_duel(duelist.duel)
    lost = locked.is_decided and locked.winner != duelist.side
    rows = Duelist.objects.filter(pk=duelist.pk, prize="")
    if not lost or not rows.update(prize=prize):
        raise Conflict(USED)
    save_duel(locked)
