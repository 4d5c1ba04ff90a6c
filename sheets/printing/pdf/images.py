"""Pictures in and out: a portrait made fit for paper, and pages as one would see them.

Runs in the worker, which may use only so much memory and time.
"""

from __future__ import annotations

from io import BytesIO

import pypdfium2
from PIL import Image

# The height of a portrait at 300 dots an inch and the quality at which it is kept.
DOTS, QUALITY = (650, 860), 88
JPEG = b"\xff\xd8"


def for_paper(picture: bytes) -> bytes:
    """A picture as a JPEG of at most `DOTS`, on white; empty where it cannot be read."""
    try:
        with Image.open(BytesIO(picture), formats=("WEBP", "JPEG", "PNG")) as opened:
            opened.draft("RGB", DOTS)
            shown = opened.convert("RGBA")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return b""
    shown.thumbnail(DOTS, Image.Resampling.LANCZOS)
    flat = Image.new("RGB", shown.size, "white")
    flat.paste(shown, mask=shown.getchannel("A"))
    made = BytesIO()
    flat.save(made, "JPEG", quality=QUALITY)
    return made.getvalue()


def pages(pdf: bytes, *, width: int, most: int) -> tuple[bytes, ...]:
    """The first pages of a PDF as PNGs, each as wide as asked for."""
    found = []
    document = pypdfium2.PdfDocument(pdf)
    document.init_forms()
    for number in range(min(len(document), most)):
        page = document[number]
        picture = page.render(scale=width / page.get_width(), draw_annots=True).to_pil()
        made = BytesIO()
        picture.save(made, "PNG", compress_level=6)
        found.append(made.getvalue())
    document.close()
    return tuple(found)
