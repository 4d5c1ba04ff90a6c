"""A character's problems, and the ones accepted. The rules find both; an acceptance in an imported
document counts as a claim until a game master confirms it.
"""

from collections.abc import Iterable

import msgspec

from rules import house as house_rules
from rules.character import Character as OpenCharacter
from rules.document import Accepted, Document
from rules.house import Acceptance
from rules.problems import Problem
from sheets.models import Character


def problems_of(
    opened: OpenCharacter,
) -> tuple[tuple[Problem, ...], tuple[Acceptance, ...]]:
    """The problems that stand, and those that a game master accepted, with the reasons."""
    return opened.open_problems, opened.acceptances


def claims(
    character: Character, document: Document, open_problems: Iterable[Problem]
) -> tuple[Acceptance, ...]:
    """The acceptances that a document from elsewhere claims, of the problems that stand."""
    if character.house_confirmed:
        return ()
    return house_rules.acceptances(
        msgspec.structs.replace(document, is_confirmed=True), open_problems
    )


def left_over(document: Document, problems: Iterable[Problem]) -> tuple[Accepted, ...]:
    """The acceptances of problems that are gone: one that came back would be accepted."""
    if not document.is_confirmed:
        return ()
    places = {(problem.code, house_rules.normalize_place(problem.where)) for problem in problems}
    accepted = in_document(document)
    return tuple(
        entry
        for entry in accepted
        if (entry.code, house_rules.normalize_place(entry.where)) not in places
    )


def in_document(document: Document) -> tuple[Accepted, ...]:
    """The acceptances in a document, whoever put them there."""
    accepted: tuple[Accepted, ...] = getattr(document.house, "accepted", ())
    return accepted


def accepting(document: Document, accepted: tuple[Accepted, ...]) -> Document:
    """The document with just that accepted, of what it holds."""
    if not in_document(document):
        return document
    house = msgspec.structs.replace(document.house, accepted=accepted)
    return msgspec.structs.replace(document, house=house)
