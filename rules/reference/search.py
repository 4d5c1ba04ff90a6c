"""A game's tables and terms in words, as chapters: what a reference page or a booklet shows.

A chapter has parts, a part has terms, and each term has one id in the whole reference: its address
is its chapter and that id. Nothing here is computed for a character, and there is no HTML.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import msgspec

from rules.reference.chapters import _WORD, Chapter, ChapterPart, Paragraphs, Term, anchor_id


class SearchHit(msgspec.Struct, frozen=True):
    """A term with where it stands. Without a term: the chapter itself."""

    chapter: Chapter
    part: ChapterPart | None = None
    term: Term | None = None

    @property
    def anchor(self) -> str:
        """The id within the chapter's page; nothing for the chapter itself."""
        return self.term.id if self.term else ""


class Index:
    """Finds terms by id, by the key of a figure or the value of a field, and by words."""

    def __init__(self, chapters: tuple[Chapter, ...]) -> None:
        """ValueError where two terms claim one id."""
        self.chapters = {chapter.id: chapter for chapter in chapters}
        self.terms: dict[str, SearchHit] = {}
        self._keys: dict[str, SearchHit] = {}
        for found in _entries(chapters):
            if found.term is None:
                continue
            if found.term.id in self.terms:
                raise ValueError(f"two terms have the id {found.term.id}")
            self.terms[found.term.id] = found
            for key in found.term.keys:
                self._keys.setdefault(anchor_id(key), found)
        self._texts = [(found, *_search_texts(found)) for found in _entries(chapters)]

    def find(self, key: str) -> SearchHit | None:
        """The term of an id (`skills-pilot`), or of a figure's key (`skills.pilot`); or None.

        What a thing has (`weapons.bowcaster.damage`) is told with the thing.
        """
        id, whole = anchor_id(key), key.rpartition(".")[0]
        found = self.terms.get(id) or self._keys.get(id)
        return found or (self.find(whole) if "." in whole else None)

    def search(self, words: str) -> list[SearchHit]:
        """What has every word, or a word that begins so: by name first, then by alias and text."""
        asked = _fold(words)
        if not asked.strip():
            return []
        ranked = [
            (rank, place, found)
            for place, (found, names, text) in enumerate(self._texts)
            if (rank := _rank(asked, names, text)) is not None
        ]
        return [found for *_, found in sorted(ranked, key=lambda one: one[:2])]


def _entries(chapters: tuple[Chapter, ...]) -> Iterator[SearchHit]:
    for chapter in chapters:
        yield SearchHit(chapter)
        for part in chapter.parts:
            if not isinstance(part, Paragraphs):
                yield from (SearchHit(chapter, part, term) for term in part.rows)


def _fold(text: str) -> str:
    """Letters and digits in lower case, with one space before each word and none elsewhere."""
    return "".join(f" {word}" for word in _WORD.findall(text.casefold()))


def _search_texts(found: SearchHit) -> tuple[tuple[str, ...], str]:
    """Names, and all the text, folded."""
    if found.term is None or found.part is None:
        chapter = found.chapter
        words = (part.paragraphs for part in chapter.parts if isinstance(part, Paragraphs))
        text = " ".join((chapter.name, chapter.about, *chain.from_iterable(words)))
        return (_fold(chapter.name),), _fold(text)
    term = found.term
    names = (term.name, *term.aliases)
    text = " ".join((*names, term.text, *term.rulings, found.part.name, *term.figures))
    return tuple(map(_fold, names)), _fold(text)


def _rank(asked: str, names: tuple[str, ...], text: str) -> int | None:
    """How far down a term stands among what was found; None where it was not."""
    if asked in names:
        return 0
    words = [f" {word}" for word in asked.split()]
    if not all(word in text for word in words):
        return None
    if any(name.startswith(asked) for name in names):
        return 1
    return 2 if any(all(word in name for word in words) for name in names) else 3
