"""A process that works on one picture and ends: whatever that was, no memory stays taken."""

from __future__ import annotations

import msgspec

from sheets.portraits import images
from sheets.portraits.crop import Crop
from sheets.portraits.images import Portrait, Unusable
from sheets.processes.child import main


class Sent(msgspec.Struct, frozen=True, tag="sent"):
    """A file that somebody sent, to make a portrait of."""

    file: bytes


class Shown(msgspec.Struct, frozen=True, tag="shown"):
    """A picture that is kept, and the part of it to show."""

    picture: bytes
    crop: Crop


Asked = Sent | Shown


class Answer(msgspec.Struct, frozen=True):
    """A portrait, or a part of one, or why there is none."""

    portrait: Portrait | None = None
    part: bytes = b""
    fault: str = ""


def answer(asked: Asked) -> Answer:
    """What comes of it."""
    try:
        if isinstance(asked, Sent):
            return Answer(portrait=images.portrait(asked.file))
        return Answer(part=images.cropped(asked.picture, asked.crop))
    except Unusable as unusable:
        return Answer(fault=str(unusable))
    except MemoryError:
        return Answer(fault=images.TOO_MUCH)


def reply(message: bytes) -> tuple[bytes, bool]:
    """The answer to a message."""
    result = answer(msgspec.msgpack.decode(message, type=Asked))
    return msgspec.msgpack.encode(result), True


if __name__ == "__main__":
    main(reply)
