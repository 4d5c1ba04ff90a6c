"""The state in play: the damage track, its boxes, and the bounds of marks."""

from __future__ import annotations

from rules import phrases
from rules.declared import figures
from rules.declared.character import DeclaredCharacter
from rules.declared.document import OUT
from rules.declared.rulebook import Level as LevelRow
from rules.declared.ruleset import Ruleset
from rules.figures import Figure, number
from rules.kit.play import result_tables
from rules.kit.play.marks import bad_mark, out_of_bounds
from rules.kit.play.result_tables import ResultRow
from rules.problems import Problem
from rules.sheet.sections import Level, Track

# The most boxes of a level that a sheet shows.
MOST_BOXES = 30


def levels(character: DeclaredCharacter) -> tuple[LevelRow, ...]:
    """The boxes, from the mildest to the worst."""
    return tuple(character.rules.book.defense.levels.values())


def harm(character: DeclaredCharacter) -> Track:
    """The boxes: their lowest damage, their effect, and their marks. The note is for whoever is out
    cold.
    """
    limit, found = figures.boxes(character).value, []
    bounds = {
        row.id: figures.threshold(character, row.id) for row in character.rules.book.defense.struck
    }
    lowest = [figure.value for figure in bounds.values()]
    highest = {id: low - 1 for id, low in zip(bounds, lowest[1:], strict=False) if low}
    for row in levels(character):
        figure = bounds.get(row.id) or overflowing(character.rules, row)
        found.append(
            Level(
                name=row.name,
                low=figure.value if row.times and row.reached else None,
                high=highest.get(row.id),
                figure=figure,
                effect=row.does,
                boxes=min(limit, MOST_BOXES),
                marked=figures.marked(character, row.id),
            )
        )
    defense = character.rules.book.defense
    is_out = getattr(character.marks, OUT, 0)
    note = phrases.capitalized(defense.words.out) if is_out else defense.note
    return Track("harm", "Damage", tuple(found), note=note)


def by_hand(character: DeclaredCharacter, level: int, count: int) -> dict[str, int]:
    """The mark of a level with so many of its boxes marked by hand."""
    return {levels(character)[level].mark: count}


def mark_faults(character: DeclaredCharacter) -> list[Problem]:
    """Impossible marks: those out of bounds, more marks than a box takes, more points spent than
    the character had.
    """
    marks, rules = character.marked, character.rules
    problems = [*out_of_bounds(marks, rules.marks)]
    for row in levels(character):
        limit = max(0, figures.boxes(character).value)
        if (many := getattr(marks, row.mark)) > limit:
            most_marks = phrases.counted(limit, "mark")
            message = f"{row.name} takes at most {most_marks}, not {many}."
            problems.append(bad_mark(row.mark, message))
    if (point := rules.book.point) is None:
        return problems
    most = character.force_points
    if getattr(marks, point.mark) > most:
        message = f"You have {phrases.counted(most, point.one)}, so you can't have spent more."
        problems.append(bad_mark(point.mark, message))
    return problems


def results(rules: Ruleset, base: int) -> tuple[ResultRow, ...]:
    """The lowest damage of each box, for somebody whose harm begins at `base`."""
    return tuple(
        ResultRow(id=row.id, name=row.name, low=row.times * base + row.plus if row.times else None)
        for row in rules.book.defense.struck
    )


def overflowing(rules: Ruleset, level: LevelRow) -> Figure:
    """The mark that fills a box which damage does not reach: one for which another has no room."""
    full = rules.book.defense.before(level).name
    return number(f"{full}, one more", 1, source=level.source)


def reached(rules: Ruleset, base: int, damage: int) -> LevelRow | None:
    """The box that an amount of damage marks; None for damage that does nothing."""
    row = result_tables.row_of(results(rules, base), damage)
    return rules.book.defense.levels[row.id] if row else None


def spans(rules: Ruleset, base: int) -> dict[str, str]:
    """The damage range of each box, by its id."""
    rows = results(rules, base)
    lows = [row.low for row in rows]
    pairs = zip(rows, lows, [*lows[1:], None], strict=True)
    return {row.id: span(low, after) for row, low, after in pairs}


def span(low: int | None, after: int | None) -> str:
    """A range: "under 10", "10–19", "30 and more"."""
    if low is None:
        return f"under {after}"
    return f"{low} and more" if after is None else f"{low}–{after - 1}"


def counted(level: LevelRow, many: int) -> str:
    """A number of marks in a box: "2 stuns", "1 wound", "1 mortal mark"."""
    return phrases.counted(many, one_mark(level))


def one_mark(level: LevelRow) -> str:
    """A mark in a box: "stun", "wound", "mortal mark"."""
    return level.mark[:-1] if level.mark.endswith("s") else f"{level.mark} mark"
