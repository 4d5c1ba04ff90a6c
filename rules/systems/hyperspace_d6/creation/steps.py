"""The steps of creation, and their fields: those in the player's own words are here."""

from rules.creation import Binding, StepSpec, review, shown_only
from rules.kit import step_texts
from rules.kit.bound_fields import name_field, player_field, text_field
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.creation import (
    defenses,
    edge_and_burden,
    gear,
    origins,
    quickplay,
    skills,
)
from rules.systems.hyperspace_d6.document.build import LINE, STORY
from rules.systems.hyperspace_d6.rulebook.book import FOLDER, book

WHO = (
    name_field(LINE),
    text_field(
        "concept",
        "Concept",
        LINE,
        hint="A few words: who you are, with a twist.",
        placeholder="Smuggler who never breaks a promise",
    ),
    text_field("pronouns", "Pronouns", 60, suggestions=tuple(book().chance.pronouns)),
    player_field(LINE),
)
LOOKS = (
    text_field("appearance", "Appearance", STORY, hint="What others see first.", lines=5),
    text_field(
        "personality",
        "Personality",
        STORY,
        hint="Manners, habits, quirks, and lines you won't cross.",
        lines=5,
    ),
)


def _name(character: Character) -> str:
    """The name, or the concept of a character that has none."""
    return character.document.name or character.build.concept


def _state(character: Character) -> str:
    """The state of appearance and personality: "Written", "Begun", "Nothing written yet"."""
    build = character.build
    return (
        "Written"
        if build.appearance and build.personality
        else "Begun"
        if build.appearance or build.personality
        else "Nothing written yet"
    )


FIELDS = Binding(
    (
        *WHO,
        *LOOKS,
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
APPEARANCE = TEXTS["appearance"].spec(LOOKS, _state)
STEPS: tuple[StepSpec[Character], ...] = (
    TEXTS["concept"].spec(WHO, _name),
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
    QUICK_TEXTS["concept"].spec((*WHO, quickplay.TEXTS), _name),
    QUICK_TEXTS["attributes"].spec(quickplay.FIELDS, quickplay.state),
    APPEARANCE,
    review(),
)


def steps(character: Character) -> tuple[StepSpec[Character], ...]:
    """All steps in order; quick play has fewer."""
    return QUICK_STEPS if character.house.quickplay else STEPS
