"""The tables of a declared game of dots as frozen structs, and how they are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from rules.declared import expressions
from rules.declared.dots.items import MOST_ADDED, TypedTraits
from rules.declared.expressions import Term
from rules.declared.folder import Folder
from rules.declared.identity import Identity
from rules.declared.rulebook import FigureRow, Skill
from rules.declared.validation import check_braces
from rules.kit import starters
from rules.kit.ideas import Variant
from rules.problems import InvalidDocument
from rules.tables import In, Numbers, Row

FILES = (
    *("traits.toml", "figures.toml", "health.toml", "play.toml", "growth.toml", "chance.toml"),
    "procedures.toml",
)
FIGHT = "fight.toml"
OPTIONAL = ("points.toml", FIGHT, "samples.toml", starters.OPPONENTS)
MOST_DOTS, MOST_LEVELS = 10, 20


class Traits(Numbers, frozen=True, kw_only=True):
    """Attributes and skills by id; dots to share, and the most of one trait."""

    attributes: dict[str, Row]
    skills: dict[str, Skill]
    attribute_dots: int
    skill_dots: int
    most: int = 5
    skill_most: int = 3

    @property
    def rows(self) -> dict[str, Row]:
        """Every trait by its id, attributes first."""
        return {**self.attributes, **self.skills}


class HealthLevel(Row, frozen=True, kw_only=True):
    """A box of health: it takes `dice` from every pool."""

    dice: int = 0


class Health(Numbers, frozen=True, kw_only=True):
    """The boxes from the mildest to the worst; whoever has all marked is `out` of it."""

    levels: dict[str, HealthLevel]
    out: str = "Out of it."


class Difficulty(Row, frozen=True, kw_only=True):
    """A number that each die has to reach."""

    number: int


class Play(Numbers, frozen=True, kw_only=True):
    """The difficulties, the usual one, whether ones cancel successes, and the most actions of
    somebody in a round.
    """

    difficulties: dict[str, Difficulty]
    usual: int = 6
    ones_cancel: bool = True
    actions: int = 1


class Point(Row, frozen=True, kw_only=True):
    """Points to spend on rolls: each adds successes, dice, or both. With `after` one is spent on a
    roll that was seen: it adds its "dice", or all dice are thrown again ("reroll"). `figure` is how
    many there are.
    """

    one: str
    figure: str
    successes: int = 1
    dice: int = 0
    after: Literal["", "dice", "reroll"] = ""
    back: str = ""


class Experience(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The points that buy dots: the member of awards, and their name in both numbers."""

    member: str = "xp"
    name: str = "experience points"
    one: str = "experience point"


class Growth(Numbers, frozen=True, kw_only=True):
    """The price of a dot: so many times the new dots."""

    attribute: int
    skill: int
    experience: Experience = Experience()


class Weapon(Row, frozen=True, kw_only=True):
    """A weapon: the skill or attribute that it is used with, and its damage, a number or a trait
    plus a number.
    """

    skill: Annotated[str, In("traits")]
    damage: str = ""


class Suit(Row, frozen=True, kw_only=True):
    """Armor, with what it adds where a figure names "armor"."""

    adds: int


class Fight(Numbers, frozen=True, kw_only=True):
    """The numbers of attacks and hits. The figure `defense` is what an attack has to reach: that
    many successes, or that difficulty. A hit with `damage` of "dice" rolls the dice of the weapon
    and of each success beyond those needed, and marks a box for each success; with "boxes" it marks
    those of the weapon and one for each success beyond. The figure `soak` takes boxes off a hit.
    """

    weapons: dict[str, Weapon]
    armor: dict[str, Suit]
    defense: str = ""
    reached: Literal["successes", "difficulty"] = "successes"
    damage: Literal["dice", "boxes"] = "dice"
    soak: str = ""


class Template(Row, frozen=True, kw_only=True):
    """A template: dots of attributes and skills, who it may be, and what it carries."""

    attributes: dict[str, int]
    skills: dict[str, int]
    story: str
    variants: tuple[Variant, ...]
    weapons: Annotated[tuple[str, ...], In("weapons")] = ()
    armor: Annotated[tuple[str, ...], In("armor")] = ()
    gear: tuple[str, ...] = ()

    @property
    def promise(self) -> str:
        """The skill that it is about: that with the most dots."""
        return max(self.skills, key=lambda id: self.skills[id])


