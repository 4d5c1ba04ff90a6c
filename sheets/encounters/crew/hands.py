"""The acts of a craft at the hand of somebody aboard: an entry of its log, whose cost counts in
that person's turn.
"""

from __future__ import annotations

import uuid
from random import Random

from msgspec.structs import replace

from rules.character import Character as OpenCharacter
from rules.craft import CrewRules
from rules.forms.parsing import FormValues
from rules.play import Attempt, Outcome, TurnState
from sheets.access import CharacterAccess
from sheets.encounters.writes import FightAct
from sheets.errors import Refused
from sheets.models import Character
from sheets.play import companions
from sheets.play.others import Pair
from sheets.play_log import operations as play_log
from sheets.play_log.actor import Actor

ASHORE = "Nobody aboard does this. Take the station first."


class Hand(Pair):
    """A craft, and the person whose action it takes: both are locked together."""

    def __init__(self, craft: CharacterAccess, person: uuid.UUID, rules: CrewRules) -> None:
        super().__init__(craft, person)
        self.rules = rules

    def check(
        self, _craft: OpenCharacter, _now: TurnState, _action: str, _values: FormValues
    ) -> None:
        """Refused where nobody is there to do it."""
        if self.other is None:
            raise Refused({"action": ASHORE})

    def named(self, outcome: Outcome) -> Outcome:
        """The outcome as it is: it is the craft's."""
        return outcome

    def follow(self, outcome: Outcome, *, by: Character, **_rng: Random) -> Outcome:
        """Counts its cost in the person's turn, unsaved, and none in the craft's. Refused where the
        person cannot take the action.
        """
        if self.other is None:
            return outcome
        opened, turn = self._opened(self.other)
        person = Attempt(opened.state, turn)
        if why := self.rules.unable(person, outcome.cost):
            raise Refused({"action": why})
        if outcome.cost:
            cost, name = person.counted(outcome.cost), companions.name_of(by)
            paid = Outcome(outcome.action, f"{outcome.name}, {name}", "note", cost=cost)
            actor = Actor(companions.name_of(self.other))
            self.lines.append(play_log.appended(self.other, opened, paid, actor=actor))
        return replace(outcome, cost=0)


class HandAct(FightAct):
    """An action of a craft that somebody aboard does, by the id of their character (`hand`)."""

    hand: uuid.UUID
    rules: CrewRules

    def __post_init__(self) -> None:
        self.pair: Hand = Hand(self.access, self.hand, self.rules)
