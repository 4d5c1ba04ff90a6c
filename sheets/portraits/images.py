"""The pixels of pictures: what somebody sent is read, made small enough, cropped, and written anew.

This runs in a process apart that may use only so much memory and time.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from math import ceil
from typing import TypeVar

from PIL import Image, ImageFile, ImageOps

from sheets.portraits.crop import FIRST, MIN_SIDE, Crop, preset

MAX_BYTES = 8 * 1024 * 1024
MAX_SENT_PIXELS = 16_000_000
MAX_KEPT_PIXELS = 4_000_000
MAX_SIDE = 16_000
MAX_SHOWN_WIDTH = 900
FORMATS = ("JPEG", "PNG", "WEBP")
WANTED = "Send a JPEG, PNG or WebP picture of at most 8 MiB and 16 megapixels."
TOO_MUCH = f"This picture takes too much time or memory to read. Save it anew, smaller. {WANTED}"
_NO_PICTURE = f"This is no picture that we read, whatever its name says. {WANTED}"
_DAMAGED = f"This picture is damaged, or not all of it is there. {WANTED}"
_BOMBS = (Image.DecompressionBombError, Image.DecompressionBombWarning)
_MODES = {"1", "L", "LA", "P", "PA", "RGB", "RGBA"}

Result = TypeVar("Result")


class Unusable(Exception):
    """A file that makes no portrait: why, and what would be right."""


@dataclass(frozen=True)
class Picture:
    """A picture as it is kept: WebP, upright, without anything but its pixels."""

    content: bytes
    width: int
    height: int


@dataclass(frozen=True)
class Portrait:
    """A picture with the part of it that is shown until another is chosen, and the digest of
    that."""

    picture: Picture
    crop: Crop
    shown: bytes
    digest: str


def portrait(sent: bytes) -> Portrait:
    """What is kept of a file that somebody sent; Unusable where it is none that we read."""
    image = _read(sent)
    picture = Picture(_encoded(image), image.width, image.height)
    shape, place = FIRST
    crop = preset(image.width, image.height, shape=shape, place=place)
    shown = _part(image, crop)
    return Portrait(picture, crop, shown, hashlib.sha256(shown).hexdigest())


def cropped(picture: bytes, crop: Crop) -> bytes:
    """That part of a picture that is kept, as it is shown."""
    return _part(Image.open(BytesIO(picture), formats=("WEBP",)), crop)


def _part(image: Image.Image, crop: Crop) -> bytes:
    right, bottom = crop.left + crop.across, crop.top + crop.down
    part = image.crop((crop.left, crop.top, right, bottom))
    part.thumbnail((MAX_SHOWN_WIDTH, MAX_SHOWN_WIDTH * 2), Image.Resampling.LANCZOS)
    return _encoded(part)


def _read(sent: bytes) -> Image.Image:
    """The picture, upright and no larger than it is kept."""
    if len(sent) > MAX_BYTES:
        raise Unusable(f"This file has {len(sent):,} bytes. {WANTED}")
    # Others in the process may have told Pillow to take what is there of a cut-off picture.
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    opened = _decoded(lambda: Image.open(BytesIO(sent), formats=FORMATS), _NO_PICTURE)
    _check(opened)
    return _decoded(lambda: _upright(opened), _DAMAGED)


def _check(image: Image.Image) -> None:
    """Refuses by the header alone, before a single pixel is decoded."""
    width, height = image.size
    if width * height > MAX_SENT_PIXELS or max(width, height) > MAX_SIDE:
        raise Unusable(f"{_size(width, height)} {WANTED} {_smaller(width, height)}")
    if min(width, height) < MIN_SIDE:
        raise Unusable(
            f"{_size(width, height)} Send one of at least {MIN_SIDE} × {MIN_SIDE} pixels."
        )
    # A telephone's JPEG may hold more pictures behind the first (MPO): they are left out.
    if image.format != "MPO" and getattr(image, "is_animated", False):
        raise Unusable("This picture moves. Send one that stands still.")
    if image.mode == "CMYK":
        raise Unusable("This picture is in the colours of a printing press. Save it as RGB.")
    if image.mode not in _MODES:
        raise Unusable("This picture has more than 8 bits for each colour. Save it with 8.")


def _size(width: int, height: int) -> str:
    said = f"This picture has {width:,} × {height:,} pixels"
    if width * height <= MAX_SENT_PIXELS:
        return f"{said}."
    return f"{said}, {ceil(width * height / 100_000) / 10:,.1f} megapixels."


def _smaller(width: int, height: int) -> str:
    """To what size it would have to be brought."""
    scale = min(1, (MAX_SENT_PIXELS / (width * height)) ** 0.5, MAX_SIDE / max(width, height))
    fitting = int(width * scale), int(height * scale)
    if min(fitting) < MIN_SIDE:
        return ""
    return f"Made smaller, to {fitting[0]:,} × {fitting[1]:,} pixels, this one will do."


def _decoded(read: Callable[[], Result], otherwise: str) -> Result:
    try:
        return read()
    except _BOMBS:
        raise Unusable(f"This picture has too many pixels. {WANTED}") from None
    except MemoryError:
        raise Unusable(TOO_MUCH) from None
    except Exception as error:
        # Decoders meet hostile bytes with errors of every kind; none of them is a fault of ours.
        raise Unusable(otherwise) from error


def _upright(image: Image.Image) -> Image.Image:
    """The pixels at the size that is kept, turned as the camera was held."""
    image.draft("RGB", _fitting(image.size))  # a JPEG is decoded no larger than needed
    image.load()
    mode = "RGBA" if image.has_transparency_data else "RGB"
    if image.mode != mode:
        image = image.convert(mode)
    if image.width * image.height > MAX_KEPT_PIXELS:
        image = image.resize(_fitting(image.size), Image.Resampling.HAMMING, reducing_gap=2)
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
    # The quickest method: the others take three times as long for files a hundredth smaller.
    options = {"quality": 86, "alpha_quality": 90, "method": 0}
    image.save(written, "WEBP", **options, exif=b"", icc_profile=None, xmp=b"")
    return written.getvalue()
