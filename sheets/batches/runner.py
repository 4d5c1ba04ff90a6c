"""Goes on with batches whose page nobody has open, in each process that serves a site.

Only PostgreSQL has it: there several machines share the batches of one that died. On one machine
with SQLite a batch goes on when its owner asks again.
"""

import logging
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from random import uniform
from typing import cast
from urllib.parse import urlsplit

from django.contrib.auth.models import AnonymousUser
from django.core.handlers.wsgi import WSGIRequest
from django.db import DatabaseError, connection
from django.db.models import Q
from django.http import Http404
from django.urls import resolve
from django.utils import timezone

from sheets import zones
from sheets.access import Request
from sheets.batches.operations import LEASE, Progress, StepFailed, step
from sheets.errors import OwnerFrozen
from sheets.guard import costs, state
from sheets.models import Batch
from sheets.visitors import Visitor
from sheets.work import at

# A page asks again within a second; one that has not for so long is closed.
LEFT_ALONE = timedelta(seconds=8)
PAUSE = 2.0
AT_ONCE = 5
GONE = "It is not there any more."
OURS = "This is an error of ours. It was written to the log of the site."

Work = Callable[..., Progress]
# What does the steps at a view's addresses, and how long one may take.
_KINDS: dict[str, tuple[Work, timedelta]] = {}
LOG = logging.getLogger(__name__)


def does_steps_of(view: str, *, longest: timedelta = LEASE) -> Callable[[Work], Work]:
    """The decorated function does one step of the batches at the addresses of that view, within
    `longest`: it gets a request in the name of their owner, and the arguments of the address.
    """

    def register(work: Work) -> Work:
        _KINDS[view] = work, longest
        return work

    return register


def start() -> None:
    """Starts a thread that looks for batches, for as long as this process lives."""
    if connection.vendor == "postgresql":
        threading.Thread(target=_run, name="batches", daemon=True).start()


def _run() -> None:
    wait = threading.Event()
    while not wait.wait(PAUSE * uniform(0.5, 1.5)):  # noqa: S311 (so that not all look at once)
        try:
            while go_on():
                pass
        except DatabaseError:
            LOG.info("Batches wait for the database")
        finally:
            connection.close()


def go_on() -> bool:
    """Does a step of the one that waits longest with nobody looking; False if there is none, or
    another process was quicker.
    """
    now = timezone.now()
    free = Q(leased_until=None) | Q(leased_until__lt=now)
    alone = Batch.objects.filter(
        free, state=Batch.State.WAITING, looked_at__lt=now - LEFT_ALONE
    ).select_related("owner__user")
    return any(_does(batch) for batch in alone.order_by("looked_at")[:AT_ONCE])


def _does(batch: Batch) -> bool:
    """Runs one step; True if it was done and more steps remain."""
    before = (batch.state, batch.done)
    try:
        work, longest = _kind(batch)
        if not step(batch, work, is_looked_at=False, longest=longest):
            return False
    except StepFailed as fault:
        LOG.info("A batch failed: %s", fault)
    except DatabaseError:
        raise
    except Exception:
        LOG.exception("A batch failed")
        _give_up(batch)
    batch.refresh_from_db(fields=["state", "done"])
    return (batch.state, batch.done) != before


def _give_up(batch: Batch) -> None:
    waiting = Batch.objects.filter(pk=batch.pk, state=Batch.State.WAITING)
    waiting.update(state=Batch.State.FAILED, why=OURS)


def _kind(batch: Batch) -> tuple[Callable[[], Progress], timedelta]:
    """One step in the name of its owner, and how long it may take. What they may not do any more
    has failed.
    """
    try:
        match = resolve(batch.path)
    except Http404:
        return _gone, LEASE
    work, longest = _KINDS.get(match.url_name or "", (_gone, LEASE))

    def do() -> Progress:
        started = time.thread_time()
        with at(method="GET", path=batch.path, query="", request_id="a batch") as done:
            try:
                request = _request(batch)
                state.check(request.visitor.identity)
                with timezone.override(zones.of_name(batch.zone)):
                    return work(request, **match.kwargs)
            except Http404:
                return _gone()
            except OwnerFrozen as error:
                raise StepFailed(str(error)) from None
            finally:
                costs.record(done, match.url_name or "", time.thread_time() - started)

    return do, longest


def _gone(*_: object, **__: object) -> Progress:
    raise StepFailed(GONE)


def _request(batch: Batch) -> Request:
    """A request as the owner's browser would send it; for a batch of everyone's, a stranger's."""
    origin = urlsplit(batch.origin)
    environ = {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": batch.path,
        "QUERY_STRING": batch.place.partition("?")[2],
        "HTTP_HOST": origin.netloc,
        "REMOTE_ADDR": "127.0.0.1",
        "wsgi.url_scheme": origin.scheme,
        "wsgi.input": BytesIO(),
    }
    request = cast(Request, WSGIRequest(environ))
    request.user = AnonymousUser()
    request.visitor = Visitor(request)
    if batch.owner:
        request.visitor.stand_for(batch.owner)
    return request
