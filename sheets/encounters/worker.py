"""A worker process that fights an encounter again and again, to say how hard it is."""

from __future__ import annotations

import time
from random import Random

import msgspec

from rules import registry
from rules.craft import CRAFT
from rules.forecast import FIGHTS, Entrant, Forecast, Simulation
from sheets.processes.child import main

# Processor seconds for all fights together, and how many are fought between two looks at them.
SECONDS, BATCH = 1.5, 50


class JobEntrant(msgspec.Struct, frozen=True):
    """A document with what its turn holds, and where it is aboard, as `rules.forecast` has it."""

    document: bytes
    situation: dict[str, int] = {}
    aboard: int | None = None
    station: str = ""


class ForecastJob(msgspec.Struct, frozen=True):
    """Both sides of a fight of one game, and a seed."""

    sides: tuple[tuple[JobEntrant, ...], ...]
    seed: int


def run(job: ForecastJob) -> Forecast:
    """The forecast: of a thousand fights, of fewer where time runs out."""
    sides = [[_entered(one) for one in side] for side in job.sides]
    craft = registry.get(sides[0][0].opened.document.system).craft
    began = time.process_time()
    crews = craft.crew if craft else None
    simulation = Simulation(sides, Random(job.seed), crews)  # noqa: S311 (no secret)
    for _ in range(FIGHTS // BATCH):
        simulation.fight(BATCH)
        if time.process_time() - began > SECONDS:
            break
    return simulation.forecast


def _entered(one: JobEntrant) -> Entrant:
    document = registry.read(one.document)
    return Entrant(
        opened=registry.rules_of(document).open(document),
        situation=one.situation,
        is_craft=registry.held_in(document) == CRAFT,
        aboard=one.aboard,
        station=one.station,
    )


def handle(message: bytes) -> tuple[bytes, bool]:
    """The reply to a message; the worker takes more."""
    return msgspec.msgpack.encode(run(msgspec.msgpack.decode(message, type=ForecastJob))), False


if __name__ == "__main__":
    main(handle)
