"""Template tags of printed sheets: `{% load printing %}`."""

from collections.abc import Iterable, Mapping

from django import template

from sheets.printing.sheet.view_models import Pools, PrintSection
from sheets.printing.type.glyphs import turn

register = template.Library()
register.filter("turn", turn)

# Columns of traits that go side by side on a page.
IN_ROW, DOTTED_IN_ROW = 6, 3


@register.filter
def of_kind(parts: Mapping[str, PrintSection], kind: str) -> list[PrintSection]:
    """The parts of one kind, in their order."""
    return [part for part in parts.values() if part.kind == kind]


@register.filter
def cells(parts: Iterable[PrintSection]) -> int:
    """How many numbers stand in several parts together."""
    return sum(len(part.cells) for part in parts)


@register.filter
def columns_in_rows(part: PrintSection) -> list[list[Pools]]:
    """The columns of a part, as many side by side as a page has room for."""
    columns = [*part.columns, *([part.across] if part.across else [])]
    most = DOTTED_IN_ROW if any(column.dotted for column in columns) else IN_ROW
    return [columns[place : place + most] for place in range(0, len(columns), most)]
