"""The game master's tools of a game, with the house rules of a party or without: what each asks,
and what comes of it. Nothing is kept: what a turn of them holds stands in the form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import SystemRandom

import msgspec
from django.http import Http404

from rules import plain_text
from rules.character import Character as OpenCharacter
from rules.forms.fields import Field
from rules.forms.parsing import FormValues
from rules.game import Game
from rules.play import ActionGroup, Outcome, RollForm
from rules.problems import RuleViolation
from sheets.models import Member
from sheets.parties.house_rules import operations

DICE = SystemRandom()
# What stands before the name of what a turn holds, in a form.
TURN = "turn."
MOST_HELD, HIGHEST = 20, 10_000


@dataclass(frozen=True)
class ToolForm:
    """One tool: its roll form, what was typed, what is wrong with that, what a turn holds by now,
    and what came of it last.
    """

    action: str
    panel: RollForm
    typed: FormValues
    turn: Mapping[str, int]
    errors: Mapping[str, str] = field(default_factory=dict)
    wrong: str = ""
    outcome: Outcome | None = None

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields of the tool's form."""
        return self.panel.fields

    @property
    def held(self) -> list[tuple[str, int]]:
        """The turn's values, by the names that a form sends."""
        return [(f"{TURN}{name}", count) for name, count in self.turn.items()]

    @property
    def status(self) -> int:
        """422 if something is wrong."""
        return 422 if self.errors or self.wrong else 200


@dataclass(frozen=True)
class Toolbox:
    """The tools of a game, for an empty document with the house rules of a `membership`'s party."""

    opened: OpenCharacter
    membership: Member | None = None

    @property
    def groups(self) -> tuple[ActionGroup, ...]:
        """Every tool under its heading."""
        return self.opened.tools({})

    def check(self, action: str) -> None:
        """404 if a game has no such tool."""
        if all(tool.id != action for group in self.groups for tool in group.actions):
            raise Http404

    def form(self, action: str, values: FormValues) -> ToolForm:
        """A tool's form, with the values chosen so far."""
        typed, turn = split(values)
        try:
            panel = self.opened.roll_form(turn, action, typed)
        except RuleViolation as violation:
            return self._wrong(action, typed, turn, violation)
        return ToolForm(action, panel, typed, turn)

    def use(self, action: str, values: FormValues) -> ToolForm:
        """The tool used; what is wrong, where it cannot be."""
        typed, turn = split(values)
        try:
            outcome = self.opened.resolve(turn, action, typed, DICE)
        except RuleViolation as violation:
            return self._wrong(action, typed, turn, violation)
        turn = {**turn, **outcome.situation}
        panel = self.opened.roll_form(turn, action, typed)
        return ToolForm(action, panel, typed, turn, outcome=outcome)

    def _wrong(
        self, action: str, typed: FormValues, turn: Mapping[str, int], violation: RuleViolation
    ) -> ToolForm:
        panel = self.opened.roll_form(turn, action, {})
        ids = {field.id for field in panel.fields}
        errors = {
            problem.where: problem.message for problem in violation.problems if problem.where in ids
        }
        rest = [problem.message for problem in violation.problems if problem.where not in ids]
        return ToolForm(action, panel, typed, turn, errors, " ".join(rest))


def of_game(system: Game) -> Toolbox:
    """The tools of a game as the book has them."""
    return Toolbox(OpenCharacter(system, system.empty()))


def of_party(membership: Member) -> Toolbox:
    """The tools of a party's game, with what the party decided."""
    system, house = operations.read_rules(membership.party)
    document = msgspec.structs.replace(system.empty(), house=house)
    return Toolbox(OpenCharacter(system, document), membership)


def split(values: FormValues) -> tuple[dict[str, tuple[str, ...]], dict[str, int]]:
    """The fields, and the turn's values; of these only small numbers are taken."""
    typed = {name: several for name, several in values.items() if not name.startswith(TURN)}
    turn: dict[str, int] = {}
    for name, several in values.items():
        count = plain_text.number("".join(several))
        if name.startswith(TURN) and count is not None and len(turn) < MOST_HELD:
            turn[name.removeprefix(TURN)] = max(-HIGHEST, min(HIGHEST, count))
    return typed, turn
