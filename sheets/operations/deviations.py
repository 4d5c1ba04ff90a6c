"""What deviates from the rules, and is accepted for one character: a rule of the house, with its
reason.
"""

import msgspec

from rules.document import Accepted, Document
from rules.problems import RuleViolation
from sheets import bridge, legality
from sheets.models import Character, Member
from sheets.operations.faults import Refused
from sheets.operations.judging import Case
from sheets.operations.keeping import fill

SAY_WHY = "Say why: it stands on the sheet."
NO_CLAIMS = "Nothing is claimed any more."


def accept(case: Case, *, code: str, where: str, reason: str) -> None:
    """Accepts one problem of the character, with the reason.

    What a document from elsewhere claims was accepted is not confirmed with it: those claims go.
    Refused where there is no such problem any more, or the reason is missing or cannot be kept.
    """

    def change(_: Member, character: Character) -> None:
        if not reason.strip():
            raise Refused({"reason": SAY_WHY})
        system, document = bridge.read(character)
        if not character.house_confirmed:
            document = _accepting(document, ())
        try:
            document = system.accept(document, code=code, where=where, reason=reason)
        except RuleViolation as violation:
            raise _refused(violation) from None
        _confirm(character, document)

    case.judge(change, "accept", code, where, reason)


def accept_claims(case: Case) -> None:
    """Repeats all that a document from elsewhere claims of the problems that there are. A claim
    without a problem is none, and goes.
    """

    def change(_: Member, character: Character) -> None:
        system, document = bridge.read(character)
        claims = legality.claims(character, document, system.problems(document))
        if not claims:
            raise Refused({"reason": NO_CLAIMS})
        places = {(one.problem.code, one.problem.where) for one in claims}
        held = legality.in_document(document)
        kept = tuple(one for one in held if (one.code, one.where) in places)
        _confirm(character, _accepting(document, kept))

    case.judge(change, "accept claims")


def reject(case: Case, *, code: str, where: str) -> None:
    """Takes an acceptance back, or drops a claim that there was one: the problem stands again.
    Refused where there is none any more.
    """

    def change(_: Member, character: Character) -> None:
        system, document = bridge.read(character)
        try:
            document = system.reject(document, code=code, where=where)
        except RuleViolation as violation:
            raise _refused(violation) from None
        _keep(character, document)

    case.judge(change, "reject", code, where)


def _confirm(character: Character, document: Document) -> None:
    """Keeps what was accepted, and that it was accepted here."""
    character.house_confirmed = True
    _keep(character, document)


def _keep(character: Character, document: Document) -> None:
    fill(character, document, field="reason")
    character.version += 1
    character.save()


def _accepting(document: Document, accepted: tuple[Accepted, ...]) -> Document:
    if not legality.in_document(document):
        return document
    house = msgspec.structs.replace(document.house, accepted=accepted)
    return msgspec.structs.replace(document, house=house)


def _refused(violation: RuleViolation) -> Refused:
    return Refused({"reason": " ".join(problem.message for problem in violation.problems)})
