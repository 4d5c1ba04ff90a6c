"""Writes to an encounter: how it is found and locked, as whom, and how everyone hears of the
change.

Each write locks the party, then characters in the order of their rows, then the encounter, and only
then changes combatants: so no two transactions wait for each other. A player's roll locks no party,
but the encounter before it sorts everyone in.
"""

import uuid
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from django.db.models import F, Max, Q
from django.http import Http404

from rules import registry
from rules.fight import FightRules
from sheets.access import CharacterAccess, to_lock
from sheets.errors import Conflict, NoSuchRow
from sheets.models import Character, Combatant, Encounter, Identity, Member, Party, PlayLogEntry
from sheets.models.character import STAMP, CharacterQuerySet
from sheets.models.compiled import CompiledQuery
from sheets.play.operations import Act
from sheets.play.pilots import is_craft
from sheets.storage import StoredCharacter
from sheets.writes import Operation

Outcome = TypeVar("Outcome")

GONE_ON = "The fight has gone on since you pressed this. Nothing was sent."


@dataclass
class _Seen:
    """The version of an encounter that somebody acts on, and how often they changed it since."""

    encounter: int
    version: int
    touched: int = 0


_SEEN: ContextVar[_Seen | None] = ContextVar("seen", default=None)


@contextmanager
def unless_changed(encounter: Encounter) -> Iterator[None]:
    """Within, an encounter is changed only as it was read: Conflict under its lock where somebody
    else has changed it since. Why something cannot be done is raised there, and shown on no page.
    """
    before = _SEEN.set(_Seen(encounter.pk, encounter.version))
    try:
        yield
    finally:
        _SEEN.reset(before)


def shows_faults() -> bool:
    """True on a page, which can say why something can't be done; False for a program."""
    return _SEEN.get() is None


def _check_seen(encounter: Encounter) -> None:
    seen = _SEEN.get()
    if seen is None or seen.encounter != encounter.pk:
        return
    if encounter.version != seen.version + seen.touched:
        raise Conflict(GONE_ON)


class EncounterOperation(Operation[Member, Outcome]):
    """A change of an encounter by a member of its party, under the party's lock."""

    # Whether the open pages of the fight ask anew.
    touches: ClassVar[bool] = True

    id: uuid.UUID

    @property
    def content(self) -> tuple[str, ...]:
        """As other operations, of one encounter."""
        verb, id, *asked = super().content
        return ("encounter", id, verb, *asked)

    def save(self) -> Outcome:
        """Changes the encounter, and raises its version: the party's would tell its players of what
        is hidden.
        """
        encounter = locked_encounter(self.row.party, self.id)
        outcome = self.change(encounter)
        if self.touches:
            touch(encounter)
        return outcome

    def change(self, encounter: Encounter) -> Outcome:
        """Changes the encounter, which is locked."""
        raise NotImplementedError


class FightAct(Act):
    """A combatant's action, as an entry of its log; then the encounter is locked, and changes.
    Without an `action`, if its game has none for the occasion, only the encounter changes.
    """

    encounter: Encounter

    def run(self) -> int:
        """Does it; the number of the entry, 0 without one."""
        if self.action:
            return super().run()
        _WithoutAction(self.access, act=self).run()
        return 0

    def save_line(self) -> PlayLogEntry:
        """Saves the entry, and what follows from it."""
        self.entry = super().save_line()
        self.follow()
        return self.entry

    def answer_fight(self) -> None:
        """Nothing: what follows says it."""

    def follow(self) -> None:
        """Locks the encounter, and changes it."""
        self.locked = lock_encounter(self.encounter)
        self.change()
        touch(self.locked)

    def change(self) -> None:
        """Changes the `locked` encounter. `entry` is what the log has of it, and `outcome` what
        came of it.
        """


class _WithoutAction(Operation[Character, None]):
    """A combatant's step without an entry in its log."""

    act: FightAct

    def save(self) -> None:
        self.act.follow()


def read_encounter(party: Party, id: uuid.UUID) -> Encounter:
    """The encounter of a party as it is stored; NoSuchRow."""
    encounter = find_encounter(party, id)
    if encounter is None:
        raise NoSuchRow
    _check_seen(encounter)
    return encounter


def find_encounter(party: Party, id: uuid.UUID) -> Encounter | None:
    """The encounter of a party as it is stored; None if it has none with this id."""
    encounter = _ENCOUNTER.first(party.pk, id)
    if encounter:
        encounter.party = party
    return encounter


