"""The text that characters are searched by: name, kind and concept, without case or accents.

`sheets.storage` stores it with each character, so the database can search it.
"""

import unicodedata

from rules.sheet.sections import Sheet


def indexed_text(sheet: Sheet) -> str:
    """The text stored for a character; words with an apostrophe also without it."""
    text = fold(f"{sheet.name} {sheet.kind} {sheet.concept}")
    bare = text.replace("'", "")
    return text if bare == text else f"{text} {bare}"


def query_words(query: str) -> list[str]:
    """The words of a search; a character must match each."""
    return fold(query).split()


def fold(text: str) -> str:
    """Lower case, without accents and unprintable characters."""
    decomposed = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    plain = "".join(char for char in decomposed if not unicodedata.combining(char))
    return "".join(char if char.isprintable() else " " for char in plain.casefold())
