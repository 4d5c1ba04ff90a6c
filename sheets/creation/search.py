"""Finding among many options: search, order, groups, comparison."""

from dataclasses import dataclass
from typing import Self

import msgspec
from django.http import QueryDict

from rules.creation import Step
from rules.forms.fields import Choice, Option

_MOST_COMPARED = 4


@dataclass(frozen=True)
class OptionSearch:
    """What is looked for: words, an order, one group alone, and which options to compare."""

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
        """The step with only what is looked for in those choices that are shown as cards."""
        fields = (
            self._narrowed(field) if isinstance(field, Choice) and field.look == "cards" else field
            for field in step.fields
        )
        return msgspec.structs.replace(step, fields=tuple(fields))

    def compared(self, step: Step) -> tuple[Option, ...]:
        """The options to compare, in the order in which they were asked for."""
        options = {
            option.id: option
            for field in step.fields
            if isinstance(field, Choice) and field.look == "cards"
            for option in field.options
        }
        return tuple(options[name] for name in self.compare if name in options)

    def _narrowed(self, field: Choice) -> Choice:
        # What is chosen stays in the form, or sending the form would take it back.
        options = [option for option in field.options if option.chosen or self._finds(option)]
        if self.sort and self.sort in {sort.id for sort in field.sorts}:
            options.sort(key=lambda option: -option.ranks.get(self.sort, 0))
        return msgspec.structs.replace(field, options=tuple(options))

    def _finds(self, option: Option) -> bool:
        text = f"{option.name} {option.detail} {option.note} {option.keywords}".casefold()
        in_group = self.show in ("", option.group)
        return in_group and all(word in text for word in self.q.casefold().split())
