"""The steps of creation, and their fields."""

from __future__ import annotations

from rules.creation import Binding, StepSpec, review, shown_only
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
from rules.systems.hyperspace_d6.rulebook.book import book

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


STEPS: tuple[StepSpec[Character], ...] = (
    StepSpec(
        "concept",
        "Concept and name",
        "Who are you, in a few words?",
        concept.WHO,
        lambda character: character.document.name or character.build.concept,
        tip="Two or three words are plenty: “Smuggler with a debt”. Nothing here changes a number.",
    ),
    StepSpec(
        "species",
        "Species",
        "Your people: your first dice, and one skill they are known for.",
        (origins.SPECIES,),
        lambda character: character.chosen.species.name,
        tip="More squares in an attribute mean better rolls with all its skills.",
    ),
    StepSpec(
        "profession",
        "Profession",
        "What you do for a living, and the dice it gives you.",
        (origins.PROFESSION,),
        lambda character: character.chosen.profession.name,
        tip="Search for what you have in mind: “thief”, “doctor”. Cards show what changes.",
    ),
    StepSpec(
        "skills",
        "Skills",
        "Pick three. Each gets one more die. Four of them also raise a defense.",
        skills.FIELDS,
        _names,
        tip="A pick adds a die to its attribute. Pick what you want to be known for.",
    ),
    StepSpec(
        "defenses",
        "Defenses",
        "No choices here: what protects you, and how to raise it.",
        (shown_only("defenses", defenses.fields),),
        _defense_values,
        can_surprise=False,
        tip="Others roll against these numbers. Press a sum to see its parts.",
    ),
    StepSpec(
        "edge-and-burden",
        "Edge and burden",
        "One thing that helps you, and one that holds you back.",
        edge_and_burden.FIELDS,
        _quirk_names,
        tip="Take the pair that makes good stories. Your own words go on the sheet.",
    ),
    StepSpec(
        "gear",
        "Gear",
        "Spend your credits. This is what you carry at the table.",
        gear.FIELDS,
        gear.state,
        advice=gear.advice,
        tip="A weapon, some armor, and what your concept can't live without.",
    ),
    StepSpec(
        "appearance",
        "Appearance and personality",
        "What others see first, and who you are underneath.",
        concept.LOOKS,
        concept.state,
        tip="You can skip this now and write it on the sheet later.",
    ),
    review(),
)


def steps(character: Character) -> tuple[StepSpec[Character], ...]:
    """All steps in order; quick play has fewer."""
    return quickplay.STEPS if character.house.quickplay else STEPS
