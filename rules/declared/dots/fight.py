"""A fight in a declared game of dots: what an attack has to reach, and what a hit does."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from rules.declared import ranges
from rules.declared.dots import powers
from rules.declared.dots.character import DotCharacter, DotRules
from rules.declared.dots.checks import LEAST, MOST_NEEDED, SIDES, Play, hit_boxes
from rules.declared.dots.items import Item
from rules.declared.dots.rolls import find
from rules.declared.ranges import BANDS
from rules.fight import FightRules, Target
from rules.forms.parsing import FormValues
from rules.play import Outcome

Targets = Sequence[Target[DotCharacter]]


def _aim(rules: DotRules, field: str) -> Callable[[Play, str, Targets], FormValues]:
    """The defense of a target, as the form of an attack takes it."""
    least, most = (1, MOST_NEEDED) if field == "needed" else (LEAST, SIDES)

    def aim(_attempt: Play, action: str, targets: Targets) -> FormValues:
        if action.startswith(powers.PREFIX):
            return {}
        theirs = targets[0].attempt.character.figure(rules.book.fight.defense).value
        return {field: (str(max(least, min(theirs, most))),)}

    return aim


def _affected(attempt: Play, action: str, attack: Outcome) -> FormValues:
    """The boxes of a hit without a damage roll."""
    rollable = find(attempt.character, action)
    boxes = hit_boxes(attempt.character, rollable, attack) if rollable else 0
    return {"damage": (str(boxes),)}


def of(rules: DotRules) -> FightRules[DotCharacter]:
    """A fight of a game; without a defense the game master says how hard an attack is."""
    own = rules.book.fight
    field = "needed" if own.reached == "successes" else "difficulty"
    fight = FightRules[DotCharacter](
        bands=BANDS,
        affected=_affected,
        attacks=powers.attacks,
        out=lambda attempt: attempt.character.is_out,
    )
    if own.defense:
        fight = replace(fight, aim=_aim(rules, field), fields=(field,))
    return ranges.fight_of(own, fight, _weapon, own.weapons)


def _weapon(attempt: Play, action: str) -> Item | None:
    """The weapon that attacks, None for a power."""
    rollable = find(attempt.character, action)
    return rollable.weapon if rollable else None
