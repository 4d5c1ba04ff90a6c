"""The content of a stash: a row for equal things. Whoever changes it has the party locked."""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from rules.kit.stash import Portable
from sheets.errors import Refused
from sheets.models import Party, StashItem
from sheets.models.stash import PortableRow

MOST_ITEMS, MOST_OF_IT, LONGEST_NAME = 300, 1_000_000_000, 200
FULL = "The stash holds at most {most} different things. Take something out first."
TOO_MANY = "The stash holds at most {most:,} of one thing."
GONE = "The stash has no {name} left. Someone took it."
TOO_FEW = "The stash has {have} left, not {wanted}."


@dataclass(frozen=True)
class Thing:
    """Something that can be in a stash. `content` is the entry that brings one of it."""

    name: str
    unit: str
    content: Mapping[str, object]

    @classmethod
    def of(cls, portable: Portable) -> "Thing":
        """A thing that a character carries."""
        content = msgspec.to_builtins(portable.gives)
        return cls(portable.name[:LONGEST_NAME], portable.unit, content)

    @classmethod
    def of_row(cls, row: PortableRow) -> "Thing":
        """The thing that a row names."""
        return cls(row.name, row.unit, row.content)

    def counted(self, quantity: int) -> str:
        """So many of it: "3 × Medpac", "Medpac", "250 credits", "1 credit"."""
        if self.unit:
            return f"{quantity:,} {self.unit if quantity == 1 else self.name}"
        return self.name if quantity == 1 else f"{quantity:,} × {self.name}"


class Store:
    """The stash of a party as an operation changes it, unsaved."""

    def __init__(self, party: Party) -> None:
        self.party = party
        self.rows = list(StashItem.objects.filter(party=party).order_by("pk"))
        self._changed: list[StashItem] = []

    def row(self, thing: Thing) -> StashItem | None:
        """The row of a thing, None if there is none of it."""
        same = (row for row in self.rows if Thing.of_row(row) == thing and row.quantity)
        return next(same, None)

    def add(self, thing: Thing, quantity: int) -> None:
        """Puts some in. Raises Refused where the stash is full."""
        row = self.row(thing)
        if row is None:
            if sum(row.quantity > 0 for row in self.rows) >= MOST_ITEMS:
                raise Refused({"": FULL.format(most=MOST_ITEMS)})
            row = StashItem(party=self.party, quantity=0, **_members(thing))
            self.rows.append(row)
        self._change(row, quantity)

    def remove(self, thing: Thing, quantity: int, *, field: str = "") -> None:
        """Takes some out. Raises Refused where fewer are left."""
        row = self.row(thing)
        if row is None:
            raise Refused({field: GONE.format(name=thing.name)})
        if row.quantity < quantity:
            have, wanted = thing.counted(row.quantity), thing.counted(quantity)
            raise Refused({field: TOO_FEW.format(have=have, wanted=wanted)})
        self._change(row, -quantity)

    def _change(self, row: StashItem, change: int) -> None:
        row.quantity += change
        if row.quantity > MOST_OF_IT:
            raise Refused({"": TOO_MANY.format(most=MOST_OF_IT)})
        if row not in self._changed:
            self._changed.append(row)

    def save(self) -> None:
        """Writes what changed."""
        for row in self._changed:
            if row.quantity:
                row.save()
            elif row.pk:
                row.delete()


def _members(thing: Thing) -> dict[str, object]:
    return {"name": thing.name, "unit": thing.unit, "content": dict(thing.content)}
