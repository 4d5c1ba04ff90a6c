"""Random characters: fills what is empty in a document legally, in one step or in all.

Codes keep to the sums of the preset whether it counts or not, so that they are legal both ways.
`archetypes.py` has the names, templates and gear to choose from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import msgspec

from rules.dice import codes
from rules.document import Document
from rules.kit import typed
from rules.kit.random_build import RandomBuild
from rules.problems import InvalidDocument
from rules.systems.rules_sheet_d6.character import parsing
from rules.systems.rules_sheet_d6.character.validation import validate
from rules.systems.rules_sheet_d6.creation.archetypes import Template, archetypes
from rules.systems.rules_sheet_d6.creation.steps import FIELDS
from rules.systems.rules_sheet_d6.document import Armor, Build, House, Skill, Thing, Weapon
from rules.systems.rules_sheet_d6.rulebook import ATTRIBUTES, book

# The steps that can be filled, and the fields that each clears first.
STEPS = {
    "who": ("name", "template", "description"),
    "attributes": ("attributes",),
    "skills": ("skills",),
    "gear": ("weapons", "armor", "gear", "worn"),
}
# In pips: an attribute is 2D to 4D, and 3D where nothing says otherwise.
LEAST, USUAL, MOST = 6, 9, 12
FEWEST_SKILLS, MOST_SKILLS = 5, 9
# How often a die is made whole at once.
WHOLE_DICE = 0.7


def _decide(rng: Random, document: Document, step: str) -> Document:
    build, house = document.build, document.house or House()
    by_preset = build.preset or house.preset
    match step:
        case "who":
            return _who(rng, document)
        case "attributes":
            build = _attributes(rng, build, by_preset=by_preset)
        case "skills":
            build = _skills(rng, build, by_preset=by_preset)
        case _:
            build = gear(rng, build, house)
    return msgspec.structs.replace(document, build=build)


def _who(rng: Random, document: Document) -> Document:
    """A name, a calling, and a few words, where there are none."""
    build, words = document.build, archetypes().words
    named = f"{rng.choice(words.first)} {rng.choice(words.last)}"
    template = rng.choice(list(archetypes().templates.values())).name
    told = f"{rng.choice(words.looks)} {rng.choice(words.wants)}"
    return msgspec.structs.replace(
        document,
        name=document.name.strip() or named,
        build=msgspec.structs.replace(
            build,
            template=build.template or template,
            description=build.description or told,
        ),
    )


def _readable(text: str) -> int | None:
    """What a code is worth in pips, None where it is none."""
    try:
        return codes.in_pips(*codes.read(text))
    except InvalidDocument:
        return None


def _written(pips: int) -> str:
    return codes.written(*codes.of_pips(min(pips, codes.in_pips(codes.MOST_DICE, 0))))


def _attributes(rng: Random, build: Build, *, by_preset: bool) -> Build:
    """What is typed already, and the rest of the preset's sum over those that are empty; what is
    left of it beyond 4D goes to them where the preset counts.
    """
    empty = [id for id in ATTRIBUTES if not build.attributes.get(id, "").strip()]
    pips = {id: _readable(build.attributes[id]) or 0 for id in ATTRIBUTES if id not in empty}
    whole = book().creation.preset_attributes
    pips |= dict.fromkeys(empty, LEAST)
    while empty and by_preset and sum(pips.values()) > whole and any(pips[id] for id in empty):
        pips[max(empty, key=lambda id: pips[id])] -= 1
    template = archetypes().template(build.template)
    likely = template.leans if template else ()
    room = [id for id in empty if pips[id] < MOST]
    while sum(pips.values()) < whole and (room or (by_preset and empty)):
        open_ = room or empty
        weights = [_weight(pips[id], likely=id in likely) for id in open_]
        pips[rng.choices(open_, weights)[0]] += 1
        room = [id for id in empty if pips[id] < MOST]
    written = {id: _written(pips[id]) for id in empty}
    return msgspec.structs.replace(build, attributes={**build.attributes, **written})


def _weight(pips: int, *, likely: bool) -> int:
    """How likely a pip goes to an attribute: first to what is below the usual and leaned to."""
    return (4 if pips < USUAL else 1) * (3 if likely else 1)


def _skills(rng: Random, build: Build, *, by_preset: bool) -> Build:
    """What is typed already, with codes where they lack, and others that fit the template: until
    the preset's sum is given out, where it counts or nothing was typed.
    """
    read = {id: _readable(build.attributes.get(id, "")) for id in ATTRIBUTES}
    base = {id: USUAL if pips is None else pips for id, pips in read.items()}
    skills = [_placed(rng, skill) for skill in build.skills]
    left = book().creation.preset_skills - sum(_above(skill, base) for skill in skills)
    if by_preset or not any(skill.code for skill in skills):
        skills += _others(rng, build.template, skills, left)
    more = {at: 0 for at, skill in enumerate(skills) if not skill.code.strip()}
    _share(rng, more, left)
    for at, added in more.items():
        code = _written(base[skills[at].attribute] + added)
        skills[at] = msgspec.structs.replace(skills[at], code=code)
    return msgspec.structs.replace(build, skills=tuple(skills))


def _placed(rng: Random, skill: Skill) -> Skill:
    """A skill under an attribute."""
    attribute = skill.attribute
    if not attribute:
        known = book().traits.skills.get(typed.key(skill.name))
        ours = {typed.key(name): id for name, id in archetypes().skills.items()}
        attribute = known.attribute if known else ours.get(typed.key(skill.name), "")
    return msgspec.structs.replace(skill, attribute=attribute or rng.choice(ATTRIBUTES))


def _above(skill: Skill, base: dict[str, int]) -> int:
    """By how many pips a typed code is above its attribute."""
    pips = _readable(skill.code)
    return max(0, pips - base.get(skill.attribute, 0)) if pips is not None else 0


def _others(rng: Random, template: str, skills: Sequence[Skill], left: int) -> Iterator[Skill]:
    """More skills, so many that five to nine share what is left: first those of the template."""
    open_ = sum(1 for skill in skills if not skill.code)
    most = book().creation.preset_skill_most
    wanted = rng.randint(FEWEST_SKILLS, MOST_SKILLS) - len(skills)
    wanted = min(max(wanted, -(-left // most) - open_), left - open_)
    own, every = archetypes().template(template), archetypes().skills
    likely = [] if own is None else rng.sample(list(own.skills), len(own.skills))
    taken = {typed.key(skill.name) for skill in skills}
    names = dict.fromkeys((*likely, *rng.sample(list(every), len(every))))
    fresh = [name for name in names if typed.key(name) not in taken]
    for name in fresh[: max(0, wanted)]:
        yield Skill(name=name, attribute=own.skills.get(name, every[name]) if own else every[name])


def _share(rng: Random, more: dict[int, int], left: int) -> None:
    """Give pips to each that is open, mostly by whole dice."""
    most = book().creation.preset_skill_most
    for at in more:
        if left > 0:
            more[at], left = 1, left - 1
    while left > 0 and (room := [at for at, pips in more.items() if pips < most]):
        at = rng.choice(room)
        whole = codes.PIPS_IN_A_DIE - more[at] % codes.PIPS_IN_A_DIE
        step = min(left, whole if rng.random() < WHOLE_DICE else 1)
        more[at], left = more[at] + step, left - step


MEDPAC = "Medpac"


def gear(rng: Random, build: Build, house: House) -> Build:
    """What is carried already, each weapon with something to use it; and what fits where there are
    no weapons, or no things. Armor comes only with these: most have none.
    """
    known = {*validate(build, house).skills, *ATTRIBUTES}
    own = archetypes().template(build.template)
    template = own or rng.choice(list(archetypes().templates.values()))
    weapons, armor, things = tuple(map(_usable, build.weapons)), build.armor, build.gear
    if not armor and not (weapons and things):
        armor = _armor(rng, template)
    return msgspec.structs.replace(
        build,
        weapons=weapons or _weapons(rng, template, known),
        armor=armor,
        worn=build.worn or (armor[0].name if armor and not build.armor else ""),
        gear=things or _things(rng, template),
    )


def _is_known(skill: str, known: set[str]) -> bool:
    return (parsing.attribute(skill) or typed.key(skill)) in known


def _usable(weapon: Weapon) -> Weapon:
    """A weapon that is used with something: blades by hand, the rest by the skill of shooting."""
    if weapon.skill.strip():
        return weapon
    by_hand = weapon.damage.strip().upper().startswith(book().defense.harm_attribute)
    skill = "DEX" if by_hand else book().traits.skills["blaster"].name
    return msgspec.structs.replace(weapon, skill=skill)


def _weapons(rng: Random, template: Template, known: set[str]) -> tuple[Weapon, ...]:
    """One or two that the character has a skill for."""
    rows = [archetypes().weapons[id] for id in template.weapons]
    fit = [row for row in rows if _is_known(row.skill, known)]
    fit = fit or [row for row in archetypes().weapons.values() if row.skill == "Blaster"][:1]
    chosen = rng.sample(fit, rng.randint(1, len(fit)))
    return tuple(Weapon(name=row.name, skill=row.skill, damage=row.damage) for row in chosen)


def _armor(rng: Random, template: Template) -> tuple[Armor, ...]:
    """Armor for most of those who usually wear some."""
    if not template.armor or rng.random() < 0.3:
        return ()
    row = archetypes().armor[rng.choice(template.armor)]
    return (Armor(name=row.name, defense=row.defense),)


def _things(rng: Random, template: Template) -> tuple[Thing, ...]:
    """Two of what is usual, or all; and often a medpac."""
    chosen = rng.sample(template.gear, rng.randint(2, len(template.gear)))
    if rng.random() < 0.5:
        chosen.append(MEDPAC)
    return tuple(Thing(name=name, quantity=count) for name, count in Counter(chosen).items())


RANDOM_BUILD = RandomBuild(FIELDS, STEPS, _decide)
