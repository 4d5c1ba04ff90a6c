"""Rolls of a game master's tools as rows of a table: the number of the rules that they are rolled
at, what is added to it, and what bars them. Sizes stand in an order, the largest first.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from rules.figures import Figure, bonus
from rules.kit.play.questions import ActionInput
from rules.kit.rulebooks import Number
from rules.systems.storytelling_d10.rulebook.success_rolls import added_to
from rules.tables import Row

Inputs = ActionInput[Any]


class Term(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A term that is added: a `number` of the rules `when` a question is answered; the `steps` that
    the first of two sizes (questions, or sizes by id) is larger than the second; or what the game
    calls `named`. It is called `label`, or as the size `of` a question, where it stands.
    """

    number: str = ""
    when: str = ""
    steps: tuple[str, ...] = ()
    named: str = ""
    label: str = ""
    of: str = ""


class Bar(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A reason that bars a roll: the size of a question is `below` another, is not (`from_size`),
    or lacks a `member`; or an amount is `over` a number of the rules. `says` may have the `{name}`
    of the size and that `{number}`.
    """

    question: str
    below: str = ""
    from_size: str = ""
    member: str = ""
    over: str = ""
    says: str


class DeclaredRoll(Row, frozen=True, kw_only=True):
    """One roll of a procedure, the first whose answers are those of `when`, and whose sizes are
    `below` others. With `operated` the size of the craft counts. Merits that bear `on` it are
    offered; `needed` and `theirs` are questions: the successes to reach, and those that others take
    away. `foreseen` may name `{numbers}` of the rules.
    """

    procedure: str
    number: str
    when: dict[str, str] = msgspec.field(default_factory=dict)
    below: dict[str, str] = msgspec.field(default_factory=dict)
    terms: tuple[Term, ...] = ()
    bars: tuple[Bar, ...] = ()
    operated: bool = True
    on: tuple[str, ...] = ()
    needed: str = ""
    theirs: str = ""
    foreseen: str = ""


@dataclass(frozen=True)
class DeclaredRolls:
    """The rolls of a game, the numbers that they name, its sizes in their order, and terms that it
    works out itself.
    """

    rows: Mapping[str, DeclaredRoll]
    numbers: Mapping[str, Number]
    sizes: Mapping[str, Row]
    named: Mapping[str, Callable[[Inputs], Figure]]

    def rank(self, id: str) -> int:
        """The number of sizes that are larger than this one."""
        return list(self.sizes).index(id)

    def is_below(self, id: str, other: str) -> bool:
        """True if a size is smaller than another."""
        return self.rank(id) > self.rank(other)

    def of(self, procedure: str, inputs: Inputs) -> DeclaredRoll:
        """The roll of a procedure with these answers."""
        return next(
            row
            for row in self.rows.values()
            if row.procedure == procedure
            and all(inputs[id] == answer for id, answer in row.when.items())
            and all(self.is_below(inputs[id], size) for id, size in row.below.items())
        )

    def difficulty(self, row: DeclaredRoll, inputs: Inputs) -> Figure:
        """The difficulty with what is added to it."""
        terms = self._terms(row, inputs)
        return added_to(self.numbers[row.number].figure("Difficulty"), *terms)

    def _terms(self, row: DeclaredRoll, inputs: Inputs) -> Iterator[Figure]:
        for term in row.terms:
            if term.named:
                yield self.named[term.named](inputs)
            elif term.number and inputs[term.when]:
                yield self.numbers[term.number].bonus(term.label)
            elif term.steps:
                first, second = (self.rank(inputs.said.get(id, id)) for id in term.steps)
                size = self.sizes[inputs[term.of]]
                yield bonus(term.label or size.name, second - first, source=size.source)

    def barred(self, row: DeclaredRoll, inputs: Inputs) -> str:
        """Why it cannot be rolled with these answers, "" where it can."""
        for bar in row.bars:
            answer = inputs[bar.question]
            if self._bars(bar, answer):
                size = self.sizes.get(str(answer))
                number = self.numbers[bar.over].number if bar.over else 0
                return bar.says.format(name=size.name if size else "", number=number)
        return ""

    def _bars(self, bar: Bar, answer: Any) -> bool:
        if bar.over:
            return answer is not None and answer > self.numbers[bar.over].number
        if bar.member:
            return not getattr(self.sizes[answer], bar.member)
        if bar.below:
            return self.is_below(answer, bar.below)
        return not self.is_below(answer, bar.from_size)
