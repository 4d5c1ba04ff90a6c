"""Rolls without a number to reach: damage, and in quick play an opponent's attack, for which nobody
rolls.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from rules.dice import pools
from rules.figures import Figure
from rules.forms.fields import Field
from rules.kit.play.checks import Check, too_many
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import PlannedRoll, RollPlan
from rules.play import Action, Die, Outcome, RollForm
from rules.systems.hyperspace_d6.play.checks import CHECKED, second
from rules.systems.hyperspace_d6.play.modifiers import (
    damage_pool,
    incapacitated,
    too_many_actions,
)
from rules.systems.hyperspace_d6.play.roll_form import ask_damage
from rules.systems.hyperspace_d6.play.roll_input import RollInput
from rules.systems.hyperspace_d6.play.rollables import Rollable
from rules.systems.hyperspace_d6.play.rolls import QUESTIONNAIRE, Inputs

AVOIDED = "The target rolls to avoid it."


class DamageRoll(Check):
    """The dice of damage: they have no Destiny Die, and no target. `out` says why whoever deals it
    cannot act, "" if they can.
    """

    __slots__ = ("out", "pool")
    wins_ties, target, against, no_dice = False, None, None, ""
    pool: Figure

    def __init__(self, pool: Figure, out: str) -> None:
        self.pool, self.out = pool, out

    def refusal(self) -> str:
        """Why nobody can act."""
        return self.out

    def barred(self) -> str:
        """Why damage cannot be rolled: that, or too many dice."""
        return self.refusal() or too_many(self.pool)

    def variants(self) -> Iterator[tuple[str, Check]]:
        """Nothing is added to damage."""
        yield from ()

    def roll(self, rng: Random) -> tuple[Die, ...]:
        """The faces of the dice."""
        return tuple(Die(face) for face in pools.roll(rng, max(0, self.pool.value)))


class ThreatCheck(DamageRoll):
    """An opponent's attack in quick play: the game master does not roll."""

    __slots__ = ()

    def barred(self) -> str:
        """Why it cannot attack: no dice are needed."""
        return self.refusal()

    def form(self, action: Action, fields: tuple[Field, ...]) -> RollForm:
        """The form without dice."""
        return replace(super().form(action, fields), pool=None)

    def roll(self, _rng: Random) -> tuple[Die, ...]:
        """No dice."""
        return ()


def _damage_plan(inputs: Inputs, rollable: Rollable) -> RollPlan:
    """The dice of damage, and their average."""
    roll_input = inputs.said[CHECKED] = ask_damage(inputs, rollable)
    pool = damage_pool(inputs.attempt, rollable, roll_input)
    average = f"{pools.average_text(pool.value)} on average"
    roll = DamageRoll(pool, incapacitated(inputs.character))
    return RollPlan(roll=roll, foreseen=(average,))


def _damaged(inputs: Inputs, rollable: Rollable, outcome: Outcome, _rng: Random) -> Outcome:
    """Scale multiplies or divides the total, rounded down; a second attack may follow."""
    roll_input: RollInput = inputs[CHECKED]
    ours, theirs, rolled = roll_input.scale, roll_input.target_scale, outcome.total
    dealt = rolled * ours // theirs
    scaled = f"{rolled} × {ours} / {theirs} for its scale" if dealt != rolled else ""
    follows = second(rollable, roll_input)
    return text(outcome, f"{dealt} damage", scaled, total=dealt, hit=follows)


def _threat_plan(inputs: Inputs, rollable: Rollable) -> RollPlan:
    """An action, and no dice (HyperspaceD6, Quickplay Rules: players roll to avoid threats)."""
    refusal = incapacitated(inputs.character) or too_many_actions(inputs.attempt)
    return RollPlan(roll=ThreatCheck(rollable.pool, refusal), foreseen=(AVOIDED,), cost=1)


def _threatened(_inputs: Inputs, _rollable: Rollable, outcome: Outcome, _rng: Random) -> Outcome:
    """Nothing is decided before somebody avoids it, or does not."""
    return text(outcome, AVOIDED, kind="note", code="", why="", total=0, added=0)


THREAT_CHECK = PlannedRoll(QUESTIONNAIRE, _threat_plan, _threatened)
DAMAGE = PlannedRoll(QUESTIONNAIRE, _damage_plan, _damaged)
