"""The order and the distances of fights in declared games of codes and of dots: initiative, range
bands, what a target can be in, and how far a weapon reaches.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.declared.files import FIGHT as FILE
from rules.declared.folder import Folder
from rules.dice import exploding, pools
from rules.fight import Band, Circumstance, FightRules, Target
from rules.figures import Figure, bonus, dice, points, total
from rules.forms.fields import Field, Option
from rules.forms.parsing import FormValues
from rules.kit import typed
from rules.kit.play.answers import Answers, menu, pick
from rules.kit.play.checks import FixedRoll
from rules.kit.reference_tables import NOTHING, term
from rules.phrases import counted
from rules.play import Die
from rules.reference.chapters import Column, Table
from rules.tables import Numbers, Row

INITIATIVE, RANGE, CIRCUMSTANCES = "initiative", "range", "circumstances"
MOST_BANDS, MOST_CHANGE, MOST_DICE = 12, 50, 20
# What is said, and the bands there are, in a game that declares none.
NO_ORDER = "These rules have no initiative: put everyone in the order that your game uses."
NO_DISTANCE = "These rules have no ranges: this only shows who stands where."
BANDS = (Band("close", "Close"), Band("near", "Near"), Band("far", "Far"))


class Hindrance(Row, frozen=True, kw_only=True):
    """A range, or what a target is in: it adds to the number that an attack has to reach
    (`harder`), and to the dice of the attack.
    """

    harder: int = 0
    dice: int = 0


class Initiative(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The roll for the order of turns: so many `dice`, and what a trait or a figure adds. With
    `lowest_first` low numbers go first.
    """

    dice: int = 1
    adds: str = ""
    lowest_first: bool = False


class Distances(Numbers, frozen=True, kw_only=True):
    """The order and the distances of a fight. `reach` is how many ranges away a weapon can hit, by
    its id or that of the trait that it is used with; others reach everybody.
    """

    ranges: dict[str, Hindrance] = msgspec.field(default_factory=dict)
    circumstances: dict[str, Hindrance] = msgspec.field(default_factory=dict)
    initiative: Initiative | None = None
    reach: dict[str, int] = msgspec.field(default_factory=dict)

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of an attack's form that the target decides."""
        named = ((RANGE, self.ranges), (CIRCUMSTANCES, self.circumstances))
        return tuple(id for id, rows in named if rows)

    def lists(self) -> Iterator[tuple[str, str, Mapping[str, Hindrance]]]:
        """Each array of the file, with its heading and its rows."""
        yield "range", "Ranges", self.ranges
        yield "circumstance", "Targets", self.circumstances


NO_DISTANCES = Distances(sources={}, rulings={})
ROWS: Mapping[str, tuple[str, type[msgspec.Struct]]] = {
    "ranges": ("range", Hindrance),
    "circumstances": ("circumstance", Hindrance),
}


def check(
    folder: Folder, found: Distances, traits: Iterable[str], figures: Container[str], weapons: Any
) -> None:
    """Note a fault for every name that stands for nothing, and every number beyond its bounds."""
    traits = list(traits)
    if rolled := found.initiative:
        _check_initiative(folder, rolled, [*traits, *_listed(figures)])
    for array, _, rows in found.lists():
        if len(rows) > MOST_BANDS:
            folder.fault(FILE, "", array, f"at most {MOST_BANDS}")
        for id, row in rows.items():
            for member in ("harder", "dice"):
                if abs(getattr(row, member)) > MOST_CHANGE:
                    folder.fault(FILE, id, member, f"−{MOST_CHANGE} to {MOST_CHANGE}")
    folder.known(FILE, "", "reach", found.reach, [*traits, *weapons])
    for id, bands in found.reach.items():
        if not 0 <= bands <= MOST_BANDS:
            folder.fault(FILE, "reach", id, f"0 to {MOST_BANDS}")


def _check_initiative(folder: Folder, rolled: Initiative, known: Iterable[str]) -> None:
    if rolled.adds:
        folder.known(FILE, INITIATIVE, "adds", rolled.adds, list(known))
    if not int(not rolled.adds) <= rolled.dice <= MOST_DICE:
        text = f"0 to {MOST_DICE}, and at least 1 where nothing is added"
        folder.fault(FILE, INITIATIVE, "dice", text)


def _listed(names: Container[str]) -> Iterable[str]:
    return names if isinstance(names, Iterable) else ()


# --- an attack


class Aim(msgspec.Struct, frozen=True):
    """The range and the circumstances that were chosen for an attack, and their fields."""

    rows: tuple[Hindrance, ...] = ()
    fields: tuple[Field, ...] = ()

    @property
    def harder(self) -> tuple[Figure, ...]:
        """Their terms of the number to reach."""
        rows = (row for row in self.rows if row.harder)
        return tuple(_term(bonus, row, row.harder) for row in rows)

    def dice(self, figure: Callable[..., Figure]) -> tuple[Figure, ...]:
        """The dice that they give or take."""
        return tuple(_term(figure, row, row.dice) for row in self.rows if row.dice)


NO_AIM = Aim()


def _term(figure: Callable[..., Figure], row: Hindrance, value: int) -> Figure:
    return figure(row.name, value, source=row.source, ruling=row.ruling)


