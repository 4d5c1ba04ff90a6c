"""Batches: begun, done step by step by one process at a time, canceled, and begun again."""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from sheets import zones
from sheets.access import Request
from sheets.models import Batch, Owner

# A process that has not ended its step by then counts as dead. A step that may take longer passes
# `longest`.
LEASE = timedelta(seconds=20)
# The most of somebody's batches that are kept; a new one takes the place of the oldest.
MOST = 50


class Canceled(Exception):
    """Its owner stopped the batch, in another tab perhaps."""


class StepFailed(Exception):
    """A step cannot be done; the batch ends, and says why."""


@dataclass(frozen=True)
class Progress:
    """A batch's progress, `done` of `total`. `kept` is the work so far, stored with it; None leaves
    the stored work alone.
    """

    done: int
    total: int
    is_done: bool
    kept: bytes | None = None


def begin(request: Request, place: str, *, resumes: bool) -> Batch:
    """The batch of that address, for who asks: begun now, or before. One that ended goes on, unless
    it was canceled and this request does not resume it: then Canceled is raised.
    """
    batch, is_new = _begun(request, place, request.visitor.become_owner())
    if is_new:
        _drop_oldest(batch)
    elif batch.state == Batch.State.CANCELED and not resumes:
        raise Canceled
    return _waiting(batch)


def begin_for_all(request: Request, place: str) -> Batch:
    """The batch of that address for everyone: begun now, or before. One that ended goes on."""
    return _waiting(_begun(request, place, None)[0])


def step(
    batch: Batch,
    work: Callable[[], Progress],
    *,
    is_looked_at: bool = True,
    longest: timedelta = LEASE,
) -> bool:
    """Does a step, unless another process is at it: then False, and nothing is done. One that has
    not ended after `longest` is taken over.

    Where `work` raises StepFailed, the batch has failed; any other error leaves it as it was.
    """
    lease = _take(batch, longest, is_looked_at=is_looked_at)
    if not lease:
        return False
    ended: dict[str, object] = {}
    try:
        progress = work()
        state = Batch.State.DONE if progress.is_done else Batch.State.WAITING
        ended = {"done": progress.done, "total": progress.total, "state": state}
        if progress.kept is not None:
            ended["kept"] = progress.kept
    except StepFailed as fault:
        ended = {"state": Batch.State.FAILED, "why": str(fault)}
        raise
    finally:
        leased = Batch.objects.filter(pk=batch.pk, lease=lease)
        # What was canceled meanwhile stays so.
        leased.filter(state=Batch.State.WAITING).update(**ended, leased_until=None)
    return True


def end(request: Request, place: str) -> None:
    """Notes that all of it is there: somebody else's batch made the same, perhaps."""
    _mine(request).filter(digest=_digest(place)).exclude(state=Batch.State.DONE).update(
        state=Batch.State.DONE
    )


def cancel(request: Request, place: str) -> None:
    """Stops who asks' own batch of that address, if there is one that goes on."""
    going_on = _mine(request).filter(digest=_digest(place), state=Batch.State.WAITING)
    going_on.update(state=Batch.State.CANCELED)


def kept(request: Request, place: str) -> bytes:
    """The stored work of the visitor's own batch for that address; b"" before its first step."""
    row = _mine(request).filter(digest=_digest(place)).values_list("kept", flat=True).first()
    return bytes(row or b"")


def unfinished(request: Request, path: str) -> list[Batch]:
    """The visitor's own unfinished batches of that page, the newest first."""
    rows = _mine(request).filter(place__startswith=f"{path}?").exclude(state=Batch.State.DONE)
    return list(rows.order_by("-created_at"))


def _mine(request: Request) -> QuerySet[Batch]:
    return Batch.objects.filter(request.visitor.identity.condition(prefix="owner__"))


def _begun(request: Request, place: str, owner: Owner | None) -> tuple[Batch, bool]:
    """The row, and whether it is new."""
    return Batch.objects.get_or_create(
        owner=owner,
        digest=_digest(place),
        defaults={
            "place": place,
            "origin": f"{request.scheme}://{request.get_host()}",
            "looked_at": timezone.now(),
            "zone": zones.name(),
        },
    )


def _waiting(batch: Batch) -> Batch:
    """The batch, to be gone on with."""
    if batch.state != Batch.State.WAITING:
        batch.state, batch.why, batch.looked_at = Batch.State.WAITING, "", timezone.now()
        batch.save(update_fields=["state", "why", "looked_at"])
    return batch


def _take(batch: Batch, longest: timedelta, *, is_looked_at: bool) -> str:
    """The lease, "" where another process has it or nothing is left to do."""
    now, lease = timezone.now(), secrets.token_hex(16)
    free = Q(leased_until=None) | Q(leased_until__lt=now)
    looked: dict[str, object] = {"looked_at": now} if is_looked_at else {}
    waiting = Batch.objects.filter(free, pk=batch.pk, state=Batch.State.WAITING)
    return lease if waiting.update(lease=lease, leased_until=now + longest, **looked) else ""


def _drop_oldest(batch: Batch) -> None:
    older = Batch.objects.filter(owner=batch.owner_id).order_by("-looked_at", "-pk")
    Batch.objects.filter(pk__in=list(older.values_list("pk", flat=True)[MOST:])).delete()


def _digest(place: str) -> str:
    return hashlib.sha256(place.encode()).hexdigest()
