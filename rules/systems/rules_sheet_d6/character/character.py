"""A character during the replay: the build, then each active entry of the ledger.

`ledger/` has the prices and effects of entries, `figures.py` the numbers of the sheet.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.kit.coded.character import CodedCharacter
from rules.kit.typed.items import NamedHolding
from rules.systems.rules_sheet_d6.character import parsing
from rules.systems.rules_sheet_d6.character.validation import Item, ValidatedBuild, validate
from rules.systems.rules_sheet_d6.document import Build, House, Marks
from rules.systems.rules_sheet_d6.rulebook import book

# Marks that are switches, and those that are counted.
SWITCHES = ("unconscious", "consumed")
COUNTED = ("stuns", "wounds", "incapacitated", "mortal", "force_spent", "dark_side_points")


class Holding(NamedHolding[Item]):
    """One item of the inventory."""

    __slots__ = ()


class Character(CodedCharacter[Holding]):
    """A character's state: typed codes, corrections, raises, items, and points earned and spent."""

    holding_type, house_type, marks_type = Holding, House, Marks
    attributes: Mapping[str, str] = parsing.NAMES
    build: Build
    house: House
    marked: Marks
    chosen: ValidatedBuild

    def validated(self, build: Build) -> ValidatedBuild:
        """The codes that could be read."""
        return validate(build, self.house, prefix=self.prefix)

    def counted_marks(self) -> Marks:
        """The marks within their bounds. A box with more marks than Strength allows now passes them
        on like a full one; more stuns than that knock the character out (Star Wars D6 rules sheet,
        Damage Results).
        """
        marks, limit, over = self.marked, self.code(book().defense.harm_attribute)[0], 0
        counted = {name: max(0, getattr(marks, name)) for name in COUNTED}
        counted |= {name: int(getattr(marks, name) > 0) for name in SWITCHES}
        stuns, *boxes = (row.mark for row in book().defense.levels.values())
        if limit:
            counted["unconscious"] |= counted[stuns] > limit
            counted[stuns] = min(counted[stuns], limit)
            for box in boxes:
                many = counted[box] + over
                counted[box] = min(many, limit)
                over = many - counted[box]
        counted["force_spent"] = min(counted["force_spent"], self.force_points)
        return Marks(**counted)
