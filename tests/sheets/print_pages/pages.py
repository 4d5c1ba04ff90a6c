"""Helpers for the printing page."""

from io import BytesIO

from PIL import Image

from sheets import printing

HTMX = {"HX-Request": "true"}


def png(width: int) -> bytes:
    written = BytesIO()
    Image.new("1", (width, 1414)).save(written, "PNG")
    return written.getvalue()


def fail(*_: object, **__: object) -> bytes:
    raise printing.PrintingFailed("This took too long.")
