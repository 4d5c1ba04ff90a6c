"""The neutral outline of a character of Star Wars Storytelling (d10): dots and health levels."""

from __future__ import annotations

from collections.abc import Iterator

from rules.exchange.outline import DOTS, Gauge, Outline
from rules.systems.storytelling_d10.character import figures
from rules.systems.storytelling_d10.character.build import ATTRIBUTES, SKILLS
from rules.systems.storytelling_d10.character.character import (
    DARK,
    LIGHT,
    POWER,
    WILLPOWER,
    Character,
)
from rules.systems.storytelling_d10.character.force import POWERS
from rules.systems.storytelling_d10.exchange import dotted_outline
from rules.systems.storytelling_d10.reference.chapters import force_text
from rules.systems.storytelling_d10.rulebook.book import rulebook

GAME = "Star Wars Storytelling (d10)"
# What the World of Darkness system calls an ability of ours.
OTHERS: dict[str, dict[str, tuple[str, ...]]] = {
    "crafts": {"worldofdarkness": ("craft",)},
    "demolition": {"worldofdarkness": ("demolitions",)},
}
FORCE, TREES = "force", rulebook().force.force_knowledges


def outline(character: Character) -> Outline:
    """Everything that other programs can take."""
    build, known = character.build, POWERS.of(character.house)
    return Outline(
        system=character.document.system,
        game=GAME,
        name=character.document.name,
        scale=DOTS,
        concept=build.concept,
        species=build.species,
        nature=build.nature,
        demeanor=build.demeanor,
        description=build.description,
        extras=tuple(_extras(character)),
        attributes=dotted_outline.attributes(character, ATTRIBUTES.rows),
        skills=tuple(dotted_outline.abilities(character, SKILLS, OTHERS)),
        force_skills=tuple(dotted_outline.trees(character, TREES, FORCE, "Force")),
        powers=tuple(dotted_outline.powers(character, known, TREES, FORCE, force_text)),
        attacks=tuple(figures.ARMS.outlined(character, figures.DEXTERITY)),
        armor=tuple(figures.ARMOR.outlined(character)),
        things=tuple(dotted_outline.things(character)),
        features=tuple(dotted_outline.features(character)),
        gauges=tuple(_gauges(character)),
        health=dotted_outline.health(
            character,
            stamina=character.value(figures.STAMINA),
            armor=figures.ARMOR.worn_soak(character).value,
            soaked=("bashing", "lethal") if character.is_hero else ("bashing",),
        ),
    )


def _extras(character: Character) -> Iterator[str]:
    build = character.build
    known = (
        ("Passion", build.passion),
        ("Virtue", build.virtue),
        ("Destiny", build.destiny),
        ("Experience", str(character.experience)),
    )
    yield " ".join(f"{name}: {text}." for name, text in known if text)
    if languages := dotted_outline.languages(character):
        yield languages
    if build.chronicle:
        yield f"Chronicle: {build.chronicle}."


def _gauges(character: Character) -> Iterator[Gauge]:
    marks = character.marks
    will, power = character.trait(WILLPOWER).value, character.value(POWER)
    left = max(0, will - marks.willpower_spent)
    yield Gauge(id=WILLPOWER, name="Willpower", permanent=will, current=left)
    if power:
        yield Gauge(id="swpower", name="Power", permanent=power, current=marks.power_now)
    for id, name, trait in (("swlight", "Light side", LIGHT), ("swdark", "Dark side", DARK)):
        yield Gauge(id=id, name=name, permanent=character.value(trait), is_force=True)
    destiny = max(0, character.all_destiny)
    yield Gauge(
        id="swdestiny",
        name="Destiny points",
        permanent=destiny,
        current=max(0, destiny - marks.destiny_spent),
        is_rolled=False,
    )
