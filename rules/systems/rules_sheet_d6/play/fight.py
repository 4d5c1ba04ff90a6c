"""A fight: the source has no initiative and no ranges, so the game master says who goes next."""

from __future__ import annotations

from collections.abc import Sequence

from rules.fight import Band, FightRules, Target
from rules.forms.parsing import FormValues
from rules.play import Attempt
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character

ORDER = "These rules have no initiative: put everyone in the order that your game uses."
DISTANCE = "These rules have no ranges: this only shows who stands where."


def _aim(
    _attempt: Attempt[Character], _action: str, targets: Sequence[Target[Character]]
) -> FormValues:
    """Every attack is against the one Defense."""
    return {"defense": (str(figures.defense(targets[0].attempt.character).value),)}


def _aim_damage(
    _attempt: Attempt[Character], _action: str, targets: Sequence[Target[Character]]
) -> FormValues:
    return {"base": (str(figures.base(targets[0].attempt.character).value),)}


FIGHT = FightRules[Character](
    bands=(Band("close", "Close"), Band("near", "Near"), Band("far", "Far")),
    initiative="",
    fields=("defense",),
    order=ORDER,
    distance=DISTANCE,
    aim=_aim,
    aim_damage=_aim_damage,
)
