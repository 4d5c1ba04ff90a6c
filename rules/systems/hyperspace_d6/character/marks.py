"""The state in play: the harm track, its boxes, and the bounds of marks."""

from collections.abc import Iterator

from rules.kit.play.marks import bad_mark, below_zero, not_switches
from rules.problems import Problem
from rules.sheet.sections import Level, Track
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import MOST_MEMBERS, SWITCHES, Character
from rules.systems.hyperspace_d6.rulebook.book import book

FALLS = "One of the group falls, with their action."
COUNTED = {"wounds": "Wounds can't be negative.", "woken": "Enter 0 or a number of wounds."}


def harm(character: Character) -> Track:
    """Stunned, wounded, unconscious, dead: the lowest damage after Soak, and the effect."""
    rows = book().harm.levels
    bounds = [figures.threshold(character, row.id) for row in rows]
    stamina = bounds[0].value
    lows = [1, stamina + 1, *(bound.value for bound in bounds[2:])]
    marks = marked(character)
    alone = character.members is None
    most_wounds = figures.wounds(character).value if alone else character.members or 0
    levels = tuple(
        Level(
            name=row.name,
            low=low,
            high=lows[position + 1] - 1 if position + 1 < len(lows) else None,
            figure=bounds[position],
            effect=row.does if alone or not row.times else FALLS,
            boxes=most_wounds if row.times == 1 else 0,
            marked=marks[row.id],
        )
        for position, (row, low) in enumerate(zip(rows, lows, strict=True))
    )
    note = "Damage after Soak" if alone else "Damage after Soak; a wound takes one of the group"
    return Track("harm", "Harm", levels, note=note)


def marked(character: Character) -> dict[str, int]:
    """The marks of each level of harm; with too many wounds a character is unconscious."""
    marks = character.marks
    return {
        "stunned": marks.stunned,
        "wounded": marks.wounds,
        "unconscious": int(figures.is_unconscious(character)),
        "dead": marks.dead,
    }


def by_hand(character: Character, level: int, count: int) -> dict[str, int]:
    """The mark of a level with so many boxes marked; a group loses a member for each."""
    if level and character.members is not None:
        return {"members": max(0, character.members - count)}
    return {("stunned", "wounds", "unconscious", "dead")[level]: count}


def mark_faults(character: Character) -> list[Problem]:
    """Negative marks, wrong switches, and outside of quick play too many Force Points."""
    marks = character.marked
    problems = [*_member_faults(character)]
    problems += [*below_zero(marks, COUNTED), *not_switches(marks, SWITCHES)]
    if marks.force_points is not None:
        most = figures.force_points(character).value
        is_more = marks.force_points > most and not character.house.quickplay
        if is_more or marks.force_points < 0:
            message = f"Force Points left are 0 to {most}."
            problems.append(bad_mark("force_points", message))
    return problems


def _member_faults(character: Character) -> Iterator[Problem]:
    """Members of somebody who is no group; and of a group, other marks than those it has."""
    marks = character.marked
    if marks.members is None:
        return
    if not character.opponent:
        yield bad_mark("members", "Only opponents come in groups. Remove the number of members.")
        return
    if not 0 <= marks.members <= MOST_MEMBERS:
        yield bad_mark("members", f"A group has 0 to {MOST_MEMBERS} members.")
    for name in ("wounds", "unconscious", "dead"):
        if getattr(marks, name) > 0:
            text = "A group has no wounds: it loses a member for each. Enter how many are left."
            yield bad_mark(name, text)
