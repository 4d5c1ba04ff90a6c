"""A character of a declared game of dots: the build as it was read, then each active entry of the
ledger; and its figures.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from rules.declared import expressions
from rules.declared.dots.rulebook import Book
from rules.declared.expressions import Source, Term
from rules.declared.identity import Identity
from rules.document import Accepted, DocumentPart
from rules.figures import DOTS, Figure, bonus, dots, number, pool, total
from rules.kit.character import GameCharacter
from rules.kit.inventory import Holding
from rules.ledger import entries
from rules.ledger.entries import Entry, Session, Undo
from rules.phrases import counted
from rules.problems import Problem, ProblemList

ENTERED, LEDGER = "Entered", "Your history"


class Build(DocumentPart, frozen=True, kw_only=True):
    """The choices of creation: dots by trait; an attribute that is not named has one."""

    template: str = ""
    description: str = ""
    attributes: dict[str, int] = msgspec.field(default_factory=dict)
    skills: dict[str, int] = msgspec.field(default_factory=dict)


class Marks(DocumentPart, frozen=True, kw_only=True):
    """The state in play: boxes of health marked, and points spent."""

    hurt: int = 0
    spent: int = 0


class House(DocumentPart, frozen=True, kw_only=True):
    """The house rules: accepted problems."""

    accepted: tuple[Accepted, ...] = ()


class Raise(Entry, frozen=True, kw_only=True, tag="raise"):
    """One dot more of a trait, by its id."""

    trait: str


class Rebuild(entries.Rebuild, frozen=True, kw_only=True, tag="rebuild"):
    """A complete new build."""

    build: Build


@dataclass(frozen=True, kw_only=True, eq=False)
class DotRules:
    """The tables of a game; `award` and `adjust` are its entries for experience."""

    folder: Path
    identity: Identity
    book: Book
    terms: Mapping[str, Term]
    award: type[Any]
    adjust: type[Any]

    @property
    def names(self) -> dict[str, str]:
        """The names of every trait by its id."""
        return {id: row.name for id, row in self.book.traits.rows.items()}

    def entry_type(self) -> Any:
        """Any of its entries."""
        return self.award | self.adjust | Raise | Session | Rebuild | Undo


class ValidatedDots(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The valid part of a build, without items."""

    attributes: dict[str, int]
    skills: dict[str, int]
    faults: tuple[Problem, ...]
    items: tuple[Any, ...] = ()
    worn: str = ""


class DotCharacter(GameCharacter[Holding[Any]]):
    """A character's state: dots, raises, and experience earned and spent. Each game has a type of
    its own, with its `rules`.
    """

    rules: ClassVar[DotRules]
    holding_type, house_type, marks_type = Holding, House, Marks

    def __init__(self, document: Any) -> None:
        super().__init__(document)
        self.raised: dict[str, int] = {}
        self.points: dict[str, int] = {}

    def validated(self, build: Build) -> ValidatedDots:
        """The dots that can be."""
        return validate(self.rules.book, build, prefix=self.prefix)

    @property
    def experience(self) -> int:
        """The balance of experience."""
        return sum(self.points.values())

    def value(self, trait: str) -> int:
        """The dots of a trait."""
        chosen = self.chosen
        held = chosen.skills if trait in self.rules.book.traits.skills else chosen.attributes
        return int(held[trait]) + self.raised.get(trait, 0)

    def counted_marks(self) -> Marks:
        """The marks within their bounds."""
        marks, point = self.marked, self.rules.book.point
        most = self.figure(point.figure).value if point else 0
        boxes = len(self.rules.book.health.levels)
        return Marks(
            hurt=max(0, min(marks.hurt, boxes)), spent=max(0, min(marks.spent, max(0, most)))
        )

    # --- figures

    def dots(self, trait: str) -> Figure:
        """The dots of a trait alone, with those bought."""
        row = self.rules.book.traits.rows[trait]
        bought = self.raised.get(trait, 0)
        own = dots(row.name, self.value(trait) - bought, source=ENTERED)
        if not bought:
            return own
        return total(row.name, own, bonus("bought", bought, source=LEDGER), unit=DOTS)

    def pool(self, trait: str) -> Figure:
        """The dice of a trait: an attribute, or a skill with its attribute."""
        skill = self.rules.book.traits.skills.get(trait)
        if skill is None:
            return self.dots(trait)
        return pool(skill.name, self.dots(skill.attribute), self.dots(trait), source=skill.source)

    def figure(self, id: str) -> Figure:
        """A figure of the tables."""
        return expressions.figure(self.rules.terms[id], self, SOURCE)

    def now(self, trait: str) -> Figure:
        """The dice of a trait less what the worst marked box takes; none for whoever is out."""
        own, levels = self.pool(trait), tuple(self.rules.book.health.levels.values())
        hurt = self.marks.hurt
        if not hurt:
            return own
        level = levels[hurt - 1]
        less = -own.value if hurt == len(levels) else level.dice
        if not less:
            return own
        return total(own.label, own, bonus(level.name, less, source=level.source), unit=own.unit)

    @property
    def is_out(self) -> bool:
        """True if every box is marked."""
        return bool(self.marks.hurt == len(self.rules.book.health.levels))

    @property
    def points_left(self) -> Figure:
        """The points that are not spent."""
        point = self.rules.book.point
        if point is None:
            return number("none", 0)
        whole, spent = self.figure(point.figure), self.marks.spent
        return total(point.name, whole, bonus("spent", -spent)) if spent else whole


SOURCE = Source(
    lambda character, id: id in character.rules.names,
    lambda character, id: character.dots(id),
    lambda character, id: character.figure(id),
    lambda _character: None,
)


def validate(book: Book, build: Build, *, prefix: str = "") -> ValidatedDots:
    """Read every choice of a build; the places of its problems begin with `prefix`."""
    faults, traits = ProblemList(prefix), book.traits
    attributes = _dots(build.attributes, traits.attributes, 1, traits.most, "attributes", faults)
    skills = _dots(build.skills, traits.skills, 0, traits.skill_most, "skills", faults)
    _sum("attributes", traits.attribute_dots, sum(attributes.values()) - len(attributes), faults)
    _sum("skills", traits.skill_dots, sum(skills.values()), faults)
    return ValidatedDots(attributes=attributes, skills=skills, faults=tuple(faults.found))


def _dots(
    held: Mapping[str, int],
    rows: Mapping[str, Any],
    least: int,
    most: int,
    member: str,
    faults: ProblemList,
) -> dict[str, int]:
    """The dots of these traits within their bounds."""
    for id in held:
        if id not in rows:
            message = f"{id!r} isn't one of {', '.join(rows)}."
            faults.wrong("unknown-trait", f"build.{member}.{id}", message)
    found = {}
    for id, row in rows.items():
        value = held.get(id, least)
        if not least <= value <= most:
            where = f"build.{member}.{id}"
            faults.deviation("out-of-bounds", where, f"{row.name} is {least} to {most}.")
        found[id] = max(least, min(most, value))
    return found


def _sum(member: str, whole: int, given: int, faults: ProblemList) -> None:
    where, left = f"build.{member}", whole - given
    if left > 0:
        told = f"{counted(left, 'dot')} of {whole} for {member} left."
        faults.open(f"{member}-dots", where, told)
    elif left:
        faults.deviation(f"{member}-dots", where, f"{counted(-left, 'dot')} too many for {member}.")


def character_type(rules: DotRules) -> type[DotCharacter]:
    """The type of a game's characters."""
    return type("Character", (DotCharacter,), {"rules": rules})
