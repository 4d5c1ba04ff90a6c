"""What is wrong with a character, and what of that was accepted. The rules say the first."""

from rules.document import Accepted, Document
from rules.problems import Problem
from rules.system import GameSystem
from sheets.models import Character


def problems(
    character: Character, system: GameSystem, document: Document
) -> tuple[tuple[Problem, ...], tuple[Problem, ...]]:
    """The problems that stand, and those that a game master accepted.

    An acceptance counts where it was made here. In a document that came from elsewhere it is a
    claim: the problem stands.
    """
    found = system.problems(document)
    if not character.house_confirmed:
        return found, ()
    accepted: tuple[Accepted, ...] = getattr(document.house, "accepted", ())
    places = {(one.code, one.where) for one in accepted}
    standing = tuple(one for one in found if (one.code, one.where) not in places)
    return standing, tuple(one for one in found if (one.code, one.where) in places)
