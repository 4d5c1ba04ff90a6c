"""The steps of attributes and skills: typed codes, and the optional preset."""

from __future__ import annotations

from rules.figures import Figure
from rules.forms.fields import Cell, Option
from rules.kit import typed
from rules.kit.bound_fields import codes_field, replace, rows_field, switch_field
from rules.kit.code_sums import written
from rules.kit.typed_document import MANY, NAME, Skill
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.character.parsing import NAMES
from rules.systems.rules_sheet_d6.character.preset import SUMS
from rules.systems.rules_sheet_d6.document import Build
from rules.systems.rules_sheet_d6.rulebook import book

MENU = (Option("", "Where it stands"), *(Option(id, name) for id, name in NAMES.items()))


def _preset(character: Character) -> Option:
    """Whether the sums are checked."""
    creation = book().creation
    party = " Your party keeps to them." if character.house.preset else ""
    return Option(
        "preset",
        f"Keep to {written(creation.preset_attributes)} and {written(creation.preset_skills)}",
        f"{creation.rulings['preset']}{party}",
        source=creation.sources["preset"],
        term="preset",
    )


def _left(character: Character) -> Figure | None:
    """What remains of the preset's sum."""
    chosen = character.chosen
    if not chosen.by_preset:
        return None
    return SUMS.left("attributes", chosen.attributes, chosen.skills)


def _skills_hint(character: Character) -> str:
    chosen = character.chosen
    hint = (
        "Whole codes, the attribute included. What is not typed here is rolled with its attribute."
    )
    if chosen.by_preset:
        hint += f" {SUMS.left_text('skills', chosen.attributes, chosen.skills)}, by the preset."
    return hint


def _without_skills(build: Build) -> Build:
    """Skills that a weapon uses stay by name, without a code."""
    used = {typed.key(weapon.skill) for weapon in build.weapons}
    kept = [skill for skill in build.skills if typed.key(skill.name) in used]
    return replace(build, skills=tuple(replace(skill, code="") for skill in kept))


ATTRIBUTE_FIELDS = (
    switch_field("preset", "Optional preset, not the source's", _preset),
    codes_field(
        "attributes",
        "Attributes",
        NAMES,
        figures.attribute,
        hint="Type each as it stands on your table's sheets: 3D, 3D+1, 3D+2.",
        left=_left,
    ),
)
SKILL_FIELDS = (
    rows_field(
        "skills",
        "Skills",
        Skill,
        (
            Cell(
                "name",
                "Skill",
                limit=NAME,
                suggestions=tuple(row.name for row in book().traits.skills.values()),
            ),
            Cell("attribute", "Attribute", "menu", options=MENU),
            Cell("code", "Code", "code"),
        ),
        limit=MANY,
        hint=_skills_hint,
        empty=_without_skills,
    ),
)