class Chance(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Names, words, and templates."""

    first: tuple[str, ...]
    last: tuple[str, ...]
    looks: tuple[str, ...]
    templates: dict[str, Template]


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """Every table."""

    traits: Traits
    figures: dict[str, FigureRow]
    health: Health
    play: Play
    growth: Growth
    chance: Chance
    points: dict[str, Point]
    fight: Fight

    @property
    def point(self) -> Point | None:
        """The points to spend on rolls, None in a game without."""
        return next(iter(self.points.values()), None)


ROWS: Mapping[str, tuple[type[Any], Mapping[str, tuple[str, type[Any]]]]] = {
    "traits": (Traits, {"attributes": ("attribute", Row), "skills": ("skill", Skill)}),
    "health": (Health, {"levels": ("level", HealthLevel)}),
    "play": (Play, {"difficulties": ("difficulty", Difficulty)}),
    "growth": (Growth, {}),
    "chance": (Chance, {"templates": ("template", Template)}),
    "fight": (Fight, {"weapons": ("weapon", Weapon), "armor": ("armor", Suit)}),
}


class Tables:
    """Reads a folder's book; `source` stands at every row that has none."""

    def __init__(self, folder: Folder, identity: Identity) -> None:
        self.folder, self.source = folder, identity.source or identity.name

    def book(self) -> tuple[Book, Mapping[str, Term]] | None:
        """The book and its figures; None with a fault for every fault of every table."""
        known = {"game.toml", *FILES, *OPTIONAL}
        for file in (*FILES, *self.folder.names):
            if file not in self.folder.names:
                self.folder.fault(file, "", "", "is missing")
            elif file not in known:
                text = f"no table is called that; known are {', '.join(sorted(known))}"
                self.folder.fault(file, "", "", text)
        if self.folder.faults:
            return None
        parts = {name: self._part(name) for name in ROWS}
        figures = self.folder.list("figures.toml", "figure", FigureRow, source=self.source)
        points = self.folder.list("points.toml", "point", Point, source=self.source)
        if self.folder.faults or any(part is None for part in parts.values()):
            return None
        book = Book(**parts, figures=figures, points=points)
        parser = expressions.Parser("figures.toml", book.traits.rows, figures)
        terms = parser.read()
        self.folder.faults += parser.faults
        self._check(book)
        self._fight(book, terms)
        return None if self.folder.faults else (book, terms)

    def _part(self, name: str) -> Any:
        kind, arrays = ROWS[name]
        file = f"{name}.toml"
        ready = {
            member: self.folder.list(file, array, row, source=self.source)
            for member, (array, row) in arrays.items()
        }
        data = self.folder.members(file, without={array for array, _ in arrays.values()})
        if issubclass(kind, Numbers):
            data = {"sources": {}, "rulings": {}, **data}
        return self.folder.table(file, kind, data, ready=ready)

    def _check(self, book: Book) -> None:
        """Names that stand for rows, sums that can be shared, and numbers within their bounds."""
        fault, traits = self.folder.fault, book.traits
        self.folder.look_up(
            {
                "attributes": traits.attributes,
                "traits": traits.rows,
                "weapons": book.fight.weapons,
                "armor": book.fight.armor,
            }
        )
        for file, array, rows in (
            ("traits.toml", "attribute", traits.attributes),
            ("traits.toml", "skill", traits.skills),
            ("figures.toml", "figure", book.figures),
            ("health.toml", "level", book.health.levels),
            ("play.toml", "difficulty", book.play.difficulties),
            ("chance.toml", "template", book.chance.templates),
        ):
            if not rows:
                fault(file, "", array, f"a game has at least one [[{array}]]")
        self._traits(book)
        for member, least in (("usual", 2), ("actions", 1)):
            if not least <= getattr(book.play, member) <= MOST_DOTS:
                fault("play.toml", "", member, f"{least} to {MOST_DOTS}")
        if len(book.health.levels) > MOST_LEVELS:
            fault("health.toml", "", "level", f"at most {MOST_LEVELS}")
        self._points(book)
        self._templates(book)
        check_braces(self.folder)

    def _traits(self, book: Book) -> None:
        """Ids that clash, and sums that can be shared."""
        fault, traits = self.folder.fault, book.traits
        for id in {*traits.attributes, *traits.skills} & {*book.figures, expressions.ARMOR}:
            fault("traits.toml", id, "id", "a figure has this id, too")
        for id in {*traits.attributes} & {*traits.skills}:
            fault("traits.toml", id, "id", "an attribute has this id, too")
        if not 2 <= traits.most <= MOST_DOTS or not 1 <= traits.skill_most <= traits.most:
            fault("traits.toml", "", "most", f"2 to {MOST_DOTS}, and skill_most at most that")
            return
        room = (traits.most - 1) * len(traits.attributes)
        if not 0 <= traits.attribute_dots <= room:
            fault("traits.toml", "", "attribute_dots", f"0 to {room}: each has one already")
        room = traits.skill_most * len(traits.skills)
        if not 0 <= traits.skill_dots <= room:
            fault("traits.toml", "", "skill_dots", f"0 to {room}")

    def _points(self, book: Book) -> None:
        if len(book.points) > 1:
            self.folder.fault("points.toml", "", "point", "a game has one kind of points to spend")
        for id, row in book.points.items():
            self.folder.known("points.toml", id, "figure", row.figure, book.figures)
            if not all(0 <= many <= MOST_DOTS for many in (row.successes, row.dice)):
                self.folder.fault("points.toml", id, "dice", f"0 to {MOST_DOTS}, as successes")
            elif row.after == "dice" and not row.dice:
                self.folder.fault("points.toml", id, "dice", "say how many dice it adds")

    def _fight(self, book: Book, terms: Mapping[str, Term]) -> None:
        """Figures that are there, weapons whose damage can be read, and armor that changes one."""
        fight, typed = (
            book.fight,
            TypedTraits({id: row.name for id, row in book.traits.rows.items()}),
        )
        for member in ("defense", "soak"):
            if name := getattr(fight, member):
                self.folder.known(FIGHT, "", member, name, book.figures)
        for id, row in fight.weapons.items():
            try:
                typed.harm(row.damage or "0")
            except InvalidDocument as wrong:
                self.folder.fault(FIGHT, id, "damage", wrong.message)
        used = {name for term in terms.values() for name in expressions.names(term)}
        if fight.armor and expressions.ARMOR not in used:
            text = 'no figure adds "armor", so armor does nothing: give one in figures.toml'
            self.folder.fault(FIGHT, "", "armor", text)
        for id, suit in fight.armor.items():
            if not 0 <= suit.adds <= MOST_ADDED:
                self.folder.fault(FIGHT, id, "adds", f"0 to {MOST_ADDED}")

    def _templates(self, book: Book) -> None:
        traits, chance = book.traits, book.chance
        for id, row in chance.templates.items():
            self.folder.known("chance.toml", id, "attributes", row.attributes, traits.attributes)
            self.folder.known("chance.toml", id, "skills", row.skills, traits.skills)
            given = sum(dots - 1 for dots in row.attributes.values())
            if given != traits.attribute_dots or not all(
                1 <= dots <= traits.most for dots in row.attributes.values()
            ):
                text = f"share {traits.attribute_dots} dots above the first, {traits.most} at most"
                self.folder.fault("chance.toml", id, "attributes", text)
            if sum(row.skills.values()) != traits.skill_dots or not all(
                1 <= dots <= traits.skill_most for dots in row.skills.values()
            ):
                text = f"share {traits.skill_dots} dots, 1 to {traits.skill_most} each"
                self.folder.fault("chance.toml", id, "skills", text)
            if not row.variants or not all(one.names for one in row.variants):
                self.folder.fault("chance.toml", id, "variants", "give one, with names")
        for member in ("first", "last", "looks"):
            if not getattr(chance, member):
                self.folder.fault("chance.toml", "", member, "give at least one")
