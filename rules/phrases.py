"""Parts of sentences: a number with its noun, lists of names, and capitals."""

from collections.abc import Iterable, Sequence
from itertools import takewhile

# So many words that sentences have alike say the same of another name.
LEAST_ALIKE = 3


def counted(count: int, one: str, many: str = "") -> str:
    """So many of something: "1 member", "3 members", "2 entries"."""
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"


def capitalized(text: str) -> str:
    """A text with a capital first letter; the others stay: "XP" and "Dark Side" do, too."""
    return f"{text[:1].upper()}{text[1:]}"


def joined(names: Iterable[str]) -> str:
    """Names in a row: "Vessa", "Vessa and Brakka", "Vessa, Brakka, and Nim"."""
    texts = list(names)
    if len(texts) < 3:
        return " and ".join(texts)
    return f"{', '.join(texts[:-1])}, and {texts[-1]}"


def said_once(sentences: Sequence[str]) -> str:
    """Sentences that differ in a name alone as one with all the names, "" for others.

    >>> said_once(["Give Strength a dice code.", "Give Wits a dice code."])
    'Give Strength and Wits a dice code.'
    """
    several = [sentence.split(" ") for sentence in sentences]
    start = _alike(several)
    rests = [words[start:] for words in several]
    end = _alike([words[::-1] for words in rests])
    names = [" ".join(words[: len(words) - end]) for words in rests]
    if start + end < LEAST_ALIKE or not all(names):
        return ""
    first, last = several[0][:start], rests[0][len(rests[0]) - end :]
    return " ".join((*first, joined(names), *last))


def _alike(several: Sequence[Sequence[str]]) -> int:
    """The number of words with which all of these begin."""
    places = zip(*several, strict=False)
    return sum(1 for _ in takewhile(lambda words: len(set(words)) == 1, places))
