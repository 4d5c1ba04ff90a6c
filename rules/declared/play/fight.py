"""A fight: the tables have no initiative and no ranges, so the game master says who goes next."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.declared import figures
from rules.declared.character import DeclaredCharacter
from rules.declared.play import powers
from rules.declared.play.modifiers import Play
from rules.declared.ruleset import Ruleset
from rules.fight import Band, FightRules, Target
from rules.forms.parsing import FormValues

ORDER = "These rules have no initiative: put everyone in the order that your game uses."
DISTANCE = "These rules have no ranges: this only shows who stands where."
Targets = Sequence[Target[DeclaredCharacter]]


def _aim(_attempt: Play, _action: str, targets: Targets) -> FormValues:
    """Every attack is against the same number."""
    return {"defense": (str(figures.target(targets[0].attempt.character).value),)}


def _aim_damage(_attempt: Play, _action: str, targets: Targets) -> FormValues:
    return {"base": (str(figures.base(targets[0].attempt.character).value),)}


def of(rules: Ruleset) -> FightRules[DeclaredCharacter]:
    """A fight of a game, with the powers that reach others."""
    learned = powers.rolls(rules)
    return replace(FIGHT, attacks=learned.attacks) if learned else FIGHT


BANDS = (Band("close", "Close"), Band("near", "Near"), Band("far", "Far"))
FIGHT = FightRules[DeclaredCharacter](
    bands=BANDS,
    initiative="",
    fields=("defense",),
    order=ORDER,
    distance=DISTANCE,
    aim=_aim,
    aim_damage=_aim_damage,
)
