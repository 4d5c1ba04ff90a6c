"""Deciding about a character of a party: only on the state that the game master saw.

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

NO_PARTY = "This character is in no party. Bring it into one to have it reviewed."
Outcome = TypeVar("Outcome")


@dataclass(frozen=True)
class ReviewedState:
    """What a game master saw before deciding: the version of the character, and the state of its
    review (`ReviewStatus.seen`).
    """

    version: int
    seen: str


@dataclass(frozen=True)
class ReviewCase:
    """A decision about a character: who decides, the character, the state that they saw, and the
    form's key. Permission is checked when it is decided.
    """

    member_access: MemberAccess
    id: uuid.UUID
    shown: ReviewedState
    key: str

    def decide(
        self, prepare: Callable[[Member, Character], Keep[Outcome]], *content: str
    ) -> Outcome:
        """Decides. `prepare` returns what is then saved with the party and the character locked.

        Raises OutOfDate where the character or its review has changed since it was shown,
        NotEditable where it is archived. An error carries the current character.
        """

        def prepare_decision(membership: Member) -> Keep[Outcome]:
            (character,) = characters_of(membership.party, [self.id])
            newest = status.latest_review(character)
            stored_before, reviewed = _stored(character), _stored(newest)
            try:
                check_open(character)
                self._check_shown(character, newest)
                keep = prepare(membership, character)
            except Fault as fault:
                fault.character = character
                raise

            def decide() -> Outcome:
                check_unchanged(
                    lock_characters(Character.objects.filter(pk__in=stored_before)), stored_before
                )
                reviews = character.reviews.in_party(membership.party_id).order_by("-pk")
                check_unchanged(reviews[:1], reviewed)
                return keep()

            return decide

        shown = (str(self.shown.version), self.shown.seen)
        form = Form(self.key, (*content, *shown, str(self.member_access.party), str(self.id)))
        return write_prepared(self.member_access, prepare_decision, form=form)

    def _check_shown(self, character: Character, newest: Review | None) -> None:
        status_seen = status.ReviewStatus(newest).seen
        if character.version != self.shown.version or status_seen != self.shown.seen:
            raise OutOfDate


def _stored(row: Character | Review | None) -> dict[int, str]:
    return {row.pk: stored(row)} if row else {}


def check_open(character: Character) -> None:
    """Raises NotEditable where the character is archived or in no party. Part of an operation."""
    if character.is_archived:
        raise NotEditable(ARCHIVED)
    if character.party_id is None:
        raise NotEditable(NO_PARTY)
