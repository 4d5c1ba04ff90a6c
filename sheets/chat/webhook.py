"""Sends a text to a Discord webhook: to that host alone, and never on the way of a request.

The address holds a secret, so it stands in no log and on no page.
"""

import http.client
import json
import logging
import re
import ssl
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from threading import BoundedSemaphore, Lock
from time import sleep

from django.db import connection

HOST = "discord.com"
# Discord's other names for itself: addresses copied from its test versions work all the same.
_ADDRESS = re.compile(
    r"https://(?:(?:ptb|canary)\.)?discord(?:app)?\.com"
    r"(/api/(?:v\d{1,2}/)?webhooks/\d{15,21}/[A-Za-z0-9_-]{60,100})/?",
    re.ASCII,
)
SECONDS = 5
LONGEST = 1900  # Discord's own limit is 2,000
MOST_WAITING = 100
LONGEST_WAIT = 10
GONE = frozenset({401, 403, 404, 410})
SUPPRESS_EMBEDS = 4
_MARKED = re.compile(r"([\\*_~`|>#\[\]<@])")

logger = logging.getLogger(__name__)


def path_of(address: str) -> str:
    """The path of a webhook's address on Discord's host; ValueError for any other address."""
    if not (match := _ADDRESS.fullmatch(address.strip())):
        raise ValueError
    return match[1]


def plain(text: str) -> str:
    """A text that Discord shows as it is: not formatted, linked, or mentioning anyone."""
    return _MARKED.sub(r"\\\1", " ".join(text.split()))


@dataclass(frozen=True)
class Answer:
    """Discord's answer: a status, 0 if it couldn't be reached, and the seconds to wait before the
    next try.
    """

    status: int
    wait: float = 0

    @property
    def is_gone(self) -> bool:
        """True if the webhook is deleted, or refuses messages."""
        return self.status in GONE


def post(path: str, text: str) -> Answer:
    """Posts a text once. Follows no redirect, and waits five seconds at most."""
    content = {"content": text[:LONGEST], "allowed_mentions": {"parse": []}}
    body = json.dumps({**content, "flags": SUPPRESS_EMBEDS})
    headers = {"Content-Type": "application/json", "User-Agent": "Hyperspace"}
    connection = http.client.HTTPSConnection(
        HOST, timeout=SECONDS, context=ssl.create_default_context()
    )
    try:
        connection.request("POST", path, body, headers)
        response = connection.getresponse()
        return Answer(response.status, _seconds(response.getheader("Retry-After")))
    except (OSError, http.client.HTTPException):
        return Answer(0)
    finally:
        connection.close()


class Sender:
    """Sends texts one after the other in a thread of its own, made when it is first needed. Where
    too many wait, a text is dropped: a chat is no log.
    """

    def __init__(self, send: Callable[[str, str], Answer] = post) -> None:
        self.send = send
        self._places = BoundedSemaphore(MOST_WAITING)
        self._lock = Lock()
        self._thread: ThreadPoolExecutor | None = None

    def submit(self, address: str, text: str, gone: Callable[[], None]) -> None:
        """Sends it later; `gone` is called in the thread where the webhook does not exist."""
        if not self._places.acquire(blocking=False):
            logger.warning("Too many messages wait for Discord: one is dropped")
            return
        with self._lock:
            self._thread = self._thread or ThreadPoolExecutor(1, thread_name_prefix="chat")
        self._thread.submit(self._deliver, address, text, gone)

    def _deliver(self, address: str, text: str, gone: Callable[[], None]) -> None:
        try:
            path = path_of(address)
            answer = self.send(path, text)
            if answer.status == 429:
                sleep(min(answer.wait, LONGEST_WAIT))
                answer = self.send(path, text)
            if answer.is_gone:
                with closing(connection):
                    gone()
            elif not 200 <= answer.status < 300:
                logger.warning("Discord did not take a message: %s", answer.status or "no answer")
        except Exception:
            logger.exception("A message to Discord failed")
        finally:
            self._places.release()


def _seconds(text: str | None) -> float:
    try:
        return max(0.0, float(text or 0))
    except ValueError:
        return 0.0
