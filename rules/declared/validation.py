"""Checks of a declared game's tables beyond the types of their members: names that stand for rows,
ids that clash, codes that can be read.
"""

from __future__ import annotations

import itertools
import keyword
from collections.abc import Container, Iterable, Mapping

from rules.declared import expressions, lists, own_tables, programs, ranges, target_tables
from rules.declared.braces import check_braces
from rules.declared.document import OUT
from rules.declared.extras import OwnTables
from rules.declared.files import (
    ADVANCEMENT,
    CREATION,
    DEFENSE,
    FIGURES,
    LISTS,
    PARTY,
    PLAY,
    POINTS,
    POWERS,
    TARGETS,
    TEMPLATES,
    TRAITS,
)
from rules.declared.folder import Folder
from rules.declared.rulebook import Book
from rules.dice import codes
from rules.kit import typed
from rules.problems import InvalidDocument
from rules.tables import TableError

# The most that a row of a list adds to a trait: ten dice; and the most traits of a game.
MOST_PIPS, MOST_ATTRIBUTES, MOST_SKILLS = 30, 40, 200
# What a build, an entry or the form of an opponent holds already.
BUILD = (
    "template",
    "description",
    "attributes",
    "skills",
    "gear",
    "worn",
    "weapons",
    "armor",
    "powers",
    "preset",
    "name",
    "player",
    "kind",
    "paid",
    "note",
    "reason",
    "what",
    "quantity",
    "damage",
    "concept",
)


