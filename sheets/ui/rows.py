"""Rows of things typed by hand as HTML: a cell for each of what is asked of a thing. A row of many
cells is a card that says what each of them is; a new one asks for a name first. So does the first
of the rows that take two lines of a phone.
"""

from collections.abc import Callable
from html import escape

from django.utils.safestring import SafeString, mark_safe

from rules.forms.fields import Cell, Rows
from rules.forms.parsing import Values
from sheets.ui.components import slot
from sheets.ui.fields import marker

Marker = Callable[[str], str]
# A row of more cells than that does not fit a line; of a phone, not even these.
MOST_IN_LINE, MOST_ON_PHONE = 4, 2


def are_cards(field: Rows) -> bool:
    """True for rows of so many cells that each is a card."""
    return len(field.cells) > MOST_IN_LINE


def typed_rows(field: Rows, values: Values, error: str) -> SafeString:
    """The rows, each cell with what stands in it, and an empty row to add to."""
    wide = len(field.cells)
    starts = range(0, len(values), wide)
    rows = [(*values[at : at + wide], *("",) * wide)[:wide] for at in starts]
    mark = marker(field, values, error)
    items = (
        "\n".join(
            _cell(field, cell, number, value, mark)
            for cell, value in zip(field.cells, row, strict=True)
        )
        for number, row in enumerate((*rows, ("",) * wide), start=1)
    )
    return mark_safe("\n".join(f"<li>{item}</li>" for item in items))  # noqa: S308 (escaped)


def _cell(field: Rows, cell: Cell, number: int, value: str, mark: Marker) -> str:
    box = _box(field, cell, number, value, mark)
    if len(field.cells) <= MOST_ON_PHONE:
        return box
    label = f'<span class="label" aria-hidden="true">{escape(cell.label)}</span>'
    return f'<label class="cell of-{cell.kind}">{label}{box}</label>'


def _box(field: Rows, cell: Cell, number: int, value: str, mark: Marker) -> str:
    named = _named(field, cell, number, mark)
    if cell.kind == "menu":
        return f"<select {named}>{_entries(cell, value)}</select>"
    kinds = {
        "number": f'type="number" min="{cell.lowest}" max="{cell.highest}" inputmode="numeric"',
        "code": 'type="text" dir="auto" spellcheck="false" autocapitalize="characters"',
    }
    kind = kinds.get(cell.kind, f'type="text" dir="auto" data-limit="{cell.limit}"')
    if are_cards(field) and cell is field.cells[0]:
        kind += f' placeholder="New {escape(cell.label.lower())}"'
    return f'<input {kind} value="{escape(value)}" {named}>'


def _named(field: Rows, cell: Cell, number: int, mark: Marker) -> str:
    """The attributes that name a cell: for the form, for style sheets, and for screen readers."""
    id, place, first = slot(field.id), slot(cell.id), field.cells[0]
    label = f"{first.label} {number}" + ("" if cell is first else f", {cell.label.lower()}")
    suggestions = f' list="list-{id}-{place}"' if cell.suggestions and cell.kind != "menu" else ""
    hint = f"hint-{id} " if field.hint else ""
    own = f"{id}-{number}-{place}"
    return (
        f'class="of-{cell.kind}" id="{own}" data-cell="{place}"'
        f' name="{escape(field.id)}"{suggestions} aria-label="{escape(label)}"'
        f' aria-describedby="{hint}error-{id}"{mark(own)}'
    )


def _entries(cell: Cell, value: str) -> str:
    """The entries of a menu in a row: nothing first, where nothing is chosen or can be."""
    none = any(not option.id for option in cell.options)
    entries = [] if none else ['<option value=""></option>']
    for option in cell.options:
        selected = " selected" if option.id == value else ""
        entries.append(
            f'<option value="{escape(option.id)}"{selected}>{escape(option.name)}</option>'
        )
    if value and all(option.id != value for option in cell.options):
        entries.append(f'<option value="{escape(value)}" selected>{escape(value)}</option>')
    return "".join(entries)
