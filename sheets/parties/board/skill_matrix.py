"""The skill matrix: every trait of a party's characters side by side, as current dice."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import compress

from rules.figures import Figure
from rules.search import Entry, matches
from rules.sheet.sections import Line
from sheets.parties.board.characters import PartyCharacter, TraitGroup


@dataclass(frozen=True)
class SkillCell:
    """One character's dice for a trait, None if it lacks the trait.

    `best` marks the highest of all characters. `trained` says whether it has dice of its own in the
    trait.
    """

    character: PartyCharacter
    figure: Figure | None
    best: bool = False
    trained: bool = False


@dataclass(frozen=True)
class SkillRow:
    """One trait and the dice of every character. `is_head` marks an attribute above its skills."""

    key: str
    name: str
    cells: tuple[SkillCell, ...]
    is_head: bool = False


@dataclass(frozen=True)
class SkillMatrix:
    """All traits in order, and those (`nobody`) that no character has dice of its own in."""

    traits: tuple[SkillRow, ...]
    nobody: tuple[Line, ...]


def skill_matrix(rows: Sequence[PartyCharacter], q: str = "") -> SkillMatrix:
    """The traits whose name, or whose group's name, has every word of `q`."""
    matrix_rows: list[SkillRow] = []
    nobody: list[Line] = []
    groups = trait_groups(rows)
    hits = iter(matches(q, [entry for group in groups for entry in _entries(group)]))
    for group in groups:
        has_head, lines = next(hits), list(compress(group.lines, hits))
        if lines or has_head:
            matrix_rows.append(_head_row(group, rows))
        for line in lines:
            trait = _skill_row(line, rows)
            matrix_rows.append(trait)
            if not any(cell.trained for cell in trait.cells):
                nobody.append(line)
    return SkillMatrix(tuple(matrix_rows), tuple(nobody))


def trait_groups(rows: Sequence[PartyCharacter]) -> list[TraitGroup]:
    """Every trait that any character has, once, in the order of their sheets."""
    heads: dict[str, TraitGroup] = {}
    below: dict[str, dict[str, Line]] = {}
    for row in rows:
        for group in row.groups:
            heads.setdefault(group.key, group)
            under = below.setdefault(group.key, {})
            for line in group.lines:
                under.setdefault(line.key, line)
    return [replace(head, lines=tuple(below[key].values())) for key, head in heads.items()]


def _head_row(group: TraitGroup, rows: Sequence[PartyCharacter]) -> SkillRow:
    """The row of a group's head; without figures where the group has a name only."""
    if group.head:
        return _skill_row(group.head, rows, heads=True)
    cells = tuple(SkillCell(row, None) for row in rows)
    return SkillRow(group.key, group.name, cells, is_head=True)


def _skill_row(line: Line, rows: Sequence[PartyCharacter], *, heads: bool = False) -> SkillRow:
    character_lines = [(row, row.traits.get(line.key)) for row in rows]
    top = max((row.current(trait).weight for row, trait in character_lines if trait), default=0)
    return SkillRow(line.key, line.name, tuple(_cells(character_lines, max(top, 1))), is_head=heads)


def _cells(
    character_lines: Sequence[tuple[PartyCharacter, Line | None]], top: int | Fraction
) -> Iterator[SkillCell]:
    for character, trait in character_lines:
        figure = character.current(trait) if trait else None
        best = figure is not None and figure.weight >= top
        yield SkillCell(character, figure, best=best, trained=bool(trait and trait.trained))


def _entries(group: TraitGroup) -> Iterator[Entry]:
    yield Entry(group.name)
    yield from (Entry(line.name, group.name) for line in group.lines)
