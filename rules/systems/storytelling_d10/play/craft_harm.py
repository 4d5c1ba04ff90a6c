"""Damage of a craft in levels of health: shields that fail all at once, then armor, then the levels
that a craft of its size has.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from rules.dice.codes import dice_text
from rules.figures import Figure, bonus, number
from rules.kit.craft.craft import TypedCraft
from rules.kit.craft.declared import MEMBERS, DeclaredCraft
from rules.kit.play.outcomes import taken, text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.kit.play.questions import ActionInput
from rules.play import MarkChange, Outcome
from rules.sheet.sections import Level, Track
from rules.systems.storytelling_d10.document.build import House
from rules.systems.storytelling_d10.play.tools import difficulty, levels
from rules.systems.storytelling_d10.rulebook.book import FOLDER, rulebook
from rules.systems.storytelling_d10.rulebook.health_levels import HealthLevel
from rules.systems.storytelling_d10.rulebook.sizes import Size

ARMOR, SHIELDS, DAMAGE, LOST = "armor", "shields", "damage", "shields_lost"
NONE_LEFT = "The whole squad is gone."
FALLS = "One of the squad falls, the target’s player says which:"
LEVELS = rulebook().combat.levels
Inputs = ActionInput[TypedCraft]


class Through(NamedTuple):
    """The damage through shields and armor, True if the shields failed, and sentences about it."""

    damage: int
    failed: bool
    said: tuple[str, ...]


def through(damage: int, shields: int, soaked: int, armor: int) -> Through:
    """The damage that shields and armor leave. Once any gets through the shields, all of it does,
    and they have 1 less; the armor takes as much as it has.
    """
    said = [f"The shields soak {soaked}."] if shields or soaked else []
    if damage <= soaked:
        return Through(0, failed=False, said=(*said, "Nothing gets through."))
    if shields:
        said.append("The shields fail, and have 1 less for this scene.")
    if armor:
        damage = max(0, damage - armor)
        said.append(f"The armor takes {armor}: {damage:,} left.")
    return Through(damage, failed=bool(shields), said=tuple(said))


def effect(level: HealthLevel) -> str:
    """The effect of a level on a craft: it takes dice from whoever acts with it, and as much
    armor.
    """
    if level.penalty is None:
        return "Nobody can act with it."
    if not level.penalty:
        return "Nothing is lost."
    unit = "die" if level.penalty == -1 else "dice"
    return f"−{-level.penalty} {unit} for whoever acts with it, −{-level.penalty} armor."


def size_of(craft: TypedCraft) -> Size:
    """The size that a craft is of."""
    return rulebook().craft.sizes[craft.kind.id]


def _soak(craft: TypedCraft) -> Figure:
    """The difficulty at which its shields roll."""
    less = bonus(craft.kind.name, size_of(craft).shields, source=craft.kind.source)
    return difficulty(rulebook().combat.numbers["soak"], less)


def _level(craft: TypedCraft) -> HealthLevel | None:
    """The level that its damage comes to, None unhurt."""
    health, marked = size_of(craft).health, craft.marks.damage
    return LEVELS[health[min(marked, len(health)) - 1]] if marked else None


def _out(craft: TypedCraft, why: str = "Nobody can act with it.") -> str:
    """The level at which nobody can act with it, and `why` something can't be done then; "" if
    they can.
    """
    if craft.members == 0:
        return NONE_LEFT
    level = _level(craft)
    return f"{level.name}. {why}" if level and level.penalty is None else ""


def penalty(craft: TypedCraft) -> int:
    """The dice that its damage takes from whoever acts with it, and from its armor."""
    level = _level(craft)
    return -(level.penalty or 0) if level else 0


def _named_level(craft: TypedCraft) -> str:
    """The level of its damage: "Hurt: −1 die"."""
    level = _level(craft)
    if level is None:
        return ""
    return f"{level.name}: {dice_text(level.penalty)}" if level.penalty else level.name


def _weakened(craft: TypedCraft, id: str) -> tuple[Figure, ...]:
    """The points that damage takes from its armor: no more than there are."""
    level, less = _level(craft), min(penalty(craft), craft.typed[id][0])
    if id != ARMOR or not less or level is None:
        return ()
    return (bonus(level.name, -less, source=level.source),)


DECLARED = DeclaredCraft(
    "storytelling-d10",
    FOLDER,
    House,
    out=_out,
    changed=_weakened,
    penalty=penalty,
    level=_named_level,
    most=lambda craft: {DAMAGE: len(size_of(craft).health)},
)


def track(craft: TypedCraft) -> Track:
    """A box for each level."""
    boxes, marked = [], craft.marks.damage
    for place, id in enumerate(size_of(craft).health):
        row, span = LEVELS[id], (place + 1, place + 1)
        figure = number(row.name, row.penalty or 0, source=row.source)
        boxes.append(Level(row.name, *span, figure, effect(row), 1, int(place < marked)))
    return Track("harm", "Health", tuple(boxes), note="Levels of damage")


def _plan(inputs: Inputs) -> Plan:
    craft = inputs.character
    shields = f"Shields {craft.text(SHIELDS)} at {_soak(craft).text}"
    foreseen = (shields if craft.value(SHIELDS) else "", f"Armor {craft.text(ARMOR)}")
    return Plan(foreseen=foreseen, barred=_out(craft, "More damage changes nothing."))


def _harmed(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    """Levels of damage: the shields roll against them, where their successes are left out."""
    craft, soaked = inputs.character, inputs["soaked"]
    shields, health, before = craft.value(SHIELDS), size_of(craft).health, craft.marks.damage
    dice, rolled = levels(shields, _soak(craft), rng) if soaked is None else ((), soaked)
    passed = through(inputs["damage"], shields, rolled, craft.value(ARMOR))
    after = min(before + passed.damage, len(health))
    shifts = [MarkChange(LOST, 1)] if passed.failed else []
    said, effect_name = [f"{inputs['damage']} of damage", *passed.said], ""
    if craft.members and craft.members > 1 and after == len(health):
        effect_name = f"{craft.members - 1} left"
        said.append(f"{FALLS} {effect_name}.")
        whole = [MarkChange(DAMAGE, -before)] if before else []
        shifts += [MarkChange(MEMBERS, -1), *whole]
    elif passed.damage:
        level = LEVELS[health[after - 1]]
        effect_name = level.name
        said.append(f"{level.name}. {effect(level)}")
        shifts.append(MarkChange(DAMAGE, after - before, most=len(health)))
    members: dict[str, Any] = {"total": passed.damage, "dice": dice, "shifts": tuple(shifts)}
    members["taken"] = taken(inputs["damage"], effect_name)
    return text(outcome, *said, row=health[after - 1] if after else "", **members)


HARM: ProcedureRule[TypedCraft] = ProcedureRule(_harmed, _plan)
