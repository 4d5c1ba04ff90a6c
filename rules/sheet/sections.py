"""The character sheet: its sections in order, and their kinds. No HTML."""

import msgspec

from rules.figures import Figure


class Gauge(msgspec.Struct, frozen=True, gc=False):
    """A number drawn as dots, `value` of `most` filled; or, if it can be spent, as a line of boxes
    with `left` of the value unspent.
    """

    value: int
    most: int
    left: int | None = None

    @property
    def filled(self) -> int:
        """The number of filled dots: never more than are drawn."""
        return max(0, min(self.value if self.left is None else self.left, self.most))

    @property
    def spent(self) -> int:
        """The number of boxes that are spent."""
        if self.left is None:
            return 0
        return max(0, min(self.value, self.most) - self.filled)

    @property
    def text(self) -> str:
        """The gauge in words: "3 of 5", "2 of 3 left"."""
        if self.left is None:
            return f"{self.value} of {self.most}"
        return f"{max(0, self.left)} of {self.value} left"


class Line(msgspec.Struct, frozen=True, gc=False):
    """One named figure. `key` identifies it (`defenses.dodge`); `note` is a short remark, and
    `gauge` the dots or boxes drawn beside it, `base` what its pool begins with once there is a dot,
    where nothing is rolled without one. `tally` are boxes shown on paper only, True where one is
    ticked off.
    """

    key: str
    name: str
    figure: Figure
    note: str = ""
    trained: bool = False
    gauge: Gauge | None = None
    base: Figure | None = None
    tally: tuple[bool, ...] = ()


class Figures(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="figures"):
    """A few important numbers: defenses, points."""

    id: str
    name: str
    lines: tuple[Line, ...]


class Column(msgspec.Struct, frozen=True, gc=False):
    """A head pool with the pools under it: an attribute and its skills. `abbreviation` is its short
    name. A group of traits has no head pool; `note` names its place: "first, 6 dots".
    """

    key: str
    name: str
    abbreviation: str
    figure: Figure | None
    lines: tuple[Line, ...]
    note: str = ""


class Traits(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="traits"):
    """Columns of traits; `row` holds a column that is printed across instead (the Force)."""

    id: str
    name: str
    columns: tuple[Column, ...]
    row: Column | None = None


class Attack(msgspec.Struct, frozen=True, gc=False):
    """One way to attack: its pool, its damage, and the effects of its properties. One that can also
    be thrown is rolled as "<key>.thrown" then, with the dice of `throw`.
    """

    key: str
    name: str
    skill: str
    attack: Figure
    damage: Figure | None
    special: tuple[str, ...] = ()
    quantity: int = 1
    note: str = ""
    throw: Figure | None = None


class Attacks(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="attacks"):
    """The table of weapons."""

    id: str
    name: str
    rows: tuple[Attack, ...]


class Level(msgspec.Struct, frozen=True, gc=False):
    """One level of a track: from `low` (None: anything below) to `high` (None: and more), its name
    and its effect.

    `figure` is the number that bounds it, with its explanation. `marked` of its `boxes` are ticked,
    of which the first ones may have the `worse` kind of mark.
    """

    name: str
    low: int | None
    high: int | None
    figure: Figure
    effect: str
    boxes: int = 0
    marked: int = 0
    worse: int = 0

    @property
    def ticked(self) -> int:
        """The number of ticked boxes, within bounds; a level without boxes has one."""
        return max(0, min(self.marked, self.boxes or 1))

    @property
    def reach(self) -> str:
        """The range of the level: "3–5", "12+", "under 10", "–" if it is empty."""
        if self.low is None:
            return "" if self.high is None else f"under {self.high + 1:,}"
        if self.high is None:
            return f"{self.low:,}+" if self.low > 0 else "–"
        if self.high <= self.low:
            return f"{self.low:,}" if self.high == self.low else "–"
        return f"{self.low:,}–{self.high:,}"


