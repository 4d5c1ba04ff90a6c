"""Where attempts are counted where there is no cache: a table of the database."""

from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.db import DatabaseCache
from django.db import OperationalError

TRIES = 3


class Counters(DatabaseCache):
    """Django's cache in a table, that says so where it cannot write.

    Django's own keeps silent, as if somebody else had been quicker: who counts attempts takes that
    for one attempt too many, and a full disk is answered with "too often".
    """

    def add(
        self,
        key: Any,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> bool:
        """Keeps the value, False where there is one already; OperationalError where it cannot."""
        for _ in range(TRIES):
            if super().add(key, value, timeout, version):
                return True
            if self.has_key(key, version):
                return False
        raise OperationalError("the table of the cache takes no writes")

    def set(
        self,
        key: Any,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> None:
        """Keeps the value; OperationalError where it cannot."""
        made = self.make_and_validate_key(key, version=version)
        # Two who set it at the same moment both want to be the first: one of them comes second.
        if not any(
            self._base_set("set", made, value, timeout)  # type: ignore[attr-defined]  # Django has it
            for _ in range(TRIES)
        ):
            raise OperationalError("the table of the cache takes no writes")
