"""Offers of advancement: traits raised at the table's prices or replaced for free, and what
happened in play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.declared import figures
from rules.declared.character import DeclaredCharacter
from rules.declared.ledger import DeclaredLedger
from rules.declared.powers.fields import PowerOffers
from rules.declared.powers.table import Powers
from rules.declared.ruleset import Ruleset
from rules.kit.advancement_offers import Named
from rules.kit.coded.advancement import CodeOffers
from rules.kit.coded.offers import coded_items, parts, strength_damages
from rules.ledger.offers import OfferGroup


def _rests_on(character: DeclaredCharacter, trait: str) -> list[Named]:
    """The figures that depend on a trait: itself, its skills, the declared figures, the numbers of
    harm, damage.
    """
    rules = character.rules
    found = {character.full_name(trait): figures.trait(character, trait)}
    for key, skill in character.skills.items():
        if skill.attribute == trait:
            found[skill.name] = figures.trait(character, key)
    defense = rules.book.defense
    shown = [row for row in rules.book.figures.values() if row.on_sheet]
    for row in shown:
        if row.id != defense.boxes:
            found[row.name] = character.figure(row.id)
    if defense.soak:
        found[defense.soak.name] = figures.soak(character)
    for level in defense.levels.values():
        if level.times and not defense.soak:
            found[f"{level.name} from"] = figures.threshold(character, level.id)
    found[figures.boxes(character).label] = figures.boxes(character)
    if trait == defense.harm_attribute:
        found |= dict(strength_damages(character, rules.codes.damage))
    return list(found.items())


def offers(
    rules: Ruleset, ledger: DeclaredLedger
) -> Mapping[str, Callable[[object], tuple[OfferGroup, ...]]]:
    """Every part of the advancement page by its id."""
    traits, skills = rules.book.traits, rules.book.power_skills

    def does(trait: str) -> str:
        """The description of a trait."""
        row = traits.attributes.get(trait) or traits.skills.get(trait) or skills.get(trait)
        return row.does if row else ""

    codes = CodeOffers(ledger, does, _rests_on)
    armor = rules.book.armor
    items = coded_items(
        entry=lambda what: rules.types.gain(name="", what=what),
        armor=(armor.field,),
        strength=rules.book.strength,
        defenses=lambda wearer: [figures.protected(wearer)],
        is_used=lambda item: item.what == "thing",
        note=rules.book.advancement.items,
    )
    learned = _powers(rules.book.powers)

    def advance(character: DeclaredCharacter) -> tuple[OfferGroup, ...]:
        groups = tuple(codes.group(character, id) for id in rules.names)
        if not learned:
            return groups
        return (*groups, learned.group(character, codes.offer, rules.experience))

    return parts(codes, items, advance)


def _powers(powers: Powers | None) -> PowerOffers | None:
    """The offers of powers, None in a game without."""
    if powers is None:
        return None
    cited = powers.cite("powers", "picked")
    return PowerOffers("powers", powers.name, powers.learn, cited, powers.cite("powers"))
