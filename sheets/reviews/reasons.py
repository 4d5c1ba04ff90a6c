"""The reasons for which a character was returned, field by field."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules import decisions
from rules import document as documents
from rules.character import Character as OpenCharacter
from rules.forms.fields import BalanceItem, Field, Ware
from rules.problems import InvalidDocument
from sheets.models import Review

FIELD_GONE = "This choice no longer exists"


@dataclass(frozen=True)
class Reason:
    """The reason for returning one field; `step` is "" where the field no longer exists."""

    field: str
    label: str
    step: str
    text: str


def field_reasons(opened: OpenCharacter, review: Review) -> list[Reason]:
    """The reasons of a review in the order of the character's current steps."""
    texts = _reasons_by_field(review)
    current, earlier = (
        _steps_and_labels(opened),
        _steps_and_labels(reviewed(opened, review)),
    )
    reasons = [
        Reason(id, label, step, texts.pop(id))
        for id, (step, label) in current.items()
        if id in texts
    ]
    return [
        *reasons,
        *(Reason(id, earlier.get(id, ("", FIELD_GONE))[1], "", texts[id]) for id in texts),
    ]


def reasons_at(review: Review | None, field: Field) -> list[tuple[str, str]]:
    """The reasons for a field of a step and all fields below it, each with its label."""
    if review is None:
        return []
    texts = _reasons_by_field(review)
    return [
        (item.name if isinstance(item, Ware | BalanceItem) else item.label, texts[id])
        for _, item in decisions.all_fields((field,))
        if (id := item.field if isinstance(item, Ware | BalanceItem) else item.id) in texts
    ]


def reviewed(opened: OpenCharacter, review: Review | None) -> OpenCharacter | None:
    """The character as it was when the review was decided; None if there is no such document or
    it cannot be read.
    """
    if review is None or not isinstance(review.document, dict):
        return None
    try:
        return opened.of_document(opened.system.take(documents.envelope(review.document)))
    except InvalidDocument:
        return None


def _reasons_by_field(review: Review) -> dict[str, str]:
    reasons = review.reasons if isinstance(review.reasons, dict) else {}
    return {str(field): str(text) for field, text in reasons.items()}


def _steps_and_labels(opened: OpenCharacter | None) -> dict[str, tuple[str, str]]:
    """The step and the label of every field, by id."""
    chapters: Iterable[decisions.StepDecisions] = (
        decisions.decisions_by_step(opened) if opened else ()
    )
    return {
        decision.id: (chapter.id, decision.label)
        for chapter in chapters
        for decision in chapter.decisions
    }
