"""The sections of the sheet, in the order they are shown. `character/figures.py` has the
numbers.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.figures import dots, number
from rules.kit import languages, merits, sheets
from rules.kit.sheets import NOT_WORN, WORN, sheet_of, story
from rules.sheet.sections import (
    Attack,
    Attacks,
    Column,
    Figures,
    Gauge,
    Line,
    Passage,
    Prose,
    Section,
    Sheet,
    Thing,
    Things,
    Track,
    Traits,
)
from rules.systems.storytelling_d10.character import figures
from rules.systems.storytelling_d10.character.character import (
    DARK,
    LIGHT,
    POWER,
    WILLPOWER,
    Character,
)
from rules.systems.storytelling_d10.character.dots import ABILITIES, ATTRIBUTES, WEAPON_ABILITIES
from rules.systems.storytelling_d10.character.force import FORCE_SENSITIVITY
from rules.systems.storytelling_d10.character.force import force_abilities as known_abilities
from rules.systems.storytelling_d10.character.items import Item
from rules.systems.storytelling_d10.reference.descriptions import force_text
from rules.systems.storytelling_d10.rulebook import rulebook

CREDIT = (
    "After Star Wars Storytelling (d10), whose author is not named; based on White Wolf's"
    " Storytelling"
)
BOXES, DOTS = 10, 5


def sheet(character: Character) -> Sheet:
    """Everything there is to show."""
    sections: list[Section] = [
        lead(character),
        Attacks("attacks", "Attacks", tuple(attacks(character))),
        points(character),
        health(character),
        attributes(character),
        abilities(character),
    ]
    if character.has_merit(FORCE_SENSITIVITY):
        sections += [force(character), force_abilities(character)]
    sections += [
        merits.section(character),
        gear(character),
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
        force(character),
        lead(character),
        points(character),
        health(character),
        Attacks("attacks", "Attacks", ()),
        Things("force-abilities", "Force abilities", None, ()),
        Things("merits", "Merits and flaws", None, ()),
        gear(character),
    )
    return _sheet(character, tuple(map(_without_notes, sections)))


def _without_notes(section: Section) -> Section:
    """The section without what is only true of some character: "from 4", "none worn"."""
    match section:
        case Figures():
            return replace(section, lines=tuple(replace(row, note="") for row in section.lines))
        case Traits():
            columns = (
                replace(one, lines=tuple(replace(row, note="") for row in one.lines))
                for one in section.columns
            )
            return replace(section, columns=tuple(columns))
    return section


def summary(character: Character) -> Sheet:
    """What grows beside the form."""
    sections = (
        attributes(character, brief=True),
        abilities(character, trained=True),
        lead(character),
        points(character),
        Attacks("attacks", "Attacks", tuple(attacks(character))),
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
    before = f"after {first.value} dice of {first.label.lower()}" if first.value else ""
    soaks = "bashing and lethal" if character.is_hero else "bashing alone"
    lines = [
        Line("initiative", "Initiative", figures.initiative(character), before),
        Line("move", "Move", figures.walk(character), "meters"),
    ]
    if run:
        lines.append(Line("run", "Run", run, "meters"))
    lines.append(Line("soak", "Stamina soak", figures.trait(character, figures.STAMINA), soaks))
    armor = character.equipped(character.worn, "armor")
    taken = figures.worn_dexterity(character).value
    lost = f"; Dexterity {taken}".replace("-", "−") if taken else ""
    name = f"{armor.name}{lost}" if armor else "none worn"
    lines.append(Line("armor", "Armor soak", figures.worn_soak(character), name))
    shield = character.equipped(character.shield, "shield")
    if shield:
        rating = number(shield.name, shield.rating, source=figures.TYPED)
        lines.append(Line("shield", "Shield", rating, shield.name))
    return Figures("lead", "Initiative, move, soak", tuple(lines))


def attacks(character: Character) -> Iterator[Attack]:
    """Every weapon that can be rolled, with its pool and its dice of damage."""
    names = rulebook().traits.abilities
    for holding in character.carried:
        weapon = holding.item.weapon
        attack = figures.attack(character, weapon) if weapon else None
        if weapon is None or attack is None:
            continue
        difficulty = figures.attack_difficulty(character, weapon).value
        special = (
            f"difficulty {difficulty}",
            weapon.harm,
            *(("ignores armor",) if weapon.source == "lightsaber" else ()),
            *(filter(None, (weapon.rate and f"rate {weapon.rate}", weapon.range))),
        )
        yield Attack(
            f"weapons.{holding.item.key}",
            holding.item.name,
            names[weapon.ability].name,
            attack,
            figures.damage(character, weapon),
            special,
            holding.quantity,
        )


def points(character: Character) -> Figures:
    """Power and Willpower with their boxes, Light, Dark, Destiny, experience."""
    marks = character.marks
    power, will = figures.story(character, POWER), figures.willpower(character)
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
    """A box for each level, lethal marks above bashing ones."""
    return character.health.track("health", "Health")


def attributes(character: Character, *, brief: bool = False) -> Traits:
    """Three columns of three, with their dots; `brief`, each counts as trained."""
    lines: dict[str, list[Line]] = {id: [] for id in ATTRIBUTES.groups}
    for id, row in rulebook().traits.attributes.items():
        figure = figures.trait(character, id)
        gauge, key = Gauge(figure.value, DOTS), f"attributes.{id}"
        lines[row.group].append(Line(key, row.name, figure, trained=brief, gauge=gauge))
    return ATTRIBUTES.section(character.build, "Attributes", lines)


def abilities(character: Character, *, trained: bool = False) -> Traits:
    """Three columns: the pool of each ability, and its dots. With `trained` those with dots."""
    bases = {id: figures.trait(character, id) for id in ATTRIBUTES.rows}
    lines: dict[str, list[Line]] = {id: [] for id in ABILITIES.groups}
    for id, row in character.abilities.items():
        own = character.bought_value(id)
        if trained and not own:
            continue
        base = bases[row.attribute]
        pool = figures.ability_pool(character, id, base=base) or figures.trait(character, id)
        skills = ", ".join(character.weapon_skill_names(id)) if id in WEAPON_ABILITIES else ""
        gauge = Gauge(own, DOTS)
        lines[row.group].append(Line(f"abilities.{id}", row.name, pool, skills, bool(own), gauge))
    return ABILITIES.section(character.build, "Abilities", lines)


def force(character: Character) -> Traits:
    """The six Force knowledges: their pools, or what they start from."""
    lines = []
    for id, row in rulebook().force.force_knowledges.items():
        own = character.value(id)
        pool = figures.force_pool(character, id) or dots(row.name, 0, source=row.source)
        base = figures.force_base(character, id).value
        note = "" if own else f"from {base}"
        lines.append(Line(f"force.{id}", row.name, pool, note, bool(own), Gauge(own, DOTS)))
    half = len(lines) // 2
    columns = (
        Column("force-1", "The Force", "The Force", None, tuple(lines[:half])),
        Column("force-2", "The Force", "The Force", None, tuple(lines[half:])),
    )
    return Traits("force", "The Force", columns)


def force_abilities(character: Character) -> Prose:
    """Each Force ability with what it does."""
    known, trees = known_abilities(character.house), rulebook().force.force_knowledges
    passages = tuple(
        Passage(row.name, force_text(row), trees[row.knowledge].name)
        for id in character.powers
        if (row := known.get(id))
    )
    return Prose("force-abilities", "Force abilities", passages)


def gear(character: Character) -> Things:
    """Everything carried that does not stand among the attacks."""
    rolled = {attack.key for attack in attacks(character)}
    return sheets.things(
        "gear",
        "Gear",
        None,
        (
            Thing(
                f"gear.{holding.item.key}",
                holding.item.name,
                holding.quantity,
                *_description(character, item),
            )
            for holding in character.carried
            for item in (holding.item,)
            if f"weapons.{item.key}" not in rolled
        ),
    )


def _description(character: Character, item: Item) -> tuple[str, str]:
    if item.what == "armor":
        state = WORN if character.worn == item.key else NOT_WORN
        return f"armor, rating {item.rating}", state
    if item.what == "shield":
        return f"shield, rating {item.rating}", WORN if character.shield == item.key else NOT_WORN
    return ("a weapon", "") if item.weapon else ("", "")


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
