"""Undoing an attack as a whole, for all its targets: what it did, its damage, the rolls against it,
and its own roll. All of it is undone, or nothing.
"""

import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field

from django.db.models import Q

from rules.character import Character as OpenCharacter
from sheets import storage
from sheets.access import MemberAccess, lock_characters
from sheets.encounters.everyone import actor_for
from sheets.encounters.writes import lock_encounter, read_encounter, touch
from sheets.errors import NoSuchRow, Refused
from sheets.models import Attack, Character, Encounter, Identity, Member, PlayLogEntry
from sheets.play import operations as play
from sheets.writes import Operation, check_unchanged, stored

LEFT = "Someone in this attack is no longer in the party. Undo the rest in the log."
# What an attack leaves in logs, the last first.
PARTS = ("harm_entry", "answer_entry", "damage_entry", "defense_entry", "entry")


class UndoAttack(Operation[Member, None]):
    """Undoes an attack of an encounter. What was undone before stays undone. Refused if the
    rules refuse a part of it; NoSuchRow.
    """

    access: MemberAccess = field(kw_only=False)
    id: uuid.UUID
    attack: int

    def prepare(self, row: Member) -> None:
        self.encounter = read_encounter(row.party, self.id)
        attacks = _same_roll(self.encounter, self.attack)
        self.attacks_seen = {attack.pk: stored(attack) for attack in attacks}
        undone = list(_standing_lines(attacks))
        characters = _characters(self.access.who, undone)
        self.seen = {character.pk: stored(character) for character in characters.values()}
        self.lines = list(_undone(undone, characters, row))

    def save(self) -> None:
        if not self.lines:
            return
        check_unchanged(lock_characters(Character.documents.filter(pk__in=self.seen)), self.seen)
        locked = lock_encounter(self.encounter)
        check_unchanged(_same_roll(self.encounter, self.attack), self.attacks_seen)
        for line in self.lines:
            line.save()
        touch(locked)


def _same_roll(encounter: Encounter, attack: int) -> list[Attack]:
    """The results of the attack's roll, one for each of its targets. NoSuchRow for an unknown
    attack.
    """
    row = encounter.attacks.filter(pk=attack).first()
    if row is None:
        raise NoSuchRow
    same = Q(entry=row.entry_id) if row.entry_id else Q(pk=row.pk)
    return list(encounter.attacks.filter(same).select_related(*PARTS).order_by("pk"))


def _standing_lines(rows: Sequence[Attack]) -> Iterator[PlayLogEntry]:
    """The log entries of an attack that are not undone, in the order in which they are: each after
    the points that were spent on it.
    """
    parts = [line for part in PARTS for row in rows if (line := getattr(row, part))]
    own = PlayLogEntry.objects.filter(character__in={line.character_id for line in parts})
    turning = list(own.filter(Q(point_on__isnull=False) | Q(takes_back__isnull=False)))
    points = {(line.character_id, line.point_on): line for line in turning if line.point_on}
    rolls = own.filter(number__in={point.point_on for point in points.values()})
    below = {(roll.character_id, roll.number): roll for roll in (*rolls, *points.values())}
    seen = {(line.character_id, line.takes_back) for line in turning if line.takes_back}
    for line in parts:
        roll = line
        while roll.point_on:
            roll = below[roll.character_id, roll.point_on]
        stack = [roll]
        while point := points.get((roll.character_id, stack[-1].number)):
            stack.append(point)
        for rolled in reversed(stack):
            if (place := (rolled.character_id, rolled.number)) not in seen:
                seen.add(place)
                yield rolled


def _characters(who: Identity, lines: Iterable[PlayLogEntry]) -> dict[int, Character]:
    """The characters in whose logs the entries are; Refused unless all are the game master's to
    play.
    """
    ids = {line.character_id for line in lines}
    playable = Character.documents.filter(pk__in=ids).playable_by(who)
    rows = {row.pk: row for row in playable.select_related("owner").whole().order_by("pk")}
    if rows.keys() != ids:
        raise Refused({"": LEFT})
    return rows


def _undone(
    lines: Iterable[PlayLogEntry], characters: Mapping[int, Character], membership: Member
) -> Iterator[play.UndoneLine]:
    """The undo of each entry, one after the other. Refused if a character can't be read."""
    opened: dict[int, OpenCharacter] = {}
    for line in lines:
        character = characters[line.character_id]
        try:
            before = opened.get(character.pk) or play.opened_in_play(character)
        except storage.CorruptRow as damaged:
            raise Refused({"": damaged.told}) from None
        change = play.UndoneLine(character, before, line, actor=actor_for(character, membership))
        opened[character.pk] = change.opened
        yield change
