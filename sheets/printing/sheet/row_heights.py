"""The heights of a section's items, and where a text is cut to continue elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TypeVar

from rules.sheet.sections import Passage
from sheets.printing.sheet.view_models import AttackRow, ItemRow
from sheets.printing.styles import Styles
from sheets.printing.type.fonts import BOLD, CONDENSED, TEXT
from sheets.printing.type.measure import count_fitting, count_lines, width

Item = TypeVar("Item")
# Letters of a text that stays in one column, on one page.
WHOLE = 450


@dataclass(frozen=True)
class Typesetting:
    """The setting of prose: points; millimeters of the line width, of a line, above each
    passage.
    """

    size: float
    measure: float
    line: float
    head: float = 0

    @classmethod
    def named(cls, name: str, styles: Styles) -> Typesetting:
        """The setting with a name in a stylesheet: `--prose-size` and the others."""
        return cls(
            *(styles.number(f"{name}-{part}") for part in ("size", "measure", "line", "head"))
        )

    def height(self, passage: Passage) -> float:
        """Millimeters of a passage."""
        return self.head + self.line * count_lines(full_text(passage), self.size, self.measure)


def attack_height(strike: AttackRow, styles: Styles) -> float:
    """Millimeters of a row in the table of attacks: those of its highest cell."""
    size, gap = styles.number("attack-size"), styles.number("attack-gap")
    lines = max(
        count_lines(strike.name, size, styles.number("attack-name") - gap, BOLD),
        count_lines(
            f"{strike.pool} {strike.skill}", size, styles.number("attack-pool") - gap, BOLD
        ),
        count_lines(strike.damage, size, styles.number("attack-damage") - gap, BOLD),
    )
    small = count_lines(
        strike.special, styles.number("attack-small"), styles.number("attack-special")
    )
    high = max(lines * styles.number("attack-line"), small * styles.number("attack-small-line"))
    return max(styles.number("attack-row"), high + styles.number("attack-air"))


def item_height(thing: ItemRow, styles: Styles) -> float:
    """Millimeters of a carried item, in a column of its own width."""
    wide = width(thing.name + " ", styles.number("thing-size"), CONDENSED)
    wide += width(thing.remark, styles.number("thing-small"), TEXT)
    share = wide / styles.number("thing-measure")
    # Every line except the last is a little shorter than the width.
    return styles.number("thing-row") * (1 if share <= 1 else ceil(share * 1.08))


def full_text(passage: Passage) -> str:
    """A passage as it is set: its name run in, the player's words on a separate line."""
    own = f"\n{passage.own_words}" if passage.own_words and passage.text else passage.own_words
    return f"{_lead(passage)}{passage.text}{own}"


def stays_whole(passage: Passage) -> bool:
    """True if a passage is short enough to stay in one column, on one page."""
    return len(full_text(passage)) <= WHOLE


def _lead(passage: Passage) -> str:
    return f"{passage.name} " if passage.name else ""


def cut_passage(
    passage: Passage, setting: Typesetting, *, room: float
) -> tuple[Passage | None, Passage | None]:
    """The part of a passage that fits into a number of millimeters, and the rest of it under the
    same name.
    """
    text = full_text(passage)
    lines = int((room - setting.head) / setting.line)
    placed = count_fitting(text, setting.size, setting.measure, room=lines)
    if placed >= len(text):
        return passage, None
    of_text = placed - len(_lead(passage))
    of_own = max(0, of_text - len(passage.text) - bool(passage.text))
    if of_text <= 0:
        return None, passage

    def part(text: str, own_words: str) -> Passage:
        return Passage(passage.name, text.strip(), passage.label, own_words.strip())

    own = passage.own_words
    return part(passage.text[:of_text], own[:of_own]), part(passage.text[of_text:], own[of_own:])


def count_that_fit(items: Iterable[Item], height: Callable[[Item], float], *, room: float) -> int:
    """The number of items, from the first on, that fit into a number of millimeters."""
    count, used = 0, 0.0
    for item in items:
        used += height(item)
        if used > room:
            break
        count += 1
    return count


def split_columns(
    things: Sequence[Item], height: Callable[[Item], float]
) -> tuple[list[Item], list[Item]]:
    """Items in two columns of about the same height; the left one is not shorter, if possible."""
    total = sum(map(height, things))
    used = 0.0
    for position, thing in enumerate(things):
        if used >= total / 2:
            return list(things[:position]), list(things[position:])
        used += height(thing)
    return list(things), []
