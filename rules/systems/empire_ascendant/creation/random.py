"""Random characters: fills what is empty in a document legally, in one step or in all.

Codes keep to the sums of a preset whether one counts or not, so that they are legal both ways.
`tables/archetypes.toml` has the names, archetypes, gear and powers to choose from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from msgspec.structs import replace

from rules.document import Document
from rules.kit import random_codes, typed
from rules.kit.archetypes import things
from rules.kit.random_build import RandomBuild
from rules.kit.typed_document import Skill, Thing
from rules.systems.empire_ascendant.character import parsing
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.creation.steps import FIELDS
from rules.systems.empire_ascendant.creation.traits import preset_of
from rules.systems.empire_ascendant.document import Armor, Build, Power, Weapon
from rules.systems.empire_ascendant.rulebook import (
    FORCE_SKILLS,
    Archetype,
    Preset,
    rulebook,
)

# The steps that can be filled, and the fields that each clears first.
STEPS = {
    "who": ("name", "template", "description"),
    "attributes": ("attributes",),
    "skills": ("skills",),
    "force": ("force_skills", "powers"),
    "gear": ("weapons", "armor", "gear", "worn"),
}
ARCHETYPES = rulebook().archetypes
# How often armor is worn, a medpac is carried, somebody has a second Force skill.
ARMORED, MEDPACS, SECOND_SKILL = 0.7, 0.5, 0.3
MEDPAC, FIRST_DIE = "Medpac", "1D"


def _decide(rng: Random, document: Document, step: str) -> Document:
    match step:
        case "who":
            return ARCHETYPES.who(rng, document)
        case "attributes":
            build = _attributes(rng, document)
        case "skills":
            build = _skills(rng, document)
        case "force":
            return _force(rng, document)
        case _:
            build = _gear(rng, document)
    return replace(document, build=build)


def _is_open(document: Document, step: str) -> bool:
    """The Force is left to those whose archetype has it, or who have some of it already."""
    build, own = document.build, ARCHETYPES.named(document.build.template)
    has_force = (own and own.force) or build.force_skills or build.powers
    return step != "force" or bool(has_force)


def _sums(document: Document) -> Preset:
    """The preset that counts, or the first, whose sums chance keeps to anyway."""
    presets = rulebook().creation.presets
    return presets.get(preset_of(document)) or next(iter(presets.values()))


def _bounds(document: Document) -> random_codes.Bounds:
    """In pips: an attribute is 2D to 4D, and 3D where nothing says otherwise."""
    return random_codes.Bounds(
        least=6,
        usual=9,
        most=12,
        fewest_skills=5,
        most_skills=9,
        skill_most=_sums(document).skill_most,
        whole_dice=0.7,
    )


def _attributes(rng: Random, document: Document) -> Build:
    """What is typed already, and the rest of the sum over those that are empty; what is left of it
    beyond 4D goes to them where a preset without bounds counts.
    """
    build: Build = document.build
    sums, preset_id, own = _sums(document), preset_of(document), ARCHETYPES.named(build.template)
    found = random_codes.attributes(
        rng,
        build.attributes,
        tuple(parsing.attributes(preset_id)),
        whole=sums.attribute_sum,
        bounds=_bounds(document),
        likely=[parsing.attribute(id, preset_id) for id in (own.leans if own else ())],
        strict=bool(preset_id),
        floor=sums.attribute_least,
        endless=sums.attribute_most is None,
    )
    return replace(build, attributes={**build.attributes, **found})


# --- skills


def _skills(rng: Random, document: Document) -> Build:
    """What is typed already, with codes where they lack, and others that fit the archetype: until
    the sum is given out, where a preset counts or nothing was typed.
    """
    build: Build = document.build
    preset_id, bounds, every = preset_of(document), _bounds(document), _known()
    base = random_codes.base_of(build.attributes, parsing.attributes(preset_id), bounds)
    skills = [_placed(rng, skill, preset_id) for skill in build.skills]
    left = random_codes.left_of(_sums(document).skill_sum, skills, base)
    if preset_id or not any(skill.code for skill in skills):
        own = ARCHETYPES.named(build.template)
        likely = own.skills if own else {}
        names = random_codes.other_skills(
            rng, skills, left, likely=likely, every=every, bounds=bounds, key=parsing.skill
        )
        ids = [likely.get(name, every[name]) for name in names]
        skills += (
            Skill(name=name, attribute=parsing.attribute(id, preset_id))
            for name, id in zip(names, ids, strict=True)
        )
    found = random_codes.skill_codes(rng, skills, left, base, bounds)
    return replace(build, skills=tuple(found))


def _known() -> dict[str, str]:
    """Every skill of the source and of every archetype by name, with its attribute of the six."""
    ours = {row.name: row.attribute for row in rulebook().traits.skills.values()}
    return ours | ARCHETYPES.skills


def _placed(rng: Random, skill: Skill, preset_id: str) -> Skill:
    """A skill under an attribute of the character."""
    keyed = {parsing.skill(name): id for name, id in _known().items()}
    attribute = skill.attribute or keyed.get(parsing.skill(skill.name), "")
    found = parsing.attribute(attribute, preset_id) or attribute
    return replace(skill, attribute=found or rng.choice(list(parsing.attributes(preset_id))))


# --- the Force


def _force(rng: Random, document: Document) -> Document:
    """A first die where there is none, skills for powers that lack them, and every open pick."""
    build = document.build
    own, force = ARCHETYPES.named(build.template), dict(build.force_skills)
    if not any(code.strip() for code in force.values()):
        force |= dict.fromkeys(_first_skills(rng, own), FIRST_DIE)
        document = replace(document, build=replace(build, force_skills=force))
    rows = [_joined(rng, row, tuple(force)) for row in build.powers]
    document = replace(document, build=replace(document.build, powers=tuple(rows)))
    taken = {typed.key(row.name) for row in rows}
    for id, many in Character(document).picks_left().items():
        rows += _picks(rng, own, id, many, taken)
    return replace(document, build=replace(document.build, powers=tuple(rows)))


def _first_skills(rng: Random, own: Archetype | None) -> Iterable[str]:
    if own and own.force:
        return own.force
    return rng.sample(FORCE_SKILLS, 2 if rng.random() < SECOND_SKILL else 1)


def _joined(rng: Random, row: Power, force: Sequence[str]) -> Power:
    if row.skills.strip():
        return row
    known = ARCHETYPES.powers.get(typed.key(row.name))
    return replace(row, skills=known.skills if known else rng.choice(force))


def _picks(
    rng: Random, own: Archetype | None, id: str, many: int, taken: set[str]
) -> Iterator[Power]:
    """So many powers of one skill, first those of the archetype."""
    rows = ARCHETYPES.powers
    likely = [name for name in (own.powers if own else ()) if rows[name].skills == id]
    every = [name for name, row in rows.items() if row.skills == id]
    names = dict.fromkeys((*likely, *rng.sample(every, len(every))))
    free = [name for name in names if typed.key(rows[name].name) not in taken]
    for name in free[:many]:
        row = rows[name]
        taken.add(typed.key(row.name))
        yield Power(
            name=row.name,
            skills=row.skills,
            prerequisites=row.prerequisites,
            difficulty=row.difficulty,
            does=row.does,
        )
    count = 1
    for _ in range(many - len(free)):
        while typed.key(f"Untaught power {count}") in taken:
            count += 1
        taken.add(typed.key(f"Untaught power {count}"))
        yield Power(name=f"Untaught power {count}", skills=id)


# --- gear


def _gear(rng: Random, document: Document) -> Build:
    """What is carried already, each weapon with something to use it; and what fits where there are
    no weapons, or no things. Armor comes only with these: most have none.
    """
    build: Build = document.build
    preset_id = preset_of(document)
    known = {*Character(document).skills}
    own = ARCHETYPES.named_or_any(rng, build.template)
    weapons = tuple(_usable(weapon, known) for weapon in build.weapons)
    armor = tuple(one if one.soak.strip() else replace(one, soak="1D") for one in build.armor)
    named = [one.name for one in weapons] + [one.name for one in armor]
    taken = {typed.key(name) for name in (*named, *(one.name for one in build.gear))}
    things, is_bare = build.gear, not armor and not (weapons and build.gear)
    worn = build.worn
    if is_bare:
        armor = tuple(one for one in _armor(rng, own) if typed.key(one.name) not in taken)
        worn = worn or (armor[0].name if armor else "")
    more = _weapons(rng, own, known, preset_id)
    weapons = weapons or tuple(one for one in more if typed.key(one.name) not in taken)
    carried = _things(rng, own)
    things = things or tuple(one for one in carried if typed.key(one.name) not in taken)
    return replace(build, weapons=weapons, armor=armor, worn=worn, gear=things)


def _usable(weapon: Weapon, known: set[str]) -> Weapon:
    """A weapon that is used with something: grenades and blades by hand, the rest by shooting."""
    if weapon.skill.strip():
        return weapon
    skill = "Blaster" if weapon.form == "ranged" and "blaster" in known else "DEX"
    return replace(weapon, skill=skill)


def _weapons(rng: Random, own: Archetype, known: set[str], preset_id: str) -> tuple[Weapon, ...]:
    """One or two of those of the archetype, with a skill that the character has."""
    rows = [ARCHETYPES.weapons[id] for id in own.weapons]
    chosen = rng.sample(rows, rng.randint(1, len(rows)))
    return tuple(
        Weapon(
            name=row.name,
            form=row.form,
            skill=row.skill if _can_use(row.skill, known, preset_id) else "DEX",
            damage=row.damage,
            difficulty=row.difficulty,
        )
        for row in chosen
    )


def _can_use(skill: str, known: set[str], preset_id: str) -> bool:
    return bool(parsing.attribute(skill, preset_id)) or parsing.skill(skill) in known


def _armor(rng: Random, own: Archetype) -> tuple[Armor, ...]:
    """Armor for most of those who usually wear some."""
    if not own.armor or rng.random() > ARMORED:
        return ()
    row = ARCHETYPES.armor[rng.choice(own.armor)]
    return (Armor(name=row.name, soak=row.soak),)


def _things(rng: Random, own: Archetype) -> tuple[Thing, ...]:
    """Two of what is usual, or all; and often a medpac."""
    found = things(rng, own, MEDPAC, MEDPACS)
    return tuple(Thing(name=name, quantity=count) for name, count in found.items())


RANDOM_BUILD = RandomBuild(FIELDS, STEPS, _decide, is_open=_is_open)
