"""A worker process that fights an encounter again and again for a moment, to say how hard it is."""

from __future__ import annotations

import time
from random import Random

import msgspec

from rules import registry, rounds
from rules.combat import Entrant
from rules.craft import CRAFT
from rules.forecast import FIGHTS, Simulation, Tally
from rules.turn import Turn
from sheets.processes.child import main

# Processor seconds for one step, and how many fights are fought between two looks at them.
SECONDS, AT_ONCE = 1.0, 50
# How many fights tell what one more opponent would change.
FIGHTS_MORE = 400


class JobEntrant(msgspec.Struct, frozen=True):
    """A document with the plain account of its turn, where it is aboard, and what it is in, as
    `rules.combat` has it.
    """

    document: bytes
    turn: dict[str, object] = {}
    aboard: int | None = None
    station: str = ""
    circumstances: tuple[str, ...] = ()


class OneMore(msgspec.Struct, frozen=True):
    """An opponent who joins, or comes `instead` of the one at this place of its side: a group with
    one more member.
    """

    entrant: JobEntrant
    instead: int | None = None


class ForecastJob(msgspec.Struct, frozen=True):
    """Both sides of a fight of one game, a seed, and how many of its fights were fought before.
    After those of the fight itself come some with each of `one_more`.
    """

    sides: tuple[tuple[JobEntrant, ...], ...]
    seed: int
    fought: int = 0
    one_more: tuple[OneMore, ...] = ()

    @property
    def shares(self) -> tuple[int, ...]:
        """The number of fights of the fight itself, and of each with one more."""
        return (FIGHTS, *(FIGHTS_MORE for _ in self.one_more))


# The simulations of the last job, by its sides: its next step goes on with what they know.
_warm: dict[bytes, list[Simulation]] = {}


def run(job: ForecastJob) -> tuple[Tally, ...]:
    """The tallies after the next fights, of the fight itself and of each with one more, until all
    are fought or time runs out.
    """
    began, simulations = time.process_time(), _simulations(job)
    rng, passed = Random(f"{job.seed} {job.fought}"), 0  # noqa: S311 (no secret)
    for each, share in zip(simulations, job.shares, strict=True):
        each.rng = rng
        for fought in range(max(0, job.fought - passed), share, AT_ONCE):
            if any(one.tally.fights for one in simulations) and _is_over(began):
                break
            rounds.fight(each, min(AT_ONCE, share - fought))
        passed += share
    return tuple(one.tally for one in simulations)


def simulation(job: ForecastJob) -> Simulation:
    """The fight of a job, with dice that follow from its seed."""
    sides = [[_entered(entrant) for entrant in side] for side in job.sides]
    craft = registry.get(sides[0][0].opened.document.system).craft
    rng = Random(str(job.seed))  # noqa: S311 (no secret)
    return Simulation(sides, rng, craft.crew if craft else None)


def _is_over(began: float) -> bool:
    return time.process_time() - began > SECONDS


def _simulations(job: ForecastJob) -> list[Simulation]:
    """The fight of a job, and that with each of one more."""
    key = msgspec.msgpack.encode((job.sides, job.one_more))
    if key not in _warm:
        base = simulation(job)
        _warm.clear()
        _warm[key] = [
            base,
            *(base.with_opponent(_entered(more.entrant), more.instead) for more in job.one_more),
        ]
    for each in _warm[key]:
        each.tally = Tally()
    return _warm[key]


def _entered(entrant: JobEntrant) -> Entrant:
    document = registry.read(entrant.document)
    return Entrant(
        opened=registry.open(document),
        turn=Turn.read(entrant.turn),
        is_craft=registry.held_in(document) == CRAFT,
        aboard=entrant.aboard,
        station=entrant.station,
        circumstances=entrant.circumstances,
    )


def handle(message: bytes) -> tuple[bytes, bool]:
    """The reply to a message; the worker retires once all is fought, with what it knows."""
    job = msgspec.msgpack.decode(message, type=ForecastJob)
    tallies = run(job)
    fought = job.fought + sum(tally.fights for tally in tallies)
    return msgspec.msgpack.encode(tallies), fought >= sum(job.shares)


if __name__ == "__main__":
    main(handle)
