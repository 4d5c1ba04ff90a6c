"""Points that are spent at the table on one of their uses: a procedure for each kind of points."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import msgspec

from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.kit.play.questions import ActionInput
from rules.play import MarkChange, Outcome, TurnState
from rules.systems.storytelling_d10.rulebook.health_levels import DEAD
from rules.tables import Row

# The question of such a procedure.
USE = "use"


class Use(Row, frozen=True, kw_only=True):
    """A use of a point; once a `scene` where the points are limited. It adds one to the mark of the
    turn that it `counts`, `sets` a switch of the turn, and `clears` a mark.
    """

    scene: bool = False
    counts: str = ""
    sets: str = ""
    clears: str = ""


class PointUses(msgspec.Struct, frozen=True):
    """One kind of points: `mark` is what spending one changes, `left(character)` how many there
    are. Where they are `limited`, one may be spent a round, and some uses come once a scene. The
    dead may only spend what clears that.
    """

    id: str
    name: str
    rows: Mapping[str, Use]
    mark: MarkChange
    left: Callable[[Any], int]
    limited: bool = False

    @property
    def rule(self) -> ProcedureRule[object]:
        """The procedure that spends one."""
        return ProcedureRule(self._spent, self._plan, self._refusal)

    def _refusal(self, character: Any, situation: TurnState, use: Use | None = None) -> str:
        if self.left(character) < 1:
            return f"No {self.name} is left."
        revives = any(row.clears == DEAD for row in self.rows.values())
        if character.marks.dead and (not revives or (use and use.clears != DEAD)):
            return "Dead: only Destiny helps."
        return self.limits(use, situation) if use and self.limited else ""

    def limits(self, use: Use, situation: TurnState) -> str:
        """Once a round; what is for a scene once in that."""
        if situation.get(f"{self.id}_round"):
            return f"You spent a {self.name} point this round."
        if use.scene and situation.get(f"{self.id}_scene"):
            return "You did that once in this scene."
        return ""

    def _plan(self, inputs: ActionInput[Any]) -> Plan:
        use = self.rows.get(inputs[USE])
        barred = self._refusal(inputs.character, inputs.situation, use)
        return Plan(foreseen=(use.does,) if use else (), barred=barred)

    def _spent(self, inputs: ActionInput[Any], outcome: Outcome, _rng: Random) -> Outcome:
        use = self.rows[inputs[USE]]
        shifts = [self.mark]
        if use.clears:
            shifts.append(MarkChange(use.clears, -getattr(inputs.character.marks, use.clears)))
        return text(
            outcome,
            f"{self.name}: {use.name}",
            use.does,
            shifts=tuple(one for one in shifts if one.by),
            situation=dict(self._counted(use, inputs.situation)),
            row=use.id,
        )

    def _counted(self, use: Use, situation: TurnState) -> Iterator[tuple[str, int]]:
        """The marks of the turn afterwards."""
        if use.counts:
            yield use.counts, situation.get(use.counts, 0) + 1
        if use.sets:
            yield use.sets, 1
        if self.limited:
            yield f"{self.id}_round", 1
            if use.scene:
                yield f"{self.id}_scene", 1
