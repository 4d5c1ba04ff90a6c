"""A build as it counts: attributes, abilities, weapon skills, languages, items, Power, the two
sides, and the Force. What is illegal contributes nothing, unless it was accepted; problems are
named in the order of the document.
"""

from collections.abc import Iterator

import msgspec

from rules.kit import typed
from rules.problems import NOTHING, UNKNOWN, Places, Problem, ProblemList
from rules.systems.storytelling_d10.character import force
from rules.systems.storytelling_d10.character.force import FORCE_SENSITIVITY, SIDES
from rules.systems.storytelling_d10.character.groups import DotGroups, Given
from rules.systems.storytelling_d10.character.items import DottedItems, Item, equipped
from rules.systems.storytelling_d10.character.merit_tables import Owned, Standing
from rules.systems.storytelling_d10.character.merits import LORE, MERITS
from rules.systems.storytelling_d10.character.specialties import Specialties
from rules.systems.storytelling_d10.document.build import Build, House, Language
from rules.systems.storytelling_d10.rulebook.book import rulebook

WEAPON_ABILITIES, KNOWLEDGES = ("firearms", "melee"), "knowledges"
TRAITS, CREATION = rulebook().traits, rulebook().creation
NUMBERS = CREATION.numbers
OWN_LORES = NUMBERS["own-lores"].number
ATTRIBUTES = DotGroups(
    noun="attribute",
    member="attributes",
    order="attribute_order",
    groups=TRAITS.attribute_groups,
    rows=TRAITS.attributes,
    points=CREATION.attribute_points,
    most=NUMBERS["attribute-most"].number,
    too_few="{name} is at least {least}.",
    too_many="{name} is at most {most}.",
    free=NUMBERS["attribute-start"].number,
)
ABILITIES = DotGroups(
    noun="ability",
    member="abilities",
    order="ability_order",
    groups=TRAITS.ability_groups,
    rows=TRAITS.abilities,
    points=CREATION.ability_points,
    most=NUMBERS["ability-most-new"].number,
    too_few="{name} is 0 or more.",
    too_many="A new character has {name} at {most} at most.",
    keeps_most=True,
)
SKILLS = Specialties(
    rows=rulebook().traits.weapon_skills,
    names={id: rulebook().traits.abilities[id].name for id in WEAPON_ABILITIES},
    member="weapon_skills",
    noun="weapon skill",
    heading="kinds of weapons",
    special="special weapons",
)


ITEMS = DottedItems(
    abilities={id: TRAITS.abilities[id].name for id in (*WEAPON_ABILITIES, "brawl")},
    harms=("bashing", "lethal", "ion"),
    sources=rulebook().combat.damage_sources,
    attributes=TRAITS.attributes,
)


def own_lores(build: Build) -> dict[str, str]:
    """Lores of one's own: names by id, as many as there may be."""
    named = [row.name.strip() for row in build.lores[:OWN_LORES] if row.name.strip()]
    return {f"{LORE}{typed.key(name)}": f"Lore: {name}" for name in named}


def taken(build: Build, house: House, *, lores: bool = True) -> dict[str, int]:
    """The dots for Knowledges that Lores of one's own take, and the Force where the party lets new
    characters have it.
    """
    own = sum(max(0, lore.dots) for lore in build.lores) if lores else 0
    dots = build.force_knowledges.values() if house.force_at_creation else ()
    return {KNOWLEDGES: own + sum(max(0, one) for one in dots)}


def lores(build: Build, faults: ProblemList) -> Iterator[Given]:
    """The Lores of one's own that there is room for."""
    for position, lore in enumerate(build.lores):
        where, name = f"build.lores[{position}]", lore.name.strip()
        if position >= OWN_LORES:
            message = f"There is room for {OWN_LORES} Lores of your own."
            faults.wrong("too-many-lores", where, message)
        elif not name:
            faults.open("missing", f"{where}.name", "Say what this Lore is about.")
        else:
            id = f"{LORE}{typed.key(name)}"
            yield Given(id, f"Lore: {name}", KNOWLEDGES, lore.dots, where)


# --- Power, Light, Dark, the Force


def power_of(build: Build, house: House, faults: ProblemList) -> int:
    """The Power that everybody begins with, or another that was accepted."""
    start = max(0, house.start_power)
    if build.power in (None, start):
        return start
    message = f"A new character has Power {start}."
    return max(0, build.power or 0) if faults.deviation("power", "build.power", message) else start


