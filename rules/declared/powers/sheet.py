"""Powers and their skills on a sheet, and as plain values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rules.declared.powers.document import Coded
from rules.figures import Figure
from rules.sheet.sections import Column, Line, Passage, Prose, Section

# The number at which a power with so many prerequisites is learned.
Learned = Callable[[int], Figure]


def passages(character: Coded, name: str, learned: Learned) -> tuple[Section, ...]:
    """Each power: its skills, how hard it is, what it does; nothing without any."""
    found, powers = [], character.powers.values()
    least = {count: learned(count).value for count in {power.prerequisites for power in powers}}
    for power in powers:
        number = f"learned at {least[power.prerequisites]}"
        head = " · ".join(filter(None, (power.difficulty, number)))
        skills = character.power_rules.named(power.skills)
        found.append(Passage(power.name, head, skills, power.does))
    return (Prose("powers", name, tuple(found)),) if found else ()


def column(
    character: Coded, part: str, name: str, ids: Iterable[str], figure: Callable[[Any, str], Figure]
) -> Column | None:
    """These skills of powers, across; None for none."""
    lines = tuple(
        Line(f"{part}.{id}", character.full_name(id), figure(character, id)) for id in ids
    )
    return Column(part, name, "", None, lines) if lines else None


def numbers(
    character: Coded, figure: Callable[[Any, str], Figure], learned: Learned
) -> dict[str, object]:
    """The skills of powers that have dice, the powers, and the picks that are left."""
    rules = character.power_rules
    return {
        rules.member: {id: figure(character, id).code for id in character.power_skills},
        "powers": [
            {
                "power": power.key,
                "skills": "+".join(power.skills),
                "learning": learned(power.prerequisites).value,
            }
            for power in character.powers.values()
        ],
        "picks_left": character.picks_left(),
    }
