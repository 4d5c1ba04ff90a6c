"""A worker process that fights an encounter again and again for a moment, to say how hard it is."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import msgspec

from rules import registry
from rules.combat import Entrant
from rules.craft import CRAFT
from rules.forecast import FIGHTS, Simulation, Tally
from rules.turn import Turn
from sheets.processes.child import main

# Processor seconds for one step, and how many fights are fought between two looks at them.
SECONDS, AT_ONCE = 1.0, 50


class JobEntrant(msgspec.Struct, frozen=True):
    """A document with the plain account of its turn, where it is aboard, and what it is in, as
    `rules.combat` has it.
    """

    document: bytes
    turn: dict[str, Any] = {}
    aboard: int | None = None
    station: str = ""
    circumstances: tuple[str, ...] = ()


class ForecastJob(msgspec.Struct, frozen=True):
    """Both sides of a fight of one game, a seed, and how many of its fights were fought before."""

    sides: tuple[tuple[JobEntrant, ...], ...]
    seed: int
    fought: int = 0


def run(job: ForecastJob) -> Tally:
    """The tally after the next fights, until a thousand are fought or time runs out."""
    fought_now, began = simulation(job), time.process_time()
    for fought in range(job.fought, FIGHTS, AT_ONCE):
        fought_now.fight(min(AT_ONCE, FIGHTS - fought))
        if time.process_time() - began > SECONDS:
            break
    return fought_now.tally


def simulation(job: ForecastJob) -> Simulation:
    """The fight of a job, with dice that follow from its seed and what was fought before."""
    sides = [[_entered(entrant) for entrant in side] for side in job.sides]
    craft = registry.get(sides[0][0].opened.document.system).craft
    rng = Random(f"{job.seed} {job.fought}")  # noqa: S311 (no secret)
    return Simulation(sides, rng, craft.crew if craft else None)


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
    """The reply to a message; the worker takes more."""
    return msgspec.msgpack.encode(run(msgspec.msgpack.decode(message, type=ForecastJob))), False


if __name__ == "__main__":
    main(handle)
