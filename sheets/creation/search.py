"""Finding among many options: search, order, groups, comparison."""

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple, Self, TypeVar

from django.http import QueryDict
from msgspec.structs import replace

from rules.creation import Step
from rules.forms.fields import (
    Allot,
    Balance,
    BalanceItem,
    BalanceSide,
    Choice,
    Field,
    Group,
    Option,
    Pick,
    Shelf,
    Shop,
    Sort,
    Trait,
    Ware,
)
from rules.search import Entry, matches
from sheets.ui.balance import as_option
from sheets.ui.comparison import PRICE
from sheets.ui.fields import trait_id
from sheets.ui.option_cards import is_catalog, is_tiled

_List = TypeVar("_List", Choice, Pick)

_MOST_COMPARED = 4
# The orders of things that cost points.
FEWEST, MOST = "fewest", "most"
POINTS = (
    Sort("", "As in the book"),
    Sort(FEWEST, "Fewest points first"),
    Sort(MOST, "Most points first"),
)
# More picks and traits in dots than that can be searched, too.
_MOST_UNSEARCHED = 12
# More groups than that are offered with the numbers alone.
_MOST_GROUPS = 4


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

    def form(self, step: Step) -> "SearchForm | None":
        """The search that a step has above its fields: one with catalogs, or more than a dozen
        picks or traits. A shop has its own.
        """
        listed = list(lists(step))
        compares, many = bool(listed), _has_many(step)
        if not (compares or many):
            return None
        groups = tuple(chain.from_iterable(one.groups for one in listed))
        picks = many and any(isinstance(field, Pick) for field in step.fields)
        return SearchForm(
            groups=groups if self.numbers or len(groups) <= _MOST_GROUPS else (),
            sorts=next((one.sorts for one in listed if one.sorts), ()),
            compares=compares,
            has_numbers=compares or picks,
        )

    def applied(self, step: Step) -> "Found":
        """The things that are found in the catalogs of a step: choices that are shown as cards or
        are long, balances, many picks, and shops.
        """
        is_searched = bool(self.q or self.show)
        things = list(_things(step)) if is_searched else []
        found = self._found(things) if is_searched else _Every()
        many = _has_many(step)
        fields = (self._narrowed(field, found, many=many) for field in step.fields)
        return Found(
            step=replace(step, fields=tuple(fields)),
            count=sum(thing.id in found for thing in things if self._counts(thing)),
            left_out=frozenset(thing.id for thing in things if thing.is_chosen) - found,
        )

    def _found(self, things: Iterable["_Thing"]) -> frozenset[str]:
        """The ids of those that fit."""
        here = [thing for thing in things if not thing.group or self.show in ("", thing.group)]
        hits = matches(self.q, [thing.entry for thing in here])
        return frozenset(thing.id for thing, hit in zip(here, hits, strict=True) if hit)

    def _counts(self, thing: "_Thing") -> bool:
        """False for the dots of a step of which one group of a list is shown."""
        return bool(self.q) or self.show in ("", thing.group)

    def compared(self, step: Step) -> dict[str, list[Option]]:
        """The options to compare of each field, in the order in which they were asked for; of a
        field with one alone only if no other field has several.
        """
        found = {one.id: self._compared(one.options) for one in lists(step)}
        several = {id: options for id, options in found.items() if len(options) > 1}
        return several or found

    def _compared(self, options: Iterable[Option]) -> list[Option]:
        by_id = {option.id: option for option in options}
        return [by_id[id] for id in self.compare if id in by_id]

    def _narrowed(self, field: Field, found: Set[str], *, many: bool) -> Field:
        match field:
            case Choice() if is_catalog(field):
                return replace(self._narrowed_list(field, found), look="cards")
            case Pick() if is_tiled(field):
                return self._narrowed_list(field, found)
            case Pick() if many:
                options = (one for one in field.options if one.chosen or one.id in found)
                return replace(field, options=tuple(options))
            case Balance():
                sides = (self._narrowed_side(side, found) for side in field.sides)
                return replace(field, sides=tuple(side for side in sides if side.items))
            case Shop():
                shelves = (_narrowed_shelf(shelf, found) for shelf in field.shelves)
                return replace(field, shelves=tuple(shelf for shelf in shelves if shelf.wares))
        return field

    def _narrowed_list(self, field: _List, found: Set[str]) -> _List:
        # What is chosen stays in the form, or sending the form would take it back.
        options = [option for option in field.options if option.chosen or option.id in found]
        order = next((one for one in field.sorts if one.id and one.id == self.sort), None)
        if order:
            sign = 1 if order.lowest else -1
            options.sort(key=lambda option: sign * option.ranks.get(order.id, 0))
        return replace(field, options=tuple(options))

    def _narrowed_side(self, side: BalanceSide, found: Set[str]) -> BalanceSide:
        items = [item for item in side.items if item.is_taken or item.field in found]
        if self.sort in (FEWEST, MOST):
            items.sort(key=lambda item: item.points.value, reverse=self.sort == MOST)
        return replace(side, items=tuple(items))


