"""Who is best at what: every trait of a party's characters side by side, as they stand now."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.figures import Figure
from rules.sheet.sections import Line
from sheets.parties.board.characters import Group, PartyCharacter


@dataclass(frozen=True)
class SkillCell:
    """One character's figure, None where it has none; `best` of all, or as good as the best.

    `own` says whether it has dice of its own in it.
    """

    row: PartyCharacter
    figure: Figure | None
    best: bool = False
    own: bool = False


@dataclass(frozen=True)
class SkillRow:
    """One trait of everybody's. `heads` others that stand below it."""

    key: str
    name: str
    cells: tuple[SkillCell, ...]
    heads: bool = False


@dataclass(frozen=True)
class Matrix:
    """All traits in order, and those that nobody has dice of their own in."""

    traits: tuple[SkillRow, ...]
    nobody: tuple[Line, ...]


def matrix(rows: Sequence[PartyCharacter], q: str = "") -> Matrix:
    """The traits whose name, or the name of the one they stand below, has every word of `q`."""
    words = q.casefold().split()
    found: list[SkillRow] = []
    nobody: list[Line] = []
    for group in groups(rows):
        head = group.name.casefold()
        lines = [line for line in group.lines if _has(f"{head} {line.name.casefold()}", words)]
        if lines or _has(head, words):
            found.append(_head(group, rows))
        for line in lines:
            trait = _trait(line, rows)
            found.append(trait)
            if not any(cell.own for cell in trait.cells):
                nobody.append(line)
    return Matrix(tuple(found), tuple(nobody))


def groups(rows: Sequence[PartyCharacter]) -> list[Group]:
    """Every trait that somebody has, once, in the order of their sheets."""
    heads: dict[str, Group] = {}
    below: dict[str, dict[str, Line]] = {}
    for row in rows:
        for group in row.groups:
            heads.setdefault(group.key, group)
            under = below.setdefault(group.key, {})
            for line in group.lines:
                under.setdefault(line.key, line)
    return [replace(head, lines=tuple(below[key].values())) for key, head in heads.items()]


def _head(group: Group, rows: Sequence[PartyCharacter]) -> SkillRow:
    """What heads a group; without a figure where only a name does."""
    if group.head:
        return _trait(group.head, rows, heads=True)
    cells = tuple(SkillCell(row, None) for row in rows)
    return SkillRow(group.key, group.name, cells, heads=True)


def _trait(line: Line, rows: Sequence[PartyCharacter], *, heads: bool = False) -> SkillRow:
    held = [(row, row.traits.get(line.key)) for row in rows]
    top = max((row.stands(own).weight for row, own in held if own), default=0)
    return SkillRow(line.key, line.name, tuple(_cells(held, max(top, 1))), heads=heads)


def _cells(
    held: Sequence[tuple[PartyCharacter, Line | None]], top: int | Fraction
) -> Iterator[SkillCell]:
    for row, own in held:
        figure = row.stands(own) if own else None
        best = figure is not None and figure.weight >= top
        yield SkillCell(row, figure, best=best, own=bool(own and own.trained))


def _has(text: str, words: Sequence[str]) -> bool:
    return all(word in text for word in words)
