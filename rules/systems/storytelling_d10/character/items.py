"""What is carried, as it was typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from rules.kit import typed, typed_items
from rules.kit.typed_document import Thing
from rules.problems import UNKNOWN, ProblemList
from rules.systems.storytelling_d10.document import Build, Protection, Weapon
from rules.systems.storytelling_d10.rulebook import rulebook

ALL_ARMS = ("firearms", "melee", "brawl")
HARMS = ("bashing", "lethal", "ion")
MOST_DAMAGE, MOST_RATING = 50, 20


class Item(msgspec.Struct, frozen=True, gc=False):
    """Something that is carried: a "weapon", "armor", a "shield", another "thing"."""

    key: str
    name: str
    what: str
    quantity: int = 1
    weapon: Weapon | None = None
    rating: int = 0


def item_of(
    row: Weapon | Protection | Thing, where: str, faults: ProblemList, *, shield: bool = False
) -> Item | None:
    """A thing as it is carried, None where it cannot be."""
    name = typed_items.named(row, where, faults)
    if not name:
        return None
    key = typed.key(name)
    if isinstance(row, Thing):
        return Item(key, name, "thing", row.quantity)
    if isinstance(row, Protection):
        what = "shield" if shield else "armor"
        rating = _bounded(
            row.rating, MOST_RATING, f"The rating of {name}", f"{where}.rating", faults
        )
        return Item(key, name, what, rating=rating)
    known = (
        ("ability", row.ability, ALL_ARMS),
        ("harm", row.harm, HARMS),
        ("source", row.source, tuple(rulebook().combat.damage_sources)),
        ("adds", row.adds, ("", *rulebook().traits.attributes)),
    )
    changed: dict[str, str] = {}
    for member, text, options in known:
        if text not in options:
            message = f"{name}: {text!r} isn't one of {', '.join(filter(None, options))}."
            faults.wrong("bad-weapon", f"{where}.{member}", message, never=UNKNOWN)
            changed[member] = options[0]
    damage = _bounded(row.damage, MOST_DAMAGE, f"The damage of {name}", f"{where}.damage", faults)
    weapon = msgspec.structs.replace(row, damage=damage, **changed)
    return Item(key, name, "weapon", row.quantity, weapon)


def _bounded(value: int, most: int, what: str, where: str, faults: ProblemList) -> int:
    if 0 <= value <= most:
        return value
    faults.wrong("bad-amount", where, f"{what} is 0 to {most}.")
    return 0


def of_build(build: Build, faults: ProblemList) -> Iterator[Item]:
    """Everything that is carried, each under a name of its own."""
    rows = {
        "weapons": build.weapons,
        "armor": build.armor,
        "shields": build.shields,
        "gear": build.gear,
    }

    def read(row: Weapon | Protection | Thing, where: str) -> Item | None:
        return item_of(row, where, faults, shield=where.startswith("build.shields"))

    yield from typed_items.items(rows, read, faults)


def equipped(name: str, member: str, what: str, items: Sequence[Item], faults: ProblemList) -> str:
    """The key of the armor or shield that is worn, "" for none."""
    key = typed.key(name) if name.strip() else ""
    if not key or any(item.key == key and item.what == what for item in items):
        return key
    faults.wrong("not-owned", f"build.{member}", f"{name} is no {what} that is carried.")
    return ""
