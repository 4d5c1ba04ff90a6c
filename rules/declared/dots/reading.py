"""The tables of a declared game of dots as one book, with every fault of every table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.declared import expressions, lists, ranges
from rules.declared.braces import check_braces
from rules.declared.dots.items import MOST_ADDED, TypedTraits
from rules.declared.dots.rulebook import (
    Book,
    Chance,
    Difficulty,
    Fight,
    Growth,
    Health,
    HealthLevel,
    Play,
    Point,
    Power,
    Powers,
    Suit,
    Template,
    Traits,
    Weapon,
)
from rules.declared.expressions import Term
from rules.declared.figure_rows import FigureRow
from rules.declared.files import FIGHT, LISTS, POWERS
from rules.declared.folder import Folder
from rules.declared.identity import Identity
from rules.declared.rulebook import Skill
from rules.declared.validation import BUILD, check_names, check_traits
from rules.kit import starters
from rules.problems import InvalidDocument
from rules.tables import Numbers, Row

FILES = (
    *("traits.toml", "figures.toml", "health.toml", "play.toml", "growth.toml", "chance.toml"),
    "procedures.toml",
)
OPTIONAL = ("points.toml", LISTS, POWERS, FIGHT, "samples.toml", starters.OPPONENTS)
MOST_DOTS, MOST_LEVELS, MOST_NEEDED = 10, 20, 20
# What a build, or an entry of the ledger, holds already.
TAKEN = (*BUILD, "powers")
ROWS: Mapping[str, tuple[type[msgspec.Struct], Mapping[str, tuple[str, type[msgspec.Struct]]]]] = {
    "traits": (Traits, {"attributes": ("attribute", Row), "skills": ("skill", Skill)}),
    "health": (Health, {"levels": ("level", HealthLevel)}),
    "play": (Play, {"difficulties": ("difficulty", Difficulty)}),
    "growth": (Growth, {}),
    "chance": (Chance, {"templates": ("template", Template)}),
    "fight": (Fight, {"weapons": ("weapon", Weapon), "armor": ("armor", Suit), **ranges.ROWS}),
    "powers": (Powers, {"powers": ("power", Power)}),
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
        parts = {name: self._part(name) for name in ROWS if name != "powers"}
        if self.folder.has(POWERS):
            parts["powers"] = self._part("powers")
        parts["lists"] = lists.read(self.folder, self.source)
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
        self._members(book)
        self._powers(book)
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
                "powers": book.powers.powers if book.powers else (),
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
        for id, figure in book.figures.items():
            if figure.typed:
                fault("figures.toml", id, "typed", "only games of codes have typed figures")
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
        check_traits(self.folder, len(traits.attributes), len(traits.skills))
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

        ranges.check(self.folder, fight, book.traits.rows, book.figures, fight.weapons)

    def _members(self, book: Book) -> None:
        """Lists whose ids can be members of a build, and effects on what is there."""
        lists.check(self.folder, book.lists, book.traits.rows, book.figures, most=MOST_DOTS)
        members = (("lists.toml", id, "id", id) for id in book.lists)
        check_names(self.folder, members, TAKEN)

    def _powers(self, book: Book) -> None:
        """Numbers within their bounds, and points to spend where a power takes some."""
        powers, fault = book.powers, self.folder.fault
        if powers is None:
            return
        if not 0 <= powers.picks <= len(powers.powers):
            fault(POWERS, "", "picks", f"0 to {len(powers.powers)}, as many as there are powers")
        if powers.learn < 0:
            fault(POWERS, "", "learn", "0 or more")
        for id, row in powers.powers.items():
            if row.difficulty and not 2 <= row.difficulty <= MOST_DOTS:
                fault(POWERS, id, "difficulty", f"2 to {MOST_DOTS}, or nothing for the usual one")
            if not 1 <= row.needed <= MOST_NEEDED:
                fault(POWERS, id, "needed", f"1 to {MOST_NEEDED}")
            if not 0 <= row.spends <= MOST_DOTS:
                fault(POWERS, id, "spends", f"0 to {MOST_DOTS}")
            elif row.spends and not book.points:
                fault(POWERS, id, "spends", "this game has no points to spend: add points.toml")

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
            if book.powers and len(row.powers) > book.powers.picks:
                self.folder.fault("chance.toml", id, "powers", f"{book.powers.picks} at most")
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
