"""Deciding about a character of a party that one leads: on what one saw, and on nothing else.

Whoever locks a party and a character locks the party first.
"""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from sheets.access import MemberAccess, characters_of, lock_characters
from sheets.errors import ARCHIVED, Fault, NotEditable, OutOfDate
from sheets.models import Character, Member, Review
from sheets.reviews import status
from sheets.writes import Form, Keep, check_unchanged, stored, write_prepared

ALONE = "This character is in no party: there is nobody to review it."
Outcome = TypeVar("Outcome")


@dataclass(frozen=True)
class Shown:
    """What somebody saw who decides: the version of the character, and how far its review was
    (`ReviewStatus.seen`).
    """

    version: int
    seen: str


@dataclass(frozen=True)
class Case:
    """A character of a party, before it is known whether somebody may decide about it, as it was
    shown to them; and the key of the form by which they decide.
    """

    claim: MemberAccess
    id: uuid.UUID
    shown: Shown
    key: str

    def judge(
        self, prepare: Callable[[Member, Character], Keep[Outcome]], *content: str
    ) -> Outcome:
        """Decides: `prepare` works out what then is written, with the party and the character
        locked. OutOfDate where it is not what was shown any more, NotEditable where it is archived.
        An error carries the character as it is.
        """

        def judged(seat: Member) -> Keep[Outcome]:
            (character,) = characters_of(seat.party, [self.id])
            newest = status.latest(character)
            seen, reviewed = _seen(character), _seen(newest)
            try:
                check_open(character)
                self._check_shown(character, newest)
                keep = prepare(seat, character)
            except Fault as fault:
                fault.character = character
                raise

            def decide() -> Outcome:
                check_unchanged(lock_characters(Character.objects.filter(pk__in=seen)), seen)
                reviews = character.reviews.in_party(seat.party_id).order_by("-pk")
                check_unchanged(reviews[:1], reviewed)
                return keep()

            return decide

        shown = (str(self.shown.version), self.shown.seen)
        form = Form(self.key, (*content, *shown, str(self.claim.party), str(self.id)))
        return write_prepared(self.claim, judged, form=form)

    def _check_shown(self, character: Character, newest: Review | None) -> None:
        seen = status.ReviewStatus(newest).seen
        if character.version != self.shown.version or seen != self.shown.seen:
            raise OutOfDate


def _seen(row: Character | Review | None) -> dict[int, str]:
    return {row.pk: stored(row)} if row else {}


def check_open(character: Character) -> None:
    """NotEditable where it is put away, or in no party. Part of an operation."""
    if character.is_archived:
        raise NotEditable(ARCHIVED)
    if character.party_id is None:
        raise NotEditable(ALONE)
