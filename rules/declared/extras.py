"""The additions of a declared game in Python, where its tables cannot say it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from rules.creation import Bound
from rules.declared.armor import Item
from rules.declared.folder import MOST_NUMBER
from rules.exchange.outline import Attack
from rules.figures import Figure
from rules.forms.fields import Cell, Field
from rules.kit.coded.archetypes import CodedSampleWeapon
from rules.kit.play.marks import Bounds
from rules.kit.typed.document import TypedWeapon
from rules.kit.typed.extras import Extra
from rules.problems import ProblemList
from rules.sheet.sections import Line, Track


class Weapons(msgspec.Struct, frozen=True, kw_only=True):
    """The particulars of a game's weapons beside skill and damage: their `row` of a document and
    the carried `item`, whose `members` these are, with what `read(row, where, faults)` makes of
    them; an export has those `exported`. `first` and `last` are their fields before the skill and
    after the damage, and `offered` those of a new one. `is_thrown` is True for what is used up,
    `special` says what else there is to an attack, and `usable` gives one with something to use it,
    to what a form makes. For other programs `outlined` has the members of an attack that follow
    from the item, and `taken` those of a row that follow from an attack of another game.
    """

    row: type[Any] = TypedWeapon
    item: type[Any] = Item
    members: tuple[str, ...] = ()
    exported: tuple[str, ...] = ()
    read: Callable[[Any, str, ProblemList], dict[str, object]] = lambda _row, _where, _faults: {}
    first: tuple[Cell, ...] = ()
    last: tuple[Cell, ...] = ()
    offered: tuple[tuple[Field, ...], tuple[Field, ...]] = ((), ())
    is_thrown: Callable[[Any], bool] = lambda _item: False
    special: Callable[[Any], tuple[str, ...]] = lambda _item: ()
    usable: Callable[[TypedWeapon], Any] = lambda row: row
    outlined: Callable[[Any], dict[str, Any]] = lambda _item: {}
    taken: Callable[[Attack], dict[str, Any]] = lambda _attack: {}

    def given(self, item: object) -> dict[str, object]:
        """The members of an entry that brings such an item."""
        found = {name: getattr(item, name) for name in self.members}
        return {name: value for name, value in found.items() if value}

    def bare(self, item: object) -> dict[str, object]:
        """The members that an item keeps without its properties: the first."""
        return {name: getattr(item, name) for name in self.members[:1]}

    def sample(self, row: Any) -> Any:
        """The row of a document for one of the archetypes."""
        return msgspec.convert(row, self.row, from_attributes=True)


class OwnTables(msgspec.Struct, frozen=True, kw_only=True):
    """The additions of a game in Python that its tables are read with: `marks` with the highest
    number of each, the struct of a `weapon` of its archetypes, and whether `harm` is its own: then
    no levels are declared. No number is greater than `most`.
    """

    marks: Bounds = {}
    weapon: type[CodedSampleWeapon] = CodedSampleWeapon
    harm: bool = False
    most: int = MOST_NUMBER


NO_TABLES = OwnTables()


@dataclass(frozen=True, kw_only=True)
class Extras:
    """The additions of a game in Python, where its tables cannot say it.

    To its tables and marks: its `own`. To a document: marks that end with a day (`days`),
    `weapons`, further members of a `build`, and what it reads of them (`members`).
    To the sheet: `figures` that take the place of declared ones, lines of `points`, `counts` after
    them, a section in the place of that of `harm`, the name of the section of a player's own words
    (`story`), and exported `numbers`. To steps: `fields`. To play: `remarks`,
    and `procedures` by id. To the form of an opponent: texts.
    """

    own: OwnTables = NO_TABLES
    figures: Mapping[str, Callable[[Any], Figure]] = field(default_factory=dict)
    points: Callable[[Any], tuple[Line, ...]] = lambda _character: ()
    remarks: Callable[[Any], tuple[str, ...]] = lambda _character: ()
    procedures: Callable[[Any], Mapping[str, Any]] = lambda _rules: {}
    numbers: Callable[[Any], dict[str, object]] = lambda _character: {}
    weapons: Weapons = field(default_factory=Weapons)
    build: tuple[tuple[str, Any, Any], ...] = ()
    members: Callable[[Any, ProblemList], Mapping[str, object]] = lambda _build, _faults: {}
    days: tuple[str, ...] = ()
    story: str = "About"
    fields: Mapping[str, tuple[Bound, ...]] = field(default_factory=dict)
    harm: Callable[[Any], Track] | None = None
    counts: Callable[[Any], tuple[Line, ...]] = lambda _character: ()
    opponents: tuple[Extra, ...] = ()


NOTHING_ELSE = Extras()
