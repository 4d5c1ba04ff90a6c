"""Random characters: fills what is empty in a document legally, in one step or in all.

Codes keep to the sums of a preset whether one counts or not, so that they are legal both ways.
`tables/archetypes.toml` has the names, archetypes, gear and powers to choose from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random

from msgspec.structs import replace

from rules.dice import codes
from rules.document import Document
from rules.kit import typed
from rules.kit.random_build import RandomBuild
from rules.problems import InvalidDocument
from rules.systems.empire_ascendant.character import parsing
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.creation.steps import FIELDS
from rules.systems.empire_ascendant.creation.traits import preset_of
from rules.systems.empire_ascendant.document import Armor, Build, Power, Skill, Thing, Weapon
from rules.systems.empire_ascendant.rulebook import (
    FORCE_SKILLS,
    Archetype,
    Archetypes,
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
# In pips: an attribute is 2D to 4D, and 3D where nothing says otherwise.
LEAST, USUAL, MOST = 6, 9, 12
FEWEST_SKILLS, MOST_SKILLS = 5, 9
# How often a die is made whole at once, armor is worn, a medpac is carried, a second Force skill.
WHOLE_DICE, ARMORED, MEDPACS, SECOND_SKILL = 0.7, 0.7, 0.5, 0.3
MEDPAC, FIRST_DIE = "Medpac", "1D"


def _decide(rng: Random, document: Document, step: str) -> Document:
    match step:
        case "who":
            return _who(rng, document)
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
    if step != "force":
        return True
    build, own = document.build, archetype(document.build.template)
    return bool((own and own.force) or build.force_skills or build.powers)


def _build(document: Document) -> Build:
    found: Build = document.build
    return found


def _table() -> Archetypes:
    return rulebook().archetypes


def archetype(name: str) -> Archetype | None:
    """The archetype of that name, None where it is one of the player's own."""
    rows, folded = _table().archetypes.values(), name.strip().casefold()
    return next((row for row in rows if row.name.casefold() == folded), None)


def _who(rng: Random, document: Document) -> Document:
    """A name, an archetype, and a few words, where there are none."""
    build, words = document.build, _table()
    name = f"{rng.choice(words.first)} {rng.choice(words.last)}"
    template = rng.choice(list(words.archetypes.values())).name
    said = f"{rng.choice(words.looks)} {rng.choice(words.wants)}"
    build = replace(
        build,
        template=build.template or template,
        description=build.description or said,
    )
    return replace(document, name=document.name.strip() or name, build=build)


def _readable(text: str) -> int | None:
    """What a code is worth in pips, None where it is none."""
    try:
        return codes.in_pips(*codes.read(text))
    except InvalidDocument:
        return None


def _written(pips: int) -> str:
    return codes.written(*codes.of_pips(min(pips, codes.in_pips(codes.MOST_DICE, 0))))


def _sums(document: Document) -> Preset:
    """The preset that counts, or the first, whose sums chance keeps to anyway."""
    presets = rulebook().creation.presets
    return presets.get(preset_of(document)) or next(iter(presets.values()))


def _attributes(rng: Random, document: Document) -> Build:
    """What is typed already, and the rest of the sum over those that are empty; what is left of it
    beyond 4D goes to them where a preset without bounds counts.
    """
    build, sums = _build(document), _sums(document)
    by_preset = bool(preset_of(document))
    ids = tuple(parsing.attributes(preset_of(document)))
    empty = [id for id in ids if not build.attributes.get(id, "").strip()]
    pips = {id: _readable(build.attributes[id]) or 0 for id in ids if id not in empty}
    pips |= dict.fromkeys(empty, LEAST)
    floor = max(0, sums.attribute_least)
    while by_preset and sum(pips.values()) > sums.attribute_sum:
        lowest = [id for id in empty if pips[id] > floor]
        if not lowest:
            break
        pips[max(lowest, key=lambda id: pips[id])] -= 1
    own = archetype(build.template)
    likely = {parsing.attribute(id, preset_of(document)) for id in (own.leans if own else ())}
    endless = empty if by_preset and sums.attribute_most is None else []
    room = [id for id in empty if pips[id] < MOST]
    while sum(pips.values()) < sums.attribute_sum and (room or endless):
        open_ = room or endless
        weights = [_weight(pips[id], likely=id in likely) for id in open_]
        pips[rng.choices(open_, weights)[0]] += 1
        room = [id for id in empty if pips[id] < MOST]
    written = {id: _written(pips[id]) for id in empty}
    return replace(build, attributes={**build.attributes, **written})


def _weight(pips: int, *, likely: bool) -> int:
    """How likely a pip goes to an attribute: first to what is below the usual and leaned to."""
    return (4 if pips < USUAL else 1) * (3 if likely else 1)


# --- skills


