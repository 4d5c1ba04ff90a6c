"""A worker process that fights an encounter again and again, to say how hard it is."""

from __future__ import annotations

import time
from random import Random

import msgspec

from rules import registry
from rules.forecast import FIGHTS, Forecast, Simulation
from rules.system import OpenCharacter
from sheets.processes.child import main

# Processor seconds for all fights together, and how many are fought between two looks at them.
SECONDS, BATCH = 1.5, 50


class ForecastJob(msgspec.Struct, frozen=True):
    """The documents of both sides, and a seed."""

    ours: tuple[bytes, ...]
    theirs: tuple[bytes, ...]
    seed: int


def run(job: ForecastJob) -> Forecast:
    """The forecast: of a thousand fights, of fewer where time runs out."""
    sides = [[_opened(text) for text in side] for side in (job.ours, job.theirs)]
    began = time.process_time()
    simulation = Simulation(sides, Random(job.seed))  # noqa: S311 (no secret)
    for _ in range(FIGHTS // BATCH):
        simulation.fight(BATCH)
        if time.process_time() - began > SECONDS:
            break
    return simulation.forecast


def _opened(text: bytes) -> OpenCharacter:
    document = registry.read(text)
    return registry.rules_of(document).open(document)


def handle(message: bytes) -> tuple[bytes, bool]:
    """The reply to a message; the worker takes more."""
    return msgspec.msgpack.encode(run(msgspec.msgpack.decode(message, type=ForecastJob))), False


if __name__ == "__main__":
    main(handle)
