"""How hard an encounter is, worked out in a process of its own."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from rules.forecast import Forecast
from rules.problems import InvalidDocument
from sheets import storage
from sheets.encounters.crew.posts import is_craft
from sheets.encounters.worker import ForecastJob
from sheets.models import Combatant, Encounter
from sheets.processes.pool import PerProcess, Pool, WorkerError, WorkerSpec

WORKER = WorkerSpec("sheets.encounters.worker", memory=768 * 1024**2, seconds=8)
BUSY = "The server is busy. Try again in a minute."
ONE_SIDED = "Both sides need someone who can fight."
_pool = PerProcess(lambda: Pool(WORKER, size=1, jobs=1))


@dataclass(frozen=True)
class Difficulty:
    """How hard an encounter is: `forecast`, or why that is not known. `left_out` are the names of
    those who were not counted.
    """

    forecast: Forecast | None = None
    why_not: str = ""
    left_out: tuple[str, ...] = ()

    @property
    def won(self) -> int:
        """In how many of a hundred fights the party wins."""
        return round(100 * self.forecast.won) if self.forecast else 0

    @property
    def rounds(self) -> int:
        """How many rounds it takes on average."""
        return round(self.forecast.rounds) if self.forecast else 0

    @property
    def undecided(self) -> int:
        """In how many of a hundred fights nobody wins."""
        return round(100 * self.forecast.undecided) if self.forecast else 0

    @property
    def word(self) -> str:
        """The same in a word."""
        words = ((95, "Easy"), (80, "Fair"), (60, "Hard"), (35, "Deadly"))
        return next((word for least, word in words if self.won >= least), "Hopeless")


def difficulty(encounter: Encounter) -> Difficulty:
    """How hard an encounter is as it stands."""
    sides: dict[str, list[bytes]] = {side: [] for side in Combatant.Side}
    left_out = []
    rows = encounter.combatants.with_characters().order_by("pk")
    for row in rows:
        try:
            stored = storage.load(row.character)
            if stored.system.fight is None or is_craft(row):
                raise InvalidDocument("it does not fight")
            sides[row.side].append(storage.exported(stored.document))
        except (storage.CorruptRow, InvalidDocument):
            left_out.append(row.called)
    ours, theirs = sides[Combatant.Side.PARTY], sides[Combatant.Side.OPPONENTS]
    if not (ours and theirs):
        return Difficulty(why_not=ONE_SIDED, left_out=tuple(left_out))
    job = ForecastJob(tuple(ours), tuple(theirs), seed=encounter.pk)
    try:
        reply = _pool().ask(msgspec.msgpack.encode(job))
    except WorkerError:
        return Difficulty(why_not=BUSY, left_out=tuple(left_out))
    return Difficulty(msgspec.msgpack.decode(reply, type=Forecast), left_out=tuple(left_out))
