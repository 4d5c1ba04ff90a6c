"""Reviews: a player submits a character to the game master, who approves or returns it.

A decision applies to the state that was shown: it raises OutOfDate if the character or its
review has changed since.
"""

import json
from collections.abc import Mapping
from itertools import chain
from typing import ClassVar

from django.utils import timezone

from rules import decisions
from rules.character import Character as OpenCharacter
from rules.document import Document
from sheets import storage
from sheets.errors import Refused
from sheets.models import Character, Review
from sheets.parties.operations import save_change
from sheets.reviews import status
from sheets.reviews.case import ReviewOperation, check_open
from sheets.writes import Operation

LONGEST_TEXT = 2_000
WHOLE_FORM = "answer"
REASON_REQUIRED = "Enter a reason, here or at the field it is about."
NOTHING_TO_UNDO = "There is no decision to undo."
REASONS_LEFT = (
    "Some fields have reasons to return it. Return it, or remove the reasons to approve it."
)


class Submit(Operation[Character, None]):
    """Submits the character to the GMs of its party, with a note. One that is submitted already
    gets the new note. Raises NotEditable if it is archived or in no party.
    """

    note: str

    def save(self) -> None:
        character = self.row
        check_open(character)
        waiting = character.reviews.filter(state=Review.State.SUBMITTED)
        if not waiting.filter(party=character.party_id).update(note=self.note):
            waiting.delete()  # submitted to a former party
            character.reviews.create(
                party_id=character.party_id, state=Review.State.SUBMITTED, note=self.note
            )


class Withdraw(Operation[Character, None]):
    """Withdraws the submission, while nobody has decided."""

    def save(self) -> None:
        check_open(self.row)
        self.row.reviews.filter(state=Review.State.SUBMITTED).delete()


class _DecisionOperation(ReviewOperation[None]):
    """A decision, saved in the waiting review, or in a new one that nobody asked for. The document
    is stored: later changes are compared with it.
    """

    state: ClassVar[Review.State]
    answer: str
    reasons: Mapping[str, str]

    @property
    def stripped(self) -> dict[str, str]:
        return {id: text for id, reason in self.reasons.items() if (text := reason.strip())}

    @property
    def content(self) -> tuple[str, ...]:
        reasons = chain.from_iterable(sorted(self.stripped.items()))
        return (self.verb, self.answer, *reasons, *self.access.receipt_id)

    def hold(self, document: Document) -> None:
        self.document = json.loads(storage.exported(document))

    def settle(self) -> None:
        member, character = self.row, self.character
        waiting = character.reviews.filter(party=member.party, state=Review.State.SUBMITTED)
        review = waiting.first() or Review(character=character, party=member.party, asked=False)
        review.state, review.reasons = self.state, self.stripped
        review.answer, review.document = self.answer.strip(), self.document
        review.decided_at = timezone.now()
        review.decided_by, review.by = member.owner, member.name
        review.save()
        save_change(member.party)


class Approve(_DecisionOperation):
    """Approves the character as it was shown, submitted or not. Raises Refused if reasons
    against it were typed.
    """

    verb, state = "approve", Review.State.APPROVED

    def decide(self) -> None:
        if self.stripped:
            raise Refused({WHOLE_FORM: REASONS_LEFT})
        self.hold(storage.read(self.character)[1])


class ReturnToPlayer(_DecisionOperation):
    """Returns the character as it was shown, with a reason for the whole or for some fields.

    Raises Refused, by field, without any reason, or with one for an unknown field.
    """

    verb, state = "return", Review.State.RETURNED

    def decide(self) -> None:
        opened = storage.load(self.character).opened
        _check_reasons(opened, self.stripped)
        if not self.stripped and not self.answer.strip():
            raise Refused({WHOLE_FORM: REASON_REQUIRED})
        self.hold(opened.document)


class Undo(ReviewOperation[None]):
    """Undoes the newest decision. A submitted character waits again; a decision that nobody asked
    for is deleted. Raises Refused if nothing was decided.
    """

    verb = "undo decision"

    def decide(self) -> None:
        review = status.latest_review(self.character)
        if review is None or review.state == Review.State.SUBMITTED:
            raise Refused({WHOLE_FORM: NOTHING_TO_UNDO})
        self.review = review

    def settle(self) -> None:
        review = self.review
        if review.asked:
            review.state, review.document = Review.State.SUBMITTED, None
            review.decided_at, review.decided_by, review.by = None, None, ""
            review.save()
        else:
            review.delete()
        save_change(self.row.party)


def _check_reasons(opened: OpenCharacter, reasons: Mapping[str, str]) -> None:
    """Raises Refused, by field, for reasons at unknown fields."""
    if not reasons:
        return
    chapters = decisions.decisions_by_step(opened)
    fields = {decision.id for chapter in chapters for decision in chapter.decisions}
    if unknown := {id: "This field no longer exists." for id in reasons if id not in fields}:
        raise Refused(unknown)
