"""Places in a document as text, for players who never see the document."""

from __future__ import annotations

import re

# The names of a document's members on pages.
NAMES = {
    "build": "",
    "ledger": "history",
    "marks": "at the table",
    "house": "the party's rules",
    "plus_two": "two more dice",
    "plus_one": "one more die",
}
_PATH = re.compile(r"(?:build|ledger|marks|house|name|player|system|format)(?:[.\[].*)?")
_PART = re.compile(r"\[(\d+)\]|\[\.\.\.\]|\.?([^.\[]+)")


def part_in_words(path: tuple[str, ...]) -> str:
    """A part of a build by its members and the names of rows as text: "Weapons, Blaster, range"."""
    member, *rest = path
    words = [NAMES.get(member, member), *rest]
    text = ", ".join(_name(word) for word in words)
    return text[:1].upper() + text[1:]


def _name(word: str) -> str:
    """The name of a member or a row; of an id without its signs."""
    return word.replace("_", " ").replace("-", " ") if word.islower() else word


def in_words(where: str) -> str:
    """A place as text: `build.skills[3]` is "Skills, no. 4", `ledger[0].item` "Entry 1 of the
    history, item". Anything that is no path is returned as it is.
    """
    if not _PATH.fullmatch(where):
        return where
    words: list[str] = []
    for number, member in _PART.findall(where):
        if member:
            words.append(NAMES.get(member, member.replace("_", " ").replace("-", " ")))
        elif number and words == [NAMES["ledger"]]:
            words = [f"entry {int(number) + 1} of the history"]
        elif number:
            words.append(f"no. {int(number) + 1}")
    text = ", ".join(filter(None, words)) or "what is chosen"
    return text[:1].upper() + text[1:]
