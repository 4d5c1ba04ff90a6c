"""A fight: initiative by successes, and what a weapon does to whoever it hits."""

from __future__ import annotations

from rules.fight import Band, FightRules
from rules.forms.parsing import FormValues
from rules.play import Attempt, Outcome
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.play.rollables import find
from rules.systems.storytelling_d10.rulebook.book import rulebook

CLOSE = ("brawl", "melee", "lightsaber")
ORDER = "Everyone rolls initiative, the most successes go first."
DISTANCE = "How far a weapon carries is for the Storyteller to say."


def _harmed(attempt: Attempt[Character], action: str, damage: Outcome) -> FormValues:
    """The levels that the damage rolled, their kind, and the soaks that the weapon ignores."""
    rollable = find(attempt.character, action)
    weapon = rollable.weapon if rollable else None
    values = {"damage": (str(max(0, damage.total)),)}
    if weapon is None:
        return values
    ignored = rulebook().combat.damage_sources[weapon.source].ignores
    ignores = "all" if len(ignored) > 1 else ignored[0] if ignored else ""
    return {**values, "kind": (weapon.harm,), "ignores": (ignores,)}


def _reach(attempt: Attempt[Character], action: str) -> int | None:
    rollable = find(attempt.character, action)
    return 0 if rollable and rollable.weapon and rollable.weapon.ability in CLOSE else None


FIGHT = FightRules[Character](
    bands=(
        Band("touch", "Arm’s length"),
        Band("close", "Close"),
        Band("medium", "Medium"),
        Band("long", "Long"),
    ),
    order=ORDER,
    distance=DISTANCE,
    harmed=_harmed,
    reach=_reach,
)
