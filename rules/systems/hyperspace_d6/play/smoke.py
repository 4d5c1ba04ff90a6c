"""Smoke: a grenade that fills a place of the strip, and whom it hides."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random

from rules.fight import PLACE, Target
from rules.forms.fields import Option
from rules.kit.play.answers import menu
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.kit.play.turns import with_effect
from rules.play import Outcome
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.character.holdings import Holding
from rules.systems.hyperspace_d6.play.checks import thrown
from rules.systems.hyperspace_d6.play.modifiers import unable
from rules.systems.hyperspace_d6.play.rolls import Inputs
from rules.systems.hyperspace_d6.rulebook.guide import guide
from rules.systems.hyperspace_d6.rulebook.rows import Item
from rules.turn import Effect

SMOKE, SOURCE = "smoke", "HyperspaceD6, General Gear"
IN_SMOKE = "You can't see out of the smoke. Leave it first, or attack someone who is in it."
THROUGH_SMOKE = "You can't see through the smoke. Move until it isn't between you."


def grenade(character: Character) -> Holding | None:
    """The first thing carried that fills a place with smoke; None for none. What it does lasts
    after the last one is thrown.
    """
    for holding in character.carried:
        row = holding.item.row
        if isinstance(row, Item) and row.fills == SMOKE and holding.quantity > 0:
            return holding
    return None


def unseen(circumstances: Sequence[str], targets: Sequence[Target[object]]) -> str:
    """Why an attacker does not see a target: whoever is in smoke sees nobody beyond it, and nobody
    sees through it (HyperspaceD6, General Gear: Smoke Grenade).
    """
    for target in targets:
        line = (circumstances, *target.between, target.circumstances)
        # Into smoke one sees, out of it and through it one does not.
        if any(SMOKE in here and SMOKE not in beyond for here, beyond in pairwise(line)):
            return IN_SMOKE if SMOKE in circumstances else THROUGH_SMOKE
    return ""


def _where(inputs: Inputs) -> Plan:
    """The place of the strip that it fills."""
    bands = guide().bands
    chosen = inputs.answers.option(PLACE, bands) or next(iter(bands))
    inputs.said[PLACE] = chosen
    options = (Option(id, one.name, one.does, chosen=id == chosen) for id, one in bands.items())
    inputs.fields.append(menu(PLACE, "Place on the strip", tuple(options)))
    return Plan(foreseen=(inputs.texts["does"],))


def _thrown(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """One grenade less, and smoke where it lands. Nobody rolls for it."""
    holding, place = grenade(inputs.character), inputs[PLACE]
    if holding is None:
        return outcome
    row = guide().bands[place]
    effect = Effect(
        f"{SMOKE}.{place}",
        f"Smoke, {row.name.removesuffix(' range').lower()}",
        turns=None,
        fills=SMOKE,
        place=list(guide().bands).index(place),
        source=SOURCE,
    )
    begun = with_effect(inputs.attempt, outcome, effect)
    return thrown(text(begun, f"{effect.name}. {inputs.texts['does']}"), holding)


RULES = {
    "smoke": ProcedureRule(
        _thrown, _where, unable, has=lambda character: grenade(character) is not None
    )
}
