"""Twenty processes that do the same to one character at once, started by `test_processes`.

    python -m tests.sheets.concurrency.processes DATABASE

DATABASE is JSON, and so is each line of its input, an order: the character, what to do, and whether
the lock is taken out. Each process is a real one with a connection of its own. Under the lock,
before writing, all meet at a barrier; where the lock holds they never do, and the barrier gives up.
Prints what became of each, a line for each order.
"""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import sys
import uuid
from collections import Counter
from contextlib import suppress
from multiprocessing.synchronize import Barrier
from random import Random
from threading import BrokenBarrierError
from typing import Any

import django
from django.conf import settings
from django.db import connections

from rules.character import Character as OpenCharacter

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
settings.DATABASES["default"].update(json.loads(sys.argv[1]))
django.setup()

# The models need settings that are set up.
from rules import registry  # noqa: E402
from sheets import form_data, writes  # noqa: E402
from sheets.access import CharacterAccess  # noqa: E402
from sheets.advancement import operations  # noqa: E402
from sheets.errors import OutOfDate  # noqa: E402
from sheets.models import Character, Identity  # noqa: E402
from sheets.models.character import CharacterQuerySet  # noqa: E402

PROCESSES = 20
Order = dict[str, Any]


def main() -> None:
    # Tables are read once here, not in each of the processes.
    for system in registry.all_systems().values():
        _ = OpenCharacter(system, system.random(Random(0))).sheet
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        sys.stdout.write(json.dumps(Counter(outcomes(json.loads(line)))) + "\n")
        sys.stdout.flush()


def outcomes(order: Order) -> list[str]:
    """The outcomes of the twenty."""
    context = multiprocessing.get_context("fork")
    start, meeting = context.Barrier(PROCESSES), context.Barrier(PROCESSES)
    told: Any = context.Queue()
    given = (order, start, meeting, told)
    racers = [context.Process(target=race, args=given) for _ in range(PROCESSES)]
    for racer in racers:
        racer.start()
    found = [told.get(timeout=120) for _ in racers]
    for racer in racers:
        racer.join()
    return found


def take_out_the_lock() -> None:
    setattr(CharacterQuerySet, "select_for_update", lambda rows, **_: rows)  # noqa: B010 (its type is another)
    writes._content = lambda _: ""
    if connections["default"].vendor == "sqlite":
        connections.settings["default"]["OPTIONS"]["transaction_mode"] = "DEFERRED"


def race(order: Order, start: Barrier, meeting: Barrier, told: Any) -> None:
    """One process: it waits until all are there, and then enters."""
    if not order["locked"]:
        take_out_the_lock()
    check = writes._check_same
    places = [meeting]

    def meet_and_check(*args: Any) -> None:
        # Once: an attempt after that finds nobody to meet.
        if places:
            with suppress(BrokenBarrierError):
                places.pop().wait(timeout=order["patience"])
        check(*args)

    writes._check_same = meet_and_check
    start.wait(timeout=60)
    told.put(outcome(order))


def outcome(order: Order) -> str:
    """The outcome: "made", or the name of the exception."""
    character_access = CharacterAccess(
        Identity(visitor_hash=order["visitor"]), uuid.UUID(order["character"])
    )
    version = order["version"]
    for _ in range(4 * PROCESSES):
        key = order["key"] or form_data.new_key()
        try:
            made = operations.Enter(
                character_access, members=order["entry"], version=version, key=key
            ).run()
        except OutOfDate:
            if not order["again"]:
                return "Outdated"
            version = Character.objects.get(public_id=character_access.id).version
        except Exception as error:
            return type(error).__name__
        else:
            (position,) = made["positions"]
            return f"made at {position}" if order["key"] else "made"
    return "never got through"


if __name__ == "__main__":
    main()
