"""Finding among many options: search, order, groups, comparison."""

from collections.abc import Iterator, Set
from dataclasses import dataclass
from typing import Self

from django.http import QueryDict
from msgspec.structs import replace

from rules.creation import Step
from rules.forms.fields import (
    Balance,
    BalanceItem,
    BalanceSide,
    Choice,
    Field,
    Option,
    Shelf,
    Shop,
    Ware,
)
from rules.search import Entry, matches
from sheets.ui.options import is_long

_MOST_COMPARED = 4


@dataclass(frozen=True)
class OptionSearch:
    """An option search: words, an order, one group alone, and the options to compare. With
    `numbers` every option shows what it changes; sorting and comparing do so, too.
    """

    q: str = ""
    sort: str = ""
    show: str = ""
    compare: tuple[str, ...] = ()
    numbers: bool = False

    @classmethod
    def read(cls, params: QueryDict) -> Self:
        """From the parameters of an address."""
        return cls(
            q=params.get("q", "").strip()[:100],
            sort=params.get("sort", ""),
            show=params.get("show", ""),
            compare=tuple(dict.fromkeys(params.getlist("compare")))[:_MOST_COMPARED],
            numbers=any(name in params for name in ("numbers", "sort", "compare")),
        )

    def applied(self, step: Step) -> Step:
        """The step with only what is looked for in its catalogs: choices that are shown as cards or
        are long, balances, and shops.
        """
        found = self._found(step)
        return replace(step, fields=tuple(self._narrowed(field, found) for field in step.fields))

    def compared(self, step: Step) -> tuple[Option, ...]:
        """The options to compare, in the order in which they were asked for."""
        options = {
            option.id: option
            for field in step.fields
            if isinstance(field, Choice) and field.look == "cards"
            for option in field.options
        }
        return tuple(options[name] for name in self.compare if name in options)

    def left_out(self, step: Step) -> frozenset[str]:
        """The things that the search does not find and the form keeps, since they are chosen:
        options by their id, items and wares by their field.
        """
        chosen = frozenset(thing.id for thing in _things(step) if thing.is_chosen)
        return chosen - self._found(step)

    def count(self, step: Step) -> int:
        """The number of things that the search finds."""
        return len(self._found(step))

    def _found(self, step: Step) -> frozenset[str]:
        things = [thing for thing in _things(step) if self.show in ("", thing.group)]
        hits = matches(self.q, [thing.entry for thing in things])
        return frozenset(thing.id for thing, hit in zip(things, hits, strict=True) if hit)

    def _narrowed(self, field: Field, found: Set[str]) -> Field:
        match field:
            case Choice() if _is_catalog(field):
                return self._narrowed_choice(field, found)
            case Balance():
                sides = (_narrowed_side(side, found) for side in field.sides)
                return replace(field, sides=tuple(side for side in sides if side.items))
            case Shop():
                shelves = (_narrowed_shelf(shelf, found) for shelf in field.shelves)
                return replace(field, shelves=tuple(shelf for shelf in shelves if shelf.wares))
        return field

    def _narrowed_choice(self, field: Choice, found: Set[str]) -> Choice:
        # What is chosen stays in the form, or sending the form would take it back.
        options = [option for option in field.options if option.chosen or option.id in found]
        if self.sort and self.sort in {sort.id for sort in field.sorts}:
            options.sort(key=lambda option: -option.ranks.get(self.sort, 0))
        return replace(field, options=tuple(options))


@dataclass(frozen=True)
class _Thing:
    """One thing that a step offers: its option's id or its field, and what it is found by."""

    id: str
    entry: Entry
    group: str = ""
    is_chosen: bool = False


def _is_catalog(field: Choice) -> bool:
    return field.look == "cards" or is_long(field)


def _things(step: Step) -> Iterator[_Thing]:
    for field in step.fields:
        match field:
            case Choice() if _is_catalog(field):
                yield from map(_option, field.options)
            case Balance():
                yield from map(_item, field.items)
            case Shop():
                yield from (_ware(ware) for shelf in field.shelves for ware in shelf.wares)


def _option(option: Option) -> _Thing:
    text = f"{option.detail} {option.note} {option.keywords}"
    return _Thing(option.id, Entry(option.name, text), option.group, option.chosen)


def _item(item: BalanceItem) -> _Thing:
    text = f"{item.detail} {item.note} {' '.join(item.lacks)}"
    return _Thing(item.field, Entry(item.name, text), is_chosen=item.is_taken)


def _ware(ware: Ware) -> _Thing:
    entry = Entry(ware.name, f"{ware.detail} {ware.note}")
    return _Thing(ware.field, entry, is_chosen=ware.quantity > 0)


def _narrowed_side(side: BalanceSide, found: Set[str]) -> BalanceSide:
    return replace(side, items=tuple(i for i in side.items if i.is_taken or i.field in found))


def _narrowed_shelf(shelf: Shelf, found: Set[str]) -> Shelf:
    return replace(shelf, wares=tuple(w for w in shelf.wares if w.quantity or w.field in found))
