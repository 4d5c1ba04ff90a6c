"""The fights of a forecast, round by round: the order is drawn, and each attacks somebody of the
other side who still stands.
"""

from __future__ import annotations

from rules.forecast import Simulation, Tally

MOST_ROUNDS = 20


def fight(simulation: Simulation, times: int) -> None:
    """Fights it so many times more, and counts how each ended."""
    for _ in range(times):
        states, lasted = _fought(simulation)
        standing = [
            sum(not simulation.is_out(states[one]) for one in side) for side in simulation.sides
        ]
        won = not standing[1] and standing[0] > 0
        undecided = all(standing) or not any(standing)
        fallen = len(simulation.sides[0]) - standing[0]
        counted = Tally(1, int(won), int(undecided), fallen, lasted)
        simulation.tally = simulation.tally.plus(counted)


def _fought(simulation: Simulation) -> tuple[list[int], int]:
    """One fight: the states at its end, and its rounds. Who goes first is drawn anew each time."""
    states, rng = list(simulation.start), simulation.rng
    order = [place for side in simulation.sides for place in side]
    rng.shuffle(order)
    side_of = {place: side for side, places in enumerate(simulation.sides) for place in places}
    standing = [[p for p in side if not simulation.is_out(states[p])] for side in simulation.sides]
    for number in range(1, MOST_ROUNDS + 1):
        for place in order:
            if _starts_together(simulation, states[place]):
                states[place] = simulation.turn(states[place])
        for place in order:
            if simulation.is_out(states[place]):
                continue
            foes = standing[1 - side_of[place]]
            _take_turn(simulation, states, place, foes)
            if not foes:
                return states, number
        if not all(standing):
            return states, number
    return states, MOST_ROUNDS


def _starts_together(simulation: Simulation, state: int) -> bool:
    return simulation.entrants[state].rules.together and not simulation.is_out(state)


def _take_turn(simulation: Simulation, states: list[int], place: int, foes: list[int]) -> None:
    """The turn of one who stands, with the attacks that it has; who falls is no foe any more."""
    if not simulation.entrants[states[place]].rules.together:
        states[place] = simulation.turn(states[place])
    shots = simulation.shots(states[place])
    for number in range(simulation.attacks(states[place]) if shots is None else len(shots)):
        state = states[place]
        attacker, mode = shots[number] if shots else (state, simulation.mode(state))
        if mode is None or not foes:
            break
        target = foes[int(simulation.rng.random() * len(foes))]
        states[target], harm = simulation.struck(attacker, mode, states[target])
        if not shots:
            states[place] = simulation.spent(state, mode)
        if harm is not None:
            states[target] = simulation.harm(states[target], harm)
            if simulation.is_out(states[target]):
                foes.remove(target)
    states[place] = simulation.ended(states[place])
