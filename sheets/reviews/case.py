"""Deciding about a character of a party: only on the state that the game master saw.

Whoever locks a party and a character locks the party first.
"""

import uuid
from dataclasses import dataclass, field

from sheets.access import MemberAccess, characters_of, lock_characters
from sheets.errors import ARCHIVED, Fault, NotEditable, OutOfDate
from sheets.models import Character, Member, Review
from sheets.reviews import status
from sheets.writes import Operation, Outcome, check_unchanged, stored

NO_PARTY = "This character is in no party. Bring it into one to have it reviewed."


@dataclass(frozen=True)
class ReviewedState:
    """The state on which a game master decides: the version of the character, and the state of its
    review (`ReviewStatus.seen`).
    """

    version: int
    seen: str


@dataclass(frozen=True, kw_only=True)
class ReviewCase(MemberAccess):
    """A request to decide about a character, on the state that was shown, before it is checked."""

    id: uuid.UUID
    shown: ReviewedState

    @property
    def receipt_id(self) -> tuple[str, ...]:
        return (str(self.shown.version), self.shown.seen, *super().receipt_id, str(self.id))


class ReviewOperation(Operation[Member, Outcome]):
    """A decision about a `character`: `decide` works it out, and `settle` writes it while party and
    character are locked.

    Raises OutOfDate if the character or its review has changed since it was shown, NotEditable
    if it is archived. An error carries the current character.
    """

    access: ReviewCase = field(kw_only=False)

    def decide(self) -> None:
        raise NotImplementedError

    def settle(self) -> Outcome:
        raise NotImplementedError

    def prepare(self, row: Member) -> None:
        (self.character,) = characters_of(row.party, [self.access.id])
        newest = status.latest_review(self.character)
        self.seen, self.reviewed = _stored(self.character), _stored(newest)
        try:
            check_open(self.character)
            seen = status.ReviewStatus(newest).seen
            if self.access.shown != ReviewedState(self.character.version, seen):
                raise OutOfDate
            self.decide()
        except Fault as fault:
            fault.character = self.character
            raise

    def save(self) -> Outcome:
        characters = lock_characters(Character.objects.filter(pk__in=self.seen))
        check_unchanged(characters, self.seen)
        reviews = self.character.reviews.in_party(self.row.party_id).order_by("-pk")
        check_unchanged(reviews[:1], self.reviewed)
        return self.settle()


def _stored(row: Character | Review | None) -> dict[int, str]:
    return {row.pk: stored(row)} if row else {}


def check_open(character: Character) -> None:
    """Raises NotEditable if the character is archived or in no party. Part of an operation."""
    if character.is_archived:
        raise NotEditable(ARCHIVED)
    if character.party_id is None:
        raise NotEditable(NO_PARTY)
