"""The lines of the log, and the secrets that stay out of them.

Addresses of pages are logged as their pattern ("/join/<str:code>/"): an address may hold a secret.
"""

import contextvars
import json
import logging
from datetime import UTC, datetime
from typing import Any

# The id of the request that this thread answers; "" between requests.
REQUEST_ID: contextvars.ContextVar[str] = contextvars.ContextVar("request_id", default="")


class JsonFormatter(logging.Formatter):
    """One JSON object a line: time, level, logger, message, and request id; `fields` of the record
    beside them; and the traceback of an error.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request_id := REQUEST_ID.get():
            line["request"] = request_id
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def name_route(record: logging.LogRecord) -> bool:
    """A logging filter that puts the pattern of the request's address in place of the address."""
    request = getattr(record, "request", None)
    path = getattr(request, "path", None)
    if path and isinstance(record.args, tuple):
        match = getattr(request, "resolver_match", None)
        route = f"/{match.route}" if match else "(no page of ours)"
        record.args = tuple(route if value == path else value for value in record.args)
    return True


def drop_traceback(record: logging.LogRecord) -> bool:
    """A logging filter that keeps one line of a record: a refused request is no bug of the site."""
    record.exc_info = None
    record.exc_text = None
    return True
