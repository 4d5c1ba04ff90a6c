"""The one way to write: an operation, in a transaction, under a lock, once for each form; and which
fields of a form were changed.
"""

import hashlib
import json
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from typing import ClassVar, Generic, Protocol, TypeVar, cast, dataclass_transform

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, models, transaction
from django.http import Http404

from rules.character import Character as OpenCharacter
from sheets.errors import Conflict, Fault, FieldConflict
from sheets.form_data import SentField, token
from sheets.models import Character, Member, Owner, Receipt
from sheets.models.character import STAMP
from sheets.models.compiled import CompiledQuery
from sheets.storage import StoredCharacter, check_thawed


def touched_fields(
    sent: Mapping[str, SentField], present: Callable[[str], tuple[str, ...] | None]
) -> dict[str, tuple[str, ...]]:
    """The fields to write with their values, in the form's order.

    A field that holds what it showed at first is left out, whatever is stored by now. `present`
    says what a field holds by now, None if there is none. Raises FieldConflict with every field
    that another tab changed in the meantime, unless to the same value.
    """
    touched, stale = {}, []
    for id, sent_field in sent.items():
        if not sent_field.touched:
            continue
        values = present(id)
        stored_token = "" if values is None else token(values)
        if stored_token == sent_field.was:
            touched[id] = sent_field.values
        elif stored_token != token(sent_field.values):
            stale.append(id)
    if stale:
        raise FieldConflict(stale)
    return touched


Subject = TypeVar("Subject", bound=Character | Member | Owner)
Subject_co = TypeVar("Subject_co", bound=Character | Member | Owner, covariant=True)
Outcome = TypeVar("Outcome")

# How often something is worked out anew because somebody else was quicker.
ATTEMPTS = 12
OVERTAKEN = "Someone else is changing this right now. Nothing was saved. Try again."
SENT_OTHERWISE = "This form was already sent with other content. Nothing was changed."

# Fields of an operation that are no part of what was asked: `since` is what the page knew.
_NOT_ASKED = ("access", "key", "since")
# Where a word begins in the name of a class.
_WORD = re.compile(r"(?<!^)(?=[A-Z])")

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class ReceiptKey:
    """By what the answer to a form is found again: the key that the form carried, "" for none, and
    what it asked.
    """

    key: str = ""
    content: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """A hash of the content."""
        return hashlib.sha256(json.dumps(self.content).encode()).hexdigest()


NO_RECEIPT = ReceiptKey()
_RECEIPT = CompiledQuery[Receipt](lambda owner, key: Receipt.objects.filter(owner=owner, key=key))


class Access(Protocol[Subject_co]):
    """A request to change a row, before its right to do so is checked
    (`access.CharacterAccess`).
    """

    @property
    def receipt_id(self) -> tuple[str, ...]:
        """The ids that stand for the subject in a form receipt."""

    def read(self) -> Subject_co:
        """It as it is stored; 404 or 403 without."""

    def lock(self) -> Subject_co:
        """It as it is stored; nobody else changes it until the transaction ends."""

    def lock_again(self) -> Subject_co:
        """As much of it as shows whether it is still what was read; nobody else changes it until
        the transaction ends.
        """


@dataclass(frozen=True)
class Mine:
    """The owner of something new, whom nothing has to be locked for."""

    owner: Owner
    receipt_id = ()

    def read(self) -> Owner:
        """The owner."""
        return self.owner

    lock = lock_again = read


class Overtaken(Exception):
    """The row changed while the write was worked out, or is gone: the write is tried again."""


