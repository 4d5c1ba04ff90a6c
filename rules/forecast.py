"""The odds of a fight: it is fought a thousand times with the rules of its game, and counted.

Everyone attacks somebody on the other side who still stands, once a turn, a group once for each
member, with the attack that promises most of those that are left: what is thrown is gone. Nobody
moves, spends points, heals, or flees. Whoever is aboard a craft fires its weapons from their
station, and is hit as the craft, in front.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from random import Random
from typing import TypeVar, cast

import msgspec
from msgspec.structs import replace

from rules import combat, plain_text
from rules.combat import Entrant, Harm, Mode
from rules.craft import ATTACK, CrewRules
from rules.fight import members_left
from rules.forms.parsing import FormValues
from rules.play import Outcome

T = TypeVar("T")
FIGHTS = 1000
# How many rolls stand for all that damage, a soak that is rolled, and an attack and a defense that
# are rolled against each other can come to.
DAMAGES, HARMS, ROLLS = 60, 4, 12
# How many are rolled to choose a weapon, of hits and of attacks; and after how many hits that is no
# longer asked.
FEW_LOOKS, LOOKS, MOST_HITS = 8, 40, 40
# The promise of an attack that may fail each time.
LEAST = 1e-6
# A target after its defense, by the number of its state, and its harm; None for a miss.
Struck = tuple[int, Harm | None]


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


class Simulation:
    """A fight between two sides, to be fought again and again: combatants as states by numbers, and
    what the rules say of each, asked once. Those who are alike share their states.
    """

    def __init__(
        self,
        sides: Sequence[Sequence[Entrant]],
        rng: Random,
        crews: CrewRules | None = None,
    ) -> None:
        self.rng = rng
        self._rules = crews
        self.entrants: list[Entrant] = []
        self.owners: list[int] = []
        self._numbers: dict[object, int] = {}
        self._stocks: list[bytes] = []
        self._out: dict[int, bool] = {}
        self._done: dict[tuple[int, str], int] = {}
        self._spent: dict[tuple[int, Mode], int] = {}
        self._modes: dict[tuple[int, bytes], Mode | None] = {}
        self._chances: dict[tuple[int, Mode, int], float | None] = {}
        self._rolled: dict[object, list[object]] = {}
        self._guns: dict[tuple[int, int], Mode | None] = {}
        # Whom others can attack, by side; and who is aboard which craft.
        self.sides: list[list[int]] = [[] for _ in sides]
        self._crews: dict[int, list[tuple[int, str]]] = {}
        self._foes: list[int] = []
        self.start: list[int] = []
        # The first place of those who are alike, by what they are and by place.
        self._alike: dict[object, int] = {}
        self._firsts: list[int] = []
        for number, side in enumerate(sides):
            self._enter(side, number)
        self.tally = Tally()

    def with_opponent(self, entrant: Entrant, instead: int | None = None) -> Simulation:
        """The same fight with another opponent, besides all others or `instead` of the one at this
        place of its side. Both fights share what is known so far, and what they learn.
        """
        more = copy(self)
        more.sides = [list(side) for side in self.sides]
        more.start, more._foes, more._firsts = [*self.start], [*self._foes], [*self._firsts]
        more._alike = {**self._alike}
        if instead is not None:
            more.sides[1].remove(self._foes.count(1) + instead)
        more._place(entrant, 1)
        more.tally = Tally()
        return more

    def _enter(self, side: Sequence[Entrant], number: int) -> None:
        """One side of the fight."""
        first = len(self.start)
        crewed = {entrant.aboard for entrant in side}
        for index, entrant in enumerate(side):
            place = self._place(entrant, number, is_alone=index in crewed)
            if entrant.aboard is not None:
                crew = self._crews.setdefault(first + entrant.aboard, [])
                crew.append((place, entrant.station))

    def _place(self, entrant: Entrant, number: int, *, is_alone: bool = False) -> int:
        """The place of somebody new on a side. One who `is_alone` is like nobody else."""
        place, entered = len(self.start), replace(entrant, is_opponent=number == 1)
        like = (msgspec.json.encode(entered.opened.document), entered.turn.key, number)
        key = place if is_alone or entered.aboard is not None else (*like, entered.circumstances)
        self._firsts.append(self._alike.setdefault(key, place))
        self.start.append(self._number(place, entered))
        self._foes.append(1 - number)
        if entered.aboard is None:
            self.sides[number].append(place)
        return place

    @property
    def forecast(self) -> Forecast:
        """The outcome of the fights so far."""
        return self.tally.forecast

    # --- states

    def _number(self, place: int, entrant: Entrant) -> int:
        """The number of a state: who it is, what is marked and used up, and what the turn holds."""
        document, place = entrant.opened.document, self._firsts[place]
        begun = self.entrants[self.start[place]] if place < len(self.start) else entrant
        used = document.ledger[len(begun.opened.document.ledger) :]
        stock = msgspec.json.encode(used) if used else b""
        key = (place, document.marks, stock, entrant.turn.key)
        if key not in self._numbers:
            self._numbers[key] = len(self.entrants)
            self.entrants.append(entrant)
            self.owners.append(place)
            self._stocks.append(stock)
        return self._numbers[key]

    def _after(self, state: int, action: str, values: FormValues) -> int:
        """The state after an action; the same where the rules refuse it."""
        done = self.entrants[state].does(action, values, self.rng)
        return self._number(self.owners[state], done[1]) if done else state

    # --- what the rules say, once

    def is_out(self, state: int) -> bool:
        """True if a combatant in this state can do nothing more."""
        if state not in self._out:
            self._out[state] = self.entrants[state].is_out
        return self._out[state]

    def turn(self, state: int) -> int:
        """The state at the start of its turn."""
        return self._once(state, self.entrants[state].rules.turn)

    def ended(self, state: int) -> int:
        """The state at the end of its turn."""
        return self._once(state, self.entrants[state].rules.turn_end)

    def _once(self, state: int, action: str) -> int:
        """The state after an action without choices; the same where the game has no such action."""
        if not action:
            return state
        key = (state, action)
        if key not in self._done:
            self._done[key] = self._after(state, action, {})
        return self._done[key]

    def attacks(self, state: int) -> int:
        """The number of attacks in a turn: a group has one for each member."""
        entrant = self.entrants[state]
        members = members_left(entrant.rules, entrant.opened.document.marks)
        return 1 if members is None else members

    def mode(self, state: int) -> Mode | None:
        """The best attack of somebody unhurt, with what is left to them; None without any."""
        place, stock = self.owners[state], self._stocks[state]
        if (place, stock) not in self._modes:
            opened, begun = self.entrants[state].opened, self.entrants[self.start[place]]
            fresh = replace(begun, opened=opened.marked(begun.opened.document.marks))
            best = self._best(self._number(place, fresh), combat.modes(fresh))
            self._modes[place, stock] = best
        return self._modes[place, stock]

    def choice(self, place: int, entrant: Entrant) -> Mode | None:
        """The best attack of the one at this place of both sides, as they are now."""
        return None if place in self._crews else self.mode(self._number(place, entrant))

    def shots(self, state: int) -> list[tuple[int, Mode]] | None:
        """The attacks of those aboard a craft; None for anybody without a crew."""
        crew = self._crews.get(self.owners[state])
        if crew is None:
            return None
        shots = ((self.start[one], self._gun(one, station, state)) for one, station in crew)
        return [(one, mode) for one, mode in shots if mode is not None]

    def _gun(self, person: int, station: str, craft: int) -> Mode | None:
        """The best that somebody at a station can fire with the craft as it is now; None for
        nothing.
        """
        key = (person, craft)
        if key not in self._guns and self._rules:
            held = frozenset(id for _, id in self._crews[self.owners[craft]])
            aboard = self.entrants[craft].attempt()
            guns = [
                Mode(one.action, values=tuple(one.values.items()))
                for one in self._rules.actions(aboard, station, held)
                if one.needs == ATTACK and not one.barred
            ]
            self._guns[key] = self._best(self.start[person], guns)
        return self._guns.get(key)

    def spent(self, state: int, mode: Mode) -> int:
        """The state after an attack: it took an action of the turn, and used up what was thrown."""
        key = (state, mode)
        if key not in self._spent:
            self._spent[key] = self._after(state, mode.attack, dict(mode.values))
        return self._spent[key]

    def struck(self, state: int, mode: Mode, target: int) -> Struck:
        """The target after its defense, and what an attack does to it, None for a miss. A number is
        that of the target as it first stood; a defense is rolled as it is now. Where what is left
        of an attack counts, attack and defense are rolled against each other.
        """
        key = (state, mode, self.owners[target])
        if key not in self._chances:
            self._chances[key] = self._chance(state, mode, target)
        chance = self._chances[key]
        if chance is None and self.entrants[state].rules.left:
            return self._exchanged(state, mode, target)
        if chance is None:
            chance = self._one_of((state, mode, target), lambda: self._met(state, mode, target), 1)
        if self.rng.random() >= chance:
            return target, None
        begun = self.start[self.owners[state]]
        return target, self._one_of((begun, mode), lambda: self._hit(begun, mode, target), DAMAGES)

    def _chance(self, state: int, mode: Mode, target: int) -> float | None:
        """The exact chance of an attack; None if somebody rolls the defense."""
        attacker, aimed_at = self.entrants[state], self.entrants[target]
        values = combat.aimed(attacker, aimed_at, mode)
        if values is None:
            return 0.0
        if combat.defends(attacker, mode.attack, aimed_at):
            return None
        form = attacker.opened.roll_form(attacker.turn, mode.attack, values)
        return 0.0 if form.exact is None else float(form.exact)

    def _hit(self, state: int, mode: Mode, target: int) -> Harm | None:
        """The harm of a hit that meets no roll of its target."""
        attacker, aimed_at = self.entrants[state], self.entrants[target]
        rolled = combat.attack(attacker, mode, aimed_at, self.rng)
        if rolled is None:
            return None
        done = combat.Exchange(*rolled, aimed_at)
        return combat.struck(done, mode, max(1, rolled[0].total), self.rng).harm

    def _met(self, state: int, mode: Mode, target: int) -> float:
        """The chance of an attack against the usual defense that its target rolls."""
        rolled = [self._rolled_attack(state, mode, target) for _ in range(LOOKS)]
        attacks = [one[0] for one in rolled if one and one[0].success is not False]
        return sum(1 - self._avoided(state, mode, target, one) for one in attacks) / LOOKS

    def _avoided(self, state: int, mode: Mode, target: int, attack: Outcome) -> float:
        """The exact chance of the usual defense against an attack that was rolled so."""
        attacker, aimed_at = self.entrants[state], self.entrants[target]
        for one in combat.defenses(attacker, mode, aimed_at, attack):
            form = aimed_at.opened.roll_form(aimed_at.turn, one.action, one.values)
            if not form.barred and form.exact is not None:
                return float(form.exact)
        return 0.0

    def _exchanged(self, state: int, mode: Mode, target: int) -> Struck:
        """An attack and the roll against it, with what is left of it."""
        attacker, aimed_at, owner = self.entrants[state], self.entrants[target], self.owners[target]
        rolled = self._rolled_attack(state, mode, target)
        if rolled is None or rolled[0].success is False:
            return target, None
        attack, left = rolled[0], rolled[0].total
        answer = self._one_of(
            ("defense", self.owners[state], mode, target, left),
            lambda: combat.defense(attacker, mode, aimed_at, attack, self.rng),
        )
        if answer:
            target, left = self._number(owner, answer[1]), left - answer[0].total
            if answer[0].success:
                return target, None
        done = combat.Exchange(*rolled, aimed_at)
        return target, self._one_of(
            ("damage", state, mode, owner, left),
            lambda: combat.struck(done, mode, left, self.rng).harm,
        )

    def _rolled_attack(self, state: int, mode: Mode, target: int) -> combat.Done | None:
        """The roll of an attack; None where it can't be made."""
        attacker, aimed_at = self.entrants[state], self.entrants[target]
        return self._one_of(
            ("attack", state, mode, self.owners[target]),
            lambda: combat.attack(attacker, mode, aimed_at, self.rng),
            ROLLS if attacker.rules.left else LOOKS,
        )

    def harm(self, state: int, harm: Harm) -> int:
        """The state after a hit; of a craft in front."""
        action, values = combat.harm_of(harm, self.entrants[state], self._rules)
        key = (state, f"{action} {values}")
        return self._one_of(key, lambda: self._after(state, action, values), HARMS)

    def _one_of(self, key: object, roll: Callable[[], T], most: int = ROLLS) -> T:
        """One of so many rolls of the same; a new one as long as there are fewer."""
        known = self._rolled.setdefault(key, [])
        if len(known) < most:
            known.append(roll())
            return cast("T", known[-1])
        return cast("T", known[int(self.rng.random() * most)])

    def _best(self, state: int, modes: Sequence[Mode]) -> Mode | None:
        """The attack that promises most against the first of the other side; None without any."""
        others = self.sides[self._foes[self.owners[state]]]
        best, promise = None, 0.0
        for mode in modes if others else ():
            worth = self._promise(state, mode, self.start[others[0]])
            if worth > promise:
                best, promise = mode, worth
        return best

    def _promise(self, state: int, mode: Mode, target: int) -> float:
        """The chance of an attack, times the worth of a hit. Whoever rolls a defense can fail."""
        chance = self._chance(state, mode, target)
        least = LEAST if chance is None else 0.0
        if chance is None and self.entrants[state].rules.left:
            looks = [self._exchanged(state, mode, target)[1] for _ in range(LOOKS)]
            harms = [harm for harm in looks if harm]
            chance = len(harms) / LOOKS
        else:
            chance = self._met(state, mode, target) if chance is None else chance
            hits = (self._hit(state, mode, target) for _ in range(FEW_LOOKS if chance else 0))
            harms = [harm for harm in hits if harm]
        return max(least, chance * self._worth(harms, target))

    def _worth(self, harms: Sequence[Harm], target: int) -> float:
        """The worth of a hit: its damage on average; without any, and against a craft, the hits by
        which it ends the fight, since Shields, scale and ion weapons decide there. A hit that never
        does is worth nothing.
        """
        amounts = [_amount(values) for _, values in harms]
        if any(amounts) and not self.entrants[target].is_craft:
            return sum(amounts) / len(amounts)
        now, hits = target, 0
        while harms and hits < MOST_HITS:
            now, hits = self.harm(now, harms[hits % len(harms)]), hits + 1
            if self.is_out(now):
                return 1 / hits
        return 0.0


def _amount(values: FormValues) -> int:
    typed = (values.get("damage") or ("0",))[0]
    return max(0, plain_text.number(typed) or 0)
