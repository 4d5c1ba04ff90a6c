"""The odds of a fight: it is fought a thousand times with the rules of its game, and counted.

Everyone attacks somebody on the other side who still stands, once a turn, a group once for each
member, with the attack that promises most; nobody moves, spends points, heals, or flees. Whoever is
aboard a craft fires its weapons from their station, and is hit as the craft, in front.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any
from urllib.parse import parse_qs

import msgspec

from rules import fight
from rules.character import Character
from rules.craft import ATTACK, SIDE, CrewRules
from rules.fight import FightRules, Target
from rules.forms.parsing import FormValues
from rules.play import Attempt, Outcome, shifted
from rules.problems import RuleViolation
from rules.sheet.sections import Attacks
from rules.turn import Turn

FIGHTS, MOST_ROUNDS = 1000, 20
# How many rolls stand for all that a damage roll, and a soak that is rolled, can come to.
DAMAGES, HARMS = 60, 4
# How many are rolled to choose a weapon, and after how many hits that is no longer asked.
FIRST_LOOKS, MOST_HITS = 8, 40


class Forecast(msgspec.Struct, frozen=True, gc=False):
    """The outcome of so many fights: the share that the first side won and that nobody did after
    twenty rounds, how many of the first side fell in one on average, and its rounds.
    """

    fights: int
    won: float
    undecided: float
    fallen: float
    rounds: float


class Tally(msgspec.Struct, frozen=True, gc=False):
    """The same counted over all fights, so that those of several simulations can be added."""

    fights: int = 0
    won: int = 0
    undecided: int = 0
    fallen: int = 0
    rounds: int = 0

    def plus(self, more: Tally) -> Tally:
        """Both together."""
        both = zip(msgspec.structs.astuple(self), msgspec.structs.astuple(more), strict=True)
        return Tally(*map(sum, both))

    @property
    def forecast(self) -> Forecast:
        """The expected outcome of one fight."""
        fights, *sums = msgspec.structs.astuple(self)
        return Forecast(fights, *(number / max(1, fights) for number in sums))


class Entrant(msgspec.Struct, frozen=True, gc=False):
    """Somebody in the fight: a character, or a craft (`is_craft`), with what its turn holds. One
    who is `aboard` is at that station of the craft with this place on the same side.
    """

    opened: Character
    turn: Turn = Turn()
    is_craft: bool = False
    aboard: int | None = None
    station: str = ""


class Mode(msgspec.Struct, frozen=True, gc=False):
    """An attack of a combatant: the keys of its roll and of its damage, and the values of its form.
    Without a key the damage is what the roll leads to.
    """

    attack: str
    damage: str = ""
    values: tuple[tuple[str, tuple[str, ...]], ...] = ()


class Simulation:
    """A fight between two sides, to be fought again and again: combatants as states by numbers, and
    what the rules say of each, asked once.
    """

    def __init__(
        self,
        sides: Sequence[Sequence[Entrant]],
        rng: Random,
        crews: CrewRules[Any, Any] | None = None,
    ) -> None:
        self.rng = rng
        self._rules = crews
        self.opened: list[Character] = []
        self.turns: list[Turn] = []
        self.owners: list[int] = []
        self._numbers: dict[Any, int] = {}
        self._members: list[int | None] = []
        self._out: dict[int, bool] = {}
        self._begun: dict[int, int] = {}
        self._chances: dict[tuple[int, Mode, int], float] = {}
        self._damages: dict[tuple[int, Mode], list[FormValues]] = {}
        self._harmed: dict[tuple[int, str], list[int]] = {}
        self._guns: dict[tuple[int, int], Mode | None] = {}
        # Whom others can attack, by side; who is aboard which craft; and whether it is one.
        self.sides: list[list[int]] = []
        self._crews: dict[int, list[tuple[int, str]]] = {}
        self._is_craft: list[bool] = []
        self._foes: list[int] = []
        self.start: list[int] = []
        for number, side in enumerate(sides):
            self._enter(side, number)
        self.attack_modes = {
            place: self._best(self.start[place], _modes(self.opened[self.start[place]]))
            for targets in self.sides
            for place in targets
            if place not in self._crews
        }
        self.tally = Tally()

    def fight(self, times: int) -> None:
        """Fights it so many times more."""
        for _ in range(times):
            states, lasted = _fought(self)
            standing = [sum(not self.is_out(states[one]) for one in side) for side in self.sides]
            won = not standing[1] and standing[0] > 0
            undecided = all(standing) or not any(standing)
            fallen = len(self.sides[0]) - standing[0]
            self.tally = self.tally.plus(Tally(1, int(won), int(undecided), fallen, lasted))

    def _enter(self, side: Sequence[Entrant], number: int) -> None:
        """One side of the fight."""
        first, targets = len(self.start), []
        for entrant in side:
            place = len(self.start)
            self.start.append(self._number(place, entrant.opened, entrant.turn))
            self._is_craft.append(entrant.is_craft)
            self._foes.append(1 - number)
            if entrant.aboard is None:
                targets.append(place)
            else:
                crew = self._crews.setdefault(first + entrant.aboard, [])
                crew.append((place, entrant.station))
        self.sides.append(targets)

    @property
    def forecast(self) -> Forecast:
        """The outcome of the fights so far."""
        return self.tally.forecast

    # --- states

    def _number(self, place: int, opened: Character, turn: Turn) -> int:
        """The number of a state: who it is, what is marked, and what the turn holds."""
        key = (place, opened.document.marks, turn.key)
        if key not in self._numbers:
            self._numbers[key] = len(self.opened)
            self.opened.append(opened)
            self.turns.append(turn)
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
        return self._number(self.owners[state], after, self.turns[state].after(outcome))

    def _resolved(self, state: int, action: str, values: FormValues) -> Outcome | None:
        """The outcome of an action; None where the rules refuse it."""
        try:
            return self.opened[state].resolve(self.turns[state], action, values, self.rng)
        except RuleViolation:
            return None

    def _entrant(self, state: int) -> Entrant:
        return Entrant(self.opened[state], self.turns[state])

    # --- what the rules say, once

    def is_out(self, state: int) -> bool:
        """True if a combatant in this state can do nothing more."""
        if state not in self._out:
            self._out[state] = is_out(self._entrant(state))
        return self._out[state]

    def turn(self, state: int) -> int:
        """The state at the start of its turn."""
        if state not in self._begun:
            rules = self.opened[state].system.fight
            outcome = self._resolved(state, rules.turn, {}) if rules else None
            self._begun[state] = self._after(state, outcome) if outcome else state
        return self._begun[state]

    def attacks(self, state: int) -> list[tuple[int, Mode]]:
        """The attacks of a combatant in its turn, by whoever makes them: a group has one for each
        member, a craft with a crew those of the people aboard.
        """
        place = self.owners[state]
        if place in self._crews:
            shots = ((self.start[one], self._gun(one, id, state)) for one, id in self._crews[place])
            return [(one, mode) for one, mode in shots if mode is not None]
        mode, members = self.attack_modes[place], self._members[state]
        return [(state, mode)] * (1 if members is None else members) if mode else []

    def _gun(self, person: int, station: str, craft: int) -> Mode | None:
        """The best that somebody at a station can fire with the craft as it is now; None for
        nothing.
        """
        key = (person, craft)
        if key not in self._guns and self._rules:
            held = frozenset(id for _, id in self._crews[self.owners[craft]])
            aboard = Attempt(self.opened[craft].state, self.turns[craft])
            guns = [
                Mode(one.action, values=tuple(one.values.items()))
                for one in self._rules.actions(aboard, station, held)
                if one.needs == ATTACK and not one.barred
            ]
            self._guns[key] = self._best(self.start[person], guns)
        return self._guns.get(key)

    def hits(self, state: int, mode: Mode, target: int) -> bool:
        """True if an attack hits, by its exact chance against the target as it first stood."""
        key = (state, mode, self.owners[target])
        if key not in self._chances:
            self._chances[key] = self._chance(state, target, mode)
        return self.rng.random() < self._chances[key]

    def _chance(self, state: int, target: int, mode: Mode) -> float:
        opened, turn = self.opened[state], self.turns[state]
        values = aimed(self._entrant(state), self._entrant(target), mode)
        form = None if values is None else opened.roll_form(turn, mode.attack, values)
        return 0.0 if form is None or form.exact is None else float(form.exact)

    def damage(self, state: int, mode: Mode) -> FormValues | None:
        """The damage of one hit, as the target's form has it; None where there is none."""
        key = (self.owners[state], mode)
        if key not in self._damages:
            self._damages[key] = self._rolled_damages(self.start[key[0]], mode, DAMAGES)
        rolled = self._damages[key]
        return rolled[int(self.rng.random() * len(rolled))] if rolled else None

    def _rolled_damages(self, state: int, mode: Mode, times: int) -> list[FormValues]:
        rules = self.opened[state].system.fight
        if rules is None:
            return []
        action, sent = followed(mode.damage or self._leads_to(state, mode))
        attempt = Attempt(self.opened[state].state, self.turns[state], sent)
        outcomes = (
            self._resolved(state, action, {**sent, **self._left(state, mode, rules)})
            for _ in range(times)
        )
        return [rules.harmed(attempt, action, one) for one in outcomes if one]

    def _left(self, state: int, mode: Mode, rules: FightRules[Any]) -> FormValues:
        """The total of a roll, as a hit hands it on to its damage where it counts."""
        outcome = self._resolved(state, mode.attack, dict(mode.values)) if rules.left else None
        return {rules.left: (str(max(1, outcome.total)),)} if outcome else {}

    def _leads_to(self, state: int, mode: Mode) -> str:
        """The damage roll of an attack that hits."""
        outcome = self._resolved(state, mode.attack, dict(mode.values))
        return outcome.hit.action if outcome else ""

    def harm(self, state: int, values: FormValues) -> int:
        """The state after a hit; of a craft in front."""
        if self._is_craft[self.owners[state]] and self._rules and self._rules.sides:
            values = {SIDE: (self._rules.sides[0].id,), **values}
        key = (state, repr(values))
        known = self._harmed.setdefault(key, [])
        if len(known) < HARMS:
            rules = self.opened[state].system.fight
            outcome = self._resolved(state, rules.harm, values) if rules else None
            known.append(self._after(state, outcome) if outcome else state)
        return known[int(self.rng.random() * len(known))]

    def _best(self, state: int, modes: Sequence[Mode]) -> Mode | None:
        """The attack that promises most against the first of the other side; None without any."""
        others = self.sides[self._foes[self.owners[state]]]
        best, promise = None, 0.0
        for mode in modes if others else ():
            target = self.start[others[0]]
            chance = self._chance(state, target, mode)
            worth = chance * self._worth(state, mode, target) if chance else 0.0
            if worth > promise:
                best, promise = mode, worth
        return best

    def _worth(self, state: int, mode: Mode, target: int) -> float:
        """The worth of a hit: its damage on average, against a craft the rounds by which that
        shortens the fight, since Shields, scale and ion weapons decide there.
        """
        rolled = self._rolled_damages(state, mode, FIRST_LOOKS)
        if not rolled:
            return 0.0
        if not self._is_craft[self.owners[target]]:
            return sum(_amount(values) for values in rolled) / len(rolled)
        now, hits = target, 0
        while hits < MOST_HITS and not self.is_out(now):
            now, hits = self.harm(now, rolled[hits % len(rolled)]), hits + 1
        return 1 / max(1, hits)


