"""Reviews: a player submits a character to the game master, who approves or returns it.

A decision applies to the state that was shown: it raises OutOfDate where the character or its
review has changed since.
"""

import json
from collections.abc import Mapping

from django.utils import timezone

from rules import decisions
from rules.document import Document
from rules.system import GameSystem
from sheets import storage
from sheets.access import CharacterAccess
from sheets.errors import Refused
from sheets.models import Character, Member, Review
from sheets.parties.operations import save_change
from sheets.reviews import status
from sheets.reviews.case import ReviewCase, check_open
from sheets.writes import Form, Keep, write

LONGEST_TEXT = 2_000
WHOLE_FORM = "answer"
REASON_REQUIRED = "Enter a reason, here or at the field it is about."
NOTHING_TO_UNDO = "There is no decision to undo."
REASONS_LEFT = (
    "Some fields have reasons to return it. Return it, or remove the reasons to approve it."
)


def submit(character_access: CharacterAccess, *, note: str, key: str) -> None:
    """Submits the character to the GMs of its party, with a note. One that is submitted already
    gets the new note. Raises NotEditable where it is archived or in no party.
    """

    def change(character: Character) -> None:
        check_open(character)
        waiting = character.reviews.filter(state=Review.State.SUBMITTED)
        if not waiting.filter(party=character.party_id).update(note=note):
            waiting.delete()  # submitted to a former party
            character.reviews.create(
                party_id=character.party_id, state=Review.State.SUBMITTED, note=note
            )

    write(character_access.lock, change, form=Form(key, ("submit", note, str(character_access.id))))


def withdraw(character_access: CharacterAccess, *, key: str) -> None:
    """Withdraws the submission, while nobody has decided."""

    def change(character: Character) -> None:
        check_open(character)
        character.reviews.filter(state=Review.State.SUBMITTED).delete()

    write(character_access.lock, change, form=Form(key, ("withdraw", str(character_access.id))))


def approve(case: ReviewCase, *, answer: str, reasons: Mapping[str, str]) -> None:
    """Approves the character as it was shown, submitted or not. The document is stored: later
    changes are compared with it.

    Raises Refused where reasons against it were typed.
    """

    def prepare(membership: Member, character: Character) -> Keep[None]:
        if any(reason.strip() for reason in reasons.values()):
            raise Refused({WHOLE_FORM: REASONS_LEFT})
        _, document = storage.read(character)
        return _prepare_decision(
            membership, character, document, Review(state=Review.State.APPROVED, answer=answer)
        )

    case.decide(prepare, "approve", answer, *_reason_texts(reasons))


def return_to_player(case: ReviewCase, *, answer: str, reasons: Mapping[str, str]) -> None:
    """Returns the character as it was shown, with a reason for the whole or for some fields.

    Raises Refused, by field, without any reason, or with one for an unknown field.
    """
    stripped = {field: reason.strip() for field, reason in reasons.items() if reason.strip()}

    def prepare(membership: Member, character: Character) -> Keep[None]:
        system, document = storage.read(character)
        _check_reasons(system, document, stripped)
        if not stripped and not answer.strip():
            raise Refused({WHOLE_FORM: REASON_REQUIRED})
        returned = Review(state=Review.State.RETURNED, answer=answer, reasons=stripped)
        return _prepare_decision(membership, character, document, returned)

    case.decide(prepare, "return", answer, *_reason_texts(stripped))


def undo(case: ReviewCase) -> None:
    """Undoes the newest decision. A submitted character waits again; a decision that nobody asked
    for is deleted. Raises Refused where nothing was decided.
    """

    def prepare(membership: Member, character: Character) -> Keep[None]:
        review = status.latest_review(character)
        if review is None or review.state == Review.State.SUBMITTED:
            raise Refused({WHOLE_FORM: NOTHING_TO_UNDO})

        def save() -> None:
            if review.asked:
                review.state, review.document = Review.State.SUBMITTED, None
                review.decided_at, review.decided_by, review.by = None, None, ""
                review.save()
            else:
                review.delete()
            save_change(membership.party)

        return save

    case.decide(prepare, "undo decision")


def _prepare_decision(
    membership: Member, character: Character, document: Document, decided: Review
) -> Keep[None]:
    """Prepares to save a decision: in the waiting review, or in a new one that nobody asked for."""
    content = json.loads(storage.exported(document))

    def save() -> None:
        waiting = character.reviews.filter(party=membership.party, state=Review.State.SUBMITTED)
        review = waiting.first() or Review(character=character, party=membership.party, asked=False)
        review.state, review.reasons = decided.state, decided.reasons
        review.answer = decided.answer.strip()
        review.document = content
        review.decided_at = timezone.now()
        review.decided_by = membership.owner
        review.by = membership.name
        review.save()
        save_change(membership.party)

    return save


def _check_reasons(system: GameSystem, document: Document, reasons: Mapping[str, str]) -> None:
    """Raises Refused, by field, for reasons at unknown fields."""
    if not reasons:
        return
    chapters = decisions.decisions_by_step(system, document)
    fields = {decision.id for chapter in chapters for decision in chapter.decisions}
    if unknown := {id: "This field no longer exists." for id in reasons if id not in fields}:
        raise Refused(unknown)


def _reason_texts(reasons: Mapping[str, str]) -> list[str]:
    return [text for pair in sorted(reasons.items()) for text in pair]