class Checks:
    """The checks of one folder's book; each fault is noted in the folder. `own` is what the game
    has in Python, and `tables` are those that it alone has.
    """

    def __init__(
        self, folder: Folder, book: Book, own: OwnTables, tables: Mapping[str, object]
    ) -> None:
        self.folder, self.book, self.own, self.tables = folder, book, own, tables

    def all(self) -> None:
        """Note every fault."""
        book = self.book
        powers = book.powers
        known: dict[str, Container[str]] = {
            **own_tables.places(self.tables),
            "power_skills": book.power_skills,
            "powers": powers.powers if powers else (),
            "joins": {*powers.skills, *powers.joined} if powers else (),
            "attributes": book.traits.attributes,
            "skills": book.traits.skills,
            "levels": book.defense.levels,
            "tools": book.play.tools,
            "weapons": book.templates.weapons,
            "armor": book.templates.armor,
        }
        self.folder.look_up(known)
        own_tables.check(self.folder, known)
        self._present()
        self._traits()
        self._powers()
        self._targets()
        self._defense()
        self._healing()
        self._programs()
        self._party()
        self._members()
        traits = {**book.traits.attributes, **book.traits.skills, **book.power_skills}
        lists.check(self.folder, book.lists, traits, book.figures, most=MOST_PIPS)
        ranges.check(self.folder, book.fight, traits, book.figures, book.templates.weapons)
        self._codes()
        self._prices()
        self._templates()
        named = (f"{name}.toml" for name in self.tables)
        check_braces(self.folder, own=named)

    def _present(self) -> None:
        """At least one of everything that a game cannot do without."""
        book = self.book
        for file, array, rows in (
            (TRAITS, "attribute", book.traits.attributes),
            (TRAITS, "skill", book.traits.skills),
            (FIGURES, "figure", book.figures),
            *(() if self.own.harm else ((DEFENSE, "level", book.defense.levels),)),
            (PLAY, "difficulty", book.play.difficulties),
            (TEMPLATES, "template", book.templates.rows),
        ):
            if not rows:
                self.folder.fault(file, "", array, f"a game has at least one [[{array}]]")

    def _traits(self) -> None:
        """A skill's id is the key of its name, by which players type it."""
        traits = self.book.traits
        check_traits(self.folder, len(traits.attributes), len(traits.skills))
        for id, row in traits.skills.items():
            if id != (key := typed.key(row.name)):
                self.folder.fault(TRAITS, id, "id", f"the id of a skill follows its name: {key}")
            if id in self.book.figures or id in traits.attributes:
                self.folder.fault(TRAITS, id, "id", "an attribute or a figure has this id, too")
        for id in (*traits.attributes, *traits.stand_ins):
            if id in self.book.figures or id == expressions.ARMOR:
                self.folder.fault(TRAITS, id, "id", "a figure has this id, too")
        for id, alias in traits.aliases.items():
            if id != (key := typed.key(alias.name)):
                self.folder.fault(TRAITS, id, "id", f"the id of an alias follows its name: {key}")
            if not alias.skills or id in traits.skills:
                self.folder.fault(TRAITS, id, "skills", "an alias is another name for a skill")

    def _powers(self) -> None:
        """Skills of powers by the keys of their names, and joins of them."""
        powers, traits = self.book.powers, self.book.traits
        if powers is None:
            return
        if not powers.skills:
            self.folder.fault(POWERS, "", "skill", "powers need at least one [[skill]]")
        for id, row in powers.skills.items():
            if id != (key := typed.key(row.name)):
                self.folder.fault(POWERS, id, "id", f"the id of a skill follows its name: {key}")
            if id in {**traits.attributes, **traits.skills, **self.book.figures}:
                self.folder.fault(POWERS, id, "id", "another trait or a figure has this id, too")
        for joined in powers.joined:
            ids = joined.split("+")
            self.folder.known(POWERS, "", "joined", ids, powers.skills)
            if len(ids) < 2:
                self.folder.fault(POWERS, "", "joined", 'write two or more with +: "tide+deep"')
        self.folder.known(POWERS, "", "inward", powers.inward, powers.skills)

    def _targets(self) -> None:
        """Tables of numbers for traits that are there, each row with an id of its own."""
        traits = self.book.traits
        known = {**traits.attributes, **traits.skills, **self.book.power_skills}
        for id, table in self.book.targets.items():
            self.folder.known(TARGETS, id, "traits", table.traits, known)
            if not table.rows:
                self.folder.fault(TARGETS, id, "rows", "give at least one, with id, name, number")
        try:
            target_tables.check_rows(TARGETS, self.book.targets)
        except TableError as wrong:
            self.folder.of_kit(wrong)

    def _defense(self) -> None:
        defense, figures = self.book.defense, self.book.figures
        raised = defense.armor.figure
        for member, name in (
            ("target", defense.target),
            *(() if self.own.harm else (("boxes", defense.boxes),)),
            *(() if defense.soak else (("base", defense.base), ("armor.figure", raised))),
        ):
            self.folder.known(DEFENSE, "", member, name, figures)
        self._soak()
        attributes = self.book.traits.attributes
        self.folder.known(DEFENSE, "", "harm_attribute", defense.harm_attribute, attributes)
        self._overflow()
        for before, level in itertools.pairwise(defense.struck):
            if (level.times, level.plus) <= (before.times, before.plus) or not level.times:
                text = "each box begins above the one before: more times, or more plus"
                self.folder.fault(DEFENSE, level.id, "times", text)

    def _overflow(self) -> None:
        """Full boxes pass marks on to worse ones, and each box gets some, one way or the other."""
        defense = self.book.defense
        rows = list(defense.levels.values())
        passed = set[str]()
        for at, row in enumerate(rows):
            worse = {other.id: other for other in rows[at + 1 :]}
            if row.overflow and (row.out or row.overflow not in worse):
                text = (
                    "a box passes marks on to a worse one" if worse else "the last passes none on"
                )
                text = "one that knocks out passes none on" if row.out else text
                self.folder.fault(DEFENSE, row.id, "overflow", text)
            elif worse and not row.out:
                passed.add(row.overflow or next(iter(worse)))
        for row in rows:
            if not row.reached and row.id not in passed:
                text = "no box passes marks on to this one: name it as the overflow of another"
                self.folder.fault(DEFENSE, row.id, "reached", text)
        if rows and not defense.struck:
            self.folder.fault(DEFENSE, rows[0].id, "reached", "damage reaches at least one box")

    def _soak(self) -> None:
        """A trait to roll against damage, and armor with codes; points where there is no Soak."""
        soak, templates = self.book.defense.soak, self.book.templates
        if soak:
            traits = {**self.book.traits.attributes, **self.book.traits.skills}
            self.folder.known(DEFENSE, "soak", "trait", soak.trait, traits)
            if raised := self.book.defense.armor.figure or self.book.defense.base:
                text = f"{raised} isn't used: damage is rolled against {soak.name}"
                self.folder.fault(DEFENSE, "soak", "trait", text)
        for id, row in templates.armor.items():
            if soak is None and isinstance(row.adds, str):
                self.folder.fault(TEMPLATES, id, "adds", "a whole number is expected, not text")
            elif soak:
                self._code(TEMPLATES, id, "adds", str(row.adds))

    def _healing(self) -> None:
        for id, row in self.book.play.healing.items():
            lows = [one.low for one in row.rows]
            if not lows or sorted(set(lows)) != lows:
                text = "each row begins above the one before: [[6, 1], [11, 2]]"
                self.folder.fault(PLAY, id, "rows", text)

    def _party(self) -> None:
        """Texts of a party's choices for what there is: the preset, and powers."""
        party = self.book.party
        presets = ("preset",) if self.book.creation.presets else ()
        self.folder.known(PARTY, "", "choice", party.choices, presets)
        powers = ("powers",) if self.book.powers else ()
        self.folder.known(PARTY, "", "homebrew", party.homebrew, powers)

    def _programs(self) -> None:
        """The names of other programs and games."""
        if (found := self.book.programs) is None:
            return
        book = self.book
        marks = {*(row.mark for row in book.defense.levels.values()), *self.own.marks}
        programs.check(
            self.folder,
            found,
            attributes=book.traits.attributes,
            figures=book.figures,
            marks=marks,
        )

    def _members(self) -> None:
        """Names that documents use: each a word of small letters, and none twice."""
        book, point = self.book, self.book.point
        if len(book.points) > 1:
            self.folder.fault(POINTS, "", "point", "a game has one kind of points to spend")
        build = [(LISTS, id, "id", id) for id in book.lists]
        build += [(POINTS, id, "id", id) for id in book.points]
        build += [(FIGURES, id, "id", id) for id in book.typed]
        build += [(POWERS, "", "member", book.powers.member)] if book.powers else []
        build.append((ADVANCEMENT, "experience", "member", book.advancement.experience.member))
        build.append((DEFENSE, "armor", "member", book.defense.armor.member))
        check_names(self.folder, build, BUILD)
        for id, bounds in book.typed.items():
            if bounds.least > bounds.most:
                self.folder.fault(FIGURES, id, "typed.most", f"{bounds.least} or more")
        marks = [(DEFENSE, row.id, "mark", row.mark) for row in book.defense.levels.values()]
        marks += [(POINTS, point.id, "mark", point.mark)] if point else []
        house = [(PARTY, row.id, "id", row.id) for row in book.party.switches.values()]
        of_presets = ("preset",) if book.creation.presets else ()
        check_names(self.folder, house, ("accepted", *of_presets))
        check_names(self.folder, marks, (OUT,))
        if point and point.after and (point.lasts or (point.after == "dice") != bool(point.dice)):
            text = 'after the roll one adds "dice" (say how many), or is a "reroll" without any'
            self.folder.fault(POINTS, point.id, "after", text)
        if point:
            turn = [(POINTS, point.id, "turn", point.turn)]
            check_names(self.folder, turn, ("actions", *book.play.healing))

    def _codes(self) -> None:
        creation = self.book.creation
        several: dict[str, object] = {**creation.presets} or {"": creation}
        for id, sums in several.items():
            for member in ("attributes", "skills", "skill_most"):
                if not getattr(sums, member).strip():
                    self.folder.fault(CREATION, id, member, "write a code like 7D")
                self._code(CREATION, id, member, getattr(sums, member))
            for member in ("attribute_least", "attribute_most"):
                self._code(CREATION, id, member, getattr(sums, member))
        traits = self.book.traits
        for id, preset in creation.presets.items():
            self.folder.known(
                CREATION, id, "of", preset.of, {**traits.attributes, **traits.stand_ins}
            )
        if creation.presets and (creation.optional or creation.attributes):
            text = "with presets a player chooses one: leave attributes and optional out"
            self.folder.fault(CREATION, "", "preset", text)
        for row in self.book.templates.weapons.values():
            text = row.damage
            try:
                typed.damage(text, self.book.strength)
            except InvalidDocument as wrong:
                self.folder.fault(TEMPLATES, row.id, "damage", wrong.message)
            except KeyError:
                pass  # the attribute of harm is unknown, and that is said

    def _prices(self) -> None:
        """Prices that are paid, or nothing; none that are given to whoever buys."""
        for member in ("skill", "attribute"):
            if getattr(self.book.advancement, member) < 0:
                self.folder.fault(ADVANCEMENT, "", member, "0 or more")

    def _code(self, file: str, row: str, member: str, text: str) -> None:
        try:
            if text:
                codes.read(text)
        except InvalidDocument as wrong:
            self.folder.fault(file, row, member, wrong.message)

    def _templates(self) -> None:
        """Archetypes whose skills can hold the dice, with weapons that somebody can use."""
        book, templates = self.book, self.book.templates
        known = {*templates.skills, *(row.name for row in book.traits.skills.values())}
        known |= {*book.traits.attributes, *(one.name for one in book.traits.attributes.values())}
        for row in templates.rows.values():
            for skill, attribute in row.skills.items():
                self.folder.known(
                    TEMPLATES, row.id, f"skills.{skill}", attribute, book.traits.attributes
                )
            if not row.variants or not all(one.names for one in row.variants):
                self.folder.fault(TEMPLATES, row.id, "variants", "give one, with names")
            if len(set(row.leans)) != len(row.leans):
                self.folder.fault(TEMPLATES, row.id, "leans", "name each attribute once")
        for weapon in templates.weapons.values():
            self.folder.known(TEMPLATES, weapon.id, "skill", weapon.skill, known)
        for member in ("first", "last", "looks", "wants"):
            if not getattr(templates, member):
                self.folder.fault(TEMPLATES, "", member, "give at least one")


def check_traits(folder: Folder, attributes: int, skills: int) -> None:
    """At most as many attributes and skills as stand on a page."""
    for array, many, most in (
        ("attribute", attributes, MOST_ATTRIBUTES),
        ("skill", skills, MOST_SKILLS),
    ):
        if many > most:
            folder.fault(TRAITS, "", array, f"at most {most}, not {many:,}")


def check_names(
    folder: Folder, named: Iterable[tuple[str, str, str, str]], taken: Iterable[str]
) -> None:
    """Names that documents use: each a word of small letters, none twice, and none `taken`. Each
    comes with its file, row and member.
    """
    seen = set(taken)
    for file, row, member, name in named:
        if not name.isidentifier() or name != name.lower() or not name.isascii():
            text = "write it in small letters, words joined by _: like wounds or air_spent"
            folder.fault(file, row, member, text)
        elif name in seen or name.startswith("_") or keyword.iskeyword(name):
            folder.fault(file, row, member, f"“{name}” is taken; choose another name")
        seen.add(name)
