"""Ties opponents and craft of a party's roster to its characters, as their companions."""

import uuid

from sheets.errors import FieldConflict, NoSuchRow, Refused
from sheets.models import Character, Companion, Party
from sheets.models.character import CharacterQuerySet
from sheets.opponents.rosters import RosterOperation

MOST_COMPANIONS = 6
NOT_HERE = "Choose a character of this party."
TOO_MANY = f"A character has at most {MOST_COMPANIONS} companions."


def leaders(party: Party) -> CharacterQuerySet:
    """Whom companions can go with, by name."""
    return party.characters.filter(archived_at=None, kind=Character.Kind.CHARACTER).order_by(
        "name", "pk"
    )


def leader_of(row: Character) -> Character | None:
    """Whom an opponent or a craft goes with; None for nobody. One query."""
    tie = Companion.objects.present().select_related("leader").filter(character=row).first()
    return tie.leader if tie else None


class Tie(RosterOperation[None]):
    """Makes an opponent or a craft the companion of one of the party's characters, or of nobody.

    Refused for a character of another party, and for one with many companions. FieldConflict if it
    goes with another one than a page showed, by its public id.
    """

    verb = "companion"
    opponent: uuid.UUID
    leader: uuid.UUID | None
    since: str | None = None

    def save(self) -> None:
        """Writes it."""
        roster = self.roster
        row = roster.rows.filter(public_id=self.opponent).first()
        if row is None or roster.party is None or row.party_id is not None:
            raise NoSuchRow
        leader = leader_of(row)
        if self.since not in (None, str(leader.public_id) if leader else ""):
            raise FieldConflict(["leader"])
        Companion.objects.filter(character=row).delete()
        if self.leader is not None:
            leader = leaders(roster.party).filter(public_id=self.leader).first()
            if leader is None:
                raise Refused({"leader": NOT_HERE})
            if leader.companions.count() >= MOST_COMPANIONS:
                raise Refused({"leader": TOO_MANY})
            Companion.objects.create(leader=leader, character=row)
        roster.save_change()
