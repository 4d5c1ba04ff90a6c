"""The forms for what somebody carries: weapons, armor and items of a party's making."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.options import Option
from rules.steps import Pick, Rows
from rules.systems.hyperspace_d6 import fields
from rules.systems.hyperspace_d6.book import ATTRIBUTES, Book
from rules.systems.hyperspace_d6.fields import UNPRICED, Asked
from rules.systems.hyperspace_d6.fitting import ARMOR, COST, DAMAGE, DICE, PARTS, PROPERTIES
from rules.systems.hyperspace_d6.own import HouseArmor, HouseItem, HousePart, HouseWeapon

Given = Mapping[str, Any]


def weapon(thing: HouseWeapon, tables: Book) -> tuple[Asked, ...]:
    """Its skill, damage, properties and price."""
    traits = [tables.attributes[id] for id in ATTRIBUTES]
    properties = tuple(
        Option(row.id, row.name, row.does, chosen=row.id in thing.properties)
        for row in tables.properties.values()
    )
    chosen = tuple(option.id for option in properties if option.chosen)
    return (
        fields.menu("kind", "It is one of the", tables.weapon_kinds.values(), thing.kind),
        fields.skill_menu("skill", "You attack with", tables, thing.skill),
        fields.number("damage", "Damage, in dice", thing.damage, DAMAGE),
        fields.menu("adds", "And the dice of", traits, thing.adds, none="Nothing else"),
        Pick("properties", "What it can do", chosen, properties, hint=f"At most {PROPERTIES}."),
        fields.number("cost", "Price in credits", thing.cost, COST, hint=UNPRICED),
    )


def to_weapon(given: Given) -> dict[str, Any]:
    """Its members, from what was typed."""
    named = ("kind", "skill", "adds", "properties", "cost")
    return {**{name: given[name] for name in named}, "damage": given["damage"] or 0}


def armor(thing: HouseArmor, _tables: Book) -> tuple[Asked, ...]:
    """What it adds and takes, and its price."""
    return (
        fields.number("soak", "Added to Soak", thing.soak, ARMOR),
        fields.number("dodge", "Taken from Dodge", -thing.dodge, ARMOR),
        fields.number("cost", "Price in credits", thing.cost, COST, hint=UNPRICED),
    )


def to_armor(given: Given) -> dict[str, Any]:
    """Its members, from what was typed."""
    return {"soak": given["soak"] or 0, "dodge": -(given["dodge"] or 0), "cost": given["cost"]}


def item(thing: HouseItem, tables: Book) -> tuple[Asked, ...]:
    """What it helps with, what it is used with, what is in it, and its price."""
    helped = tuple(map(tables.skill_id, thing.helps))
    helps = tuple(
        Option(row.id, row.name, group=row.attribute, chosen=row.id in helped)
        for row in tables.skills.values()
    )
    chosen = tuple(option.id for option in helps if option.chosen)
    flat = tuple(
        text for part in thing.parts for text in (_inside(part, tables), str(part.quantity))
    )
    return (
        fields.menu("kind", "It is one of the", tables.item_kinds.values(), thing.kind),
        fields.number("cost", "Price in credits", thing.cost, COST, hint=UNPRICED),
        Pick("helps", "Skills it helps with", chosen, helps, groups=fields.attributes(tables)),
        fields.number("help_dice", "By so many dice", thing.help_dice, DICE, lowest=1),
        fields.skill_menu("skill", "It is used with", tables, thing.skill, none="No skill"),
        fields.number("damage", "Damage, in dice", thing.damage, DAMAGE),
        Rows("parts", "It comes apart into", flat, hint="For a pack: what is in it.", limit=PARTS),
    )


def _inside(part: HousePart, tables: Book) -> str:
    row = tables.items.get(part.item)
    return row.name if row else part.item or part.name


def to_item(given: Given) -> dict[str, Any]:
    """Its members, from what was typed."""
    parts = tuple(HousePart(name=name, quantity=quantity) for name, quantity in given["parts"])
    return {
        **{name: given[name] for name in ("kind", "cost", "helps", "skill")},
        "help_dice": given["help_dice"] or 1,
        "damage": given["damage"] or 0,
        "parts": parts,
    }
