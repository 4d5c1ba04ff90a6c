"""The part of a build that counts: codes read, names told apart, and every fault named.

What is unfinished or illegal contributes nothing, and stands among the problems.
"""

from collections.abc import Mapping
from functools import cache

from msgspec.structs import replace

from rules.declared.armor import Item as ArmorItem
from rules.declared.powers.document import KnownPower
from rules.kit import typed
from rules.kit.coded import build as typed_build
from rules.kit.typed import Code, Skill
from rules.kit.typed import document as typed_document
from rules.kit.typed import items as typed_items
from rules.phrases import counted
from rules.problems import NOTHING as NO_PLACES
from rules.problems import Places, ProblemList
from rules.systems.empire_ascendant.character import parsing
from rules.systems.empire_ascendant.document import build as structs
from rules.systems.empire_ascendant.document.build import MOST_DIFFICULTY, Build, House
from rules.systems.empire_ascendant.rulebook.book import rulebook

Row = structs.FormedWeapon | structs.Armor | typed_document.Thing
# The preset that counts, and the skills there are.
Known = tuple[str, Mapping[str, Skill]]


class Item(ArmorItem, frozen=True, gc=False):
    """A carried item, with the form and difficulty of a weapon."""

    form: str = ""
    difficulty: int | None = None


class ValidatedBuild(typed_build.TypedBuild, frozen=True, gc=False, kw_only=True):
    """A build whose codes were read. `preset` is the one whose sums are checked, "" for none."""

    preset: str
    power_codes: dict[str, Code]
    powers: dict[str, KnownPower]
    move: int
    scale: str


def validate(
    build: Build, house: House, *, prefix: str = "", accepted: Places = NO_PLACES
) -> ValidatedBuild:
    """Read every choice of a build; `prefix` stands before the places of its problems."""
    faults = ProblemList(prefix, accepted)
    preset_id = parsing.PRESETS.counting(build, house, faults)
    names = parsing.attributes(preset_id)
    attributes = typed_build.attribute_codes(build.attributes, names, faults)
    skills = _skills(build, preset_id, faults)
    if sums := parsing.PRESETS.sums.get(preset_id):
        sums.check(attributes, skills, faults)
    force = parsing.POWERS.codes(build, faults)
    powers = parsing.POWERS.validated(build, house, force, faults)
    known, creation, scales = (preset_id, skills), rulebook().creation, rulebook().combat.scales
    items = typed_items.carried(
        build, lambda row, where: item_of(row, where, known, faults), faults
    )
    return ValidatedBuild(
        preset=preset_id,
        attributes=attributes,
        skills=skills,
        power_codes=force,
        powers=powers,
        items=items,
        worn=typed_items.worn(build.worn, items, faults),
        force_points=typed_build.force_points(build, creation.force_points, faults),
        move=_move(build, faults),
        scale=typed_build.one_of(build.scale, scales, "build.scale", faults, kind="scale")
        or creation.scale,
        faults=tuple(faults.found),
    )


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


def item_of(row: Row, where: str, known: Known, faults: ProblemList) -> Item | None:
    """A thing as it is carried, None where it cannot be."""
    name = typed_items.named(row, where, faults)
    if not name:
        return None
    if isinstance(row, structs.FormedWeapon):
        return _weapon(row, where, known, faults)
    if not isinstance(row, structs.Armor):
        return Item(typed.key(name), name, "thing", row.quantity)
    adds = parsing.ARMOR.read(row, where, faults)
    return Item(typed.key(name), name, "armor", adds=adds or 0)


def _weapon(row: structs.FormedWeapon, where: str, known: Known, faults: ProblemList) -> Item:
    """A weapon; its difficulty counts within bounds."""
    preset_id, skills = known

    def find(name: str) -> str:
        key = parsing.skill(name)
        return key if key in skills else parsing.attribute(name, preset_id)

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
        message = f"Move is {combat.move_least} to {counted(combat.move_most, 'meter')}."
        faults.wrong("bad-move", "build.move", message)
        return combat.move
    return build.move
