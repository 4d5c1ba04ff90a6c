"""The forecast of an encounter's difficulty: a batch whose steps fight it for a moment each, in a
process of its own, until a thousand fights are counted, and then some with one more of each kind of
opponent. The batch stores the counts so far.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

import msgspec

from rules.fight import inside, members_left
from rules.forecast import FIGHTS, Forecast, Tally
from rules.problems import InvalidDocument
from rules.turn import Turn
from sheets import release, storage
from sheets.access import Request
from sheets.batches import operations as batches
from sheets.batches.operations import Progress, StepFailed
from sheets.encounters import operations
from sheets.encounters.aim import fillings
from sheets.encounters.crew.posts import posts_of
from sheets.encounters.crew.seating import best_seats
from sheets.encounters.lineup import base_name
from sheets.encounters.worker import ForecastJob, JobEntrant, OneMore
from sheets.models import Combatant, Encounter
from sheets.play.pilots import attempt, crew_dice, crew_rules, is_craft
from sheets.processes.pool import PerProcess, Pool, WorkerError, WorkerSpec

WORKER = WorkerSpec("sheets.encounters.worker", memory=768 * 1024**2, seconds=8, wall=96)
BUSY = "The server is busy. Try again in a minute."
ONE_SIDED = "Both sides need someone who can fight."
# Of a hundred fights.
MOSTLY = 50
# So many kinds of opponents are asked what one more of them would change.
MOST_KINDS = 6
_pool = PerProcess(lambda: Pool(WORKER, size=1))


class More(msgspec.Struct, frozen=True):
    """In how many of a hundred fights the party wins against one more opponent of this `name`."""

    name: str
    won: int


@dataclass(frozen=True)
class Difficulty:
    """An encounter's difficulty: its `forecast`; or `why_not`, the reason that there is none; or,
    while it is worked out, how many are `fought` of all its `fights`, and `waits` while another
    process does that. `more` is what one more opponent changes. `left_out` names the combatants who
    don't count. `seated` names people without a station, with the station they are counted at.
    """

    forecast: Forecast | None = None
    why_not: str = ""
    left_out: tuple[str, ...] = ()
    seated: tuple[str, ...] = ()
    fought: int = 0
    waits: bool = False
    more: tuple[More, ...] = ()
    fights: int = FIGHTS

    @property
    def is_open(self) -> bool:
        """True while fights remain to be fought."""
        return not self.why_not and self.fought < self.fights

    @property
    def won(self) -> int:
        """In how many of a hundred fights the party wins."""
        return _of_hundred(self.forecast) if self.forecast else 0

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


def _of_hundred(forecast: Forecast) -> int:
    return round(100 * forecast.won)


class _Counted(msgspec.Struct, frozen=True):
    """The tallies of the fights so far, of the fight itself and of each with one more, and a hash
    of the combatants who fought them.
    """

    key: str = ""
    tallies: tuple[Tally, ...] = ()

    @property
    def fought(self) -> int:
        """The number of all fights."""
        return sum(tally.fights for tally in self.tallies)

    @property
    def forecast(self) -> Forecast | None:
        """The forecast of the fight itself; None as long as it isn't done."""
        done = bool(self.tallies) and self.tallies[0].fights >= FIGHTS
        return self.tallies[0].forecast if done else None


class Kept(msgspec.Struct, frozen=True):
    """A forecast as it is kept with its encounter, what one more opponent changes, and a hash of
    the combatants who fought it. It `is_done` once all is fought.
    """

    key: str
    forecast: Forecast
    more: tuple[More, ...] = ()
    is_done: bool = False


@dataclass(frozen=True)
class KeptDifficulty:
    """The difficulty that an encounter was forecast last; it `is_stale` once its sides have
    changed.
    """

    difficulty: Difficulty
    is_stale: bool
    is_done: bool


def kept_difficulty(encounter: Encounter) -> KeptDifficulty | None:
    """The last forecast of an encounter; None for none, and for one of another version of the site
    that this one cannot read.
    """
    if encounter.forecast is None:
        return None
    try:
        kept = msgspec.convert(encounter.forecast, Kept)
    except msgspec.ValidationError:
        return None
    is_stale = kept.key != _key(Entered(encounter).job())
    difficulty = Difficulty(kept.forecast, more=kept.more)
    return KeptDifficulty(difficulty, is_stale, kept.is_done and not is_stale)


def _key(job: ForecastJob) -> str:
    written = msgspec.msgpack.encode((release.VERSION, job))
    return blake2b(written, digest_size=16).hexdigest()


