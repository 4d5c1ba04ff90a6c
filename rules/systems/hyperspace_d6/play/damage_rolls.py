"""Rolls without a number to reach: damage, and in quick play an opponent's attack, for which nobody
rolls.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from rules.dice import pools
from rules.dice.codes import signed
from rules.figures import Figure, dice, total
from rules.forms.fields import Field, Option
from rules.kit.play.answers import pick
from rules.kit.play.checks import Check, too_many
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import PlannedRoll, RollPlan
from rules.play import Action, Die, Outcome, RollForm
from rules.systems.hyperspace_d6.play.checks import CHECKED, second
from rules.systems.hyperspace_d6.play.modifiers import AUTO_FIRE, damage, incapacitated, unable
from rules.systems.hyperspace_d6.play.roll_form import double, ways_chosen
from rules.systems.hyperspace_d6.play.roll_input import craft_dice
from rules.systems.hyperspace_d6.play.rollables import Rollable
from rules.systems.hyperspace_d6.play.rolls import QUESTIONNAIRE, QUESTIONS, Inputs
from rules.systems.hyperspace_d6.rulebook.book import book

AVOIDED = "The target rolls to avoid it."


class PlainRoll(Check):
    """A roll that no points change; `out` says why nobody can make it, "" if they can. One that has
    nothing to say of `no_dice` is damage: without a Destiny Die, and 0D of it come to nothing.
    """

    __slots__ = ("against", "no_dice", "out", "pool", "target")
    wins_ties = False
    pool: Figure
    no_dice: str

    def __init__(
        self,
        pool: Figure,
        out: str,
        *,
        no_dice: str = "",
        target: Figure | None = None,
        opposed: int = 0,
    ) -> None:
        self.pool, self.out, self.no_dice, self.target = pool, out, no_dice, target
        self.against = (opposed, 0) if opposed else None

    def refusal(self) -> str:
        """Why nobody can act."""
        return self.out

    def barred(self) -> str:
        """Why it cannot be rolled; no dice of damage are no reason."""
        return super().barred() if self.no_dice else self.out or too_many(self.pool)

    def variants(self) -> Iterator[tuple[str, Check]]:
        """None."""
        yield from ()

    def roll(self, rng: Random) -> tuple[Die, ...]:
        """The faces of the dice."""
        first = "destiny" if self.no_dice else ""
        faces = pools.roll(rng, max(0, self.pool.value))
        return tuple(Die(face, "" if place else first) for place, face in enumerate(faces))


class ThreatCheck(PlainRoll):
    """An opponent's attack in quick play: the game master does not roll."""

    __slots__ = ()

    def form(self, action: Action, fields: tuple[Field, ...]) -> RollForm:
        """The form without dice."""
        return replace(super().form(action, fields), pool=None)


def _damage_plan(inputs: Inputs, rollable: Rollable) -> RollPlan:
    """The dice of damage with the setting of a blade and Auto-Fire, and their average. The weapon
    of a craft says its dice, and its scale counts where its damage lands.
    """
    chosen = inputs.said[CHECKED] = ways_chosen(inputs, rollable)
    source = rollable.pool.source
    if rollable.aboard:
        pool = total("Damage", *craft_dice(inputs.answers), unit="D", source=source)
    else:
        pool = damage(inputs.attempt, rollable)
        play, is_faster = book().play, "auto-fire" in chosen
        gains = play.dice["auto_fire_damage"]
        if is_faster:
            more = dice(AUTO_FIRE, gains, source=play.sources["auto_fire"])
            pool = total(rollable.name, pool, more, unit="D", source=source)
        ways: list[Option] = []
        if "auto-fire" in rollable.properties:
            row = book().properties["auto-fire"]
            ways.append(Option(row.id, f"{row.name} {signed(gains)}", chosen=is_faster))
        if "double" in chosen:
            ways.append(double(chosen))
        if ways:
            inputs.fields.append(pick("ways", "How", tuple(ways)))
        inputs.ask(QUESTIONS["scales"])
    average = f"{pools.average_text(pool.value)} on average"
    return RollPlan(roll=PlainRoll(pool, incapacitated(inputs.character)), foreseen=(average,))


def _damaged(inputs: Inputs, rollable: Rollable, outcome: Outcome, _rng: Random) -> Outcome:
    """Scale multiplies or divides the total, rounded down; a second attack may follow."""
    ours, theirs = inputs.get("scale") or 1, inputs.get("target_scale") or 1
    rolled = outcome.total
    dealt = rolled * ours // theirs
    scaled = f"{rolled} × {ours} / {theirs} for its scale" if dealt != rolled else ""
    follows = second(rollable, inputs[CHECKED])
    return text(outcome, f"{dealt} damage", scaled, total=dealt, hit=follows)


def _threat_plan(inputs: Inputs, _rollable: Rollable) -> RollPlan:
    """An action, and no dice (HyperspaceD6, Quickplay Rules: players roll to avoid threats)."""
    refusal = unable(inputs.character, inputs.situation)
    return RollPlan(roll=ThreatCheck(dice("", 0), refusal), foreseen=(AVOIDED,), cost=1)


def _threatened(_inputs: Inputs, _rollable: Rollable, outcome: Outcome, _rng: Random) -> Outcome:
    """Nothing is decided before somebody avoids it, or does not."""
    return text(outcome, AVOIDED, kind="note", code="", why="", total=0)


THREAT_CHECK = PlannedRoll(QUESTIONNAIRE, _threat_plan, _threatened)
DAMAGE = PlannedRoll(QUESTIONNAIRE, _damage_plan, _damaged)