@dataclass_transform(kw_only_default=True, field_specifiers=(field,))
class _Declared:
    """Makes each subclass a dataclass whose fields are named when it is made."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        dataclass(kw_only=True)(cls)


class Operation(_Declared, Generic[Subject, Outcome]):
    """One change to what is stored: whom it changes, what was asked, what it writes.

    A subclass is a dataclass. Its fields are what was asked, and `save` writes it:

        class Rename(Operation[Member, None]):
            name: str

            def save(self) -> None:
                self.row.party.name = self.name
                save_change(self.row.party, "name")

        Rename(member_access, name="Six of us", key=key).run()

    `run` writes all or nothing, in a transaction of its own. Without a `prepare` the subject is
    locked first and `save` decides under the lock: for what takes no time and asks the rules
    nothing. With one, `prepare` works everything out while nothing is locked and keeps it in
    attributes; then the subject is locked and compared with what `prepare` saw (`stored`), and
    `save` writes. Where somebody else was quicker, both run anew: so two wounds at once both count.
    What `prepare` reads besides is compared by whoever reads it (`check_unchanged`).

    `key` is the idempotency key of the form, "" for none: a form that was answered before gets the
    same outcome, which is JSON, and nothing runs. Conflict if it asks something else by now, and
    where others were quicker again and again.
    """

    # What receipts call the operation: by default its name, "take out" for TakeOut. A form may be
    # sent again weeks later, so this stays when a class gets another name.
    verb: ClassVar[str] = ""

    # Whether a character that the operator has frozen can be changed so.
    on_frozen: ClassVar[bool] = False

    access: Access[Subject] = field(kw_only=False)
    key: str = ""
    # The subject: as it was read in `prepare`, and in `save` as it is locked.
    row: Subject = field(init=False, repr=False)
    # False where the form had been answered before.
    is_saved: bool = field(default=False, init=False, repr=False)

    def prepare(self, row: Subject) -> None:
        """Works out what is to be written, before anything is locked."""

    def save(self) -> Outcome:
        """Writes it, under the lock."""
        raise NotImplementedError

    @property
    def content(self) -> tuple[str, ...]:
        """The request as receipts compare it: the verb, the fields in order, the subject."""
        asked = [
            declared.name
            for declared in fields(self)
            if declared.init and declared.name not in _NOT_ASKED
        ]
        texts = (text for name in asked for text in _texts(getattr(self, name)))
        return (
            self.verb or _WORD.sub(" ", type(self).__name__).lower(),
            *texts,
            *self.access.receipt_id,
        )

    @property
    def subject(self) -> Access[Subject]:
        """The access that is read and locked; some operations lock more than `access` names."""
        return self.access

    @property
    def receipt(self) -> ReceiptKey:
        """By what the answer to this form is found again."""
        return ReceiptKey(self.key, self.content) if self.key else NO_RECEIPT

    def run(self) -> Outcome:
        """Does it, once for each form; what `save` returned."""
        if type(self).prepare is Operation.prepare:
            return _run_locked(self, self.receipt)
        return _run_prepared(self, self.receipt)


class CharacterOperation(Operation[Character, Outcome]):
    """A change to a character, which `prepare` opens, or leaves open as it will be saved: whoever
    shows it then need not read it again.
    """

    opened: OpenCharacter = field(init=False, repr=False)

    @property
    def character(self) -> StoredCharacter | None:
        """The character as it was saved; None if the form had been answered before."""
        return StoredCharacter(self.row, self.opened) if self.is_saved else None


def _texts(value: object) -> Iterator[str]:
    """A value of an operation as texts: each pair of a mapping, each item of a list."""
    if isinstance(value, Mapping):
        for name, item in sorted(value.items()):
            yield from (f"{name}={text}" for text in _texts(item))
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _texts(item)
    elif not callable(value):
        yield "" if value is None else str(value)


def _run_locked(operation: Operation[Subject, Outcome], receipt: ReceiptKey) -> Outcome:
    """Runs an operation that decides under the lock."""
    for _ in range(ATTEMPTS):
        with suppress(Overtaken):
            return _transaction(operation, operation.subject.lock, receipt)
    raise Conflict(OVERTAKEN)


def _run_prepared(operation: Operation[Subject, Outcome], receipt: ReceiptKey) -> Outcome:
    """Runs an operation that is worked out before the lock."""
    for _ in range(ATTEMPTS):
        row = operation.subject.read()
        if before := answered(_owner(row), receipt):
            return cast(Outcome, before.outcome)
        with suppress(Overtaken):
            return _attempt(operation, row, receipt)
    conflict = Conflict(OVERTAKEN)
    _blame(conflict, row)
    raise conflict


def _attempt(operation: Operation[Subject, Outcome], row: Subject, receipt: ReceiptKey) -> Outcome:
    """Prepares and writes. Overtaken if the row was changed or deleted meanwhile."""
    seen = stored(row)
    try:
        operation.row = row
        operation.prepare(row)
    except Exception as error:
        # What was read may have been half of one state and half of the next.
        if (current := _again(row)) is None or stored(current) != seen:
            raise Overtaken from None
        _blame(error, current)
        raise

    def unchanged() -> Subject:
        _check_same(operation.subject.lock_again(), seen)
        return row

    try:
        return _transaction(operation, unchanged, receipt, looked_up=True)
    except (Fault, Http404, PermissionDenied) as error:
        if isinstance(error, Fault) and (before := answered(_owner(row), receipt)):
            return cast(Outcome, before.outcome)
        if (current := _again(row)) is None:
            raise Overtaken from None
        _blame(error, current)
        raise


def stored(row: models.Model) -> str:
    """The compared values of a row, and of a membership's party: equal while it is unchanged.

    Of a character that are the fields that change whenever any does (`STAMP`), so that its document
    is read once. Of others every field counts.
    """
    return _content((row, row.party) if isinstance(row, Member) else (row,))


def check_unchanged(rows: Iterable[models.Model], seen: Mapping[int, str]) -> None:
    """Overtaken unless these rows, locked now, are those that were `seen` by their ids, and hold
    what they held then. Part of an operation.
    """
    if {row.pk: stored(row) for row in rows} != seen:
        raise Overtaken


def _check_same(row: models.Model, seen: str) -> None:
    """Overtaken unless the row still is what was `seen`."""
    if stored(row) != seen:
        raise Overtaken


def _again(row: models.Model) -> models.Model | None:
    """The row as it is stored now; None if it is deleted."""
    rows = type(row)._base_manager.filter(pk=row.pk)
    return rows.first()


def _content(rows: Iterable[models.Model]) -> str:
    compared = [[getattr(row, name) for name in _compared(row)] for row in rows]
    return json.dumps(compared, default=str)


def _compared(row: models.Model) -> Iterator[str]:
    """The attributes of a row that are compared."""
    for column in row._meta.concrete_fields:
        if not isinstance(row, Character) or column.name in STAMP or column.primary_key:
            yield column.attname


def answered(owner: int, key: ReceiptKey) -> Receipt | None:
    """The receipt of a form that was sent before; None for a new one. Conflict if its content
    differs.
    """
    if not key.key:
        return None
    receipt = _RECEIPT.first(owner, key.key)
    if receipt and receipt.digest != key.digest:
        raise Conflict(SENT_OTHERWISE)
    return receipt


def _transaction(
    operation: Operation[Subject, Outcome],
    subject: Callable[[], Subject],
    receipt: ReceiptKey,
    *,
    looked_up: bool = False,
) -> Outcome:
    """The transaction itself: the subject under its lock, what became of the form before unless
    that was `looked_up` just now, the change, a receipt.

    The same form, sent twice at once, counts once in any case: the database takes no second
    receipt. Overtaken if it finds that somebody else has just done what excludes the change.
    """
    owner = 0
    try:
        with transaction.atomic(durable=True):
            operation.row = subject()
            owner = _owner(operation.row)
            if not looked_up and (before := answered(owner, receipt)):
                return cast(Outcome, before.outcome)
            if isinstance(operation.row, Character) and not operation.on_frozen:
                check_thawed(operation.row)
            outcome = _save(operation)
            if receipt.key:
                _keep_receipt(owner, receipt, outcome)
    except IntegrityError as error:
        # The same form, sent twice at once: the other one was first, and ours is undone.
        if before := answered(owner, receipt):
            return cast(Outcome, before.outcome)
        logger.warning("Someone else was quicker: %s", error)
        raise Overtaken from error
    operation.is_saved = True
    return outcome


def _save(operation: Operation[Subject, Outcome]) -> Outcome:
    """Saves; a fault tells which character it happened to."""
    try:
        return operation.save()
    except Fault as fault:
        _blame(fault, operation.row)
        raise


def _owner(row: Subject) -> int:
    return int(row.pk if isinstance(row, Owner) else row.owner_id)


def _blame(error: Exception, row: models.Model | None) -> None:
    if isinstance(error, Fault) and isinstance(row, Character):
        error.character = row


def _keep_receipt(owner: int, receipt: ReceiptKey, outcome: object) -> None:
    Receipt.objects.create(owner_id=owner, key=receipt.key, digest=receipt.digest, outcome=outcome)
