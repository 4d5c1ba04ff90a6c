"""Which places of a refused field are wrong, so that only these are marked."""

from collections.abc import Callable, Iterator

from rules import sent
from rules.problems import Unreadable
from rules.steps import Cell, Codes, Field, Rows
from sheets.templatetags.marks import slot

Values = tuple[str, ...]


def wrong_places(field: Field, values: Values) -> tuple[str, ...]:
    """The ids of the inputs in which nothing that can be read was typed; none where that cannot be
    told.
    """
    id = slot(field.id)
    if isinstance(field, Codes) and len(values) == len(field.traits):
        pairs = zip(field.traits, values, strict=True)
        return tuple(f"{id}-{slot(trait.id)}" for trait, said in pairs if not _is_code(said))
    if isinstance(field, Rows):
        wide = len(field.cells)
        rows = [values[at : at + wide] for at in range(0, len(values), wide)]
        return tuple(
            f"{id}-{number}-{slot(cell.id)}"
            for number, row in enumerate(rows, start=1)
            for cell in _wrong_cells(field, row)
        )
    return ()


def _wrong_cells(field: Rows, row: Values) -> Iterator[Cell]:
    """The cells of a row that are wrong: its name, where that lacks; what cannot be read."""
    if sent.is_nameless(row):
        yield field.cells[0]
    elif row[0].strip():
        told = zip(field.cells, row, strict=False)
        yield from (cell for cell, said in told if sent.unread(cell, said))


def marker(field: Field, values: Values, error: str) -> Callable[[str], str]:
    """Says of an input by its id what it says of itself: wrong, where its field was refused and it
    is no other one that is wrong.
    """
    wrong = wrong_places(field, values) if error else ()
    return lambda id: ' aria-invalid="true"' if error and (not wrong or id in wrong) else ""


def _is_code(said: str) -> bool:
    try:
        sent.code(said)
    except Unreadable:
        return False
    return True
