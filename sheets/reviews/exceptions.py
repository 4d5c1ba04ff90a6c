"""Exceptions: broken rules that a game master accepts for one character, each with a reason."""

from rules import house
from rules.character import Character as OpenCharacter
from rules.document import Document
from rules.problems import RuleViolation
from sheets import problems, storage
from sheets.bounded_storage import fill_or_refuse
from sheets.errors import Refused
from sheets.reviews.case import ReviewOperation
from sheets.writes import Outcome

REASON_REQUIRED = "Enter a reason. It is shown on the sheet."
NOTHING_TO_ACCEPT = "There is nothing left to accept."


class _DocumentOperation(ReviewOperation[Outcome]):
    """A decision that changes the document. Raises Refused if the rules don't allow that."""

    def change(self, opened: OpenCharacter) -> Document:
        raise NotImplementedError

    def decide(self) -> None:
        try:
            document = self.change(storage.load(self.character).opened)
        except RuleViolation as violation:
            raise Refused({"reason": str(violation)}) from None
        fill_or_refuse(self.character, document, field="reason")
        self.character.version += 1


class Accept(_DocumentOperation[None]):
    """Accepts one problem of the character, with the reason.

    Acceptances that an imported document claims are not confirmed by this; they are dropped. Raises
    Refused if the problem is gone, or the reason is missing or invalid.
    """

    code: str
    where: str
    reason: str

    def decide(self) -> None:
        if not self.reason.strip():
            raise Refused({"reason": REASON_REQUIRED})
        super().decide()

    def change(self, opened: OpenCharacter) -> Document:
        if not self.character.house_confirmed:
            opened = opened.of_document(problems.accepting(opened.document, ()))
        self.character.house_confirmed = True
        return opened.accept(code=self.code, where=self.where, reason=self.reason).document

    def settle(self) -> None:
        self.character.save()


class AcceptClaims(_DocumentOperation[None]):
    """Accepts every problem that an imported document claims was accepted. Claims about no current
    problem are dropped.
    """

    def change(self, opened: OpenCharacter) -> Document:
        document = opened.document
        claims = problems.claims(self.character, document, opened.problems)
        if not claims:
            raise Refused({"reason": NOTHING_TO_ACCEPT})
        places = {(item.problem.code, house.normalize_place(item.problem.where)) for item in claims}
        acceptances = problems.in_document(document)
        confirmed = tuple(
            item for item in acceptances if (item.code, house.normalize_place(item.where)) in places
        )
        self.character.house_confirmed = True
        return problems.accepting(document, confirmed)

    def settle(self) -> None:
        self.character.save()


class Reject(_DocumentOperation[str]):
    """Withdraws an acceptance, or drops a claim of one; its reason. Raises Refused if there is
    none.
    """

    code: str
    where: str

    def change(self, opened: OpenCharacter) -> Document:
        place = (self.code, house.normalize_place(self.where))
        acceptances = problems.in_document(opened.document)
        self.reasons = [
            item.reason
            for item in acceptances
            if (item.code, house.normalize_place(item.where)) == place
        ]
        return opened.reject(code=self.code, where=self.where).document

    def settle(self) -> str:
        self.character.save()
        return next(iter(self.reasons), "")
