"""The text that characters are found by: name, kind and concept, without case or accents.

`sheets.storage` keeps it with each character, so that the database can search it.
"""

import unicodedata

from rules.sheet.sections import Sheet


def text(sheet: Sheet) -> str:
    """What is kept of a character to find it by."""
    return folded(f"{sheet.name} {sheet.kind} {sheet.concept}")


def words(q: str) -> list[str]:
    """What is looked for: each of these words."""
    return folded(q).split()


def folded(said: str) -> str:
    """In small letters, without accents, and without what no database looks for."""
    apart = unicodedata.normalize("NFKD", said.casefold())
    plain = "".join(one for one in apart if not unicodedata.combining(one))
    return "".join(one if one.isprintable() else " " for one in plain.casefold())
