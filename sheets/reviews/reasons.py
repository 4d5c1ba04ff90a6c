"""The reasons for which a character was returned, field by field."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules import decisions
from rules import document as documents
from rules.document import Document
from rules.forms.fields import BalanceItem, Field, Ware
from rules.problems import InvalidDocument
from rules.system import GameSystem
from sheets.models import Review

FIELD_GONE = "This choice no longer exists"


@dataclass(frozen=True)
class Reason:
    """The reason for returning one field; `step` is "" where the field no longer exists."""

    field: str
    label: str
    step: str
    text: str


def field_reasons(system: GameSystem, document: Document, review: Review) -> list[Reason]:
    """The reasons of a review in the order of the character's current steps."""
    texts = _reasons_by_field(review)
    current, reviewed = (
        _steps_and_labels(system, document),
        _steps_and_labels(system, reviewed_document(system, review)),
    )
    reasons = [
        Reason(id, label, step, texts.pop(id))
        for id, (step, label) in current.items()
        if id in texts
    ]
    return [
        *reasons,
        *(Reason(id, reviewed.get(id, ("", FIELD_GONE))[1], "", texts[id]) for id in texts),
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


def reviewed_document(system: GameSystem, review: Review | None) -> Document | None:
    """The document as it was when the review was decided; None where there is none or it cannot be
    read.
    """
    if review is None or not isinstance(review.document, dict):
        return None
    try:
        return system.take(documents.envelope(review.document))
    except InvalidDocument:
        return None


def _reasons_by_field(review: Review) -> dict[str, str]:
    reasons = review.reasons if isinstance(review.reasons, dict) else {}
    return {str(field): str(text) for field, text in reasons.items()}


def _steps_and_labels(system: GameSystem, document: Document | None) -> dict[str, tuple[str, str]]:
    """The step and the label of every field, by id."""
    chapters: Iterable[decisions.StepDecisions] = (
        decisions.decisions_by_step(system, document) if document else ()
    )
    return {
        decision.id: (chapter.id, decision.label)
        for chapter in chapters
        for decision in chapter.decisions
    }
