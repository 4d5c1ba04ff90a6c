"""How much room the items of a section take, and where a text is cut that has to continue."""

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


@dataclass(frozen=True)
class Typesetting:
    """How prose is set: points; millimetres of the measure, of a line, above each passage."""

    size: float
    measure: float
    line: float
    head: float = 0

    @classmethod
    def named(cls, name: str, styles: Styles) -> Typesetting:
        """The setting that a stylesheet has under a name: `--prose-size` and the others."""
        return cls(
            *(styles.number(f"{name}-{part}") for part in ("size", "measure", "line", "head"))
        )

    def height(self, passage: Passage) -> float:
        """Millimetres that a passage takes."""
        return self.head + self.line * count_lines(full_text(passage), self.size, self.measure)


def attack_height(strike: AttackRow, styles: Styles) -> float:
    """Millimetres of a row in the table of attacks: those of its highest cell."""
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
    """Millimetres of something carried, in a column of its own width."""
    wide = width(thing.name + " ", styles.number("thing-size"), CONDENSED)
    wide += width(thing.remark, styles.number("thing-small"), TEXT)
    share = wide / styles.number("thing-measure")
    # Every line but the last stays a little short of the edge.
    return styles.number("thing-row") * (1 if share <= 1 else ceil(share * 1.08))


def full_text(passage: Passage) -> str:
    """A passage as it is set: its name run in, the player's own words on a line of their own."""
    own = f"\n{passage.own_words}" if passage.own_words and passage.text else passage.own_words
    return f"{passage.name} {passage.text}{own}"


def cut_passage(
    passage: Passage, setting: Typesetting, *, room: float
) -> tuple[Passage | None, Passage | None]:
    """What of a passage fits into so many millimetres, and the rest of it under the same name."""
    text = full_text(passage)
    lines = int((room - setting.head) / setting.line)
    placed = count_fitting(text, setting.size, setting.measure, room=lines)
    if placed >= len(text):
        return passage, None
    of_text = placed - len(passage.name) - 1
    of_own = max(0, of_text - len(passage.text) - bool(passage.text))
    if of_text <= 0:
        return None, passage

    def part(text: str, own_words: str) -> Passage:
        return Passage(passage.name, text.strip(), passage.label, own_words.strip())

    own = passage.own_words
    return part(passage.text[:of_text], own[:of_own]), part(passage.text[of_text:], own[of_own:])


def count_that_fit(items: Iterable[Item], height: Callable[[Item], float], *, room: float) -> int:
    """How many of the items, from the first on, fit into so many millimetres."""
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
    """Things in two columns of about the same height, the left one not shorter if it can be."""
    total = sum(map(height, things))
    used = 0.0
    for position, thing in enumerate(things):
        if used >= total / 2:
            return list(things[:position]), list(things[position:])
        used += height(thing)
    return list(things), []
