"""Offers of advancement: traits raised at the preset's prices or set for free, powers, items, and
what happened in play. Items have no price.
"""

from __future__ import annotations

from rules.forms.fields import Choice, Field, Number, Text, options
from rules.kit.advancement_offers import CODE, CodeOffers, Named
from rules.kit.coded_offers import coded_items, parts, strength_damages
from rules.kit.currency import MOST_POINTS
from rules.ledger.entries import LINE
from rules.ledger.offers import Offer, OfferGroup
from rules.systems.empire_ascendant import document as entries
from rules.systems.empire_ascendant.character import figures, parsing
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.document import MOST_DIFFICULTY, MOST_PREREQUISITES, Gain
from rules.systems.empire_ascendant.ledger.kinds import LEDGER_RULES
from rules.systems.empire_ascendant.rulebook import FORCE_SKILLS, rulebook

RULES = rulebook().advancement


def _does(trait: str) -> str:
    """What a trait is good for."""
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
    return (*(CODES.group(character, id) for id in character.attributes), _force(character))


def _force(character: Character) -> OfferGroup:
    """The Force skills, powers to pick while there are picks, and powers to learn."""
    offers = [CODES.offer(character, id) for id in FORCE_SKILLS]
    left = {id: many for id, many in character.picks_left().items() if many}
    if left:
        offers.append(_pick(character, left))
    if character.force_skills:
        offers.append(_learn(character))
    picks = ", ".join(f"{many} of {character.full_name(id)}" for id, many in left.items())
    note = f"Picks left: {picks}." if left else ""
    return OfferGroup("force", "The Force", tuple(offers), note=note)


def _power_fields(character: Character, skills: dict[str, str]) -> tuple[Field, ...]:
    menu = options(skills, none="Choose")
    ours = tuple(power.name for power in character.house.powers)
    return (
        Text("name", "Power", ("",), limit=LINE, suggestions=ours),
        Choice("skills", "Force skills", ("",), menu, look="menu"),
        Text("difficulty", "Difficulty", ("",), limit=LINE),
        Text("does", "Effect", ("",), limit=LINE),
    )


def _pick(character: Character, left: dict[str, int]) -> Offer:
    """A power for nothing, of a skill that has picks left."""
    rules = rulebook().force
    return Offer(
        "pick",
        entries.Pick(name=""),
        "Pick a power",
        "Pick power",
        fields=_power_fields(character, {id: character.full_name(id) for id in left}),
        note="Costs nothing.",
        source=rules.sources["picks"],
        ruling=rules.rulings["picked_alone"],
    )


def _learn(character: Character) -> Offer:
    """A power for Character Points, once the learning roll came off."""
    joins = {
        row.id: row.name
        for row in rulebook().force.joins.values()
        if all(id in character.force_skills for id in parsing.joined(row.id))
    }
    return Offer(
        "learn-power",
        entries.Learn(name=""),
        "Learn a power",
        "Learn power",
        fields=(
            *_power_fields(character, joins),
            Number("prerequisites", "Prerequisites", ("",), highest=MOST_PREREQUISITES),
            Number("cp", "Character Points", ("",), highest=MOST_POINTS),
        ),
        note=f"{RULES.learn} Character Points unless your GM names another number.",
        source=RULES.sources["learn"],
        ruling=RULES.rulings["prices"],
    )


USUAL = Gain(name="").form
FORMS = options(rulebook().combat.forms, USUAL)
ITEMS = coded_items(
    entry=lambda what: Gain(name="", what=what),
    armor=(Text("soak", "Adds to Soak", ("",), "1D, 1D+2", limit=CODE),),
    defenses=lambda wearer: [figures.soak(wearer)],
    is_used=lambda item: item.what == "thing" or item.form == "grenade",
    note="Items are free here: the source has no prices.",
    weapon=(
        (Choice("form", "Kind", (USUAL,), FORMS, look="menu"),),
        (Number("difficulty", "Difficulty, in melee", ("",), highest=MOST_DIFFICULTY),),
    ),
)
PARTS = parts(CODES, ITEMS, advance)
