"""A document worked out: the build, then each active entry of the ledger.

`ledger/` has the prices and effects of entries, `figures.py` the numbers of the sheet.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rules.dice import codes
from rules.document import Document
from rules.kit.coded_character import CodedCharacter
from rules.kit.marks import Bounds, bounded
from rules.kit.typed import Code
from rules.kit.typed_items import NamedHolding
from rules.systems.empire_ascendant.character import parsing
from rules.systems.empire_ascendant.character.validation import (
    Item,
    Power,
    ValidatedBuild,
    validate,
)
from rules.systems.empire_ascendant.document import Build, House, Marks
from rules.systems.empire_ascendant.rulebook import FORCE_SKILLS, rulebook

# Marks that are set or not.
SWITCHES = ("stabilised", "unconscious", "dead", "fatigued", "fallen", "medpac_today")


@cache
def bounds() -> Bounds:
    """The highest number of each mark."""
    harm = rulebook().harm
    most = {"wound": max(row.wound for row in harm.levels.values()), "stunned": harm.stunned_rounds}
    return dict.fromkeys(Marks.__struct_fields__) | dict.fromkeys(SWITCHES, 1) | most


class Holding(NamedHolding[Item]):
    """One item as it is now."""

    __slots__ = ()


class Character(CodedCharacter[Holding]):
    """A document's state. Traits are attributes, skills, and the three Force skills; `gained` are
    powers that came in play, of which those `picked` took a pick.
    """

    holding_type, house_type, marks_type = Holding, House, Marks
    build: Build
    house: House
    marked: Marks
    chosen: ValidatedBuild

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.gained: dict[str, Power] = {}
        self.picked: set[str] = set()

    def validated(self, build: Build) -> ValidatedBuild:
        """The codes that could be read."""
        return validate(build, self.house, prefix=self.prefix, accepted=self.accepted)

    def rebuild(self, build: Build, *, prefix: str) -> None:
        """Put another build under everything that came since; powers that it has are its own."""
        super().rebuild(build, prefix=prefix)
        for key in self.chosen.powers:
            self.gained.pop(key, None)
        self.picked &= self.gained.keys()

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

    def typed_code(self, base: str) -> Code | None:
        """The code that the build gives to an attribute or a Force skill."""
        return self.chosen.attributes.get(base) or self.chosen.force_skills.get(base)

    def rise(self, trait: str, pips: int = 1) -> None:
        """One pip more in a trait; of a Force skill without a die its first."""
        is_first = trait in FORCE_SKILLS and not self.code(trait)[0]
        super().rise(trait, codes.PIPS_IN_A_DIE if is_first else pips)

    @property
    def force_skills(self) -> dict[str, Code]:
        """The Force skills that have a die or more, with their codes."""
        return {id: code for id in FORCE_SKILLS if (code := self.code(id))[0] > 0}

    @property
    def powers(self) -> dict[str, Power]:
        """Every power, those of the build first."""
        return {**self.chosen.powers, **self.gained}

    def has_power(self, key: str) -> bool:
        """Whether there is a power of that key."""
        return key in self.gained or key in self.chosen.powers

    def picks_left(self) -> dict[str, int]:
        """For each Force skill with a die its picks that are left."""
        return {id: self.picks_of(id) for id in self.force_skills}

    def picks_of(self, id: str) -> int:
        """Three picks of a Force skill, less the powers that use it."""
        picked = (*self.chosen.powers.values(), *(self.gained[key] for key in self.picked))
        return max(0, rulebook().force.picks - sum(id in power.skills for power in picked))

    def counted_marks(self) -> Marks:
        """The marks within their bounds."""
        counted = bounded(self.marked, bounds())
        counted["force_spent"] = min(counted["force_spent"], self.force_points)
        return Marks(**counted)
