"""The one way in which anything is written: a transaction, a locked row, and the form's key."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from django.db import IntegrityError, transaction

from sheets.models import Character, Member, Owner, Receipt
from sheets.operations.faults import Conflict, Fault

Subject = TypeVar("Subject", bound=Character | Member | Owner)
Outcome = TypeVar("Outcome")


@dataclass(frozen=True)
class Form:
    """A form that was sent: its key, "" for one without, and what it asks for."""

    key: str = ""
    content: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """The same for the same content, and for no other."""
        return hashlib.sha256(json.dumps(self.content).encode()).hexdigest()


NO_FORM = Form()


def write(
    subject: Callable[[], Subject],
    change: Callable[[Subject], Outcome],
    *,
    form: Form = NO_FORM,
) -> Outcome:
    """Runs `change` in a transaction of its own and returns its outcome; it writes all or nothing.

    `subject` fetches inside the transaction what is changed: a character with its row locked
    (`access.Claim.lock`), so that what is decided rests on what is stored and nobody else decides
    at the same time; a seat with its party locked (`access.SeatClaim.lock`); or the owner of
    something new. A form that was answered before gets the same
    outcome, which is JSON, and `change` is not run; Conflict where its content is another.
    """
    owner = 0
    try:
        with transaction.atomic(durable=True):
            found = subject()
            owner = found.pk if isinstance(found, Owner) else found.owner_id
            if before := answered(owner, form):
                return cast(Outcome, before.outcome)
            outcome = _changed(found, change)
            if form.key:
                _keep_receipt(owner, form, outcome)
            return outcome
    except IntegrityError:
        # The same form, sent twice at once: the other one was first, and ours is undone.
        if before := answered(owner, form):
            return cast(Outcome, before.outcome)
        raise


def answered(owner: int, form: Form) -> Receipt | None:
    """What became of this form before, None if it was never sent; Conflict with other content."""
    if not form.key:
        return None
    receipt = Receipt.objects.filter(owner_id=owner, key=form.key).first()
    if receipt and receipt.digest != form.digest:
        raise Conflict("This form was sent before, with other content. Nothing was changed now.")
    return receipt


def _changed(found: Subject, change: Callable[[Subject], Outcome]) -> Outcome:
    try:
        return change(found)
    except Fault as fault:
        if isinstance(found, Character):
            fault.character = found
        raise


def _keep_receipt(owner: int, form: Form, outcome: Any) -> None:
    Receipt.objects.create(owner_id=owner, key=form.key, digest=form.digest, outcome=outcome)
