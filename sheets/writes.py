"""The one way to write: in a transaction, under a lock, once for each form; and which fields of a
form were changed.
"""

import hashlib
import json
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar, cast

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, models, transaction
from django.http import Http404

from rules.system import OpenCharacter
from sheets.errors import Conflict, Fault, FieldConflict
from sheets.form_data import SentField, token
from sheets.models import Character, Member, Owner, Receipt
from sheets.models.character import STAMP
from sheets.storage import StoredCharacter


def touched_fields(
    sent: Mapping[str, SentField], present: Callable[[str], tuple[str, ...] | None]
) -> dict[str, tuple[str, ...]]:
    """The fields to write with their values, in the form's order.

    A field that holds what it showed at first is left out, whatever is stored by now. `present`
    says what a field holds by now, None where there is none. Raises FieldConflict with every field
    that another tab changed in the meantime, unless to the same value.
    """
    touched, stale = {}, []
    for id, one in sent.items():
        if not one.touched:
            continue
        values = present(id)
        now = "" if values is None else token(values)
        if now == one.was:
            touched[id] = one.values
        elif now != token(one.values):
            stale.append(id)
    if stale:
        raise FieldConflict(stale)
    return touched


Subject = TypeVar("Subject", bound=Character | Member | Owner)
Subject_co = TypeVar("Subject_co", bound=Character | Member | Owner, covariant=True)
Outcome = TypeVar("Outcome")
Keep = Callable[[], Outcome]

# How often something is worked out anew because somebody else was quicker.
ATTEMPTS = 12
OVERTAKEN = "Someone else is changing this right now. Nothing was saved. Try again."
SENT_OTHERWISE = "This form was already sent with other content. Nothing was changed."

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Form:
    """A form that was sent: its key, "" for one without, and what it asks for."""

    key: str = ""
    content: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """A hash of the content."""
        return hashlib.sha256(json.dumps(self.content).encode()).hexdigest()


NO_FORM = Form()


class Access(Protocol[Subject_co]):
    """What is to be changed, before it is known whether it may be (`access.CharacterAccess`)."""

    def read(self) -> Subject_co:
        """It as it is stored; 404 or 403 without."""

    def lock_again(self) -> Subject_co:
        """As much of it as shows whether it is still what was read; nobody else changes it until
        the transaction ends.
        """


@dataclass(frozen=True)
class Mine:
    """The owner of something new, whom nothing has to be locked for."""

    owner: Owner

    def read(self) -> Owner:
        """The owner."""
        return self.owner

    def lock_again(self) -> Owner:
        """The owner."""
        return self.owner


class Overtaken(Exception):
    """What something was worked out from is not what is stored any more."""


def write(
    subject: Callable[[], Subject],
    change: Callable[[Subject], Outcome],
    *,
    form: Form = NO_FORM,
) -> Outcome:
    """Runs `change` in a transaction of its own and returns its outcome; it writes all or nothing.

    This is for what takes no time: `change` runs under the lock, and asks the rules nothing.
    `subject` fetches inside the transaction what is changed: a character with its row locked
    (`access.CharacterAccess.lock`), so that what is decided rests on what is stored and nobody else
    decides at once; a membership with its party locked (`access.MemberAccess.lock`); or the
    owner of something new. A form that was answered before gets the same outcome, which is JSON,
    and `change` is not run; Conflict where its content is another.
    """
    for _ in range(ATTEMPTS):
        with suppress(Overtaken):
            return _transaction(subject, lambda row: _with_blame(row, lambda: change(row)), form)
    raise Conflict(OVERTAKEN)


def write_prepared(
    access: Access[Subject],
    prepare: Callable[[Subject], Keep[Outcome]],
    *,
    form: Form = NO_FORM,
) -> Outcome:
    """As `write`, for what the rules have a say in: `prepare` works out what is to be written,
    before anything is locked, and returns what then writes it under the lock.

    The lock is held to see that what `prepare` was given is still what is stored, and to write: of
    a character no more is read again than tells that (`stored`). Where it is not, all is worked out
    anew: so two wounds at once both count. What `prepare` reads besides is compared by whoever
    reads it (`check_unchanged`). Conflict where others were quicker again and again.
    """
    for _ in range(ATTEMPTS):
        row = access.read()
        if before := answered(_owner(row), form):
            return cast(Outcome, before.outcome)
        with suppress(Overtaken):
            return _attempt(access, row, prepare, form)
    conflict = Conflict(OVERTAKEN)
    _blame(conflict, row)
    raise conflict


