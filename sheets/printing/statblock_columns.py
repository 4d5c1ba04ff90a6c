"""Where statblocks stand on their page: in two columns of about the same height, with what one of
them has far more to say than the others below all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from math import ceil

from rules.sheet.sections import Passage
from sheets.printing.sheet.row_heights import split_columns
from sheets.printing.sheet.view_models import AttackRow
from sheets.printing.statblock import HALF, WIDE, Statblock
from sheets.printing.type.fonts import BOLD, CONDENSED, TEXT
from sheets.printing.type.measure import count_lines, width

Run = tuple[str, list[Passage]]
# Millimeters of a column that a page has room for, in the smallest sizes; of one that leaves room
# for notes, in the usual ones; and by which columns differ, or a text is long enough, for it to
# stand below.
PAGE, ROOMY, UNEVEN, LONG = 240, 190, 30, 25
# So much higher columns may be if that keeps all in order, and so many statblocks are divided in
# every way.
IN_ORDER, MOST_DIVIDED = 1.04, 12
# The points of a statblock's name.
NAME_SIZE = 15
# Texts are set so much looser than whole lines would be.
SAFETY = 0.97


@dataclass(frozen=True)
class Sizes:
    """The heights of a statblock's lines in millimeters with the points of their letters, and the
    space around them.
    """

    name: str
    head: float
    facts: float
    figures: tuple[float, float]
    attack: tuple[float, float, float]
    pools: tuple[float, float, float]
    small: tuple[float, float, float]
    tally: tuple[float, float]
    after: float


# As the first of the page's stylesheets has them, and the last.
USUAL = Sizes(
    "usual", 8, 4.8, (6.4, 1.4), (10.5, 4.6, 1.5), (9.25, 4.4, 1.6), (7.75, 3.4, 0.6), (5.4, 1.4), 4
)
TIGHT = Sizes(
    "tight", 6.2, 0, (4.2, 0.6), (9.25, 4, 0.6), (8.25, 3.4, 0.6), (7, 2.75, 0.4), (4, 0.7), 1.2
)


@dataclass(frozen=True)
class Below:
    """The texts of a statblock that stand below all, in two columns."""

    name: str
    columns: tuple[list[Run], list[Run]]


def below(blocks: Sequence[Statblock]) -> tuple[list[Statblock], list[Below]]:
    """The statblocks, and the texts of those that have far more to say than all others, or that
    are alone and have much.
    """
    known, found = [*blocks], []
    while place := _place_of_long(known):
        block = known[place - 1]
        names = () if len(known) == 1 else tuple(text.name for text in block.passages)
        found.append(Below(block.name, split_columns(block.runs, _run_height)))
        known[place - 1] = replace(
            block, passages=(), personal=(), shared=tuple(filter(None, (*block.shared, *names)))
        )
    return known, found


def _place_of_long(blocks: Sequence[Statblock]) -> int:
    """The place, from 1, of a statblock whose texts are better below; 0 for none."""
    columns = in_columns(blocks)
    if len(blocks) > 1:
        high = [sum(map(_sizes(blocks), column)) for column in columns]
        if max(high) - min(high) < max(UNEVEN, max(high) / 4):
            return 0
    said, place = max(
        ((sum(map(_run_height, block.runs)), place) for place, block in enumerate(blocks, 1)),
        default=(0.0, 0),
    )
    return place if said > LONG else 0


def in_rows(blocks: Sequence[Statblock]) -> list[list[list[Statblock]]]:
    """Statblocks in two columns if those fit one page. Else two stand beside each other in each
    row, so that a page begins with a row, not with the rest of a column.
    """
    columns = in_columns(blocks)
    tight = partial(height, sizes=TIGHT)
    if max((sum(map(tight, column)) for column in columns), default=0) <= PAGE:
        return [columns] if columns else []
    pairs = (blocks[place : place + 2] for place in range(0, len(blocks), 2))
    return [[[block] for block in pair] for pair in pairs]


def in_columns(blocks: Sequence[Statblock]) -> list[list[Statblock]]:
    """Statblocks in two columns of about the same height, in order if that is hardly higher; in
    one if there is only one.
    """
    high = dict(enumerate(map(_sizes(blocks), blocks)))
    whole = sum(high.values())

    def higher(left: Iterable[int]) -> float:
        used = sum(high[place] for place in left)
        return max(used, whole - used)

    in_order = min((range(end) for end in range(1, len(blocks) + 1)), key=higher, default=range(0))
    left = min((in_order, *_divisions(high)), key=higher)
    if higher(in_order) <= higher(left) * IN_ORDER:
        left = in_order
    columns = (
        [block for place, block in enumerate(blocks) if (place in left) == is_left]
        for is_left in (True, False)
    )
    return [column for column in columns if column]


def _divisions(high: dict[int, float]) -> Iterator[Sequence[int]]:
    """The statblocks that can stand on the left, the first among them: of many, each is where
    there is more room so far.
    """
    if len(high) <= MOST_DIVIDED:
        rest = range(1, len(high))
        for count in rest:
            yield from ((0, *others) for others in combinations(rest, count - 1))
        return
    sides: list[list[int]] = [[], []]
    for place in high:
        min(sides, key=lambda side: sum(high[it] for it in side)).append(place)
    yield sides[0]


def _sizes(blocks: Sequence[Statblock]) -> partial[float]:
    """The height of a statblock in the usual sizes, or in the smallest if all are too high."""
    usual = partial(height, sizes=USUAL)
    return usual if sum(map(usual, blocks)) <= 2 * ROOMY else partial(height, sizes=TIGHT)


def height(block: Statblock, *, sizes: Sizes) -> float:
    """About the millimeters of a statblock in a column."""
    if sizes.name not in block.heights:
        block.heights[sizes.name] = _height(block, sizes)
    return block.heights[sizes.name]


def _height(block: Statblock, sizes: Sizes) -> float:
    line, around = sizes.figures
    high = sizes.head * count_lines(block.name, NAME_SIZE, HALF.measure, BOLD)
    high += (sizes.facts if block.facts else 0) + sizes.after
    high += line * len(block.figure_rows) + around if block.figures else 0
    high += sum(_attack_height(attack, sizes) for attack in block.attacks)
    size, line, around = sizes.pools
    pools = "; ".join(f"{pools.head} {pools.rest}" for pools in block.pools)
    high += line * count_lines(pools, size, HALF.measure * SAFETY, CONDENSED) + around
    size, line, around = sizes.small
    runs = [_words(run) for _, run in block.runs]
    texts = [block.things, " ".join(runs)] if sizes is TIGHT else [block.things, *runs]
    texts.append(", ".join(block.shared))
    lines = sum(count_lines(text, size, HALF.measure * SAFETY) for text in texts)
    high += line * lines + around
    line, around = sizes.tally
    for name, rows in block.tally_rows:
        name_lines = count_lines(name, HALF.name, HALF.measure, BOLD) if name else 1
        high += line * (len(rows) + name_lines - 1) + around
    return high


def _attack_height(attack: AttackRow, sizes: Sizes) -> float:
    size, line, around = sizes.attack
    words = f"{attack.name} {attack.skill} {attack.pool}, damage {attack.damage}"
    wide = width(words, size, BOLD) + width(attack.special, sizes.small[0], TEXT)
    return line * ceil(wide / (HALF.measure * SAFETY)) + around


def _run_height(run: Run) -> float:
    """About the millimeters of passages in one of two columns, in the usual size."""
    size, line, _ = USUAL.small
    return line * count_lines(_words(run[1]), size, WIDE.measure / 2 * SAFETY)


def _words(run: Iterable[Passage]) -> str:
    return " ".join(f"{it.name} {it.text} {it.own_words}" for it in run)
