"""Two craft that meet: each takes dice for the size and the speed of the other, through its
shields, and nothing for difficulties of size. And how long a ship holds that is lost.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.phrases import counted
from rules.play import Die, Outcome
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.play.rollables import Inputs
from rules.systems.storytelling_d10.play.tools import difficulty, levels, row, size
from rules.systems.storytelling_d10.rulebook.book import rulebook

DAMAGE, SOAK = (difficulty(rulebook().combat.numbers[id]) for id in ("damage", "soak"))


def level_unit(count: int) -> str:
    """The unit of so many levels: "1 level", "2 levels"."""
    return "level" if count == 1 else "levels"


def _sides(inputs: Inputs) -> tuple[tuple[str, int, int], tuple[str, int, int]]:
    """Both craft: who takes damage, the dice of the size and the speed that it meets, its
    shields.
    """
    ours = size(inputs).collision + (inputs["speed"] or 0)
    theirs = size(inputs, "their_size").collision + (inputs["their_speed"] or 0)
    other = ("The other", ours, inputs["their_shields"] or 0)
    return ("You", theirs, inputs["shields"] or 0), other


def _plan(inputs: Inputs) -> Plan:
    (_, own_dice, _), (_, other_dice, _) = _sides(inputs)
    return Plan(
        foreseen=(
            f"You take {counted(own_dice, 'die', 'dice')} at {DAMAGE.value},"
            f" the other {other_dice}.",
        )
    )


def _collided(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
    """A mere bump does its share of the damage."""
    dice, texts, damages = list[Die](), list[str](), list[int]()
    for who, count, shields in _sides(inputs):
        thrown, damage = levels(count, DAMAGE, rng)
        damage //= row("bump-divisor").number if inputs["bump"] else 1
        against, soaked = levels(shields, SOAK, rng) if damage else ((), 0)
        dice += (*thrown, *against)
        damages.append(damage if damage > soaked else 0)
        texts.append(f"{who}: {counted(damages[-1], 'level')} of damage before armor")
    total, unit = damages[0], level_unit(damages[0])
    return text(outcome, *texts, total=total, dice=tuple(dice), unit=unit)


COLLISION: ProcedureRule[Character] = ProcedureRule(_collided, _plan)


def _fate(inputs: Inputs) -> tuple[int, str]:
    """Seconds until a lost ship explodes, with the dice that those aboard lose by now; each hit
    through its full armor takes some of the time.
    """
    spent = inputs["minutes"] * 60 + inputs["hits"] * row("destruction-seconds").number
    left = row("destruction-minutes").number * 60 - spent
    if left <= 0:
        return 0, "The ship explodes."
    over = spent // 60 - row("destruction-from").number + 1
    lost = max(0, over) * row("destruction-dice").number
    dice = (
        f"everyone aboard has −{counted(-lost, 'die', 'dice')}" if lost else "no dice are lost yet"
    )
    return left, f"{left // 60}:{left % 60:02} minutes until it explodes; {dice}."


def destruction(barred: Callable[[Inputs], str]) -> ProcedureRule[Character]:
    """The time that a lost ship holds; `barred` names the ones that do not explode."""

    def resolve(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
        left, message = _fate(inputs)
        return text(outcome, message, total=left, unit="seconds")

    return ProcedureRule(
        resolve, lambda inputs: Plan(foreseen=(_fate(inputs)[1],), barred=barred(inputs))
    )
