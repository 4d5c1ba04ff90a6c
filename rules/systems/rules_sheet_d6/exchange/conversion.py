"""A character of another game as one of the rules sheet. How is our ruling throughout."""

from __future__ import annotations

from rules.exchange import outline as outlines
from rules.exchange.conversion import OUR_RULING, Conversion, Report, written
from rules.exchange.outline import FORCE_SKILLS, Outline
from rules.kit import typed
from rules.kit.coded import conversion as coded_conversion
from rules.kit.coded.conversion import FORCE_ATTRIBUTE, TypedParts
from rules.kit.typed.document import MANY, STORY, Skill, TypedWeapon
from rules.systems.rules_sheet_d6.document import EMPTY, MOST_DEFENSE, Armor, Build
from rules.systems.rules_sheet_d6.rulebook import book


def document(outline: Outline) -> Conversion:
    """The new character, with its report."""
    report = Report()
    shared = coded_conversion.parts(
        outline, report, name_of=lambda name: name, attribute_of=_attribute
    )
    _force(outline, shared, report)
    weapons = tuple(
        TypedWeapon(**coded_conversion.weapon(outline, attack, shared, report))
        for attack in outline.attacks[:MANY]
    )
    coded_conversion.armor(outline, shared, report, _suit)
    return coded_conversion.made(outline, report, EMPTY, Build(**shared.members, weapons=weapons))


def _attribute(name: str) -> str:
    row = book().traits.skills.get(typed.key(name))
    return row.attribute if row else ""


def _force(outline: Outline, shared: TypedParts, report: Report) -> None:
    """Force skills as skills of their own, with their whole codes; powers as text."""
    rows = []
    for trait in outline.force_skills:
        if trait.id in FORCE_SKILLS and trait.total:
            code = written(trait.total)
            rows.append(Skill(name=trait.id.capitalize(), attribute=FORCE_ATTRIBUTE, code=code))
            report.changed.append(
                f"{trait.name} {code} stands under Perception: this game has no attribute for the"
                f" Force. {OUR_RULING}"
            )
    shared.members["skills"] = (*shared.members["skills"], *rows)[:MANY]
    if outline.powers:
        names = ", ".join(power.name for power in outline.powers)
        text = f"{shared.members['description']}\n\nForce powers: {names}".strip()
        shared.members["description"] = text[:STORY]
        report.changed.append(f"Force powers are text in the description: {names}.")


def _suit(armor: outlines.Armor, name: str) -> tuple[Armor, str] | None:
    if armor.defense <= 0:
        return None
    return Armor(name=name, defense=min(armor.defense, MOST_DEFENSE)), f"Defense +{armor.defense}"
