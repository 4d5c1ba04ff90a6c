"""Attacks, their damage, and the blast of a grenade."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from rules.declared.play.checks import with_point
from rules.declared.play.modifiers import less
from rules.figures import Figure, bonus, dice, number
from rules.kit.craft.craft import TypedCraft
from rules.kit.inventory import Use
from rules.kit.play.outcomes import compared, extra, faces, text
from rules.kit.play.planned_procedures import Plan, PlannedRoll, ProcedureRule, RollPlan
from rules.kit.play.procedures import Rollable
from rules.kit.play.questions import ActionInput
from rules.kit.play.turns import scopes
from rules.phrases import counted
from rules.play import FollowUp, Outcome
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.play import checks, modifiers, rolls
from rules.systems.empire_ascendant.play.modifiers import GRENADE, refusal
from rules.systems.empire_ascendant.play.rolls import LADDER, QUESTIONS, Inputs
from rules.systems.empire_ascendant.rulebook.book import rulebook

ROLL_DAMAGE, RANGED = "Roll damage", "ranged"
COMBAT = rulebook().combat
# The scales that are meant where none is said: theirs is a character's, or where nobody's was said
# that of whoever acts.
SCALES: dict[str, Callable[[ActionInput[Any]], str]] = {
    "my_scale": lambda inputs: own_scale(inputs.character),
    "their_scale": lambda inputs: (
        COMBAT.scale if inputs.answers.text("my_scale") else inputs["my_scale"]
    ),
}


def own_scale(who: Character | TypedCraft) -> str:
    """The scale of a person, or of a craft by its kind."""
    return who.kind.values["scale"] if isinstance(who, TypedCraft) else who.chosen.members["scale"]


def larger(inputs: ActionInput[object]) -> int:
    """By how many dice one is larger than the other, below 0 smaller."""
    mine, theirs = (COMBAT.scales[inputs[id]] for id in ("my_scale", "their_scale"))
    return int(mine.dice - theirs.dice)


def scale_dice(more: int) -> tuple[Figure, ...]:
    """Dice for a difference in scale, none for none."""
    return _scale(dice, more) if more > 0 else ()


def _scale(figure: Callable[..., Figure], more: int) -> tuple[Figure, ...]:
    return (figure("scale", more, **COMBAT.cite("scale", "scale_difference")),)


def _defended(inputs: Inputs) -> Iterator[Figure]:
    """Defense, Full Dodge, cover and lying down, where they were asked, as they add to a number."""
    if value := inputs.get("defense"):
        yield bonus("defense", value, **COMBAT.cite("defense", "static"))
    if inputs.get("full_dodge"):
        yield bonus("Full Dodge", COMBAT.full_dodge, **COMBAT.cite("full_dodge", "full_dodge"))
    if inputs.get("cover"):
        yield bonus("Cover", COMBAT.cover, **COMBAT.cite("cover"))
    is_near = inputs.get("range") == COMBAT.prone_not_at
    if inputs.get("prone") and (not is_near or inputs.get("difficulty") is not None):
        yield bonus("Prone", COMBAT.prone, **COMBAT.cite("cover"))


def _attack(inputs: Inputs, rollable: Rollable) -> RollPlan:
    """The dice of an attack and its number (Empire Ascendant, Defenses; Fire Combat)."""
    weapon = rollable.weapon
    form = COMBAT.forms[weapon.form or RANGED]
    is_ranged = form.number == "range"
    own = None if is_ranged else weapon.difficulty
    inputs.ask(QUESTIONS[form.number], {"difficulty": lambda _given: own})
    value, base = inputs["difficulty"], rolls.range_number(inputs.get("range"))
    if value is not None:
        base = number("difficulty", value, source=form.source)
    if form.against:
        inputs.ask(QUESTIONS[RANGED if is_ranged else "melee"])
    inputs.ask(QUESTIONS["scales"], SCALES)
    size, more = larger(inputs), tuple(_defended(inputs))
    if form.against and size > 0:
        more = (*more, *_scale(bonus, COMBAT.scale_defense * size))
    pool = (rollable.pool, *scale_dice(-size), *checks.changes(inputs))
    target, points = LADDER.labeled(base, *more) if base else None, inputs["points"]
    roll = rolls.roll(inputs, *pool, target=target, has_point=points, scopes=scopes(rollable))
    barred = refusal("none_left" if inputs.character.holding(weapon.key) is None else "")
    return RollPlan(roll=roll, barred=barred, cost=1, less=less(inputs.attempt))


def _attacked(inputs: Inputs, rollable: Rollable, outcome: Outcome, rng: Random) -> Outcome:
    """An attack; a grenade that misses scatters (Empire Ascendant, Grenades)."""
    outcome = with_point(inputs, outcome)
    if outcome.target is not None:
        outcome = text(outcome, compared(outcome, "a hit", "a miss"))
    if rollable.weapon.form != GRENADE:
        damage = FollowUp(rollable.damage_key, ROLL_DAMAGE) if rollable.damage_key else FollowUp()
        return replace(outcome, hit=damage)
    follow_up = FollowUp("blast", "Roll the blast")
    outcome = replace(outcome, hit=follow_up, miss=follow_up)
    if outcome.success is False:
        way, meters = extra(rng, COMBAT.scatter_dice), extra(rng, COMBAT.scatter_meters_dice)
        message = f"It scatters {counted(faces(meters), 'meter')}; direction {faces(way)}."
        outcome = text(outcome, message, dice=(*outcome.dice, *way, *meters))
    return _thrown(outcome, inputs.character, rollable.weapon)


def _thrown(outcome: Outcome, character: Character, item: Any) -> Outcome:
    """One grenade less, whatever comes of it."""
    holding = character.held(item.key)
    used = Use(item=holding.entry_name, note="Thrown")
    message = f"{item.name} used up: {holding.quantity - 1 or 'none'} left."
    return text(outcome, message, entries=(*outcome.entries, used))


def _damage(inputs: Inputs, rollable: Rollable) -> RollPlan:
    """The dice of damage, and why there is none."""
    rows = list[Any]()
    if rollable.weapon.form == GRENADE:
        inputs.ask(QUESTIONS[GRENADE])
        chosen = [id for id in ("enclosed", "vacuum") if inputs[id]]
        rows = [COMBAT.grenades[id] for id in (*chosen, inputs["cover"]) if id]
    barred = refusal("full_cover" if any(row.blocked for row in rows) else "")
    inputs.ask(QUESTIONS["scales"], SCALES)
    more = (*scale_dice(larger(inputs)), *(row.term for row in rows if not row.blocked))
    roll = rolls.roll(inputs, rollable.pool, *more, kind="spared", scopes=("damage",))
    barred = barred or modifiers.out(inputs.character)
    return RollPlan(roll=roll, foreseen=(roll.average(),), barred=barred)


def _blast(inputs: Inputs) -> Plan:
    """4D of the grenade against the range from it (Empire Ascendant, Grenades)."""
    base = rolls.range_number(inputs["range"])
    blast = dice("Blast", COMBAT.blast_dice, **COMBAT.cite("grenade"))
    target = LADDER.labeled(base, *_defended(inputs)) if base else None
    return Plan(roll=rolls.roll(inputs, blast, kind="spared", target=target))


def _blasted(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """Whoever is hit takes the damage of the grenade."""
    held = (one for one in inputs.character.holdings.values() if one.item.form == GRENADE)
    keys = [one.item.key for one in sorted(held, key=lambda holding: not holding.quantity)]
    follow_up = FollowUp(f"weapons.{keys[0]}.damage", ROLL_DAMAGE) if keys else FollowUp()
    return text(outcome, compared(outcome, "a hit", "a miss"), hit=follow_up)


ATTACK = PlannedRoll(rolls.QUESTIONNAIRE, _attack, _attacked)
DAMAGE = PlannedRoll(
    rolls.QUESTIONNAIRE,
    _damage,
    lambda _given, _weapon, outcome, _rng: text(outcome, f"{outcome.total} damage"),
)
BLAST = ProcedureRule(_blasted, _blast)
