"""One fight with real dice, told round by round, for whoever has no page to play it on.

Everyone fights as `rules.forecast` has it: once a turn, a group once for each member, with the
attack that promises most of those that are left; nobody moves, spends points, heals, or flees. Here
the target is always the first of the other side who still stands, so that the same dice are the
same fight.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from msgspec.structs import replace

from rules import combat
from rules.combat import Entrant
from rules.craft import CrewRules
from rules.fight import FightRules, members_left
from rules.forecast import Simulation
from rules.forms.parsing import FormValues
from rules.play import Outcome
from rules.rounds import MOST_ROUNDS


@dataclass
class Fighter:
    """Somebody in the fight, as they are now, on the side 0 or 1."""

    name: str
    side: int
    entrant: Entrant
    # Who was last asked whether they are out, and the answer.
    _asked: tuple[Entrant, bool] | None = None

    @property
    def rules(self) -> FightRules:
        """The game's rules of their fights."""
        return self.entrant.rules

    @property
    def is_out(self) -> bool:
        """True if they can do nothing more."""
        if not self._asked or self._asked[0] is not self.entrant:
            self._asked = self.entrant, self.entrant.is_out
        return self._asked[1]

    def does(self, action: str, values: FormValues, rng: Random) -> Outcome | None:
        """Does an action, with what it changes; None where the rules refuse it."""
        done = self.entrant.does(action, values, rng)
        if done is None:
            return None
        outcome, self.entrant = done
        return outcome


@dataclass
class Skirmish:
    """A fight between two sides: who acts in which order, and what happened in each round.
    `plan` chooses the attacks, and `crews` says what of a craft is struck first.
    """

    fighters: list[Fighter]
    rng: Random
    plan: Simulation
    crews: CrewRules | None = None
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
            left = members_left(one.rules, one.entrant.opened.document.marks)
            for _ in range(1 if left is None else left):
                target = next((foe for foe in self._foes(one) if not foe.is_out), None)
                if target is None or one.is_out:
                    break
                yield from self._attack(one, target)
            yield from self._end(one)

    def _begin(self, one: Fighter) -> Iterator[str]:
        """The start of a turn, told where it changes something."""
        began = one.does(one.rules.turn, {}, self.rng)
        if began and began.shifts:
            yield f"{one.name}: {' '.join(began.said)}"

    def _end(self, one: Fighter) -> Iterator[str]:
        """The end of a turn, told where something is over with it."""
        action = one.rules.turn_end
        ended = one.does(action, {}, self.rng) if action and not one.is_out else None
        if ended and ended.said:
            yield f"{one.name}: {' '.join(ended.said)}"

    def _foes(self, one: Fighter) -> Iterator[Fighter]:
        return (foe for foe in self.fighters if foe.side != one.side)

    def _attack(self, one: Fighter, target: Fighter) -> Iterator[str]:
        """An attack, the defense against it, and what a hit does."""
        mode = self.plan.choice(self.fighters.index(one), one.entrant)
        done = combat.exchange(one.entrant, mode, target.entrant, self.rng) if mode else None
        if done is None:
            yield f"{one.name} can't attack {target.name}."
            return
        one.entrant, target.entrant = done.attacker, done.target
        yield f"{one.name} attacks {target.name}, {done.attack.name}: {_result(done.attack)}"
        if answer := done.defense:
            yield f"{target.name}, {answer.name}: {_result(answer)}"
        if damage := done.damage:
            yield f"{one.name}, {damage.name}: {_result(damage)}"
        if done.harm is None:
            return
        action, values = combat.harm_of(done.harm, target.entrant, self.crews)
        if harm := target.does(action, values, self.rng):
            yield f"{target.name}: {_result(harm)}"


def skirmish(
    sides: Sequence[Sequence[tuple[str, Entrant]]],
    rng: Random,
    *,
    choice: Random,
    crews: CrewRules | None = None,
) -> Skirmish:
    """A fight of these, each with a name, as it went. Weapons are chosen with the dice of `choice`,
    so that `rng` has only those of the fight.
    """
    plan = Simulation([[one for _, one in side] for side in sides], choice, crews)
    fighters = [
        Fighter(name, number, replace(one, is_opponent=number == 1))
        for number, side in enumerate(sides)
        for name, one in side
    ]
    fought = Skirmish(fighters, rng, plan, crews)
    fought.fight()
    return fought


def _result(outcome: Outcome) -> str:
    """The result of an action, in its own sentences."""
    total = f"{outcome.total} {outcome.unit}".strip()
    return " ".join(_closed(one) for one in outcome.said) or f"{total}."


def _closed(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."
