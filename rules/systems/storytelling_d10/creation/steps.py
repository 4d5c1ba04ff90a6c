"""The steps of creation, declared, and archetypes to start from."""

from __future__ import annotations

from collections.abc import Iterator

from rules.creation import Binding, StepSpec, review
from rules.figures import Figure, number
from rules.forms.fields import Cell
from rules.kit import step_texts
from rules.kit.bound_fields import character_problems, name_field, player_field, rows_field
from rules.kit.dot_fields import dots_field
from rules.kit.ideas import Ideas
from rules.kit.play.marks import below_zero, not_switches
from rules.kit.typed.document import NAME
from rules.problems import Problem
from rules.systems.storytelling_d10.character import figures, force, languages
from rules.systems.storytelling_d10.character.build import (
    ABILITIES,
    ATTRIBUTES,
    ITEMS,
    KNOWLEDGES,
    OWN_LORES,
    SKILLS,
    WEAPON_ABILITIES,
    taken,
)
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.character.dotted import best
from rules.systems.storytelling_d10.character.merits import MERITS
from rules.systems.storytelling_d10.creation import archetypes
from rules.systems.storytelling_d10.creation.archetypes import text_fields
from rules.systems.storytelling_d10.creation.merits import MeritStep
from rules.systems.storytelling_d10.document.build import Lore, Marks
from rules.systems.storytelling_d10.rulebook.book import FOLDER, rulebook
from rules.systems.storytelling_d10.rulebook.merits import Merit

ATTRIBUTE_FIELDS = ATTRIBUTES.fields(
    hint="6, 4, and 3 dots, on top of the one that every attribute has."
)
ABILITY_FIELDS = (
    *ABILITIES.fields(
        hint="11, 7, and 4 dots. None above 3 yet.",
        taken=lambda character, group: taken(character.build, character.house).get(group, 0),
        result=figures.ability_pool,
    ),
    rows_field(
        "lores",
        "Lores of your own",
        Lore,
        (
            Cell("name", "Lore", limit=NAME),
            Cell("dots", "Dots", "number", lowest=0, highest=ABILITIES.most),
        ),
        limit=OWN_LORES,
        hint="What you know too much about. They count among the Knowledges.",
    ),
)


def _force_total(character: Character) -> int:
    """The dots for Knowledges that abilities and Lores leave."""
    build = character.build
    spent = sum(build.abilities.get(id, 0) for id in ABILITIES.in_group(KNOWLEDGES))
    spent += sum(lore.dots for lore in build.lores)
    return max(0, ABILITIES.allowance(build, KNOWLEDGES) - spent)


# Where the party lets new characters have some of the Force.
FORCE_FIELDS = (
    dots_field(
        "force_knowledges",
        "Force knowledges",
        "force_knowledges",
        {id: row.name for id, row in force.TREES.items()},
        total=_force_total,
        highest=ABILITIES.most,
        hint="From your points for Knowledges. They require Force Sensitivity.",
        result=force.pool,
    ),
    force.field("Each dot brings an ability of its tree."),
)


HINTS = {
    "weapons": "With a weapon skill you don't have, difficulties are 2 higher.",
    "armor": "Ratings 1–2 are light, 3–4 medium, 5–6 heavy: 1, 2, or 3 dice of Dexterity.",
    "worn": "Its rating soaks damage, and it slows your hands.",
    "shields": "They soak first, and wear down.",
}


def _known_skills(character: Character) -> tuple[str, ...]:
    return tuple(name for id in WEAPON_ABILITIES for name in character.weapon_skill_names(id))


def _carried(character: Character) -> str:
    """The carried items and the spoken languages as text: "Blaster pistol, Basic"."""
    things = [holding.item.name for holding in character.carried]
    return ", ".join((*things, *(one.name for one in character.build.languages)))


