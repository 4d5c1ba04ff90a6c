"""The steps of attributes, skills and the Force: codes typed by hand, and the optional presets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from rules.creation import Bound, shown_only
from rules.document import Document
from rules.forms.fields import (
    Breakdown,
    BreakdownEntry,
    Change,
    Choice,
    Field,
    Option,
    Raise,
)
from rules.forms.parsing import Values, known, one
from rules.kit.advancement_offers import Named, changes
from rules.kit.bound_fields import codes_field
from rules.kit.code_sums import CodeSums
from rules.kit.typed_powers import powers_field
from rules.kit.typed_steps import attributes_field, skills_field
from rules.systems.empire_ascendant.character import figures, parsing
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.character.validation import sums
from rules.systems.empire_ascendant.document import House
from rules.systems.empire_ascendant.rulebook import rulebook


def preset_of(document: Document) -> str:
    """The preset that counts: the party's before one's own."""
    house: House = document.house or House()
    return house.preset or str(document.build.preset)


def attributes_of(document: Document) -> Mapping[str, str]:
    """The attributes of a document by id: six, or the four of Mini Six."""
    return parsing.attributes(preset_of(document))


def _sums(character: Character) -> CodeSums | None:
    return sums(character.chosen.preset) if character.chosen.preset else None


# --- the preset


def _write_preset(document: Document, _rest: str, values: Values) -> Document:
    """Another preset; codes of attributes that it lacks go to those that stand in for them."""
    preset_id = one(values)
    known((preset_id,), rulebook().creation.presets)
    after = replace(document, build=replace(document.build, preset=preset_id))
    if attributes_of(after) == attributes_of(document):
        return after
    build = after.build
    moved = {
        id: build.attributes[old]
        for id in attributes_of(after)
        if (old := _old(id, build.attributes))
    }
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
    presets = tuple(
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
    yield Choice("preset", "Optional preset", (build.preset,), presets, hint=hint)


def _preset_changes(character: Character, id: str) -> tuple[Change, ...]:
    """What another preset would do to the sheet, skills by their attribute."""
    document = character.document
    after = _write_preset(document, "", (id,))
    if after.build.attributes == document.build.attributes:
        return ()
    before, then = _depending(character), _depending(Character(after))
    both = [key for key in before if key in then]
    differing = changes((before[key] for key in both), (then[key] for key in both))
    return tuple(dict.fromkeys(differing))


def _depending(character: Character) -> dict[str, Named]:
    """The figures that a preset can change by key, with their labels."""
    named = {
        f"skills.{key}": (
            f"{character.full_name(row.attribute)} skills",
            figures.skill(character, key),
        )
        for key, row in character.skills.items()
    }
    named |= {id: (one.label, one) for id, one in figures.defenses(character).items()}
    named["soak"] = ("Soak", figures.soak(character))
    for holding in character.carried:
        weapon = holding.item
        if attack := figures.attack(character, weapon):
            named[f"attacks.{weapon.key}"] = (weapon.name, attack)
        if damage := figures.damage(character, weapon):
            named[f"damages.{weapon.key}"] = (weapon.name, damage)
    return named


# --- skills


def _stands(document: Document, attribute: str) -> str:
    """The attribute that a skill stands under with the preset that counts."""
    return parsing.attribute(attribute, preset_of(document)) or attribute


def _parries(character: Character) -> Iterator[Field]:
    """What the skills make of the defenses."""
    yield Breakdown("parries", "Defenses", defense_entries(character))


def defense_entries(character: Character) -> tuple[BreakdownEntry, ...]:
    """Each static defense, and what one pip more of its skill would make of it."""
    entries = []
    for id, row in rulebook().combat.defenses.items():
        tried = character.raising(id)
        now, after = figures.defense(character, id), figures.defense(tried, id)
        change = Change(row.name, now.code, after.code, after.value > now.value)
        name = character.skills[id].name
        raises = (Raise(f"{name} one pip higher", "skills", change),)
        entries.append(BreakdownEntry(now, row.does, raises, term=f"defense-{id}"))
    return tuple(entries)


# --- the Force


def _powers_hint(character: Character) -> str:
    learned = [
        f"{power.name} is learned at {figures.learning(power.prerequisites).value}"
        for power in character.powers.values()
        if power.prerequisites
    ]
    left = character.picks_text()
    picks = f" Picks left: {left}." if left else ""
    more = f" {'; '.join(learned)}." if learned else ""
    return f"{rulebook().force.rulings['powers']}{picks}{more}"


ATTRIBUTE_FIELDS = (
    Bound("preset", lambda document, _: (document.build.preset,), _write_preset, show=_preset),
    attributes_field(
        attributes_of,
        figures.attribute,
        _sums,
        hint="Type each as it stands on your table's sheets: 3D, 3D+1, 3D+2.",
        also={*rulebook().traits.attributes, *rulebook().traits.mini_six},
    ),
)
SKILL_FIELDS = (
    skills_field(
        (row.name for row in rulebook().traits.skills.values()),
        attributes_of,
        _sums,
        hint="Whole codes, the attribute included. A skill that isn't listed rolls its attribute.",
        shown=_stands,
        key=parsing.skill,
    ),
    shown_only("parries", _parries),
)
FORCE_FIELDS = (
    codes_field(
        "force_skills",
        "Force skills",
        parsing.POWERS.names,
        figures.trait,
        hint="Leave these empty if the Force isn't with you.",
    ),
    powers_field(
        parsing.POWERS,
        (row.name for row in rulebook().archetypes.powers.values()),
        tuple(row.name for row in rulebook().difficulties.ladder.values()),
        hint=_powers_hint,
    ),
)
