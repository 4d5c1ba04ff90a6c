"""The forecast of an encounter's difficulty: a batch whose steps fight it for a moment each, in a
process of its own, until a thousand fights are counted. The batch stores the counts so far.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

import msgspec

from rules.fight import inside
from rules.forecast import FIGHTS, Forecast, Tally
from rules.problems import InvalidDocument
from rules.turn import Turn
from sheets import status, storage
from sheets.access import Request
from sheets.batches import operations as batches
from sheets.batches.operations import Progress, StepFailed
from sheets.encounters.aim import fillings
from sheets.encounters.crew.posts import posts_of
from sheets.encounters.crew.seating import best_seats
from sheets.encounters.worker import ForecastJob, JobEntrant
from sheets.models import Combatant, Encounter
from sheets.play.pilots import attempt, crew_dice, crew_rules, is_craft
from sheets.processes.pool import PerProcess, Pool, WorkerError, WorkerSpec

WORKER = WorkerSpec("sheets.encounters.worker", memory=768 * 1024**2, seconds=8, wall=96)
BUSY = "The server is busy. Try again in a minute."
ONE_SIDED = "Both sides need someone who can fight."
# Of a hundred fights.
MOSTLY = 50
_pool = PerProcess(lambda: Pool(WORKER, size=1, jobs=1))


@dataclass(frozen=True)
class Difficulty:
    """An encounter's difficulty: its `forecast`; or `why_not`, the reason that there is none; or,
    while it is worked out, the number of fights `fought`, and `waits` while another process does
    that. `left_out` names the combatants who don't count. `seated` names people without a station,
    with the station they are counted at.
    """

    forecast: Forecast | None = None
    why_not: str = ""
    left_out: tuple[str, ...] = ()
    seated: tuple[str, ...] = ()
    fought: int = 0
    waits: bool = False

    @property
    def fights(self) -> int:
        """The number of fights in the whole forecast."""
        return FIGHTS

    @property
    def is_open(self) -> bool:
        """True while fights remain to be fought."""
        return not self.forecast and not self.why_not

    @property
    def won(self) -> int:
        """In how many of a hundred fights the party wins."""
        return round(100 * self.forecast.won) if self.forecast else 0

    @property
    def rounds(self) -> int:
        """The average number of rounds."""
        return round(self.forecast.rounds) if self.forecast else 0

    @property
    def undecided(self) -> int:
        """In how many of a hundred fights nobody wins."""
        return round(100 * self.forecast.undecided) if self.forecast else 0

    @property
    def word(self) -> str:
        """The chances in a word; a fight that nobody wins counts half, unless most are such."""
        if self.undecided > MOSTLY:
            return "A stalemate"
        words = ((95, "Easy"), (80, "Fair"), (60, "Hard"), (35, "Deadly"))
        held = self.won + self.undecided / 2
        return next((word for least, word in words if held >= least), "Hopeless")


class _Counted(msgspec.Struct, frozen=True):
    """The tally of the fights so far, and a hash of the combatants who fought them."""

    key: str = ""
    tally: Tally = Tally()


class DifficultyBatch:
    """The batch that works out the difficulty of an encounter as it is, for the page at `place`."""

    def __init__(self, request: Request, encounter: Encounter, place: str) -> None:
        self.request, self.place = request, place
        self._entered = _Entered(encounter)
        sides = (Combatant.Side.PARTY, Combatant.Side.OPPONENTS)
        self.job = ForecastJob(tuple(map(self._entered.side, sides)), seed=encounter.pk)
        written = msgspec.msgpack.encode((status.site_version(), self.job))
        self._key = blake2b(written, digest_size=16).hexdigest()

    @property
    def is_done(self) -> bool:
        """True once all fights are fought, or if a side is empty."""
        return not all(self.job.sides) or self._tally().fights >= FIGHTS

    def go_on(self, *, resumes: bool, steps: bool) -> Difficulty:
        """Does a step if it `steps`, unless all is fought or another process is at it: how far it
        is. Raises Canceled.
        """
        why_not, waits = "", False
        if not self.is_done:
            batch = batches.begin(self.request, self.place, resumes=resumes)
            try:
                waits = steps and not batches.step(batch, self.step)
            except StepFailed as fault:
                why_not = str(fault)
        return self._difficulty(why_not, waits=waits)

    def step(self) -> Progress:
        """Fights for a moment; StepFailed where that is not possible."""
        if not all(self.job.sides):
            raise StepFailed(ONE_SIDED)
        tally = self._tally()
        if tally.fights < FIGHTS:
            job = msgspec.structs.replace(self.job, fought=tally.fights)
            try:
                reply = _pool().ask(msgspec.msgpack.encode(job))
            except WorkerError:
                raise StepFailed(BUSY) from None
            tally = tally.plus(msgspec.msgpack.decode(reply, type=Tally))
        kept = msgspec.msgpack.encode(_Counted(self._key, tally))
        return Progress(tally.fights, FIGHTS, tally.fights >= FIGHTS, kept)

    def _difficulty(self, why_not: str, *, waits: bool) -> Difficulty:
        left_out, seated = tuple(self._entered.left_out), tuple(self._entered.seated)
        if not all(self.job.sides):
            return Difficulty(why_not=ONE_SIDED, left_out=left_out)
        tally = self._tally()
        known = tally.forecast if tally.fights >= FIGHTS else None
        return Difficulty(known, why_not, left_out, seated, tally.fights, waits)

    def _tally(self) -> Tally:
        """The stored tally of these fights; an empty one if a combatant has changed since."""
        kept = batches.kept(self.request, self.place)
        counted = msgspec.msgpack.decode(kept, type=_Counted) if kept else _Counted()
        return counted.tally if counted.key == self._key else Tally()


class _Entered:
    """The combatants of an encounter as the forecast counts them: who can be worked out, and who is
    aboard which craft, by row id.
    """

    def __init__(self, encounter: Encounter) -> None:
        self.left_out: list[str] = []
        self.seated: list[str] = []
        self.known: dict[int, tuple[Combatant, storage.StoredCharacter]] = {}
        rows = list(encounter.combatants.with_characters().order_by("pk"))
        for row in rows:
            row.encounter = encounter
            try:
                stored = storage.load(row.character)
                if stored.system.fight is None:
                    raise InvalidDocument("it does not fight")
            except (storage.CorruptRow, InvalidDocument):
                self.left_out.append(row.called)
            else:
                self.known[row.pk] = (row, stored)
        self.rules = crew_rules(encounter.party)
        posts = posts_of(encounter, rows).rows
        self.aboard = {post.member_id: (post.craft_id, post.station) for post in posts}
        self._board_the_ship(encounter)

    def _board_the_ship(self, encounter: Encounter) -> None:
        """Where nobody is aboard the party's ship yet, its people count where each does best."""
        ship = next((row for row, _ in self.known.values() if _is_ship(row, encounter)), None)
        if ship is None or self.rules is None:
            return
        if any(craft == ship.pk for craft, _ in self.aboard.values()):
            return
        people = [
            (row.pk, stored)
            for row, stored in self.known.values()
            if not row.is_opponent and not is_craft(row) and row.pk not in self.aboard
        ]
        for member, station in best_seats(self.rules, self.known[ship.pk][1], people):
            self.aboard[member] = (ship.pk, station.id)
            self.seated.append(f"{self.known[member][0].called} ({station.one or station.name})")

    def side(self, side: str) -> tuple[JobEntrant, ...]:
        """Everyone on a side, those aboard with the place of their craft there."""
        rows = [pk for pk, (row, _) in self.known.items() if row.side == side]
        places = {pk: place for place, pk in enumerate(rows)}
        return tuple(self._entrant(pk, places) for pk in rows)

    def _entrant(self, pk: int, places: dict[int, int]) -> JobEntrant:
        row, stored = self.known[pk]
        craft, station = self.aboard.get(pk, (0, ""))
        turn = Turn(self._situation(row, stored), effects=stored.situation.effects)
        return JobEntrant(
            storage.exported(stored.document),
            turn.plain(),
            places.get(craft),
            station,
            inside(row.place, row.circumstances, fillings(row.encounter)),
        )

    def _situation(self, row: Combatant, stored: storage.StoredCharacter) -> dict[str, int]:
        """The turn's values that a craft has from its crew; {} for all others."""
        if self.rules is None or not is_craft(row):
            return {}
        at_helm = (row.pk, self.rules.pilot)
        pilot = next((pk for pk, post in self.aboard.items() if post == at_helm), None)
        if pilot is not None:
            return dict(self.rules.flown(attempt(self.known[pilot][1]), attempt(stored)))
        if any(craft == row.pk for craft, _ in self.aboard.values()):
            return {}
        return self.rules.crewed(crew_dice(self.rules, row))


def _is_ship(row: Combatant, encounter: Encounter) -> bool:
    return is_craft(row) and row.character.party_id == encounter.party.pk
