"""Sessions in the database. One ends when nobody uses it, and some time after the sign-in in any
case (`SESSION_IDLE_AGE` and `SESSION_COOKIE_AGE`, in seconds).
"""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from django.conf import settings
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import DatabaseError
from django.utils import timezone

from sheets.models.compiled import CompiledQuery

# When the session's user signed in, in seconds since 1970.
BEGAN = "began"
# The end of a session moves at most this often, so that most page views write nothing.
STEP = timedelta(hours=1)
_OPEN = CompiledQuery[Session](
    lambda key, now: Session.objects.filter(session_key=key, expire_date__gt=now)
)


class SessionStore(db.SessionStore):
    """A session whose row ends when it was not used for too long."""

    def load(self) -> dict[str, object]:
        """The session's values; {} once it has ended. Reading one moves its end."""
        row = _OPEN.first(self.session_key or "", timezone.now())
        if row is None:
            self._session_key = None
            return {}
        values: dict[str, object] = self.decode(row.session_data)
        end = _end(values)
        if BEGAN in values and end - row.expire_date >= STEP:
            # A database that takes no writes still shows pages.
            with suppress(DatabaseError):
                self.model.objects.filter(pk=row.pk).update(expire_date=end)
        return values

    def create_model_instance(self, data: dict[str, object]) -> Session:
        """The row to save, with its end."""
        row = cast(Session, super().create_model_instance(data))
        row.expire_date = _end(data)
        return row


def _end(values: dict[str, Any]) -> datetime:
    """When a session that is used now ends."""
    now = timezone.now()
    began = datetime.fromtimestamp(values[BEGAN], UTC) if BEGAN in values else now
    return min(
        now + timedelta(seconds=settings.SESSION_IDLE_AGE),
        began + timedelta(seconds=settings.SESSION_COOKIE_AGE),
    )
