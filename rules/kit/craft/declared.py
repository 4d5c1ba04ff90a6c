"""The craft of a game as its table declares them: the structs of their documents, and what the game
adds to the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec

from rules import tables
from rules.craft import CraftEdit
from rules.document import Document, DocumentPart
from rules.figures import Figure
from rules.kit.craft.tables import CODE, CraftTables

FILE, MEMBERS, CREW = "vehicles.toml", "members", "crew"


def no_bound(_craft: object) -> dict[str, int]:
    """Its numbers bound no mark."""
    return {}


def nothing_changes(_craft: object, _number: str) -> tuple[Figure, ...]:
    """Nothing but marks changes a number."""
    return ()


class DeclaredCraft:
    """The craft of a game: its table, and the structs of its documents. `changed` are terms that
    change a number beside marks, `penalty` are the dice that damage takes from whoever acts with a
    craft, `level` is how badly it is damaged, in words, "" for an unhurt one, and `out` says why
    nobody can, "" if they can. `most` are the highest numbers of marks that depend on the craft.
    `listed` are members of a build that name a craft of the book, and `sides` marks that are None
    until they are set. Tables that are `known` are not read again.
    """

    def __init__(
        self,
        system: str,
        folder: Path,
        house: type[object],
        *,
        out: Callable[[Any], str],
        changed: Callable[[Any, str], Iterable[Figure]] = nothing_changes,
        penalty: Callable[[Any], int] = lambda _craft: 0,
        level: Callable[[Any], str] = lambda _craft: "",
        most: Callable[[Any], dict[str, int]] = no_bound,
        listed: tuple[str, ...] = (),
        sides: tuple[str, ...] = (),
        known: CraftTables | None = None,
    ) -> None:
        self.system, self.folder, self.house_type = system, folder, house
        self.tables = known or tables.Reader(folder).file(FILE, CraftTables)
        check(self.tables)
        self.out, self.changed, self.most = out, changed, most
        self.penalty, self.level = penalty, level
        switch = self.tables.form_switch
        self.weapon_type = _part(
            "Weapon",
            ("name", str),
            ("damage", str if self.tables.weapon_unit == CODE else int),
            (switch, bool, False) if switch else ("form", str, ""),
        )
        typed = [
            (id, str, "") if row.unit == CODE else (id, int, 0)
            for id, row in self.tables.numbers.items()
        ]
        weapons = tuple[self.weapon_type, ...]  # type: ignore[name-defined]  # made of the table
        self.craft_type = _part(
            "Craft",
            *((member, str, "") for member in listed),
            ("name", str, ""),
            (self.tables.kind_field, str, ""),
            *typed,
            (CREW, int, 0),
            ("weapons", weapons, ()),
        )
        self.build_type = _part("CraftBuild", ("craft", self.craft_type, self.craft_type()))
        marks = [(id, int, 0) for id in self.tables.marks]
        unset = (*sides, MEMBERS) if self.tables.squad else sides
        self.marks_type = _part("CraftMarks", *marks, *((id, int | None, None) for id in unset))
        self.edit_type: type[CraftEdit] = _part(
            "CraftEdit", ("build", self.build_type), base=CraftEdit
        )

    def document(self, craft: Any, members: int | None = None) -> Document:
        """A new craft as a document."""
        marks = self.marks_type(members=members) if self.tables.squad else self.marks_type()
        build = self.build_type(craft=craft)
        return Document(self.system, craft.name, build, marks=marks, house=self.house_type())

    def form_of(self, gun: Any) -> str:
        """The form of a weapon in a document, by id."""
        usual, *others = self.tables.forms
        if switch := self.tables.form_switch:
            return others[0] if getattr(gun, switch) else usual
        return gun.form or usual

    def gun(self, name: str, damage: str | int, form: str) -> object:
        """A weapon for a document."""
        is_usual = form == next(iter(self.tables.forms))
        switch = self.tables.form_switch
        member = {switch: not is_usual} if switch else {"form": "" if is_usual else form}
        return self.weapon_type(name=name, damage=damage, **member)


def check(rows: CraftTables) -> None:
    """TableError for a name that is none of a station, a number, a mark, or a kind."""
    named: list[tuple[str, Any, Any]]
    named = [("pilot", rows.pilot, rows.stations), ("hazard", rows.hazard, rows.actions)]
    named += [("aim", rows.aim, rows.numbers)] if rows.aim else []
    named += [("usual_kind", rows.usual_kind, rows.kinds)] if rows.usual_kind else []
    for number_row in rows.numbers.values():
        named.append((f"{number_row.id}.names", tuple(number_row.names), rows.kinds))
    for mark in rows.marks.values():
        named.append((f"{mark.id}.takes", mark.takes, rows.numbers))
    for station in rows.stations.values():
        needs = (station.needs,) if station.needs else ()
        named.append((f"{station.id}.numbers", (*station.numbers, *needs), rows.numbers))
    for action in rows.actions.values():
        named.append((f"{action.id}.stations", action.stations, rows.stations))
        numbers = tuple(filter(None, [action.number, action.dice]))
        named.append((f"{action.id}.number", numbers, rows.numbers))
        named.append((f"{action.id}.unless", tuple(filter(None, [action.unless])), rows.marks))
    for place, names, known in named:
        tables.check_known(FILE, place, names, known)


def _part(name: str, *members: Any, base: type[msgspec.Struct] = DocumentPart) -> Any:
    """A part of the document with these members."""
    tag = base.__struct_config__.tag
    return msgspec.defstruct(name, members, bases=(base,), frozen=True, kw_only=True, tag=tag)
