"""What a game master calls for: a check laid down in its panel, and two checks held against each
other.
"""

from __future__ import annotations

from rules.play import Contest, Outcome
from rules.problems import RuleViolation
from rules.systems.hyperspace_d6.asked import MOST_DICE, MOST_NUMBER, not_whole
from rules.systems.hyperspace_d6.guide import guide

# What else a roll could be held against, left empty.
ONE_NUMBER = {"ladder": ("",), "target": ("",), "opposed": ("",)}


def called(
    *, target: int | None, helpers: int, opposed_by: int | None
) -> dict[str, tuple[str, ...]]:
    """The fields of a check's panel; RuleViolation names each number that can be none of it."""
    asked = (
        ("target", target, 0, MOST_NUMBER),
        ("helpers", helpers or None, 0, MOST_DICE),
        ("opposed", opposed_by, 0, MOST_DICE),
    )
    wrong = [
        not_whole(name, lowest, highest)
        for name, number, lowest, highest in asked
        if number is not None and not lowest <= number <= highest
    ]
    if wrong:
        raise RuleViolation(wrong)
    found: dict[str, tuple[str, ...]] = {
        name: (str(number),) for name, number, _, _ in asked if number is not None
    }
    # Where there is a number it is the only one; whoever rolls against another has none to reach.
    return found if target is None and opposed_by != 0 else {**ONE_NUMBER, **found}


def opposed(first: Outcome, second: Outcome) -> Contest:
    """The higher total wins; between two players a tie has no winner (HyperspaceD6, Opposed Skill
    Checks).
    """
    if first.total == second.total:
        return Contest(None, f"{first.total} each. {guide().topics['opposed'].ruling}")
    won, lost = (first, second) if first.total > second.total else (second, first)
    by = won.total - lost.total
    said = f"{won.name} {won.total} beats {lost.name} {lost.total} by {by}."
    return Contest(0 if won is first else 1, said)
