"""Images: a portrait as JPEG for print, and pages as PNG.

Runs in the worker process.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from functools import lru_cache
from io import BytesIO

import pydyf
import pypdfium2
from PIL import Image, ImageChops

# The size of a portrait at 300 dpi, and its JPEG quality.
MAX_PIXELS, QUALITY = (650, 860), 88
# So many of the last portraits are kept.
KEPT = 16
PNG, IN_HEADER = b"\x89PNG\r\n\x1a\n", 16
# Depth, gray without transparency, and the only ways of compressing, filtering and ordering.
BLACK_ON_WHITE = [1, 0, 0, 0, 0]
# Higher levels take three times as long for a tenth less.
COMPRESSION = 1


@lru_cache(maxsize=KEPT)
def to_jpeg(picture: bytes) -> bytes:
    """An image as a JPEG of at most `MAX_PIXELS`, on white; empty if it cannot be read."""
    try:
        with Image.open(BytesIO(picture), formats=("WEBP", "JPEG", "PNG")) as opened:
            opened.draft("RGB", MAX_PIXELS)
            image = opened.convert("RGBA")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return b""
    image.thumbnail(MAX_PIXELS, Image.Resampling.LANCZOS)
    flat = Image.new("RGB", image.size, "white")
    flat.paste(image, mask=image.getchannel("A"))
    buffer = BytesIO()
    flat.save(buffer, "JPEG", quality=QUALITY)
    return buffer.getvalue()


def in_grays(picture: bytes) -> bytes:
    """A drawing of black and white with a byte a pixel: WeasyPrint makes three of a bit."""
    with Image.open(BytesIO(picture)) as opened:
        buffer = BytesIO()
        opened.convert("L").save(buffer, "PNG")
        return buffer.getvalue()


def a_bit_a_pixel(pdf: pydyf.PDF, drawings: Iterable[bytes]) -> None:
    """Puts drawings of black and white into a PDF as they are: WeasyPrint gives their pixels a byte
    each. Of two of one size it is not known which is which.
    """
    by_size: dict[tuple[int, int], list[bytes]] = {}
    for drawing in drawings:
        by_size.setdefault(struct.unpack_from(">II", drawing, IN_HEADER), []).append(drawing)
    for thing in pdf.objects:
        said = thing.extra if isinstance(thing, pydyf.Stream) else {}
        if said.get("Subtype") == "/Image" and said["ColorSpace"] == "/DeviceGray":
            found = by_size.get((said["Width"], said["Height"]), ())
            smooth = said["Interpolate"] == "true"
            if len(found) == 1 and (instead := _bilevel(found[0], smooth=smooth)):
                thing.stream, thing.extra = instead.stream, instead.extra


def _bilevel(picture: bytes, *, smooth: bool) -> pydyf.Stream | None:
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


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The names of a PNG's chunks, with their data."""
    at = len(PNG)
    while at < len(png):
        length = int.from_bytes(png[at : at + 4])
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += 12 + length


def page_images(pdf: bytes, *, width: int, most: int) -> tuple[bytes, ...]:
    """The first pages of a PDF as PNGs of that width."""
    images = []
    document = pypdfium2.PdfDocument(pdf)
    document.init_forms()
    for number in range(min(len(document), most)):
        page = document[number]
        picture = page.render(scale=width / page.get_width(), draw_annots=True).to_pil()
        buffer = BytesIO()
        _without_unused_colors(picture).save(buffer, "PNG", compress_level=COMPRESSION)
        images.append(buffer.getvalue())
    document.close()
    return tuple(images)


def _without_unused_colors(picture: Image.Image) -> Image.Image:
    """In grays, where nothing on the page has a color: most pages."""
    red, green, blue = picture.split()
    if ImageChops.difference(red, green).getbbox() or ImageChops.difference(red, blue).getbbox():
        return picture
    return red
