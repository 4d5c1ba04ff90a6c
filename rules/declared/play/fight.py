"""A fight: what an attack has to reach, and where harm begins."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.declared import figures, ranges
from rules.declared.character import DeclaredCharacter
from rules.declared.play import modifiers, powers
from rules.declared.play.modifiers import Play
from rules.declared.ruleset import Ruleset
from rules.fight import FightRules, Target, nothing_known
from rules.forms.parsing import FormValues

Targets = Sequence[Target[DeclaredCharacter]]


def _aim(_attempt: Play, _action: str, targets: Targets) -> FormValues:
    """Every attack is against the same number."""
    return {"defense": (str(figures.target(targets[0].attempt.character).value),)}


def _aim_damage(_attempt: Play, _action: str, targets: Targets) -> FormValues:
    return {"base": (str(figures.base(targets[0].attempt.character).value),)}


def _weapon(attempt: Play, action: str) -> object:
    """The weapon that attacks, None for a power."""
    rollable = modifiers.rolled(attempt.character.rules).find(attempt.character, action)
    return rollable.weapon if rollable and rollable.is_attack else None


def of(rules: Ruleset) -> FightRules[DeclaredCharacter]:
    """A fight of a game, with the powers that reach others."""
    learned, book = powers.rolls(rules), rules.book
    fight = replace(FIGHT, attacks=learned.attacks) if learned else FIGHT
    if book.defense.soak:
        fight = replace(fight, aim_damage=nothing_known)
    return ranges.fight_of(book.fight, fight, _weapon, book.templates.weapons)


FIGHT = FightRules[DeclaredCharacter](
    bands=ranges.BANDS, fields=("defense",), aim=_aim, aim_damage=_aim_damage
)
