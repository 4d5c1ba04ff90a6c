"""Pixels are worked on in a process apart, one picture at a time on the whole machine, so that many
large ones together take no more memory than one.
"""

from __future__ import annotations

import hashlib

import msgspec

from sheets.portraits.crop import Crop
from sheets.portraits.images import TOO_MUCH, Portrait, Unusable
from sheets.portraits.worker import Answer, Asked, Sent, Shown
from sheets.processes.pool import Busy, Ended, Kind, NotStarted, OfThisProcess, Pool, TooSlow
from sheets.processes.turn import TooLong, turn

WORKER = Kind("sheets.portraits.worker", memory=512 * 1024**2, seconds=5)
SECONDS_TO_WAIT = 15.0
LATER = "Other pictures are being worked on just now. Try again in a minute."


class NotNow(Exception):
    """There is no time for a picture just now; what is said about that."""


_pool = OfThisProcess(lambda: Pool(WORKER, size=1, jobs=1))


def portrait(sent: bytes) -> Portrait:
    """The portrait that is made of a file; Unusable where it is none that we read, NotNow."""
    made = _ask(Sent(sent)).portrait
    if made is None:
        raise Unusable(TOO_MUCH)
    return made


def cropped(picture: bytes, crop: Crop) -> tuple[bytes, str]:
    """That part of a picture that is kept, as it is shown, and the digest of its content; Unusable,
    NotNow."""
    part = _ask(Shown(picture, crop)).part
    return part, hashlib.sha256(part).hexdigest()


def _ask(asked: Asked) -> Answer:
    try:
        with turn("portrait", seconds=SECONDS_TO_WAIT):
            reply = _pool().ask(msgspec.msgpack.encode(asked))
    except (Busy, NotStarted, TooLong):
        raise NotNow(LATER) from None
    except (TooSlow, Ended):
        raise Unusable(TOO_MUCH) from None
    answer = msgspec.msgpack.decode(reply, type=Answer)
    if answer.fault:
        raise Unusable(answer.fault)
    return answer
