"""Lightsaber duels: what a turn can be declared with, and what the winner can choose."""

from rules.duel import DuelRules, Prize
from rules.kit.play.outcomes import marked
from rules.play import Attempt, Outcome
from rules.problems import Problem, RuleViolation
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.document.entries import Lose
from rules.systems.hyperspace_d6.play import weapon_in_hand
from rules.systems.hyperspace_d6.play.damage import harm
from rules.systems.hyperspace_d6.rulebook.guide import guide

WOUND, DISARM, TAKE, KNOCK_OUT = "wound", "disarm", "take", "knock-out"
NO_SUCH_PRIZE = "A winner can wound, disarm, or knock out."
NO_WEAPON = "There is no weapon on this sheet to take."
SKILL = "skills."
# What a face of the Destiny Die allows, said to the side that may do it.
SIX = "Your Destiny Die shows 6. You may change the place or bring in a hazard, and take a die."
ONE = "Their Destiny Die shows 1. You may bring in a complication for them, and take a die."
PRIZES = (
    Prize(WOUND, "Wound", "One wound. Soak doesn’t help."),
    Prize(DISARM, "Disarm", "The weapon falls from the hand. It stays on the sheet."),
    Prize(TAKE, "Disarm for good", "The weapon is gone, and off the sheet."),
    Prize(KNOCK_OUT, "Knock out", "Unconscious, left for dead."),
)


def _prize(attempt: Attempt[Character], prize: str) -> Outcome:
    """The outcome of a prize for the loser of the duel."""
    chosen = next((one for one in PRIZES if one.id == prize), None)
    if chosen is None:
        raise RuleViolation([Problem("bad-value", "prize", NO_SUCH_PRIZE)])
    shifts = {
        WOUND: harm(attempt.character, "wounded").changes,
        KNOCK_OUT: (marked("unconscious"),),
    }
    return Outcome(
        action=f"duel.{prize}",
        name=f"Lost a duel: {chosen.name.lower()}",
        kind="harm",
        said=(chosen.does,),
        shifts=shifts.get(prize, ()),
        entries=(Lose(item=_weapon(attempt)),) if prize == TAKE else (),
        situation=weapon_in_hand.emptied(attempt) if prize in (DISARM, TAKE) else {},
    )


def _weapon(attempt: Attempt[Character]) -> str:
    """The weapon of a duel by its item: what is in hand, or else a saber, or else any."""
    weapons, held = weapon_in_hand.weapons(attempt.character), weapon_in_hand.in_hand(attempt)
    weapons.sort(key=lambda one: (one is not held, not weapon_in_hand.is_reflective(one)))
    if not weapons:
        raise RuleViolation([Problem("barred", "prize", NO_WEAPON)])
    return weapons[0].item.key


DUEL = DuelRules[Character](
    initiative="initiative",
    dice=1,
    skills=lambda state: tuple(
        (key, pool.label)
        for key, pool in state.pools.items()
        if key.startswith(SKILL) and pool.value > 0
    ),
    usual="skills.melee",
    prizes=PRIZES,
    prize=_prize,
    rights={6: SIX, 1: ONE},
    order=guide().topics["duel-turn"].does,
    ending=guide().topics["duel-end"].does,
    tie=guide().topics["duel-end"].ruling,
)
