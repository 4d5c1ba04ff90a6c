"""What deviates from the rules, and is accepted for one character: a rule of the house, with its
reason.
"""

from rules import house
from rules.document import Document
from rules.problems import RuleViolation
from sheets import problems, storage
from sheets.errors import Refused
from sheets.models import Character, Member
from sheets.reviews.case import Case
from sheets.storage import fill_or_refuse
from sheets.writes import Keep

SAY_WHY = "Say why: it stands on the sheet."
NO_CLAIMS = "Nothing is claimed any more."


def accept(case: Case, *, code: str, where: str, reason: str) -> None:
    """Accepts one problem of the character, with the reason.

    What a document from elsewhere claims was accepted is not confirmed with it: those claims go.
    Refused where there is no such problem any more, or the reason is missing or cannot be kept.
    """

    def prepare(_: Member, character: Character) -> Keep[None]:
        if not reason.strip():
            raise Refused({"reason": SAY_WHY})
        system, document = storage.read(character)
        if not character.house_confirmed:
            document = problems.accepting(document, ())
        try:
            document = system.accept(document, code=code, where=where, reason=reason)
        except RuleViolation as violation:
            raise _refused(violation) from None
        return _confirmed(character, document)

    case.judge(prepare, "accept", code, where, reason)


def accept_claims(case: Case) -> None:
    """Repeats all that a document from elsewhere claims of the problems that there are. A claim
    without a problem is none, and goes.
    """

    def prepare(_: Member, character: Character) -> Keep[None]:
        system, document = storage.read(character)
        claims = problems.claims(character, document, system.problems(document))
        if not claims:
            raise Refused({"reason": NO_CLAIMS})
        places = {(one.problem.code, house.place(one.problem.where)) for one in claims}
        held = problems.in_document(document)
        kept = tuple(one for one in held if (one.code, house.place(one.where)) in places)
        return _confirmed(character, problems.accepting(document, kept))

    case.judge(prepare, "accept claims")


def reject(case: Case, *, code: str, where: str) -> str:
    """Takes an acceptance back, or drops a claim that there was one: the problem stands again. The
    reason that it had. Refused where there is none any more.
    """

    def prepare(_: Member, character: Character) -> Keep[str]:
        system, document = storage.read(character)
        place = house.place(where)
        held = [one for one in problems.in_document(document) if one.code == code]
        reasons = [one.reason for one in held if house.place(one.where) == place]
        try:
            document = system.reject(document, code=code, where=where)
        except RuleViolation as violation:
            raise _refused(violation) from None
        keep = _kept(character, document)

        def take_back() -> str:
            keep()
            return next(iter(reasons), "")

        return take_back

    return case.judge(prepare, "reject", code, where)


def _confirmed(character: Character, document: Document) -> Keep[None]:
    """What keeps what was accepted, and that it was accepted here."""
    character.house_confirmed = True
    return _kept(character, document)


def _kept(character: Character, document: Document) -> Keep[None]:
    fill_or_refuse(character, document, field="reason")
    character.version += 1
    return character.save


def _refused(violation: RuleViolation) -> Refused:
    return Refused({"reason": " ".join(problem.message for problem in violation.problems)})
