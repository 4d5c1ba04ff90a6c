"""The sheet of a declared game of dots, and its numbers."""

from __future__ import annotations

from collections.abc import Iterator

from rules.declared import lists
from rules.declared.dots import powers
from rules.declared.dots.character import DotCharacter
from rules.figures import number, total
from rules.kit.coded.character import moved
from rules.kit.coded.sheet import attack_section, plain_weapons, typed_gear, weapons
from rules.kit.sheets import sheet_of, story
from rules.phrases import capitalized
from rules.sheet.sections import (
    Attack,
    Column,
    Figures,
    Gauge,
    Level,
    Line,
    Section,
    Sheet,
    Things,
    Track,
    Traits,
)


def sheet(character: DotCharacter) -> Sheet:
    """The whole sheet."""
    found, template = tuple(_sections(character)), character.build.template
    credit = character.rules.identity.credit
    facts = (("Template", template), *lists.facts(character.rules.book.lists, character.build))
    return sheet_of(character, found, credit=credit, kind=template, facts=facts)


def _sections(character: DotCharacter) -> Iterator[Section]:
    book = character.rules.book
    rows = [row for row in book.figures.values() if row.on_sheet]
    lines = tuple(Line(row.id, row.name, character.figure(row.id)) for row in rows)
    if lines:
        yield Figures("numbers", "Numbers", lines)
    if attacking := attacks(character):
        yield attack_section(attacking)
    yield points(character)
    yield health(character)
    yield traits(character)
    yield from powers.section(character)
    if (carried := gear(character)).things:
        yield carried
    yield story("who", "About", (("Description", character.build.description),))


def points(character: DotCharacter) -> Figures:
    """Points to spend, and experience."""
    point, own = character.rules.book.point, character.rules.book.growth.experience
    lines = []
    if point:
        whole = character.figure(point.figure)
        boxes = Gauge(whole.value, max(1, whole.value), character.points_left.value)
        lines.append(Line(f"points.{point.id}", point.name, whole, gauge=boxes))
    name = capitalized(own.name)
    lines.append(Line("experience", name, total(name, *moved(character.points), source="Your GM")))
    return Figures("points", "Points", tuple(lines))


def health(character: DotCharacter) -> Track:
    """A box for each level of health."""
    health, hurt = character.rules.book.health, character.marks.hurt
    boxes = tuple(
        Level(
            name=row.name,
            low=place + 1,
            high=place + 1,
            figure=number(row.name, row.dice, source=row.source),
            effect=row.does,
            boxes=1,
            marked=int(place < hurt),
        )
        for place, row in enumerate(health.levels.values())
    )
    note = health.out if character.is_out else "Boxes of damage"
    return Track("health", "Health", boxes, note=note)


def traits(character: DotCharacter) -> Traits:
    """A column for each attribute: itself, and the skills that are rolled with it."""
    book, columns = character.rules.book.traits, []
    for id, row in book.attributes.items():
        under = [key for key, skill in book.skills.items() if skill.attribute == id]
        own = _line(character, "attributes", id, row.name)
        lines = (_line(character, "skills", key, book.skills[key].name) for key in under)
        columns.append(Column(f"group.{id}", row.name, "", None, (own, *lines)))
    return Traits("traits", "Attributes and skills", tuple(columns))


def _line(character: DotCharacter, part: str, trait: str, name: str) -> Line:
    """A trait with its dice, and its own dots beside it."""
    value = character.value(trait)
    gauge = Gauge(value, max(value, character.rules.book.traits.most))
    figure = character.pool(trait)
    return Line(f"{part}.{trait}", name, figure, trained=value > 0, gauge=gauge)


def attacks(character: DotCharacter) -> tuple[Attack, ...]:
    """Every weapon with a trait, with its dice and its damage."""
    return tuple(
        Attack(
            f"weapons.{holding.item.key}",
            holding.item.name,
            character.rules.names[holding.item.skill],
            character.pool(holding.item.skill),
            character.damage(holding.item),
            quantity=holding.quantity,
        )
        for holding in weapons(character)
    )


def gear(character: DotCharacter) -> Things:
    """Every carried item that is not among the attacks."""
    rules = character.rules
    name = rules.book.figures[rules.protected].name if rules.protected else ""
    return typed_gear(character, lambda item: f"{name} +{item.adds}" if name else "")


def numbers(character: DotCharacter) -> dict[str, object]:
    """Dots, the declared figures, health, experience, and weapons."""
    book, worn = character.rules.book, character.worn_armor
    return {
        "attributes": {id: character.value(id) for id in book.traits.attributes},
        "skills": {id: character.value(id) for id in book.traits.skills},
        **{id: character.figure(id).value for id in book.figures},
        **({"powers": list(character.powers)} if book.powers else {}),
        "hurt": character.marks.hurt,
        "experience": character.experience,
        "weapons": plain_weapons(
            character,
            lambda one, trait: one.pool(trait),
            lambda one, item: one.damage(item),
        ),
        "worn": worn.key if worn else None,
    }
