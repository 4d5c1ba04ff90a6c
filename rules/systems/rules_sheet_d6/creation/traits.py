"""The steps of attributes and skills: typed codes, and the optional preset."""

from __future__ import annotations

from rules.forms.fields import Option
from rules.kit.bound_fields import switch_field
from rules.kit.coded.steps import attributes_field, skills_field
from rules.kit.coded.sums import CodeSums, written
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.character.parsing import NAMES
from rules.systems.rules_sheet_d6.character.preset import SUMS
from rules.systems.rules_sheet_d6.rulebook import book


def _preset(character: Character) -> Option:
    """The option that keeps both sums: 18D attributes, 7D skills."""
    creation = book().creation
    party = " Your party keeps to them." if character.house.preset else ""
    return Option(
        "preset",
        f"Count dice for me: {written(creation.preset_attributes)} attributes,"
        f" {written(creation.preset_skills)} skills",
        f"{creation.rulings['preset']}{party}",
        source=creation.sources["preset"],
        term="preset",
    )


def _sums(character: Character) -> CodeSums | None:
    return SUMS if character.chosen.by_preset else None


ATTRIBUTE_FIELDS = (
    switch_field("preset", "Preset", _preset),
    attributes_field(
        NAMES,
        figures.attribute,
        _sums,
        hint="Write it as on paper: 3D, 3D+1, 3D+2.",
    ),
)
SKILL_FIELDS = (
    skills_field(
        (row.name for row in book().traits.skills.values()),
        lambda _document: NAMES,
        _sums,
        hint="Full codes, attribute included. Skills not listed here roll their attribute.",
    ),
)
