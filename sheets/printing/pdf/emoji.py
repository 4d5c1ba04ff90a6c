"""Emoji are small pictures in their font: each is encoded once a document.

WeasyPrint encodes one each time that it stands on a page, and then leaves all but the first away.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from weasyprint.draw import text
from weasyprint.images import RasterImage


@contextmanager
def encoded_once() -> Iterator[None]:
    """While a document is made, an emoji that stands there again is the picture made before."""
    made: dict[bytes, Any] = {}

    def image(opened: Any, name: str, content: bytes) -> Any:
        if content not in made:
            made[content] = RasterImage(opened, name, content)
        return made[content]

    text.RasterImage = image
    try:
        yield
    finally:
        text.RasterImage = RasterImage
