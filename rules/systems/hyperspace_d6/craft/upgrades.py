"""Improvements of a craft on offer, each with its price, and the points that pay for them."""

from __future__ import annotations

from collections.abc import Iterator

from rules.craft import Upgrade, UpgradeRules
from rules.figures import number
from rules.forms.fields import Option
from rules.forms.parsing import FormValues
from rules.kit.currency import CHARACTER_POINTS
from rules.kit.play.answers import pick
from rules.play import Attempt
from rules.problems import Problem, RuleViolation
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.craft.craft import DEFENSES, DICE_NUMBERS, Craft
from rules.systems.hyperspace_d6.craft.ledger import price, title
from rules.systems.hyperspace_d6.craft.rolls import QUESTIONNAIRE, QUESTIONS, Inputs
from rules.systems.hyperspace_d6.document.craft import Contribute, CraftUpgrade
from rules.systems.hyperspace_d6.document.entries import Spend

WEAPON, COMPONENT, DAMAGE = "weapon", "component", "damage."
UNKNOWN_UPGRADE = "This craft has no such upgrade. Choose one of its list."
NAMED = {WEAPON: "A new weapon", COMPONENT: "A new component"}
RAISES = "Usually it raises a defense by 1 as well: your GM says which."


def offers(craft: Craft) -> tuple[Upgrade, ...]:
    """Every improvement (HyperspaceD6, Upgrading Vehicles)."""
    return tuple(chosen(craft, id, {}) for id in _ids(craft))


def _ids(craft: Craft) -> Iterator[str]:
    yield from DICE_NUMBERS
    if craft.value("shields"):
        yield "shields"
    yield from (f"{DAMAGE}{weapon.id}" for weapon in craft.weapons)
    yield from NAMED


def chosen(craft: Craft, id: str, values: FormValues) -> Upgrade:
    """An improvement with what was typed of it."""
    upgrade, inputs = _read(craft, id, values)
    is_named, is_priced = "name" not in inputs.missing, not inputs.missing.keys() - {"name"}
    return Upgrade(
        id=id,
        name=title(craft, upgrade) if is_named else NAMED[id],
        price=price(craft, upgrade) if is_priced else None,
        fields=tuple(inputs.fields),
    )


def _read(craft: Craft, id: str, values: FormValues) -> tuple[CraftUpgrade, Inputs]:
    """The entry so far, and its form; RuleViolation for no such improvement, and for what cannot be
    read.
    """
    if id not in set(_ids(craft)):
        raise RuleViolation([Problem("unknown-upgrade", "upgrade", UNKNOWN_UPGRADE)])
    inputs, (aspect, _, weapon) = (
        Inputs(QUESTIONNAIRE, Attempt(craft, {}, values)),
        id.partition("."),
    )
    inputs.ask(QUESTIONS.get(id, ()))
    raises: tuple[str, ...] = ()
    if id in DICE_NUMBERS:
        raisable = [id for id in DEFENSES if id != "shields" or craft.value(id)]
        raises = inputs.answers.options("raises", raisable)
        options = (Option(id, f"{DEFENSES[id]} +1", chosen=id in raises) for id in raisable)
        inputs.fields.append(pick("raises", RAISES, tuple(options)))
    inputs.answers.check()
    return CraftUpgrade(aspect=aspect, weapon=weapon, raises=raises, **inputs.said), inputs


def entry(craft: Craft, id: str, values: FormValues) -> CraftUpgrade:
    """The entry of an improvement; RuleViolation by field for what is missing."""
    upgrade, inputs = _read(craft, id, values)
    if inputs.missing:
        raise RuleViolation([next(iter(inputs.missing.values()))])
    return upgrade


UPGRADES = UpgradeRules[Character, Craft](
    offers=offers,
    chosen=chosen,
    entry=entry,
    pool=lambda craft: number("in the pool", craft.character_points, source="Its history"),
    points=lambda character: number(
        "Character Points", character.character_points, source="Your history"
    ),
    pay_in=lambda points, giver: Contribute(cp=points, giver=giver),
    spend=lambda points, note: Spend(cp=points, note=note),
    unit=CHARACTER_POINTS.counted,
)
