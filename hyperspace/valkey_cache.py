"""The cache in Valkey, or Redis, that all processes of a site share. Another cache stands in while
it doesn't answer, so nobody who signs in, creates, or prints has to wait for it.
"""

import logging
import time
from typing import Any

from django.core.cache import caches
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from django.utils.functional import cached_property
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import RedisError
from redis.retry import Retry

LOG = logging.getLogger(__name__)
# How long an answer may take, and how long a server that gave none is not asked again.
SECONDS, REST_SECONDS = 1.0, 5.0
# Until when each server rests, by its address, in all threads of this process.
_RESTS: dict[str, float] = {}


class ValkeyCache(RedisCache):
    """A cache in Valkey. OPTIONS may name, as `fallback`, the cache that stands in for it; without
    one redis.exceptions.ConnectionError is raised while Valkey rests.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        options = dict(params.get("OPTIONS", {}))
        self._fallback: str = options.pop("fallback", "")
        self._address = server
        patience = {"socket_timeout": SECONDS, "socket_connect_timeout": SECONDS}
        # A connection that a restarted server has forgotten is made anew.
        self._patience = {**patience, "retry": Retry(NoBackoff(), 1), **options}

    @cached_property
    def _cache(self) -> Any:
        """The client behind Django's own methods, with keys and times as Valkey takes them."""
        client = RedisCacheClient([self._address], **self._patience)
        return _Client(client, address=self._address, fallback=self._fallback)


class _Client:
    """Asks Valkey, or the cache that stands in for it."""

    def __init__(self, client: RedisCacheClient, *, address: str, fallback: str) -> None:
        self._client, self._address, self._fallback = client, address, fallback

    def __getattr__(self, operation: str) -> Any:
        def ask(*arguments: Any) -> Any:
            if _RESTS.get(self._address, 0.0) <= time.monotonic():
                try:
                    return getattr(self._client, operation)(*arguments)
                except RedisError as error:
                    _RESTS[self._address] = time.monotonic() + REST_SECONDS
                    LOG.error("Valkey doesn't answer: %s", error)
                    if not self._fallback:
                        raise
            if not self._fallback:
                raise NotConnected("Valkey did not answer a moment ago")
            return getattr(caches[self._fallback], operation)(*arguments)

        return ask
