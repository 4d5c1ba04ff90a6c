"""How hard a fight is: it is fought a thousand times with the rules of its game, and counted.

Everyone attacks somebody on the other side who still stands, once a turn, a group once for each
member, with the attack that promises most; nobody moves, spends points, heals, or flees.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from rules import fight
from rules.fight import Target
from rules.forms.parsing import FormValues
from rules.play import Attempt, Outcome, shifted
from rules.problems import RuleViolation
from rules.sheet.sections import Attacks
from rules.system import OpenCharacter

FIGHTS, MOST_ROUNDS = 1000, 20
# How many rolls stand for all that a damage roll, and a soak that is rolled, can come to.
DAMAGES, HARMS = 60, 4


class Forecast(msgspec.Struct, frozen=True, gc=False):
    """What came of so many fights: the share that the first side won and that nobody did after
    twenty rounds, how many of the first side fell in one on average, and its rounds.
    """

    fights: int
    won: float
    undecided: float
    fallen: float
    rounds: float


class _Mode(msgspec.Struct, frozen=True, gc=False):
    """An attack of a combatant: the keys of its roll and of its damage."""

    attack: str
    damage: str


class Simulation:
    """A fight between two sides, to be fought again and again: combatants as states by numbers, and
    what the rules say of each, asked once.
    """

    def __init__(self, sides: Sequence[Sequence[OpenCharacter]], rng: Random) -> None:
        self.rng = rng
        self.opened: list[OpenCharacter] = []
        self.situations: list[dict[str, int]] = []
        self.owners: list[int] = []
        self._numbers: dict[Any, int] = {}
        self._members: list[int | None] = []
        self._out: dict[int, bool] = {}
        self._begun: dict[int, int] = {}
        self._chances: dict[tuple[int, int], float] = {}
        self._damages: dict[int, list[FormValues]] = {}
        self._harmed: dict[tuple[int, str], list[int]] = {}
        self.sides: list[list[int]] = []
        self.start: list[int] = []
        for side in sides:
            places = []
            for opened in side:
                places.append(len(self.start))
                self.start.append(self._number(len(self.start), opened, {}))
            self.sides.append(places)
        self._modes = [self._best_mode(place) for place in range(len(self.start))]
        self._counts = [0, 0, 0, 0, 0]  # fights, won, undecided, fallen, rounds

    def fight(self, times: int) -> None:
        """Fights it so many times more."""
        for _ in range(times):
            states, lasted = _fought(self)
            standing = [sum(not self.is_out(states[one]) for one in side) for side in self.sides]
            won = not standing[1] and standing[0] > 0
            undecided = all(standing) or not any(standing)
            fallen = len(self.sides[0]) - standing[0]
            more = (1, won, undecided, fallen, lasted)
            self._counts = [have + one for have, one in zip(self._counts, more, strict=True)]

    @property
    def forecast(self) -> Forecast:
        """What came of the fights so far."""
        fights, *sums = self._counts
        shares = (number / max(1, fights) for number in sums)
        return Forecast(fights, *shares)

    # --- states

    def _number(self, place: int, opened: OpenCharacter, situation: dict[str, int]) -> int:
        """The number of a state: who it is, what is marked, and what the turn holds."""
        key = (place, opened.document.marks, tuple(sorted(situation.items())))
        if key not in self._numbers:
            self._numbers[key] = len(self.opened)
            self.opened.append(opened)
            self.situations.append(situation)
            self.owners.append(place)
            rules = opened.system.fight
            mark = rules.group if rules else ""
            self._members.append(getattr(opened.document.marks, mark, None) if mark else None)
        return self._numbers[key]

    def _after(self, state: int, outcome: Outcome) -> int:
        """The state after an outcome."""
        opened = self.opened[state]
        marks = msgspec.structs.asdict(opened.document.marks)
        for shift in outcome.shifts:
            marks[shift.mark] = shifted(marks, shift)
        after = opened.marked(type(opened.document.marks)(**marks))
        situation = {**self.situations[state], **outcome.situation}
        return self._number(self.owners[state], after, situation)

    def _resolved(self, state: int, action: str, values: FormValues) -> Outcome | None:
        """The outcome of an action; None where the rules refuse it."""
        try:
            return self.opened[state].resolve(self.situations[state], action, values, self.rng)
        except RuleViolation:
            return None

    # --- what the rules say, once

    def is_out(self, state: int) -> bool:
        """Whether a combatant in this state can do nothing more."""
        if state not in self._out:
            opened, situation = self.opened[state], self.situations[state]
            if (rules := opened.system.fight) and rules.out:
                self._out[state] = rules.out(Attempt(opened.state, situation))
                return self._out[state]
            roll = fight.first_roll(opened.play_state(situation))
            barred = not roll or bool(opened.roll_form(situation, roll, {}).barred)
            self._out[state] = barred or self._members[state] == 0
        return self._out[state]

    def turn(self, state: int) -> int:
        """The state at the start of its turn."""
        if state not in self._begun:
            rules = self.opened[state].system.fight
            outcome = self._resolved(state, rules.turn, {}) if rules else None
            self._begun[state] = self._after(state, outcome) if outcome else state
        return self._begun[state]

    def attacks(self, state: int) -> int:
        """How many attacks a combatant has in its turn."""
        members = self._members[state]
        return 1 if members is None else members

    def hits(self, state: int, target: int) -> bool:
        """Whether an attack hits, by its exact chance against the target as it first stood."""
        key = (state, self.owners[target])
        if key not in self._chances:
            self._chances[key] = self._chance(state, target, self._modes[self.owners[state]])
        return self.rng.random() < self._chances[key]

    def _chance(self, state: int, target: int, mode: _Mode | None) -> float:
        opened, rules = self.opened[state], self.opened[state].system.fight
        if mode is None or rules is None:
            return 0.0
        attempt = Attempt(opened.state, self.situations[state])
        theirs = self.opened[target]
        aimed = Target(
            Attempt(theirs.state, self.situations[target]),
            _distance(rules.reach(attempt, mode.attack)),
        )
        try:
            form = opened.roll_form(self.situations[state], mode.attack, {})
            known = {one.id for one in form.fields}
            values = rules.aim(attempt, mode.attack, (aimed,))
            values = {field: chosen for field, chosen in values.items() if field in known}
            form = opened.roll_form(self.situations[state], mode.attack, values)
        except RuleViolation:
            return 0.0
        return 0.0 if form.barred or form.exact is None else float(form.exact)

    def damage(self, state: int) -> FormValues | None:
        """The damage of one hit, as the target's form has it; None where there is none."""
        place = self.owners[state]
        if place not in self._damages:
            self._damages[place] = self._rolled_damages(self.start[place], self._modes[place])
        rolled = self._damages[place]
        return rolled[int(self.rng.random() * len(rolled))] if rolled else None

    def _rolled_damages(self, state: int, mode: _Mode | None) -> list[FormValues]:
        rules = self.opened[state].system.fight
        if mode is None or rules is None:
            return []
        attempt = Attempt(self.opened[state].state, self.situations[state])
        outcomes = (self._resolved(state, mode.damage, {}) for _ in range(DAMAGES))
        return [rules.harmed(attempt, mode.damage, one) for one in outcomes if one]

    def harm(self, state: int, values: FormValues) -> int:
        """The state after a hit."""
        key = (state, repr(values))
        known = self._harmed.setdefault(key, [])
        if len(known) < HARMS:
            rules = self.opened[state].system.fight
            outcome = self._resolved(state, rules.harm, values) if rules else None
            known.append(self._after(state, outcome) if outcome else state)
        return known[int(self.rng.random() * len(known))]

    def _best_mode(self, place: int) -> _Mode | None:
        """The attack that promises most against the first of the other side; None without any."""
        state = self.start[place]
        side = next((number for number, side in enumerate(self.sides) if place in side), -1)
        others = [one for number, one in enumerate(self.start) if number not in self.sides[side]]
        best, promise = None, 0.0
        for mode in _modes(self.opened[state]):
            rolled = self._rolled_damages(state, mode)[:8]
            average = sum(_amount(values) for values in rolled) / max(1, len(rolled))
            chance = self._chance(state, others[0], mode) if others else 0.0
            if chance * average > promise:
                best, promise = mode, chance * average
        return best


