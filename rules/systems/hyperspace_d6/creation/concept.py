"""The fields in the player's own words: concept, appearance and personality."""

from __future__ import annotations

from rules.kit.bound_fields import name_field, player_field, text_field
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.document.build import LINE, STORY
from rules.systems.hyperspace_d6.rulebook.book import book

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


def name(character: Character) -> str:
    """The name, or the concept of a character that has none."""
    return character.document.name or character.build.concept


def state(character: Character) -> str:
    """The state of appearance and personality: "Written", "Begun", "Nothing written yet"."""
    build = character.build
    return (
        "Written"
        if build.appearance and build.personality
        else "Begun"
        if build.appearance or build.personality
        else "Nothing written yet"
    )
