"""Rolls of characters with typed codes: a code with what is added to it and taken away, against a
number or another code; and the tools of a game master who rolls for somebody else.

What takes dice, who cannot act, and what makes dice explode, is each game's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from rules.figures import Figure, dice, total
from rules.kit.coded.character import CodedCharacter
from rules.kit.coded.play import changed_pool
from rules.kit.play.checks import Check
from rules.kit.play.planned_procedures import Plan
from rules.kit.play.questions import ActionInput
from rules.kit.play.turns import actions_counted, effect_terms
from rules.play import Attempt, TurnState
from rules.turn import Scope, Turn

ACT, SPARED, PLAIN = "act", "spared", "plain"


@dataclass(frozen=True, kw_only=True)
class TurnRules:
    """A game's rules of acting: the dice that an action loses (`taken`), the reason why somebody
    cannot act (`unable`), not for so many actions of the round (`too_many`), or cannot spend a
    point (`no_point`), and the ruling that pips stay where dice are lost. The `point` is "" in a
    game without. `exploding` and `actions` are numbers of a turn: a point makes dice explode for a
    scene, where `exploding` is none of them it does not.
    """

    taken: Callable[[Any, TurnState, int], Iterable[Figure]]
    unable: Callable[[Any, TurnState], str]
    too_many: Callable[[Any, TurnState, int], str]
    no_point: Callable[[Any, TurnState], str]
    pips_stay: str
    point: str = "a Force Point"
    exploding: str = "exploding"
    actions: str = "actions"

    def roll(
        self, inputs: ActionInput[Any], code: Figure, *more: Figure, kind: str = ACT, **rest: Any
    ) -> CodedRoll:
        """A code as it is rolled by whoever acts."""
        turn = {} if kind == PLAIN else inputs.situation
        return CodedRoll(
            rules=self,
            character=inputs.character,
            turn=turn,
            code=code,
            more=more,
            kind=kind,
            **rest,
        )

    def plain(
        self, inputs: ActionInput[object], count: int, label: str, *, source: str = "", **rest: Any
    ) -> CodedRoll:
        """So many dice of a table."""
        return self.roll(inputs, dice(label, count, source=source), kind=PLAIN, **rest)

    def changed(self, pool: Figure, *terms: Figure) -> Figure:
        """A code with what is added to it and taken away."""
        return changed_pool(pool, *terms, source=pool.source, pips_stay=self.pips_stay)

    def now(self, attempt: Attempt[Any]) -> Callable[[Figure, tuple[Scope, ...]], Figure]:
        """A code as it is rolled now, with what lasts on some scopes."""
        less = tuple(self.taken(attempt.character, attempt.situation, 1))
        return lambda pool, scopes: self.changed(pool, *less, *effect_terms(attempt.turn, *scopes))

    def for_anyone(
        self,
        inputs: ActionInput[Any],
        code: Figure,
        target: Figure | None,
        *more: Figure,
        theirs: Figure | None,
        craft: Figure | None = None,
        barred: str = "",
        cost: int = 1,
    ) -> Plan:
        """The `code` of whoever acts, or one that is typed for somebody else (`theirs`), with what
        is added; where neither has dice the number to reach is named. It takes `cost` actions of
        whoever acts.
        """
        kind, pool = (PLAIN, theirs) if theirs else (ACT, code)
        roll = self.roll(inputs, pool, *more, kind=kind, target=target, craft=craft, cost=cost)
        has_dice = theirs or roll.code.value
        return Plan(roll=roll if has_dice else None, target=target, barred=barred)


@dataclass(frozen=True, kw_only=True)
class CodedRoll(Check):
    """A roll. `kind` is "act" (everything weighs on it, and it can be barred), "spared" (nothing
    does, but dice can explode) or "plain" (dice of a table). It takes `cost` actions of the round,
    and what lasts on its `scopes` changes it. `craft` are the dice of a vehicle or a
    ship, which lose none.
    """

    rules: TurnRules
    character: CodedCharacter
    turn: TurnState
    code: Figure
    more: tuple[Figure, ...] = ()
    kind: str = ACT
    target: Figure | None = None
    against: tuple[int, int] | None = None
    has_point: bool = False
    craft: Figure | None = None
    cost: int = 1
    scopes: tuple[Scope, ...] = ("checks",)
    wins_ties = False

    @cached_property
    def pool(self) -> Figure:
        """The code that is rolled; it has at least the dice of its craft."""
        more = (*self.more, self.craft) if self.craft else self.more
        is_act, turn = self.kind == ACT, Turn.of(self.turn)
        lost = self.rules.taken(self.character, turn, self.cost) if is_act else ()
        lasting = () if self.kind == PLAIN else effect_terms(turn, *self.scopes)
        pool = self.rules.changed(self.code, *lost, *lasting, *more)
        if not self.craft or pool.value >= self.craft.value:
            return pool
        back = dice("no dice of the ship are lost", self.craft.value - pool.value)
        terms, ruling = (*pool.terms, back), pool.ruling
        return total(pool.label, *terms, unit="D", source=pool.source, ruling=ruling)

    @property
    def no_dice(self) -> str:
        """The ruling on a code without a die."""
        return self.rules.pips_stay

    @property
    def exploding(self) -> int:
        """All dice of whoever spent a point in this scene."""
        name = self.rules.exploding
        explodes = name and (self.turn.get(name) or self.has_point)
        return max(0, self.pool.value) if explodes and self.kind != PLAIN else 0

    def refusal(self) -> str:
        """Why the character can't act, or no point goes on it."""
        if self.kind != ACT:
            return ""
        reason = self.rules.unable(self.character, self.turn) or self.rules.too_many(
            self.character, self.turn, self.cost
        )
        if reason or not self.has_point:
            return reason
        return self.rules.no_point(self.character, self.turn)

    def variants(self) -> Iterator[tuple[str, Check]]:
        """The roll with a point, and with one more action in this round."""
        if self.kind != ACT:
            return
        if self.rules.point and not self.has_point:
            yield self.rules.point, replace(self, has_point=True)
        turn = Turn.of(self.turn)
        actions = actions_counted(turn, self.cost) + 1
        more = turn.with_numbers({**turn, self.rules.actions: actions})
        yield "one more action", replace(self, turn=more)
