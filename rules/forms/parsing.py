"""Values sent by a form, read as a field holds them; InvalidDocument says what is expected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rules import document as documents
from rules.dice import codes
from rules.forms.fields import Cell, Rows
from rules.problems import InvalidDocument

# What a form sent, by field.
FormValues = Mapping[str, tuple[str, ...]]

Values = tuple[str, ...]
YES = "yes"


def cleaned(values: Values, field: str) -> Values:
    """The texts with one kind of line break; InvalidDocument for characters that no document
    holds.
    """
    texts = tuple(value.replace("\r\n", "\n").replace("\r", "\n") for value in values)
    documents.check(list(texts), where=field)
    return texts


def one(values: Values) -> str:
    """The one value of a choice or a line; more than one cannot be read."""
    if len(values) > 1:
        raise InvalidDocument("one value is expected here")
    return values[0].strip() if values else ""


def text(values: Values, limit: int) -> str:
    """A text of so many characters at most."""
    text = one(values)
    if len(text) > limit:
        raise InvalidDocument(f"At most {limit:,} characters fit here; these are {len(text):,}.")
    return text


def number(said: str, lowest: int, highest: int) -> int:
    """A whole number between two bounds; nothing typed is 0."""
    plain = said.strip().replace(",", "").replace("\u2212", "-") or "0"
    if not plain.removeprefix("-").isdecimal() or not plain.isascii() or len(plain) > 11:
        raise InvalidDocument(f"{said[:40]!r} is no whole number.")
    found = int(plain)
    if not lowest <= found <= highest:
        raise InvalidDocument(
            f"A number from {lowest:,} to {highest:,} is expected here, not {found:,}."
        )
    return found


def number_or_none(said: str, lowest: int, highest: int) -> int | None:
    """A whole number between two bounds, or None where nothing was typed."""
    return number(said, lowest, highest) if said.strip() else None


def allotted(traits: Values, values: Values, highest: int) -> dict[str, int]:
    """A number for each trait, in their order."""
    if len(values) != len(traits):
        raise InvalidDocument(f"A number for each of {', '.join(traits)} is expected.")
    return {id: number(text, 0, highest) for id, text in zip(traits, values, strict=True)}


def ranked(values: Values, ids: Iterable[str], was: Values = ()) -> Values:
    """Options in the order of their places, "" for one that is open; InvalidDocument for any other.

    An option that is put in one more place leaves its place to the option that stood there `was`,
    so that whoever moves one of them swaps two.
    """
    offered = tuple(ids)
    if len(values) != len(offered):
        raise InvalidDocument(f"An option for each of {len(offered)} places is expected.")
    known(values, offered)
    found = list(values)
    before = was if len(was) == len(values) else ("",) * len(values)
    moved = [place for place, value in enumerate(found) if value and value != before[place]]
    for place in moved:
        others = [at for at, value in enumerate(found) if value == found[place] and at != place]
        for at in others:
            if at not in moved:
                found[at] = before[place] if before[place] not in found else ""
    return tuple(found)


def rows(values: Values, *, limit: int, most: int) -> Iterator[tuple[str, int]]:
    """Rows of a name and a number in turn; a row without a name is none."""
    if len(values) % 2 or len(values) > 400:
        raise InvalidDocument("Each thing has a name and a number; at most 200 fit.")
    for name, line in zip(values[::2], values[1::2], strict=True):
        if named := text((name,), limit):
            yield named, number(line or "1", 1, most)


def known(values: Values, ids: Iterable[str]) -> Values:
    """Each of some options once, in the order of the options; InvalidDocument for any other."""
    offered = tuple(ids)
    if strange := [value for value in values if value and value not in offered]:
        raise InvalidDocument(f"{strange[0][:40]!r} is none of those that can be chosen.")
    return tuple(id for id in offered if id in values)


def cells(field: Rows, values: Values) -> Iterator[tuple[str, ...]]:
    """The rows of a field as they are kept, cell by cell: codes as they are printed, numbers as
    whole ones. An empty row is none; InvalidDocument where a cell cannot be read, or a name lacks.
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
    """Whether something stands in a row, and no name."""
    return not row[0].strip() and any(text.strip() for text in row[1:])


def unread(cell: Cell, said: str) -> str:
    """Why what was typed in a cell cannot be read, "" where it can."""
    try:
        _cell(cell, said)
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


def code(said: str) -> str:
    """A dice code as it is printed; nothing typed is nothing."""
    return codes.written(*codes.read(said)) if said.strip() else ""
