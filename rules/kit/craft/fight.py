"""Persons and declared craft in one fight: which of the two a game's answer is about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from rules.fight import Defense, FightRules, Target, no_defense, nothing_known
from rules.forms.parsing import FormValues
from rules.kit.craft.craft import TypedCraft
from rules.play import Attempt, Outcome

Targets = Sequence[Target[Any]]
Aim = Callable[[Attempt[Any], str, Targets], FormValues]


def is_craft(attempt: Attempt[object]) -> bool:
    """True if it is a craft that attacks, or is attacked."""
    return isinstance(attempt.character, TypedCraft)


def with_craft(
    persons: FightRules[Any],
    guns: tuple[str, ...],
    *,
    aim: Aim,
    harmed: Callable[[Attempt[object], str, Outcome], FormValues],
    at_craft: Aim,
    fields: tuple[str, ...],
    order: str,
    aim_damage: Aim = nothing_known,
    seen: tuple[str, ...] = (),
    defend: Callable[
        [Attempt[object], str, Target[object], Outcome], tuple[Defense, ...]
    ] = no_defense,
) -> FightRules[object]:
    """The rules of a fight with craft in it. `guns` begin a person's actions with the weapon of a
    craft; `aim`, `aim_damage`, `harmed` and `defend` are about such weapons, whoever fires them,
    and `at_craft` is how a person's own weapon is aimed at a craft. `fields` are further fields
    that the targets decide, `seen` those of them that nobody hides, and `order` says how craft are
    ordered.
    """

    def is_gun(attempt: Attempt[object], action: str) -> bool:
        return is_craft(attempt) or action.startswith(guns)

    def aimed(attempt: Attempt[object], action: str, targets: Targets) -> FormValues:
        if is_gun(attempt, action):
            return aim(attempt, action, targets)
        if any(is_craft(target.attempt) for target in targets):
            return at_craft(attempt, action, targets)
        return persons.aim(attempt, action, targets)

    def aimed_damage(attempt: Attempt[object], action: str, targets: Targets) -> FormValues:
        is_of_craft = is_gun(attempt, action) or any(is_craft(target.attempt) for target in targets)
        return (aim_damage if is_of_craft else persons.aim_damage)(attempt, action, targets)

    def harming(attempt: Attempt[object], action: str, damage: Outcome) -> FormValues:
        return (harmed if is_gun(attempt, action) else persons.harmed)(attempt, action, damage)

    def defended(
        attempt: Attempt[object], action: str, target: Target[object], rolled: Outcome
    ) -> tuple[Defense, ...]:
        is_of_craft = is_gun(attempt, action) or is_craft(target.attempt)
        return (defend if is_of_craft else persons.defend)(attempt, action, target, rolled)

    return replace(
        persons,
        fields=(*persons.fields, *fields),
        seen=(*persons.seen, *seen),
        order=f"{persons.order} {order}",
        aim=aimed,
        aim_damage=aimed_damage,
        harmed=harming,
        defend=defended,
        effect=lambda attempt, action: (
            "" if is_gun(attempt, action) else persons.effect(attempt, action)
        ),
        affected=lambda attempt, action, rolled: (
            {} if is_gun(attempt, action) else persons.affected(attempt, action, rolled)
        ),
        attacks=lambda attempt: () if is_craft(attempt) else persons.attacks(attempt),
        reach=lambda attempt, action: (
            None if is_gun(attempt, action) else persons.reach(attempt, action)
        ),
        most=lambda attempt, action: (
            1 if is_gun(attempt, action) else persons.most(attempt, action)
        ),
        says=lambda attempt, action, targets: (
            () if is_gun(attempt, action) else persons.says(attempt, action, targets)
        ),
    )


def of_craft(fight: FightRules[TypedCraft]) -> FightRules[TypedCraft]:
    """The rules of the same fight for a craft in it."""
    return replace(fight, hold="", turn_end="", out=lambda attempt: bool(attempt.character.out()))
