"""Pixels: reads an uploaded image, scales it down, crops it, and encodes it as WebP.

This runs in a separate process with limited memory and time.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from math import ceil
from typing import TypeVar

from PIL import Image, ImageFile, ImageOps

from sheets.portraits.crop import DEFAULT_CROP, MIN_SIDE, Crop, preset

MAX_BYTES = 8 * 1024 * 1024
MAX_UPLOAD_PIXELS = 16_000_000
MAX_STORED_PIXELS = 4_000_000
MAX_SIDE = 16_000
MAX_CROPPED_WIDTH = 900
# The size of a portrait in lists: twice that of its frame, for dense screens.
SMALL_SIZE = (160, 214)
FORMATS = ("JPEG", "PNG", "WEBP")
ACCEPTED_FILES = "Send a JPEG, PNG, or WebP picture of at most 8 MiB and 16 megapixels."
TOO_COSTLY = (
    f"This picture takes too much time or memory to read. Save a smaller one. {ACCEPTED_FILES}"
)
_NOT_AN_IMAGE = f"This file isn't a picture we can read. {ACCEPTED_FILES}"
_DAMAGED = f"This picture is damaged or incomplete. {ACCEPTED_FILES}"
_BOMBS = (Image.DecompressionBombError, Image.DecompressionBombWarning)
_MODES = {"1", "L", "LA", "P", "PA", "RGB", "RGBA"}

Result = TypeVar("Result")


class UnusableImage(Exception):
    """A file that makes no portrait: what is wrong, and what would be right."""


@dataclass(frozen=True)
class StoredImage:
    """An image as it is stored: WebP, upright, without metadata."""

    content: bytes
    width: int
    height: int


@dataclass(frozen=True)
class CroppedImage:
    """A cropped image, the same small for lists, and the SHA-256 of the former."""

    shown: bytes
    small: bytes
    digest: str


@dataclass(frozen=True)
class PortraitImages:
    """A stored image, its default crop, and the cropped image."""

    picture: StoredImage
    crop: Crop
    cropped: CroppedImage


def process_upload(upload: bytes) -> PortraitImages:
    """The portrait made of an uploaded file; UnusableImage if it is not a picture we accept."""
    image = _open(upload)
    picture = StoredImage(_encode_webp(image), image.width, image.height)
    shape, place = DEFAULT_CROP
    crop = preset(image.width, image.height, shape=shape, place=place)
    return PortraitImages(picture, crop, _crop(image, crop))


def crop_image(picture: bytes, crop: Crop) -> CroppedImage:
    """The cropped image of a stored image, as WebP."""
    return _crop(Image.open(BytesIO(picture), formats=("WEBP",)), crop)


def _crop(image: Image.Image, crop: Crop) -> CroppedImage:
    right, bottom = crop.left + crop.across, crop.top + crop.down
    part = image.crop((crop.left, crop.top, right, bottom))
    part.thumbnail((MAX_CROPPED_WIDTH, MAX_CROPPED_WIDTH * 2), Image.Resampling.LANCZOS)
    shown = _encode_webp(part)
    return CroppedImage(shown, _small(part), hashlib.sha256(shown).hexdigest())


def _small(part: Image.Image) -> bytes:
    small = part.copy()
    small.thumbnail(SMALL_SIZE, Image.Resampling.LANCZOS)
    return _encode_webp(small)


def _open(upload: bytes) -> Image.Image:
    """The image, upright and scaled down to MAX_STORED_PIXELS."""
    if len(upload) > MAX_BYTES:
        raise UnusableImage(f"This file has {len(upload):,} bytes. {ACCEPTED_FILES}")
    # Other code in the process may have told Pillow to accept truncated images.
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    opened = _decode(lambda: Image.open(BytesIO(upload), formats=FORMATS), _NOT_AN_IMAGE)
    _check(opened)
    return _decode(lambda: _normalize(opened), _DAMAGED)


def _check(image: Image.Image) -> None:
    """Refuses an image by its header alone, before any pixel is decoded."""
    width, height = image.size
    if width * height > MAX_UPLOAD_PIXELS or max(width, height) > MAX_SIDE:
        raise UnusableImage(
            f"{_size_message(width, height)} {ACCEPTED_FILES} {_size_advice(width, height)}"
        )
    if min(width, height) < MIN_SIDE:
        raise UnusableImage(
            f"{_size_message(width, height)} Send one of at least {MIN_SIDE} × {MIN_SIDE} pixels."
        )
    # A phone's JPEG may hold more images behind the first (MPO): they are dropped.
    if image.format != "MPO" and getattr(image, "is_animated", False):
        raise UnusableImage("This picture is animated. Send a still one.")
    if image.mode == "CMYK":
        raise UnusableImage("This picture uses CMYK colors. Save it as RGB.")
    if image.mode not in _MODES:
        raise UnusableImage("This picture has more than 8 bits per color. Save it with 8.")


def _size_message(width: int, height: int) -> str:
    message = f"This picture has {width:,} × {height:,} pixels"
    if width * height <= MAX_UPLOAD_PIXELS:
        return f"{message}."
    return f"{message}, {ceil(width * height / 100_000) / 10:,.1f} megapixels."


def _size_advice(width: int, height: int) -> str:
    """The size that would be accepted, as a sentence."""
    scale = min(1, (MAX_UPLOAD_PIXELS / (width * height)) ** 0.5, MAX_SIDE / max(width, height))
    accepted = int(width * scale), int(height * scale)
    if min(accepted) < MIN_SIDE:
        return ""
    return f"Scaled down to {accepted[0]:,} × {accepted[1]:,} pixels, this one fits."


def _decode(read: Callable[[], Result], message: str) -> Result:
    try:
        return read()
    except _BOMBS:
        raise UnusableImage(f"This picture has too many pixels. {ACCEPTED_FILES}") from None
    except MemoryError:
        raise UnusableImage(TOO_COSTLY) from None
    except Exception as error:
        # Decoders raise errors of every kind for hostile bytes; none of them is a bug of ours.
        raise UnusableImage(message) from error


def _normalize(image: Image.Image) -> Image.Image:
    """The pixels at the stored size, rotated by the camera's orientation tag."""
    image.draft("RGB", _stored_size(image.size))  # a JPEG is decoded no larger than needed
    image.load()
    mode = "RGBA" if image.has_transparency_data else "RGB"
    if image.mode != mode:
        image = image.convert(mode)
    if image.width * image.height > MAX_STORED_PIXELS:
        image = image.resize(_stored_size(image.size), Image.Resampling.HAMMING, reducing_gap=2)
    return ImageOps.exif_transpose(image)


def _stored_size(size: tuple[int, int]) -> tuple[int, int]:
    """The largest size of the same shape with at most MAX_STORED_PIXELS."""
    width, height = size
    if width * height <= MAX_STORED_PIXELS:
        return size
    scale: float = (MAX_STORED_PIXELS / (width * height)) ** 0.5
    return max(1, int(width * scale)), max(1, int(height * scale))


def _encode_webp(image: Image.Image) -> bytes:
    """The image as WebP, without metadata."""
    image.info = {}
    buffer = BytesIO()
    # The fastest method: the others take three times as long and save 1% of the size.
    options = {"quality": 86, "alpha_quality": 90, "method": 0}
    image.save(buffer, "WEBP", **options, exif=b"", icc_profile=None, xmp=b"")
    return buffer.getvalue()
