"""The neutral outline of a character of the rules sheet."""

from __future__ import annotations

from msgspec.structs import replace

from rules.exchange.outline import (
    FORCE,
    FORCE_SKILLS,
    Harm,
    Outline,
    Score,
    Trait,
)
from rules.kit.coded import outline as coded_outline
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character

GAME = "Star Wars D6"
# Other programs know this skill by another name.
OTHERS = {"melee": {"starwarsd6": ("Melee Combat",)}}


def outline(character: Character) -> Outline:
    """Everything that other programs and games can take."""
    marks, defense = character.marks, figures.defense(character)
    skills, force = _skills(character)
    return coded_outline.outline(
        character,
        GAME,
        figures.POINTS,
        attributes=coded_outline.attributes(character, figures.trait),
        skills=skills,
        force_skills=force,
        attacks=tuple(coded_outline.attacks(character, figures.trait, figures.damage)),
        armor=coded_outline.armor(
            character,
            lambda item: {"text": f"Defense +{item.defense}", "defense": item.defense},
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


def _skills(character: Character) -> tuple[tuple[Trait, ...], tuple[Trait, ...]]:
    """Skills, and those of the Force by their names: Control, Sense, Alter."""
    skills, force = [], []
    for trait in coded_outline.skills(character, figures.trait):
        if trait.id in FORCE_SKILLS:
            force.append(replace(trait, attribute=FORCE))
        else:
            skills.append(replace(trait, others=OTHERS.get(trait.id, {})))
    return tuple(skills), tuple(force)
