"""Images: a portrait as JPEG for print, and pages as PNG.

Runs in the worker process.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

import pypdfium2
from PIL import Image, ImageChops

# The size of a portrait at 300 dpi, and its JPEG quality.
MAX_PIXELS, QUALITY = (650, 860), 88
# So many of the last portraits are kept.
KEPT = 16
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
