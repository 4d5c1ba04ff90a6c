"""The fonts of a file with the glyphs it shows, as WeasyPrint writes them. The last are kept."""

from __future__ import annotations

import copy
import zlib
from typing import Any

import pydyf
from weasyprint.pdf.fonts import build_fonts_dictionary

from sheets.printing.pdf import form_fields
from sheets.printing.pdf.typesetting.paragraph import Composing

MOST = 64
OPTIONS = {"hinting": False, "pdf_version": "1.7"}


class _Kept(pydyf.Stream):  # type: ignore[misc]  # pydyf comes without types
    """A stream that is compressed once."""

    def __init__(self, stream: Any) -> None:
        content = zlib.compress(b"\n".join(map(_written, stream.stream)), 9)
        super().__init__([content], {**stream.extra, "Filter": "/FlateDecode"})


def _written(line: Any) -> bytes:
    return line if isinstance(line, bytes) else str(line).encode()


class Fonts:
    """Adds fonts to files."""

    def __init__(self, composing: Composing) -> None:
        self._composing = composing
        self._kept: dict[tuple[str, frozenset[int]], tuple[bytes, list[Any]]] = {}

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
    def _place(pdf: Any, root: bytes, objects: list[Any]) -> bytes:
        """Adds kept objects, their references counted on; the reference to their root."""
        first = len(pdf.objects)
        for thing in objects:
            placed = copy.copy(thing)
            if isinstance(placed, dict):
                placed = pydyf.Dictionary(
                    {name: _moved(value, first) for name, value in thing.items()}
                )
            pdf.add_object(placed)
        return bytes(_moved(root, first))

    def _make(self, name: str, used: frozenset[int], *, typed: bool) -> tuple[bytes, list[Any]]:
        """The objects of a font, numbered from 0, and the reference to its dictionary."""
        whole = pydyf.PDF()
        before = len(whole.objects)
        part = self._part(name, used)
        made = build_fonts_dictionary(whole, {name: part}, True, True, OPTIONS)  # noqa: FBT003
        if typed:
            form_fields.cut(whole, whole.objects[int(made[name].split()[0])], used)
        objects = [
            _Kept(thing) if isinstance(thing, pydyf.Stream) else thing
            for thing in whole.objects[before:]
        ]
        moved = [
            pydyf.Dictionary({key: _moved(value, -before) for key, value in thing.items()})
            if isinstance(thing, dict)
            else thing
            for thing in objects
        ]
        return _moved(made[name], -before), moved

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


def _moved(value: Any, by: int) -> Any:
    """A value whose references are counted on."""
    if isinstance(value, bytes) and value.endswith(b" 0 R"):
        return b"%d 0 R" % (int(value.split()[0]) + by)
    if isinstance(value, list):
        return pydyf.Array([_moved(it, by) for it in value])
    return value