def locked_encounter(party: Party, id: uuid.UUID) -> Encounter:
    """The encounter of a party that is locked, locked after the characters of all combatants;
    NoSuchRow.
    """
    encounter = read_encounter(party, id)
    _FIGHTING.rows(encounter.pk)
    locked = lock_encounter(encounter)
    locked.party = party
    return locked


def characters_in(encounter: Encounter, others: Iterable[int] = ()) -> CharacterQuerySet:
    """The characters of all combatants, and `others` by row id: what shows whether each changed."""
    return _characters_in(encounter.pk, others)


def _characters_in(encounter: int, others: Iterable[int] = ()) -> CharacterQuerySet:
    fighting = Q(pk__in=Combatant.objects.filter(encounter_id=encounter).values("character"))
    return Character.documents.filter(fighting | Q(pk__in=others)).only(*STAMP)


_ENCOUNTER = CompiledQuery[Encounter](
    lambda party, id: Encounter.objects.filter(party_id=party, public_id=id)
)
_LOCKED_ENCOUNTER = CompiledQuery[Encounter](
    lambda id: (
        Encounter.objects.filter(pk=id)
        .select_related("party")
        .select_for_update(of=("self",), no_key=True)
    )
)
_FIGHTING = CompiledQuery[Character](lambda encounter: to_lock(_characters_in(encounter)))


def lock_encounter(encounter: Encounter) -> Encounter:
    """The encounter, locked until the transaction ends: after characters, before combatants. 404
    once it is gone.
    """
    locked = _LOCKED_ENCOUNTER.first(encounter.pk)
    if locked is None:
        raise Http404
    _check_seen(locked)
    return locked


def lock_encounters(ids: Collection[int]) -> None:
    """Locks these encounters until the transaction ends, as `lock_encounter` does one."""
    rows = Encounter.objects.select_for_update(of=("self",), no_key=True)
    for locked in rows.filter(pk__in=ids).order_by("pk"):
        _check_seen(locked)


def touch(encounter: Encounter) -> None:
    """Raises the version of an encounter, so that open pages ask anew. Part of an operation."""
    Encounter.objects.filter(pk=encounter.pk).update(version=F("version") + 1)
    if (seen := _SEEN.get()) and seen.encounter == encounter.pk:
        seen.touched += 1


def get_combatant(encounter: Encounter, id: int) -> Combatant:
    """A combatant of an encounter; NoSuchRow."""
    try:
        return encounter.combatants.select_related("character__owner").get(pk=id)
    except (Combatant.DoesNotExist, OverflowError):
        raise NoSuchRow from None


def fight_rules(party: Party) -> FightRules:
    """The fight rules of the party's game; NoSuchRow for a game without any."""
    rules = registry.get(party.system).fight
    if rules is None:
        raise NoSuchRow
    return rules


def rules_of(stored: StoredCharacter, encounter: Encounter) -> FightRules:
    """The fight rules of this combatant: a craft has rules of its own, all others have the
    party's.
    """
    return stored.system.fight or fight_rules(encounter.party)


def within_bands(place: int, rules: FightRules) -> int:
    """A place on the strip of range bands, moved to its end where it lies beyond."""
    return max(0, min(place, len(rules.bands) - 1))


def next_rank(encounter: Encounter) -> int:
    """The first free place at the end of the order."""
    highest = encounter.combatants.aggregate(highest=Max("rank"))["highest"]
    return 0 if highest is None else highest + 1


def check_running(encounter: Encounter) -> None:
    """Conflict unless the fight is on."""
    if not encounter.is_running:
        raise Conflict("This fight is over or has not begun. Reload the page.")


def game_master(party: Party) -> Identity:
    """The game master, as whom the site acts for combatants of all sides."""
    return Identity(user=party.members.get(role=Member.Role.GM).owner.user_id)


def playing(who: Identity, combatant: Combatant) -> CharacterAccess:
    """Access to play a combatant. A craft that game masters keep acts for them, whoever of its crew
    asks for it.
    """
    is_theirs = is_craft(combatant) and combatant.character.party_id is None
    as_whom = game_master(combatant.encounter.party) if is_theirs else who
    return CharacterAccess(as_whom, combatant.character.public_id, plays=True)
