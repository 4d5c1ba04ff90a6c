"""Pictures that people send, made into portraits: what is kept is made anew from its pixels alone.

Bytes in, bytes out: nothing here knows characters. `images` works on pixels, in a process apart
that may use only so much memory and time (`process`, `worker`).
"""

from sheets.portraits.crop import FIRST, MIN_SIDE, PLACES, SHAPES, Crop, preset
from sheets.portraits.images import MAX_BYTES, WANTED, Picture, Portrait, Unusable

__all__ = [
    "FIRST",
    "MAX_BYTES",
    "MIN_SIDE",
    "PLACES",
    "SHAPES",
    "WANTED",
    "Crop",
    "Picture",
    "Portrait",
    "Unusable",
    "preset",
]
