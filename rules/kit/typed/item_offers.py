"""Offers of typed items, in games without a gear list: what can be done with those that are
carried, and new ones, typed by hand. Items cost nothing.

The properties of a weapon or of armor are each game's own.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

import msgspec

from rules.figures import Figure
from rules.forms.fields import Cell, Choice, Field, Number, Text
from rules.kit.character import GameCharacter
from rules.kit.inventory import (
    Holding,
    item_groups,
    lose_offer,
    quantity_field,
    source_field,
    use_offer,
    wear_offer,
)
from rules.kit.typed.document import MOST, NAME
from rules.kit.typed.items import ARMOR, THING, WEAPON
from rules.ledger.entries import Entry
from rules.ledger.offers import Offer, OfferGroup

USUAL_NAMES = MappingProxyType({WEAPON: "A weapon", ARMOR: "Armor", THING: "Other gear"})
NO_HINTS: Mapping[str, str] = MappingProxyType({})


def cell_fields(
    cells: Iterable[Cell], usual: object, hints: Mapping[str, str] = NO_HINTS
) -> tuple[Field, ...]:
    """The cells of a row as fields of a form; a menu begins with what the struct `usual` has."""
    return tuple(_field(cell, usual, hints.get(cell.id, "")) for cell in cells)


def _field(cell: Cell, usual: object, hint: str) -> Field:
    if cell.kind == "number":
        return Number(cell.id, cell.label, ("",), hint, lowest=cell.lowest, highest=cell.highest)
    if cell.kind == "menu":
        chosen = getattr(usual, cell.id)
        options = tuple(
            msgspec.structs.replace(option, chosen=option.id == chosen) for option in cell.options
        )
        return Choice(cell.id, cell.label, (chosen,), options, look="menu", hint=hint)
    return Text(cell.id, cell.label, ("",), hint, limit=cell.limit, suggestions=cell.suggestions)


def nothing_else(_character: object, _holding: Holding[Any]) -> Iterable[Offer]:
    """No offers beside wearing, using up and losing."""
    return ()


class ItemOffers(msgspec.Struct, frozen=True, kw_only=True):
    """Offers of items. `entry(what)` gains one, whose kinds have `names`; `particulars(character)`
    are the fields of each kind beside name and quantity. `defenses(character)` are the figures that
    armor changes, `is_used(item)` says what can be used up, `others(character, holding)` are
    further offers of a carried item, and `note` says why items are free. `limit` and `most` are
    those of a name and of a quantity.
    """

    entry: Callable[[str], Entry]
    particulars: Callable[[Any], Mapping[str, tuple[Field, ...]]]
    defenses: Callable[[Any], Iterable[Figure]]
    is_used: Callable[[Any], bool]
    note: str
    names: Mapping[str, str] = USUAL_NAMES
    others: Callable[[Any, Any], Iterable[Offer]] = nothing_else
    limit: int = NAME
    most: int = MOST

    def carried(self, character: GameCharacter) -> tuple[OfferGroup, ...]:
        """Each carried item, with its offers."""
        return item_groups(character, partial(self._offers, character))

    def _offers(self, character: GameCharacter, holding: Holding[Any]) -> Iterator[Offer]:
        """Wear or take off, use up, lose."""
        if holding.is_armor:
            yield wear_offer(character, holding, self.defenses)
        yield from self.others(character, holding)
        if self.is_used(holding.item):
            yield use_offer(holding)
        yield lose_offer(holding)

    def market(self, character: GameCharacter) -> tuple[OfferGroup, ...]:
        """Items that a character found, bought or was given."""
        return (
            OfferGroup("found", "Found or given", self.found(character, "Take item"), self.note),
        )

    def found(self, character: GameCharacter, act: str) -> tuple[Offer, ...]:
        """A new item of each kind, typed by hand; `act` is what the button says."""
        particulars = self.particulars(character)
        return tuple(
            Offer(
                f"gain.{what}",
                self.entry(what),
                name,
                act,
                fields=(
                    Text("name", "Name", ("",), limit=self.limit),
                    *particulars.get(what, ()),
                    quantity_field(self.most),
                    source_field(),
                ),
            )
            for what, name in self.names.items()
        )
