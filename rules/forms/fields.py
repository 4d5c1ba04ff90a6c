"""The kinds of field, and the options they offer, each with what choosing it would change."""

from __future__ import annotations

import msgspec

from rules.figures import Figure


class Change(msgspec.Struct, frozen=True, gc=False):
    """What a choice would do to one number: "Dodge 13 → 14"."""

    label: str
    before: str
    after: str
    better: bool


class Option(msgspec.Struct, frozen=True, gc=False):
    """One thing that can be chosen.

    `profile` is what it brings (a species' attributes); `pool` the dice code to show beside it,
    `gain` the dice that taking it would add to that pool. `barred` says why it cannot be chosen
    now; `note` is a short remark ("Empathic +1D"). `set_aside` marks a choice that no longer
    counts but is kept. `keywords` are found by a search; `ranks` are the numbers to sort by, by
    the id of a `Sort`; `term` is what the reference explains it under ("skills.pilot").
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


class Group(msgspec.Struct, frozen=True, gc=False):
    """A heading under which options or wares stand, with a pool or a remark of its own."""

    id: str
    name: str
    note: str = ""
    pool: Figure | None = None


class Sort(msgspec.Struct, frozen=True, gc=False):
    """A way to order options: "Best at Pilot". An empty id keeps the printed order."""

    id: str
    name: str


class Text(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="text"):
    """Words of the player's own; `lines` above one makes it a text area."""

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
    """One of several. `look` is how much an option has to show: "cards" to compare, "rows", "menu".

    `sorts` offers orders, `groups` can be shown alone. `fields` are what the chosen option
    asks further (which skill, the player's words); `own` stands apart from the options: a thing of
    the player's own making, whose fields are in `fields` once it is chosen.
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
    """Several of many. `count` are to be picked, `left` are still open; 0 means as many as one
    likes.
    """

    id: str
    label: str
    values: tuple[str, ...]
    options: tuple[Option, ...]
    count: int = 0
    left: int = 0
    groups: tuple[Group, ...] = ()
    hint: str = ""


class Trait(msgspec.Struct, frozen=True, gc=False):
    """A trait that points go to, with its bounds and what it comes to on the sheet."""

    id: str
    name: str
    value: int
    lowest: int
    highest: int
    result: Figure | None = None


class Allot(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="allot"):
    """Points over traits. A form sends one number a trait, in the order of `traits`. With the
    `unit` "dots" each trait is drawn as dots, filled up to its value.
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
    """One place of a ranking: "First", and what it is worth: "6 dots"."""

    name: str
    worth: str = ""


class Ranking(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="ranking"):
    """Options put in order: each has a place, and each place is worth something. A form sends the
    options' ids in the order of the `places`, "" where a place is still open.
    """

    id: str
    label: str
    values: tuple[str, ...]
    places: tuple[Place, ...]
    options: tuple[Option, ...]
    hint: str = ""


class BalanceItem(msgspec.Struct, frozen=True, gc=False):
    """One thing of a balance, that costs points or gives some. It is had where its `field` sends
    "yes"; then `fields` are what it asks further: points, a detail, the player's words.

    `points` are what it costs or gives, `span` is that in print where it may be several ("1–3").
    `lacks` are the requirements that are not met; `barred` is any other reason why it cannot be
    had. Of a thing that can be had with several details each instance is an item of its own.
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

    @property
    def is_taken(self) -> bool:
        """Whether it is had."""
        return bool(self.values)

    @property
    def refusal(self) -> str:
        """Why it cannot be had now, "" where it can."""
        return self.barred or (f"Needs {', '.join(self.lacks)}" if self.lacks else "")


class BalanceSide(msgspec.Struct, frozen=True, gc=False):
    """The things of a balance under one heading; those of a side that `gives` bring points."""

    group: Group
    items: tuple[BalanceItem, ...]
    gives: bool = False


class Balance(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="balance"):
    """Things that cost points, paid with those that give some. `available` is what there is to
    spend and says where it comes from, `spent` what went.
    """

    id: str
    label: str
    available: Figure
    spent: Figure
    sides: tuple[BalanceSide, ...]
    hint: str = ""

    @property
    def left(self) -> int:
        """The points that are left; less than none where too many were spent."""
        return self.available.value - self.spent.value

    @property
    def items(self) -> tuple[BalanceItem, ...]:
        """Every thing of every side."""
        return tuple(item for side in self.sides for item in side.items)


class Coded(msgspec.Struct, frozen=True, gc=False):
    """A trait whose dice code is typed: as it was typed, and what it comes to on the sheet."""

    id: str
    name: str
    typed: str
    result: Figure | None = None


class Codes(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="codes"):
    """Dice codes typed by hand, one a trait, in the order of `traits`. Where there is a sum to keep
    to, `left` is what of it is not given out yet.
    """

    id: str
    label: str
    values: tuple[str, ...]
    traits: tuple[Coded, ...]
    hint: str = ""
    left: Figure | None = None


class Cell(msgspec.Struct, frozen=True, gc=False):
    """What stands in one place of every row: a "text", a whole "number", a dice "code", or one of a
    "menu" of `options`. The first cell of a row names it. A number that is left empty is the
    lowest, or none where it is `optional`.
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
    """Things typed by hand, a row each. A form sends the cells of all rows in turn."""

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
    """One thing in a shop. `field` is what its quantity is sent as; `short` what lacks to buy it.

    A `price` of None is not for sale. `fields` are what an owned thing asks further: a name,
    whether it was granted, its design. `facts` are its numbers on this sheet: "Damage 5D". `term`
    is what the reference explains it under. `granted` says that it is had for nothing, as a gift of
    the game master: the player's word, and nobody else's.
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
    """One group of wares in a shop."""

    group: Group
    wares: tuple[Ware, ...]


class Shop(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="shop"):
    """Things bought from a purse. `spent` lists what went, largest first, for a bar."""

    id: str
    label: str
    purse: Figure
    balance: Figure
    shelves: tuple[Shelf, ...]
    fields: tuple[Field, ...] = ()
    hint: str = ""


class Breakdown(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="breakdown"):
    """Nothing to decide: figures with how they come about, and what would raise them."""

    id: str
    label: str
    entries: tuple[BreakdownEntry, ...]


class BreakdownEntry(msgspec.Struct, frozen=True, gc=False):
    """One figure of an account, what it is for, and the choices that would raise it.

    `term` is what the reference explains it under.
    """

    figure: Figure
    use: str
    raises: tuple[Raise, ...] = ()
    term: str = ""


class Raise(msgspec.Struct, frozen=True, gc=False):
    """What would raise a figure, in words, the change, and the step where it is decided."""

    label: str
    step: str
    change: Change


Field = Text | Number | Choice | Pick | Allot | Ranking | Balance | Codes | Rows | Shop | Breakdown
