"""Loot: what the fallen of a fight carry goes to the party's stash, or to hands, in one press."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import msgspec

from rules.phrases import joined
from sheets import storage
from sheets.encounters.combatants import Fight, Fighter
from sheets.encounters.reading import fight_of
from sheets.encounters.writes import fight_rules, find_encounter
from sheets.errors import NoSuchRow, Refused
from sheets.models import Combatant, Encounter, Member, PlayLogEntry, StashMove
from sheets.models.character import NAMELESS
from sheets.parties.stash.changes import Changes
from sheets.parties.stash.operations import check_quantities
from sheets.parties.stash.store import Thing
from sheets.play.pilots import is_craft
from sheets.play_log import storage as log_storage
from sheets.writes import Operation

# The fields of a form: how many of a thing, and whom it goes to.
LOOT, TO = "loot-", "to-"
NONE_LEFT = "There is no loot left."
TOO_MANY = "The fallen have {have} left, not {wanted}."


@dataclass(frozen=True)
class Loot:
    """One thing that the fallen carry: how many each of them still has."""

    thing: Thing
    sources: tuple[tuple[Combatant, int], ...]

    @property
    def id(self) -> str:
        """Its id in a form: the same as long as the thing is."""
        text = repr((self.thing.name, msgspec.json.encode(self.thing.content, order="sorted")))
        return blake2b(text.encode(), digest_size=6).hexdigest()

    @property
    def quantity(self) -> int:
        """The number of them."""
        return sum(quantity for _, quantity in self.sources)

    @property
    def text(self) -> str:
        """So many of it: "3 × Blaster Pistol"."""
        return self.thing.counted(self.quantity)

    @property
    def whose(self) -> str:
        """Those who carried it."""
        return joined(dict.fromkeys(row.called or NAMELESS for row, _ in self.sources))


def loot_of(fight: Fight) -> list[Loot]:
    """All that the fallen opponents of a fight carry that was not taken yet, by name."""
    fallen = list(_fallen(fight))
    if not fallen:
        return []
    taken = _taken([fighter.row.pk for fighter, _ in fallen])
    found: list[tuple[Thing, list[tuple[Combatant, int]]]] = []
    for fighter, count in fallen:
        for thing, each in _carried(fighter):
            left = each * count - _count(taken.get(fighter.row.pk, []), thing)
            if left > 0:
                sources = next((several for known, several in found if known == thing), None)
                if sources is None:
                    sources = []
                    found.append((thing, sources))
                sources.append((fighter.row, left))
    rows = [Loot(thing, tuple(sources)) for thing, sources in found]
    return sorted(rows, key=lambda row: row.thing.name.casefold())


class TakeLoot(Operation[Member, str]):
    """Takes so many of each thing that the fallen of an encounter carry, by its id, for the stash,
    or for the `hands` of one of the party's characters; a sentence. NoSuchRow without the
    encounter; Refused where fewer are left.
    """

    verb = "loot"
    id: uuid.UUID
    things: Mapping[str, int]
    hands: Mapping[str, str]

    def prepare(self, row: Member) -> None:
        """Works out who gets what."""
        encounter = find_encounter(row.party, self.id)
        if encounter is None:
            raise NoSuchRow
        self.fight = fight_of(row, encounter)
        known = {loot.id: loot for loot in loot_of(self.fight)}
        if not known:
            raise Refused({"": NONE_LEFT})
        check_quantities(self.things, "loot")
        self.changes = Changes(row)
        parts: dict[str, list[str]] = {}
        for id, quantity in self.things.items():
            name, text = self._take(known.get(id), id, quantity)
            parts.setdefault(name, []).append(text)
        self.changes.work_out()
        self.description = f"Loot of {encounter.name}: {_sentence(parts)}"

    def save(self) -> str:
        """Writes it."""
        return self.changes.record(self.description)

    def _take(self, loot: Loot | None, id: str, quantity: int) -> tuple[str, str]:
        """The taker ("" for the stash) and the thing, in words."""
        if loot is None:
            raise Refused({"": NONE_LEFT})
        if quantity > loot.quantity:
            have, wanted = loot.text, loot.thing.counted(quantity)
            raise Refused({f"loot-{id}": TOO_MANY.format(have=have, wanted=wanted)})
        hand = self.changes.hand(_id(self.hands[id])) if self.hands.get(id) else None
        left = quantity
        for combatant, count in loot.sources:
            part = min(left, count)
            if part and hand:
                self.changes.give(hand, loot.thing, part, combatant=combatant)
            elif part:
                self.changes.add(loot.thing, part, combatant)
            left -= part
        return hand.name if hand else "", loot.thing.counted(quantity)


def _sentence(parts: Mapping[str, Sequence[str]]) -> str:
    """The takers, each with their things: "2 × Medpac to the stash, Blaster Pistol to Vessa"."""
    return ", ".join(
        f"{joined(texts)} to {name or 'the stash'}" for name, texts in sorted(parts.items())
    )


def _id(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


def _fallen(fight: Fight) -> Iterator[tuple[Fighter, int]]:
    """The opponents who fell, each with how many of them did: of a group as many as it lost."""
    opponents = [one for one in fight.fighters if one.row.is_opponent and not is_craft(one.row)]
    groups = [one.row.character_id for one in opponents if one.members is not None]
    sizes = _sizes(fight.encounter, groups)
    for fighter in opponents:
        if fighter.members is None:
            count = int(fighter.out)
        else:
            count = sizes.get(fighter.row.character_id, fighter.members) - fighter.members
        if count > 0 and fighter.stored:
            yield fighter, count


def _sizes(encounter: Encounter, groups: Sequence[int]) -> dict[int, int]:
    """The size of each group before the first of them fell. One query, none without groups."""
    mark, sizes = fight_rules(encounter.party).group, dict[int, int]()
    if not groups or not mark:
        return sizes
    lines = PlayLogEntry.objects.filter(character__in=groups, content__has_key="moved")
    for line in lines.order_by("-number"):
        for move in log_storage.effect(line).moves:
            if move.mark == mark and move.was is not None:
                sizes[line.character_id] = move.was
    return sizes


def _carried(fighter: Fighter) -> list[tuple[Thing, int]]:
    """The things that one of them carries; nothing for one that cannot be worked out."""
    if fighter.stored is None:
        return []
    stored = fighter.stored
    try:
        portables = storage.attempted(stored.row, lambda: stored.opened.portables)
    except storage.CorruptRow:
        return []
    return [(Thing.of(one), one.quantity) for one in portables]


def _taken(combatants: Sequence[int]) -> dict[int, list[StashMove]]:
    """The things that were taken from combatants and not undone. One query."""
    rows = StashMove.objects.filter(combatant__in=combatants, act__undone_at=None)
    taken: dict[int, list[StashMove]] = {}
    for row in rows:
        taken.setdefault(row.combatant_id or 0, []).append(row)
    return taken


def _count(moves: Sequence[StashMove], thing: Thing) -> int:
    return sum(move.quantity for move in moves if Thing.of_row(move) == thing)
