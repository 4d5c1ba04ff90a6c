"""Reference tables of every game: rows of its tables as terms, and numbers as they are printed.

Which tables there are, their columns and their order, is each game's own.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.reference.chapters import Term, anchor_id
from rules.tables import Row

# A figure where there is none.
NOTHING = "–"


def term(
    row: Row,
    prefix: str,
    *figures: str,
    text: str | None = None,
    aliases: tuple[str, ...] = (),
    see: tuple[str, ...] = (),
    keys: tuple[str, ...] = (),
) -> Term:
    """A row of a table as a term; its id is the prefix and its own. `text` takes the place of what
    the row does; `aliases` come before those of the row.
    """
    return Term(
        id=anchor_id(prefix, row.id),
        name=row.name,
        text=row.does if text is None else text,
        figures=figures,
        source=row.source,
        rulings=(row.ruling,) if row.ruling else (),
        aliases=(*aliases, *row.aliases),
        see=see,
        keys=keys,
    )


def plain(rows: Iterable[Row], prefix: str) -> tuple[Term, ...]:
    """Rows that need no figures."""
    return tuple(term(row, prefix) for row in rows)


def figure_term(
    prefix: str,
    id: str,
    name: str,
    figure: str,
    *,
    source: str,
    see: tuple[str, ...] = (),
    rulings: tuple[str, ...] = (),
) -> Term:
    """A number that stands in no row, as a term: "+1 pip in a skill", "its dice"."""
    return Term(
        id=anchor_id(prefix, id),
        name=name,
        figures=(figure,),
        source=source,
        rulings=rulings,
        see=see,
    )


def signed(number: int) -> str:
    """A number that is added or taken away, with a proper minus sign; a dash for nothing."""
    return f"{number:+}".replace("-", "−") if number else NOTHING


def span(low: int, high: int | None, unit: str = "") -> str:
    """From where to where: "3–5", "2D–3D", "4D", and "30+" where there is no end."""
    if high is None:
        return f"{low}{unit}+"
    return f"{low}{unit}" if low == high else f"{low}{unit}–{high}{unit}"
