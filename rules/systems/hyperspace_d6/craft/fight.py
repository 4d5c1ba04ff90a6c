"""A fight of persons and craft: Evade as a defense, the scale between attacker and target, and what
lands on whom. What is about persons alone stands in `play/fight.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from rules.fight import Band, Circumstance, Defense, FightRules, Target
from rules.forms.parsing import FormValues
from rules.play import Attempt, Outcome
from rules.systems.hyperspace_d6.craft import checks
from rules.systems.hyperspace_d6.craft.state import CraftState
from rules.systems.hyperspace_d6.play import fight as persons
from rules.systems.hyperspace_d6.play.roll_input import DODGE, EVADE, HELD_FIELD
from rules.systems.hyperspace_d6.play.rollables import ABOARD
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.guide import guide

PERSON = "character"
# An attack with the weapon of a craft, as the table of attacks has it.
GUNNERY = "gunnery"
OF_CREWS = "The pilot of a craft rolls for all aboard: Pilot or Drive, with its Mobility."


def _is_gun(attempt: Attempt[Any], action: str) -> bool:
    """Whether an attack is made with the weapon of a craft."""
    return isinstance(attempt.character, CraftState) or action.startswith(f"{ABOARD}.")


def _defenses(target: Attempt[Any], kind: str) -> Iterator[tuple[str, int]]:
    """Evade of a craft, whatever is fired at it; of a person what the kind of attack asks for."""
    if isinstance(target.character, CraftState):
        yield "defense", checks.evade(target).value
    else:
        yield from persons.defenses(target, kind)


def _number(target: Target[Any]) -> int:
    """What the weapon of a craft has to reach: Evade, or a person's defense with its shelter."""
    values = dict(_defenses(target.attempt, GUNNERY))
    more = book().play.shelter
    if not isinstance(target.attempt.character, CraftState):
        values["defense"] += sum(more[one] for one in persons.shelter(target))
    return max(values.values())


def _aim(attempt: Attempt[Any], action: str, targets: Sequence[Target[Any]]) -> FormValues:
    """Of a craft's weapon each target has a number of its own, so several fill in none."""
    if not _is_gun(attempt, action):
        return persons.aim(attempt, action, targets, _defenses)
    if len(targets) != 1:
        return {}
    (target,) = targets
    held = EVADE if isinstance(target.attempt.character, CraftState) else DODGE
    return {"target": (str(_number(target)),), HELD_FIELD: (held,)}


def _defend(attempt: Attempt[Any], action: str, target: Target[Any], total: int) -> Defense | None:
    """A craft is never defended by a roll, nor is anybody against its weapons."""
    is_person = not isinstance(target.attempt.character, CraftState)
    if not is_person or _is_gun(attempt, action):
        return None
    return persons.defend(attempt, action, target, total)


def _harmed(attempt: Attempt[Any], action: str, damage: Outcome) -> FormValues:
    """The damage with its scale, and whether it is ion."""
    craft = attempt.character
    amount = {"damage": (str(damage.total),)}
    if isinstance(craft, CraftState):
        roll = checks.find(craft, action)
        is_ion = roll is not None and roll.weapon is not None and roll.weapon.ion
        ion: FormValues = {"nature": ("ion",)} if is_ion else {}
        return {**amount, "scale": (craft.chosen.scale,), **ion}
    if action.startswith(f"{ABOARD}."):
        kept = {
            name: attempt.values[name] for name in ("scale", "nature") if name in attempt.values
        }
        return {**amount, **kept}
    return {**persons.harmed(attempt, action, damage), "scale": (PERSON,)}


def _effect(attempt: Attempt[Any], action: str) -> str:
    return "" if _is_gun(attempt, action) else persons.effect(attempt, action)


def _reach(attempt: Attempt[Any], action: str) -> int | None:
    return None if _is_gun(attempt, action) else persons.reach(attempt, action)


def _most(attempt: Attempt[Any], action: str) -> int:
    """A squadron compares one roll with each of its targets (HyperspaceD6, Minion Groups)."""
    if isinstance(attempt.character, CraftState):
        return book().play.targets["area"] if (attempt.character.members or 0) > 1 else 1
    return 1 if _is_gun(attempt, action) else persons.most(attempt, action)


def _scale(attempt: Attempt[Any]) -> str:
    craft = attempt.character
    if isinstance(craft, CraftState):
        return craft.chosen.scale
    typed = "".join(attempt.values.get("scale", ()))
    return typed if typed in guide().scales else PERSON


def _says(attempt: Attempt[Any], _action: str, targets: Sequence[Target[Any]]) -> tuple[str, ...]:
    """What the difference in scale does to the damage (HyperspaceD6, Damage Scale)."""
    scales, said = guide().scales, []
    ours = scales[_scale(attempt)]
    for target in targets:
        theirs = scales[_scale(Attempt(target.attempt.character, {}))]
        names = f"{ours.name} scale against {theirs.name.lower()} scale"
        if ours.factor > theirs.factor:
            said.append(f"{names}: damage × {ours.factor // theirs.factor}.")
        elif ours.factor < theirs.factor:
            less = theirs.factor // ours.factor
            said.append(f"{names}: damage ÷ {less}, rounded down.")
    return tuple(dict.fromkeys(said))


FIGHT = FightRules[Any](
    bands=tuple(Band(row.id, row.name.removesuffix(" range")) for row in guide().bands.values()),
    circumstances=(
        Circumstance(persons.COVER, "Cover", f"+{book().play.shelter[persons.COVER]} to Dodge"),
    ),
    free_bands=book().play.moving["bands"],
    move="move",
    hold="hold",
    group="members",
    fields=("defense", "instead", "shelter", HELD_FIELD),
    order=f"{persons.ORDER} {OF_CREWS}",
    distance=persons.DISTANCE,
    aim=_aim,
    harmed=_harmed,
    effect=_effect,
    defend=_defend,
    reach=_reach,
    most=_most,
    says=_says,
)
OF_CRAFT = msgspec.structs.replace(
    FIGHT,
    turn="turn",
    hold="",
    fields=("target", HELD_FIELD),
    out=lambda attempt: bool(checks.barred(attempt)),
)
