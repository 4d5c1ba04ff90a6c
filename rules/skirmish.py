"""One fight with real dice, told round by round, for whoever has no page to play it on.

Everyone fights as `rules.forecast` has it: once a turn, a group once for each member, with the
attack that promises most; nobody moves, spends points, heals, or flees. Here the target is always
the first of the other side who still stands, so that the same dice are the same fight.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from rules import fight
from rules.craft import SIDE, CrewRules
from rules.fight import FightRules
from rules.forecast import MOST_ROUNDS, Entrant, Mode, Simulation, aimed, followed, is_out, near
from rules.forms.parsing import FormValues
from rules.play import Attempt, Outcome, shifted
from rules.problems import RuleViolation


@dataclass
class Fighter:
    """Somebody in the fight, as they are now, on the side 0 or 1."""

    name: str
    side: int
    entrant: Entrant
    mode: Mode | None

    @property
    def rules(self) -> FightRules[Any]:
        """The game's rules of their fights."""
        rules = self.entrant.opened.system.fight
        assert rules is not None, "checked before the fight"  # noqa: S101 (for mypy)
        return rules

    @property
    def is_out(self) -> bool:
        """True if they can do nothing more."""
        return is_out(self.entrant)

    def attempt(self, values: FormValues) -> Attempt[Any]:
        """An attempt of theirs at an action."""
        return Attempt(self.entrant.opened.state, self.entrant.turn, values)

    def does(self, action: str, values: FormValues, rng: Random) -> Outcome | None:
        """Does an action, with what it changes; None where the rules refuse it."""
        opened, turn = self.entrant.opened, self.entrant.turn
        try:
            outcome = opened.resolve(turn, action, values, rng)
            marks = msgspec.structs.asdict(opened.document.marks)
            for shift in outcome.shifts:
                marks[shift.mark] = shifted(marks, shift)
            opened = opened.marked(type(opened.document.marks)(**marks))
            for entry in outcome.entries:
                opened = opened.enter(entry)
        except RuleViolation:
            return None
        self.entrant = replace(self.entrant, opened=opened, turn=turn.after(outcome))
        return outcome


