"""Pictures to send, harmless and hostile, and how they are sent."""

import io
import struct
import zipfile
import zlib
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from sheets.models import Character

MIB = 1024 * 1024
RED = Image.new("RGB", (120, 200), "red")


def saved(image: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    written = io.BytesIO()
    image.save(written, kind, **options)
    return written.getvalue()


def plain(width: int = 120, height: int = 200, mode: str = "RGB") -> Image.Image:
    return Image.new(mode, (width, height))


def png(width: int, height: int, *, chunks: bytes = b"") -> bytes:
    """A PNG of any size on paper, with nothing behind it."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + content))
        return struct.pack(">I", len(content)) + kind + content + check

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    data = chunk(b"IDAT", zlib.compress(b"\x00" * 1000))
    return b"\x89PNG\r\n\x1a\n" + head + chunks + data + chunk(b"IEND", b"")


def text_bomb() -> bytes:
    """A PNG whose comment is 100 MiB when unpacked."""
    content = b"Comment\x00\x00" + zlib.compress(b"x" * (100 * MIB))
    chunk = struct.pack(">I", len(content)) + b"zTXt" + content
    return png(100, 100, chunks=chunk + struct.pack(">I", zlib.crc32(b"zTXt" + content)))


def zipped() -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        archive.writestr("x.html", "<script>")
    return written.getvalue()


def decoded(content: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(content))
    image.load()
    return image


@pytest.fixture
def url(finished: Character) -> str:
    return f"/characters/{finished.public_id}/portrait/"


@pytest.fixture
def send(ines: Client, url: str) -> Callable[..., int]:
    def post(content: bytes, name: str = "me.png", **form: str) -> int:
        file = SimpleUploadedFile(name, content)
        return ines.post(url, {"picture": file, **form}).status_code

    return post
