"""The steps of attributes, skills and the Force: codes typed by hand, and the optional presets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from rules.creation import Bound, of_build
from rules.document import Document
from rules.forms.fields import (
    Breakdown,
    BreakdownEntry,
    Cell,
    Change,
    Choice,
    Coded,
    Codes,
    Field,
    Option,
    Raise,
    Rows,
)
from rules.forms.parsing import Values, cells, code, known, one
from rules.kit.bound_fields import rows_field
from rules.kit.typed_document import MANY, NAME
from rules.problems import InvalidDocument
from rules.systems.empire_ascendant.character import figures, parsing
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.character.preset import sums
from rules.systems.empire_ascendant.document import (
    LINE,
    MOST_PREREQUISITES,
    Build,
    House,
    Power,
    Skill,
)
from rules.systems.empire_ascendant.rulebook import FORCE_SKILLS, rulebook


def preset_of(document: Document) -> str:
    """The preset that counts: the party's before one's own."""
    house: House = document.house or House()
    return house.preset or str(document.build.preset)


def _ids(document: Document) -> tuple[str, ...]:
    return tuple(parsing.attributes(preset_of(document)))


# --- codes


def _codes(build: Build, member: str, ids: tuple[str, ...], values: Values) -> dict[str, str]:
    """The codes of a member typed anew; what is no code of any trait of ours stays."""
    if len(values) != len(ids):
        raise InvalidDocument(f"A code for each of {', '.join(ids)} is expected.")
    wrong: list[str] = []
    found = {}
    for id, said in zip(ids, values, strict=True):
        try:
            found[id] = code(said)
        except InvalidDocument as unreadable:
            wrong.append(f"{id}: {unreadable.message}.")
    if wrong:
        raise InvalidDocument(" ".join(wrong))
    traits = rulebook().traits
    ours = {*traits.attributes, *traits.mini_six, *FORCE_SKILLS}
    strange = {id: said for id, said in getattr(build, member).items() if id not in ours}
    return {**{id: said for id, said in found.items() if said}, **strange}


def _write_attributes(document: Document, _rest: str, values: Values) -> Document:
    build = document.build
    found = _codes(build, "attributes", _ids(document), values)
    return replace(document, build=replace(build, attributes=found))


def _read_attributes(document: Document, _rest: str = "") -> Values:
    return tuple(document.build.attributes.get(id, "") for id in _ids(document))


def _show_attributes(character: Character) -> Iterator[Field]:
    chosen, document = character.chosen, character.document
    values = _read_attributes(document)
    traits = tuple(
        Coded(id, name, said, figures.attribute(character, id))
        for (id, name), said in zip(character.attributes.items(), values, strict=True)
    )
    left = None
    if chosen.preset:
        left = sums(chosen.preset).left("attributes", chosen.attributes, chosen.skills)
    hint = "Type each as it stands on your table's sheets: 3D, 3D+1, 3D+2."
    yield Codes("attributes", "Attributes", values, traits, hint, left)


# --- the preset


def _write_preset(document: Document, _rest: str, values: Values) -> Document:
    """Another preset; codes of attributes that it lacks go to those that stand in for them."""
    said = one(values)
    known((said,), rulebook().creation.presets)
    after = replace(document, build=replace(document.build, preset=said))
    if _ids(after) == _ids(document):
        return after
    build = after.build
    moved = {id: build.attributes[old] for id in _ids(after) if (old := _old(id, build.attributes))}
    skills = tuple(replace(row, attribute=_moved(row.attribute)) for row in build.skills)
    weapons = tuple(replace(row, skill=_moved(row.skill)) for row in build.weapons)
    return replace(after, build=replace(build, attributes=moved, skills=skills, weapons=weapons))


def _moved(name: str) -> str:
    """One of the four attributes of Mini Six by the first that it stands in for; any other name
    stays: with that preset the six are read as the four.
    """
    row = rulebook().traits.mini_six.get(name)
    return row.covers[0] if row else name


def _old(id: str, codes: Mapping[str, str]) -> str:
    """Which of these attributes stands in for another, or is one that it stands in for."""
    for four, row in rulebook().traits.mini_six.items():
        if id == four:
            return next((one for one in row.covers if one in codes), "")
        if id in row.covers and four in codes:
            return four
    return ""


def _preset(character: Character) -> Iterator[Field]:
    build, creation = character.build, rulebook().creation
    rows = [("", "None: any codes", creation.rulings["any_codes"], "")]
    rows += [(row.id, row.name, row.does, row.source) for row in creation.presets.values()]
    options = tuple(
        Option(
            id,
            name,
            does,
            chosen=build.preset == id,
            changes=_preset_changes(character, id),
            source=source,
        )
        for id, name, does, source in rows
    )
    party = ""
    if character.house.preset in creation.presets:
        party = f" Your party keeps to {creation.presets[character.house.preset].name}."
    hint = f"{creation.rulings['preset']}{party}"
    yield Choice("preset", "Optional preset", (build.preset,), options, hint=hint)


def _preset_changes(character: Character, id: str) -> tuple[Change, ...]:
    """What another preset would do to the sheet, skills by their attribute."""
    document = character.document
    after = _write_preset(document, "", (id,))
    if after.build.attributes == document.build.attributes:
        return ()
    now, other = Character(document), Character(after)
    moved = [
        (
            f"{now.full_name(skill.attribute)} skills",
            figures.skill(now, key),
            figures.skill(other, key),
        )
        for key, skill in now.skills.items()
    ]
    for key, row in rulebook().combat.defenses.items():
        moved.append((row.name, figures.defense(now, key), figures.defense(other, key)))
    moved.append(("Full Dodge", figures.full_dodge(now), figures.full_dodge(other)))
    moved.append(("Soak", figures.soak(now), figures.soak(other)))
    for held in now.carried:
        item = other.holdings[held.item.key].item
        for figure in (figures.attack, figures.damage):
            before, then = figure(now, held.item), figure(other, item)
            if before and then:
                moved.append((held.item.name, before, then))
    found = {
        (name, was.code, then.code): Change(name, was.code, then.code, then.weight > was.weight)
        for name, was, then in moved
        if was.code != then.code
    }
    return tuple(found.values())


# --- skills


def _skill_cells(document: Document) -> tuple[Cell, ...]:
    """A skill: its name, under which attribute, and its whole code."""
    names = tuple(row.name for row in rulebook().traits.skills.values())
    attributes = parsing.attributes(preset_of(document))
    menu = (Option("", "Attribute"), *(Option(id, name) for id, name in attributes.items()))
    return (
        Cell("name", "Skill", limit=NAME, suggestions=names),
        Cell("attribute", "Attribute", "menu", options=menu),
        Cell("code", "Code", "code"),
    )


def _read_skills(document: Document, _rest: str = "") -> Values:
    preset_id, found = preset_of(document), list[str]()
    for row in document.build.skills:
        attribute = parsing.attribute(row.attribute, preset_id) or row.attribute
        found += (row.name, attribute, row.code)
    return tuple(found)


def _write_skills(document: Document, _rest: str, values: Values) -> Document:
    shape = Rows("skills", "Skills", (), _skill_cells(document), limit=MANY)
    rows = [
        Skill(name=name, attribute=attribute, code=said)
        for name, attribute, said in cells(shape, values)
    ]
    return replace(document, build=replace(document.build, skills=tuple(rows)))


def _clear_skills(document: Document, _rest: str) -> Document:
    """Skills that a weapon is used with stay by name, without a code."""
    build = document.build
    used = {parsing.skill(weapon.skill) for weapon in build.weapons}
    kept = [skill for skill in build.skills if parsing.skill(skill.name) in used]
    skills = tuple(replace(skill, code="") for skill in kept)
    return replace(document, build=replace(build, skills=skills))


def _show_skills(character: Character) -> Iterator[Field]:
    """The skills, and what they make of the defenses."""
    chosen, document = character.chosen, character.document
    hint = "Whole codes, the attribute included. A skill that isn't listed rolls its attribute."
    if chosen.preset:
        left = sums(chosen.preset).left_text("skills", chosen.attributes, chosen.skills)
        hint += f" {left}, by the preset."
    values = _read_skills(document)
    yield Rows("skills", "Skills", values, _skill_cells(document), hint, MANY)
    yield Breakdown("parries", "Defenses", defense_entries(character))


def defense_entries(character: Character) -> tuple[BreakdownEntry, ...]:
    """Each static defense, and what one pip more of its skill would make of it."""
    found = []
    for id, row in rulebook().combat.defenses.items():
        tried = character.raising(row.skill)
        now, after = figures.defense(character, id), figures.defense(tried, id)
        change = Change(row.name, now.code, after.code, after.value > now.value)
        name = character.skills[row.skill].name
        raises = (Raise(f"{name} one pip higher", "skills", change),)
        found.append(BreakdownEntry(now, row.does, raises, term=f"defense-{id}"))
    return tuple(found)


# --- the Force


def _force_values(build: Build) -> Values:
    return tuple(build.force_skills.get(id, "") for id in FORCE_SKILLS)


def _show_force(character: Character) -> Iterator[Field]:
    values = _force_values(character.build)
    traits = tuple(
        Coded(id, character.full_name(id), said, figures.force_skill(character, id))
        for id, said in zip(FORCE_SKILLS, values, strict=True)
    )
    hint = "Leave these empty if the Force isn't with you."
    yield Codes("force_skills", "Force skills", values, traits, hint)


def _powers_hint(character: Character) -> str:
    left = [
        f"{many} of {character.full_name(id)}"
        for id, many in character.picks_left().items()
        if many
    ]
    learned = [
        f"{power.name} is learned at {figures.learning(power.prerequisites).value}"
        for power in character.powers.values()
        if power.prerequisites
    ]
    picks = f" Picks left: {', '.join(left)}." if left else ""
    more = f" {'; '.join(learned)}." if learned else ""
    return f"{rulebook().force.rulings['powers']}{picks}{more}"


def _power_names(character: Character) -> dict[str, tuple[str, ...]]:
    ours = [power.name for power in character.house.powers]
    known_ = [row.name for row in rulebook().archetypes.powers.values()]
    return {"name": tuple(dict.fromkeys((*ours, *known_)))}


ATTRIBUTE_FIELDS = (
    Bound("preset", lambda document, _: (document.build.preset,), _write_preset, show=_preset),
    Bound(
        "attributes",
        _read_attributes,
        _write_attributes,
        lambda document, _: replace(document, build=replace(document.build, attributes={})),
        show=_show_attributes,
    ),
)
SKILL_FIELDS = (Bound("skills", _read_skills, _write_skills, _clear_skills, show=_show_skills),)
FORCE_FIELDS = (
    of_build(
        "force_skills",
        _force_values,
        lambda build, values: replace(
            build, force_skills=_codes(build, "force_skills", FORCE_SKILLS, values)
        ),
        empty=lambda build: replace(build, force_skills={}),
        show=_show_force,
    ),
    rows_field(
        "powers",
        "Powers",
        Power,
        (
            Cell("name", "Power", limit=NAME),
            Cell(
                "skills",
                "Skills",
                "menu",
                options=(
                    Option("", "Skills"),
                    *(Option(row.id, row.name) for row in rulebook().force.joins.values()),
                ),
            ),
            Cell("prerequisites", "Prerequisites", "number", lowest=0, highest=MOST_PREREQUISITES),
            Cell(
                "difficulty",
                "Difficulty",
                limit=NAME,
                suggestions=tuple(row.name for row in rulebook().difficulties.ladder.values()),
            ),
            Cell("does", "Effect", limit=LINE),
        ),
        limit=MANY,
        hint=_powers_hint,
        suggest=_power_names,
    ),
)
