"""A declared craft: its document, what is wrong with it, and its numbers as they are now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from rules.craft import CraftEdit, edit_kind
from rules.dice import codes
from rules.document import Document
from rules.figures import Figure, bonus, dice, number, total
from rules.house import accepted_places
from rules.kit.craft.declared import MEMBERS, DeclaredCraft
from rules.kit.craft.tables import CODE, NUMBER, CraftKind, MarkRow, NumberRow
from rules.kit.play.marks import bad_mark, bounded, out_of_bounds
from rules.ledger.entries import Entry, Undo
from rules.ledger.none import NoLedger, NoLedgerState
from rules.ledger.rules import UNDO, EntryKind
from rules.problems import UNKNOWN, InvalidDocument, Problem, ProblemList

WHERE = "build.craft"
MOST_WEAPONS, MOST_CREW = 50, 1_000_000
AS_BUILT, ENTERED = "as built", "Entered"


class CraftWeapon(msgspec.Struct, frozen=True, gc=False):
    """A weapon aboard, by its id: dice and pips of its damage, its form, and what stands `beside`
    its damage: "5D, ion".
    """

    id: str
    name: str
    dice: int
    pips: int
    form: str
    unit: str
    special: str = ""  # the form, but for the usual one
    beside: str = ""
    source: str = ENTERED

    @property
    def damage(self) -> str:
        """Its damage as a form takes it: "5D+1", or "5"."""
        return codes.written(self.dice, self.pips) if self.unit == CODE else str(self.dice)


class Origin(msgspec.Struct, frozen=True, gc=False):
    """Where the numbers of a craft come from: "as built 3D", entered; the source and the ruling of
    each number, unless these are `cited`.
    """

    label: str = AS_BUILT
    source: str = ENTERED
    cited: str = ""
    ruling: str = ""


def free_id(name: str, taken: Iterable[str]) -> str:
    """The id of a weapon of that name beside those that are taken: "laser-cannons-2"."""
    known, first = set(taken), "-".join(name.lower().split())
    places = (f"{first}-{count}" if count > 1 else first for count in range(1, len(known) + 2))
    return next(id for id in places if id not in known)


def _written(figure: Figure) -> str:
    """A number as a form takes it: "3D+1", or "1200"."""
    return figure.code.replace(",", "")


class TypedCraft(NoLedgerState):
    """A craft: its kind, the dice (or the number) and the pips of each of its numbers, and the
    weapons it was built with. What could not be read counts nothing and is among the `problems`.
    """

    origin = Origin()

    def __init__(self, document: Document, declared: DeclaredCraft) -> None:
        super().__init__(document)
        self.declared, self.tables = declared, declared.tables
        self.house: Any = document.house or declared.house_type()
        self._take(document.build, prefix="")

    def _take(self, build: Any, *, prefix: str) -> None:
        """Reads a build; places of its problems begin with the prefix."""
        self.wrong = ProblemList(prefix, accepted_places(self.document))
        craft = self.looked_up(build.craft)
        self.name = craft.name.strip()
        if not (self.name or getattr(craft, "id", "")):
            self.wrong.open("missing", f"{WHERE}.name", self.tables.nameless)
        self.kind = self._kind(getattr(craft, self.tables.kind_field))
        self.typed = {
            id: self._typed(row, getattr(craft, id)) for id, row in self.tables.numbers.items()
        }
        self.crew = craft.crew if 0 <= craft.crew <= MOST_CREW else 0
        if self.crew != craft.crew:
            message = f"A crew is 0 to {MOST_CREW:,}, not {craft.crew}."
            self.wrong.wrong("bad-amount", f"{WHERE}.crew", message)
        self.built_weapons = tuple(self._weapons(craft.weapons))

    def looked_up(self, craft: Any) -> Any:
        """The craft with every number: as it was entered."""
        return craft

    @property
    def weapons(self) -> tuple[CraftWeapon, ...]:
        """Every weapon aboard."""
        return self.built_weapons

    def rebuild(self, build: object, *, prefix: str) -> None:
        """Replace the build."""
        self.build = build
        self._take(build, prefix=prefix)

    def _kind(self, id: str) -> CraftKind:
        kinds, field, called = self.tables.kinds, self.tables.kind_field, self.tables.kind_called
        if not id:
            message = f"Choose its {field}: {', '.join(kinds)}."
            self.wrong.open("missing", f"{WHERE}.{field}", message)
        elif id not in kinds:
            message = f"{id[:40]!r} is no {called}. Choose one of {', '.join(kinds)}."
            self.wrong.wrong(f"unknown-{field}", f"{WHERE}.{field}", message, never=UNKNOWN)
        return kinds.get(id) or kinds[self.tables.usual_kind or next(iter(kinds))]

    def _typed(self, row: NumberRow, typed: Any) -> tuple[int, int]:
        where, name = f"{WHERE}.{row.id}", self.name_of(row.id)
        value = self._read(typed, row.least, row.most, where, name)
        if row.needed and not any(value):
            self.wrong.open("missing", where, f"Enter its {name}.")
        return value

    def _read(
        self, typed: str | int, least: int, most: int, where: str, name: str
    ) -> tuple[int, int]:
        """Dice and pips of a code, or a number; the `least` for what cannot be read."""
        if isinstance(typed, int):
            if least <= typed <= most:
                return typed, 0
            message = f"{name} is {least} to {most:,}, not {typed}."
            self.wrong.wrong("bad-amount", where, message)
        elif typed.strip():
            try:
                return codes.read(typed)
            except InvalidDocument as unreadable:
                message = f"{unreadable.message[:1].upper()}{unreadable.message[1:]}."
                self.wrong.wrong("bad-code", where, message)
        return least, 0

    def _weapons(self, typed: Iterable[Any]) -> Iterator[CraftWeapon]:
        taken: list[str] = []
        forms, unit = self.tables.forms, self.tables.weapon_unit
        usual = next(iter(forms))
        for position, gun in enumerate(typed):
            where = f"{WHERE}.weapons[{position}]"
            if not gun.name.strip():
                self.wrong.open("missing", f"{where}.name", "Give the weapon a name.")
                continue
            if len(taken) >= MOST_WEAPONS:
                message = f"A craft has at most {MOST_WEAPONS} weapons. Remove {gun.name[:80]}."
                self.wrong.wrong("bad-amount", where, message)
                return
            form = self.declared.form_of(gun)
            if form not in forms:
                message = f"{form[:40]!r} is no form. Choose one of {', '.join(forms)}."
                self.wrong.wrong("unknown-form", f"{where}.form", message, never=UNKNOWN)
                form = usual
            damage = self.read_damage(gun, where)
            if damage is None:
                continue
            taken.append(free_id(gun.name, taken))
            yield CraftWeapon(
                taken[-1],
                gun.name.strip(),
                *damage,
                form,
                unit,
                special="" if form == usual else form,
                beside=forms[form].beside,
                source=self.origin.source,
            )

    def read_damage(self, gun: Any, where: str) -> tuple[int, int] | None:
        """Dice and pips of a weapon's damage; None for a weapon that counts nothing."""
        return self._read(gun.damage, 0, self.tables.most_damage, f"{where}.damage", "Damage")

    # --- what it is now

    def name_of(self, number: str) -> str:
        """The name of a number of this kind: "Hull", or "Body Strength"."""
        row = self.tables.numbers[number]
        return row.names.get(self.kind.id, row.name)

    @property
    def marks(self) -> Any:
        """The marks within their bounds."""
        marks = self.document.marks or self.declared.marks_type()
        is_unset = marks == self.declared.marks_type()
        return marks if is_unset else self.declared.marks_type(**self.counted_marks(marks))

    def counted_marks(self, marks: Any) -> dict[str, int | None]:
        """These marks within their bounds, by name."""
        kept: dict[str, int | None] = {**bounded(marks, self.bounds())}
        if self.tables.squad and marks.members is not None:
            kept[MEMBERS] = max(0, min(marks.members, self.tables.squad[1]))
        return kept

    def bounds(self) -> dict[str, int | None]:
        """The highest number of each mark, None for any number."""
        return {id: row.most for id, row in self.tables.marks.items()} | self.declared.most(self)

    @property
    def members(self) -> int | None:
        """The craft left of a squad, None for a single one."""
        return getattr(self.marks, MEMBERS, None)

    def set_marks(self) -> Iterator[tuple[MarkRow, int]]:
        """Every mark that is set, with its value."""
        marks = self.marks
        for id, row in self.tables.marks.items():
            if value := getattr(marks, id):
                yield row, value

    def has_mark(self, id: str) -> bool:
        """True for a mark that is set, or that others amount to: with each weapon out, all are
        dead.
        """
        lost = sum(count for row, count in self.set_marks() if id and row.amounts_to == id)
        return bool(getattr(self.marks, id, 0)) or lost >= len(self.weapons) > 0

    def figure(self, id: str) -> Figure:
        """A number with how it comes about: what was entered, less what damage takes."""
        row, (value, pips), origin = self.tables.numbers[id], self.typed[id], self.origin
        more = (*self._taken(id, value), *self.declared.changed(self, id))
        name, source = self.name_of(id), origin.cited or row.source
        ruling = origin.ruling or row.ruling or self.tables.rulings.get("typed", "")
        if row.unit == NUMBER:
            base = number(origin.label, value, source=origin.source)
            return total(name, base, *more, source=source, ruling=ruling)
        base = dice(origin.label, value, pips=pips, source=origin.source)
        return total(name, base, *more, unit="D", source=source, ruling=ruling)

    def _taken(self, id: str, value: int) -> Iterator[Figure]:
        """The terms that marks take from a number: never more than there is."""
        rows = [row for row in self.tables.marks.values() if id in row.takes]
        marks, is_number = self.marks if rows else None, self.tables.numbers[id].unit == NUMBER
        for row in rows:
            count = getattr(marks, row.id)
            by = min(value, row.amount * (min(count, 1) if row.once else count))
            value -= by
            if by:
                yield (bonus if is_number else dice)(row.name, -by, source=row.source)

    def value(self, id: str) -> int:
        """The dice of a code as it is now, or the number."""
        return self.figure(id).value

    def text(self, id: str) -> str:
        """A number as a form takes it: "3D+1", or "3"."""
        return _written(self.figure(id))

    def has(self, id: str) -> bool:
        """True if it was built with any of a number."""
        return any(self.typed[id])

    def weapon(self, id: str) -> CraftWeapon | None:
        """The weapon with that id."""
        return next((weapon for weapon in self.weapons if weapon.id == id), None)

    def damage(self, weapon: CraftWeapon) -> Figure:
        """The damage of a weapon as it was entered."""
        ruling, source = self.tables.rulings["typed"], self.tables.source
        if weapon.unit == NUMBER:
            entered = number(weapon.name, weapon.dice, source=weapon.source)
            return total("Damage", entered, source=source, ruling=ruling)
        entered = dice(weapon.name, weapon.dice, pips=weapon.pips, source=weapon.source)
        return total("Damage", entered, unit="D", source=source, ruling=ruling)

    @property
    def values(self) -> dict[str, object]:
        """The values that actions name in braces: its numbers, and the same as they are added
        ("{plus[hull]}": " + 3D Hull", "" for none), its kind, its squad, and what damage takes.
        """
        figures = {id: self.figure(id) for id in self.tables.numbers}
        return {
            **{id: _written(figure) for id, figure in figures.items()},
            "plus": {
                id: f" + {figure.code} {figure.label}" if figure.value else ""
                for id, figure in figures.items()
            },
            "kind": {"id": self.kind.id, **self.kind.values},
            MEMBERS: self.members or "",
            "penalty": self.declared.penalty(self),
        }

    def out(self) -> str:
        """Why nobody can act with it, "" if they can."""
        return self.declared.out(self)

    def problems(self) -> tuple[Problem, ...]:
        """The problems of the build and of the marks."""
        marks = self.document.marks or self.declared.marks_type()
        return (*self.wrong.found, *self.faults, *self.mark_problems(marks))

    def mark_problems(self, marks: Any) -> Iterator[Problem]:
        """Marks that cannot be."""
        yield from out_of_bounds(marks, self.bounds())
        if self.tables.squad and marks.members is not None:
            most = self.tables.squad[1]
            if not 0 <= marks.members <= most:
                yield bad_mark(MEMBERS, f"A squad has 0 to {most} left.")


class CraftLedger(NoLedger):
    """A declared craft costs nothing: what changes it are edits of its numbers."""

    def __init__(self, declared: DeclaredCraft) -> None:
        self.declared = declared
        self.kinds: dict[type[Entry], EntryKind] = {declared.edit_type: edit_kind(), Undo: UNDO}

    def rebuilding(self, build: object) -> CraftEdit:
        """An edit."""
        return self.declared.edit_type(build=build)

    def begin(self, document: Document) -> TypedCraft:
        """The craft as built."""
        return TypedCraft(document, self.declared)

    def marks(self, character: Any, _before: object = None) -> object:
        """The marks within their bounds."""
        return character.marks