def _modes(opened: OpenCharacter) -> list[_Mode]:
    sections = (one for one in opened.sheet.sections if isinstance(one, Attacks))
    rows = (row for section in sections for row in section.rows if row.damage)
    return [_Mode(f"{row.key}.attack", f"{row.key}.damage") for row in rows]


def _amount(values: FormValues) -> int:
    typed = (values.get("damage") or ("0",))[0]
    return int(typed) if typed.isdigit() else 0


def _distance(reach: int | None) -> int:
    """Close for an attack that reaches no farther, one band apart for all others."""
    return 1 if reach is None else min(1, reach)


def _fought(simulation: Simulation) -> tuple[list[int], int]:
    """One fight: the states at its end, and its rounds. Who goes first is drawn anew each time."""
    states, rng = list(simulation.start), simulation.rng
    order = list(range(len(states)))
    rng.shuffle(order)
    side_of = {place: side for side, places in enumerate(simulation.sides) for place in places}
    standing = [[p for p in side if not simulation.is_out(states[p])] for side in simulation.sides]
    for number in range(1, MOST_ROUNDS + 1):
        for place in order:
            if simulation.is_out(states[place]):
                continue
            states[place] = simulation.turn(states[place])
            foes = standing[1 - side_of[place]]
            for _ in range(simulation.attacks(states[place])):
                if not foes:
                    return states, number
                target = foes[int(rng.random() * len(foes))]
                if simulation.hits(states[place], states[target]):
                    values = simulation.damage(states[place])
                    if values is not None:
                        states[target] = simulation.harm(states[target], values)
                        if simulation.is_out(states[target]):
                            foes.remove(target)
        if not all(standing):
            return states, number
    return states, MOST_ROUNDS
