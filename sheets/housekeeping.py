"""Deletes rows that are out of date, at the start of `bin/run` or by a server's clock.

A run does only so much, in short transactions, so that nobody waits for it; the next one goes on.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, Model, OuterRef, QuerySet

from sheets.guard import deaths
from sheets.models import (
    ApiToken,
    Batch,
    Character,
    Invitation,
    Owner,
    Receipt,
    ShareLink,
    WorkerDeath,
)

# A page that was left open is still answered once; for as long as anybody leaves one open.
RECEIPTS = timedelta(days=30)
# A visitor of whom nothing is kept. Their cookie goes on: with it they are the same again.
VISITORS = timedelta(days=90)
# A deleted character can be restored for so long.
DELETED = timedelta(days=30)
# A batch that nobody has looked at for so long; what it made can be made again.
BATCHES = timedelta(days=30)
AT_ONCE, MOST = 500, 20_000


def clean(*, now: datetime) -> dict[str, int]:
    """Deletes what has ended, at most MOST of each kind: how many of which."""
    old = Receipt.objects.filter(created_at__lt=now - RECEIPTS).order_by("created_at", "pk")
    return {
        "sessions": _delete(Session.objects.filter(expire_date__lt=now).order_by("expire_date")),
        "receipts": _delete(old),
        "batches": _delete(Batch.objects.filter(looked_at__lt=now - BATCHES).order_by("looked_at")),
        "visitors": _forget_visitors(now),
        "links": _delete(ShareLink.objects.filter(expires_at__lt=now).order_by("pk")),
        "invitations": _delete(Invitation.objects.filter(expires_at__lt=now).order_by("pk")),
        "characters": _delete(
            Character.deleted.filter(deleted_at__lt=now - DELETED).order_by("deleted_at")
        ),
        "worker deaths": _delete(
            WorkerDeath.objects.filter(at__lt=now - deaths.KEPT).order_by("at", "pk")
        ),
        "tokens": _delete(ApiToken.objects.filter(expires_at__lt=now).order_by("pk")),
    }


def _delete(rows: QuerySet[Model]) -> int:
    """Deletes the first of these rows, some at a time; how many that were."""
    return sum(_delete_these(rows.model, some) for some in _in_turns(rows))


def _delete_these(model: type[Model], keys: list[int]) -> int:
    with transaction.atomic():
        return model._base_manager.filter(pk__in=keys).delete()[0]


def _forget_visitors(now: datetime) -> int:
    """Deletes visitors without characters who have sent no form for long. How many that were."""
    expired = Owner.objects.filter(
        kind=Owner.Kind.VISITOR, created_at__lt=now - VISITORS, frozen_at=None
    )
    left = expired.filter(_has_none(Character), _has_none(Receipt)).order_by("pk")
    return sum(_forget(some) for some in _in_turns(left))


def _forget(keys: list[int]) -> int:
    """Deletes those of them who still have nothing; whoever makes something just now stays."""
    with transaction.atomic():
        rows = Owner.objects.filter(pk__in=keys).select_for_update(skip_locked=True)
        locked = [owner.pk for owner in rows]
        left = Owner.objects.filter(pk__in=locked).filter(_has_none(Character), _has_none(Receipt))
        gone = list(left.values_list("pk", flat=True))
        Owner.objects.filter(pk__in=gone).delete()
        return len(gone)


def _has_none(model: type[Character | Receipt]) -> object:
    return ~Exists(model._base_manager.filter(owner=OuterRef("pk")))


def _in_turns(rows: QuerySet[Model]) -> Iterator[list[int]]:
    """The keys of the first MOST of these rows, some at a time."""
    keys = list(rows.values_list("pk", flat=True)[:MOST])
    for start in range(0, len(keys), AT_ONCE):
        yield keys[start : start + AT_ONCE]
