"""What a game master calls for: a check laid down in its panel, and two checks held against each
other.
"""

from __future__ import annotations

from rules import codes
from rules.play import Contest, Outcome
from rules.problems import Problem, RuleViolation
from rules.systems.rules_sheet_d6.asked import MOST_NUMBER
from rules.systems.rules_sheet_d6.book import book

ALONE = "In this game everybody rolls alone: nobody helps with a check."
# What else a roll could be held against, left empty.
ONE_NUMBER = {"ladder": ("",), "target": ("",), "opposed": ("",)}


def called(
    *, target: int | None, helpers: int, opposed_by: int | None
) -> dict[str, tuple[str, ...]]:
    """The fields of a check's panel; RuleViolation names each number that can be none of it."""
    wrong = []
    asked = (("target", target, MOST_NUMBER), ("opposed", opposed_by, codes.MOST_DICE))
    for name, number, highest in asked:
        if number is not None and not 0 <= number <= highest:
            said = f"Type a whole number from 0 to {highest}."
            wrong.append(Problem("bad-value", name, said))
    if helpers:
        wrong.append(Problem("bad-value", "helpers", ALONE))
    if wrong:
        raise RuleViolation(wrong)
    found: dict[str, tuple[str, ...]] = {}
    if target is not None:
        found["target"] = (str(target),)
    if opposed_by:
        found["opposed"] = (codes.written(opposed_by),)
    # Where there is a number it is the only one; whoever rolls against another has none to reach.
    return found if target is None and opposed_by != 0 else {**ONE_NUMBER, **found}


def opposed(first: Outcome, second: Outcome) -> Contest:
    """The higher total wins; of equal ones none does (our ruling)."""
    if first.total == second.total:
        return Contest(None, f"{first.total} each. {book().play.rulings['tie']}")
    won, lost = (first, second) if first.total > second.total else (second, first)
    by = won.total - lost.total
    said = f"{won.name} {won.total} beats {lost.name} {lost.total} by {by}."
    return Contest(0 if won is first else 1, said)
