"""What the pages of a party's characters load: the rows of the board, of who is best at what."""

from collections.abc import Iterable
from html import escape
from urllib.parse import quote

from django import template
from django.utils.safestring import SafeString, mark_safe

from rules.sheet import Line
from sheets.call_form import CallForm
from sheets.party_board import Board, Column
from sheets.party_rows import Group
from sheets.templatetags.board_row import board_row
from sheets.templatetags.matrix import matrix_rows

register = template.Library()
register.simple_tag(board_row)
register.simple_tag(matrix_rows)


@register.simple_tag
def call_rolls(groups: Iterable[Group], chosen: str, first: str = "Choose") -> SafeString:
    """What can be called for, as the entries of a menu, below what heads it."""
    found = [f'<option value="">{escape(first)}</option>']
    for group in groups:
        entries = "".join(_entry(line, chosen) for line in (group.head, *group.lines))
        found.append(f'<optgroup label="{escape(group.head.name)}">{entries}</optgroup>')
    return mark_safe("".join(found))  # noqa: S308 (escaped)


@register.simple_tag
def typed_call(form: CallForm, kind: str) -> CallForm:
    """What stands in the form of one kind of call."""
    return form.of(kind)


@register.filter
def way(board: Board, column: Column | str) -> str:
    """Which way the board is ordered by a column, "" where it is not the one."""
    return board.sort.way(column if isinstance(column, str) else column.key)


@register.filter
def pressed(board: Board, column: Column | str) -> str:
    """The order that pressing a column's heading asks for."""
    return quote(board.sort.pressed(column if isinstance(column, str) else column.key), safe="-")


def _entry(line: Line, chosen: str) -> str:
    selected = " selected" if line.key == chosen else ""
    return f'<option value="{escape(line.key)}"{selected}>{escape(line.name)}</option>'
