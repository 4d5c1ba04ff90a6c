"""Why a character was returned, field by field: where each reason belongs, and what it says."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules import decisions
from rules import document as documents
from rules.document import Document
from rules.forms.fields import BalanceItem, Field, Ware
from rules.problems import InvalidDocument
from rules.system import GameSystem
from sheets.models import Review

GONE = "What was decided here is gone by now"


@dataclass(frozen=True)
class Reason:
    """Why one field was returned; the id of its step, "" where that field is not there any more."""

    field: str
    label: str
    step: str
    text: str


def told(system: GameSystem, document: Document, review: Review) -> list[Reason]:
    """The reasons of a review in the order of the steps, as the character is now."""
    held = _held(review)
    now, then = _fields(system, document), _fields(system, baseline(system, review))
    found = [
        Reason(id, label, step, held.pop(id)) for id, (step, label) in now.items() if id in held
    ]
    return [*found, *(Reason(id, then.get(id, ("", GONE))[1], "", held[id]) for id in held)]


def at(review: Review | None, field: Field) -> list[tuple[str, str]]:
    """The reasons about a field of a step and all that is below it, each with its label."""
    if review is None:
        return []
    held = _held(review)
    return [
        (one.name if isinstance(one, Ware | BalanceItem) else one.label, held[id])
        for _, one in decisions.everything((field,))
        if (id := one.field if isinstance(one, Ware | BalanceItem) else one.id) in held
    ]


def baseline(system: GameSystem, approved: Review | None) -> Document | None:
    """The document as it was approved; None without, and where it cannot be read any more."""
    if approved is None or not isinstance(approved.document, dict):
        return None
    try:
        return system.take(documents.envelope(approved.document))
    except InvalidDocument:
        return None


def _held(review: Review) -> dict[str, str]:
    held = review.reasons if isinstance(review.reasons, dict) else {}
    return {str(field): str(text) for field, text in held.items()}


def _fields(system: GameSystem, document: Document | None) -> dict[str, tuple[str, str]]:
    """The step and the label of every field."""
    chapters: Iterable[decisions.Chapter] = decisions.chapters(system, document) if document else ()
    return {one.id: (chapter.id, one.label) for chapter in chapters for one in chapter.decisions}
