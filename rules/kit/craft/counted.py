"""Rolls of a declared craft that count successes: what its pilot rolls, with the size of the craft
and less what damages it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from rules.figures import Figure, bonus, number
from rules.kit.craft.craft import TypedCraft
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule, as_rolled
from rules.kit.play.questions import ActionInput
from rules.kit.play.required_rolls import verdict
from rules.kit.play.success_rolls import Difficulties, LeadingRoll, added_to, summed
from rules.kit.rulebooks import Number
from rules.play import Outcome

PILOT, INITIATIVE, LEADING = "pilot", "initiative", "leading"
EVADED, EVASIONS = "evaded", "evasions"
Inputs = ActionInput[TypedCraft]


@dataclass(frozen=True, kw_only=True)
class CountedCraft:
    """What a game says of such rolls: the usual difficulty, and the one of initiative; what the
    size of a craft adds to dice and to difficulty; and the dice that each evasion takes from later
    ones. Of initiative the successes of a leading roll are dice more.
    """

    dice: Difficulties
    usual: Figure
    initiative_at: Figure
    operated: Callable[[TypedCraft], tuple[Figure, Figure]]
    evasion: Number

    def initiative(self) -> ProcedureRule[TypedCraft]:
        """The pilot's, or the dice of a crew without names."""

        def plan(inputs: Inputs) -> Plan:
            leading, pool = (inputs.situation.get(name, 0) for name in (LEADING, INITIATIVE))
            first, second = number("first roll", leading), number("Initiative", pool)
            bars = inputs.character.out()
            return Plan(roll=LeadingRoll(self.dice, first, second, self.initiative_at, bars=bars))

        return ProcedureRule(as_rolled, plan)

    def steer(self) -> ProcedureRule[TypedCraft]:
        """The pilot's dice against the usual difficulty."""
        return ProcedureRule(verdict, self._steered)

    def evade(self) -> ProcedureRule[TypedCraft]:
        """The same against the successes of an attack; without an attack what it shows counts until
        the next turn.
        """
        return ProcedureRule(self._evaded, self._steered)

    def _steered(self, inputs: Inputs) -> Plan:
        craft, turn = inputs.character, inputs.situation
        less = turn.get(EVASIONS, 0) * self.evasion.number
        size, harder = self.operated(craft)
        pool = summed(
            number("who steers", turn.get(PILOT, 0)),
            size,
            bonus("damage to the craft", -craft.declared.penalty(craft)),
            bonus("evasions", -less, source=self.evasion.source),
        )
        speed = bonus("speed", inputs.get("speed") or 0, source="Entered")
        typed, needed = inputs.get("difficulty"), inputs.get("target") or 1
        base = number("Difficulty", typed, source="Entered") if typed else self.usual
        at = added_to(base, harder, speed)
        return Plan(roll=self.dice.throw(pool, at, needed=needed, bars=craft.out()))

    def _evaded(self, inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
        now: dict[str, Any] = {EVASIONS: inputs.situation.get(EVASIONS, 0) + 1}
        if not inputs["target"]:
            now[EVADED] = outcome.total
        return text(verdict(inputs, outcome, rng), situation=now)
