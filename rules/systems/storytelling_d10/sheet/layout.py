"""The sections of the sheet, in the order they are shown. `character/figures.py` has the
numbers.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.figures import number
from rules.kit import sheets
from rules.kit.sheets import sheet_of, story
from rules.phrases import counted
from rules.sheet.sections import (
    Attacks,
    Figures,
    Gauge,
    Line,
    Prose,
    Section,
    Sheet,
    Things,
    Track,
    Traits,
)
from rules.systems.storytelling_d10.character import figures, force, languages
from rules.systems.storytelling_d10.character import merit_tables as merits
from rules.systems.storytelling_d10.character.build import ABILITIES, ATTRIBUTES, WEAPON_ABILITIES
from rules.systems.storytelling_d10.character.character import (
    DARK,
    LIGHT,
    POWER,
    WILLPOWER,
    Character,
)
from rules.systems.storytelling_d10.character.force import FORCE_SENSITIVITY
from rules.systems.storytelling_d10.character.worn_armor import TYPED, worn_down
from rules.systems.storytelling_d10.reference.chapters import force_text
from rules.systems.storytelling_d10.rulebook.book import rulebook

CREDIT = (
    "After Star Wars Storytelling (d10), whose author is not named; based on White Wolf's"
    " Storytelling"
)
BOXES, DOTS = 10, 5
DEAD = "Dead"


def sheet(character: Character) -> Sheet:
    """Everything there is to show."""
    sections: list[Section] = [
        lead(character),
        figures.ARMS.attacks(character),
        points(character),
        health(character),
        attributes(character),
        abilities(character),
    ]
    if character.has_merit(FORCE_SENSITIVITY):
        sections += [force.section(character, "The Force"), force.passages(character, force_text)]
    sections += [
        merits.section(character),
        figures.ARMS.gear(character),
        languages.section(character.languages),
        who(character),
    ]
    return _sheet(character, tuple(sections))


def blank(character: Character) -> Sheet:
    """The sheet to fill in by hand, dots first, with the Force knowledges, and rows for Force
    abilities, merits, and flaws.
    """
    sections: tuple[Section, ...] = (
        attributes(character),
        abilities(character),
        force.section(character, "The Force"),
        lead(character),
        points(character),
        health(character),
        Attacks("attacks", "Attacks", ()),
        Things("force-abilities", "Force abilities", None, ()),
        Things("merits", "Merits and flaws", None, ()),
        languages.section(()),
        figures.ARMS.gear(character),
    )
    return _sheet(character, tuple(map(sheets.without_notes, sections)))


def summary(character: Character) -> Sheet:
    """The sheet that grows beside the form."""
    sections = (
        attributes(character, brief=True),
        abilities(character, trained=True),
        lead(character),
        points(character),
        figures.ARMS.attacks(character),
    )
    return _sheet(character, sections)


def _sheet(character: Character, sections: tuple[Section, ...]) -> Sheet:
    build = character.build
    facts = (
        ("Species", build.species),
        ("Nature", build.nature),
        ("Demeanor", build.demeanor),
        ("Chronicle", build.chronicle),
    )
    return sheet_of(
        character, sections, credit=CREDIT, kind=build.species, concept=build.concept, facts=facts
    )


def lead(character: Character) -> Figures:
    """Initiative, move, soak."""
    first, run = figures.initiative_first(character), figures.run(character)
    dice = counted(first.value, "die", "dice")
    before = f"after {dice} of {first.label.lower()}" if first.value else ""
    soaks = "bashing and lethal" if character.is_hero else "bashing alone"
    lines = [
        Line("initiative", "Initiative", figures.initiative(character), before),
        Line("move", "Move", figures.walk(character), "meters"),
    ]
    if run:
        lines.append(Line("run", "Run", run, "meters"))
    lines.append(Line("soak", "Stamina soak", character.trait(figures.STAMINA), soaks))
    armor = character.equipped(character.worn, "armor")
    taken = figures.ARMOR.worn_taken(character).value
    lost = f"; Dexterity {taken}".replace("-", "−") if taken else ""
    name = f"{armor.name}{lost}" if armor else "none worn"
    lines.append(Line("armor", "Armor soak", figures.ARMOR.worn_soak(character), name))
    shield = character.equipped(character.shield, "shield")
    if shield:
        full = number(shield.name, shield.rating, source=TYPED)
        rating = worn_down(full, character.marks.shield_lost)
        lines.append(Line("shield", "Shield", rating, shield.name))
    return Figures("lead", "Initiative, move, soak", tuple(lines))


def points(character: Character) -> Figures:
    """Power and Willpower with their boxes, Light, Dark, Destiny, experience."""
    marks = character.marks
    power, will = figures.story(character, POWER), character.trait(WILLPOWER)
    left = will.value - marks.willpower_spent
    sides = [
        Line(id, figure.label, figure, gauge=Gauge(figure.value, BOXES))
        for id in (LIGHT, DARK)
        for figure in (figures.story(character, id),)
    ]
    return Figures(
        "points",
        "Power, Willpower, Destiny",
        (
            Line(
                "power", "Power", power, f"{marks.power_now} now", gauge=Gauge(power.value, BOXES)
            ),
            Line(
                WILLPOWER,
                "Willpower",
                will,
                f"{left} left" if marks.willpower_spent else "",
                gauge=Gauge(will.value, BOXES, left),
            ),
            *sides,
            Line("destiny_points", "Destiny points", figures.destiny(character)),
            Line("experience", "Experience points", figures.experience(character)),
        ),
    )


def health(character: Character) -> Track:
    """A box for each level, lethal marks above bashing ones; the note is for the dead."""
    track = character.health.track("health", "Health")
    return replace(track, note=DEAD) if character.marks.dead else track


def attributes(character: Character, *, brief: bool = False) -> Traits:
    """Three columns of three, with their dots; `brief`, each counts as trained."""
    lines: dict[str, list[Line]] = {id: [] for id in ATTRIBUTES.groups}
    for id, row in rulebook().traits.attributes.items():
        figure = character.trait(id)
        gauge, key = Gauge(figure.value, DOTS), f"attributes.{id}"
        lines[row.group].append(Line(key, row.name, figure, trained=brief, gauge=gauge))
    return ATTRIBUTES.section(character.build, "Attributes", lines)


def abilities(character: Character, *, trained: bool = False) -> Traits:
    """Three columns: the pool of each ability, and its dots. With `trained` those with dots."""
    bases = {id: character.trait(id) for id in ATTRIBUTES.rows}
    lines: dict[str, list[Line]] = {id: [] for id in ABILITIES.groups}
    for id, row in character.abilities.items():
        own = character.bought_value(id)
        if trained and not own:
            continue
        base = bases[row.attribute]
        pool = figures.ability_pool(character, id, base=base, row=row) or character.trait(id)
        skills = ", ".join(character.weapon_skill_names(id)) if id in WEAPON_ABILITIES else ""
        begins = base if figures.needs_dots(character, row) else None
        line = Line(f"abilities.{id}", row.name, pool, skills, bool(own), Gauge(own, DOTS), begins)
        lines[row.group].append(line)
    return ABILITIES.section(character.build, "Abilities", lines)


def who(character: Character) -> Prose:
    """The player's words."""
    build = character.build
    texts = (
        ("Passion", build.passion),
        ("Virtue", build.virtue),
        ("Destiny", build.destiny),
        ("Description", build.description),
    )
    return story("who", "Who you are", texts)
