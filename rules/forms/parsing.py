"""Reads the values that a form sends; InvalidDocument says what is expected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rules import document as documents
from rules import plain_text
from rules.dice import codes
from rules.forms.fields import Cell, Rows
from rules.problems import InvalidDocument

# The values that a form sends, by field.
FormValues = Mapping[str, tuple[str, ...]]

Values = tuple[str, ...]
YES = "yes"


def cleaned(values: Values, field: str) -> Values:
    """The texts with uniform line breaks; InvalidDocument for characters that no document may
    hold.
    """
    texts = tuple(value.replace("\r\n", "\n").replace("\r", "\n") for value in values)
    documents.check(list(texts), where=field)
    return texts


def one(values: Values) -> str:
    """The only value of a choice or a line; InvalidDocument for several."""
    if len(values) > 1:
        raise InvalidDocument("one value is expected here")
    return values[0].strip() if values else ""


def text(values: Values, limit: int) -> str:
    """A text of at most `limit` characters."""
    text = one(values)
    if len(text) > limit:
        raise InvalidDocument(f"Use at most {limit:,} characters, not {len(text):,}.")
    return text


def number(text: str, lowest: int, highest: int) -> int:
    """A whole number within bounds; an empty text is 0."""
    value = plain_text.number(text) if plain_text.straight(text) else 0
    if value is None:
        raise InvalidDocument(f"{text[:40]!r} isn't a whole number.")
    if not lowest <= value <= highest:
        raise InvalidDocument(f"Enter a number from {lowest:,} to {highest:,}, not {value:,}.")
    return value


def number_or_none(text: str, lowest: int, highest: int) -> int | None:
    """A whole number within bounds, or None for an empty text."""
    return number(text, lowest, highest) if text.strip() else None


def allotted(traits: Values, values: Values, highest: int) -> dict[str, int]:
    """One number per trait, in their order."""
    if len(values) != len(traits):
        raise InvalidDocument(f"A number for each of {', '.join(traits)} is expected.")
    return {id: number(text, 0, highest) for id, text in zip(traits, values, strict=True)}


def ranked(values: Values, ids: Iterable[str], was: Values = ()) -> Values:
    """Options in the order of their places, "" for an open place; InvalidDocument for an unknown
    option.

    If an option takes a second place, the option that stood there `was` moves to its first: moving
    one option swaps two.
    """
    offered = tuple(ids)
    if len(values) != len(offered):
        raise InvalidDocument(f"An option for each of {len(offered)} places is expected.")
    known(values, offered)
    order = list(values)
    before = was if len(was) == len(values) else ("",) * len(values)
    moved = [place for place, value in enumerate(order) if value and value != before[place]]
    for place in moved:
        others = [at for at, value in enumerate(order) if value == order[place] and at != place]
        for at in others:
            if at not in moved:
                order[at] = before[place] if before[place] not in order else ""
    return tuple(order)


def rows(values: Values, *, limit: int, most: int) -> Iterator[tuple[str, int]]:
    """Rows of a name and a number; rows without a name are dropped."""
    if len(values) % 2 or len(values) > 400:
        raise InvalidDocument("Each thing has a name and a number; at most 200 fit.")
    for name, line in zip(values[::2], values[1::2], strict=True):
        if named := text((name,), limit):
            yield named, number(line or "1", 1, most)


def known(values: Values, ids: Iterable[str]) -> Values:
    """The known options among the values, once each, in the order of the options; InvalidDocument
    for an unknown one.
    """
    offered = tuple(ids)
    if strange := [value for value in values if value and value not in offered]:
        raise InvalidDocument(f"{strange[0][:40]!r} isn't one of the options.")
    return tuple(id for id in offered if id in values)


def cells(field: Rows, values: Values) -> Iterator[tuple[str, ...]]:
    """The rows of a field as the document stores them: codes in their printed form, numbers as
    whole numbers. Empty rows are dropped; InvalidDocument for a cell that cannot be read, and for a
    row without a name.
    """
    wide = len(field.cells)
    if len(values) % wide or len(values) > wide * field.limit:
        raise InvalidDocument(f"Each row has {wide} parts; at most {field.limit} rows fit.")
    wrong: list[str] = []
    for at in range(0, len(values), wide):
        row = values[at : at + wide]
        if is_nameless(row):
            wrong.append(f"{field.cells[0].label}: a row is not kept without its name.")
        if not row[0].strip():
            continue
        reasons = [unread(cell, text) for cell, text in zip(field.cells, row, strict=True)]
        name = row[0].strip()[:40]
        wrong += (f"{name}: {why.rstrip('.')}." for why in reasons if why)
        if not wrong:
            yield tuple(_cell(one, text) for one, text in zip(field.cells, row, strict=True))
    if wrong:
        raise InvalidDocument(" ".join(wrong))


def is_nameless(row: Values) -> bool:
    """True if a row has content, but no name."""
    return not row[0].strip() and any(text.strip() for text in row[1:])


def unread(cell: Cell, text: str) -> str:
    """Why a cell's text cannot be read, "" if it can."""
    try:
        _cell(cell, text)
    except InvalidDocument as unreadable:
        return unreadable.message
    return ""


def _cell(cell: Cell, said: str) -> str:
    match cell.kind:
        case "number":
            usual = "" if cell.optional else str(cell.lowest)
            typed = said.strip() or usual
            return str(number(typed, cell.lowest, cell.highest)) if typed else ""
        case "code":
            return code(said)
        case "menu":
            return (
                known((said,), [option.id for option in cell.options if option.id])[0]
                if said
                else ""
            )
        case _:
            return text((said,), cell.limit)


def code(text: str) -> str:
    """A dice code in its printed form; "" for an empty text."""
    return codes.written(*codes.read(text)) if text.strip() else ""
