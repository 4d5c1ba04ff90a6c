"""Craft of a kind that fire as one, and guns of a kind on one target: what they take off the
difficulties.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.kit.play.questions import ActionInput
from rules.kit.rulebooks import Number
from rules.play import Outcome

Inputs = ActionInput[Any]


@dataclass(frozen=True)
class Squads:
    """The numbers of a game: "squad-divisor", "squad-damage-ships" and "battery"."""

    numbers: Mapping[str, Number]

    def fire(self, ships: int) -> tuple[int, int]:
        """What a squad takes off the difficulty to hit, and off that of damage."""
        hit = -(-(ships - 1) // self.numbers["squad-divisor"].number)
        return max(0, hit), ships // self.numbers["squad-damage-ships"].number

    def battery(self, guns: int) -> int:
        """What so many guns take off the difficulty to hit."""
        return guns // self.numbers["battery"].number

    def told(self, ships: int) -> str:
        """What a squad takes off, in words."""
        hit, damage = self.fire(ships)
        return f"To hit: −{hit} difficulty, damage: −{damage} difficulty"

    def battery_rule(self) -> ProcedureRule[Any]:
        """What the guns of a battery take off."""

        def plan(inputs: Inputs) -> Plan:
            less = self.battery(inputs["guns"] or 0)
            return Plan(
                foreseen=(f"To hit: −{less} difficulty" if less else "To hit: nothing less",)
            )

        def resolve(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
            less = self.battery(inputs["guns"])
            said = f"To hit: −{less} difficulty" if less else "Too few guns"
            return text(outcome, said, total=less)

        return ProcedureRule(resolve, plan)
