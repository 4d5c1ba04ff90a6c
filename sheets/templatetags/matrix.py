"""The lines of who is best at what: hundreds of numbers, so put together here, not in templates."""

from collections.abc import Sequence
from html import escape
from urllib.parse import quote

from django.utils.safestring import SafeString, mark_safe

from sheets.party_rows import Row
from sheets.party_skills import Cell, Matrix, Trait
from sheets.templatetags.marks import printed
from sheets.templatetags.places import NOTHING, Places


def matrix_rows(
    matrix: Matrix, rows: Sequence[Row], board: str, calls: str, leads: bool
) -> SafeString:
    """A line for each trait, with everybody's dice: each says why, the best are marked.

    The name of a trait leads to the `board` ordered by it; who leads the party calls for it.
    """
    there = {row.slot: Places(row) for row in rows}
    lines = []
    for trait in matrix.traits:
        name = _matrix_name(trait, board, calls if leads else "")
        cells = "".join(_matrix_cell(there[cell.row.slot], trait, cell) for cell in trait.cells)
        looks = ' class="heads"' if trait.heads else ""
        lines.append(f'<tr{looks}><th scope="row">{name}</th>{cells}</tr>')
    return mark_safe("".join(lines))  # noqa: S308 (escaped)


def _matrix_name(trait: Trait, board: str, calls: str) -> str:
    key, words = quote(trait.key, safe=""), escape(trait.name)
    name = f'<a href="{board}?sort={key}">{words}</a>'
    if not calls:
        return f"<span>{name}</span>"
    call = f'Call<span class="unseen"> for {words}</span>'
    return f'<span>{name}<a class="quiet bare" href="{calls}?roll={key}">{call}</a></span>'


def _matrix_cell(there: Places, trait: Trait, cell: Cell) -> str:
    if cell.figure is None:
        return f"<td>{NOTHING}</td>"
    own = "" if cell.own or trait.heads else " untrained"
    best = " best-of-all" if cell.best else ""
    mark = '<span class="best-mark" aria-hidden="true">✓</span><span class="unseen">best, </span>'
    words = f'{mark if cell.best else ""}<span class="code">{printed(cell.figure)}</span>'
    return f'<td class="matrix-cell{own}{best}">{there.why(trait.key, words)}</td>'
