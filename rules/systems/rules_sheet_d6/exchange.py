"""The neutral outline of a character of the rules sheet, and a character of another game as one of
it. How is our ruling throughout.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.declared import figures
from rules.declared.ruleset import Ruleset
from rules.exchange import outline as outlines
from rules.exchange.conversion import OUR_RULING, Conversion, Report, written
from rules.exchange.outline import (
    FORCE,
    FORCE_SKILLS,
    Harm,
    Outline,
    Score,
    Trait,
)
from rules.kit import typed
from rules.kit.coded import conversion as coded_conversion
from rules.kit.coded import outline as coded_outline
from rules.kit.coded.conversion import FORCE_ATTRIBUTE, TypedParts
from rules.kit.typed.document import MANY, STORY, Skill, TypedWeapon

GAME = "Star Wars D6"
# Other programs know this skill by another name.
OTHERS = {"melee": {"starwarsd6": ("Melee Combat",)}}


def outline(character: Any) -> Outline:
    """Everything that other programs and games can take."""
    marks, defense = character.marks, figures.target(character)
    skills, force = _skills(character)
    return coded_outline.outline(
        character,
        GAME,
        character.rules.point_figures,
        attributes=coded_outline.attributes(character, figures.trait),
        skills=skills,
        force_skills=force,
        attacks=tuple(
            coded_outline.attacks(character, figures.trait, character.rules.codes.damage)
        ),
        armor=coded_outline.armor(
            character,
            lambda item: {"text": f"Defense +{item.adds}", "defense": item.adds},
        ),
        scores=(Score(name="Defense", value=str(defense.value), is_common=True),),
        harm=Harm(
            is_boxed=True,
            stunned=marks.stuns,
            wounded=marks.wounds,
            incapacitated=marks.incapacitated,
            mortal=marks.mortal,
            dead=int(figures.is_dead(character)),
        ),
    )


def _skills(character: Any) -> tuple[tuple[Trait, ...], tuple[Trait, ...]]:
    """Skills, and those of the Force by their names: Control, Sense, Alter."""
    skills, force = [], []
    for trait in coded_outline.skills(character, figures.trait):
        if trait.id in FORCE_SKILLS:
            force.append(replace(trait, attribute=FORCE))
        else:
            skills.append(replace(trait, others=OTHERS.get(trait.id, {})))
    return tuple(skills), tuple(force)


def document(rules: Ruleset, outline: Outline) -> Conversion:
    """The new character, with its report."""
    report, armor = Report(), rules.book.defense.armor

    def attribute(name: str) -> str:
        row = rules.book.traits.skills.get(typed.key(name))
        return row.attribute if row else ""

    def suit(one: outlines.Armor, name: str) -> tuple[Any, str] | None:
        if one.defense <= 0:
            return None
        row = rules.types.armor(name=name, **{armor.member: min(one.defense, armor.most)})
        return row, f"Defense +{one.defense}"

    shared = coded_conversion.parts(
        outline, report, name_of=lambda name: name, attribute_of=attribute
    )
    _force(outline, shared, report)
    weapons = tuple(
        TypedWeapon(**coded_conversion.weapon(outline, attack, shared, report))
        for attack in outline.attacks[:MANY]
    )
    coded_conversion.armor(outline, shared, report, suit)
    build = rules.types.build(**shared.members, weapons=weapons)
    return coded_conversion.made(outline, report, rules.types.empty, build)


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
