"""A character of another game as one of Empire Ascendant. How is our ruling throughout."""

from __future__ import annotations

from rules.declared.powers.document import LINE, Power
from rules.exchange import outline as outlines
from rules.exchange.conversion import OUR_RULING, Conversion, Report, written
from rules.exchange.outline import EXPLOSIVE, FORCE_SKILLS, MELEE, THROWN, Attack, Outline
from rules.kit import typed
from rules.kit.coded import conversion as coded_conversion
from rules.kit.coded.conversion import TypedParts
from rules.kit.typed.document import MANY
from rules.systems.empire_ascendant.character.ruleset import GAME
from rules.systems.empire_ascendant.document.build import FormedWeapon
from rules.systems.empire_ascendant.exchange.outline import name_of
from rules.systems.empire_ascendant.rulebook.book import rulebook

TYPES = GAME.types


def document(outline: Outline) -> Conversion:
    """The new character, with its report."""
    report = Report()
    shared = coded_conversion.parts(outline, report, name_of=name_of, attribute_of=_attribute)
    weapons = tuple(_weapon(outline, attack, shared, report) for attack in outline.attacks[:MANY])
    coded_conversion.armor(outline, shared, report, _suit)
    force = {
        trait.id: written(trait.total)
        for trait in outline.force_skills
        if trait.id in FORCE_SKILLS and trait.total
    }
    report.kept += [f"{id.capitalize()} {code}" for id, code in force.items()]
    if outline.force:
        report.changed.append(
            f"The Force {written(outline.force)} is in the codes of its skills. {OUR_RULING}"
        )
    build = TYPES.build(
        **shared.members,
        force_skills=force,
        powers=_powers(outline, report),
        weapons=weapons,
    )
    return coded_conversion.made(outline, report, TYPES.empty, build)


def _attribute(name: str) -> str:
    """The attribute that the book puts a skill under, "" for a skill that it does not have."""
    row = rulebook().traits.skills.get(typed.key(name))
    return row.attribute if row else ""


def _weapon(outline: Outline, attack: Attack, shared: TypedParts, report: Report) -> FormedWeapon:
    form = "ranged"
    if attack.kind == MELEE:
        form = "brawling" if "brawl" in attack.trait else "melee"
    elif attack.kind in (THROWN, EXPLOSIVE):
        form = "grenade"
    return FormedWeapon(**coded_conversion.weapon(outline, attack, shared, report), form=form)


def _suit(armor: outlines.Armor, name: str) -> tuple[object, str] | None:
    if not (armor.soak and armor.is_code):
        return None
    soak = written(armor.soak)
    return TYPES.armor(name=name, soak=soak), f"Soak +{soak}"


def _powers(outline: Outline, report: Report) -> tuple[Power, ...]:
    rows, joins = [], rulebook().force.joins
    for one in outline.powers[:MANY]:
        skills = "+".join(id for id in FORCE_SKILLS if id in one.skills)
        if skills in joins:
            rows.append(
                Power(
                    name=one.name[:LINE],
                    skills=skills,
                    difficulty=one.difficulty[:LINE],
                    does=one.does[:LINE],
                )
            )
            report.kept.append(one.name)
        else:
            report.lost.append(f"The power {one.name}: it names no Force skill.")
    return tuple(rows)
