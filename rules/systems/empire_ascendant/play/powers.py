"""Powers of the Force: what rolls them, and the dark side that tempts."""

from __future__ import annotations

from typing import Any

from rules.declared.play.coded_rolls import CodedRoll
from rules.declared.powers.play import PowerRolls
from rules.figures import Figure
from rules.play import Attempt
from rules.systems.empire_ascendant.character.ruleset import GAME
from rules.systems.empire_ascendant.play import checks, modifiers, rolls
from rules.systems.empire_ascendant.play.rolls import GM, LADDER, Inputs
from rules.systems.empire_ascendant.rulebook.book import rulebook


class ForcePowers(PowerRolls):
    """The rolls of Force powers. A power of Control alone is about oneself."""

    name, inward = "Force powers", ("control",)
    all_skills = rulebook().powers.rulings["all_skills"]
    figure, unable = staticmethod(GAME.codes.trait), staticmethod(modifiers.unable)
    changes, spent = staticmethod(checks.changes), staticmethod(checks.with_point)

    def rungs(self, _character: object) -> dict[str, int]:
        """The ladder of difficulties: its numbers by their names."""
        return {rung.name: rung.number for rung in LADDER.rungs}

    def target(self, _character: object, value: int) -> Figure:
        """A typed number, with the name of its rung."""
        return LADDER.typed(value, GM)

    def check(
        self,
        inputs: Inputs,
        code: Figure,
        more: tuple[Figure, ...],
        target: Figure | None,
        scopes: Any,
    ) -> CodedRoll:
        """A Force skill as it is rolled now, with the offer of the dark side."""
        dark, target = checks.dark(inputs, target)
        point = inputs["points"]
        more = (*more, *dark)
        return rolls.roll(inputs, code, *more, target=target, has_point=point, scopes=scopes)

    def less(self, attempt: Attempt[object]) -> str:
        """The dice that further actions take: "−1D"."""
        return modifiers.less(attempt.situation, 1)

    def now(self, attempt: Attempt[Any], pool: Figure) -> Figure:
        """A code with what is taken from it now."""
        taken = modifiers.taken(attempt.character, attempt.situation)
        return modifiers.TURN.changed(pool, *taken)


POWERS = ForcePowers()
