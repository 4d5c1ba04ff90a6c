"""Force abilities and grades of a Path in words, as the reference and the catalogs show them."""

from __future__ import annotations

from functools import lru_cache

from rules.systems.storytelling_d10.rulebook import (
    ForceAbility,
    ForceDamage,
    Grade,
    rulebook,
)
from rules.tables import Row

RESISTANCES = {
    "evade": "evade",
    "willpower": "Willpower",
    "dark-side": "Dark side",
    "attacker": "your successes against theirs",
}


def force_damage(damage: ForceDamage) -> str:
    """Its dice: "4 lethal", "1 + successes, at most 4, bashing", "Wits + 3 lightsaber"."""
    parts = [rulebook().trait_name(damage.adds)] if damage.adds else []
    parts += [str(damage.dice)] if damage.dice else []
    parts += ["successes"] if damage.per_success else []
    most = f" (at most {damage.most})" if damage.most else ""
    return f"{' + '.join(parts)}{most} {damage.kind}".rstrip()


def force_resistance(row: ForceAbility) -> str:
    """How it is resisted: "evade", "Strength + Athletics", "" for not at all."""
    if row.resistance in RESISTANCES:
        return RESISTANCES[row.resistance]
    return (
        " + ".join(rulebook().trait_name(id) for id in row.resistance.split("+"))
        if row.resistance
        else ""
    )


@lru_cache(maxsize=512)
def force_text(row: ForceAbility) -> str:
    """Everything about a Force ability but what it takes, in sentences."""
    distance = {"self": "", "touch": ", touched", "sight": "", "any": ", however far"}
    resisted = force_resistance(row)
    reach = distance.get(row.range, f", {row.range}")
    parts = [row.does, f"Target: {row.target}{reach}."]
    if row.defensive:
        parts.append("A defensive action.")
    if row.damage:
        parts.append(f"Damage: {force_damage(row.damage)}.")
    if row.steps:
        steps = "; ".join(f"{step.successes}: {step.does}" for step in row.steps)
        parts.append(f"Successes – {steps}.")
    if resisted:
        parts.append(f"Resisted: {resisted}.")
    return " ".join((*parts, f"Destiny point: {row.destiny}"))


def grade_text(row: Grade) -> str:
    """A grade of a Path, and its mistake."""
    return f"{row.does} Mistake: {row.mistake}"


def text(row: Row) -> str:
    """What any row does."""
    if isinstance(row, ForceAbility):
        return force_text(row)
    return grade_text(row) if isinstance(row, Grade) else row.does
