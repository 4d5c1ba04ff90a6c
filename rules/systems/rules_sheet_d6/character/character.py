"""A document worked out: the build, then each active entry of the ledger.

`ledger/` has the prices and effects of entries, `figures.py` the numbers of the sheet.
"""

from __future__ import annotations

from typing import Self

from rules.dice import codes
from rules.document import Document
from rules.house import accepted_places
from rules.kit.inventory import Carrier, of_build, rebuilt
from rules.problems import Lenient, Problem
from rules.systems.rules_sheet_d6.character import parsing
from rules.systems.rules_sheet_d6.character.holdings import Holding
from rules.systems.rules_sheet_d6.character.parsing import Code, Skill
from rules.systems.rules_sheet_d6.character.validation import Item, ValidatedBuild, validate
from rules.systems.rules_sheet_d6.document import Build, House, Marks
from rules.systems.rules_sheet_d6.rulebook import ATTRIBUTES, book

UNMARKED = Marks()
# Marks that are there or not, and those that are counted.
SWITCHES = ("unconscious", "consumed")
COUNTED = ("stuns", "wounds", "incapacitated", "mortal", "force_spent", "dark_side_points")


class Character(Lenient, Carrier[Holding]):
    """A document's state: what was typed, corrected, raised, carried, earned and spent.

    Traits go by an attribute's id or a skill's key. `corrected` are codes that were set anew,
    `raised` pips that were bought since; `points` and `force` hold what went in and out of
    Character Points and Force Points by kind of entry; `prefix` is the place of the build that
    counts: "" or "ledger[3]."; `marked` is what the document holds as marks.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.house: House = document.house or House()
        self.marked: Marks = document.marks or Marks()
        self.corrected: dict[str, Code] = {}
        self.learned: dict[str, Skill] = {}
        self.raised: dict[str, int] = {}
        self.points: dict[str, int] = {}
        self.force: dict[str, int] = {}
        self.faults: list[Problem] = []
        self.build: Build = document.build
        self.prefix = ""
        self.accepted = accepted_places(document)
        self.chosen: ValidatedBuild = validate(document.build, self.house)
        self.holdings = of_build(Holding, self.chosen.items)
        self.worn = self.chosen.worn

    def raising(self, trait: str) -> Self:
        """A preview with one pip more in a trait."""
        other = self.preview()
        other.raised = dict(self.raised)
        other.rise(trait)
        return other

    def copied(self) -> Self:
        """Another like it, which changes by itself from now on."""
        other = self.preview()
        other.corrected, other.learned = dict(self.corrected), dict(self.learned)
        other.raised, other.points = dict(self.raised), dict(self.points)
        other.force, other.faults = dict(self.force), list(self.faults)
        other.holdings = {key: held.copied() for key, held in self.holdings.items()}
        return other

    def rebuild(self, build: Build, *, prefix: str) -> None:
        """Put another build under everything that came since."""
        self.build, self.prefix = build, prefix
        self.chosen = validate(build, self.house, prefix=prefix)
        self.holdings, _ = rebuilt(self.holdings, self.chosen.items, Holding)
        self.worn = self.chosen.worn

    @property
    def skills(self) -> dict[str, Skill]:
        """Every skill by its key: the source's, those typed, and those learned since."""
        return {**self.chosen.skills, **self.learned} if self.learned else self.chosen.skills

    def trait(self, name: str) -> str:
        """The attribute's id or the skill's key that a name means, "" where there is none."""
        if id := parsing.attribute(name):
            return id
        key = parsing.key(name)
        return key if key in self.skills else ""

    def has_code(self, skill: str) -> bool:
        """Whether a skill has a code of its own: typed, or set anew since."""
        return self.skills[skill].code is not None or skill in self.corrected

    def rise(self, trait: str) -> None:
        """One pip more in a trait. What an attribute gains, the codes of its skills gain, too;
        those without are rolled with it anyway.
        """
        rising = [trait]
        if trait in ATTRIBUTES:
            under = (key for key, skill in self.skills.items() if skill.attribute == trait)
            rising += (key for key in under if self.has_code(key))
        for one in rising:
            self.raised[one] = self.raised.get(one, 0) + 1

    def trait_name(self, trait: str) -> str:
        """What a trait is called: "STR", "Blaster"."""
        return trait if trait in ATTRIBUTES else self.skills[trait].name

    def holding(self, name: str) -> Holding | None:
        """What is carried under that name, if there is any of it left."""
        return super().holding(parsing.key(name))

    @property
    def worn_armor(self) -> Item | None:
        """The armor that is worn, if any is."""
        held = self.holdings.get(self.worn)
        return held.item if held and held.quantity and held.item.what == "armor" else None

    @property
    def marks(self) -> Marks:
        """What is marked, as it counts: within bounds. A box that has more marks than it takes, as
        Strength is now, passes them on as a full one does; more stuns than that put out (Star Wars
        D6 rules sheet, Damage Results).
        """
        held = self.marked
        if held == UNMARKED:
            return held
        limit, over = self.dice_of(book().defense.harm_attribute), 0
        found = {name: max(0, getattr(held, name)) for name in COUNTED}
        found |= {name: int(getattr(held, name) > 0) for name in SWITCHES}
        stuns, *boxes = (row.mark for row in book().defense.levels.values())
        if limit:
            found["unconscious"] |= found[stuns] > limit
            found[stuns] = min(found[stuns], limit)
            for box in boxes:
                many = found[box] + over
                found[box] = min(many, limit)
                over = many - found[box]
        found["force_spent"] = min(found["force_spent"], self.force_points)
        return Marks(**found)

    def dice_of(self, attribute: str) -> int:
        """The dice of an attribute, with the pips that were bought, three to a die."""
        code = self.corrected.get(attribute) or self.chosen.attributes.get(attribute) or (0, 0)
        return codes.of_pips(codes.in_pips(*code) + self.raised.get(attribute, 0))[0]

    @property
    def character_points(self) -> int:
        """The balance of Character Points: none to begin with."""
        return sum(self.points.values())

    @property
    def force_points(self) -> int:
        """All Force Points there ever were; what of them is spent stands in the marks."""
        return max(0, self.chosen.force_points + sum(self.force.values()))