def is_out(entrant: Entrant) -> bool:
    """True if a combatant can do nothing more."""
    # Who has done all that a turn allows can act again on the next.
    opened, turn = entrant.opened, Turn(entrant.turn.numbers)
    rules = opened.system.fight
    if rules and rules.out:
        return rules.out(Attempt(opened.state, turn))
    roll = fight.first_roll(opened.play_state(turn))
    barred = not roll or bool(opened.roll_form(turn, roll, {}).barred)
    return barred or fight.members_left(rules, opened.document.marks) == 0


def near(
    rules: FightRules[Any], attempt: Attempt[Any], action: str, target: Entrant
) -> tuple[Target[Any], ...]:
    """The only target of an attack, as near as the attack needs it."""
    distance = _distance(rules.reach(attempt, action))
    return (Target(Attempt(target.opened.state, target.turn), distance),)


def aimed(attacker: Entrant, target: Entrant, mode: Mode) -> FormValues | None:
    """The form of an attack as its target fills it in; None where it can't be made."""
    opened, turn = attacker.opened, attacker.turn
    rules = opened.system.fight
    if rules is None:
        return None
    attempt, values = Attempt(opened.state, turn), dict(mode.values)
    try:
        known = {one.id for one in opened.roll_form(turn, mode.attack, values).fields}
        theirs = rules.aim(attempt, mode.attack, near(rules, attempt, mode.attack, target))
        values |= {field: chosen for field, chosen in theirs.items() if field in known}
        return None if opened.roll_form(turn, mode.attack, values).barred else values
    except RuleViolation:
        return None


