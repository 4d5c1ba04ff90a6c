"""The kinds of form fields, and the options they offer, each with the changes it would make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import msgspec

from rules.figures import Figure


class Change(msgspec.Struct, frozen=True, gc=False):
    """The effect of a choice on one number: "Dodge 13 → 14"."""

    label: str
    before: str
    after: str
    better: bool


class Option(msgspec.Struct, frozen=True, gc=False):
    """One option of a field: `flavor` says what it is like, `best` what it is best at ("Stealth"),
    `profile` what it brings (a species' attributes), `facts` what to compare it by in words, each
    with its label. `pool` is the dice code shown beside it, `gain` the dice it would add. `barred`
    says why it cannot be chosen now; `note` is a short remark ("Empathic +1D"). `set_aside` marks a
    choice that is kept but does not count. `keywords` are for the search, `ranks` sort values by
    the id of a `Sort`; `term` is its entry in the reference.
    """

    id: str
    name: str
    detail: str = ""
    group: str = ""
    chosen: bool = False
    profile: tuple[Figure, ...] = ()
    pool: Figure | None = None
    gain: int = 0
    changes: tuple[Change, ...] = ()
    note: str = ""
    barred: str = ""
    set_aside: bool = False
    keywords: str = ""
    ranks: dict[str, int] = {}
    source: str = ""
    ruling: str = ""
    term: str = ""
    flavor: str = ""
    best: str = ""
    facts: tuple[tuple[str, str], ...] = ()


class Named(Protocol):
    """Anything with a name: a row of a table."""

    @property
    def name(self) -> str:
        """The name for players."""


def options(
    names: Mapping[str, Named] | Mapping[str, str], chosen: str | None = None, *, none: str = ""
) -> tuple[Option, ...]:
    """An option for each id, with its name or that of its row. The `chosen` id is marked; `none` is
    the name of an option before them, for nothing.
    """
    rows: dict[str, Named | str] = {**({"": none} if none else {}), **names}
    return tuple(
        Option(id, row if isinstance(row, str) else row.name, chosen=id == chosen)
        for id, row in rows.items()
    )


class Group(msgspec.Struct, frozen=True, gc=False):
    """A heading over options or shop items, with its own pool or note."""

    id: str
    name: str
    note: str = ""
    pool: Figure | None = None


class Sort(msgspec.Struct, frozen=True, gc=False):
    """A sort order: "Best at Pilot". An empty id keeps the printed one; `lowest` come first."""

    id: str
    name: str
    lowest: bool = False


class Text(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="text"):
    """Text by the player; more than one of `lines` makes it a text area."""

    id: str
    label: str
    values: tuple[str, ...]
    hint: str = ""
    lines: int = 1
    limit: int = 200
    placeholder: str = ""
    suggestions: tuple[str, ...] = ()


class Number(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="number"):
    """A whole number typed by hand, or nothing."""

    id: str
    label: str
    values: tuple[str, ...]
    hint: str = ""
    lowest: int = 0
    highest: int = 1_000_000


class Choice(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="choice"):
    """One of several options. `look` says how much each option shows: "cards" to compare, "rows",
    "tiles" (small cards with the figures of their profile), "swatches" (colors), or "menu".

    `sorts` are sort orders, and `groups` can be filtered by. `fields` are the chosen option's own
    fields (which skill, the player's words); `own` is an option apart from the rest: a custom item,
    whose fields are in `fields` once it is chosen.
    """

    id: str
    label: str
    values: tuple[str, ...]
    options: tuple[Option, ...]
    groups: tuple[Group, ...] = ()
    look: str = "rows"
    sorts: tuple[Sort, ...] = ()
    fields: tuple[Field, ...] = ()
    own: tuple[Option, ...] = ()
    hint: str = ""


class Pick(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="pick"):
    """Several options, as "rows" or "cards": `count` (0: any number), of which `left` are open."""

    id: str
    label: str
    values: tuple[str, ...]
    options: tuple[Option, ...]
    count: int = 0
    left: int = 0
    groups: tuple[Group, ...] = ()
    hint: str = ""
    look: str = "rows"
    sorts: tuple[Sort, ...] = ()


class Trait(msgspec.Struct, frozen=True, gc=False):
    """A trait that takes points, with its bounds and its value on the sheet."""

    id: str
    name: str
    value: int
    lowest: int
    highest: int
    result: Figure | None = None


class Allot(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="allot"):
    """Points spread over traits. A form sends one number per trait, in the order of `traits`. With
    the `unit` "dots" each trait is drawn as dots, filled up to its value.
    """

    id: str
    label: str
    values: tuple[str, ...]
    traits: tuple[Trait, ...]
    total: int
    left: int
    unit: str = "D"
    hint: str = ""


class Place(msgspec.Struct, frozen=True, gc=False):
    """One place of a ranking: "First", and its value: "6 dots"."""

    name: str
    worth: str = ""


class Ranking(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="ranking"):
    """Options to put in order; each place has a value. A form sends the options' ids in the order
    of the `places`, "" for an open place.
    """

    id: str
    label: str
    values: tuple[str, ...]
    places: tuple[Place, ...]
    options: tuple[Option, ...]
    hint: str = ""


class BalanceItem(msgspec.Struct, frozen=True, gc=False):
    """One item of a balance, which costs points or gives some; taken if its `field` sends "yes".
    Then `fields` are its own: points, a detail, words. `points` is the cost or gain, `span` the
    same as text if it varies ("1–3"), `best` what it is good for, or hurts. `lacks` are unmet
    requirements, `barred` is any other reason why it cannot be taken. One that can be taken several
    times with different details is an item of its own each time.
    """

    field: str
    name: str
    points: Figure
    values: tuple[str, ...] = ()
    span: str = ""
    detail: str = ""
    lacks: tuple[str, ...] = ()
    barred: str = ""
    changes: tuple[Change, ...] = ()
    fields: tuple[Field, ...] = ()
    note: str = ""
    source: str = ""
    ruling: str = ""
    term: str = ""
    group: str = ""
    best: str = ""
    keywords: str = ""

    @property
    def is_taken(self) -> bool:
        """True if the character has it."""
        return bool(self.values)

    @property
    def refusal(self) -> str:
        """Why it cannot be taken now, "" if it can."""
        return self.barred or (f"Needs {', '.join(self.lacks)}" if self.lacks else "")


class BalanceSide(msgspec.Struct, frozen=True, gc=False):
    """The items of a balance under one heading; those of a side that `gives` bring points."""

    group: Group
    items: tuple[BalanceItem, ...]
    gives: bool = False


class Balance(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="balance"):
    """Items that cost points, paid with those that give some. `available` is the sum to spend with
    its explanation, `spent` the sum that is spent. The items may stand in `groups`.
    """

    id: str
    label: str
    available: Figure
    spent: Figure
    sides: tuple[BalanceSide, ...]
    hint: str = ""
    groups: tuple[Group, ...] = ()

    @property
    def left(self) -> int:
        """The points left; negative if too many are spent."""
        return self.available.value - self.spent.value

    @property
    def items(self) -> tuple[BalanceItem, ...]:
        """Every item of every side."""
        return tuple(item for side in self.sides for item in side.items)


class Coded(msgspec.Struct, frozen=True, gc=False):
    """A trait whose dice code the player types: the text, and the figure on the sheet."""

    id: str
    name: str
    typed: str
    result: Figure | None = None


class Codes(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="codes"):
    """Typed dice codes, one per trait, in the order of `traits`. If there is a sum to keep to,
    `left` is what remains of it.
    """

    id: str
    label: str
    values: tuple[str, ...]
    traits: tuple[Coded, ...]
    hint: str = ""
    left: Figure | None = None


class Cell(msgspec.Struct, frozen=True, gc=False):
    """One column of typed rows: a "text", a whole "number", a dice "code", or a "menu" of
    `options`. The first cell names the row. An empty number is the lowest one, or none if it is
    `optional`.
    """

    id: str
    label: str
    kind: str = "text"
    limit: int = 200
    lowest: int = 1
    highest: int = 999
    suggestions: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    optional: bool = False


THING = (Cell("name", "Thing"), Cell("quantity", "How many", "number"))


class Rows(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="rows"):
    """Typed rows. A form sends the cells of all rows, one after the other."""

    id: str
    label: str
    values: tuple[str, ...]
    cells: tuple[Cell, ...] = THING
    hint: str = ""
    limit: int = 100

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The values, row by row."""
        wide = len(self.cells)
        return tuple(self.values[at : at + wide] for at in range(0, len(self.values), wide))


class Ware(msgspec.Struct, frozen=True, gc=False):
    """One item in a shop. `field` sends its quantity; `short` is the amount missing to buy it.

    A `price` of None is not for sale. `fields` are the owned item's own fields: a name, whether it
    was granted, its design. `facts` are its figures on this sheet: "Damage 5D". `term` is its entry
    in the reference. `granted` marks a gift of the game master, on the player's word.
    """

    field: str
    name: str
    detail: str
    price: Figure | None
    quantity: int
    short: int = 0
    changes: tuple[Change, ...] = ()
    facts: tuple[Figure, ...] = ()
    note: str = ""
    barred: str = ""
    fields: tuple[Field, ...] = ()
    values: tuple[str, ...] = ()
    highest: int = 99
    source: str = ""
    ruling: str = ""
    term: str = ""
    granted: bool = False


class Shelf(msgspec.Struct, frozen=True, gc=False):
    """One group of items in a shop."""

    group: Group
    wares: tuple[Ware, ...]


class Shop(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="shop"):
    """Items bought with a sum of money. `spent` lists the expenses, largest first, for a bar."""

    id: str
    label: str
    purse: Figure
    balance: Figure
    shelves: tuple[Shelf, ...]
    fields: tuple[Field, ...] = ()
    hint: str = ""


class Breakdown(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="breakdown"):
    """Nothing to choose: figures with their explanations, and the choices that would raise them."""

    id: str
    label: str
    entries: tuple[BreakdownEntry, ...]


class BreakdownEntry(msgspec.Struct, frozen=True, gc=False):
    """One figure of a breakdown, its purpose, and the choices that would raise it.

    `term` is its entry in the reference.
    """

    figure: Figure
    use: str
    raises: tuple[Raise, ...] = ()
    term: str = ""


class Raise(msgspec.Struct, frozen=True, gc=False):
    """A way to raise a figure: its name, the change, and the step of that choice."""

    label: str
    step: str
    change: Change


Field = Text | Number | Choice | Pick | Allot | Ranking | Balance | Codes | Rows | Shop | Breakdown