def _advice(character: Character) -> tuple[str, ...]:
    """Sentences about what a player might have forgotten: never a fault."""
    texts = []
    if not any(holding.item.weapon for holding in character.carried):
        texts.append("No weapon yet.")
    if character.build.armor and not character.build.worn:
        texts.append("You carry armor but don't wear any. It soaks only while worn.")
    if not character.build.languages:
        texts.append("No language yet.")
    return tuple(texts)


SKILL_NAMES = {
    id: row.name
    for rows in rulebook().traits.weapon_skills.values()
    for id, row in rows.items()
    if not row.own
}
GEAR_FIELDS = (
    languages.field(),
    *ITEMS.fields(HINTS, _known_skills, figures.ARMOR.numbers, SKILL_NAMES),
)


TEXTS = step_texts.read(FOLDER)
NUMBERS = rulebook().creation.numbers


def problems(character: Character) -> tuple[Problem, ...]:
    """Everything that is open or wrong, in the order of the document."""
    counted = [name for name in Marks.__struct_fields__ if name != "dead"]
    messages = dict.fromkeys(counted, "This mark is 0 or more.")
    marked = character.marked
    marks = (*below_zero(marked, messages), *not_switches(marked, ("dead",)))
    return character_problems(character, marks)


def _attributes(character: Character) -> str:
    return best(character, {id: row.name for id, row in ATTRIBUTES.rows.items()}, 3)


def _abilities(character: Character) -> str:
    known = {id: row.name for id, row in character.abilities.items() if character.value(id)}
    return best(character, known, 5)


def _skills(character: Character) -> str:
    return ", ".join(name for id in WEAPON_ABILITIES for name in character.weapon_skill_names(id))


def _merits(character: Character) -> str:
    return ", ".join(one.name for one in (*character.chosen.merits, *character.chosen.flaws))


def _force(character: Character) -> str:
    pools = {row.name: force.pool(character, id) for id, row in force.TREES.items()}
    return ", ".join(f"{name} {pool.value}" for name, pool in pools.items() if pool)


def _barred(_character: Character, merit: Merit) -> str:
    """Why no new character can have a merit."""
    most = dict.fromkeys(rulebook().traits.abilities, NUMBERS["ability-most-new"].number)
    most["power"] = NUMBERS["power"].number
    needs = merit.requires.traits
    name = rulebook().trait_name
    far = [f"{name(id)} {least}" for id, least in needs.items() if least > most.get(id, 9)]
    return f"Out of reach for a new character: {', '.join(far)}." if far else ""


def _figures(character: Character) -> Iterator[Figure]:
    """The figures that merits and flaws change."""
    yield number("Health levels", len(character.levels))
    yield figures.walk(character)
    yield figures.initiative(character)
    yield character.trait("appearance")
    yield figures.ARMOR.worn_soak(character)
    yield figures.ARMOR.worn_taken(character)


MERIT_FIELDS = MeritStep(MERITS).fields(
    barred=_barred,
    figures=_figures,
    notes={"merits": "3 points, plus those from your flaws.", "flaws": "6 points at most."},
)


FORCE = TEXTS["force"].spec(FORCE_FIELDS, _force)
ALL = (
    TEXTS["concept"].spec(
        (name_field(2 * NAME), *text_fields(), player_field(2 * NAME)),
        lambda character: character.document.name or character.build.concept,
    ),
    TEXTS["attributes"].spec(ATTRIBUTE_FIELDS, _attributes),
    TEXTS["abilities"].spec(ABILITY_FIELDS, _abilities),
    TEXTS["weapon-skills"].spec(SKILLS.fields, _skills),
    TEXTS["merits"].spec(MERIT_FIELDS, _merits),
    FORCE,
    TEXTS["gear"].spec(GEAR_FIELDS, _carried, _advice),
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


IDEAS = Ideas(
    rulebook().archetypes.archetypes,
    archetypes.chosen,
    ("attributes", "abilities", "weapon-skills", "merits", "force", "gear"),
    named=rulebook().traits.abilities,
)