def followed(action: str) -> tuple[str, FormValues]:
    """An action that follows another, with the values of its form: "weapons.knife.damage?aim=head"
    is `weapons.knife.damage` with `aim` "head".
    """
    action, _, how = action.partition("?")
    return action, {name: tuple(several) for name, several in parse_qs(how).items()}


def _modes(opened: Character) -> list[Mode]:
    sections = (one for one in opened.sheet.sections if isinstance(one, Attacks))
    rows = (row for section in sections for row in section.rows if row.damage)
    modes = [Mode(f"{row.key}.attack", f"{row.key}.damage") for row in rows]
    rules = opened.system.fight
    more = rules.attacks(Attempt(opened.state, Turn())) if rules else ()
    return modes + [Mode(f"{row.key}.attack", f"{row.key}.damage") for row in more if row.damage]


def _amount(values: FormValues) -> int:
    typed = (values.get("damage") or ("0",))[0]
    return int(typed) if typed.isdigit() else 0


def _distance(reach: int | None) -> int:
    """Close for an attack that reaches no farther, one band apart for all others."""
    return 1 if reach is None else min(1, reach)


def _fought(simulation: Simulation) -> tuple[list[int], int]:
    """One fight: the states at its end, and its rounds. Who goes first is drawn anew each time."""
    states, rng = list(simulation.start), simulation.rng
    order = [place for side in simulation.sides for place in side]
    rng.shuffle(order)
    side_of = {place: side for side, places in enumerate(simulation.sides) for place in places}
    standing = [[p for p in side if not simulation.is_out(states[p])] for side in simulation.sides]
    for number in range(1, MOST_ROUNDS + 1):
        for place in order:
            if simulation.is_out(states[place]):
                continue
            states[place] = simulation.turn(states[place])
            foes = standing[1 - side_of[place]]
            for attacker, mode in simulation.attacks(states[place]):
                if not foes:
                    return states, number
                target = foes[int(rng.random() * len(foes))]
                if simulation.hits(attacker, mode, states[target]):
                    values = simulation.damage(attacker, mode)
                    if values is not None:
                        states[target] = simulation.harm(states[target], values)
                        if simulation.is_out(states[target]):
                            foes.remove(target)
        if not all(standing):
            return states, number
    return states, MOST_ROUNDS
