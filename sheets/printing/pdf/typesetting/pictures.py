"""Pictures: of a page only their sizes are kept, and its file has those of its job."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any

from PIL import Image
from weasyprint.images import RasterImage

from sheets.printing.pdf.typesetting.look import NotKept

SMOOTH, SHARP = "smooth", "sharp"


class Pictures:
    """The pictures of a job, by address."""

    def __init__(self, pictures: Mapping[str, bytes]) -> None:
        self._sizes: dict[str, tuple[int, int]] = {}
        self._names: dict[str, str] = {}
        self._pictures = pictures
        for address, picture in pictures.items():
            if not picture:
                raise NotKept("a picture that cannot be read")
            with Image.open(BytesIO(picture)) as opened:
                self._sizes[address] = opened.size

    def size(self, address: str | None) -> tuple[int, int] | None:
        """Its width and height in pixels; None if there is none of that address."""
        return self._sizes.get(address or "")

    def image(self, *, url: str, **_asked: Any) -> _Sized:
        """What WeasyPrint lays out and draws in place of a picture."""
        size = self.size(url)
        if size is None:
            raise NotKept("a picture from elsewhere")
        return _Sized(url, *size)

    def object(self, name: str) -> Any:
        """A picture as an object of a PDF, by the name under which it is drawn."""
        way, _, address = name.partition("-")
        found = next(it for it in self._pictures if _letters(it) == address)
        picture = self._pictures[found]
        with Image.open(BytesIO(picture)) as opened:
            return RasterImage(opened, address, picture).get_x_object(way == SMOOTH, 1)


class _Sized:
    """A picture of which only the size is known; it is drawn by name."""

    def __init__(self, address: str, width: int, height: int) -> None:
        self._address, self._width, self._height = address, width, height

    def get_intrinsic_size(self, resolution: float, _size: float) -> tuple[float, float, float]:
        """Its width and height in CSS pixels, and the one by the other."""
        return self._width / resolution, self._height / resolution, self._width / self._height

    def draw(self, stream: Any, width: float, height: float, style: Any) -> None:
        """Draws it that large."""
        way = SMOOTH if style["image_rendering"] == "auto" else SHARP
        stream.transform(width, 0, 0, -height, 0, height)
        stream.draw_x_object(f"{way}-{_letters(self._address)}")


def _letters(address: str) -> str:
    """An address as part of a name."""
    return "".join(char for char in address if char.isalnum())


NONE = Pictures({})
