"""Armor: it adds points to a figure, or a code to the Soak that is rolled against damage, and is
typed, read, shown and offered accordingly.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules.dice import codes
from rules.exchange.outline import Armor as OutlineArmor
from rules.figures import Figure, carried, dice, total
from rules.forms.fields import Cell, Field, Number, Text
from rules.kit.coded import build as typed_build
from rules.kit.coded.advancement import CODE
from rules.kit.coded.sums import written
from rules.kit.play.answers import whole
from rules.kit.typed import Code
from rules.kit.typed.items import TypedItem
from rules.problems import InvalidDocument, ProblemList


class Item(TypedItem, frozen=True, gc=False):
    """A carried item, with what armor adds: points, or the pips of a code."""

    adds: int = 0


class ArmorBonus(msgspec.Struct, frozen=True):
    """Armor that adds points to a figure: the member of documents, the label, the name of the
    figure, and the most that it adds.
    """

    member: str
    label: str
    protected: str
    most: int

    @property
    def part(self) -> tuple[str, type[object], object]:
        """The member of a document's struct."""
        return (self.member, int, 0)

    @property
    def cell(self) -> Cell:
        """The field of creation."""
        return Cell(self.member, self.label, "number", lowest=0, highest=self.most)

    @property
    def field(self) -> Field:
        """The field of a new item."""
        return Number(self.member, self.label, ("",), highest=self.most)

    def read(self, row: object, where: str, faults: ProblemList) -> int | None:
        """The points of a row, None with a problem where they cannot be."""
        adds = int(getattr(row, self.member))
        if adds < 0:
            message = f"Armor can't lower {self.protected}. Enter 0 or more."
            faults.wrong("bad-amount", f"{where}.{self.member}", message)
            return None
        return adds

    def typed(self, text: object) -> object:
        """The member of a document for a text; InvalidDocument with what would be right."""
        value = whole(str(text), 0, self.most)
        if value is None:
            most = f"a whole number from 0 to {self.most}"
            raise InvalidDocument(f"“{text}” isn't a bonus to {self.protected}: {most}")
        return value

    def kept(self, adds: int) -> object:
        """The member of a document for what an item adds."""
        return adds

    def shown(self, adds: int) -> str:
        """The points of an item with their figure: "Defense +2"."""
        return f"{self.protected} +{adds}"

    def outlined(self, adds: int) -> dict[str, Any]:
        """The members of an outline for what an item adds."""
        return {"text": self.shown(adds), "defense": adds}

    def taken(self, other: OutlineArmor) -> int | None:
        """The points that armor of another game adds here; None where it has none."""
        return min(other.defense, self.most) if other.defense > 0 else None


class ArmorCode(ArmorBonus, frozen=True):
    """Armor that adds a code, which an item holds in pips."""

    most: int = 0

    @property
    def part(self) -> tuple[str, type[object], object]:
        """The member of a document's struct."""
        return (self.member, str, "")

    @property
    def cell(self) -> Cell:
        """The field of creation."""
        return Cell(self.member, self.label, "code")

    @property
    def field(self) -> Field:
        """The field of a new item."""
        return Text(self.member, self.label, ("",), "1D, 1D+2", limit=CODE)

    def read(self, row: Any, where: str, faults: ProblemList) -> int | None:
        """The code of a row in pips; 0 with a problem where there is none, or an unreadable one."""
        text, at = getattr(row, self.member), f"{where}.{self.member}"
        if text.strip():
            return codes.in_pips(
                *(typed_build.code(text, at, faults, of=row.name.strip()) or (0, 0))
            )
        faults.open("missing", at, f"Say what {row.name.strip()} adds to {self.protected}.")
        return 0

    def typed(self, text: Any) -> Any:
        """The member of a document for a text; InvalidDocument with what would be right."""
        return codes.written(*codes.read(str(text)))

    def kept(self, adds: int) -> Any:
        """The member of a document for what an item adds."""
        return codes.written(*codes.of_pips(adds))

    def shown(self, adds: int) -> str:
        """The code of an item with its name: "Soak +1D"."""
        return f"{self.protected} +{written(adds)}"

    def outlined(self, adds: int) -> dict[str, Any]:
        """The members of an outline for what an item adds."""
        return {"text": self.shown(adds), "soak": adds, "is_code": True}

    def taken(self, other: OutlineArmor) -> int | None:
        """The pips that armor of another game adds here; None where it has no code."""
        return other.soak if other.soak and other.is_code else None


def soak(
    label: str,
    base: Figure,
    worn: tuple[str, Code] | None,
    *,
    source: str,
    ruling: str = "",
    carrying: str = "",
    entered: str = "Entered",
) -> Figure:
    """The roll against damage: a code, and that of the armor that is `worn`, by its name.
    Three pips make a die (`carrying` is the ruling on that).
    """
    if worn is None:
        return total(label, base, unit="D", source=source, ruling=ruling)
    name, (value, pips) = worn
    added = dice(name, value, pips=pips, source=entered)
    return carried(label, base, added, source=source, ruling=carrying)
