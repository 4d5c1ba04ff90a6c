"""Search in a game's rules reference, by id, by the key of a figure, and by words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import msgspec

from rules.reference.chapters import _WORD, Chapter, ChapterPart, Paragraphs, Term, anchor_id


class SearchHit(msgspec.Struct, frozen=True):
    """A term with its chapter and part; without a term, the chapter itself."""

    chapter: Chapter
    part: ChapterPart | None = None
    term: Term | None = None

    @property
    def anchor(self) -> str:
        """The id within the chapter's page; "" for the chapter itself."""
        return self.term.id if self.term else ""


class Index:
    """Finds terms by id, by the key of a figure or the value of a field, and by words."""

    def __init__(self, chapters: tuple[Chapter, ...]) -> None:
        """ValueError if two terms have the same id."""
        self.chapters = {chapter.id: chapter for chapter in chapters}
        self.terms: dict[str, SearchHit] = {}
        self._keys: dict[str, SearchHit] = {}
        for hit in _entries(chapters):
            if hit.term is None:
                continue
            if hit.term.id in self.terms:
                raise ValueError(f"two terms have the id {hit.term.id}")
            self.terms[hit.term.id] = hit
            for key in hit.term.keys:
                self._keys.setdefault(anchor_id(key), hit)
        self._texts = [(hit, *_search_texts(hit)) for hit in _entries(chapters)]

    def find(self, key: str) -> SearchHit | None:
        """The term with an id (`skills-pilot`), or for a figure's key (`skills.pilot`); None if
        there is none.

        A figure of an item (`weapons.bowcaster.damage`) belongs to the item's term.
        """
        id, whole = anchor_id(key), key.rpartition(".")[0]
        hit = self.terms.get(id) or self._keys.get(id)
        return hit or (self.find(whole) if "." in whole else None)

    def search(self, words: str) -> list[SearchHit]:
        """The terms that contain every word, or a word that begins like it: matches in the name
        first, then in aliases and text.
        """
        query = _fold(words)
        if not query.strip():
            return []
        ranked = [
            (rank, place, hit)
            for place, (hit, names, text) in enumerate(self._texts)
            if (rank := _rank(query, names, text)) is not None
        ]
        return [hit for *_, hit in sorted(ranked, key=lambda one: one[:2])]


def _entries(chapters: tuple[Chapter, ...]) -> Iterator[SearchHit]:
    for chapter in chapters:
        yield SearchHit(chapter)
        for part in chapter.parts:
            if not isinstance(part, Paragraphs):
                yield from (SearchHit(chapter, part, term) for term in part.rows)


def _fold(text: str) -> str:
    """Letters and digits in lower case, with one space before each word."""
    return "".join(f" {word}" for word in _WORD.findall(text.casefold()))


def _search_texts(hit: SearchHit) -> tuple[tuple[str, ...], str]:
    """The names, and the full text, folded."""
    if hit.term is None or hit.part is None:
        chapter = hit.chapter
        words = (part.paragraphs for part in chapter.parts if isinstance(part, Paragraphs))
        text = " ".join((chapter.name, chapter.about, *chain.from_iterable(words)))
        return (_fold(chapter.name),), _fold(text)
    term = hit.term
    names = (term.name, *term.aliases)
    text = " ".join((*names, term.text, *term.rulings, hit.part.name, *term.figures))
    return tuple(map(_fold, names)), _fold(text)


def _rank(query: str, names: tuple[str, ...], text: str) -> int | None:
    """The rank of a term among the results; None if it does not match."""
    if query in names:
        return 0
    words = [f" {word}" for word in query.split()]
    if not all(word in text for word in words):
        return None
    if any(name.startswith(query) for name in names):
        return 1
    return 2 if any(all(word in name for word in words) for name in names) else 3
