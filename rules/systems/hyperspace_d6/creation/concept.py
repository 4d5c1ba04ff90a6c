"""The fields that are the player's own words: who somebody is, how they look and are."""

from __future__ import annotations

from rules.creation import text_of_build, text_of_document
from rules.forms.fields import Field, Text
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.document.build import LIMITS, LINE, STORY
from rules.systems.hyperspace_d6.rulebook.book import book


def who(character: Character) -> tuple[Field, ...]:
    """Name, concept, pronouns, and who plays."""
    document, build = character.document, character.build
    return (
        Text("name", "Name", (document.name,), "What everyone calls you.", limit=LINE),
        Text(
            "concept",
            "Concept",
            (build.concept,),
            "A few words: what you are, and the twist in it.",
            limit=LINE,
            placeholder="Smuggler who never breaks a promise",
        ),
        Text(
            "pronouns",
            "Pronouns",
            (build.pronouns,),
            limit=60,
            suggestions=tuple(book().chance.pronouns),
        ),
        Text("player", "Player", (document.player,), "You, at the table.", limit=LINE),
    )


def looks(character: Character) -> tuple[Field, ...]:
    """Appearance and personality."""
    build = character.build
    return (
        Text("appearance", "Appearance", (build.appearance,), "What others see first.", 5, STORY),
        Text(
            "personality",
            "Personality",
            (build.personality,),
            "How you are with others; habits, quirks, what you would never do.",
            5,
            STORY,
        ),
    )


def state(character: Character) -> str:
    """How far the two are."""
    build = character.build
    return (
        "Written"
        if build.appearance and build.personality
        else "Begun"
        if build.appearance or build.personality
        else "Nothing written yet"
    )


FIELDS = (
    text_of_document("name", LINE),
    text_of_document("player", LINE),
    *(text_of_build(member, limit) for member, limit in LIMITS.items()),
)
