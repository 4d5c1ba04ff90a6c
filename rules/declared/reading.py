"""The tables of a folder as one book, with every fault of every table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from rules.declared import expressions, identity, lists, own_tables, ranges
from rules.declared.expressions import Term
from rules.declared.extras import OwnTables
from rules.declared.faults import GameError
from rules.declared.figure_rows import FigureRow
from rules.declared.files import (
    ADVANCEMENT,
    CREATION,
    DEFENSE,
    EXCHANGE,
    FIGHT,
    FIGURES,
    NEEDED,
    OPPONENTS,
    OPTIONAL,
    PARTY,
    PLAY,
    POINTS,
    POWERS,
    TARGETS,
    TEMPLATES,
    TRAITS,
)
from rules.declared.folder import Folder
from rules.declared.identity import Identity
from rules.declared.powers.table import Powers, UsualPower
from rules.declared.presets import StandIn
from rules.declared.programs import Programs
from rules.declared.ranges import Distances
from rules.declared.rulebook import (
    Advancement,
    Alias,
    Book,
    Creation,
    Defense,
    Difficulty,
    Healing,
    Level,
    OpponentTexts,
    Play,
    Point,
    PresetRow,
    Skill,
    Suit,
    Template,
    Templates,
    Traits,
)
from rules.declared.target_tables import TraitTable
from rules.declared.validation import Checks
from rules.kit.house_switches import Party, Switch
from rules.tables import Row

T = TypeVar("T", bound=msgspec.Struct)
# The names of sources and rulings that the program cites, by file.
SOURCES = {
    DEFENSE: ("harm",),
    PLAY: ("action", "attack"),
    CREATION: ("preset", "codes", "points"),
    ADVANCEMENT: ("pip", "award", "correct"),
    POWERS: ("powers",),
}
RULINGS = {
    TRAITS: ("bare_skill",),
    DEFENSE: ("worst_only", "multiplied", "armor", "full_box", "one_step", "chain", "dying"),
    PLAY: (
        *("pips_stay", "rung", "top", "tie", "one_point", "doubled", "what_doubles"),
        *("worst_first", "lost_marks", "below_table", "used_up"),
    ),
    CREATION: ("preset", "points"),
    ADVANCEMENT: ("pip", "correct", "session"),
    POWERS: ("powers", "picked", "all_skills"),
}
TRAIT_ROWS: Mapping[str, tuple[str, type[msgspec.Struct]]] = {
    "attributes": ("attribute", Row),
    "skills": ("skill", Skill),
    "aliases": ("alias", Alias),
    "stand_ins": ("stand_in", StandIn),
}
PARTY_ROWS: Mapping[str, tuple[str, type[msgspec.Struct]]] = {
    "choices": ("choice", Row),
    "switches": ("switch", Switch),
    "homebrew": ("homebrew", Row),
}
USUAL_SOURCES = {"codes": "Entered", "points": "Entered", "correct": "Entered", "award": "Your GM"}


class ReadTables(msgspec.Struct, frozen=True):
    """The tables of a game of codes, as they were read: its folder, who it is, its book, its
    figures, and the tables that it alone has.
    """

    reader: Folder
    identity: Identity
    book: Book
    terms: Mapping[str, Term]
    own: Mapping[str, Any]


def read(folder: Path, own: OwnTables) -> ReadTables:
    """The tables of a folder; GameError with every fault."""
    reader = Folder(folder, own.most)
    who = identity.read(reader)
    found = Tables(reader, who, own).book() if who else None
    reader.conclude()
    if who is None or found is None:
        raise GameError(str(folder), ())
    return ReadTables(reader, who, *found)


class Tables:
    """Reads a folder's book; `source` stands at every row that has none, and `own` is what the
    game has in Python.
    """

    def __init__(self, folder: Folder, who: Identity, own: OwnTables) -> None:
        self.folder, self.source = folder, who.source or who.name
        self.own = own

    def book(self) -> tuple[Book, Mapping[str, Term], Mapping[str, Any]] | None:
        """The book, its figures, and its own tables; None with every fault of every table."""
        for file in NEEDED:
            if not self.folder.has(file):
                self.folder.fault(file, "", "", "is missing")
        if self.folder.faults:
            return None
        traits = self._part(TRAITS, Traits, **TRAIT_ROWS)
        figures = self.folder.list(FIGURES, "figure", FigureRow, source=self.source)
        parts: dict[str, Any] = {
            "traits": traits,
            "figures": figures,
            "lists": lists.read(self.folder, self.source),
            "defense": self._part(DEFENSE, Defense, levels=("level", Level)),
            "play": self._part(
                PLAY, Play, difficulties=("difficulty", Difficulty), healing=("healing", Healing)
            ),
            "points": self.folder.list(POINTS, "point", Point, source=self.source),
            "creation": self._part(CREATION, Creation, presets=("preset", PresetRow)),
            "advancement": self._part(ADVANCEMENT, Advancement),
            "templates": self._part(
                TEMPLATES,
                Templates,
                templates=("template", Template),
                weapons=("weapon", self.own.weapon),
                armor=("armor", Suit),
            ),
            "targets": self.folder.list(TARGETS, "table", TraitTable, source=self.source),
            "opponents": self._part(OPPONENTS, OpponentTexts),
            "fight": self._part(FIGHT, Distances, **ranges.ROWS),
            "party": self._part(PARTY, Party, **PARTY_ROWS),
        }
        if self.folder.has(POWERS):
            parts["powers"] = self._part(
                POWERS, Powers, skills=("skill", Row), powers=("power", UsualPower)
            )
        if self.folder.has(EXCHANGE):
            parts["programs"] = self._part(EXCHANGE, Programs)
        own = own_tables.read(self.folder, self.source)
        self._unknown_files(own)
        if self.folder.faults or any(part is None for part in parts.values()):
            return None
        book = Book(**parts)
        terms = self._figures(book)
        Checks(self.folder, book, self.own, own).all()
        return None if self.folder.faults else (book, terms, own)

    def _part(self, file: str, kind: type[T], **rows: tuple[str, type[msgspec.Struct]]) -> T | None:
        """A file as a struct: its members, and each array of `rows` by id."""
        ready = {
            member: self.folder.list(file, array, kind_of_row, source=self.source)
            for member, (array, kind_of_row) in rows.items()
        }
        data = self.folder.members(file, without={array for array, _ in rows.values()})
        for member, names, usual in (
            ("sources", SOURCES.get(file), USUAL_SOURCES),
            ("rulings", RULINGS.get(file), {}),
        ):
            own = data.get(member, {})
            if member in kind.__struct_fields__ and isinstance(own, dict):
                default = self.source if member == "sources" else ""
                given = {name: usual.get(name, default) for name in names or ()}
                data[member] = {**given, **own}
        return self.folder.table(file, kind, data, ready=ready)

    def _figures(self, book: Book) -> Mapping[str, Term]:
        traits = {**book.traits.attributes, **book.traits.skills, **book.power_skills}
        parser = expressions.Parser(FIGURES, traits, book.figures)
        terms = parser.read()
        self.folder.faults += parser.faults
        soak = book.defense.soak
        for id, term in terms.items():
            if soak and expressions.ARMOR in expressions.names(term):
                text = f"armor adds to {soak.name} here: leave it out"
                self.folder.fault(FIGURES, id, "", text)
        return terms

    def _unknown_files(self, own: Iterable[str]) -> None:
        named = (f"{name}.toml" for name in own)
        known = {"game.toml", *NEEDED, *OPTIONAL, *named}
        for name in self.folder.names:
            if name not in known and not name.startswith("reference/"):
                text = f"no table is called that; known are {', '.join(sorted(known))}"
                self.folder.fault(name, "", "", text)