class Track(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="track"):
    """A track that changes during play: harm, with its boxes. `kinds` are its two kinds of marks,
    if there are two, the worse one last: "bashing", "lethal".
    """

    id: str
    name: str
    levels: tuple[Level, ...]
    note: str = ""
    kinds: tuple[str, ...] = ()

    def told(self, level: Level) -> str:
        """The marks of a level as text: "1 of 3", "1 lethal, 1 bashing of 3"."""
        if not self.kinds or not level.ticked:
            return f"{level.marked} of {level.boxes}"
        worse = min(level.worse, level.ticked)
        counts = ((worse, self.kinds[-1]), (level.ticked - worse, self.kinds[0]))
        text = ", ".join(f"{count} {kind}" for count, kind in counts if count)
        return f"{text} of {level.boxes}" if level.boxes > 1 else text


class Thing(msgspec.Struct, frozen=True, gc=False):
    """A carried item: its quantity, its effects, and its state (worn, granted)."""

    key: str
    name: str
    quantity: int
    detail: str = ""
    state: str = ""


class Things(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="things"):
    """Everything carried, with the money."""

    id: str
    name: str
    purse: Figure | None
    things: tuple[Thing, ...]


class Passage(msgspec.Struct, frozen=True, gc=False):
    """A text with a heading: an edge with its effect and the player's own words."""

    name: str
    text: str
    label: str = ""
    own_words: str = ""


class Prose(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="prose"):
    """Texts: edge and burden, appearance and personality."""

    id: str
    name: str
    passages: tuple[Passage, ...]


Section = Figures | Traits | Attacks | Track | Things | Prose


def figures(sections: tuple[Section, ...]) -> dict[str, Figure]:
    """Every figure that is shown, by its key. A level's key is its track and its name, an amount of
    money's its currency.
    """
    found: dict[str, Figure] = {}
    for section in sections:
        _note(section, found)
    return found


def _note(section: Section, found: dict[str, Figure]) -> None:
    # Plain loops, here and below: this is done for every sheet, and some have hundreds of rows.
    match section:
        case Figures(lines=lines):
            for line in lines:
                found[line.key] = line.figure
        case Traits(columns=columns, row=row):
            _note_columns((*columns, row) if row else columns, found)
        case Attacks(rows=rows):
            _note_attacks(rows, found)
        case Things(purse=Figure() as left):
            found[left.label.lower()] = left
        case Track(id=id, levels=levels):
            for level in levels:
                found[f"{id}.{level.name.lower().replace(' ', '-')}"] = level.figure
        case _:
            return


def _note_columns(columns: tuple[Column, ...], found: dict[str, Figure]) -> None:
    for column in columns:
        if column.figure:
            found[column.key] = column.figure
        for line in column.lines:
            found[line.key] = line.figure


def _note_attacks(attacks: tuple[Attack, ...], found: dict[str, Figure]) -> None:
    for attack in attacks:
        found[f"{attack.key}.attack"] = attack.attack
        if attack.damage:
            found[f"{attack.key}.damage"] = attack.damage


class Sheet(msgspec.Struct, frozen=True, gc=False):
    """A character's sheet: the head, the sections in order, and every figure by its key.

    `facts` are the lines of the head in order, with label and text ("Species", "Twi'lek");
    `species` is what the character is drawn as where no fact says it, and `is_craft` is True for a
    ship or a vehicle.
    """

    system: str
    name: str
    kind: str
    concept: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    figures: dict[str, Figure]
    credit: str
    species: str = ""
    is_craft: bool = False

    @property
    def leading(self) -> tuple[Line, ...]:
        """The lines of the first section of figures, such as the defenses."""
        first = next((one for one in self.sections if isinstance(one, Figures)), None)
        return first.lines if first else ()

    def section(self, id: str) -> Section:
        """The section with that id; KeyError if the game has none."""
        for section in self.sections:
            if section.id == id:
                return section
        raise KeyError(id)
