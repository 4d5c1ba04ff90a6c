"""Texts in the objects of a PDF: a byte a character in PDFDocEncoding, UTF-16 if that lacks one."""

from __future__ import annotations

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE

import pydyf

from rules.text_cache import text_cache

# PDFDocEncoding: these from 0x80 on, the euro at 0xA0, else ASCII and Latin-1.
FIRST = 0x80
MORE = "•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž"
LATIN = (*b"\t\n\r", *range(0x20, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100))
ALPHABET = {
    **{chr(code): code for code in LATIN},
    **{char: FIRST + place for place, char in enumerate(MORE)},
    "€": 0xA0,
}
# How a text in UTF-16 or UTF-8 begins.
MARKS = (BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF8)
# Most texts of a file stand in the last one, too: labels, names of fields, dice codes.
KEPT = 2000
_SPECIAL = re.compile(rb"[\\()]")


class Text(pydyf.String):  # type: ignore[misc]  # pydyf comes without types
    """A text as an entry of a dictionary."""

    @property
    def data(self) -> bytes:
        """The text as it is written."""
        return written(self.string)


@text_cache(KEPT)
def written(text: str) -> bytes:
    """A text as a PDF has it, between brackets."""
    plain = bytes(ALPHABET.get(char, 0) for char in text)
    if 0 in plain or plain.startswith(MARKS):
        return b"<%b>" % (BOM_UTF16_BE + text.encode("utf-16-be")).hex().encode()
    return b"(%b)" % _SPECIAL.sub(rb"\\\g<0>", plain).replace(b"\r", rb"\r")
