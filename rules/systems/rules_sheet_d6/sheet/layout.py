"""The sections of the sheet, in the order they are shown. `character/figures.py` has the
numbers.
"""

from __future__ import annotations

from rules.sheet import sections
from rules.sheet.sections import (
    Attack,
    Attacks,
    Column,
    Figures,
    Line,
    Passage,
    Prose,
    Section,
    Sheet,
    Thing,
    Things,
    Traits,
)
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character import marks as character_marks
from rules.systems.rules_sheet_d6.character.character import Character, Holding
from rules.systems.rules_sheet_d6.rulebook import ATTRIBUTES, book

CREDIT = "After the Star Wars D6 rules sheet by Bill Slavicsek"
NAMELESS = "Nobody yet"


def sheet(character: Character) -> Sheet:
    """Everything there is to show."""
    return _sheet(
        character,
        (
            defense(character),
            Attacks("attacks", "Attacks", attack_rows(character)),
            points(character),
            character_marks.harm(character),
            traits(character),
            gear(character),
            who(character),
        ),
    )


def summary(character: Character) -> Sheet:
    """What grows beside the form: attributes, skills with codes of their own, Defense, weapons,
    gear, points.
    """
    attacks = Attacks("attacks", "Attacks", attack_rows(character))
    found = (
        traits(character, trained=True),
        defense(character),
        attacks,
        gear(character),
        points(character),
    )
    return _sheet(character, found, attacks)


def _sheet(character: Character, found: tuple[Section, ...], *first: Section) -> Sheet:
    """`first` are sections whose figures are keyed before all others: what a weapon and a skill
    both show goes by the skill.
    """
    document, build = character.document, character.build
    return Sheet(
        system=document.system,
        name=document.name or NAMELESS,
        kind=build.template,
        concept="",
        facts=(("Template", build.template),),
        sections=found,
        figures=sections.figures((*first, *found)),
        credit=CREDIT,
    )


def defense(character: Character) -> Figures:
    """The one number that attacks are held against."""
    armor = character.worn_armor
    note = f"in {armor.name}" if armor else ""
    line = Line("defense", "Defense", figures.defense(character), note)
    warning = "a single wound runs through to death" if figures.is_frail(character) else ""
    marks = Line("boxes", "Marks a box takes", figures.boxes(character), warning)
    return Figures("defense", "Defense", (line, marks))


def points(character: Character) -> Figures:
    """Force Points, Dark Side Points, and Character Points where there is a use for them."""
    factor = book().play.force_point
    left = figures.force_points_left(character)
    whole = figures.force_points(character)
    spent = f"{left.value} left; " if left.value != whole.value else ""
    times = {2: "doubles"}.get(factor, f"multiplies by {factor}")
    lines = [
        Line("force_points", "Force Points", whole, f"{spent}{times} all codes for a round"),
        Line(
            "dark_side_points",
            "Dark Side Points",
            figures.dark_side_points(character),
            "consumed by evil" if character.marks.consumed else "",
        ),
    ]
    if character.chosen.by_preset or character.points:
        lines.append(
            Line("character_points", "Character Points", figures.character_points(character))
        )
    return Figures("points", "Points", tuple(lines))


def traits(character: Character, *, trained: bool = False) -> Traits:
    """Six columns, an attribute with its skills each; with `trained` only those with codes of their
    own.
    """
    under: dict[str, list[Line]] = {id: [] for id in ATTRIBUTES}
    for key, row in character.skills.items():
        own = character.has_own(key)
        if trained and not own:
            continue
        figure = figures.skill(character, key)
        under[row.attribute].append(Line(f"skills.{key}", row.name, figure, trained=own))
    rows = book().traits.attributes
    columns = tuple(
        Column(
            f"attributes.{id}",
            rows[id].name,
            id,
            figures.attribute(character, id),
            tuple(under[id]),
        )
        for id in ATTRIBUTES
    )
    return Traits("traits", "Attributes and skills", columns)


def attack_rows(character: Character) -> tuple[Attack, ...]:
    """Every weapon that is said to be used with something, with its codes."""
    rows = []
    for held in character.carried:
        item = held.item
        attack = figures.attack(character, item) if item.what == "weapon" else None
        if attack is not None:
            rows.append(
                Attack(
                    f"weapons.{item.key}",
                    item.name,
                    character.trait_name(item.skill),
                    attack,
                    figures.damage(character, item),
                    quantity=held.quantity,
                )
            )
    return tuple(rows)


def gear(character: Character) -> Things:
    """Everything carried that does not stand among the attacks: armor first, then the rest."""
    things = [
        Thing(f"gear.{held.item.key}", held.item.name, held.quantity, *_told(character, held))
        for held in character.carried
        if held.item.what != "weapon" or not held.item.skill
    ]
    things.sort(key=lambda thing: thing.state not in ("worn", "not worn"))
    return Things("gear", "Gear", None, tuple(things))


def _told(character: Character, held: Holding) -> tuple[str, str]:
    """What a thing does, and what it is to the character."""
    item = held.item
    if item.what == "armor":
        state = "worn" if character.worn_armor is item else "not worn"
        return f"Defense +{item.defense}", state
    if item.what == "weapon":
        return f"Damage {item.damage.written}" if item.damage else "a weapon", ""
    return "", ""


def who(character: Character) -> Prose:
    """The player's words."""
    text = character.build.description
    passages = (Passage("Description", "", "Description", text),) if text else ()
    return Prose("who", "Who this is", passages)
