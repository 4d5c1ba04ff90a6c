"""The neutral outline of a character of the rules sheet."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.exchange.outline import (
    FORCE,
    FORCE_SKILLS,
    Armor,
    Harm,
    Outline,
    Points,
    Score,
    Trait,
)
from rules.kit import coded_outline
from rules.kit.typed_items import ARMOR
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character

GAME = "Star Wars D6"
# Other programs know this skill by another name.
OTHERS = {"melee": {"starwarsd6": ("Melee Combat",)}}


def outline(character: Character) -> Outline:
    """Everything that other programs and games can take."""
    build, marks = character.build, character.marks
    skills, force = _skills(character)
    return Outline(
        system=character.document.system,
        game=GAME,
        name=character.document.name,
        kind=build.template,
        description=build.description,
        attributes=coded_outline.attributes(character, figures.trait),
        skills=skills,
        force_skills=force,
        attacks=tuple(coded_outline.attacks(character, figures.trait, figures.damage)),
        armor=tuple(_armor(character)),
        things=tuple(coded_outline.things(character)),
        scores=(
            Score(name="Defense", value=str(figures.defense(character).value), is_common=True),
        ),
        points=Points(
            character=character.character_points,
            force=figures.force_points_left(character).value,
            dark_side=figures.dark_side_points(character).value,
        ),
        harm=Harm(
            is_boxed=True,
            stunned=marks.stuns,
            wounded=marks.wounds,
            incapacitated=marks.incapacitated,
            mortal=marks.mortal,
            dead=int(figures.is_dead(character)),
        ),
    )


def _skills(character: Character) -> tuple[tuple[Trait, ...], tuple[Trait, ...]]:
    """Skills, and those of the Force by their names: Control, Sense, Alter."""
    skills, force = [], []
    for trait in coded_outline.skills(character, figures.trait):
        if trait.id in FORCE_SKILLS:
            force.append(replace(trait, attribute=FORCE))
        else:
            skills.append(replace(trait, others=OTHERS.get(trait.id, {})))
    return tuple(skills), tuple(force)


def _armor(character: Character) -> Iterator[Armor]:
    for holding in character.carried:
        item = holding.item
        if item.what == ARMOR:
            yield Armor(
                name=item.name,
                text=f"Defense +{item.defense}",
                defense=item.defense,
                is_worn=character.worn == item.key,
                quantity=holding.quantity,
            )
