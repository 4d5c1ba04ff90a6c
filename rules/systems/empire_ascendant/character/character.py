"""A document worked out: the build, then each active entry of the ledger.

`ledger/` has the prices and effects of entries, `figures.py` the numbers of the sheet.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.declared.powers.document import PowerCharacter
from rules.kit.play.marks import Bounds, bounded
from rules.kit.typed.items import NamedHolding
from rules.systems.empire_ascendant.character import parsing
from rules.systems.empire_ascendant.character.validation import Item, ValidatedBuild, validate
from rules.systems.empire_ascendant.document.build import Build, House, Marks
from rules.systems.empire_ascendant.rulebook.book import rulebook

# Marks that are set or not.
SWITCHES = ("stabilised", "unconscious", "dead", "fatigued", "fallen", "medpac_today")
# The highest number of each mark.
BOUNDS: Bounds = {
    **dict.fromkeys(Marks.__struct_fields__),
    **dict.fromkeys(SWITCHES, 1),
    "wound": max(row.wound for row in rulebook().harm.levels.values()),
    "stunned": rulebook().harm.stunned_rounds,
}


class Holding(NamedHolding[Item]):
    """One item as it is now."""

    __slots__ = ()


class Character(PowerCharacter[Holding]):
    """A document's state. Traits are attributes, skills, and the three Force skills."""

    holding_type, house_type, marks_type = Holding, House, Marks
    power_rules = parsing.POWERS
    build: Build
    house: House
    marked: Marks
    chosen: ValidatedBuild

    def validated(self, build: Build) -> ValidatedBuild:
        """The codes that could be read."""
        return validate(build, self.house, prefix=self.prefix, accepted=self.accepted)

    @property
    def attributes(self) -> Mapping[str, str]:
        """The attributes of this character by id: six, or the four of Mini Six."""
        return parsing.attributes(self.chosen.preset)

    @property
    def bases(self) -> Mapping[str, str]:
        """The attributes and the Force skills."""
        return parsing.bases(self.chosen.preset)

    def attribute(self, name: str) -> str:
        """The id of an attribute, "" for none."""
        return parsing.attribute(name, self.chosen.preset)

    def skill_key(self, name: str) -> str:
        """The key of a skill of that name, or of the skill that another name means."""
        return parsing.skill(name)

    def base(self, name: str) -> str:
        """The id of an attribute or a Force skill, "" for none."""
        return parsing.base(name, self.chosen.preset)

    def counted_marks(self) -> Marks:
        """The marks within their bounds."""
        counted = bounded(self.marked, BOUNDS)
        counted["force_spent"] = min(counted["force_spent"], self.force_points)
        return Marks(**counted)
