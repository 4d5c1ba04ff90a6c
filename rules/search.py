"""Search among named things, in the words that players use.

A word finds a name or a text that has it, or another name for the same thing (`synonyms.toml`).
Case, accents, apostrophes, hyphens, spaces and plurals do not matter. Where a search finds nothing,
one typo in each longer word is forgiven.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import tomli

from rules import plain_text
from rules.text_cache import text_cache

_APOSTROPHES = re.compile(r"['’‘`ʼ]")
_WORD = re.compile(r"[^\W_]+|[+−-]\d[^\W_]*")
# It begins where a word does, so that it looks at each letter once.
_JOINED = re.compile(r"(?<![^\W_])[^\W_]++(?:-[^\W_]++)+")
_ENDINGS = (("ves", "f"), ("ies", "y"), ("es", ""), ("s", ""), ("ing", ""), ("ing", "e"))
# A shorter word has to begin a word of the text; a longer one may stand inside of one.
_INSIDE = 4
# A typo is forgiven in words of so many letters.
_FORGIVEN = 5


class Entry(NamedTuple):
    """A thing to find: its name, and all else that is said about it."""

    name: str
    text: str = ""


def matches(query: str, entries: Sequence[Entry]) -> list[bool]:
    """True for each entry that has every word of the query; for all where the query is empty."""
    if not query.strip():
        return [True] * len(entries)
    return matching(query, [indexed(*entry) for entry in entries])


def matching(query: str, texts: Sequence[str]) -> list[bool]:
    """True for each entry, as `indexed`, that has every word of the query; for none where the query
    has no word.
    """
    asked = {word: _sought(word) for word in _asked(query)}
    found = [bool(asked) and _has_all(text, asked.values()) for text in texts]
    if any(found) or not asked:
        return found
    known = set(" ".join(texts).split())
    near = [
        (*parts, *(f" {one} " for one in _nearly(word, known))) for word, parts in asked.items()
    ]
    return [_has_all(f"{text} ", near) for text in texts]


class Synonyms(NamedTuple):
    """The other names of things by a word or two of their name, folded, or by their `whole` name;
    and the `ignored` words of a search, which say nothing about what is looked for.
    """

    names: dict[str, tuple[str, ...]]
    whole: dict[str, tuple[str, ...]]
    ignored: frozenset[str]


@cache
def synonyms() -> Synonyms:
    """The table of our words."""
    with (Path(__file__).parent / "synonyms.toml").open("rb") as file:
        table = tomli.load(file)
    names, whole = (
        {" ".join(words(name)): tuple(others) for name, others in table[part].items()}
        for part in ("synonyms", "whole")
    )
    return Synonyms(names, whole, frozenset(table["ignored"]))


def fold(text: str) -> str:
    """Lower case, without accents and apostrophes."""
    decomposed = unicodedata.normalize("NFKD", plain_text.folded(text))
    plain = "".join(char for char in decomposed if not unicodedata.combining(char))
    return _APOSTROPHES.sub("", plain)


def words(text: str) -> list[str]:
    """The folded words of a text, in order."""
    return _WORD.findall(fold(text))


def other_names(name: str) -> Iterator[str]:
    """The other words of players for something of this name."""
    known, parts = synonyms().names, words(name)
    yield from synonyms().whole.get(" ".join(parts), ())
    for start in range(len(parts)):
        for end in range(start + 1, len(parts) + 1):
            yield from known.get(" ".join(parts[start:end]), ())


@text_cache(4096, longest=600)
def indexed(name: str, text: str) -> str:
    """The words to find an entry by, each after a space; what is joined by hyphens also as one."""
    whole = f"{name} {' '.join(other_names(name))} {text}"
    joined = [one.replace("-", "") for one in _JOINED.findall(fold(whole))]
    apart = [part for part in re.split(r"[\W_]+", name.casefold()) if part]
    close = "".join(words(name))
    forms = (form for word in words(whole) for form in _forms(word))
    return "".join(f" {word}" for word in (*forms, *joined, *apart, close))


def _asked(query: str) -> list[str]:
    asked, ignored = words(query), synonyms().ignored
    return [word for word in asked if word not in ignored] or asked


def _forms(word: str) -> Iterator[str]:
    """The word, and what it may be a plural or an -ing form of."""
    yield word
    for ending, instead in _ENDINGS:
        form = word.removesuffix(ending) + instead
        if word.endswith(ending) and len(form) >= 3 and not word.endswith("ss"):
            yield form


def _sought(word: str) -> tuple[str, ...]:
    """The parts of a text of which one has to be there for the word."""
    return tuple(form if len(form) >= _INSIDE else f" {form}" for form in _forms(word))


def _has_all(text: str, sought: Iterable[tuple[str, ...]]) -> bool:
    """True if the text has one part of each of these words."""
    return all(any(part in text for part in parts) for parts in sought)


def _nearly(word: str, known: Iterable[str]) -> Iterator[str]:
    """The known words that a longer word becomes where one typo is mended."""
    if len(word) >= _FORGIVEN:
        forms = [form for form in _forms(word) if len(form) >= _FORGIVEN]
        yield from (other for other in known if any(_is_one_typo(form, other) for form in forms))


def _is_one_typo(word: str, other: str) -> bool:
    """True if one letter is missing, added, wrong, or swapped with the next."""
    if abs(len(word) - len(other)) > 1 or min(len(word), len(other)) < _FORGIVEN - 1:
        return False
    start = _alike(word, other)
    left, right = word[start:], other[start:]
    if len(left) == len(right):
        swapped = left[:2] == right[:2][::-1] and left[2:] == right[2:]
        return swapped or left[1:] == right[1:]
    return left[1:] == right if len(left) > len(right) else left == right[1:]


def _alike(word: str, other: str) -> int:
    """The number of letters that both begin with."""
    pairs: Iterable[tuple[str, str]] = zip(word, other, strict=False)
    return next(
        (place for place, (one, two) in enumerate(pairs) if one != two), min(len(word), len(other))
    )
