"""What is wrong with a character, and what of that was accepted. The rules say the first."""

from collections.abc import Iterable

from rules.document import Accepted, Document
from rules.houses import Acceptance
from rules.problems import Problem
from rules.system import GameSystem
from sheets.models import Character


def problems(
    character: Character, system: GameSystem, document: Document
) -> tuple[tuple[Problem, ...], tuple[Acceptance, ...]]:
    """The problems that stand, and those that a game master accepted, with the reasons.

    An acceptance counts where it was made here. In a document that came from elsewhere it is a
    claim: the problem stands.
    """
    found = system.problems(document)
    if not character.house_confirmed:
        return found, ()
    reasons = _reasons(document)
    standing = tuple(problem for problem in found if _place(problem) not in reasons)
    return standing, _accepted(found, reasons)


def claims(
    character: Character, document: Document, standing: Iterable[Problem]
) -> tuple[Acceptance, ...]:
    """What a document from elsewhere says was accepted, of the problems that stand."""
    return () if character.house_confirmed else _accepted(standing, _reasons(document))


def left_over(
    character: Character, document: Document, found: Iterable[Problem]
) -> tuple[Accepted, ...]:
    """What was accepted and is no problem any more: if it came back, it would be accepted."""
    if not character.house_confirmed:
        return ()
    places = {_place(problem) for problem in found}
    return tuple(one for one in in_document(document) if (one.code, one.where) not in places)


def in_document(document: Document) -> tuple[Accepted, ...]:
    """What a document holds as accepted, whoever put it there."""
    found: tuple[Accepted, ...] = getattr(document.house, "accepted", ())
    return found


def _reasons(document: Document) -> dict[tuple[str, str], str]:
    return {(one.code, one.where): one.reason for one in in_document(document)}


def _accepted(
    found: Iterable[Problem], reasons: dict[tuple[str, str], str]
) -> tuple[Acceptance, ...]:
    there = (problem for problem in found if _place(problem) in reasons)
    return tuple(Acceptance(problem, reasons[_place(problem)]) for problem in there)


def _place(problem: Problem) -> tuple[str, str]:
    return problem.code, problem.where
