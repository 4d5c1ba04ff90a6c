"""Offers of advancement: traits raised at the preset's prices or replaced for free, and what
happened in play.
"""

from __future__ import annotations

from rules.forms.fields import Number
from rules.kit.advancement_offers import Named
from rules.kit.coded.advancement import CodeOffers
from rules.kit.coded.offers import coded_items, parts, strength_damages
from rules.ledger.offers import OfferGroup
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.document import MOST_DEFENSE, Gain
from rules.systems.rules_sheet_d6.ledger.kinds import LEDGER_RULES
from rules.systems.rules_sheet_d6.rulebook import ATTRIBUTES, book

RULES = book().advancement


def _does(trait: str) -> str:
    """The description of a trait."""
    row = book().traits.attributes.get(trait) or book().traits.skills.get(trait)
    return row.does if row else ""


def _rests_on(character: Character, trait: str) -> list[Named]:
    """The figures that depend on a trait: itself, its skills, Defense, the four numbers, the marks
    per box, damage.
    """
    rules = book().defense
    figures_by_name = {character.full_name(trait): figures.trait(character, trait)}
    for key, skill in character.skills.items():
        if skill.attribute == trait:
            figures_by_name[skill.name] = figures.skill(character, key)
    dodge = character.skills[rules.defense_skill]
    if trait in (dodge.key, dodge.attribute):
        figures_by_name["Defense"] = figures.defense(character)
    if trait == rules.harm_attribute:
        for row in rules.levels.values():
            if row.times:
                figures_by_name[f"{row.name} from"] = figures.threshold(character, row.id)
        figures_by_name["Marks per box"] = figures.boxes(character)
        figures_by_name |= dict(strength_damages(character, figures.damage))
    return list(figures_by_name.items())


CODES = CodeOffers(LEDGER_RULES, _does, _rests_on)


def advance(character: Character) -> tuple[OfferGroup, ...]:
    """Attributes with their skills: pips at the preset's prices, or new codes."""
    return tuple(CODES.group(character, id) for id in ATTRIBUTES)


ITEMS = coded_items(
    entry=lambda what: Gain(name="", what=what),
    armor=(Number("defense", "Adds to Defense", ("",), highest=MOST_DEFENSE),),
    defenses=lambda wearer: [figures.defense(wearer)],
    is_used=lambda item: item.what == "thing",
    note="Free: the source has no prices.",
)
PARTS = parts(CODES, ITEMS, advance)
