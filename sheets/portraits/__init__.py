"""Turns uploaded images into portraits: each is decoded and encoded again, so only its pixels are
stored.

Bytes in, bytes out: nothing here knows characters. `images` works on pixels in a separate process
with limited memory and time (`process`, `worker`).
"""

from sheets.portraits.crop import DEFAULT_CROP, MIN_SIDE, POSITIONS, SHAPES, Crop, preset
from sheets.portraits.images import (
    ACCEPTED_FILES,
    MAX_BYTES,
    CroppedImage,
    PortraitImages,
    StoredImage,
    UnusableImage,
)

__all__ = [
    "ACCEPTED_FILES",
    "DEFAULT_CROP",
    "MAX_BYTES",
    "MIN_SIDE",
    "POSITIONS",
    "SHAPES",
    "Crop",
    "CroppedImage",
    "PortraitImages",
    "StoredImage",
    "UnusableImage",
    "preset",
]
