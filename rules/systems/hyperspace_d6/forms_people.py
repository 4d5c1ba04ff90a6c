"""The forms for what somebody is: species, professions, skills, edges, burdens of one's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.steps import Text
from rules.systems.hyperspace_d6 import fields
from rules.systems.hyperspace_d6.book import ATTRIBUTES, FORCE, Book
from rules.systems.hyperspace_d6.fields import USUAL, Asked
from rules.systems.hyperspace_d6.fitting import COST, DICE, NAME, makes_defenses
from rules.systems.hyperspace_d6.own import (
    HouseBurden,
    HouseEdge,
    HouseProfession,
    HouseSkill,
    HouseSpecies,
)

Given = Mapping[str, Any]


def skill(thing: HouseSkill, tables: Book) -> tuple[Asked, ...]:
    """Its attribute, and whether it stands in the place of another."""
    kept = makes_defenses(tables)
    rows = [row for id, row in tables.skills.items() if not row.own and id not in kept]
    return (
        fields.menu("attribute", "Its attribute", tables.attributes.values(), thing.attribute),
        fields.menu(
            "replaces",
            "In the place of",
            rows,
            thing.replaces,
            none="None: it stands beside the others",
            groups=fields.attributes(tables),
            hint="Skills that make a defense stay.",
        ),
    )


def to_skill(given: Given) -> dict[str, Any]:
    """Its members, from what was typed."""
    return {"attribute": given["attribute"], "replaces": given["replaces"]}


def species(thing: HouseSpecies, tables: Book) -> tuple[Asked, ...]:
    """Six attributes, a focus, the Force."""
    rules = tables.creation
    start, most = rules.own_species_start, rules.own_species_most
    goal = start * len(ATTRIBUTES) + rules.own_species_points
    dice = {id: thing.attributes.get(id, start) for id in ATTRIBUTES}
    said = f"The book gives one of your own {goal}D in all, {start}D to {most}D each."
    force = f"The Force runs in it: +{rules.own_species_force}D, on top of the rest"
    return (
        fields.menu("kind", "It is one of the", tables.species_kinds.values(), thing.kind),
        fields.allot("attributes", "Attributes", dice, tables, lowest=1, total=goal, hint=said),
        fields.skill_menu("focus", "Its focus: +1D in", tables, thing.focus, none="None"),
        Text("focus_name", "What the focus is called", (thing.focus_name,), limit=NAME),
        fields.flag("force_sensitive", "The Force", force, thing.force_sensitive),
    )


def to_species(given: Given) -> dict[str, Any]:
    """Its members, from what was typed."""
    named = ("kind", "attributes", "focus", "focus_name")
    return {
        **{name: given[name] for name in named},
        "force_sensitive": bool(given["force_sensitive"]),
    }


def profession(thing: HouseProfession, tables: Book) -> tuple[Asked, ...]:
    """Dice over the six attributes and the Force."""
    rules = tables.creation
    dice = {id: thing.bonuses.get(id, 0) for id in (*ATTRIBUTES, FORCE)}
    goal = rules.own_force_profession_points if dice[FORCE] else rules.own_profession_points
    said = (
        f"The book gives one of your own {rules.own_profession_points}D in all, at most"
        f" {rules.own_profession_most}D each; with the Force {rules.own_force_profession_points}D,"
        f" {rules.own_force_profession_least}D or {rules.own_profession_most}D of them for it."
    )
    return (fields.allot("bonuses", "Dice", dice, tables, lowest=0, total=goal, hint=said),)


def to_profession(given: Given) -> dict[str, Any]:
    """Its members, from what was typed."""
    dice = {id: value for id, value in given["bonuses"].items() if value}
    return {"bonuses": dice, "force_user": FORCE in dice}


def edge(thing: HouseEdge, _tables: Book) -> tuple[Asked, ...]:
    """The effects that edges of the book have."""
    return (
        fields.flag("asks", "A skill", "The player names a skill for it", thing.asks),
        fields.number("dice", "Dice in that skill", thing.dice, DICE),
        fields.number(
            "conditional_dice", "Dice in it only while it is used", thing.conditional_dice, DICE
        ),
        fields.flag("mundane", "Not the Force", "Never for a skill of the Force", thing.mundane),
        fields.number("force_dice", "Dice in the Force", thing.force_dice, DICE),
        fields.number("credits", "Credits to begin with instead", thing.credits, COST, hint=USUAL),
        fields.number(
            "point_dice",
            "Dice that a Character Point adds to a roll",
            thing.point_dice,
            DICE,
            lowest=1,
            hint="Empty: one, as for everybody.",
        ),
    )


def to_edge(given: Given) -> dict[str, Any]:
    """Its members, from what was typed."""
    dice, used = given["dice"] or 0, given["conditional_dice"] or 0
    return {
        "asks": "skill" if given["asks"] or dice or used else "",
        "dice": dice,
        "conditional_dice": used,
        "force_dice": given["force_dice"] or 0,
        "credits": given["credits"],
        "point_dice": given["point_dice"],
        "mundane": bool(given["mundane"]),
    }


def burden(thing: HouseBurden, _tables: Book) -> tuple[Asked, ...]:
    """Whether it names an attribute, and what one starts with."""
    return (
        fields.flag("asks", "An attribute", "The player names an attribute for it", thing.asks),
        fields.number(
            "credits",
            "Credits to begin with instead",
            thing.credits,
            COST,
            hint=USUAL,
        ),
    )


def to_burden(given: Given) -> dict[str, Any]:
    """Its members, from what was typed."""
    return {"asks": "attribute" if given["asks"] else "", "credits": given["credits"]}
