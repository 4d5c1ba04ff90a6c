"""Offers of advancement: traits raised at the preset's prices or set for free, powers, items, and
what happened in play. Items have no price.
"""

from __future__ import annotations

from rules.declared.powers.fields import PowerOffers
from rules.forms.fields import Choice, Number, options
from rules.kit.advancement_offers import Named
from rules.kit.coded.advancement import CodeOffers
from rules.kit.coded.offers import coded_items, parts, strength_damages
from rules.ledger.offers import OfferGroup
from rules.systems.empire_ascendant.character import figures
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.character.parsing import ARMOR
from rules.systems.empire_ascendant.document.build import MOST_DIFFICULTY, Gain
from rules.systems.empire_ascendant.ledger.kinds import LEDGER_RULES
from rules.systems.empire_ascendant.rulebook.book import rulebook

RULES = rulebook().advancement


def _does(trait: str) -> str:
    """The sentence about the use of a trait, "" for one that the book does not have."""
    traits = rulebook().traits
    rows = {**traits.attributes, **traits.mini_six, **traits.skills, **traits.force}
    return rows[trait].does if trait in rows else ""


def _rests_on(character: Character, trait: str) -> list[Named]:
    """The figures that a trait can change: itself first, its skills, defenses, Soak, damage."""
    named = [(character.full_name(trait), figures.trait(character, trait))]
    named += [
        (skill.name, figures.skill(character, key))
        for key, skill in character.skills.items()
        if skill.attribute == trait
    ]
    named += [(figure.label, figure) for figure in figures.defenses(character).values()]
    named.append(("Soak", figures.soak(character)))
    return [*named, *strength_damages(character, figures.damage)]


CODES = CodeOffers(LEDGER_RULES, _does, _rests_on)


def advance(character: Character) -> tuple[OfferGroup, ...]:
    """Attributes with their skills, and the Force: raised by the preset's prices, or set anew."""
    return (
        *(CODES.group(character, id) for id in character.attributes),
        FORCE.group(character, CODES.offer),
    )


FORCE = PowerOffers(
    "force",
    "The Force",
    RULES.learn,
    picks=rulebook().force.cite("picks", "picked_alone"),
    prices=RULES.cite("learn", "prices"),
)
USUAL = Gain(name="").form
FORMS = options(rulebook().combat.forms, USUAL)
ITEMS = coded_items(
    entry=lambda what: Gain(name="", what=what),
    armor=(ARMOR.field,),
    defenses=lambda wearer: [figures.soak(wearer)],
    is_used=lambda item: item.what == "thing" or item.form == "grenade",
    note="Items are free here: the source has no prices.",
    weapon=(
        (Choice("form", "Kind", (USUAL,), FORMS, look="menu"),),
        (Number("difficulty", "Difficulty, in melee", ("",), highest=MOST_DIFFICULTY),),
    ),
)
PARTS = parts(CODES, ITEMS, advance)
