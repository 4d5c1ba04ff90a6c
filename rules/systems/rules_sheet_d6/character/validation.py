"""Validates a build: reads its codes, checks its names, and reports every problem.

An open or illegal choice contributes nothing, and is reported as a problem.
"""

from collections.abc import Mapping

from rules.kit import typed
from rules.kit.coded import build as typed_build
from rules.kit.typed import Skill
from rules.kit.typed import items as typed_items
from rules.kit.typed.document import Thing, TypedWeapon
from rules.kit.typed.items import TypedItem
from rules.problems import ProblemList
from rules.systems.rules_sheet_d6.character import parsing, preset
from rules.systems.rules_sheet_d6.document import Armor, Build, House
from rules.systems.rules_sheet_d6.rulebook import book

SKILLS = {id: Skill(id, row.name, row.attribute) for id, row in book().traits.skills.items()}


class Item(TypedItem, frozen=True, gc=False):
    """A carried item, with what armor adds to Defense."""

    defense: int = 0


class ValidatedBuild(typed_build.TypedBuild, frozen=True, gc=False, kw_only=True):
    """A build whose codes were read. `by_preset` says that its sums are checked."""

    by_preset: bool


def validate(build: Build, house: House, *, prefix: str = "") -> ValidatedBuild:
    """Read every choice of a build; the places of its problems begin with `prefix`."""
    faults = ProblemList(prefix)
    attributes = typed_build.attribute_codes(build.attributes, parsing.NAMES, faults)
    skills = typed_build.skills(
        build.skills,
        SKILLS,
        parsing.NAMES,
        faults,
        attribute=lambda id: id if id in parsing.NAMES else "",
        taken=lambda name: "is an attribute" if parsing.attribute(name) else "",
    )
    by_preset = build.preset or house.preset
    if by_preset:
        preset.SUMS.check(attributes, skills, faults)
    items = typed_items.carried(
        build, lambda row, where: item_of(row, where, skills, faults), faults
    )
    return ValidatedBuild(
        attributes=attributes,
        skills=skills,
        items=items,
        worn=typed_items.worn(build.worn, items, faults),
        force_points=typed_build.force_points(build, book().creation.force_points, faults),
        by_preset=by_preset,
        faults=tuple(faults.found),
    )


def item_of(
    row: TypedWeapon | Armor | Thing,
    where: str,
    skills: Mapping[str, Skill],
    faults: ProblemList,
) -> Item | None:
    """A row as a carried item, None if it is wrong. A weapon without a skill or without damage is
    carried anyway.
    """
    name = typed_items.named(row, where, faults)
    if not name:
        return None
    if isinstance(row, Thing):
        return Item(typed.key(name), name, "thing", row.quantity)
    if isinstance(row, Armor):
        if row.defense < 0:
            faults.wrong(
                "bad-amount", f"{where}.defense", "Armor can't lower Defense. Enter 0 or more."
            )
            return None
        return Item(typed.key(name), name, "armor", defense=row.defense)

    def find(text: str) -> str:
        key = typed.key(text)
        return parsing.attribute(text) or (key if key in skills else "")

    return typed_build.weapon(Item, row, where, faults, find)
