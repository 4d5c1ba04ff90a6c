"""What is wrong with a character, and what of that was accepted. The rules say both; in a document
that came from elsewhere an acceptance is a claim.
"""

from collections.abc import Iterable

import msgspec

from rules import house as house_rules
from rules.document import Accepted, Document
from rules.house import Acceptance
from rules.problems import Problem
from rules.system import GameSystem, OpenCharacter
from sheets.models import Character


def problems(
    system: GameSystem, document: Document
) -> tuple[tuple[Problem, ...], tuple[Acceptance, ...]]:
    """The problems that stand, and those that a game master accepted, with the reasons."""
    return problems_of(system.open(document))


def problems_of(
    opened: OpenCharacter,
) -> tuple[tuple[Problem, ...], tuple[Acceptance, ...]]:
    """The problems of an open character that stand, and those that were accepted."""
    document, problems = opened.document, opened.problems
    return house_rules.open_problems(document, problems), house_rules.acceptances(
        document, problems
    )


def claims(
    character: Character, document: Document, open_problems: Iterable[Problem]
) -> tuple[Acceptance, ...]:
    """What a document from elsewhere says was accepted, of the problems that stand."""
    if character.house_confirmed:
        return ()
    return house_rules.acceptances(
        msgspec.structs.replace(document, is_confirmed=True), open_problems
    )


def left_over(document: Document, problems: Iterable[Problem]) -> tuple[Accepted, ...]:
    """What was accepted here and is no problem any more: if it came back, it would be accepted."""
    if not document.is_confirmed:
        return ()
    places = {(one.code, house_rules.normalize_place(one.where)) for one in problems}
    accepted = in_document(document)
    return tuple(
        one for one in accepted if (one.code, house_rules.normalize_place(one.where)) not in places
    )


def in_document(document: Document) -> tuple[Accepted, ...]:
    """What a document holds as accepted, whoever put it there."""
    accepted: tuple[Accepted, ...] = getattr(document.house, "accepted", ())
    return accepted


def accepting(document: Document, accepted: tuple[Accepted, ...]) -> Document:
    """The document with just that accepted, of what it holds."""
    if not in_document(document):
        return document
    house = msgspec.structs.replace(document.house, accepted=accepted)
    return msgspec.structs.replace(document, house=house)
