"""Exceptions: broken rules that a game master accepts for one character, each with a reason."""

from rules import house
from rules.document import Document
from rules.problems import RuleViolation
from sheets import problems, storage
from sheets.errors import Refused
from sheets.models import Character, Member
from sheets.reviews.case import ReviewCase
from sheets.storage import fill_or_refuse
from sheets.writes import Keep

REASON_REQUIRED = "Enter a reason. It is shown on the sheet."
NOTHING_TO_ACCEPT = "There is nothing left to accept."


def accept(case: ReviewCase, *, code: str, where: str, reason: str) -> None:
    """Accepts one problem of the character, with the reason.

    Acceptances that an imported document claims are not confirmed by this; they are dropped. Raises
    Refused where the problem is gone, or the reason is missing or invalid.
    """

    def prepare(_: Member, character: Character) -> Keep[None]:
        if not reason.strip():
            raise Refused({"reason": REASON_REQUIRED})
        system, document = storage.read(character)
        if not character.house_confirmed:
            document = problems.accepting(document, ())
        try:
            document = system.accept(document, code=code, where=where, reason=reason)
        except RuleViolation as violation:
            raise _refused(violation) from None
        return _confirm_and_save(character, document)

    case.decide(prepare, "accept", code, where, reason)


def accept_claims(case: ReviewCase) -> None:
    """Accepts every problem that an imported document claims was accepted. Claims about no current
    problem are dropped.
    """

    def prepare(_: Member, character: Character) -> Keep[None]:
        system, document = storage.read(character)
        claims = problems.claims(character, document, system.problems(document))
        if not claims:
            raise Refused({"reason": NOTHING_TO_ACCEPT})
        places = {(item.problem.code, house.normalize_place(item.problem.where)) for item in claims}
        acceptances = problems.in_document(document)
        confirmed = tuple(
            item for item in acceptances if (item.code, house.normalize_place(item.where)) in places
        )
        return _confirm_and_save(character, problems.accepting(document, confirmed))

    case.decide(prepare, "accept claims")


def reject(case: ReviewCase, *, code: str, where: str) -> str:
    """Withdraws an acceptance, or drops a claim of one; returns its reason. Raises Refused where
    there is none.
    """

    def prepare(_: Member, character: Character) -> Keep[str]:
        system, document = storage.read(character)
        place = house.normalize_place(where)
        acceptances = [item for item in problems.in_document(document) if item.code == code]
        reasons = [
            item.reason for item in acceptances if house.normalize_place(item.where) == place
        ]
        try:
            document = system.reject(document, code=code, where=where)
        except RuleViolation as violation:
            raise _refused(violation) from None
        keep = _prepare_save(character, document)

        def take_back() -> str:
            keep()
            return next(iter(reasons), "")

        return take_back

    return case.decide(prepare, "reject", code, where)


def _confirm_and_save(character: Character, document: Document) -> Keep[None]:
    """Prepares to save the acceptances as confirmed in this party."""
    character.house_confirmed = True
    return _prepare_save(character, document)


def _prepare_save(character: Character, document: Document) -> Keep[None]:
    fill_or_refuse(character, document, field="reason")
    character.version += 1
    return character.save


def _refused(violation: RuleViolation) -> Refused:
    return Refused({"reason": str(violation)})
