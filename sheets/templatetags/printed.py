"""What the template of a printed sheet asks of its parts: `{% load printed %}`."""

from collections.abc import Iterable, Mapping

from django import template

from sheets.printing.parts import Part

register = template.Library()


@register.filter
def of_kind(parts: Mapping[str, Part], kind: str) -> list[Part]:
    """The parts of one kind, in their order."""
    return [part for part in parts.values() if part.kind == kind]


@register.filter
def cells(parts: Iterable[Part]) -> int:
    """How many numbers stand in several parts together."""
    return sum(len(part.cells) for part in parts)