class DifficultyBatch:
    """The batch that works out the difficulty of an encounter as it is, for the page at `place`."""

    def __init__(self, request: Request, encounter: Encounter, place: str) -> None:
        self.request, self.place = request, place
        self._encounter = encounter.pk
        self._entered = Entered(encounter)
        self.job = self._entered.job()
        self._key = _key(self.job)

    @property
    def is_done(self) -> bool:
        """True once all fights are fought, or if a side is empty."""
        return not all(self.job.sides) or self._counted().fought >= self._all

    @property
    def _all(self) -> int:
        return sum(self.job.shares)

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
        counted = self._counted()
        if counted.fought < self._all:
            job = msgspec.structs.replace(self.job, fought=counted.fought)
            try:
                reply = _pool().ask(msgspec.msgpack.encode(job))
            except WorkerError:
                raise StepFailed(BUSY) from None
            now = msgspec.msgpack.decode(reply, type=tuple[Tally, ...])
            before = counted.tallies or (Tally(),) * len(now)
            both = zip(before, now, strict=True)
            counted = _Counted(self._key, tuple(tally.plus(more) for tally, more in both))
        is_done = counted.fought >= self._all
        if counted.forecast:
            kept_forecast = Kept(self._key, counted.forecast, self._more(counted), is_done)
            operations.keep_forecast(self._encounter, msgspec.to_builtins(kept_forecast))
        kept = msgspec.msgpack.encode(counted)
        return Progress(counted.fought, self._all, is_done, kept)

    def _more(self, counted: _Counted) -> tuple[More, ...]:
        """The change that one more of each kind makes, for those that are counted already."""
        known = zip(self._entered.kinds, counted.tallies[1:], self.job.shares[1:], strict=True)
        return tuple(
            More(kind, _of_hundred(tally.forecast))
            for kind, tally, share in known
            if tally.fights >= share
        )

    def _difficulty(self, why_not: str, *, waits: bool) -> Difficulty:
        left_out, seated = tuple(self._entered.left_out), tuple(self._entered.seated)
        if not all(self.job.sides):
            return Difficulty(why_not=ONE_SIDED, left_out=left_out)
        counted = self._counted()
        return Difficulty(
            counted.forecast,
            why_not,
            left_out,
            seated,
            counted.fought,
            waits,
            self._more(counted) if counted.forecast else (),
            self._all,
        )

    def _counted(self) -> _Counted:
        """The stored tallies of these fights; none if a combatant has changed since."""
        kept = batches.kept(self.request, self.place)
        counted = msgspec.msgpack.decode(kept, type=_Counted) if kept else _Counted()
        return counted if counted.key == self._key else _Counted()


class Entered:
    """The combatants of an encounter as the forecast counts them: who can be worked out, and who is
    aboard which craft, by row id.
    """

    def __init__(self, encounter: Encounter) -> None:
        self.encounter = encounter
        self.left_out: list[str] = []
        self.seated: list[str] = []
        # The names of the opponents of whom the forecast asks for one more.
        self.kinds: list[str] = []
        self.known: dict[int, tuple[Combatant, storage.StoredCharacter]] = {}
        rows = list(encounter.combatants.present().with_characters().order_by("pk"))
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

    def job(self) -> ForecastJob:
        """The fight of both sides."""
        party, opponents = map(self.side, (Combatant.Side.PARTY, Combatant.Side.OPPONENTS))
        more = self._one_more(opponents)
        return ForecastJob((party, opponents), self.encounter.pk, one_more=more)

    def _one_more(self, opponents: tuple[JobEntrant, ...]) -> tuple[OneMore, ...]:
        """One more of each kind of opponent; of a group, one more member."""
        rows = [known for known in self.known.values() if known[0].is_opponent]
        crewed = {craft for craft, _ in self.aboard.values()}
        more: dict[bytes, OneMore] = {}
        self.kinds.clear()
        for place, ((row, stored), entrant) in enumerate(zip(rows, opponents, strict=True)):
            is_alone = row.pk not in crewed and row.pk not in self.aboard
            if not is_alone or entrant.document in more or len(more) == MOST_KINDS:
                continue
            larger = _with_one_more(stored)
            joins = msgspec.structs.replace(entrant, document=larger) if larger else entrant
            more[entrant.document] = OneMore(joins, place if larger else None)
            self.kinds.append(base_name(row.called))
        return tuple(more.values())

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


def _with_one_more(stored: storage.StoredCharacter) -> bytes:
    """The document of a group with one more member; b"" for anybody else."""
    rules, document = stored.system.fight, stored.document
    if rules is None or members_left(rules, document.marks) is None:
        return b""
    marks = msgspec.structs.replace(
        document.marks, **{rules.group: getattr(document.marks, rules.group) + 1}
    )
    return storage.exported(msgspec.structs.replace(document, marks=marks))


def _is_ship(row: Combatant, encounter: Encounter) -> bool:
    return is_craft(row) and row.character.party_id == encounter.party.pk
