"""Undoing an attack as a whole, for all its targets: what it did, its damage, the rolls against it,
and its own roll. All of it is undone, or nothing.
"""

import uuid
from dataclasses import field

from sheets.access import MemberAccess, lock_characters
from sheets.encounters.everyone import actor_for
from sheets.encounters.writes import lock_encounter, read_encounter, touch
from sheets.errors import NoSuchRow
from sheets.models import Character, Member
from sheets.play import pilots
from sheets.play.undo import Undo
from sheets.play_log import attack_exchange
from sheets.writes import Operation, check_unchanged, stored


class UndoAttack(Operation[Member, None]):
    """Undoes an attack of an encounter. What was undone before stays undone. Refused if the
    rules refuse a part of it; NoSuchRow.
    """

    access: MemberAccess = field(kw_only=False)
    id: uuid.UUID
    attack: int

    def run(self) -> None:
        """Undoes it; craft have the dice of their pilots as they are then."""
        super().run()
        if self.is_saved:
            pilots.refresh(line.line.line.character for line in self.lines)

    def prepare(self, row: Member) -> None:
        self.encounter = read_encounter(row.party, self.id)
        attack = self.encounter.attacks.filter(pk=self.attack).first()
        if attack is None:
            raise NoSuchRow
        self.undo = Undo.of_attacks([attack])
        characters = self.undo.characters(self.access.who)
        writers = {writer.pk: writer for writer in attack_exchange.writers(self.undo.attacks)}
        self.seen = {pk: stored(one) for pk, one in (writers | characters).items()}
        self.lines = list(self.undo.undone(characters, lambda one: actor_for(one, row)))

    def save(self) -> None:
        if not self.lines:
            return
        check_unchanged(lock_characters(Character.documents.filter(pk__in=self.seen)), self.seen)
        locked = lock_encounter(self.encounter)
        self.undo.check_unchanged()
        for line in self.lines:
            line.save()
        touch(locked)
