"""Effects that last for some turns: a stun, an aim, and the second of two attacks that are one
action.
"""

from rules.systems.hyperspace_d6.play.rollables import Rollable
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.turn import Effect, Turn

STUNNED, AIM = "stunned", "aim"
# Before the key of an attack whose second one is still free.
SECOND = "second."
PLAY = book().play
# A die less on one's next turn, and over with it (HyperspaceD6, Stunned).
STUN = Effect(
    STUNNED, "Stunned", PLAY.dice[STUNNED], waits=1, mark=STUNNED, source=PLAY.sources[STUNNED]
)
# A die more for one's next attack, in this turn or the next (HyperspaceD6, Modifying Checks).
TAKEN_AIM = Effect(
    AIM, "Aim", PLAY.dice[AIM], on="attacks", turns=2, uses=1, source=PLAY.sources[AIM]
)


def is_aiming(turn: Turn) -> bool:
    """True if an action was spent on aiming already."""
    return any(effect.id == AIM for effect in turn.effects)


def second_attack(roll: Rollable) -> Effect:
    """The second attack of an action, until the turn is over (HyperspaceD6, Weapons & Armor)."""
    source = book().properties["double"].source
    return Effect(f"{SECOND}{roll.key}", f"Second attack, {roll.name}", on="attacks", source=source)


def has_second(turn: Turn, roll: Rollable) -> bool:
    """True if the second attack of an action with this weapon is still to come."""
    return any(effect.id == f"{SECOND}{roll.key}" for effect in turn.effects)


def without_second(turn: Turn, roll: Rollable) -> tuple[Effect, ...]:
    """The effects after the second attack."""
    return tuple(effect for effect in turn.effects if effect.id != f"{SECOND}{roll.key}")
