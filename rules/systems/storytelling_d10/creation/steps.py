"""The steps of creation, declared."""

from __future__ import annotations

from collections.abc import Iterator

from rules.creation import Binding, Bound, StepSpec, review
from rules.figures import Figure, number
from rules.kit import step_texts
from rules.kit.bound_fields import name_field, open_name, player_field, text_field
from rules.kit.marks import below_zero, not_switches
from rules.kit.merits import Merit
from rules.problems import Problem
from rules.systems.storytelling_d10.character import figures
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.character.dots import SKILLS, WEAPON_ABILITIES
from rules.systems.storytelling_d10.character.merits import MERITS
from rules.systems.storytelling_d10.creation import dots, gear
from rules.systems.storytelling_d10.document import NAME, STORY, Marks
from rules.systems.storytelling_d10.rulebook import FOLDER, ConceptText, rulebook

ARCHETYPES, TEXTS = rulebook().archetypes, step_texts.read(FOLDER)
NUMBERS = rulebook().creation.numbers


def problems(character: Character) -> tuple[Problem, ...]:
    """Everything that is open or wrong, in the order of the document."""
    counted = [name for name in Marks.__struct_fields__ if name != "dead"]
    messages = dict.fromkeys(counted, "This mark is 0 or more.")
    return (
        *open_name(character.document),
        *character.chosen.faults,
        *character.faults,
        *below_zero(character.marked, messages),
        *not_switches(character.marked, ("dead",)),
    )


def _attributes(character: Character) -> str:
    rows = rulebook().traits.attributes
    best = sorted(rows, key=lambda id: -character.value(id))[:3]
    return ", ".join(f"{rows[id].name} {character.value(id)}" for id in best)


def _abilities(character: Character) -> str:
    known = {id: row.name for id, row in character.abilities.items() if character.value(id)}
    best = sorted(known, key=lambda id: -character.value(id))[:5]
    return ", ".join(f"{known[id]} {character.value(id)}" for id in best)


def _skills(character: Character) -> str:
    return ", ".join(name for id in WEAPON_ABILITIES for name in character.weapon_skill_names(id))


def _merits(character: Character) -> str:
    return ", ".join(one.name for one in (*character.chosen.merits, *character.chosen.flaws))


def _force(character: Character) -> str:
    parts = []
    for id, row in rulebook().force.force_knowledges.items():
        pool = figures.force_pool(character, id)
        if pool:
            parts.append(f"{row.name} {pool.value}")
    return ", ".join(parts)


def _barred(_character: Character, merit: Merit) -> str:
    """Why no new character can have a merit."""
    most = dict.fromkeys(rulebook().traits.abilities, NUMBERS["ability-most-new"].number)
    most["power"] = NUMBERS["power"].number
    needs = merit.requires.traits
    name = rulebook().trait_name
    far = [f"{name(id)} {least}" for id, least in needs.items() if least > most.get(id, 9)]
    return f"Out of reach for a new character: {', '.join(far)}." if far else ""


def _figures(character: Character) -> Iterator[Figure]:
    """What merits and flaws change on the sheet."""
    yield number("Health levels", len(character.levels))
    yield figures.walk(character)
    yield figures.initiative(character)
    yield figures.trait(character, "appearance")
    yield figures.worn_soak(character)
    yield figures.worn_dexterity(character)


MERIT_FIELDS = MERITS.fields(
    barred=_barred,
    figures=_figures,
    notes={"merits": "3 points, and what your flaws bring.", "flaws": "6 points at most."},
)


def _text(row: ConceptText) -> Bound:
    known = getattr(ARCHETYPES, row.suggestions, ())
    return text_field(
        row.id,
        row.name,
        STORY if row.lines > 1 else NAME,
        hint=row.does,
        lines=row.lines,
        placeholder=row.placeholder,
        suggestions=tuple(one.name for one in known.values()) if isinstance(known, dict) else known,
    )


FORCE = TEXTS["force"].spec(dots.FORCE_FIELDS, _force)
ALL = (
    TEXTS["concept"].spec(
        (name_field(2 * NAME), *map(_text, ARCHETYPES.texts.values()), player_field(2 * NAME)),
        lambda character: character.document.name or character.build.concept,
    ),
    TEXTS["attributes"].spec(dots.ATTRIBUTE_FIELDS, _attributes),
    TEXTS["abilities"].spec(dots.ABILITY_FIELDS, _abilities),
    TEXTS["weapon-skills"].spec(SKILLS.fields, _skills),
    TEXTS["merits"].spec(MERIT_FIELDS, _merits),
    FORCE,
    TEXTS["gear"].spec(gear.FIELDS, gear.state, gear.advice),
)
REVIEW = review()
FIELDS = Binding(field for step in ALL for field in step.fields)


def steps(character: Character) -> tuple[StepSpec[Character], ...]:
    """The steps of this character: that of the Force where its party lets it have some, or the
    build holds some.
    """
    build = character.build
    has_force = character.house.force_at_creation or build.force_knowledges or build.force_abilities
    shown = (step for step in ALL if step is not FORCE or has_force)
    return (*shown, REVIEW)
