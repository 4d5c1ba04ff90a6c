"""Reviews: a player puts a character before the game master, who approves or returns it.

Who decides, decides on what they saw: a character that changed meanwhile, or a review that did, is
OutOfDate.
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
from sheets.reviews.case import Case, check_open
from sheets.writes import Form, Keep, write

LONGEST = 2_000
WHOLE = "answer"
SAY_WHY = "Say why: here, or at the field that it is about."
UNDECIDED = "There is no decision to undo: it waits for one."
NO_REASONS = "There are reasons to return it at some of the fields. Return it, or take them out."


def submit(claim: CharacterAccess, *, note: str, key: str) -> None:
    """Puts the character before whoever leads its party, with a note; one that waits already gets
    the new note. NotEditable where it is in no party, or put away.
    """

    def change(character: Character) -> None:
        check_open(character)
        waiting = character.reviews.filter(state=Review.State.SUBMITTED)
        if not waiting.filter(party=character.party_id).update(note=note):
            waiting.delete()  # it was put before another party, and is there no more
            character.reviews.create(
                party_id=character.party_id, state=Review.State.SUBMITTED, note=note
            )

    write(claim.lock, change, form=Form(key, ("submit", note, str(claim.id))))


def withdraw(claim: CharacterAccess, *, key: str) -> None:
    """Takes it back, where nobody has decided yet."""

    def change(character: Character) -> None:
        check_open(character)
        character.reviews.filter(state=Review.State.SUBMITTED).delete()

    write(claim.lock, change, form=Form(key, ("withdraw", str(claim.id))))


def approve(case: Case, *, answer: str, reasons: Mapping[str, str]) -> None:
    """Approves the character as it was shown, whether it was submitted or not. It is kept as it is:
    what comes later is held against that.

    Refused where there are reasons against it.
    """

    def prepare(seat: Member, character: Character) -> Keep[None]:
        if any(reason.strip() for reason in reasons.values()):
            raise Refused({WHOLE: NO_REASONS})
        _, document = storage.read(character)
        return _closed(
            seat, character, document, Review(state=Review.State.APPROVED, answer=answer)
        )

    case.judge(prepare, "approve", answer, *_pairs(reasons))


def give_back(case: Case, *, answer: str, reasons: Mapping[str, str]) -> None:
    """Returns the character as it was shown, with a reason for the whole or for some fields.

    Refused, by field, where there is no reason at all, or one for no field of the character.
    """
    given = {field: reason.strip() for field, reason in reasons.items() if reason.strip()}

    def prepare(seat: Member, character: Character) -> Keep[None]:
        system, document = storage.read(character)
        _check_reasons(system, document, given)
        if not given and not answer.strip():
            raise Refused({WHOLE: SAY_WHY})
        returned = Review(state=Review.State.RETURNED, answer=answer, reasons=given)
        return _closed(seat, character, document, returned)

    case.judge(prepare, "return", answer, *_pairs(given))


def undo(case: Case) -> None:
    """Takes the newest decision back: the character waits again, as its player submitted it; where
    nobody had, nothing is left of the decision. Refused where it waits already, or nothing was
    decided.
    """

    def prepare(seat: Member, character: Character) -> Keep[None]:
        review = status.latest(character)
        if review is None or review.state == Review.State.SUBMITTED:
            raise Refused({WHOLE: UNDECIDED})

        def undo_it() -> None:
            if review.asked:
                review.state, review.document = Review.State.SUBMITTED, None
                review.decided_at, review.decided_by, review.by = None, None, ""
                review.save()
            else:
                review.delete()
            save_change(seat.party)

        return undo_it

    case.judge(prepare, "undo decision")


def _closed(seat: Member, character: Character, document: Document, decided: Review) -> Keep[None]:
    """What keeps a decision: in the review that waits, or in one that nobody asked for."""
    content = json.loads(storage.exported(document))

    def close() -> None:
        waiting = character.reviews.filter(party=seat.party, state=Review.State.SUBMITTED)
        review = waiting.first() or Review(character=character, party=seat.party, asked=False)
        review.state, review.reasons = decided.state, decided.reasons
        review.answer = decided.answer.strip()
        review.document = content
        review.decided_at = timezone.now()
        review.decided_by = seat.owner
        review.by = seat.name
        review.save()
        save_change(seat.party)

    return close


def _check_reasons(system: GameSystem, document: Document, reasons: Mapping[str, str]) -> None:
    """Refused, by field, for what is no field of the character."""
    if not reasons:
        return
    chapters = decisions.chapters(system, document)
    fields = {one.id for chapter in chapters for one in chapter.decisions}
    if unknown := {id: "There is no such field any more." for id in reasons if id not in fields}:
        raise Refused(unknown)


def _pairs(reasons: Mapping[str, str]) -> list[str]:
    return [text for pair in sorted(reasons.items()) for text in pair]
