"""The application object that `hyperspace.server` serves, and what a process that serves it does
otherwise than a command.
"""

from typing import Any

from django.conf import settings
from django.core.cache import close_caches
from django.core.signals import request_finished, request_started
from django.db import DEFAULT_DB_ALIAS, close_old_connections, connections, reset_queries

from hyperspace.gateway import Application, Limits
from hyperspace.sqlite.base import DatabaseWrapper
from hyperspace.wsgi import application as wsgi
from sheets import network_address, visitors
from sheets.guard import watch


def close_old_connection(**_: Any) -> None:
    """Closes this thread's connection to the database if it has failed or is too old."""
    connections[DEFAULT_DB_ALIAS].close_if_unusable_or_obsolete()


def watch_one_connection() -> None:
    """Before and after each request, looks after the only connection.

    Django's own handlers look through all that there might be, and through caches, of which none
    here has anything to close: that takes a tenth of the time of a kept page. They also empty the
    list of queries, which is kept for DEBUG only.
    """
    request_finished.disconnect(close_caches)
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
        signal.connect(close_old_connection)
    if not settings.DEBUG:
        request_started.disconnect(reset_queries)


DatabaseWrapper.makes_file = False
watch_one_connection()
LARGEST = max(settings.DATA_UPLOAD_MAX_MEMORY_SIZE, *settings.LARGER_BODIES.values())
application = Application(
    wsgi,
    Limits(accepted=LARGEST),
    client_of=network_address.network_from_headers,
    person_of=visitors.person_from_headers,
    at_end=watch.end,
)
