"""Exports put together by hand, harmless and hostile."""

import io
import json
import struct
import zipfile
from typing import Any

from PIL import Image

from tests.sheets.example_characters import VESSA

Members = dict[str, bytes]
CROP = {"shape": "square", "left": 150, "top": 200, "across": 150}


def picture(kind: str = "WEBP") -> bytes:
    """300 × 400 pixels of teal, the lower right quarter red."""
    image = Image.new("RGB", (300, 400), "teal")
    image.paste("red", (150, 200, 300, 400))
    written = io.BytesIO()
    image.save(written, kind)
    return written.getvalue()


def as_json(plain: Any) -> bytes:
    return json.dumps(plain).encode()


def whole(**others: bytes) -> Members:
    """All that an export can hold; `others` by name with "_" for "-" and "__" for "."."""
    named = {name.replace("__", ".").replace("_", "-"): held for name, held in others.items()}
    return {
        "character.json": as_json(VESSA),
        "notes-public.md": b"She **owes** him.",
        "notes-private.md": "Ćwierć\r\nshares".encode(),
        "portrait.webp": picture(),
        "portrait.json": as_json({"alt": "Vessa, arms crossed", "crop": CROP}),
        "wish-list.json": as_json([{"kind": "raise-skill", "skill": "stealth"}]),
        **named,
    }


def zipped(members: Members, *, packed: int = zipfile.ZIP_DEFLATED) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", packed) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return written.getvalue()


def twice(name: str, content: bytes) -> bytes:
    """A member that is there twice."""
    other = "X" + name[1:]
    return zipped({**whole(), other: content}).replace(other.encode(), name.encode())


def locked() -> bytes:
    """A member that says it is encrypted."""
    made = bytearray(zipped(whole()))
    at = made.find(b"PK\x01\x02")
    made[at + 8] |= 1
    return bytes(made)


def with_count(count: int) -> bytes:
    """An archive that says it holds so many files."""
    made = bytearray(zipped(whole()))
    at = made.rfind(b"PK\x05\x06")
    made[at + 8 : at + 12] = struct.pack("<HH", count, count)
    return bytes(made)


def long_list(count: int) -> bytes:
    """A list of so many members, all of them the same place; it says that there are none."""
    entry = struct.pack(
        "<4s6H3L5H2L", b"PK\x01\x02", *(20, 20, 0, 0, 0, 0), *(0, 0, 0), 1, *(0,) * 4, 0, 0
    )
    listed = (entry + b"x") * count
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 0, 0, len(listed), 4, 0)
    return b"PK\x03\x04" + listed + end


def of_64() -> bytes:
    """An archive whose counts stand in the extension for larger ones."""
    made = zipped(whole())
    at = made.rfind(b"PK\x05\x06")
    size, offset = struct.unpack_from("<LL", made, at + 12)
    record = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, 6, 6, size, offset)
    locator = struct.pack("<4sLQL", b"PK\x06\x07", 0, at, 1)
    return made[:at] + record + locator + made[at:]
