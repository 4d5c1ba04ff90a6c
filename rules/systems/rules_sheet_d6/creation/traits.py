"""The steps of attributes and skills: typed codes, and the optional preset."""

from __future__ import annotations

from rules.figures import Figure
from rules.forms.fields import Option
from rules.kit.bound_fields import codes_field, switch_field
from rules.kit.code_sums import written
from rules.kit.typed_steps import skills_field
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.character.parsing import NAMES
from rules.systems.rules_sheet_d6.character.preset import SUMS
from rules.systems.rules_sheet_d6.rulebook import book


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
    hint = "Full codes, attribute included. Skills not listed here roll their attribute."
    if chosen.by_preset:
        hint += f" {SUMS.left_text('skills', chosen.attributes, chosen.skills)}, by the preset."
    return hint


ATTRIBUTE_FIELDS = (
    switch_field("preset", "Optional preset, not the source's", _preset),
    codes_field(
        "attributes",
        "Attributes",
        NAMES,
        figures.attribute,
        hint="Write each as on your table's sheets: 3D, 3D+1, 3D+2.",
        left=_left,
    ),
)
SKILL_FIELDS = (
    skills_field(
        (row.name for row in book().traits.skills.values()),
        lambda _document: NAMES,
        hint=_skills_hint,
    ),
)
