"""The database cache that counts attempts (sign-ins, imports) where no Redis is configured."""

from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.db import DatabaseCache
from django.db import OperationalError

ATTEMPTS = 3


class CounterCache(DatabaseCache):
    """Django's database cache, but a failed write raises OperationalError.

    Django's own cache hides a failed write and answers as if the key were taken. A rate limit would
    read that as one attempt too many, and a full disk would be reported as "too often".
    """

    def add(
        self,
        key: Any,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> bool:
        """Stores the value and returns True; False if the key exists. OperationalError if the
        database takes no writes.
        """
        for _ in range(ATTEMPTS):
            if super().add(key, value, timeout, version):
                return True
            if self.has_key(key, version):
                return False
        raise OperationalError("the cache table takes no writes")

    def set(
        self,
        key: Any,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> None:
        """Stores the value. OperationalError if the database takes no writes."""
        cache_key = self.make_and_validate_key(key, version=version)
        # Of two processes that insert the key at the same moment, one fails: it tries again.
        if not any(
            self._base_set("set", cache_key, value, timeout)  # type: ignore[attr-defined]  # Django has it
            for _ in range(ATTEMPTS)
        ):
            raise OperationalError("the cache table takes no writes")
