"""Encodes each emoji once per document.

WeasyPrint encodes an emoji's image each time it occurs and then drops all but the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from weasyprint.draw import text
from weasyprint.images import RasterImage


@contextmanager
def encode_once() -> Iterator[None]:
    """While a document is made, a repeated emoji reuses the image made before."""
    images: dict[bytes, object] = {}

    def image(opened: object, name: str, content: bytes) -> object:
        if content not in images:
            images[content] = RasterImage(opened, name, content)
        return images[content]

    text.RasterImage = image
    try:
        yield
    finally:
        text.RasterImage = RasterImage
