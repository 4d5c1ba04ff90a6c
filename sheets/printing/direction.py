"""Which way a text runs: as its first letter does, since a sheet is read from the left."""

from __future__ import annotations

import re
import unicodedata

RIGHT_TO_LEFT = "rtl"
# Nothing before Hebrew runs to the left.
_UNUSUAL = re.compile("[\u0590-\U0010ffff]")


def turn(text: str) -> str:
    """The class of a text that is read from right to left; "" for all others."""
    if not _UNUSUAL.search(text):
        return ""
    for char in text:
        runs = unicodedata.bidirectional(char)
        if runs == "L":
            return ""
        if runs in ("R", "AL"):
            return RIGHT_TO_LEFT
    return ""