def side_of(build: Build, side: str, power: int, faults: ProblemList) -> int:
    """Light side or Dark side, 0 to Power."""
    value, name = getattr(build, side), SIDES[side]
    if 0 <= value <= power:
        return int(value)
    message = f"{name} is 0 to your Power, {power}."
    accepted = faults.deviation(side.replace("_", "-"), f"build.{side}", message)
    return max(0, int(value)) if accepted else max(0, min(int(value), power))


def knowledges(
    build: Build, house: House, owned: frozenset[str], faults: ProblemList
) -> dict[str, int]:
    """Dots in Force knowledges, where the party lets new characters have some."""
    trees, values = rulebook().force.force_knowledges, dict[str, int]()
    for id, dots in build.force_knowledges.items():
        where, row = f"build.force_knowledges.{id}", trees.get(id)
        if row is None:
            faults.wrong(
                "unknown-ability", where, f"{id!r} isn't a Force knowledge.", never=UNKNOWN
            )
            continue
        if not dots:
            continue
        if not house.force_at_creation:
            message = "A new character has no dots in Force knowledges; experience buys them."
            if not faults.deviation("force-knowledge-points", where, message):
                continue
        if FORCE_SENSITIVITY not in owned:
            message = f"{row.name} needs Force Sensitivity."
            if not faults.deviation("force-requirement", where, message):
                continue
        if dots < 0:
            faults.wrong("ability-min", where, f"{row.name} is 0 or more.")
        elif dots <= ABILITIES.most or ABILITIES.is_accepted(row.name, where, faults):
            values[id] = dots
    return values


class ValidatedBuild(msgspec.Struct, frozen=True, gc=False):
    """The part of a build that counts. `lores` are those of one's own: names by id. `values` are
    the dots of every trait that has some.
    """

    lores: dict[str, str]
    weapon_skills: dict[str, tuple[str, ...]]
    merits: tuple[Owned, ...]
    merit_ids: frozenset[str]
    flaws: tuple[Owned, ...]
    force_knowledges: dict[str, int]
    powers: tuple[str, ...]
    languages: tuple[Language, ...]
    items: tuple[Item, ...]
    worn: str
    shield: str
    values: dict[str, int]
    faults: tuple[Problem, ...]


def validate(
    build: Build, house: House, *, prefix: str = "", accepted: Places = NOTHING
) -> ValidatedBuild:
    """The build as it counts, with everything open or wrong about it."""
    faults, numbers = ProblemList(prefix, accepted), rulebook().creation.numbers
    attributes = ATTRIBUTES.validated(build, faults)
    own, spent = lores(build, faults), taken(build, house, lores=False)
    abilities = ABILITIES.validated(build, faults, own, spent)
    skills = SKILLS.validated(build, abilities, faults)
    power = power_of(build, house, faults)
    wits = attributes["wits"] + numbers["willpower-more"].number
    values = {**attributes, **abilities, "power": power, "willpower": wits}
    carried = tuple(ITEMS.validated(build, faults))
    shielded = any(item.what == "shield" for item in carried)
    owned, flaws = MERITS.validated(build, house, values, faults, shield=shielded)
    willpower = wits
    if build.willpower not in (None, wits):
        message = f"A new character has Willpower {wits}: Wits and 1."
        if faults.deviation("willpower", "build.willpower", message):
            willpower = max(0, build.willpower or 0)
    sides = {side: side_of(build, side, power, faults) for side in ("light_side", "dark_side")}
    ids = frozenset(one.row.id for one in owned)
    trees = knowledges(build, house, ids, faults)
    standing = Standing({**values, **sides, **trees}, ids)
    learned = force.validated(build, house, standing, faults)
    worn = equipped(build.worn, "worn", "armor", carried, faults)
    return ValidatedBuild(
        lores=own_lores(build),
        weapon_skills=skills,
        merits=owned,
        merit_ids=ids,
        flaws=flaws,
        force_knowledges=trees,
        powers=learned,
        languages=tuple(one for one in build.languages if one.name.strip()),
        items=carried,
        worn=worn,
        shield=equipped(build.shield, "shield", "shield", carried, faults),
        values={**values, **sides, **trees, "willpower": willpower},
        faults=tuple(faults.found),
    )
