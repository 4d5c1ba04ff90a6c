"""The fonts of a file with the glyphs it shows, as WeasyPrint writes them. The last are kept."""

from __future__ import annotations

import copy
import re
from typing import Any, NamedTuple

import deflate
import pydyf
from weasyprint.pdf.fonts import build_fonts_dictionary

from sheets.printing.pdf import form_fields
from sheets.printing.pdf.content import operators
from sheets.printing.pdf.font_file import make_bare
from sheets.printing.pdf.output import Written
from sheets.printing.pdf.typesetting.paragraph import Composing

MOST = 64
# The level of compression, and that of the font to type in, which is the largest and nearly always
# the same: 5 ms for 2% less.
LEVEL, BEST = 9, 12
OPTIONS = {"hinting": False, "pdf_version": "1.7"}
_REFERENCE = re.compile(rb"\b(\d+) 0 R\b")


class _Kept(NamedTuple):
    """An object as it is written, cut where it refers to others of its font, by number from 0."""

    parts: tuple[bytes, ...]
    others: tuple[int, ...]
    is_stream: bool

    def placed(self, first: int) -> Written:
        """The object in a file that has the first one of the font at that number."""
        content = self.parts[0]
        for other, part in zip(self.others, self.parts[1:], strict=True):
            content += b"%d 0 R" % (other + first) + part
        return Written(content, is_stream=self.is_stream)


def _kept(thing: Any, before: int, *, typed: bool) -> _Kept:
    """An object of a file in which another one is the first of its font."""
    if isinstance(thing, pydyf.Stream):
        content = operators(thing)
        content = bytes(deflate.zlib_compress(content, BEST if typed else LEVEL))
        stream = pydyf.Stream([content], {**thing.extra, "Filter": "/FlateDecode"})
        return _Kept((stream.data,), (), is_stream=True)
    parts = _REFERENCE.split(thing.data)
    others = tuple(int(number) - before for number in parts[1::2])
    return _Kept(tuple(parts[::2]), others, is_stream=False)


class Fonts:
    """Adds fonts to files."""

    def __init__(self, composing: Composing) -> None:
        self._composing = composing
        self._kept: dict[tuple[str, frozenset[int]], tuple[int, list[_Kept]]] = {}

    def typed(self) -> str | None:
        """The name of the font to type in, if something is printed in it."""
        for font in self._composing.faces.values():
            if form_fields.is_typed(font.name):
                return str(font.hash)
        return None

    def add(self, pdf: Any, glyphs: dict[str, set[int]], *, typed: str | None) -> Any:
        """Adds the fonts of these glyphs to a file, and of `typed` what can be typed, too; their
        dictionary.
        """
        made = pydyf.Dictionary()
        for name in {**glyphs, **({typed: None} if typed else {})}:
            used = frozenset(glyphs.get(name, ()))
            if name == typed:
                used = used.union(form_fields.to_type())
            if (name, used) not in self._kept:
                if len(self._kept) > MOST:
                    self._kept.clear()
                self._kept[name, used] = self._make(name, used, typed=name == typed)
            made[name] = self._place(pdf, *self._kept[name, used])
        pdf.add_object(made)
        return made

    @staticmethod
    def _place(pdf: Any, root: int, objects: list[_Kept]) -> bytes:
        """Adds kept objects to a file; the reference to their root."""
        first = len(pdf.objects)
        for thing in objects:
            pdf.add_object(thing.placed(first))
        return b"%d 0 R" % (root + first)

    def _make(self, name: str, used: frozenset[int], *, typed: bool) -> tuple[int, list[_Kept]]:
        """The objects of a font, numbered from 0, and the number of its dictionary."""
        whole = pydyf.PDF()
        before = len(whole.objects)
        part = self._part(name, used)
        made = build_fonts_dictionary(whole, {name: part}, True, True, OPTIONS)  # noqa: FBT003
        root = int(made[name].split()[0])
        if typed:
            form_fields.cut(whole, whole.objects[root], used)
        make_bare(whole.objects[before:])
        made_of = whole.objects[before:]
        return root - before, [_kept(thing, before, typed=typed) for thing in made_of]

    def _part(self, name: str, used: frozenset[int]) -> Any:
        """A font with some glyphs."""
        faces = [font for font in self._composing.faces.values() if font.hash == name]
        part = copy.copy(faces[0])
        part.clean = lambda *_: None
        part.to_unicode, part.widths = {}, {}
        for font in faces:
            part.to_unicode |= {it: font.to_unicode[it] for it in used & font.to_unicode.keys()}
            part.widths |= {it: font.widths[it] for it in used & font.widths.keys()}
        part.to_unicode = dict(sorted(part.to_unicode.items()))
        part._harfbuzz_subset(part.to_unicode, hinting=False)
        return part
