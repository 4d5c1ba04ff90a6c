"""All that a page says to who sees it or listens, and the pages of a character."""

import re
from collections.abc import Iterator
from html import unescape

from rules import registry
from rules.character import Character as OpenCharacter
from sheets.models import Character

_UNSEEN = re.compile(r"<(script|style|head)\b.*?</\1>", re.DOTALL)
_SPOKEN = re.compile(r'\b(?:aria-label|title|placeholder|alt)="([^"]*)"')
# What is the player's own, to be taken along as it is: sources and texts to copy.
_TAKEN = re.compile(r"<textarea\b[^>]*>.*?</textarea>", re.DOTALL)
PARTS = (
    "",
    "text/",
    "history/",
    "history/0/",
    "history/compare/",
    "advance/",
    "gear/",
    "session/",
    "plan/",
    "table/",
    "log/",
    "print/",
    "words/",
    "portrait/",
    "share/",
    "delete/",
    "review/",
    "comments/",
    "sheet.md",
    "sheet.txt",
    "log.txt",
)


def markup(page: str) -> str:
    """The HTML of a page as a browser reads it: runs of whitespace are a space, and between tags
    nothing.
    """
    return " ".join(page.split()).replace("> <", "><").replace(" >", ">")


def words(page: str) -> str:
    """The texts of a page, and what is said instead of pictures and buttons."""
    seen = _TAKEN.sub(" ", _UNSEEN.sub(" ", page))
    spoken = " ".join(_SPOKEN.findall(seen))
    return unescape(re.sub(r"\s+", " ", f"{re.sub(r'<[^>]*>', ' ', seen)} {spoken}"))


def of(character: Character) -> Iterator[str]:
    """The addresses of a character's pages, steps included."""
    base = f"/characters/{character.public_id}/"
    yield from (base + part for part in PARTS)
    for step in OpenCharacter(
        registry.get(character.system), registry.get(character.system).empty()
    ).steps():
        yield f"{base}build/{step.id}/"
