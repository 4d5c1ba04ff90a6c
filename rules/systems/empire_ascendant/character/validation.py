"""What of a build counts: codes read, names told apart, and every fault named.

What is unfinished or illegal contributes nothing, and stands among the problems.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

import msgspec
from msgspec.structs import replace

from rules.kit import typed, typed_build, typed_document, typed_items
from rules.kit.code_sums import CodeSums
from rules.kit.typed import Code, Skill
from rules.kit.typed_items import TypedItem
from rules.problems import NAMING, Places, ProblemList
from rules.problems import NOTHING as NO_PLACES
from rules.systems.empire_ascendant import document as structs
from rules.systems.empire_ascendant.character import parsing
from rules.systems.empire_ascendant.document import MOST_DIFFICULTY, Build, House
from rules.systems.empire_ascendant.rulebook import FORCE_SKILLS, rulebook

OURS = "That is the preset's, which is ours and not the source's."
Row = structs.Weapon | structs.Armor | typed_document.Thing
# The preset that counts, and the skills there are.
Known = tuple[str, Mapping[str, Skill]]
PowerRow = structs.Power | structs.Pick | structs.Learn


class Item(TypedItem, frozen=True, gc=False):
    """A carried item, with the form and difficulty of a weapon, and the Soak of armor."""

    form: str = ""
    difficulty: int | None = None
    soak: Code = (0, 0)


class Power(msgspec.Struct, frozen=True, gc=False):
    """A power that is known."""

    key: str
    name: str
    skills: tuple[str, ...]
    prerequisites: int = 0
    difficulty: str = ""
    does: str = ""


class ValidatedBuild(typed_build.TypedBuild, frozen=True, gc=False, kw_only=True):
    """A build whose codes were read. `preset` is the one whose sums are checked, "" for none."""

    preset: str
    force_skills: dict[str, Code]
    powers: dict[str, Power]
    move: int
    scale: str


def validate(
    build: Build, house: House, *, prefix: str = "", accepted: Places = NO_PLACES
) -> ValidatedBuild:
    """Read every choice of a build; `prefix` stands before the places of its problems."""
    faults = ProblemList(prefix, accepted)
    preset_id = _preset(build, house, faults)
    names = parsing.attributes(preset_id)
    attributes = typed_build.attribute_codes(build.attributes, names, faults)
    skills = _skills(build, preset_id, faults)
    if preset_id:
        sums(preset_id).check(attributes, skills, faults)
    force = _force_skills(build, faults)
    powers = _powers(build, house, force, faults)
    known, creation, scales = (preset_id, skills), rulebook().creation, rulebook().combat.scales
    items = typed_items.carried(
        build, lambda row, where: item_of(row, where, known, faults), faults
    )
    return ValidatedBuild(
        preset=preset_id,
        attributes=attributes,
        skills=skills,
        force_skills=force,
        powers=powers,
        items=items,
        worn=typed_items.worn(build.worn, items, faults),
        force_points=typed_build.force_points(build, creation.force_points, faults),
        move=_move(build, faults),
        scale=typed_build.one_of(build.scale, scales, "build.scale", faults, kind="scale")
        or creation.scale,
        faults=tuple(faults.found),
    )


def _preset(build: Build, house: House, faults: ProblemList) -> str:
    """The preset that counts: the party's before one's own."""
    presets = rulebook().creation.presets
    own = build.preset
    if own:
        own = typed_build.one_of(own, presets, "build.preset", faults, kind="preset")
    return house.preset if house.preset in presets else own


@cache
def sums(preset_id: str) -> CodeSums:
    """How many dice attributes and skills have together with a preset: ours, not the source's."""
    creation = rulebook().creation
    return creation.presets[preset_id].sums(OURS, **creation.cite("preset", "preset"))


@cache
def book_skills(preset_id: str) -> dict[str, Skill]:
    """The skills that the source names, each under its attribute with that preset."""
    return {
        id: Skill(id, row.name, parsing.attribute(row.attribute, preset_id))
        for id, row in rulebook().traits.skills.items()
    }


def _skills(build: Build, preset_id: str, faults: ProblemList) -> dict[str, Skill]:
    """Those that the source names, and those that were typed."""

    def taken(name: str) -> str:
        if parsing.attribute(name, preset_id):
            return "is an attribute"
        return "is a skill of the Force: its code stands there" if parsing.force_skill(name) else ""

    return typed_build.skills(
        build.skills,
        book_skills(preset_id),
        parsing.attributes(preset_id),
        faults,
        attribute=lambda name: parsing.attribute(name, preset_id),
        taken=taken,
        key=parsing.skill,
    )


# --- the Force


def _force_skills(build: Build, faults: ProblemList) -> dict[str, Code]:
    """The Force skills with a die or more."""
    typed_codes: dict[str, Code] = {}
    for id, text in build.force_skills.items():
        where = f"build.force_skills.{id}"
        if typed_build.one_of(id, FORCE_SKILLS, where, faults, kind="skill") and text.strip():
            code = typed_build.code(text, where, faults, of=rulebook().traits.force[id].name)
            if code and code[0]:
                typed_codes[id] = code
    return typed_codes


