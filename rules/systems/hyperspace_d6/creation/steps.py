"""The steps of creation, and their fields."""

from __future__ import annotations

from rules.creation import Binding, StepSpec, review, shown_only
from rules.kit import step_texts
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.creation import (
    concept,
    defenses,
    edge_and_burden,
    gear,
    origins,
    quickplay,
    skills,
)
from rules.systems.hyperspace_d6.rulebook.book import FOLDER, book

FIELDS = Binding(
    (
        *concept.WHO,
        *concept.LOOKS,
        *origins.FIELDS,
        *skills.FIELDS,
        *edge_and_burden.FIELDS,
        *gear.FIELDS,
        *quickplay.FIELDS,
    )
)


def _names(character: Character) -> str:
    return ", ".join(character.chosen.skills[id].name for id in character.chosen.picks)


def _quirk_names(character: Character) -> str:
    chosen = character.chosen
    return ", ".join(quirk.name for quirk in (chosen.edge, chosen.burden) if quirk)


def _defense_values(character: Character) -> str:
    return ", ".join(
        f"{row.name} {figures.defense(character, id).value}" for id, row in book().defenses.items()
    )


TEXTS = step_texts.read(FOLDER)
APPEARANCE = TEXTS["appearance"].spec(concept.LOOKS, concept.state)
STEPS: tuple[StepSpec[Character], ...] = (
    TEXTS["concept"].spec(concept.WHO, concept.name),
    TEXTS["species"].spec((origins.SPECIES,), lambda character: character.chosen.species.name),
    TEXTS["profession"].spec(
        (origins.PROFESSION,), lambda character: character.chosen.profession.name
    ),
    TEXTS["skills"].spec(skills.FIELDS, _names),
    TEXTS["defenses"].spec((shown_only("defenses", defenses.fields),), _defense_values),
    TEXTS["edge-and-burden"].spec(edge_and_burden.FIELDS, _quirk_names),
    TEXTS["gear"].spec(gear.FIELDS, gear.state, gear.advice),
    APPEARANCE,
    review(),
)
QUICK_TEXTS = step_texts.read(FOLDER, "quick")
QUICK_STEPS: tuple[StepSpec[Character], ...] = (
    QUICK_TEXTS["concept"].spec((*concept.WHO, quickplay.TEXTS), concept.name),
    QUICK_TEXTS["attributes"].spec(quickplay.FIELDS, quickplay.state),
    APPEARANCE,
    review(),
)


def steps(character: Character) -> tuple[StepSpec[Character], ...]:
    """All steps in order; quick play has fewer."""
    return QUICK_STEPS if character.house.quickplay else STEPS
