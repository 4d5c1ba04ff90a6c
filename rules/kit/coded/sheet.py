"""The sections of characters with typed codes and items, on a sheet and as plain values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.figures import Figure
from rules.kit.character import GameCharacter
from rules.kit.coded.character import CodeFigures, D, PointFigures
from rules.kit.coded.ledger import Coded
from rules.kit.inventory import H
from rules.kit.sheets import NOT_WORN, WORN, things
from rules.kit.typed.items import WEAPON, TypedItem
from rules.sheet.sections import (
    Attack,
    Attacks,
    Column,
    Line,
    Thing,
    Things,
    Traits,
)

# Boxes on paper for points: a die has no more faces to roll above them.
MOST_BOXES = 6


def spent_line(character: Coded, points: PointFigures, note: str) -> Line:
    """The points to spend on rolls, with a box for each on paper."""
    left, whole = points.force_points_left(character), points.force_points(character)
    spent = f"{left.value} left; " if left.value != whole.value else ""
    empty = (False,) * min(max(whole.value, 1), MOST_BOXES)
    currency = points.points
    return Line(currency.member, currency.label, whole, f"{spent}{note}", tally=empty)


def dark_side_lines(mark: str, note: str) -> Callable[[Any], tuple[Line, ...]]:
    """The Dark Side Points, with the boxes of a die on paper, and a note for whoever has the
    mark.
    """

    def lines(character: Any) -> tuple[Line, ...]:
        fallen = character.rules.point_figures.dark_side_points(character)
        gained = tuple(place < fallen.value for place in range(MOST_BOXES))
        told = note if getattr(character.marks, mark) else ""
        return (Line("dark_side_points", "Dark Side Points", fallen, told, tally=gained),)

    return lines


def bought_lines(character: Coded, points: PointFigures, *, is_priced: bool) -> tuple[Line, ...]:
    """The points that buy raises, if they buy anything or were awarded."""
    if not (is_priced or character.points):
        return ()
    label = points.bought.label
    return (Line("character_points", label, points.character_points(character)),)


def trait_columns(
    character: D,
    figure: Callable[[D, str], Figure],
    *,
    trained: bool = False,
    across: Column | None = None,
) -> Traits:
    """A column for each attribute with its skills; with `trained` only skills with their own codes.
    `across` is a row of other traits.
    """
    under: dict[str, list[Line]] = {id: [] for id in character.attributes}
    for key, row in character.skills.items():
        own = character.has_own(key)
        if own or not trained:
            line = Line(f"skills.{key}", row.name, figure(character, key), trained=own)
            under[row.attribute].append(line)
    columns = tuple(
        Column(f"attributes.{id}", name, id, figure(character, id), tuple(under[id]))
        for id, name in character.attributes.items()
    )
    return Traits("traits", "Attributes and skills", columns, across)


def weapons(character: GameCharacter[H]) -> list[H]:
    """The weapons with a trait to use them."""
    return [
        holding
        for holding in character.carried
        if holding.item.what == WEAPON and holding.item.skill
    ]


def attack_section(rows: tuple[Attack, ...]) -> Attacks:
    """The weapons that are used with something."""
    return Attacks("attacks", "Attacks", rows)


def typed_attacks(
    character: Coded,
    codes: CodeFigures,
    *,
    special: Callable[[Any], tuple[str, ...]] = lambda _item: (),
) -> tuple[Attack, ...]:
    """Every weapon with a trait, with its codes; `special(item)` describes its other properties."""
    carried, damage = weapons(character), codes.damages(character)
    # Many weapons share a few skills.
    used = {holding.item.skill for holding in carried}
    traits = {id: (character.trait_name(id), codes.trait(character, id)) for id in used}
    return tuple(
        Attack(
            f"weapons.{holding.item.key}",
            holding.item.name,
            *traits[holding.item.skill],
            damage(holding.item),
            special(holding.item),
            holding.quantity,
        )
        for holding in carried
    )


def typed_gear(character: GameCharacter[H], protects: Callable[[Any], str]) -> Things:
    """Every carried item that is not among the attacks; `protects(item)` describes armor."""

    def told(item: TypedItem) -> tuple[str, str]:
        if item.what == WEAPON:
            return f"Damage {item.damage.written}" if item.damage else "a weapon", ""
        if not character.holdings[item.key].is_armor:
            return "", ""
        return protects(item), WORN if character.worn == item.key else NOT_WORN

    return things(
        "gear",
        "Gear",
        None,
        (
            Thing(
                f"gear.{holding.item.key}", holding.item.name, holding.quantity, *told(holding.item)
            )
            for holding in character.carried
            if not (holding.item.what == WEAPON and holding.item.skill)
        ),
    )


def plain_codes(character: D, figure: Callable[[D, str], Figure]) -> dict[str, dict[str, str]]:
    """Attributes and skills for an export, as printed codes."""
    return {
        "attributes": {id: figure(character, id).code for id in character.attributes},
        "skills": {key: figure(character, key).code for key in character.skills},
    }


def plain_weapons(
    character: GameCharacter[H],
    attack: Callable[[Any, str], Figure],
    damage: Callable[[Any, TypedItem], Figure | None],
) -> list[dict[str, Any]]:
    """Every weapon for an export, with its codes; None for a missing one."""
    weapons_found = []
    for holding in character.carried:
        item = holding.item
        if item.what == WEAPON:
            harm = damage(character, item)
            weapons_found.append(
                {
                    "item": item.key,
                    "attack": attack(character, item.skill).code if item.skill else None,
                    "damage": harm.code if harm else None,
                }
            )
    return weapons_found