def aimed(found: Distances, answers: Answers) -> Aim:
    """The range and the circumstances that were chosen; at the nearest range where none was."""
    rows, fields = list[Hindrance](), list[Field]()
    if found.ranges:
        at = answers.option(RANGE, found.ranges) or next(iter(found.ranges))
        options = tuple(_option(row, chosen=row.id == at) for row in found.ranges.values())
        rows.append(found.ranges[at])
        fields.append(menu(RANGE, "Range", options))
    if found.circumstances:
        held = answers.options(CIRCUMSTANCES, found.circumstances)
        several = found.circumstances.values()
        rows += [row for row in several if row.id in held]
        options = tuple(_option(row, chosen=row.id in held) for row in several)
        fields.append(pick(CIRCUMSTANCES, "The target is in", options))
    return Aim(tuple(rows), tuple(fields))


def _option(row: Hindrance, *, chosen: bool) -> Option:
    change = effect(row)
    name = f"{row.name}: {change}" if change else row.name
    return Option(row.id, name, row.does, chosen=chosen, source=row.source, ruling=row.ruling)


def effect(row: Hindrance) -> str:
    """The changes that a row makes, in words: "+2 to hit, −1 die"."""
    number = f"{_signed(row.harder)} to hit" if row.harder else ""
    more = f"{_signed(row.dice)} {'die' if abs(row.dice) == 1 else 'dice'}" if row.dice else ""
    return ", ".join(filter(None, (number, more)))


def _signed(value: int) -> str:
    return f"+{value}" if value > 0 else f"−{-value}"


# --- initiative


class InitiativeRoll(FixedRoll):
    """The dice of initiative with what is added to them; nothing else changes it."""

    __slots__ = ("sides",)

    def __init__(self, pool: Figure, sides: int = pools.SIDES) -> None:
        super().__init__(pool)
        self.sides = sides

    def reach(self, least: int) -> Fraction:
        """The exact chance of a total of at least so much."""
        return pools.chance(self.pool.value, least - self.pool.pips, sides=self.sides)

    def roll(self, rng: Random) -> tuple[Die, ...]:
        """The faces of the dice."""
        thrown = exploding.roll(rng, self.pool.value, exploding=0, sides=self.sides)
        return tuple(Die(one.face, sides=self.sides) for one in thrown)


def initiative_pool(rolled: Initiative, added: Figure | None, *, source: str) -> Figure:
    """The dice of initiative, and what is added: a code with its dice, a number to the total."""
    terms = [dice("dice", rolled.dice, source=source)] if rolled.dice else []
    if added is not None:
        is_code = added.unit == "D"
        terms.append(added if is_code else points(added.label, added.value, source=added.source))
    return total("Initiative", *terms, unit="D", source=source)


# --- a fight


def fight_of(
    found: Distances,
    fight: FightRules[Any],
    weapon: Callable[[Any, str], Any],
    known: Mapping[str, Row],
) -> FightRules[Any]:
    """The rules of a fight with its initiative, ranges and circumstances. `weapon(attempt, action)`
    is the item that attacks, None for none, and `known` are the weapons of the tables.
    """
    keys = {typed.key(row.name): found.reach[id] for id, row in known.items() if id in found.reach}
    bands, rolled, aim = tuple(found.ranges), found.initiative, fight.aim

    def aim_at(attempt: Any, action: str, targets: Sequence[Target[object]]) -> FormValues:
        if weapon(attempt, action) is None:
            return aim(attempt, action, targets)
        target, values = targets[0], dict(aim(attempt, action, targets))
        if bands:
            values[RANGE] = (bands[min(target.distance, len(bands) - 1)],)
        if held := tuple(id for id in target.circumstances if id in found.circumstances):
            values[CIRCUMSTANCES] = held
        return values

    def reach(attempt: object, action: str) -> int | None:
        item = weapon(attempt, action)
        return keys.get(item.key, found.reach.get(item.skill)) if item else None

    order = _order(rolled) if rolled else NO_ORDER
    distance = _distance(found) if bands else NO_DISTANCE
    return replace(
        fight,
        bands=tuple(Band(id, row.name) for id, row in found.ranges.items()) or BANDS,
        circumstances=tuple(
            Circumstance(id, row.name, effect(row)) for id, row in found.circumstances.items()
        ),
        initiative=INITIATIVE if rolled else "",
        lowest_first=bool(rolled and rolled.lowest_first),
        fields=(*fight.fields, *found.fields),
        order=order,
        distance=distance,
        aim=aim_at,
        reach=reach,
    )


def _order(rolled: Initiative) -> str:
    first = "low" if rolled.lowest_first else "high"
    dice = f"{counted(rolled.dice, 'die', 'dice')} " if rolled.dice else ""
    return f"Everyone rolls {dice}for initiative; {first} numbers go first."


def _distance(found: Distances) -> str:
    return "; ".join(
        f"{row.name}: {effect(row) or 'nothing changes'}" for row in found.ranges.values()
    )


def reference(found: Distances) -> Iterator[Table]:
    """The ranges, and what a target can be in."""
    for array, heading, several in found.lists():
        rows = tuple(term(row, array, effect(row) or NOTHING) for row in several.values())
        if rows:
            yield Table(f"{array}s", heading, rows, (Column("An attack"),), array.capitalize())
