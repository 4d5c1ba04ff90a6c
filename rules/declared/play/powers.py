"""Powers: each skill that a power joins is a check of its own."""

from __future__ import annotations

from typing import Any

from rules.declared import figures
from rules.declared.play import checks, modifiers
from rules.declared.play import inputs as fields
from rules.declared.play.checks import RollCheck
from rules.declared.play.inputs import Inputs
from rules.declared.powers.play import PowerRolls
from rules.declared.powers.table import Powers
from rules.declared.ruleset import Ruleset
from rules.figures import Figure
from rules.kit.play.turns import less_dice
from rules.play import Attempt, TurnState
from rules.turn import Scope


class DeclaredPowers(PowerRolls):
    """The rolls of the powers of a game."""

    spent = staticmethod(checks.with_point)

    def __init__(self, rules: Ruleset, powers: Powers) -> None:
        self.rules, self.name, self.inward = rules, powers.name, powers.inward
        self.all_skills = powers.rulings["all_skills"]

    def figure(self, character: Any, trait: str) -> Figure:
        """The code of a skill of powers."""
        return figures.trait(character, trait)

    def rungs(self, _character: object) -> dict[str, int]:
        """The ladder of difficulties: its numbers by their names."""
        return {row.name: row.number for row in self.rules.book.play.difficulties.values()}

    def target(self, _character: object, value: int) -> Figure:
        """A typed number, with the name of its rung."""
        return checks.difficulty(self.rules, value)

    def changes(self, inputs: Inputs) -> tuple[Figure, ...]:
        """Ask for the GM's dice and for a point; the check adds them itself."""
        inputs.fields += fields.changes(inputs)
        return ()

    def check(
        self,
        inputs: Inputs,
        code: Figure,
        _more: tuple[Figure, ...],
        target: Figure | None,
        scopes: tuple[Scope, ...],
    ) -> RollCheck:
        """A check of one skill."""
        return checks.changed_check(inputs, code, target, scopes=scopes)

    def less(self, attempt: Attempt[Any]) -> str:
        """The dice that further actions take: "−1D"."""
        further = modifiers.actions_in_round(attempt) - 1
        return less_dice(further, self.rules.book.play.action)

    def unable(self, character: Any, _situation: TurnState) -> str:
        """Why no power can be used now, "" where one can."""
        return modifiers.incapacitated(character)

    def now(self, attempt: Attempt[Any], pool: Figure) -> Figure:
        """A code as it is rolled now."""
        return modifiers.current_pool(attempt, pool)


def rolls(rules: Ruleset) -> DeclaredPowers | None:
    """The rolls of powers, None in a game without."""
    return DeclaredPowers(rules, rules.book.powers) if rules.book.powers else None
