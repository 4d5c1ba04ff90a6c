"""What both kinds of text say of a sheet, and words made fit for a line of text."""

import re
from collections.abc import Iterator

from wcwidth import wcwidth

from rules.sheet.sections import Attack, Column, Figures, Level, Line, Sheet, Thing, Track, Traits

# Controls but for line breaks, and what turns the reading direction of all that follows.
_UNSEEN = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ufeff]")

# What ends a sentence.
ENDS = (".", "!", "?", "…")


def line(words: str) -> str:
    """Words as one line."""
    return " ".join(_UNSEEN.sub("", words).split())


def lines(words: str) -> list[str]:
    """Words line by line; a single empty line between paragraphs, none at either end."""
    found: list[str] = []
    for one in _UNSEEN.sub("", words).splitlines():
        said = line(one)
        if said or (found and found[-1]):
            found.append(said)
    return found[:-1] if found and not found[-1] else found


def facts(sheet: Sheet) -> list[str]:
    """The words of the head of the sheet that there are."""
    return [line(text) for _, text in sheet.facts if line(text)]


def figure(one: Line, *, notes: bool) -> tuple[str, str]:
    """A figure's name, and its code with what is left of it and the remark on it."""
    left = one.gauge.text if one.gauge and one.gauge.left is not None else ""
    said = "; ".join(filter(None, (left, line(one.note))))
    note = f" ({said})" if notes and said else ""
    return line(one.name), f"{one.figure.code}{note}"


def figures(section: Figures) -> list[tuple[str, str]]:
    """Every figure of a section, by name."""
    return [figure(one, notes=True) for one in section.lines]


def columns(section: Traits) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Each head pool by name with its code, and the pools under it that have dice of their own."""
    found: list[Column] = [*section.columns, *((section.row,) if section.row else ())]
    return [
        (
            line(column.name),
            column.figure.code if column.figure else "",
            [figure(one, notes=True) for one in column.lines if one.trained or one.note],
        )
        for column in found
    ]


def counted(name: str, quantity: int) -> str:
    """A name with how many there are, where that is not one."""
    return line(name) if quantity == 1 else f"{line(name)} ×{quantity:,}"


def codes(attack: Attack) -> tuple[str, str]:
    """To hit, and damage."""
    return attack.attack.code, attack.damage.code if attack.damage else "–"


def remarks(attack: Attack) -> str:
    """What the properties of a weapon do, and the remark on it: sentences side by side, of which
    none ends with a period.
    """
    said = (unstopped(line(words)) for words in (*attack.special, attack.note))
    return "; ".join(filter(None, said))


def head(label: str, name: str) -> str:
    """What a passage is called, with a period. A player's own name for it may end with one."""
    said = line(f"{label}: {name}" if label and label != name else name)
    return said if said.endswith(ENDS) else f"{said}."


def unstopped(words: str) -> str:
    """A sentence without its period; an ellipsis stays."""
    return words if words.endswith("..") else words.removesuffix(".")


def boxes(level: Level, track: Track | None = None) -> str:
    """The boxes of a level, ticked and open; an open level that is reached shows one ticked. Of two
    kinds of marks the worse ones are crosses.
    """
    if track and track.kinds:
        worse = min(level.worse, level.ticked)
        lesser = level.ticked - worse
        return "[X]" * worse + "[/]" * lesser + "[ ]" * (level.boxes - level.ticked)
    return "☒" * level.ticked + "☐" * (level.boxes - level.ticked)


def thing(one: Thing) -> tuple[str, str]:
    """What is carried and how it is carried, and what it does."""
    state = f" ({line(one.state)})" if one.state else ""
    return counted(one.name, one.quantity) + state, line(one.detail)


def width(words: str) -> int:
    """How many cells of a terminal a text takes: 漢 takes two, an accent by itself none."""
    return sum(max(0, wcwidth(letter)) for letter in words)


def padded(words: str, to: int) -> str:
    """The text with spaces after it up to that width."""
    return words + " " * (to - width(words))


def wrapped(words: str, *, to: int, indent: str = "") -> Iterator[str]:
    """Lines no wider than that, broken between words; what has no space goes on beyond."""
    held = indent
    for word in words.split(" "):
        if held != indent and width(held) + 1 + width(word) > to:
            yield held
            held = indent
        held = held + word if held == indent else f"{held} {word}"
    if held != indent:
        yield held
