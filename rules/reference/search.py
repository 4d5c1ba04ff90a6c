"""Search in a game's rules reference, by id, by the key of a figure, and by words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import chain

import msgspec

from rules import search
from rules.reference.chapters import Chapter, ChapterPart, Paragraphs, Term, anchor_id


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

    @cached_property
    def _texts(self) -> list[tuple[SearchHit, tuple[str, ...], str]]:
        """Each entry with its folded names and its indexed text, for the first search and all
        later ones.
        """
        return [(hit, *_search_texts(hit)) for hit in _entries(tuple(self.chapters.values()))]

    def find(self, key: str) -> SearchHit | None:
        """The term with an id (`skills-pilot`), or for a figure's key (`skills.pilot`); None if
        there is none.

        A figure of an item (`weapons.bowcaster.damage`) belongs to the item's term.
        """
        id, whole = anchor_id(key), key.rpartition(".")[0]
        hit = self.terms.get(id) or self._keys.get(id)
        return hit or (self.find(whole) if "." in whole else None)

    def search(self, words: str) -> list[SearchHit]:
        """The terms that the words find: matches in the name first, then in aliases and text."""
        query = " ".join(search.words(words))
        if not query:
            return []
        hits = search.matching(words, [text for _, _, text in self._texts])
        found = [
            (_rank(query, names), place, hit)
            for place, (hit, names, _) in enumerate(self._texts)
            if hits[place]
        ]
        return [hit for *_, hit in sorted(found, key=lambda one: one[:2])]


def _entries(chapters: tuple[Chapter, ...]) -> Iterator[SearchHit]:
    for chapter in chapters:
        yield SearchHit(chapter)
        for part in chapter.parts:
            if not isinstance(part, Paragraphs):
                yield from (SearchHit(chapter, part, term) for term in part.rows)


def _search_texts(hit: SearchHit) -> tuple[tuple[str, ...], str]:
    """The folded names, and the full text as it is searched."""
    names: tuple[str, ...]
    texts: tuple[str, ...]
    if hit.term is None or hit.part is None:
        chapter = hit.chapter
        words = (part.paragraphs for part in chapter.parts if isinstance(part, Paragraphs))
        names, texts = (chapter.name,), (chapter.about, *chain.from_iterable(words))
    else:
        term = hit.term
        names = (term.name, *term.aliases)
        texts = (term.text, *term.rulings, hit.part.name, *term.figures)
    folded = tuple(" ".join(search.words(name)) for name in names)
    return folded, search.indexed(" · ".join(names), " ".join(texts))


def _rank(query: str, names: tuple[str, ...]) -> int:
    """The rank of a term among the results: named so, begins so, has each word in a name, other."""
    if query in names:
        return 0
    if any(name.startswith(query) for name in names):
        return 1
    asked = [f" {word}" for word in query.split()]
    return 2 if any(all(word in f" {name}" for word in asked) for name in names) else 3
