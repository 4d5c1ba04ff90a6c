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
    found = [(character.full_name(trait), figures.trait(character, trait))]
    for key, skill in character.skills.items():
        if skill.attribute == trait:
            found.append((skill.name, figures.trait(character, key)))
    defense, boxes = rules.book.defense, rules.book.defense.boxes
    shown = [row for row in rules.book.figures.values() if row.on_sheet and row.id != boxes]
    found += [(row.name, character.figure(row.id)) for row in shown]
    if defense.soak:
        found.append((defense.soak.name, figures.soak(character)))
    for level in defense.levels.values():
        if level.times and level.reached and not defense.soak:
            found.append((f"{level.name} from", figures.threshold(character, level.id)))
    if boxes:
        found.append((figures.boxes(character).label, figures.boxes(character)))
    if trait == character.attribute(defense.harm_attribute):
        found += strength_damages(character, rules.codes.damage)
    return found


def offers(
    rules: Ruleset, ledger: DeclaredLedger
) -> Mapping[str, Callable[[object], tuple[OfferGroup, ...]]]:
    """Every part of the advancement page by its id."""
    traits = rules.book.traits
    rows = {**traits.attributes, **traits.stand_ins, **traits.skills, **rules.book.power_skills}

    def does(trait: str) -> str:
        """The description of a trait."""
        return rows[trait].does if trait in rows else ""

    codes = CodeOffers(ledger, does, _rests_on)
    armor, own = rules.book.armor, rules.extras.weapons
    items = coded_items(
        entry=lambda what: rules.types.gain(name="", what=what),
        armor=(armor.field,),
        strength=rules.book.strength,
        defenses=lambda wearer: [figures.protected(wearer)],
        weapon=own.offered,
        is_used=lambda item: item.what == "thing" or own.is_thrown(item),
        note=rules.book.advancement.items,
    )
    learned = _powers(rules.book.powers)

    def advance(character: DeclaredCharacter) -> tuple[OfferGroup, ...]:
        groups = tuple(codes.group(character, id) for id in character.attributes)
        if not learned:
            return groups
        return (*groups, learned.group(character, codes.offer, rules.experience))

    return parts(codes, items, advance)


def _powers(powers: Powers | None) -> PowerOffers | None:
    """The offers of powers, None in a game without."""
    if powers is None:
        return None
    picks, prices = powers.cited("picks", "picked"), powers.cited("learn", "prices")
    return PowerOffers(powers.part, powers.title, powers.learn, picks, prices)
