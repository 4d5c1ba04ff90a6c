"""The shared parts of both text formats: the parts of a sheet as pairs, and text made safe for one
line.
"""

import re
from collections.abc import Iterator

from rules.sheet.sections import Attack, Column, Figures, Level, Line, Sheet, Thing, Track, Traits

# Control characters except line breaks, and characters that change the text direction.
_INVISIBLE = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ufeff]")

# Characters that end a sentence.
ENDS = (".", "!", "?", "…")


def one_line(text: str) -> str:
    """The text on one line."""
    return " ".join(_INVISIBLE.sub("", text).split())


def split_lines(text: str) -> list[str]:
    """The text line by line; one empty line between paragraphs, none at either end."""
    result: list[str] = []
    for raw in _INVISIBLE.sub("", text).splitlines():
        line = one_line(raw)
        if line or (result and result[-1]):
            result.append(line)
    return result[:-1] if result and not result[-1] else result


def facts(sheet: Sheet) -> list[str]:
    """The filled-in facts in the head of the sheet."""
    return [one_line(text) for _, text in sheet.facts if one_line(text)]


def figure(line: Line, *, notes: bool) -> tuple[str, str]:
    """A figure's name, and its code with what is left of it and its note."""
    left = line.gauge.text if line.gauge and line.gauge.left is not None else ""
    remarks = "; ".join(filter(None, (left, one_line(line.note))))
    note = f" ({remarks})" if notes and remarks else ""
    return one_line(line.name), f"{line.figure.code}{note}"


def figures(section: Figures) -> list[tuple[str, str]]:
    """Every figure of a section: name and code."""
    return [figure(line, notes=True) for line in section.lines]


def columns(section: Traits) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Each head pool with its code, and the pools under it that have dice of their own
    or a note.
    """
    all_columns: list[Column] = [*section.columns, *((section.row,) if section.row else ())]
    return [
        (
            one_line(column.name),
            column.figure.code if column.figure else "",
            [figure(line, notes=True) for line in column.lines if line.trained or line.note],
        )
        for column in all_columns
    ]


def with_quantity(name: str, quantity: int) -> str:
    """A name with its quantity, if that is not 1: "Rope ×2"."""
    return one_line(name) if quantity == 1 else f"{one_line(name)} ×{quantity:,}"


def codes(attack: Attack) -> tuple[str, str]:
    """The codes to hit and for damage."""
    return attack.attack.code, attack.damage.code if attack.damage else "–"


def remarks(attack: Attack) -> str:
    """A weapon's special properties and its note, as clauses joined by semicolons,
    without periods.
    """
    parts = (without_period(one_line(words)) for words in (*attack.special, attack.note))
    return "; ".join(filter(None, parts))


def heading(label: str, name: str) -> str:
    """The name of a passage, with a period unless it ends a sentence already."""
    title = one_line(f"{label}: {name}" if label and label != name else name)
    return title if title.endswith(ENDS) else f"{title}."


def without_period(text: str) -> str:
    """A sentence without its period; an ellipsis stays."""
    return text if text.endswith("..") else text.removesuffix(".")


def boxes(level: Level, track: Track | None = None) -> str:
    """The boxes of a level, ticked and open; an open level that is reached shows one ticked. Of two
    kinds of marks the worse ones are crosses.
    """
    if track and track.kinds:
        worse = min(level.worse, level.ticked)
        lesser = level.ticked - worse
        return "[X]" * worse + "[/]" * lesser + "[ ]" * (level.boxes - level.ticked)
    return "☒" * level.ticked + "☐" * (level.boxes - level.ticked)


def item(thing: Thing) -> tuple[str, str]:
    """An item with its quantity and state, and its description."""
    state = f" ({one_line(thing.state)})" if thing.state else ""
    return with_quantity(thing.name, thing.quantity) + state, one_line(thing.detail)


def width(text: str) -> int:
    """The terminal cells that a text takes: 漢 takes two, a combining accent none."""
    from wcwidth import wcwidth  # noqa: PLC0415 (slow: a server starts without it)

    return sum(max(0, wcwidth(letter)) for letter in text)


def padded(text: str, cells: int) -> str:
    """The text, padded with spaces to that width."""
    return text + " " * (cells - width(text))


def wrapped(text: str, *, to: int, indent: str = "") -> Iterator[str]:
    """The text in lines of at most `to` cells, broken between words; a longer word stays whole."""
    line, cells = indent, 0
    for word in text.split(" "):
        wide = width(word)
        if line != indent and cells + 1 + wide > to:
            yield line
            line = indent
        if line == indent:
            line, cells = line + word, width(indent) + wide
        else:
            line, cells = f"{line} {word}", cells + 1 + wide
    if line != indent:
        yield line