@dataclass(frozen=True)
class Prepared(Generic[Outcome]):
    """A change to a character, worked out: what writes it, and the character as it is then."""

    keep: Keep[Outcome]
    opened: OpenCharacter


@dataclass(frozen=True)
class Saved(Generic[Outcome]):
    """What became of a form, and the character that was saved with it: None where the form had been
    answered before, so that nothing was saved now.
    """

    outcome: Outcome
    character: StoredCharacter | None = field(default=None, repr=False, compare=False)


def write_character(
    access: Access[Character],
    prepare: Callable[[Character], Prepared[Outcome]],
    *,
    form: Form = NO_FORM,
) -> Saved[Outcome]:
    """As `write_prepared`, and returns the character with the outcome: whoever shows it then need
    not read it again.
    """

    def prepared(character: Character) -> Keep[Saved[Outcome]]:
        change = prepare(character)
        return lambda: Saved(change.keep(), StoredCharacter(character, change.opened))

    became: Any = write_prepared(access, prepared, form=form)
    return became if isinstance(became, Saved) else Saved(became)


def _attempt(
    access: Access[Subject],
    row: Subject,
    prepare: Callable[[Subject], Keep[Outcome]],
    form: Form,
) -> Outcome:
    """Prepares and writes; Overtaken where what was read is not what is stored any more, or gone:
    then whoever reads it again is told.
    """
    seen = stored(row)
    try:
        keep = prepare(row)
    except Exception as error:
        # What was read may have been half of one state and half of the next.
        if (now := _again(row)) is None or stored(now) != seen:
            raise Overtaken from None
        _blame(error, now)
        raise

    def unchanged(now: Subject) -> Outcome:
        _check_same(now, seen)
        return keep()

    try:
        return _transaction(access.lock_again, unchanged, form, looked_up=True)
    except (Fault, Http404, PermissionDenied) as error:
        if isinstance(error, Fault) and (before := answered(_owner(row), form)):
            return cast(Outcome, before.outcome)
        if (now := _again(row)) is None:
            raise Overtaken from None
        _blame(error, now)
        raise


def stored(row: models.Model) -> str:
    """What tells whether a row holds later what it holds now; of a membership, its party's too.

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


def _check_same(now: Subject, seen: str) -> None:
    """Overtaken unless the row still is what was `seen`."""
    if stored(now) != seen:
        raise Overtaken


def _again(row: Subject) -> models.Model | None:
    """The row as it is stored by now, None where it is gone."""
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


def answered(owner: int, form: Form) -> Receipt | None:
    """What became of this form before, None if it was never sent; Conflict with other content."""
    if not form.key:
        return None
    receipt = Receipt.objects.filter(owner_id=owner, key=form.key).first()
    if receipt and receipt.digest != form.digest:
        raise Conflict(SENT_OTHERWISE)
    return receipt


def _transaction(
    subject: Callable[[], Subject],
    change: Callable[[Subject], Outcome],
    form: Form,
    *,
    looked_up: bool = False,
) -> Outcome:
    """The transaction itself: the subject, what became of the form before unless that was
    `looked_up` just now, the change, a receipt.

    The same form, sent twice at once, counts once in any case: the database takes no second
    receipt. Overtaken where it finds that somebody else has just done what excludes the change.
    """
    owner = 0
    try:
        with transaction.atomic(durable=True):
            row = subject()
            owner = _owner(row)
            if not looked_up and (before := answered(owner, form)):
                return cast(Outcome, before.outcome)
            outcome = change(row)
            if form.key:
                _keep_receipt(owner, form, outcome)
            return outcome
    except IntegrityError as error:
        # The same form, sent twice at once: the other one was first, and ours is undone.
        if before := answered(owner, form):
            return cast(Outcome, before.outcome)
        logger.warning("Someone else was quicker: %s", error)
        raise Overtaken from error


def _owner(row: Subject) -> int:
    return int(row.pk if isinstance(row, Owner) else row.owner_id)


def _with_blame(row: Subject, do: Callable[[], Outcome]) -> Outcome:
    """Does it; a fault tells which character it happened to."""
    try:
        return do()
    except Fault as fault:
        _blame(fault, row)
        raise


def _blame(error: Exception, row: models.Model | None) -> None:
    if isinstance(error, Fault) and isinstance(row, Character):
        error.character = row


def _keep_receipt(owner: int, form: Form, outcome: Any) -> None:
    plain = outcome.outcome if isinstance(outcome, Saved) else outcome
    Receipt.objects.create(owner_id=owner, key=form.key, digest=form.digest, outcome=plain)
