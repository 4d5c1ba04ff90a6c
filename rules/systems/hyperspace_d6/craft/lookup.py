"""A craft looked up: of the book, or of one's own, with every problem of its build."""

from collections.abc import Iterable

import msgspec

from rules.kit.craft.craft import free_id
from rules.problems import SURPLUS, UNKNOWN, Places, Problem, ProblemList
from rules.systems.hyperspace_d6.document.craft import Craft, CraftBuild
from rules.systems.hyperspace_d6.document.craft import Gun as TypedGun
from rules.systems.hyperspace_d6.rulebook import guide as guides
from rules.systems.hyperspace_d6.rulebook.guide import guide

WHERE = "build.craft"
# The numbers of a craft that an upgrade or a form names, and their names on the sheet.
DICE = {"mobility": "Mobility", "sensors": "Sensors", "fire_control": "Fire Control"}
DEFENSES = {"evade": "Evade", "hull": "Hull", "shields": "Shields"}
# What a craft of one's own may have of each, from and to.
BOUNDS = {
    **dict.fromkeys(DICE, (0, 20)),
    "evade": (0, 100),
    "hull": (1, 100),
    "shields": (0, 100),
    "crew": (0, 1_000_000),
}
MOST_DAMAGE, MOST_WEAPONS = 50, 50


class Weapon(msgspec.Struct, frozen=True, gc=False):
    """A weapon aboard, by its id in the document."""

    id: str
    name: str
    damage: int
    ion: bool
    source: str


class ValidatedCraft(msgspec.Struct, frozen=True, gc=False):
    """A craft with its numbers, as built."""

    name: str
    kind: str
    scale: str
    skill: str
    numbers: dict[str, int]
    weapons: tuple[Weapon, ...]
    source: str
    ruling: str
    faults: tuple[Problem, ...] = ()
    # What a replay expects of a build: a craft carries nothing.
    items: tuple[()] = ()
    worn: str = ""


def validate(build: CraftBuild, accepted: Places) -> ValidatedCraft:
    """Look a craft up; what is illegal contributes nothing."""
    craft, faults = build.craft, ProblemList("", accepted)
    stats = _of_the_book(craft, faults) if craft.id else _typed(craft, faults)
    return msgspec.structs.replace(stats, faults=tuple(faults.found))


def _of_the_book(craft: Craft, faults: ProblemList) -> ValidatedCraft:
    row = guide().craft.get(craft.id)
    if row is None:
        message = f"No craft is called {craft.id[:60]!r}. Name one of {', '.join(guide().craft)}."
        faults.wrong("unknown-craft", f"{WHERE}.id", message, never=UNKNOWN)
        return _nothing(craft)
    for field in msgspec.structs.fields(craft):
        if field.name not in ("id", "name") and getattr(craft, field.name) != field.default:
            what = field.name.replace("_", " ")
            message = f"{row.name} has its {what} from the book. Remove it, or leave out the id."
            faults.wrong("takes-no-choice", f"{WHERE}.{field.name}", message, never=SURPLUS)
    kind = guide().craft_kinds[row.kind]
    numbers = {name: getattr(row, name) for name in ("evade", "hull", "shields", "crew")}
    numbers |= {"mobility": row.mobility, "sensors": row.sensors, "fire_control": row.firepower}
    return ValidatedCraft(
        name=craft.name or row.name,
        kind=kind.name,
        scale=kind.scale,
        skill=kind.skill,
        numbers=numbers,
        weapons=named(row.weapons, row.source),
        source=row.source,
        ruling=row.ruling,
    )


def _nothing(craft: Craft) -> ValidatedCraft:
    """A craft without anything that counts."""
    numbers = {name: low for name, (low, _) in BOUNDS.items()}
    return ValidatedCraft(craft.name, "", "starship", "pilot", numbers, (), "your GM", "")


def _typed(craft: Craft, faults: ProblemList) -> ValidatedCraft:
    stats, scales = _nothing(craft), guide().scales
    if not craft.name.strip():
        message = "Name a craft of the book by its id, or give your own a name."
        faults.open("missing", f"{WHERE}.name", message)
    if not craft.scale:
        message = f"Choose its scale: {', '.join(scales)}."
        faults.open("missing", f"{WHERE}.scale", message)
    elif craft.scale not in scales:
        message = f"{craft.scale[:40]!r} is no scale. Choose one of {', '.join(scales)}."
        faults.wrong("unknown-scale", f"{WHERE}.scale", message, never=UNKNOWN)
    scale = craft.scale if craft.scale in scales else stats.scale
    numbers = dict(stats.numbers)
    for name, (low, high) in BOUNDS.items():
        value = getattr(craft, name)
        if low <= value <= high:
            numbers[name] = value
        else:
            message = f"{name.replace('_', ' ').capitalize()} is {low} to {high:,}, not {value}."
            faults.wrong("bad-amount", f"{WHERE}.{name}", message)
    kinds = guide().craft_kinds.values()
    skill = next((kind.skill for kind in kinds if kind.scale == scale), stats.skill)
    return msgspec.structs.replace(
        stats, scale=scale, skill=skill, numbers=numbers, weapons=_guns(craft, faults)
    )


def _guns(craft: Craft, faults: ProblemList) -> tuple[Weapon, ...]:
    guns: list[TypedGun] = []
    for position, gun in enumerate(craft.weapons):
        where, message = f"{WHERE}.weapons[{position}]", ""
        if not gun.name.strip():
            faults.open("missing", f"{where}.name", "Give the weapon a name.")
        elif not 0 <= gun.damage <= MOST_DAMAGE:
            message = f"Damage is 0D to {MOST_DAMAGE}D, not {gun.damage}D."
        elif len(guns) >= MOST_WEAPONS:
            message = f"A craft has at most {MOST_WEAPONS} weapons. Remove {gun.name}."
        else:
            guns.append(gun)
        if message:
            faults.wrong("bad-amount", where, message)
    return named(guns, "your GM")


def named(guns: Iterable[guides.Gun | TypedGun], source: str) -> tuple[Weapon, ...]:
    """Weapons with their ids; the second of a name is `laser-cannons-2`."""
    weapons: list[Weapon] = []
    for gun in guns:
        id = free_id(gun.name, (weapon.id for weapon in weapons))
        weapons.append(Weapon(id, gun.name, gun.damage, gun.ion, source))
    return tuple(weapons)
