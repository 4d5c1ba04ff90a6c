"""Vehicles and starships at the table of a game master: gunnery, shields, Soak and damage of what
is typed; scales and torpedoes for craft with marks of their own, too.
"""

from __future__ import annotations

from random import Random
from typing import Any

from rules.declared.craft import gunnery
from rules.declared.craft.gunnery import typed
from rules.declared.craft.tables import CodedCraft
from rules.declared.hit_tables import LevelRow
from rules.declared.play.inputs import Inputs
from rules.figures import Figure, bonus, carried
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule, saying
from rules.play import Outcome
from rules.systems.empire_ascendant.character.ruleset import GAME
from rules.systems.empire_ascendant.play import attacks, modifiers, rolls
from rules.systems.empire_ascendant.play.attacks import COMBAT, SCALES, scale_dice
from rules.systems.empire_ascendant.play.rolls import QUESTIONS
from rules.systems.empire_ascendant.rulebook.book import rulebook

CRAFT, DECLARED = rulebook().craft, CodedCraft(GAME)
HITS, TORPEDO = DECLARED.hits, "torpedo"
# Whoever fires and whoever is hit are of one scale where it is not said.
SAME_SCALE = {**SCALES, "their_scale": lambda given: given["my_scale"]}


class Gunnery(gunnery.Gunnery):
    """Shots with scales: a smaller attacker has more dice, and evading adds as much to a number for
    a smaller craft (Empire Ascendant, Scaling); those of torpedoes (First Fire Segment).
    """

    told = ("range", "weapon", "my_scale", "their_scale")

    def asks(self, inputs: Inputs) -> None:
        """The scales."""
        inputs.ask(QUESTIONS["scales"], SAME_SCALE)

    def harder(self, inputs: Inputs) -> tuple[Figure, ...]:
        """Evading, the scale of a smaller craft that does, and to a torpedo its target's speed."""
        size = attacks.larger(inputs)
        scale = COMBAT.scale_defense * size if inputs["evade"] and size > 0 else 0
        speed = inputs["speed"] if inputs["weapon"] == TORPEDO else 0
        added = (("scale", scale), ("Speed", speed))
        terms = (bonus(label, value, source=self.source) for label, value in added if value)
        return (*super().harder(inputs), *terms)

    def attack_dice(self, inputs: Inputs) -> tuple[Figure, ...]:
        """The dice of a smaller attacker."""
        return scale_dice(-attacks.larger(inputs))

    def damage_dice(self, inputs: Inputs) -> tuple[Figure, ...]:
        """The dice of a larger attacker."""
        return scale_dice(attacks.larger(inputs))

    def barred(self, inputs: Inputs) -> str:
        """A torpedo has one range."""
        is_far = inputs["range"] and inputs["range"] != CRAFT.torpedo_range
        return modifiers.refusal("short_only" if is_far and inputs["weapon"] == TORPEDO else "")


GUNNERY = Gunnery(DECLARED, modifiers.TURN)


# --- a hit on a craft that the game master describes


def _soak(inputs: Inputs) -> Plan:
    """Soak of a craft whose hull and shields are typed."""
    if not inputs["hull"]:
        return Plan()
    pool, shields = typed("Hull", inputs["hull"]), inputs["shields"]
    if inputs["deployed"] and shields:
        more = typed("Shields", shields)
        pool = carried("Hull", pool, more, ruling=COMBAT.rulings["carried"])
    return Plan(roll=rolls.roll(inputs, pool, kind="plain"))


def _reached(inputs: Inputs) -> tuple[LevelRow, LevelRow] | None:
    """The level that the damage over Soak comes to, and that of the craft then; None until both are
    known.
    """
    damage, soaked = inputs["damage"], inputs["soak"]
    if damage is None or soaked is None:
        return None
    return HITS.struck(HITS.levels[inputs["level"]], damage - soaked, inputs["shields"])


def _harm(inputs: Inputs) -> Plan:
    """The effect of damage over Soak on a craft of a level that is chosen."""
    if HITS.levels[inputs["level"]].rank == HITS.most:
        return Plan(barred=HITS.harm.destroyed)
    if (reached := _reached(inputs)) is None:
        return Plan()
    level, count = reached[1], HITS.dice(*reached)
    picked = rolls.plain(inputs, count, "System", source=level.source) if count else None
    return Plan(roll=picked, foreseen=(f"{level.name}. {level.does}",))


def _harmed(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    hit, level = _reached(inputs) or (HITS.none, HITS.none)
    said, _ = HITS.told(hit, level, inputs["craft"], outcome.total if outcome.dice else 0)
    return text(outcome, *said, row=level.id)


RULES: dict[str, ProcedureRule[Any]] = {
    **GUNNERY.procedures(),
    "ship-soak": ProcedureRule(saying, _soak),
    "ship-harm": ProcedureRule(_harmed, _harm),
}