@dataclass
class Skirmish:
    """A fight between two sides: who acts in which order, and what happened in each round.
    `crews` says what of a craft is struck first.
    """

    fighters: list[Fighter]
    rng: Random
    crews: CrewRules[Any, Any] | None = None
    order: list[Fighter] = field(default_factory=list)
    rounds: list[list[str]] = field(default_factory=list)

    @property
    def winner(self) -> int | None:
        """The side that stands alone, 0 or 1; None for neither."""
        standing = {one.side for one in self.fighters if not one.is_out}
        return min(standing) if len(standing) == 1 else None

    def fight(self) -> None:
        """Fights until one side is down, at most for twenty rounds."""
        self.order = self._order()
        while self.winner is None and self._stands() and len(self.rounds) < MOST_ROUNDS:
            self.rounds.append(list(self._round()))

    def _stands(self) -> bool:
        return any(not one.is_out for one in self.fighters)

    def _order(self) -> list[Fighter]:
        """Everyone by their initiative, of a tie by its edge, then the first named first."""
        rolled: dict[int, tuple[int, int, int]] = {}
        for place, one in enumerate(self.fighters):
            action = one.rules.initiative
            outcome = one.does(action, {}, self.rng) if action and not one.is_out else None
            sign = 1 if one.rules.lowest_first else -1
            edge = outcome.edge if outcome and one.rules.edged else 0
            total = outcome.total if outcome else 0
            rolled[place] = (outcome is None, sign * total, sign * edge)
        return [self.fighters[place] for place in sorted(rolled, key=lambda at: rolled[at])]

    def _round(self) -> Iterator[str]:
        for one in self.order:
            if one.rules.together and not one.is_out:
                yield from self._begin(one)
        for one in self.order:
            if one.is_out:
                continue
            if not one.rules.together:
                yield from self._begin(one)
            left = fight.members_left(one.rules, one.entrant.opened.document.marks)
            for _ in range(1 if left is None else left):
                target = next((foe for foe in self._foes(one) if not foe.is_out), None)
                if target is None or one.is_out:
                    break
                yield from self._attack(one, target)

    def _begin(self, one: Fighter) -> Iterator[str]:
        """The start of a turn, told where it changes something."""
        began = one.does(one.rules.turn, {}, self.rng)
        if began and began.shifts:
            yield f"{one.name}: {' '.join(began.said)}"

    def _foes(self, one: Fighter) -> Iterator[Fighter]:
        return (foe for foe in self.fighters if foe.side != one.side)

    def _attack(self, one: Fighter, target: Fighter) -> Iterator[str]:
        """An attack, and the damage of a hit."""
        values = aimed(one.entrant, target.entrant, one.mode) if one.mode else None
        rolled = None
        if one.mode and values is not None:
            rolled = one.does(one.mode.attack, values, self.rng)
        if one.mode is None or rolled is None:
            yield f"{one.name} can't attack {target.name}."
            return
        yield f"{one.name} attacks {target.name}, {rolled.name}: {_result(rolled)}"
        if not fight.hits(rolled, 1)[0]:
            return
        left = rolled.total
        if one.rules.opponents_defend and (answer := self._defense(one, target, rolled)):
            yield f"{target.name}, {answer.name}: {_result(answer)}"
            left -= answer.total
            if answer.success:
                return
        action, sent = followed(rolled.hit.action or one.mode.damage)
        if one.rules.left:
            sent = {**sent, one.rules.left: (str(left),)}
        attempt, damage = one.attempt(sent), self._damage(one, target, action, sent)
        if damage is None:
            return
        yield f"{one.name}, {damage.name}: {_result(damage)}"
        values = one.rules.harmed(attempt, action, damage)
        if target.entrant.is_craft and self.crews and self.crews.sides:
            values = {SIDE: (self.crews.sides[0].id,), **values}
        if harm := target.does(target.rules.harm, values, self.rng):
            yield f"{target.name}: {_result(harm)}"

    def _defense(self, one: Fighter, target: Fighter, rolled: Outcome) -> Outcome | None:
        """The first defense that the target can roll; None for none."""
        assert one.mode is not None, "it attacked"  # noqa: S101 (for mypy)
        attempt, action = one.attempt({}), one.mode.attack
        (aimed_at,) = near(one.rules, attempt, action, target.entrant)
        for defense in one.rules.defend(attempt, action, aimed_at, rolled):
            if defense.action and (answer := target.does(defense.action, defense.values, self.rng)):
                return answer
        return None

    def _damage(
        self, one: Fighter, target: Fighter, action: str, sent: FormValues
    ) -> Outcome | None:
        """The damage of a hit, rolled with what follows from the target."""
        opened, turn = one.entrant.opened, one.entrant.turn
        attempt = one.attempt(sent)
        more = one.rules.aim_damage(
            attempt, action, near(one.rules, attempt, action, target.entrant)
        )
        try:
            known = {field.id for field in opened.roll_form(turn, action, {}).fields}
        except RuleViolation:
            return None
        values = {
            **{name: several for name, several in sent.items() if name in known},
            **{name: tuple(several) for name, several in more.items() if name in known},
        }
        return one.does(action, values, self.rng)


def skirmish(
    sides: Sequence[Sequence[tuple[str, Entrant]]],
    rng: Random,
    *,
    choice: Random,
    crews: CrewRules[Any, Any] | None = None,
) -> Skirmish:
    """A fight of these, each with a name, as it went. Weapons are chosen with the dice of `choice`,
    so that `rng` has only those of the fight.
    """
    plan = Simulation([[one for _, one in side] for side in sides], choice, crews)
    everyone = [(name, number, one) for number, side in enumerate(sides) for name, one in side]
    modes = plan.attack_modes
    fought = Skirmish(
        [Fighter(*one, modes.get(place)) for place, one in enumerate(everyone)], rng, crews
    )
    fought.fight()
    return fought


def _result(outcome: Outcome) -> str:
    """The result of an action, in its own sentences."""
    total = f"{outcome.total} {outcome.unit}".strip()
    return " ".join(_closed(one) for one in outcome.said) or f"{total}."


def _closed(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."
