"""The text that characters are searched by: name, kind and concept, without case or accents.

`sheets.storage` stores it with each character, so the database can search it.
"""

import unicodedata

from rules import plain_text
from rules.sheet.sections import Sheet


def indexed_text(sheet: Sheet) -> str:
    """The text stored for a character; words with an apostrophe also without it."""
    return refolded(f"{sheet.name} {sheet.kind} {sheet.concept}")


def refolded(text: str) -> str:
    """A text as it is stored, also of one that another version has stored."""
    folded = fold(text)
    known = folded.split()
    bare = [word for word in folded.replace("'", "").split() if word not in known]
    return " ".join((folded, *bare))


def query_words(query: str) -> list[str]:
    """The words of a search; a character must match each."""
    return fold(query).split()


def fold(text: str) -> str:
    """Lower case, without accents and unprintable characters."""
    decomposed = unicodedata.normalize("NFKD", plain_text.folded(text))
    plain = "".join(char for char in decomposed if not unicodedata.combining(char))
    return "".join(char if char.isprintable() else " " for char in plain.casefold())