def _skills(rng: Random, document: Document) -> Build:
    """What is typed already, with codes where they lack, and others that fit the archetype: until
    the sum is given out, where a preset counts or nothing was typed.
    """
    build, preset_id, sums = _build(document), preset_of(document), _sums(document)
    ids = parsing.attributes(preset_id)
    read = {id: _readable(build.attributes.get(id, "")) for id in ids}
    base = {id: USUAL if pips is None else pips for id, pips in read.items()}
    skills = [_placed(rng, skill, preset_id) for skill in build.skills]
    left = sums.skill_sum - sum(_above(skill, base) for skill in skills)
    if preset_id or not any(skill.code for skill in skills):
        skills += _others(rng, document, skills, left)
    more = {at: 0 for at, skill in enumerate(skills) if not skill.code.strip()}
    _share(rng, more, left, sums.skill_most)
    for at, added in more.items():
        code = _written(base.get(skills[at].attribute, USUAL) + added)
        skills[at] = replace(skills[at], code=code)
    return replace(build, skills=tuple(skills))


def _known() -> dict[str, str]:
    """Every skill of the source and of every archetype by name, with its attribute of the six."""
    found = {row.name: row.attribute for row in rulebook().traits.skills.values()}
    for one in _table().archetypes.values():
        found |= one.skills
    return found


def _placed(rng: Random, skill: Skill, preset_id: str) -> Skill:
    """A skill under an attribute of the character."""
    keyed = {parsing.skill(name): id for name, id in _known().items()}
    attribute = skill.attribute or keyed.get(parsing.skill(skill.name), "")
    found = parsing.attribute(attribute, preset_id) or attribute
    return replace(skill, attribute=found or rng.choice(list(parsing.attributes(preset_id))))


def _above(skill: Skill, base: dict[str, int]) -> int:
    """By how many pips a typed code is above its attribute."""
    pips = _readable(skill.code)
    return max(0, pips - base.get(skill.attribute, 0)) if pips is not None else 0


def _others(rng: Random, document: Document, skills: Sequence[Skill], left: int) -> Iterator[Skill]:
    """More skills, so many that five to nine share what is left: first those of the archetype."""
    open_ = sum(1 for skill in skills if not skill.code)
    most, preset_id = _sums(document).skill_most, preset_of(document)
    wanted = rng.randint(FEWEST_SKILLS, MOST_SKILLS) - len(skills)
    wanted = min(max(wanted, -(-left // most) - open_), left - open_)
    own, every = archetype(document.build.template), _known()
    likely = [] if own is None else rng.sample(list(own.skills), len(own.skills))
    taken = {parsing.skill(skill.name) for skill in skills}
    names = dict.fromkeys((*likely, *rng.sample(list(every), len(every))))
    fresh = [name for name in names if parsing.skill(name) not in taken]
    for name in fresh[: max(0, wanted)]:
        id = own.skills.get(name, every[name]) if own else every[name]
        yield Skill(name=name, attribute=parsing.attribute(id, preset_id))


def _share(rng: Random, more: dict[int, int], left: int, most: int) -> None:
    """Give pips to each that is open, mostly by whole dice."""
    for at in more:
        if left > 0:
            more[at], left = 1, left - 1
    while left > 0 and (room := [at for at, pips in more.items() if pips < most]):
        at = rng.choice(room)
        whole = codes.PIPS_IN_A_DIE - more[at] % codes.PIPS_IN_A_DIE
        step = min(left, whole if rng.random() < WHOLE_DICE else 1, most - more[at])
        more[at], left = more[at] + step, left - step


# --- the Force


def _force(rng: Random, document: Document) -> Document:
    """A first die where there is none, skills for powers that lack them, and every open pick."""
    build = document.build
    own, force = archetype(build.template), dict(build.force_skills)
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
    known = _table().powers.get(typed.key(row.name))
    return replace(row, skills=known.skills if known else rng.choice(force))


def _picks(
    rng: Random, own: Archetype | None, id: str, many: int, taken: set[str]
) -> Iterator[Power]:
    """So many powers of one skill, first those of the archetype."""
    rows = _table().powers
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
    build, preset_id = _build(document), preset_of(document)
    known = {*Character(document).skills}
    own = archetype(build.template) or rng.choice(list(_table().archetypes.values()))
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
    rows = [_table().weapons[id] for id in own.weapons]
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
    row = _table().armor[rng.choice(own.armor)]
    return (Armor(name=row.name, soak=row.soak),)


def _things(rng: Random, own: Archetype) -> tuple[Thing, ...]:
    """Two of what is usual, or all; and often a medpac."""
    chosen = rng.sample(own.gear, rng.randint(min(2, len(own.gear)), len(own.gear)))
    if rng.random() < MEDPACS:
        chosen.append(MEDPAC)
    return tuple(Thing(name=name, quantity=count) for name, count in Counter(chosen).items())


RANDOM_BUILD = RandomBuild(FIELDS, STEPS, _decide, is_open=_is_open)
