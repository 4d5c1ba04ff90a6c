"""Finding among many options: search, order, groups, comparison."""

from dataclasses import dataclass
from typing import Self

import msgspec
from django.http import QueryDict

from rules.creation import Step
from rules.forms.fields import Balance, BalanceItem, Choice, Field, Option, Shop

_MOST_COMPARED = 4


@dataclass(frozen=True)
class OptionSearch:
    """An option search: words, an order, one group alone, and the options to compare."""

    q: str = ""
    sort: str = ""
    show: str = ""
    compare: tuple[str, ...] = ()

    @classmethod
    def read(cls, params: QueryDict) -> Self:
        """From the parameters of an address."""
        return cls(
            q=params.get("q", "").strip()[:100],
            sort=params.get("sort", ""),
            show=params.get("show", ""),
            compare=tuple(dict.fromkeys(params.getlist("compare")))[:_MOST_COMPARED],
        )

    def applied(self, step: Step) -> Step:
        """The step with only what is looked for in its catalogs: choices that are shown as cards,
        balances, and shops.
        """
        fields = tuple(self._narrowed(field) for field in step.fields)
        return msgspec.structs.replace(step, fields=fields)

    def compared(self, step: Step) -> tuple[Option, ...]:
        """The options to compare, in the order in which they were asked for."""
        options = {
            option.id: option
            for field in step.fields
            if isinstance(field, Choice) and field.look == "cards"
            for option in field.options
        }
        return tuple(options[name] for name in self.compare if name in options)

    def _narrowed(self, field: Field) -> Field:
        match field:
            case Choice() if field.look == "cards":
                return self._narrowed_cards(field)
            case Balance():
                return self._narrowed_balance(field)
            case Shop():
                return self._narrowed_shop(field)
        return field

    def _narrowed_cards(self, field: Choice) -> Choice:
        # What is chosen stays in the form, or sending the form would take it back.
        options = [option for option in field.options if option.chosen or self._finds(option)]
        if self.sort and self.sort in {sort.id for sort in field.sorts}:
            options.sort(key=lambda option: -option.ranks.get(self.sort, 0))
        return msgspec.structs.replace(field, options=tuple(options))

    def _narrowed_balance(self, field: Balance) -> Balance:
        sides = []
        for side in field.sides:
            items = tuple(item for item in side.items if item.is_taken or self._finds_item(item))
            if items:
                sides.append(msgspec.structs.replace(side, items=items))
        return msgspec.structs.replace(field, sides=tuple(sides))

    def _narrowed_shop(self, field: Shop) -> Shop:
        shelves = []
        for shelf in field.shelves:
            wares = tuple(
                ware
                for ware in shelf.wares
                if ware.quantity or self._is_in(f"{ware.name} {ware.detail} {ware.note}")
            )
            if wares:
                shelves.append(msgspec.structs.replace(shelf, wares=wares))
        return msgspec.structs.replace(field, shelves=tuple(shelves))

    def _finds(self, option: Option) -> bool:
        text = f"{option.name} {option.detail} {option.note} {option.keywords}"
        return self.show in ("", option.group) and self._is_in(text)

    def _finds_item(self, item: BalanceItem) -> bool:
        return self._is_in(f"{item.name} {item.detail} {item.note} {' '.join(item.lacks)}")

    def _is_in(self, text: str) -> bool:
        return all(word in text.casefold() for word in self.q.casefold().split())
