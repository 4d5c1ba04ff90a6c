"""Pictures that people send, made into portraits: what is kept is made anew from its pixels alone.

Bytes in, bytes out: nothing here knows characters.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from typing import TypeVar

from PIL import Image, ImageFile, ImageOps

MAX_BYTES = 8 * 1024 * 1024
MAX_SENT_PIXELS = 40_000_000
MAX_KEPT_PIXELS = 4_000_000
MAX_SIDE, MIN_SIDE = 16_000, 32
MAX_SHOWN_WIDTH = 900
FORMATS = ("JPEG", "PNG", "WEBP")
WANTED = "Send a JPEG, PNG or WebP picture of at most 8 MiB and 40 megapixels."
# Width and height of what is shown, and where it is taken from when nobody says where exactly:
# faces are mostly near the top.
SHAPES = {"square": (1, 1), "upright": (3, 4)}
FIRST = ("upright", "top")
PLACES = {"top": 0, "middle": 1, "bottom": 2}
_NO_PICTURE = f"This is no picture that we read, whatever its name says. {WANTED}"
_DAMAGED = f"This picture is damaged, or not all of it is there. {WANTED}"
_BOMBS = (Image.DecompressionBombError, Image.DecompressionBombWarning)
_MODES = {"1", "L", "LA", "P", "PA", "RGB", "RGBA"}

Result = TypeVar("Result")


class Unusable(Exception):
    """A file that makes no portrait: why, and what would be right."""


@dataclass(frozen=True)
class Crop:
    """The part that is shown, in pixels of the picture; its height follows from its shape."""

    shape: str
    left: int
    top: int
    across: int

    @property
    def down(self) -> int:
        """Its height."""
        wide, high = SHAPES[self.shape]
        return max(1, self.across * high // wide)

    def fits(self, width: int, height: int) -> bool:
        """Whether all of it lies inside a picture of that size, and there is something to see."""
        if self.across < MIN_SIDE or self.left < 0 or self.top < 0:
            return False
        return self.left + self.across <= width and self.top + self.down <= height


@dataclass(frozen=True)
class Picture:
    """A picture as it is kept: WebP, upright, without anything but its pixels."""

    content: bytes
    width: int
    height: int


def taken(sent: bytes) -> Picture:
    """What is kept of a file that somebody sent; Unusable where it is none that we read."""
    if len(sent) > MAX_BYTES:
        raise Unusable(f"This file has {len(sent):,} bytes. {WANTED}")
    # Others in the process may have told Pillow to take what is there of a cut-off picture.
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    opened = _decoded(lambda: Image.open(BytesIO(sent), formats=FORMATS), _NO_PICTURE)
    _check(opened)
    image = _decoded(lambda: _upright(opened), _DAMAGED)
    return Picture(_encoded(image), image.width, image.height)


def preset(width: int, height: int, *, shape: str, place: str) -> Crop:
    """The largest part of that shape, at the top, in the middle or at the bottom of the picture."""
    wide, high = SHAPES[shape]
    across = max(1, min(width, height * wide // high))
    down = Crop(shape, 0, 0, across).down
    return Crop(shape, (width - across) // 2, (height - down) * PLACES[place] // 2, across)


def cropped(picture: bytes, crop: Crop) -> tuple[bytes, str]:
    """That part of a picture that is kept, as it is shown, and the digest of its content."""
    image = Image.open(BytesIO(picture), formats=("WEBP",))
    right, bottom = crop.left + crop.across, crop.top + crop.down
    part = image.crop((crop.left, crop.top, right, bottom))
    part.thumbnail((MAX_SHOWN_WIDTH, MAX_SHOWN_WIDTH * 2), Image.Resampling.LANCZOS)
    content = _encoded(part)
    return content, hashlib.sha256(content).hexdigest()


def _check(image: Image.Image) -> None:
    """Refuses by the header alone, before a single pixel is decoded."""
    width, height = image.size
    if width * height > MAX_SENT_PIXELS or max(width, height) > MAX_SIDE:
        raise Unusable(f"This picture has {width:,} × {height:,} pixels. {WANTED}")
    if min(width, height) < MIN_SIDE:
        raise Unusable(
            f"This picture has {width:,} × {height:,} pixels. Send one of at least "
            f"{MIN_SIDE} × {MIN_SIDE}."
        )
    # A telephone's JPEG may hold more pictures behind the first (MPO): they are left out.
    if image.format != "MPO" and getattr(image, "is_animated", False):
        raise Unusable("This picture moves. Send one that stands still.")
    if image.mode == "CMYK":
        raise Unusable("This picture is in the colours of a printing press. Save it as RGB.")
    if image.mode not in _MODES:
        raise Unusable("This picture has more than 8 bits for each colour. Save it with 8.")


def _decoded(read: Callable[[], Result], otherwise: str) -> Result:
    try:
        return read()
    except _BOMBS:
        raise Unusable(f"This picture has too many pixels. {WANTED}") from None
    except Exception as error:
        # Decoders meet hostile bytes with errors of every kind; none of them is a fault of ours.
        raise Unusable(otherwise) from error


def _upright(image: Image.Image) -> Image.Image:
    """The pixels at the size that is kept, turned as the camera was held."""
    image.draft("RGB", _fitting(image.size))  # a JPEG is decoded no larger than needed
    image.load()
    image = image.convert("RGBA" if image.has_transparency_data else "RGB")
    if image.width * image.height > MAX_KEPT_PIXELS:
        image = image.resize(_fitting(image.size), Image.Resampling.LANCZOS, reducing_gap=2)
    return ImageOps.exif_transpose(image)


def _fitting(size: tuple[int, int]) -> tuple[int, int]:
    """The largest size of the same shape that is kept."""
    width, height = size
    if width * height <= MAX_KEPT_PIXELS:
        return size
    scale: float = (MAX_KEPT_PIXELS / (width * height)) ** 0.5
    return max(1, int(width * scale)), max(1, int(height * scale))


def _encoded(image: Image.Image) -> bytes:
    """WebP, of the pixels and nothing else."""
    image.info = {}
    written = BytesIO()
    image.save(written, "WEBP", quality=86, method=4, exif=b"", icc_profile=None, xmp=b"")
    return written.getvalue()
