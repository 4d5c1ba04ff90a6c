"""The neutral outline of a character of Star Wars Storytelling (d10): dots and health levels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.exchange.outline import DOTS, Feature, Gauge, Health, Outline, Power, Thing, Trait
from rules.kit.typed.items import THING
from rules.systems.storytelling_d10.character import figures, force
from rules.systems.storytelling_d10.character.build import ATTRIBUTES, SKILLS
from rules.systems.storytelling_d10.character.character import (
    DARK,
    LIGHT,
    POWER,
    WILLPOWER,
    Character,
)
from rules.systems.storytelling_d10.character.languages import WRITTEN, forms_by_name
from rules.systems.storytelling_d10.reference.chapters import force_text

GAME = "Star Wars Storytelling (d10)"
# What the World of Darkness system calls an ability of ours.
OTHERS: dict[str, dict[str, tuple[str, ...]]] = {
    "crafts": {"worldofdarkness": ("craft",)},
    "demolition": {"worldofdarkness": ("demolitions",)},
}
HARMS = ("bashing", "lethal", "aggravated")


def outline(character: Character) -> Outline:
    """Everything that other programs can take."""
    build = character.build
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
        attributes=tuple(_attributes(character)),
        skills=tuple(_abilities(character)),
        force_skills=tuple(_knowledges(character)),
        powers=tuple(_powers(character)),
        attacks=tuple(figures.ARMS.outlined(character, figures.DEXTERITY)),
        armor=tuple(figures.ARMOR.outlined(character)),
        things=tuple(_things(character)),
        features=tuple(_features(character)),
        gauges=tuple(_gauges(character)),
        health=_health(character),
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
    if languages := _languages(character):
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


def _attributes(character: Character) -> Iterator[Trait]:
    """Every attribute with its group."""
    for id, row in ATTRIBUTES.rows.items():
        yield Trait(id=id, name=row.name, total=character.value(id), group=row.group)


def _abilities(character: Character) -> Iterator[Trait]:
    """Every ability with its weapon skills."""
    for id, row in character.abilities.items():
        taught = SKILLS.of_character(character, id) if id in SKILLS.rows else ()
        yield Trait(
            id=id,
            name=row.name,
            total=character.value(id),
            attribute=row.attribute,
            group=row.group,
            specialty=", ".join(SKILLS.name(id, one) for one in taught),
            others=dict(OTHERS.get(id, {})),
        )


def _things(character: Character) -> Iterator[Thing]:
    """The things that are neither weapons nor armor."""
    for holding in character.carried:
        if holding.item.what == THING:
            yield Thing(name=holding.item.name, quantity=holding.quantity)


def _knowledges(character: Character) -> Iterator[Trait]:
    """The Force knowledges that have dots, each with the better of its attributes."""
    for id, row in force.TREES.items():
        if dots := character.value(id):
            yield Trait(
                id=f"force-{id}",
                name=f"Force: {row.name}",
                total=dots,
                attribute=max(row.attributes, key=character.value),
                group="force",
            )


def _powers(character: Character) -> Iterator[Power]:
    """The Force abilities, each with its knowledge."""
    known = force.of(character.house)
    for id in character.powers:
        if row := known.get(id):
            yield Power(
                name=row.name,
                skills=(f"force-{row.tree}",),
                does=force_text(row),
                attribute=max(force.TREES[row.tree].attributes, key=character.value),
            )


def _features(character: Character) -> Iterator[Feature]:
    """Merits, then flaws."""
    for label, owned in (("Merit", character.merits), ("Flaw", character.flaws)):
        for one in owned:
            yield Feature(
                label=label,
                name=one.name,
                is_good=label == "Merit",
                does=one.row.does,
                note=one.note,
                points=one.points,
            )


def _languages(character: Character) -> str:
    """Every language in a sentence, and which of them are written; "" for none."""
    named = (
        f"{name} (reads, writes)" if WRITTEN in forms else name
        for name, forms in forms_by_name(character.languages).items()
    )
    text = ", ".join(named)
    return f"Languages: {text}." if text else ""


def _health(character: Character) -> Health:
    """The levels with their marks, and what is soaked: by armor everything, by Stamina what is
    bashing, and what is lethal by heroes alone.
    """
    marked, stamina = character.health, character.value(figures.STAMINA)
    armor = figures.ARMOR.worn_soak(character).value
    soaked = ("bashing", "lethal") if character.is_hero else ("bashing",)
    return Health(
        levels=dict(Counter(row.id for row in character.levels)),
        bashing=marked.bashing,
        lethal=marked.lethal,
        soak={kind: armor + (stamina if kind in soaked else 0) for kind in HARMS},
        soaked=soaked,
    )