def power_of(row: PowerRow, house: House) -> Power:
    """A power with what its row leaves out from the party's power of that name."""
    key = typed.key(row.name)
    made = next((one for one in house.powers if typed.key(one.name) == key), None)
    prerequisites = getattr(row, "prerequisites", 0)
    return Power(
        key=key,
        name=row.name.strip(),
        skills=parsing.joined(row.skills or (made.skills if made else "")),
        prerequisites=prerequisites or (made.prerequisites if made else 0),
        difficulty=row.difficulty or (made.difficulty if made else ""),
        does=row.does or (made.does if made else ""),
    )


def _powers(
    build: Build, house: House, force: Mapping[str, Code], faults: ProblemList
) -> dict[str, Power]:
    """The powers that count: of skills with dice, three of each skill."""
    powers: dict[str, Power] = {}
    picks = rulebook().force.picks
    left = dict.fromkeys(force, picks)
    for position, row in enumerate(build.powers):
        where = f"build.powers[{position}]"
        power = _power(row, house, where, force, faults)
        if power is None:
            continue
        if power.key in powers:
            message = f"{power.name} is there already: one has a power once."
            faults.wrong("repeated-power", where, message, never=NAMING)
            continue
        over = [id for id in power.skills if left.get(id, 1) < 1]
        if over:
            names = parsing.force_names(tuple(over), " and ")
            message = f"{power.name} is one more than the {picks} powers of {names}."
            if not faults.deviation("too-many-powers", where, message):
                continue
        for id in power.skills:
            left[id] = left.get(id, 0) - 1
        powers[power.key] = power
    for id, many in left.items():
        if many > 0:
            name, count = rulebook().traits.force[id].name, f"{many} power{'s' * (many > 1)}"
            faults.open("picks-open", "build.powers", f"Pick {count} of {name} more.")
    return powers


def _power(
    row: structs.Power, house: House, where: str, force: Mapping[str, Code], faults: ProblemList
) -> Power | None:
    """A power of skills that have dice, None where it is none."""
    if not row.name.strip():
        faults.wrong("missing", f"{where}.name", "A power has a name.")
        return None
    power = power_of(row, house)
    if power.prerequisites < 0:
        faults.wrong("bad-amount", f"{where}.prerequisites", "Prerequisites are counted from 0.")
        return None
    if not power.skills:
        if row.skills.strip():
            joins, place = rulebook().force.joins, f"{where}.skills"
            typed_build.one_of(row.skills, joins, place, faults, kind="skill", of=power.name)
        else:
            faults.open("missing", f"{where}.skills", f"Say which skills {power.name} uses.")
        return None
    if message := without_dice(power, force):
        return power if faults.deviation("no-force-skill", where, message) else None
    return power


def without_dice(power: Power, force: Iterable[str]) -> str:
    """Why a power cannot be had: of which of its skills there are no dice; "" where it can."""
    lacking = tuple(id for id in power.skills if id not in force)
    return f"{power.name} needs dice in {parsing.force_names(lacking, ' and ')}." if lacking else ""


# --- things


def item_of(row: Row, where: str, known: Known, faults: ProblemList) -> Item | None:
    """A thing as it is carried, None where it cannot be."""
    name = typed_items.named(row, where, faults)
    if not name:
        return None
    if isinstance(row, structs.Weapon):
        return _weapon(row, where, known, faults)
    if not isinstance(row, structs.Armor):
        return Item(typed.key(name), name, "thing", row.quantity)
    soak: Code | None = None
    if row.soak.strip():
        soak = typed_build.code(row.soak, f"{where}.soak", faults, of=name)
    else:
        faults.open("missing", f"{where}.soak", f"Say what {name} adds to Soak.")
    return Item(typed.key(name), name, "armor", soak=soak or (0, 0))


def _weapon(row: structs.Weapon, where: str, known: Known, faults: ProblemList) -> Item:
    """A weapon; its difficulty counts within bounds."""
    preset_id, skills = known

    def find(name: str) -> str:
        key = parsing.skill(name)
        return parsing.attribute(name, preset_id) or (key if key in skills else "")

    of, forms, form = row.name.strip(), rulebook().combat.forms, row.form
    if form not in forms:
        form = typed_build.one_of(form, forms, f"{where}.form", faults, kind="form", of=of)
    difficulty = row.difficulty
    item = typed_build.weapon(Item, row, where, faults, find, parsing.damage, form=form)
    if difficulty is not None and not 0 <= difficulty <= MOST_DIFFICULTY:
        message = f"The difficulty of {of} is 0 to {MOST_DIFFICULTY}."
        faults.wrong("bad-amount", f"{where}.difficulty", message)
        difficulty = None
    return item if difficulty is None else replace(item, difficulty=difficulty)


def _move(build: Build, faults: ProblemList) -> int:
    combat = rulebook().combat
    if build.move is None:
        return combat.move
    if not combat.move_least <= build.move <= combat.move_most:
        message = f"Move is {combat.move_least} to {combat.move_most} meters."
        faults.wrong("bad-move", "build.move", message)
        return combat.move
    return build.move