class _Every(frozenset[str]):
    """Every id: nothing is looked for."""

    def __contains__(self, id: object) -> bool:
        return True


@dataclass(frozen=True)
class Found:
    """The result of a search: the step with only what it finds, the number of things (of a search
    for something), and those that it does not find and the form keeps, since they are chosen:
    options by id, items and wares by field.
    """

    step: Step
    count: int
    left_out: frozenset[str]


@dataclass(frozen=True)
class SearchForm:
    """The search of a step: its groups to show alone, orders, numbers, and Compare."""

    groups: tuple[Group, ...]
    sorts: tuple[Sort, ...]
    compares: bool
    has_numbers: bool


@dataclass(frozen=True)
class _Thing:
    """One thing that a step offers: its option's id or its field, and what it is found by."""

    id: str
    entry: Entry
    group: str = ""
    is_chosen: bool = False


class OptionList(NamedTuple):
    """A list to choose from: its field, the options to compare, their orders and their groups."""

    id: str
    options: tuple[Option, ...]
    sorts: tuple[Sort, ...]
    groups: tuple[Group, ...]


def lists(step: Step) -> Iterator[OptionList]:
    """The lists of a step: choices and picks whose options are tiles, and balances."""
    for field in step.fields:
        match field:
            case Balance():
                options = (_priced(item) for item in field.items)
                yield OptionList(field.id, tuple(options), POINTS, field.groups)
            case Choice() if is_catalog(field):
                yield OptionList(field.id, field.options, field.sorts, field.groups)
            case Pick() if is_tiled(field):
                yield OptionList(field.id, field.options, field.sorts, field.groups)


def _priced(item: BalanceItem) -> Option:
    option = as_option(item, is_taken=item.is_taken)
    return replace(option, profile=(replace(item.points, label=PRICE),))


def _has_many(step: Step) -> bool:
    """True for a step with more than a dozen picks or traits in dots."""
    picks = sum(len(field.options) for field in step.fields if isinstance(field, Pick))
    traits = sum(len(field.traits) for field in step.fields if isinstance(field, Allot))
    return picks > _MOST_UNSEARCHED or traits > _MOST_UNSEARCHED


def _things(step: Step) -> Iterator[_Thing]:
    many = _has_many(step)
    for field in step.fields:
        match field:
            case Choice() if is_catalog(field):
                yield from map(_option, field.options)
            case Pick() if many or is_tiled(field):
                yield from map(_option, field.options)
            case Allot() if many:
                yield from (_trait(field, trait) for trait in field.traits)
            case Balance():
                yield from map(_item, field.items)
            case Shop():
                yield from (_ware(ware) for shelf in field.shelves for ware in shelf.wares)


def _option(option: Option) -> _Thing:
    facts = " ".join(fact for _, fact in option.facts)
    text = f"{option.detail} {option.note} {option.keywords} {option.best} {facts}"
    return _Thing(option.id, Entry(option.name, text), option.group, option.chosen)


def _item(item: BalanceItem) -> _Thing:
    text = f"{item.detail} {item.note} {item.best} {item.keywords} {' '.join(item.lacks)}"
    return _Thing(item.field, Entry(item.name, text), item.group, item.is_taken)


def _trait(field: Allot, trait: Trait) -> _Thing:
    """A trait stays in the form, since a form sends the numbers of all."""
    return _Thing(trait_id(field, trait), Entry(trait.name, field.label), is_chosen=True)


def _ware(ware: Ware) -> _Thing:
    entry = Entry(ware.name, f"{ware.detail} {ware.note}")
    return _Thing(ware.field, entry, is_chosen=ware.quantity > 0)


def _narrowed_shelf(shelf: Shelf, found: Set[str]) -> Shelf:
    return replace(shelf, wares=tuple(w for w in shelf.wares if w.quantity or w.field in found))
