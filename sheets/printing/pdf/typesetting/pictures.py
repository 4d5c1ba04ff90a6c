"""Pictures: of a page only their sizes are kept, and its file has those of its job."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from typing import Any

import pydyf
from PIL import Image
from weasyprint.images import RasterImage

from sheets.printing.pdf.typesetting.look import NotKept

SMOOTH, SHARP = "smooth", "sharp"
PNG, IN_HEADER = b"\x89PNG\r\n\x1a\n", 16
# Depth, gray without transparency, and the only ways of compressing, filtering and ordering.
BLACK_ON_WHITE = [1, 0, 0, 0, 0]


class Pictures:
    """The pictures of a job, by address."""

    def __init__(self, pictures: Mapping[str, bytes]) -> None:
        self._sizes: dict[str, tuple[int, int]] = {}
        self._names: dict[str, str] = {}
        self._pictures = pictures
        for address, picture in pictures.items():
            if not picture:
                raise NotKept("a picture that cannot be read")
            self._sizes[address] = _size(picture)

    def size(self, address: str | None) -> tuple[int, int] | None:
        """Its width and height in pixels; None if there is none of that address."""
        return self._sizes.get(address or "")

    def image(self, *, url: str, **_asked: Any) -> _Sized:
        """The stand-in that WeasyPrint lays out and draws for a picture."""
        size = self.size(url)
        if size is None:
            raise NotKept("a picture from elsewhere")
        return _Sized(url, *size)

    def object(self, name: str) -> Any:
        """A picture as an object of a PDF, by the name under which it is drawn."""
        way, _, address = name.partition("-")
        found = next(it for it in self._pictures if _letters(it) == address)
        picture = self._pictures[found]
        if bilevel := _bilevel(picture, smooth=way == SMOOTH):
            return bilevel
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


def _size(picture: bytes) -> tuple[int, int]:
    if picture.startswith(PNG):
        wide, high = struct.unpack_from(">II", picture, IN_HEADER)
        return wide, high
    with Image.open(BytesIO(picture)) as opened:
        return opened.size


def _bilevel(picture: bytes, *, smooth: bool) -> Any:
    """A PNG of black and white as it is: its data are compressed as a PDF's may be. None for any
    other picture.
    """
    if not picture.startswith(PNG):
        return None
    wide, high, *kind = struct.unpack_from(">IIBBBBB", picture, IN_HEADER)
    chunks = list(_chunks(picture))
    if kind != BLACK_ON_WHITE or any(name == b"tRNS" for name, _ in chunks):
        return None
    way = pydyf.Dictionary({"Predictor": 15, "Columns": wide, "BitsPerComponent": 1})
    return pydyf.Stream(
        [b"".join(data for name, data in chunks if name == b"IDAT")],
        {
            "Type": "/XObject",
            "Subtype": "/Image",
            "Width": wide,
            "Height": high,
            "ColorSpace": "/DeviceGray",
            "BitsPerComponent": 1,
            "Interpolate": "true" if smooth else "false",
            "Filter": "/FlateDecode",
            "DecodeParms": way,
        },
    )


def a_bit_a_pixel(pdf: Any, drawings: Iterable[bytes]) -> None:
    """Puts drawings of black and white into a PDF as they are: WeasyPrint gives their pixels a byte
    each. Of two of one size it is not known which is which.
    """
    by_size: dict[tuple[int, int], list[bytes]] = {}
    for drawing in drawings:
        by_size.setdefault(_size(drawing), []).append(drawing)
    for thing in pdf.objects:
        said = thing.extra if isinstance(thing, pydyf.Stream) else {}
        if said.get("Subtype") == "/Image" and said["ColorSpace"] == "/DeviceGray":
            found = by_size.get((said["Width"], said["Height"]), ())
            smooth = said["Interpolate"] == "true"
            if len(found) == 1 and (instead := _bilevel(found[0], smooth=smooth)):
                thing.stream, thing.extra = instead.stream, instead.extra


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The names of a PNG's chunks, with their data."""
    at = len(PNG)
    while at < len(png):
        length = int.from_bytes(png[at : at + 4])
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += 12 + length


def _letters(address: str) -> str:
    """An address as part of a name."""
    return "".join(char for char in address if char.isalnum())


NONE = Pictures({})
