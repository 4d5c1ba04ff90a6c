"""The craft of a declared game as its tables say it: the file of the kit, with what a hit does."""

from __future__ import annotations

import keyword
import re
from collections.abc import Container, Mapping
from functools import cached_property

from rules.declared.craft.hits import Hits
from rules.declared.faults import GameError
from rules.declared.folder import Folder
from rules.declared.hit_tables import Harm
from rules.declared.own_tables import places
from rules.declared.play.checks import GM
from rules.declared.play.ladders import Ladder
from rules.declared.ruleset import Ruleset
from rules.figures import Figure
from rules.kit.craft.craft import TypedCraft
from rules.kit.craft.declared import CREW, FILE, MEMBERS, DeclaredCraft
from rules.kit.craft.tables import (
    ActionRow,
    CraftKind,
    CraftTables,
    MarkRow,
    NumberRow,
    StationRow,
    WeaponForm,
)
from rules.kit.play.questions import ActionInput
from rules.tables import Row

PILOT, PIPS, STEERING = "pilot", "pilot_pips", "steering"


class CodedCraftTables(CraftTables, frozen=True, kw_only=True):
    """Wagons, ships, and other craft. What they do themselves stands in `vehicle_play.toml`, in
    groups and procedures like those of `procedures.toml`.

    `pilot` is the station that steers with the skill which the value "steering" of the kind names;
    `crew_source` is the source of what that adds. `hazard` is the action about rocks and mines,
    usually at `hazard_at`, and `maneuver` the same as an action of the craft. `answer` is the
    action of the craft after a hit, and `answered` are the values of its harm where that works.
    `skill` is what hits with the weapons on the sheet, with the number `aim`, or else at the
    `difficulty`. A weapon says its form, or with a `form_switch` that it is of the second. A craft
    without a kind is of the `usual_kind`, or of the first. Who steers `stands_in` for everybody who
    isn't there. A reaction takes `reaction` actions, and opponents without names have `crew_dice`.
    A group has the least and the most craft of `squad`. The rows of `ranges` are the numbers of a
    shot, and those of `range_damage` the dice of its damage. `rulings` are "typed" and "crew".
    """

    crew_turn: tuple[str, ...] = (PILOT, PIPS)
    crew_source: str
    ranges: str = ""
    range_damage: str = ""
    harm: Harm


# A number or a mark is a member of a document, beside those that every craft has.
MEMBER = "small letters, digits and _"
_MEMBER, TAKEN = re.compile(r"[a-z][a-z0-9_]*"), ("name", "kind", CREW, "weapons", MEMBERS)
ROWS: Mapping[str, type[Row]] = {
    "kinds": CraftKind,
    "numbers": NumberRow,
    "marks": MarkRow,
    "forms": WeaponForm,
    "stations": StationRow,
    "actions": ActionRow,
}


def read(rules: Ruleset) -> CodedCraftTables:
    """The file of a game; GameError with every fault."""
    folder, source = rules.reader, rules.identity.source or rules.identity.name
    ready = {array: folder.list(FILE, array, kind, source=source) for array, kind in ROWS.items()}
    for array, rows in ready.items():
        if not rows:
            folder.fault(FILE, "", array, f"a game with craft has at least one [[{array}]]")
        for id in rows if array in ("numbers", "marks") else ():
            _check_member(folder, id, "id", id, TAKEN)
    found = folder.table(FILE, CodedCraftTables, folder.members(FILE, without=ROWS), ready=ready)
    if found:
        _check_members(folder, found)
    folder.conclude()
    if found is None:
        raise GameError(str(folder.folder), ())
    return found


def _check_members(folder: Folder, found: CodedCraftTables) -> None:
    """A fault for every member that fits no craft."""
    taken = {*TAKEN, *found.numbers} - {"kind"}
    _check_member(folder, "", "kind_field", found.kind_field, taken)
    if found.form_switch:
        _check_member(folder, "", "form_switch", found.form_switch, ("name", "damage"))
        if len(found.forms) == 1:
            folder.fault(FILE, "", "form_switch", "there is no second form")
    least, *most = found.squad or (1, 1)
    if len(most) != 1 or not 0 < least <= most[0]:
        folder.fault(FILE, "", "squad", "the least and the most craft of a group: [1, 6]")
    folder.known(FILE, "", "rulings", ("typed", "crew"), found.rulings)


def _check_member(folder: Folder, row: str, member: str, name: str, taken: Container[str]) -> None:
    """A fault for a name that no member of a document can have beside those that are taken."""
    if not _MEMBER.fullmatch(name) or name in taken or keyword.iskeyword(name):
        folder.fault(FILE, row, member, f"“{name[:40]}” is no name, or is taken: {MEMBER}")


class CodedCraft(DeclaredCraft):
    """The craft of a declared game."""

    tables: CodedCraftTables

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(
            rules.identity.slug,
            rules.folder,
            rules.types.house,
            out=self._out,
            level=self._level,
            known=read(rules),
        )
        self.rules, self.rows = rules, places(rules.own)

    @cached_property
    def ladder(self) -> Ladder:
        """The names of numbers to reach."""
        return Ladder(tuple(self.rules.book.play.difficulties.values()))

    def number(self, inputs: ActionInput[object], place: str) -> Figure | None:
        """The number to reach that is typed, or that of the range in the rows of a place; None for
        none.
        """
        if (typed := inputs.get("target")) is not None:
            return self.ladder.typed(typed, GM)
        row = self.rows[place].get(inputs.get("range")) if place else None
        found: Figure | None = row.figure() if row else None
        return found

    def raise_number(self, inputs: ActionInput[object]) -> Figure | None:
        """The number to raise what adds to Soak; None for none."""
        found = self.number(inputs, self.tables.harm.raise_at)
        return self.ladder.typed(found.value, found.source) if found else None

    @cached_property
    def hits(self) -> Hits:
        """The tables of hits."""
        return Hits(self.tables.harm, self.rows)

    def _out(self, craft: TypedCraft) -> str:
        is_destroyed = self.hits.level(craft).rank == self.hits.most
        return self.tables.harm.out if is_destroyed else ""

    def _level(self, craft: TypedCraft) -> str:
        level = self.hits.level(craft)
        return level.name if level.rank else ""
