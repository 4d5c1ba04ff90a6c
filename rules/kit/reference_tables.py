"""Reference tables: rows as terms, and numbers as text.

The tables, their columns and their order are each game's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.reference.chapters import Term, anchor_id
from rules.tables import Row

# Shown for a missing figure.
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
    """A row of a table as a term; its id is the prefix and its own id. `text` replaces the row's
    text; `aliases` precede those of the row.
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
    """Rows without figures."""
    return tuple(term(row, prefix) for row in rows)


def skill_terms(skills: Mapping[str, Any], attributes: Mapping[str, Row]) -> tuple[Term, ...]:
    """Skills, each with the name of its attribute as its figure."""
    return tuple(
        term(
            row,
            "skills",
            attributes[row.attribute].name,
            see=(anchor_id("attributes", row.attribute),),
        )
        for row in skills.values()
    )


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
    """A number outside the rows as a term: "+1 pip in a skill", "its dice"."""
    return Term(
        id=anchor_id(prefix, id),
        name=name,
        figures=(figure,),
        source=source,
        rulings=rulings,
        see=see,
    )


def pip_prices(
    *, skill: int, attribute: int, source: str, see: tuple[str, ...] = ()
) -> tuple[Term, ...]:
    """The price of a pip of a skill and of an attribute: so many times its dice."""
    rows = (
        ("skill", "+1 pip in a skill", skill),
        ("attribute", "+1 pip in an attribute", attribute),
    )
    return tuple(
        figure_term(
            "price",
            id,
            name,
            "its dice" if times == 1 else f"{times} × its dice",
            source=source,
            see=see,
        )
        for id, name, times in rows
    )


def signed(number: int) -> str:
    """A modifier, with a proper minus sign; a dash for 0."""
    return f"{number:+}".replace("-", "−") if number else NOTHING


def span(low: int, high: int | None, unit: str = "") -> str:
    """A range: "3–5", "2D–3D", "4D", and "30+" without an upper end."""
    if high is None:
        return f"{low}{unit}+"
    return f"{low}{unit}" if low == high else f"{low}{unit}–{high}{unit}"
